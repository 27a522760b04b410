"""Games written in Python."""

import pickle
from dataclasses import dataclass, replace

import gambol
import pytest


@dataclass(frozen=True)
class Nim:
    """Players in turn take one to three matches; who takes the last one wins."""

    matches: int
    mover: str = "first"
    players = 2

    @property
    def turn(self):
        return self.mover if self.matches else "over"

    @property
    def score(self):
        return 0 if self.matches else (1 if self.mover == "second" else -1)

    def actions(self):
        return range(1, min(self.matches, 3) + 1)

    def after(self, taken):
        return Nim(self.matches - taken, "second" if self.mover == "first" else "first")


@dataclass(frozen=True)
class Dice:
    """Ten times, take 3 points or what a die shows."""

    left: int = 10
    points: int = 0
    rolling: bool = False
    players = 1

    @property
    def turn(self):
        return "chance" if self.rolling else "first" if self.left else "over"

    @property
    def score(self):
        return self.points

    def actions(self):
        return ["take", "roll"]

    def outcomes(self):
        return [(face, 1 / 6) for face in range(1, 7)]

    def after(self, event):
        if event == "take":
            return replace(self, left=self.left - 1, points=self.points + 3)
        if event == "roll":
            return replace(self, left=self.left - 1, rolling=True)
        return replace(self, points=self.points + event, rolling=False)


@dataclass(frozen=True)
class Coins:
    """Players in turn take a coin from either end of a row. The score is the difference."""

    row: tuple[int, ...] = (8, 15, 3, 7)
    score: int = 0
    mover: str = "first"
    players = 2

    @property
    def turn(self):
        return self.mover if self.row else "over"

    def actions(self):
        return ["left", "right"] if len(self.row) > 1 else ["left"]

    def after(self, end):
        coin, row = (self.row[0], self.row[1:]) if end == "left" else (self.row[-1], self.row[:-1])
        gain, mover = (coin, "second") if self.mover == "first" else (-coin, "first")
        return Coins(row, self.score + gain, mover)


def test_every_search_plays_it():
    state = gambol.make(Nim(21))
    for agent in ["prove", "alpha-beta:depth=12", "mcts:simulations=3000"]:
        assert state.search(agent).action == "1", agent
    assert state.search("prove").proven.startswith("win")
    assert state.perft(2) == 9
    dice = gambol.make(Dice(3))
    found = dice.search("expectimax:depth=9")
    assert found.action == "roll" and found.value == pytest.approx(3.5 * 3)
    for agent in ["random", "mc:rollouts=5", "mcts:simulations=20", "greedy", "two-ply"]:
        assert dice.decide(agent) in dice.actions()


def test_a_game_for_two_may_have_points():
    # The first player gets 7 and 15, the second 8 and 3. More points win.
    state = gambol.make(Coins())
    for agent in ["alpha-beta:depth=4", "mcts:simulations=500", "prove"]:
        best = state.search(agent)
        assert (best.action, best.value) == ("right", 1) and best.proven.startswith("win"), agent
    ended = state.after("right", "right", "right", "left")
    assert (ended.is_over, ended.score) == (True, 7 - 3 + 15 - 8)
    games = gambol.play(state, ["alpha-beta:depth=4", "random"], games=20, opening_plies=1)
    points = [record.replay()[-1].score for record in games]
    assert len(set(points)) > 2 and games.result.wins_of_first_player == sum(one > 0 for one in points)


def test_it_is_a_state():
    state = gambol.make(Dice(2))
    after = state.after("roll")
    assert (after.turn, len(after.outcomes()), after.settled(3).turn) == ("chance", 6, "first")
    assert after.object == Dice(1, 0, True)
    assert pickle.loads(pickle.dumps(state)) == state == gambol.make(Dice(2)) != after
    assert state.after("take", "take").is_over and state.after("take", "take").score == 6
    with pytest.raises(ValueError, match="illegal"):
        state.after("fold")
    with pytest.raises(ValueError, match="no encodings"):
        state.observe()


