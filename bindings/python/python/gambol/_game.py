"""Games written in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import numpy.typing as npt

# From a list of states to their values for the first player. States of a game written in Python
# are its own objects.
Evaluator = Callable[[list[Any]], Sequence[float] | npt.NDArray[Any]]

Turn = Literal["first", "second", "chance", "over"]


class Game(Protocol):
    """The members of a state of a game written in Python.

    States are immutable: ``after`` returns a new one. Members may be attributes, properties or
    methods without arguments. ``str(state)`` is the state's identity, so equal states have equal
    texts and others do not; that of a dataclass is right. A game with chance also has ``outcomes()``,
    which returns pairs (outcome, probability) when the turn is ``"chance"``.

    >>> from dataclasses import dataclass
    >>> import gambol
    >>> @dataclass(frozen=True)
    ... class Nim:
    ...     '''Players in turn take one to three matches; who takes the last one wins.'''
    ...     matches: int
    ...     mover: str = "first"
    ...     players = 2
    ...     @property
    ...     def turn(self):
    ...         return self.mover if self.matches else "over"
    ...     @property
    ...     def score(self):
    ...         return 0 if self.matches else (1 if self.mover == "second" else -1)
    ...     def actions(self):
    ...         return range(1, min(self.matches, 3) + 1)
    ...     def after(self, taken):
    ...         return Nim(self.matches - taken, "second" if self.mover == "first" else "first")
    >>> gambol.make(Nim(21)).search("prove").action
    '1'
    """

    @property
    def players(self) -> int:
        """Number of players, 1 or 2; the same in all states."""

    @property
    def turn(self) -> str:
        """``"first"``, ``"second"``, ``"chance"`` or ``"over"``."""

    @property
    def score(self) -> int:
        """Points of the first player so far; in a two-player game only the sign counts, and it is
        0 until the game is over."""

    def actions(self) -> Sequence[Any]:
        """Legal actions, at least one, always in the same order. Their ``str`` is their text."""

    def after(self, event: Any, /) -> Game:
        """The state after an action or an outcome."""
