"""Typical use of every public name: `test_package.py` runs mypy --strict on it, and calls `main`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import gambol
import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Nim:
    """Players in turn take one to three matches; who takes the last one wins."""

    matches: int
    mover: str = "first"

    @property
    def players(self) -> int:
        return 2

    @property
    def turn(self) -> str:
        return self.mover if self.matches else "over"

    @property
    def score(self) -> int:
        return 0 if self.matches else (1 if self.mover == "second" else -1)

    def actions(self) -> Sequence[int]:
        return range(1, min(self.matches, 3) + 1)

    def after(self, taken: int) -> "Nim":
        return Nim(self.matches - taken, "second" if self.mover == "first" else "first")


def scores(states: list[gambol.State]) -> list[float]:
    return [float(state.score) for state in states]


def array_of_scores(states: list[gambol.State]) -> npt.NDArray[np.float64]:
    return np.array(scores(states))


def matches(states: list[Nim]) -> list[float]:
    return [0.0 for state in states if state.matches >= 0]


def network(
    planes: npt.NDArray[np.float32], masks: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    return masks / masks.sum(1, keepdims=True), np.zeros(len(planes))


def scores_of(games: Iterable[gambol.Record]) -> list[int]:
    return [game.score for game in games]


def main() -> None:
    state = gambol.make("threes", seed=1)
    decision: gambol.Decision = state.search("expectimax:depth=1", evaluator=array_of_scores)
    roots: list[gambol.RootAction] = decision.root
    best: str = max(roots, key=lambda root: root.value).action
    chances: list[tuple[str, float]] = state.after(best).outcomes()
    told: dict[str, Any] = state.after(chances[0][0] if state.turn == "chance" else best).to_dict()
    assert told["game"] == state.game

    for evaluator in (scores, array_of_scores):
        games = gambol.play("threes", "expectimax:depth=1", games=2, max_moves=1, evaluator=evaluator)
        for record in games:
            last: gambol.State = record.replay()[-1]
            assert str(last) == record.final_state
        assert scores_of(games) == [record.score for record in games[:]] == games.scores
        result = games.result
        if isinstance(result, gambol.Summary):
            assert result.games == 2
    gambol.play(Nim(5), ["alpha-beta:depth=2", "random"], games=2, evaluator=matches)
    gambol.play("match5", ["threat", "random"], games=2, openings=[gambol.make("match5").after("a1")])

    forest = gambol.Forest([state], seed=3)
    forest.run(network, 4)
    forest.advance(0, forest.decision(0).action)

    batch = gambol.VecEnv("threes", 2)
    batch.reset(1)
    if batch.masks is not None:
        batch.step(batch.masks.argmax(1).astype(np.int64))
    names: list[str] = [*gambol.games(), *gambol.agents("threes"), *gambol.describe("threes")["levels"]]
    assert "threes" in names
