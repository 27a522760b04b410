"""Forests: trees whose leaves Python evaluates."""

import gambol
import numpy as np
import pytest


def uniform(planes, masks):
    """A network without an opinion."""
    assert planes.dtype == np.float32 and masks.dtype == np.bool_ and len(planes) == len(masks)
    return masks.astype(np.float32), np.zeros(len(planes))


def states(game, count):
    return [gambol.make(game, seed=seed) for seed in range(count)]


def test_a_forest_searches(game):
    roots = states(game, 6)
    forest = gambol.Forest(roots, seed=2)
    calls = forest.run(uniform, simulations=30)
    assert 0 < calls <= 32, "one call for a leaf of every game"
    visits, policies, values = forest.visits(), forest.policies(), forest.values()
    assert visits.shape == (6, roots[0].num_actions) and values.shape == (6,)
    assert policies.sum(1) == pytest.approx(1, abs=1e-5)
    for row, state in zip(visits, roots, strict=True):
        assert set(np.flatnonzero(row)) <= set(state.legal_indices().tolist()) and row.sum() > 0
    best = forest.decision(0)
    assert best.action in roots[0].actions()
    again = gambol.Forest(roots, seed=2, parallel=True)
    again.run(uniform, simulations=30)
    assert (again.visits() == visits).all()
    forest.advance(0, best.action)
    if forest.state(0).turn == "chance":
        forest.settle(0, 5)
    forest.run(uniform, simulations=40)
    forest.set(1, roots[2], seed=9)
    assert forest.state(1) == roots[2]


def test_a_win_is_found():
    state = gambol.make("match5").after("a1", "a9", "b1", "b9", "c1", "c9", "d1", "d9")
    forest = gambol.Forest([state])
    forest.run(uniform, simulations=300)
    assert forest.decision(0).action == "e1" and forest.values()[0] == pytest.approx(1)


def test_noise_and_gumbel_depend_on_the_seed():
    roots = states("match5", 2)

    def visits(seed, **options):
        forest = gambol.Forest(roots, seed=seed, **options)
        forest.run(uniform, simulations=16)
        return forest.visits().tolist()

    for options in [{"noise": (0.25, 0.3)}, {"gumbel": 8}]:
        assert visits(1, **options) == visits(1, **options) != visits(2, **options)


@pytest.mark.parametrize(
    ("evaluate", "error", "words"),
    [
        (lambda planes, masks: 1 / 0, ZeroDivisionError, None),
        (lambda planes, masks: masks, (TypeError, ValueError), None),
        (
            lambda planes, masks: (masks[:, :2], np.zeros(len(masks))),
            ValueError,
            "policy: expected the shape",
        ),
        (lambda planes, masks: (masks, np.zeros(1 + len(masks))), ValueError, "value: expected the shape"),
        (lambda planes, masks: (-1.0 * masks, np.zeros(len(masks))), ValueError, "weight"),
        (lambda planes, masks: (masks, np.full(len(masks), np.nan)), ValueError, "NaN"),
        (lambda planes, masks: ("x", "y"), ValueError, None),
    ],
)
def test_invalid_evaluations_are_errors(evaluate, error, words):
    forest = gambol.Forest(states("threes", 3))
    with pytest.raises(error, match=words):
        forest.run(evaluate, simulations=5)
    # The leaves still wait, for a better network.
    forest.run(uniform, simulations=5)


def test_invalid_arguments_are_errors():
    for call, words in [
        (lambda: gambol.Forest([]), "states"),
        (lambda: gambol.Forest([*states("threes", 1), gambol.make("match5")]), "another game"),
        (lambda: gambol.Forest(states("threes", 1), c=-1.0), "puct|exploration|c "),
        (lambda: gambol.Forest(states("threes", 1), leaves=0), "leaves"),
        (lambda: gambol.Forest(states("threes", 1), leaves=10**11), "leaves"),
        (lambda: gambol.Forest(states("threes", 1)).advance(0, "X"), "X"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
    with pytest.raises(IndexError, match="game 1 of 1"):
        gambol.Forest(states("threes", 1)).state(1)
    with pytest.raises(RuntimeError, match="borrowed"):
        forest = gambol.Forest(states("threes", 1))
        forest.run(lambda planes, masks: forest.visits(), simulations=5)


def test_a_game_in_which_chance_is_due_has_no_policy():
    forest = gambol.Forest(states("threes", 2))
    forest.run(uniform, simulations=5)
    action = forest.state(0).actions()[0]
    with pytest.raises(ValueError, match="X"):
        forest.advance(0, action, "X")
    assert forest.state(0).turn == "first", "no event was played"
    forest.advance(0, action)
    assert forest.state(0).turn == "chance"
    for rows in [forest.policies(), forest.visits()]:
        assert (rows[0] == 0).all() and rows[1].sum() > 0
    assert forest.values()[0] == 0
