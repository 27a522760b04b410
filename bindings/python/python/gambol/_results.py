"""Statistics of runs and matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._gambol import Games


@dataclass(frozen=True)
class Summary:
    """Statistics of the games of one agent. Scores are in points."""

    games: int
    mean: float
    """Mean score."""
    se: float | None
    """Standard error of the mean."""
    ci95: tuple[float | None, float | None]
    """95 % confidence interval of the mean; an end is None if it is infinite."""
    median: float
    min: int
    max: int
    zero_games: int
    """Games with a score of 0."""
    moves_per_game: float
    ms_per_move: float
    """Mean time of a decision in milliseconds."""


@dataclass(frozen=True)
class Paired:
    """Statistics of a match in a puzzle: two agents on the same seeds."""

    games: int
    pairs: int
    each: tuple[Summary, Summary]
    difference: float
    """Mean difference of the scores of the first and the second agent on the same seed."""
    difference_se: float | None
    difference_ci95: tuple[float | None, float | None]
    won_drawn_lost: tuple[int, int, int]
    """Pairs that the first agent won, drew and lost."""


@dataclass(frozen=True)
class Duel:
    """Statistics of a match in a two-player game, from the side of the first agent."""

    games: int
    wins: int
    draws: int
    losses: int
    wins_of_first_player: int
    """Games won by the side that moved first, whichever agent it was."""
    pentanomial: tuple[int, int, int, int, int]
    """Pairs in which the first agent had 0, ½, 1, 1½ and 2 points."""
    score: float
    """Mean score of a game, from 0 to 1."""
    elo: float | None
    """Elo difference; None if it is infinite, since every game was won or lost."""
    elo_ci95: tuple[float | None, float | None]
    nelo: float | None
    """Normalized Elo; None with few games, or with pairs that are all equal."""
    nelo_ci95: tuple[float, float] | None
    los: float | None
    """Likelihood of superiority: the probability that the mean score is above ½."""
    sprt: dict[str, Any] | None
    """Status of the sequential test, if there is one."""
    moves_per_game: float
    ms_per_move: float


def _pair(values: list[Any]) -> tuple[Any, Any]:
    return values[0], values[1]


def _summary(told: dict[str, Any]) -> Summary:
    return Summary(**{**told, "ci95": _pair(told["ci95"])})


def result(games: Games) -> Summary | Paired | Duel:
    """The statistics of games: a `Summary` of one agent, `Paired` for two agents of a puzzle, a
    `Duel` for two players.

    >>> import gambol
    >>> summary = gambol.play("threes", "random", games=4).result
    >>> summary.games, summary.min <= summary.mean <= summary.max
    (4, True)
    """
    told = games.to_dict()
    if "difference" in told:
        difference = told["difference"]
        return Paired(
            games=told["games"],
            pairs=told["pairs"],
            each=_pair([_summary(each) for each in told["each"]]),
            difference=difference["mean"],
            difference_se=difference["se"],
            difference_ci95=_pair(difference["ci95"]),
            won_drawn_lost=tuple(told["won_drawn_lost"]),
        )
    if "wins" in told:
        # Clocks and adjudication are those of the program.
        told.pop("ms_per_move_each"), told.pop("ends", None)
        for name in ("pentanomial", "elo_ci95", "nelo_ci95"):
            told[name] = told[name] and tuple(told[name])
        return Duel(**told)
    return _summary(told)
