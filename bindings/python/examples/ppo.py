"""MaskablePPO on a batch of games: ``python examples/ppo.py threes --seconds 600``.

Needs sb3-contrib. Prints the mean points of the last 300 games against processor time.
"""

import argparse
import time

import numpy as np
import torch
from gambol.sb3 import VecEnv
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

parser = argparse.ArgumentParser()
parser.add_argument("game", nargs="?", default="threes")
parser.add_argument("--seconds", type=float, default=600, help="processor time")
parser.add_argument("--games", type=int, default=64)
parser.add_argument("--scale", type=float, default=0.02, help="factor of rewards")
options = parser.parse_args()


class Progress(BaseCallback):
    """Prints means, and stops in time."""

    def __init__(self):
        super().__init__()
        self.begin, self.shown, self.scores = time.process_time(), 0.0, []

    def _on_step(self):
        self.scores += [info["episode"]["r"] for info in self.locals["infos"] if info]
        spent = time.process_time() - self.begin
        if spent >= self.shown and self.scores:
            print(
                f"{spent:6.0f} s {self.num_timesteps:10} steps, last 300: {np.mean(self.scores[-300:]):8.1f}",
                flush=True,
            )
            self.shown += options.seconds / 24
        return spent < options.seconds


torch.set_num_threads(1)
env = VecEnv(options.game, options.games, seed=1, scale=options.scale)
model = MaskablePPO(
    "MlpPolicy",
    env,
    n_steps=128,
    batch_size=1024,
    n_epochs=4,
    learning_rate=5e-4,
    gamma=0.997,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [256, 256]},
    device="cpu",
    seed=1,
)
model.learn(10**9, callback=Progress())
