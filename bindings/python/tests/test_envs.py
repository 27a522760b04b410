"""Arrays, and the environments of Gymnasium, PettingZoo and stable-baselines3."""

import os
import random
import threading
import warnings

import gambol
import gymnasium as gym
import numpy as np
import pytest
from conftest import GAMES
from gambol.gymnasium import Env, VectorEnv, env_id
from gymnasium.utils.env_checker import check_env


def legal(masks, rng):
    """A uniform legal action for each row of masks; 0 where there is none."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks], np.int64)


@pytest.mark.parametrize("autoreset", ["next-step", "same-step"])
def test_random_steps_follow_the_rules(game, autoreset):
    """Every array equals what the states say, which the Rust rules compute one by one."""
    rng = np.random.default_rng(1)
    env = gambol.VecEnv(game, 8, seed=3, autoreset=autoreset, max_steps=25)
    env.reset()
    # A million by hand: see the README.
    for _ in range(int(os.environ.get("GAMBOL_STEPS", "1000")) // 8):
        before = [env.state(number) for number in range(8)]
        ended = env.terminated | env.truncated
        actions = legal(env.masks, rng)
        env.step(actions)
        for number, state in enumerate(before):
            after = env.state(number)
            view = "second" if env.movers[number] else "first"
            over = env.terminated[number] or env.truncated[number]
            if not over or autoreset == "same-step":
                assert (env.observations[number] == after.observe(view)).all()
                assert (env.masks[number] == after.action_mask()).all()
            if autoreset == "next-step" and ended[number]:
                assert env.rewards[number] == 0 and not over
                continue
            played = state.after(state.action_at(int(actions[number])))
            if not state.has_chance:
                sign = -1 if state.turn == "second" else 1
                assert env.rewards[number] == sign * (played.score - state.score)
                if autoreset == "next-step":
                    assert str(after) == str(played) and env.terminated[number] == played.is_over
            if over and autoreset == "same-step" and not state.has_chance:
                assert (env.final_observations[number] == played.observe(state.turn)).all()


def test_rewards_are_the_points(game):
    env = gambol.VecEnv(game, 4, seed=5, autoreset="disabled")
    env.reset()
    rng, total = np.random.default_rng(2), np.array([float(env.score(number)) for number in range(4)])
    for _ in range(200):
        running = ~(env.terminated | env.truncated)
        if not running.any():
            break
        if not running.all():
            env.reset(which=~running)
            total[~running] = [env.score(int(number)) for number in np.flatnonzero(~running)]
        movers = env.movers.copy()
        env.step(legal(env.masks, rng))
        total += env.rewards * np.where(movers == 1, -1, 1)
        assert [env.score(number) for number in range(4)] == total.tolist()


def test_episodes_do_not_depend_on_the_batch(game):
    def first(num_envs, **options):
        env = gambol.VecEnv(game, num_envs, seed=7, **options)
        env.reset()
        texts = []
        for _ in range(60):
            env.step(env.masks.argmax(1).astype(np.int64))
            texts.append(str(env.state(0)))
        return texts

    assert first(1) == first(33) == first(70, parallel=True)


def test_lists_and_bytes_are_the_masks_and_planes():
    one = gambol.VecEnv("five-or-more:small", 5, seed=1)
    two = gambol.VecEnv("five-or-more:small", 5, seed=1, planes="uint8", actions="list")
    one.reset()
    two.reset()
    assert two.masks is None and one.lists is None and two.observations.dtype == np.uint8
    for _ in range(30):
        indices, offsets = two.lists
        for number in range(5):
            listed = sorted(indices[offsets[number] : offsets[number + 1]])
            assert listed == np.flatnonzero(one.masks[number]).tolist()
        assert (two.observations == np.round(one.observations * 255)).all()
        actions = one.masks.argmax(1).astype(np.int64)
        one.step(actions)
        two.step(actions)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda env: env.step(np.zeros(3, np.int64)), ValueError, "actions"),
        (lambda env: env.step(np.zeros((4, 1), np.int64)), TypeError, "one dimension"),
        (lambda env: env.step(np.zeros(4, np.float32)), TypeError, "int64"),
        (lambda env: env.step([0, 0, 0, 0]), TypeError, "int64"),
        (lambda env: env.step(np.zeros(8, np.int64)[::2]), ValueError, "contiguous"),
        (lambda env: env.step(np.full(4, 99)), ValueError, "game 0: action 99"),
        (lambda env: env.step(np.full(4, -1)), ValueError, "action -1"),
        (lambda env: env.reset(which=np.ones(3, bool)), ValueError, "3"),
        (lambda env: env.reset(which=np.ones(4)), TypeError, "bool"),
        (lambda env: env.state(4), IndexError, "game 4 of 4"),
        (lambda env: (env.close(), env.step(np.zeros(4, np.int64))), ValueError, "closed"),
        (lambda env: (env.close(), env.state(0)), ValueError, "closed"),
        (lambda env: (env.rewards.setflags(write=False), env.reset()), Exception, "writ"),
    ],
)
def test_misuse_is_an_error(call, error, words):
    env = gambol.VecEnv("threes", 4)
    env.reset()
    with pytest.raises(error, match=words):
        call(env)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"autoreset": "never"}, "autoreset"),
        ({"illegal": "skip"}, "illegal"),
        ({"planes": "float64"}, "planes"),
        ({"actions": "all"}, "actions"),
    ],
)
def test_options_are_named(options, words):
    with pytest.raises(ValueError, match=words):
        gambol.VecEnv("threes", 4, **options)
    with pytest.raises(ValueError, match="thres"):
        gambol.VecEnv("thres", 4)


def test_games_are_reset_by_the_ends_of_a_step():
    env = gambol.VecEnv("match5", 2, autoreset="disabled", illegal="end")
    env.reset(1)
    env.step(np.array([0, 1]))
    env.step(np.array([0, 2]))
    assert list(env.terminated) == [True, False]
    env.reset(which=env.terminated)
    assert not env.terminated.any() and env.state(0) == gambol.make("match5") != env.state(1)


def test_a_mistaken_number_of_games_is_an_error():
    for number in [10**9, 10**11]:
        with pytest.raises(ValueError, match="num_envs"):
            gambol.VecEnv("threes", number)


def test_actions_are_integers():
    single, vector = Env("threes"), VectorEnv("threes", 2)
    single.reset(seed=1)
    vector.reset(seed=1)
    for step, actions in [(single.step, 1.9), (vector.step, [0.5, 1.9]), (vector.step, np.ones(2))]:
        with pytest.raises(TypeError):
            step(actions)
    single.step(np.int32(1))
    vector.step(np.ones(2, np.uint8))


def test_steps_before_a_reset_and_after_an_end_are_errors():
    env = gambol.VecEnv("match5", 1, autoreset="disabled", illegal="end")
    with pytest.raises(ValueError, match="not begun"):
        env.step(np.zeros(1, np.int64))
    env.reset()
    env.step(np.zeros(1, np.int64))
    env.step(np.zeros(1, np.int64))
    assert env.terminated[0] and env.rewards[0] == -1
    with pytest.raises(ValueError, match="has ended"):
        env.step(np.ones(1, np.int64))


def test_threads_cannot_step_one_batch_at_once():
    env = gambol.VecEnv("five-or-more", 512)
    env.reset()
    errors, stop = [], threading.Event()

    def step():
        while not stop.is_set():
            try:
                env.step(env.masks.argmax(1).astype(np.int64))
            except (RuntimeError, ValueError) as error:
                errors.append(error)

    threads = [threading.Thread(target=step) for _ in range(4)]
    [thread.start() for thread in threads]
    stop.wait(0.5)
    stop.set()
    [thread.join() for thread in threads]
    # Masks that another thread changes may select an illegal action.
    assert all("borrowed" in str(error) or "action" in str(error) for error in errors)


def test_an_environment_is_a_batch_of_one(game):
    rng = np.random.default_rng(6)
    env = Env(game, max_steps=30, planes="uint8")
    batch = gambol.VecEnv(game, 1, planes="uint8", autoreset="disabled", max_steps=30)
    obs, info = env.reset(seed=3)
    batch.reset(int(gym.utils.seeding.np_random(3)[0].integers(1 << 63)))
    for _ in range(500):
        assert (obs == batch.observations[0]).all() and (info["action_mask"] == batch.masks[0]).all()
        assert (env.action_masks() == info["action_mask"]).all()
        assert info.get("player", 0) == batch.movers[0] and str(env.state) == str(batch.state(0))
        # What was returned is the caller's: the environment has its own.
        obs[:], info["action_mask"][:] = 7, True
        action = rng.choice(np.flatnonzero(batch.masks[0]))
        obs, *ends, info = env.step(action)
        batch.step(np.array([action]))
        assert ends == [batch.rewards[0], batch.terminated[0], batch.truncated[0]]
        if ends[1] or ends[2]:
            obs, info = env.reset()
            batch.reset()


def test_memory_and_references_are_flat():
    """Also by hand, with ten million steps: see the README."""
    import sys

    # Not on Windows.
    resource = pytest.importorskip("resource")

    # Objects that results refer to.
    shared = [np.dtype(np.float32), np.dtype(np.bool_), np.ndarray, True, "action_mask", "player"]

    def spent(rounds):
        batch = gambol.VecEnv("threes", 256, seed=1)
        batch.reset()
        for _ in range(rounds):
            batch.step(batch.masks.argmax(1).astype(np.int64))
            batch.observations
        single = Env("match5")
        for _ in range(256 * rounds // 16):
            _, info = single.reset()
            over = False
            for _ in range(16):
                if not over:
                    _, _, over, _, info = single.step(info["action_mask"].argmax())
        state = gambol.make("threes", seed=1)
        for _ in range(rounds):
            state.after(state.actions()[0]).observe()
        batch.close()
        single.close()
        del batch, single, info, state
        counts = [sys.getrefcount(one) for one in shared]
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, sys.getallocatedblocks(), counts

    rounds = int(os.environ.get("GAMBOL_STEPS", "200000")) // 256
    memory, blocks, counts = spent(rounds // 4)
    after = spent(rounds)
    assert after[0] - memory < 20_000, "kilobytes"
    assert after[1] - blocks < 500
    assert all(abs(one - two) < 50 for one, two in zip(after[2], counts, strict=True)), (counts, after[2])


def ids():
    return [(env_id(game.split(":")[0]), game) for game in GAMES]


@pytest.mark.parametrize(("name", "game"), ids())
def test_check_env(name, game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gym.make(name, game=game, render_mode="rgb_array")
        check_env(env.unwrapped)
        env.close()


@pytest.mark.parametrize(("name", "game"), ids())
def test_the_same_seed_gives_the_same_episodes(name, game):
    def episode():
        env = gym.make(name, game=game)
        (obs, info), rng = env.reset(seed=11), random.Random(1)
        seen = [obs]
        for _ in range(50):
            obs, _, terminated, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            seen.append(obs)
            if terminated:
                seen.append(env.reset()[0])
                break
        return seen

    assert all((one == two).all() for one, two in zip(episode(), episode(), strict=True))


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_vector_environments(game, mode):
    autoreset = gym.vector.AutoresetMode[mode.upper()]
    env = gym.make_vec(
        env_id(game.split(":")[0]),
        num_envs=6,
        vectorization_mode="vector_entry_point",
        game=game,
        autoreset_mode=autoreset,
        max_steps=10,
    )
    assert env.metadata["autoreset_mode"] is autoreset
    rng = np.random.default_rng(4)
    obs, info = env.reset(seed=5)
    finals = 0
    for _step in range(40):
        assert env.observation_space.contains(obs) and obs.shape[0] == 6
        obs, reward, terminated, truncated, info = env.step(legal(info["action_mask"], rng))
        assert reward.shape == terminated.shape == truncated.shape == (6,)
        ended = terminated | truncated
        if mode == "same_step" and ended.any():
            finals += 1
            assert (info["_final_obs"] == ended).all() and info["final_obs"].shape == obs.shape
        if mode == "disabled" and ended.any():
            obs, info = env.reset(options={"reset_mask": ended})
    assert (finals > 0) == (mode == "same_step")
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=[1, 2, 3, 4, 5, 6])
    env.close()
    with pytest.raises(ValueError, match="closed"):
        env.step(np.zeros(6, np.int64))


def test_without_copies_the_arrays_are_the_same():
    env = VectorEnv("threes", 4, copy=False)
    obs, _ = env.reset(seed=1)
    again, *_ = env.step([0, 0, 0, 0])
    assert again is obs


def test_renderings(game, capsys):
    for mode, kind in [("ansi", str), ("rgb_array", np.ndarray)]:
        env = Env(game, render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    Env(game, render_mode="human").reset(seed=1)
    assert "\x1b" in capsys.readouterr().out
    assert len(VectorEnv(game, 2, render_mode="rgb_array").render()) == 2
    assert VectorEnv.metadata["render_modes"] == Env.metadata["render_modes"]
    vector = VectorEnv(game, 2, render_mode="human")
    assert vector.render_mode in vector.metadata["render_modes"] and vector.render() == (None, None)
    assert "\x1b" in capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode"):
        Env(game, render_mode="window")


def test_pettingzoo(game):
    pytest.importorskip("pettingzoo")
    from gambol.pettingzoo import AEC
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Dicts of planes and a mask are PettingZoo's own form for these games.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(AEC(game, max_steps=60), num_cycles=60)
        seed_test(lambda: AEC(game, max_steps=60), num_cycles=60)


def test_each_agent_has_its_view():
    pytest.importorskip("pettingzoo")
    from gambol.pettingzoo import AEC

    env = AEC("match5")
    env.reset(seed=1)
    env.step(40)
    first, second = env.observe("player_0"), env.observe("player_1")
    assert (first["observation"][0] == second["observation"][1]).all()
    assert first["action_mask"].sum() == 0 and second["action_mask"].sum() == 80


def test_stable_baselines():
    pytest.importorskip("sb3_contrib")
    from gambol.sb3 import VecEnv
    from sb3_contrib import MaskablePPO

    env = VecEnv("threes", 8, seed=1, scale=0.02)
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=1, device="cpu", seed=1)
    model.learn(512)
    obs = env.reset()
    episodes = []
    for _ in range(400):
        actions, _ = model.predict(obs, action_masks=np.array(env.env_method("action_masks")))
        obs, _rewards, dones, infos = env.step(actions)
        episodes += [info["episode"] for info in infos if info]
        assert all(("terminal_observation" in info) == done for info, done in zip(infos, dones, strict=True))
    assert len(episodes) > 5 and all(episode["r"] >= 0 for episode in episodes)
    assert env.get_images()[0].shape[2] == 3
    env.close()


@pytest.mark.parametrize("mode", ["human", "ansi", "rgb_array"])
def test_stable_baselines_renders(mode, capsys):
    pytest.importorskip("stable_baselines3")
    from gambol.sb3 import VecEnv

    env = VecEnv("threes", 4, seed=1, render_mode=mode)
    env.reset()
    # The base class tiles pictures, and returns None in all other modes.
    assert (env.render() is not None) == (mode == "rgb_array")
    assert ("\x1b" in capsys.readouterr().out) == (mode == "human")
    assert mode in env.metadata["render_modes"] and env.has_attr("render")
    boards = env.env_method("render", indices=[1, 3])
    assert len(boards) == 2 and all(isinstance(board, str) for board in boards) == (mode == "ansi")
    with pytest.raises(AttributeError, match="no method wander"):
        env.env_method("wander")
    env.close()
