"""Searches: results, seeds, threads, signals, forks."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import gambol
import pytest

THREES = gambol.State("threes", "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m")


def test_a_decision_has_everything():
    found = THREES.search("expectimax:depth=2")
    assert found.action in THREES.actions() and found.player == "first" and found.proven is None
    assert [root.action for root in found.root] == THREES.actions()
    assert found.values[found.action] == found.value == max(found.values.values())
    assert found.pv[0] == found.action and found.nodes > 10 and found.depth == 2 and found.ms > 0
    told = found.to_dict()
    assert told["root"][0] == found.root[0].to_dict()
    assert THREES.decide("expectimax:depth=2") == found.action


@pytest.mark.parametrize("agent", ["expectimax:depth=1", "mc:rollouts=3", "alpha-beta:depth=2", "prove"])
def test_decisions_are_pickled(agent):
    name = "threes" if agent[0] in "em" else "match5"
    found = gambol.make(name, seed=1).search(agent, ms=50)
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict() and repr(again) == repr(found)
    assert [repr(root) for root in again.root] == [repr(root) for root in found.root]


def test_processes_share_out_searches():
    states = [gambol.make("threes", seed=seed) for seed in range(4)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.starmap(gambol.State.search, [(state, "expectimax:depth=1") for state in states])
    assert [one.values for one in found] == [state.search("expectimax:depth=1").values for state in states]


def test_every_agent_decides(game):
    state = gambol.make(game, seed=1)
    for agent in gambol.describe(state.game)["agents"]:
        try:
            action = state.decide(agent, ms=30)
        except ValueError as error:
            # Some need a file, or a limit of their own.
            assert agent in str(error) or "limit" in str(error) or "weights" in str(error), error
        else:
            assert action in state.actions()


def test_proofs_are_told():
    state = gambol.make("match5").after("a1", "a9", "b1", "b9", "c1", "c9", "d1", "d9")
    found = state.search("prove")
    assert (found.action, found.value) == ("e1", 1) and found.proven.startswith("win")


def test_the_seed_decides():
    state = gambol.make("tenten", seed=2)
    one, two = (state.search("mc:rollouts=5", seed=9).values for _ in range(2))
    assert one == two != state.search("mc:rollouts=5", seed=10).values


def test_limits_are_kept():
    assert THREES.search("mcts", simulations=50).simulations <= 60
    begin = time.monotonic()
    gambol.make("pentago-swap").search("alpha-beta:ms=60000", ms=50)
    assert time.monotonic() - begin < 20


def test_other_threads_run_meanwhile():
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    gambol.make("pentago-swap").search("mc", ms=300)
    done.set()
    thread.join()
    assert counted[0] > 100


def test_many_threads_search_at_once():
    results = {}

    def search(number):
        results[number] = THREES.search("mc:rollouts=20", seed=number % 2).values

    threads = [threading.Thread(target=search, args=(number,)) for number in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(results[number] == results[number % 2] for number in range(8))


@pytest.mark.skipif(os.name == "nt", reason="no signals between threads")
@pytest.mark.parametrize(
    "call",
    [
        lambda: gambol.make("pentago-swap").search("alpha-beta:ms=60000"),
        lambda: gambol.make("pentago-swap").search("mc", ms=60000, evaluator=None),
        lambda: gambol.play("five-or-more", "mc:rollouts=500", games=1000),
    ],
)
def test_ctrl_c_stops(call):
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - begin < 30


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_forked_processes_search():
    program = """
import os, gambol
state = gambol.make("threes", seed=1)
here = state.search("mc:rollouts=20").values
pid = os.fork()
if pid == 0:
    os._exit(0 if state.search("mc:rollouts=20").values == here else 3)
assert os.waitpid(pid, 0)[1] == 0
env = gambol.VecEnv("threes", 64, parallel=True)
env.reset(1)
pid = os.fork()
if pid == 0:
    env.reset(1)
    os._exit(0)
assert os.waitpid(pid, 0)[1] == 0
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=120, check=False)
    assert done.returncode == 0


def test_an_evaluator_is_a_function_of_states():
    sizes = []

    def evaluator(states):
        sizes.append(len(states))
        assert all(isinstance(state, gambol.State) and state.game == "threes" for state in states)
        return [float(state.score) for state in states]

    found = THREES.search("greedy", evaluator=evaluator)
    expected = {action: THREES.after(action).score for action in THREES.actions()}
    assert found.values == expected and max(sizes) > 1, "afterstates are evaluated together"
    ours = THREES.search("expectimax:depth=2", evaluator=evaluator)
    score = THREES.search("expectimax:depth=2,eval=python", evaluator=evaluator)
    assert ours.values == score.values


@pytest.mark.parametrize(
    ("evaluator", "error"),
    [
        (lambda states: 1 / 0, ZeroDivisionError),
        (lambda states: [1.0], ValueError),
        (lambda states: None, TypeError),
        (lambda states: ["x"] * len(states), TypeError),
        (lambda states: [float("nan")] * len(states), ValueError),
    ],
)
def test_exceptions_of_evaluators_are_raised(evaluator, error):
    with pytest.raises(error):
        THREES.search("expectimax:depth=3", evaluator=evaluator)


def test_searches_within_callbacks():
    def evaluator(states):
        return [state.search("greedy").value if state.actions() else 0.0 for state in states]

    assert THREES.search("greedy", evaluator=evaluator).action in THREES.actions()
