"""AlphaZero for games with chance and points: self-play, training, and a test without noise.

    python examples/alpha_zero.py tenten --seconds 1800

Every move, the trees of all games grow together (`gambol.Forest`), and one network evaluates their
leaves. Its targets are the improved policy of the search, and the points to come: those of the next
moves, then what the search expects after them. Needs torch, onnx and onnxscript.
"""

import argparse
import time
from itertools import pairwise

import gambol
import numpy as np
import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("game", nargs="?", default="tenten")
parser.add_argument("--seconds", type=float, default=1800, help="processor time")
parser.add_argument("--simulations", type=int, default=16, help="simulations a move")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

torch.set_num_threads(1)
torch.manual_seed(options.seed)
rng = np.random.default_rng(options.seed)
start = gambol.make(options.game)
SHAPE, ACTIONS, WIDTH = start.observation_shape, start.num_actions, 32
GAMES, CONSIDERED, STEPS = 64, 8, 10  # at once; root actions; moves until the search's value is the target
BATCH, MEMORY, SCALE = 256, 50_000, 200.0  # the last one: points that the network's 1 stands for


class Network(nn.Module):
    """Convolutions, and two heads: a policy, and the points to come."""

    def __init__(self):
        super().__init__()
        planes, height, width = SHAPE
        sizes = [planes] + 3 * [WIDTH]
        layers = [(nn.Conv2d(a, b, 3, padding=1), nn.ReLU()) for a, b in pairwise(sizes)]
        self.body = nn.Sequential(*(part for layer in layers for part in layer))
        # Where each cell has the same actions, each cell has the same weights.
        kinds, self.others = divmod(ACTIONS, height * width)
        size = WIDTH * height * width
        self.policy = nn.Linear(size, ACTIONS) if self.others else nn.Conv2d(WIDTH, kinds, 1)
        self.value = nn.Sequential(nn.Linear(2 * WIDTH, 64), nn.ReLU(), nn.Linear(64, 1))
        nn.init.zeros_(self.value[2].weight)

    def forward(self, planes):
        body = self.body(planes)
        policy = self.policy(body.flatten(1) if self.others else body).flatten(1)
        pooled = torch.cat([body.mean((2, 3)), body.amax((2, 3))], 1)
        return policy, self.value(pooled) * SCALE


network = Network()
optimizer = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=1e-4)


def evaluate(planes, masks):
    """Policies, and points to come for the player to move: the callback of the forest."""
    with torch.inference_mode():
        logits, values = network(torch.from_numpy(planes))
        return logits.masked_fill(~torch.from_numpy(masks), -1e9).softmax(1).numpy(), values[:, 0].numpy()


class Memory:
    """The last positions: planes, masks, policies and points to come."""

    def __init__(self):
        self.count = 0
        shapes = [(SHAPE, np.float32), ((ACTIONS,), bool), ((ACTIONS,), np.float32), ((), np.float32)]
        self.arrays = [np.zeros((MEMORY, *shape), dtype) for shape, dtype in shapes]

    def add(self, *row):
        for array, value in zip(self.arrays, row):
            array[self.count % MEMORY] = value
        self.count += 1

    def train(self):
        picked = rng.integers(min(self.count, MEMORY), size=BATCH)
        planes, masks, policies, values = (torch.from_numpy(array[picked]) for array in self.arrays)
        logits, guesses = network(planes)
        likely = logits.masked_fill(~masks, -1e9).log_softmax(1)
        loss = nn.functional.smooth_l1_loss(guesses[:, 0] / SCALE, values / SCALE)
        loss -= (policies * likely).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test(games=16, moves=2000):
    """Mean points of games without noise, the first moves of each, on seeds of its own."""
    states = [gambol.make(options.game, seed=game) for game in range(games)]
    forest, running = gambol.Forest(states, c=1.5, seed=0), set(range(games))
    for move in range(moves):
        if running:
            forest.run(evaluate, options.simulations)
        for game in list(running):
            forest.advance(game, forest.decision(game).action)
            forest.settle(game, move * games + game)
            running -= {game} if forest.state(game).is_over else set()
    return np.mean([forest.state(game).score for game in range(games)])


def main():
    memory, ended, moves, shown, tests = Memory(), 0, 0, 0.0, 0.0
    states = [gambol.make(options.game, seed=rng.integers(1 << 62)) for _ in range(GAMES)]
    forest = gambol.Forest(states, c=1.5, seed=rng.integers(1 << 62), gumbel=CONSIDERED)
    # Of each game: the positions whose target is not known yet.
    histories = [[] for _ in states]
    permutations = [start.permutation(image) for image in range(start.symmetries)]
    begin = time.process_time()
    while (spent := time.process_time() - begin - tests) < options.seconds:
        if spent >= shown:
            shown += options.seconds / 12
            print(f"{spent:6.0f} s {moves:9} moves {ended:6} games, test: {test():8.1f}", flush=True)
            tests = time.process_time() - begin - spent
        forest.run(evaluate, options.simulations)
        policies, values = forest.policies(), forest.values()
        for game, (state, history) in enumerate(zip(states, histories)):
            side = -1 if state.turn == "second" else 1
            image = int(rng.integers(start.symmetries))
            picture, policy = state.transform(image), np.zeros_like(policies[game])
            policy[permutations[image]] = policies[game]
            history.append((picture.observe(), picture.action_mask(), policy, state.score, side))
            if len(history) > STEPS:
                # Points are those of the first player; targets are those of the player to move.
                *row, score, own = history.pop(0)
                memory.add(*row, own * (state.score + side * values[game] - score))
            forest.advance(game, forest.decision(game).action)
            forest.settle(game, rng.integers(1 << 62))
            states[game] = after = forest.state(game)
            moves += 1
            if after.is_over:
                ended += 1
                for *row, score, own in history:
                    memory.add(*row, own * (after.score - score))
                history.clear()
                states[game] = gambol.make(options.game, seed=rng.integers(1 << 62))
                forest.set(game, states[game], seed=rng.integers(1 << 62))
        if memory.count > 2000:
            memory.train()
    names = {"output_names": ["policy", "value"], "dynamic_shapes": ({0: torch.export.Dim("batch")},)}
    torch.onnx.export(network, (torch.zeros(2, *SHAPE),), "network.onnx", external_data=False, **names)


main()
