"""Environments of PettingZoo, in which agents move in turn.

>>> from gambol.pettingzoo import AEC
>>> env = AEC("pentago-swap")
>>> env.reset(seed=7)
>>> env.agent_selection, int(env.observe("player_0")["action_mask"].sum())
('player_0', 216)
"""

from __future__ import annotations

import operator
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._gambol import State
from .gymnasium import RENDER_MODES, _check_mode, _render

__all__ = ["AEC"]

_VIEWS: tuple[Literal["first"], Literal["second"]] = ("first", "second")


class AEC(AECEnv):  # type: ignore[misc]
    """A game of one or two agents, ``player_0`` and ``player_1``.

    Observations are dicts: ``observation`` has the planes from the side of the agent (float32, 0 to
    1), ``action_mask`` the legal actions (int8), all 0 if the agent is not to move. Rewards are the
    points gained, and lost by the other agent.

    - ``game``: a name such as ``"match5:gomoku"``, or the state in which every episode starts.
    - ``max_steps``: truncates episodes.
    - ``render_mode``: as for `gambol.gymnasium.Env`.

    An illegal action raises ValueError.
    """

    def __init__(
        self,
        game: str | State = "pentago-swap",
        *,
        render_mode: str | None = None,
        max_steps: int | None = None,
    ) -> None:
        super().__init__()
        _check_mode(render_mode)
        self._start = State(game) if isinstance(game, str) else game
        self.metadata = {
            "name": f"gambol_{self._start.game.replace('-', '_')}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.possible_agents = [f"player_{number}" for number in range(self._start.players)]
        actions = self._start.num_actions
        space = gym.spaces.Dict(
            {
                "observation": gym.spaces.Box(0.0, 1.0, self._start.observation_shape, np.float32),
                "action_mask": gym.spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gym.spaces.Discrete(actions) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self._state = self._start

    def observation_space(self, agent: str) -> gym.spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def current(self) -> State:
        """The current state."""
        return self._state

    def _settled(self, state: State) -> State:
        return state.settled(int(self._rng.integers(1 << 63))) if state.turn == "chance" else state

    def _mover(self) -> str:
        return self.possible_agents[_VIEWS.index(self._state.turn)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; the same seed gives the same chance events."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._state = self._settled(self._start)
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, whether it is to move or not."""
        number = self.possible_agents.index(agent)
        is_mover = self._state.turn == _VIEWS[number]
        mask = self._state.action_mask().astype(np.int8)
        return {
            "observation": self._state.observe(_VIEWS[number]),
            "action_mask": mask if is_mover else np.zeros_like(mask),
        }

    def step(self, action: Any) -> None:
        """Plays an action of the selected agent, and the chance events after it."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        before = self._state
        self._state = self._settled(before.after(before.action_at(operator.index(action))))
        self._steps += 1
        self._cumulative_rewards[mover] = 0.0
        gain = float(self._state.score - before.score)
        self.rewards = {agent: gain if agent == "player_0" else -gain for agent in self.agents}
        over = self._state.is_over
        cut = not over and self.max_steps is not None and self._steps >= self.max_steps
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        if not over and not cut:
            self.agent_selection = self._mover()
        elif len(self.agents) > 1:
            self.agent_selection = next(agent for agent in self.agents if agent != mover)
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board in the form of ``render_mode``; None without one."""
        return _render(self._state, self.render_mode)

    def close(self) -> None:
        """Does nothing: a state holds nothing but memory."""
