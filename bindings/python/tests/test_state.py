"""States as values."""

import copy
import pickle
import random
from xml.etree import ElementTree

import gambol
import numpy as np
import pytest

THREES = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m"


def walk(state, rng, plies):
    """Yields the states of a random walk."""
    for _ in range(plies):
        yield state
        if state.turn == "chance":
            outcomes, weights = zip(*state.outcomes())
            state = state.after(rng.choices(outcomes, weights)[0])
        elif state.is_over:
            return
        else:
            state = state.after(rng.choice(state.actions()))


def test_games_have_agents_and_levels():
    assert gambol.games() == ["five-or-more", "tenten", "threes", "pentago-swap", "match5"]
    for game in gambol.games():
        names = gambol.agents(game)
        assert {"random", "mc", "mcts", "strong", "easy"} <= set(names)
    assert "depth" in gambol.describe("threes")["agents"]["expectimax"]["parameters"]


def test_a_known_position():
    state = gambol.State("threes", THREES)
    assert (state.turn, state.score, state.players, state.has_chance) == ("first", state.score, 1, True)
    assert state.actions() == ["L", "R", "D"]
    after = state.after("L")
    assert after.turn == "chance" and after.actions() == []
    assert sum(probability for _, probability in after.outcomes()) == pytest.approx(1)
    assert after.settled(1).turn == "first"
    assert state.outcomes() == []
    told = after.to_dict()
    assert list(told) == ["game", "state", "turn", "score", "actions", "outcomes"]
    assert [tuple(outcome.values()) for outcome in told["outcomes"]] == after.outcomes()
    # As `gambol inspect threes --position … --play L --json` prints it.
    assert list(told["outcomes"][0]) == ["outcome", "probability"]


def test_states_are_values(game):
    rng = random.Random(1)
    for state in walk(gambol.make(game, seed=3), rng, 60):
        again = gambol.State(state.game, str(state))
        for twin in (again, pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
            assert twin == state and hash(twin) == hash(state) and str(twin) == str(state)
        assert eval(repr(state)) == state
        if not state.is_over:
            other = state.after(state.actions()[0] if state.actions() else state.outcomes()[0][0])
            assert other != state and state == again, "the state is as it was"
    assert gambol.make("threes") != gambol.make("match5") and gambol.make("threes") != "threes"


def test_several_events_are_played_in_order():
    state = gambol.make("match5")
    assert state.after("e5", "e6") == state.after("e5").after("e6")
    assert state.after() == state


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: gambol.make("thres"), "did you mean threes"),
        (lambda: gambol.make("tenten:large"), "large"),
        (lambda: gambol.State("threes", "1,2"), "1,2"),
        (lambda: gambol.State("threes:x", THREES), "settings"),
        (lambda: gambol.State("threes", THREES).after("U"), "illegal"),
        (lambda: gambol.State("threes", THREES).after("sideways"), "sideways"),
        (lambda: gambol.make("match5").search("deep"), "deep"),
        (lambda: gambol.make("threes", seed=1).search("expectimax:dpth=3"), "dpth"),
        (lambda: gambol.make("threes", seed=1).search("greedy", ms=0), "ms"),
        (lambda: gambol.make("threes", seed=1).search("greedy", ms=float("nan")), "ms"),
        (lambda: gambol.make("match5").search("expectimax"), "chance"),
        (lambda: gambol.make("threes", seed=1).after("L").search("mc"), "chance event"),
        (lambda: gambol.make("match5").transform(8), "symmetry 8"),
        (lambda: gambol.make("match5").action_at(81), "81"),
        (lambda: gambol.make("match5").action_index("z1"), "z1"),
        (lambda: gambol.make("match5").observe("third"), "third"),
        (lambda: gambol.play("match5", ["random"] * 3, 2), "agents"),
        (lambda: gambol.play("match5", ["random"] * 2, 3), "games"),
        (lambda: gambol.play("match5", "random", 0), "games"),
        (lambda: gambol.play("match5", ["random"] * 2, 2, openings="moves e5 e5"), "openings.*e5"),
        (lambda: gambol.play("threes", "random", 2, openings=["moves L"]), "openings"),
        (lambda: gambol.play("match5", ["random"] * 2, 2, tc="1 hour"), "tc: .*1 hour"),
        (lambda: gambol.load("no such file"), "no such file"),
    ],
)
def test_errors_name_what_is_wrong(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_types_are_checked():
    for call in [
        lambda: gambol.State(1),
        lambda: gambol.make("threes", seed=-1),
        lambda: gambol.make("threes", seed=1).search(evaluator=3),
        lambda: gambol.make(object()),
    ]:
        with pytest.raises((TypeError, OverflowError)):
            call()


def test_perft_has_the_known_counts():
    # The first two plies of five in a row on 81 cells; the placements and swaps of Pentago-Swap.
    assert gambol.make("match5").perft(2) == 81 * 80
    assert gambol.make("pentago-swap").perft(1) == 216
    assert gambol.make("match5").perft(2, unique=True) == 81 * 80


def test_encodings_agree_with_each_other(game):
    rng = random.Random(2)
    for state in walk(gambol.make(game, seed=4), rng, 40):
        mask, listed = state.action_mask(), state.legal_indices()
        assert mask.dtype == np.bool_ and listed.dtype == np.uint32
        assert mask.shape == (state.num_actions,) and np.prod(state.action_shape) == state.num_actions
        assert [state.action_index(action) for action in state.actions()] == listed.tolist()
        assert [state.action_at(int(index)) for index in listed] == state.actions()
        assert sorted(listed) == np.flatnonzero(mask).tolist()
        planes = state.observe()
        assert planes.shape == state.observation_shape and planes.dtype == np.float32
        assert 0 <= planes.min() and planes.max() <= 1
        for symmetry in range(state.symmetries):
            image, permutation = state.transform(symmetry), state.permutation(symmetry)
            assert image.score == state.score
            assert (image.action_mask()[permutation] == mask).all()


def test_each_player_has_a_view():
    state = gambol.make("match5").after("e5")
    first, second = state.observe("first"), state.observe("second")
    assert (first[0] == second[1]).all() and first[0, 4, 4] == 1
    assert (state.observe() == second).all(), "by default the player to move"


def test_boards_are_drawn(game):
    from gambol._picture import draw

    rng = random.Random(3)
    shapes = set()
    for state in walk(gambol.make(game, seed=5), rng, 30):
        assert "\x1b" not in state.board() and "\x1b" in state.board(colour=True)
        assert ElementTree.fromstring(state._repr_svg_()).tag.endswith("svg")
        scene = state.scene()
        assert len(scene["cells"]) == scene["size"]["columns"] * scene["size"]["rows"]
        image = draw(scene)
        assert image.dtype == np.uint8 and image.ndim == 3
        shapes.add(image.shape)
    assert len(shapes) == 1, "all pictures of a game have one size"