def test_agents_play_matches():
    duel = gambol.play(gambol.make(Nim(21)), ["prove", "random"], games=20, opening_plies=2).result
    assert duel.wins >= 15
    games = gambol.play(Dice(), "expectimax:depth=1", games=6)
    assert [str(record.replay()[-1]) for record in games] == [record.final_state for record in games]


def test_evaluators_get_the_objects():
    def evaluator(states):
        assert all(isinstance(state, Nim) for state in states)
        return [0.0] * len(states)

    assert gambol.make(Nim(5)).search("alpha-beta:depth=2", evaluator=evaluator).action in "123"


class Broken(Exception):
    pass


def broken(method, after=3):
    """Nim whose method fails in its later states."""

    @dataclass(frozen=True)
    class Later(Nim):
        def after(self, taken):
            next = Nim.after(self, taken)
            return Later(next.matches, next.mover)

    def fail(self, *_):
        if self.matches < 21 - after:
            raise Broken(method)
        return (
            getattr(Nim, method).fget(self) if method in ("turn", "score") else getattr(Nim, method)(self, *_)
        )

    if method == "after":
        plain = Later.after

        def fail(self, taken):
            if self.matches < 21 - after:
                raise Broken(method)
            return plain(self, taken)

    setattr(Later, method, property(fail) if method in ("turn", "score") else fail)
    return Later(21)


@pytest.mark.parametrize("method", ["turn", "score", "actions", "after", "__str__"])
@pytest.mark.parametrize(
    "agent",
    ["mc:rollouts=50", "mcts:simulations=2000", "alpha-beta:depth=8", "prove", "greedy", "random"],
)
def test_exceptions_are_raised_as_they_are(method, agent):
    if method == "__str__":
        # Without a faulty state there is nothing to raise.
        state = broken("score")
    else:
        state = broken(method)
    start = gambol.make(state)
    if agent in ("greedy", "random"):
        with pytest.raises(Broken):
            gambol.play(start, agent, games=2)
    else:
        with pytest.raises(Broken):
            start.search(agent)
    # The next search is not concerned.
    assert gambol.make(Nim(21)).search("prove").action == "1"


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"turn": "third"}, ValueError, "third"),
        ({"turn": "chance"}, ValueError, "outcomes"),
        ({"turn": property(lambda self: self.missing)}, AttributeError, "missing"),
        ({"players": 3}, ValueError, "players"),
        ({"score": 1.5}, TypeError, None),
        ({"actions": lambda self: []}, ValueError, "none"),
        ({"actions": lambda self: [1, 1]}, ValueError, "twice"),
        ({"actions": lambda self: 5}, TypeError, None),
        ({"after": lambda self, event: None}, TypeError, "None"),
        ({"after": lambda self, event: 5}, TypeError, "no game"),
        ({"__str__": object.__repr__}, TypeError, "__str__"),
    ],
)
def test_invalid_members_are_named(changes, error, words):
    members = {
        "players": 1,
        "turn": "first",
        "score": 0,
        "actions": lambda self: [1],
        "__str__": lambda self: "x",
    }
    members["after"] = lambda self, event: self
    game = type("Odd", (), members | changes)
    with pytest.raises(error, match=words):
        gambol.make(game()).search("mc:rollouts=2,max-plies=3")


@pytest.mark.parametrize(
    ("probabilities", "words"),
    [((0.5, 0.4), "sum 1"), ((1.5, -0.5), "at least 0"), ((1.0, float("nan")), "sum 1")],
)
def test_invalid_probabilities_are_errors(probabilities, words):
    class Loaded(Dice):
        def outcomes(self):
            return list(enumerate(probabilities, 1))

        def after(self, event):
            next = Dice.after(self, event)
            return Loaded(next.left, next.points, next.rolling)

    start = gambol.make(Loaded())
    for call in [
        lambda: start.after("roll").outcomes(),
        lambda: start.search("mc:rollouts=9"),
        lambda: gambol.play(start, "random", games=1),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
