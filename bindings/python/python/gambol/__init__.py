"""Gambol: games with chance, searches that play them, and environments for learners.

>>> import gambol
>>> state = gambol.make("threes", seed=1)
>>> state.actions()
['L', 'R', 'U', 'D']
>>> best = state.search("expectimax:depth=2")
>>> best.action in state.actions()
True

States are immutable values. Searches, matches and environments run in Rust without the
interpreter's lock, on all cores where they can; the environment variable RAYON_NUM_THREADS sets
the number of threads. The same seed gives the same result on any number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import _gambol
from ._gambol import Decision, Forest, Games, Record, RootAction, State, VecEnv, describe, games, load
from ._game import Evaluator, Game
from ._results import Duel, Paired, Summary

__all__ = [
    "Decision",
    "Duel",
    "Forest",
    "Game",
    "Games",
    "Paired",
    "Record",
    "RootAction",
    "State",
    "Summary",
    "VecEnv",
    "__version__",
    "agents",
    "describe",
    "games",
    "load",
    "make",
    "play",
]

__version__: str = _gambol.__version__


def make(game: str | Game, text: str | None = None, *, seed: int | None = None) -> State:
    """Makes a state.

    - ``make("threes")`` is the first state of a game, ``make("five-or-more:large")`` that of a
      variant; ``make("threes", text)`` parses a position.
    - ``make(Nim(21))`` is a state of a game written in Python: see `Game`.
    - With a ``seed``, pending chance events are sampled, so that a player is to move.

    Raises ValueError for an unknown game, invalid settings or an invalid position, and TypeError
    for an object that is no game.
    """
    if isinstance(game, str):
        state = State(game, text)
    elif text is not None:
        raise TypeError("text: a game written in Python has no parser")
    else:
        state = State.of(game)
    return state if seed is None else state.settled(seed)


def agents(game: str) -> list[str]:
    """Names of the agents of a game, its levels included.

    `describe` has their parameters. Raises ValueError for an unknown game.
    """
    told = describe(game)
    return [*told["agents"], *told["levels"]]


def play(
    game: str | State | Game,
    agents: str | Sequence[str],
    games: int = 100,
    *,
    seed: int = 1,
    max_moves: int | None = None,
    opening_plies: int | None = None,
    openings: Sequence[str | State] = (),
    ms: int | None = None,
    tc: str | None = None,
    resign: str | None = None,
    draw: str | None = None,
    record: bool = True,
    sprt: tuple[float, float] | None = None,
    evaluator: Evaluator | None = None,
) -> Games:
    """Plays games on all cores: a run of one agent, or a match of two.

    - ``game``: a name such as ``"five-or-more:large"``, or the state in which all games start.
    - ``games``: their number; even in a match. Agents of a match play in pairs: the same seed in a
      puzzle, swapped sides and the same opening in a two-player game.
    - ``seed``: master seed; game k depends only on it and k, unless time is limited.
    - ``max_moves``: ends games after this many actions.
    - ``opening_plies``: random actions at the start of the games of a match for two (default 4, or
      0 with openings).
    - ``openings``: those of the pairs of a match for two; the first follows after the last. Each is
      a state or a text: ``"STATE"``, ``"moves e5 d4"``, ``"STATE moves e5 d4"``.
    - ``ms``: time limit of every decision in milliseconds, in place of the agents' own.
    - ``tc``: game clock of each agent in a match for two, in seconds with an increment: ``"60+0.6"``.
      An agent that exceeds it loses.
    - ``resign``: ends games of a match for two whose agents agree on the winner: an agent loses
      after M consecutive values of -S or less, ``"movecount=M,score=S"``, with ``,twosided=true``
      if the other one's values must be S or more.
    - ``draw``: draws games of a match for two after N moves of both agents and M consecutive values
      from -S to S, ``"movenumber=N,movecount=M,score=S"``.
    - ``record``: keep the events, for `Record.replay`.
    - ``sprt``: Elo bounds of a sequential test that may end the match early (5 % errors).
    - ``evaluator``: as for `State.search`.

    `Games.result` has the statistics, ``pandas.DataFrame(games.rows())`` their table. Ctrl-C
    raises KeyboardInterrupt. Raises ValueError for an invalid argument, which it names.

    >>> import gambol
    >>> games = gambol.play("threes", "random", games=4)
    >>> len(games), games[3].index
    (4, 3)
    """
    start = game if isinstance(game, State) else make(game)
    name = game if isinstance(game, str) else start.game
    listed = [agents] if isinstance(agents, str) else list(agents)
    opened = [openings] if isinstance(openings, str) else [str(opening) for opening in openings]
    return _gambol.play(
        start,
        name,
        listed,
        games,
        seed,
        max_moves,
        opening_plies,
        opened,
        ms,
        tc,
        resign,
        draw,
        record,
        sprt,
        evaluator,
    )
