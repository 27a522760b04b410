"""Steps a second of processor time, of Gambol and of others: ``python bench/steps.py WHO SECONDS GAME...``.

WHO is gambol, gym, pgx, jumanji, openspiel or envpool. Observations and legal actions are included;
the drawing of actions, uniform among the legal ones, is not. One thread.
"""

import os

os.environ.update(
    OMP_NUM_THREADS="1",
    OPENBLAS_NUM_THREADS="1",
    JAX_PLATFORMS="cpu",
    XLA_FLAGS="--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
)

import sys
import time

import numpy as np

GAMES = ["threes", "five-or-more:small", "five-or-more", "tenten", "pentago-swap", "match5"]
BATCHES = [1, 256, 16384]
rng = np.random.default_rng(0)
GAMES = sys.argv[3:] or GAMES


def legal(masks):
    """A uniform legal action for each row."""
    count, actions = masks.shape
    if actions <= 256:
        return np.where(masks, rng.random((count, actions), np.float32), -1).argmax(1).astype(np.int64)
    counts = masks.sum(1)
    _rows, columns = np.nonzero(masks)
    ends = np.cumsum(counts)
    picked = ends - counts + (rng.random(count) * counts).astype(np.int64)
    out = np.zeros(count, np.int64)
    some = counts > 0
    out[some] = columns[picked[some]]
    return out


def listed(lists):
    """The same from lists of indices."""
    indices, offsets = lists
    counts = np.diff(offsets.astype(np.int64))
    picked = offsets[:-1] + (rng.random(len(counts)) * counts).astype(np.int64)
    return np.where(counts > 0, np.append(indices, 0)[picked], 0).astype(np.int64)


def clock(step, draw, count, seconds):
    """Steps a second: the best of three measurements."""
    step(draw())
    best = 0.0
    for _ in range(3):
        spent, steps = 0.0, 0
        while spent < seconds / 3:
            actions = draw()
            begin = time.process_time()
            step(actions)
            spent += time.process_time() - begin
            steps += count
        best = max(best, steps / spent)
    return best


def show(who, game, count, speed):
    print(f"{who:24} {game:22} {count:6} {speed:14,.0f}", flush=True)


def gambol(seconds):
    from gambol import VecEnv

    forms = [("float32, masks", {}), ("uint8, lists", {"planes": "uint8", "actions": "list"})]
    for game in GAMES:
        for count in BATCHES:
            for name, form in forms:
                env = VecEnv(game, count, seed=1, **form)
                env.reset()
                draw = (lambda: legal(env.masks)) if env.lists is None else (lambda: listed(env.lists))
                show(f"gambol {name}", game, count, clock(env.step, draw, count, seconds))


def gym(seconds):
    from gambol.gymnasium import Env, VectorEnv

    for game in GAMES:
        env = Env(game)
        _, info = env.reset(seed=1)
        # Recorded and played again, since a draw takes longer than a step.
        actions = []
        for _ in range(10_000):
            legal_now = info["action_mask"].nonzero()[0]
            actions.append(int(legal_now[int(rng.random() * len(legal_now))]))
            _, _, terminated, truncated, info = env.step(actions[-1])
            if terminated or truncated:
                _, info = env.reset()

        def play(_):
            for action in actions:
                _, _, terminated, truncated, _ = env.step(action)
                if terminated or truncated:
                    env.reset()

        def again():
            env.reset(seed=1)

        show("gymnasium.Env", game, 1, clock(play, again, len(actions), seconds))
        batch = VectorEnv(game, 256, copy=False)
        _, info = batch.reset(seed=1)
        show(
            "gymnasium VectorEnv",
            game,
            256,
            clock(batch.step, lambda: legal(info["action_mask"]), 256, seconds),
        )


def pgx(seconds):
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    for game in ["2048", "connect_four"]:
        for count in BATCHES:
            env = pgx.make(game)
            init = jax.jit(jax.vmap(env.init))
            advance = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
            keys = jax.random.split(jax.random.PRNGKey(1), count)
            box = [init(keys)]

            def step(actions):
                box[0] = advance(box[0], jnp.asarray(actions, jnp.int32), keys)
                np.asarray(box[0].observation), np.asarray(box[0].legal_action_mask)

            show(
                "pgx",
                game,
                count,
                clock(step, lambda: legal(np.asarray(box[0].legal_action_mask)), count, seconds),
            )


def jumanji(seconds):
    import jax
    import jax.numpy as jnp
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    for count in BATCHES:
        env = VmapAutoResetWrapper(jumanji.make("Game2048-v1"))
        advance = jax.jit(env.step)
        box = list(jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), count)))

        def step(actions):
            box[:] = advance(box[0], jnp.asarray(actions, jnp.int32))
            np.asarray(box[1].reward), np.asarray(box[1].observation.board)

        draw = lambda: legal(np.asarray(box[1].observation.action_mask))
        show("jumanji", "Game2048-v1", count, clock(step, draw, count, seconds))


def openspiel(seconds):
    import pyspiel

    for name in ["2048", "connect_four", "pentago"]:
        game = pyspiel.load_game(name)
        box = [None]

        def settle(state):
            while state.is_chance_node():
                outcomes, _chances = zip(*state.chance_outcomes())
                state.apply_action(outcomes[int(rng.integers(len(outcomes)))])
            return state

        box[0] = settle(game.new_initial_state())

        def step(action):
            state = box[0]
            state.apply_action(int(action))
            settle(state)
            if state.is_terminal():
                state = box[0] = settle(game.new_initial_state())
            np.asarray(state.observation_tensor(), np.float32), state.legal_actions_mask()

        draw = lambda: box[0].legal_actions()[int(rng.random() * len(box[0].legal_actions()))]
        show("openspiel", name, 1, clock(step, draw, 1, seconds))


def envpool(seconds):
    import envpool

    for name, actions in [("Game2048-v1", 4), ("ConnectFour-v1", 7)]:
        for count in BATCHES[:2]:
            env = envpool.make(name, env_type="gymnasium", num_envs=count, num_threads=1)
            env.reset()
            draw = lambda: rng.integers(0, actions, count).astype(np.int32)
            show("envpool", name, count, clock(env.step, draw, count, seconds))


if __name__ == "__main__":
    {
        "gambol": gambol,
        "gym": gym,
        "pgx": pgx,
        "jumanji": jumanji,
        "openspiel": openspiel,
        "envpool": envpool,
    }[sys.argv[1]](float(sys.argv[2]) if len(sys.argv) > 2 else 1.0)
