"""AlphaZero for games with chance and points: self-play, training, and a greedy test.

    python examples/alpha_zero.py threes --seconds 600

Every move, the trees of all games grow together (`gambol.Forest`), and one network evaluates their
leaves. Its targets are the visits of the search, and the points to come: those of the next moves,
then what the search expects after them. Needs torch.
"""

import argparse
import time

import gambol
import numpy as np
import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("game", nargs="?", default="threes")
parser.add_argument("--seconds", type=float, default=600, help="processor time")
parser.add_argument("--games", type=int, default=64, help="games played at once")
parser.add_argument("--simulations", type=int, default=16, help="simulations a move")
parser.add_argument("--steps", type=int, default=10, help="moves until the search's value is the target")
parser.add_argument("--scale", type=float, default=200.0, help="points that the network's 1 stands for")
parser.add_argument("--width", type=int, default=256)
parser.add_argument("--updates", type=int, default=1, help="gradient steps a move")
parser.add_argument("--gumbel", type=int, default=4, help="root actions of Gumbel selection; 0 is noise")
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

torch.set_num_threads(1)
torch.manual_seed(options.seed)
rng = np.random.default_rng(options.seed)
start = gambol.make(options.game)
INPUTS, ACTIONS, BATCH, MEMORY = int(np.prod(start.observation_shape)), start.num_actions, 256, 50_000


class Network(nn.Module):
    """Two hidden layers; a head for the policy, one for the points to come."""

    def __init__(self):
        super().__init__()
        width = options.width
        self.body = nn.Sequential(nn.Linear(INPUTS, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)
        nn.init.zeros_(self.value.weight)

    def forward(self, planes, masks):
        hidden = self.body(planes.flatten(1))
        return self.policy(hidden).masked_fill(~masks, -1e9), self.value(hidden)[:, 0]


network = Network()
optimizer = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=1e-4)


def evaluate(planes, masks):
    """The callback of the forest: policies, and points to come for the player to move."""
    with torch.inference_mode():
        logits, values = network(torch.from_numpy(planes), torch.from_numpy(masks))
        return logits.softmax(1).numpy(), (values * options.scale).numpy()


class Memory:
    """The last positions: planes, masks, policies and points to come."""

    def __init__(self):
        self.size = self.next = 0
        self.planes = np.zeros((MEMORY, INPUTS), np.float32)
        self.masks = np.zeros((MEMORY, ACTIONS), bool)
        self.policies = np.zeros((MEMORY, ACTIONS), np.float32)
        self.values = np.zeros(MEMORY, np.float32)

    def add(self, planes, mask, policy, value):
        place = self.next % MEMORY
        self.planes[place], self.masks[place], self.policies[place] = planes.ravel(), mask, policy
        self.values[place] = value
        self.next, self.size = self.next + 1, min(self.next + 1, MEMORY)

    def train(self):
        picked = rng.integers(self.size, size=BATCH)
        planes, masks, policies, values = (
            torch.from_numpy(array[picked]) for array in (self.planes, self.masks, self.policies, self.values)
        )
        logits, guesses = network(planes, masks)
        loss = -(policies * logits.log_softmax(1)).sum(1).mean() + nn.functional.smooth_l1_loss(
            guesses, values
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def seed():
    return int(rng.integers(1 << 62))


def main():
    memory, scores, moves = Memory(), [], 0
    states = [gambol.make(options.game, seed=seed()) for _ in range(options.games)]
    root = {"gumbel": options.gumbel} if options.gumbel else {"noise": (0.25, 0.5)}
    forest = gambol.Forest(states, c=1.5, seed=seed(), **root)
    # Of each game: the positions whose target is not known yet.
    histories = [[] for _ in states]
    begin, shown = time.process_time(), 0.0
    while (spent := time.process_time() - begin) < options.seconds:
        forest.run(evaluate, options.simulations)
        policies, values = forest.policies(), forest.values()
        for game, state in enumerate(states):
            side = -1 if state.turn == "second" else 1
            history, policy = histories[game], policies[game]
            history.append((state.observe(), state.action_mask(), policy, state.score, side))
            if len(history) > options.steps:
                # Points are those of the first player; targets are those of the player to move.
                planes, mask, target, score, own = history.pop(0)
                to_come = own * (state.score + side * values[game] - score)
                memory.add(planes, mask, target, to_come / options.scale)
            if options.gumbel:
                action = forest.decision(game).action
            else:
                action = state.action_at(int(rng.choice(ACTIONS, p=policy / policy.sum())))
            forest.advance(game, action)
            forest.settle(game, seed())
            states[game] = after = forest.state(game)
            moves += 1
            if after.is_over:
                scores.append(after.score)
                for planes, mask, target, score, own in history:
                    memory.add(planes, mask, target, own * (after.score - score) / options.scale)
                history.clear()
                states[game] = gambol.make(options.game, seed=seed())
                forest.set(game, states[game], seed=seed())
        if memory.size > 2000:
            for _ in range(options.updates):
                memory.train()
        if spent >= shown:
            mean = f"{np.mean(scores[-200:]):8.1f}" if scores else "       –"
            print(f"{spent:6.0f} s {moves:9} moves {len(scores):6} games, last 200: {mean}", flush=True)
            shown += options.seconds / 12
    torch.save(network.state_dict(), f"{options.game.split(':')[0]}.pt")


main()
