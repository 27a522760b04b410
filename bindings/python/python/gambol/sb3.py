"""Batches for stable-baselines3, and for MaskablePPO of sb3-contrib.

from sb3_contrib import MaskablePPO
from gambol.sb3 import VecEnv

MaskablePPO("MlpPolicy", VecEnv("threes", 64)).learn(1_000_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv as BaseVecEnv

from ._gambol import State
from ._gambol import VecEnv as Core
from .gymnasium import _check_mode, _indices, _render, _spaces

__all__ = ["VecEnv"]


class VecEnv(BaseVecEnv):
    """Many games stepped together, without processes of their own.

    - ``game``: a name such as ``"threes"``, or the state in which every episode starts.
    - ``num_envs``: number of games.
    - ``seed``: the same seed, the same episodes.
    - ``scale``: factor of rewards; ``infos`` have the episodes' unscaled points.
    - ``max_steps``: truncates episodes.
    - ``parallel``: steps on all cores.
    - ``render_mode``: ``"rgb_array"`` for pictures, ``"human"`` prints the boards in colours.

    An illegal action raises ValueError: mask them.
    """

    def __init__(
        self,
        game: str | State,
        num_envs: int = 64,
        *,
        seed: int = 0,
        scale: float = 1.0,
        max_steps: int | None = None,
        parallel: bool = False,
        render_mode: str | None = None,
    ) -> None:
        _check_mode(render_mode)
        self._core = core = Core(
            game, num_envs, seed=seed, autoreset="same-step", max_steps=max_steps, parallel=parallel
        )
        self.render_mode = render_mode
        self.scale = scale
        self._next_seed: int | None = seed
        super().__init__(num_envs, *_spaces(core, "float32"))
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)

    def reset(self) -> npt.NDArray[np.float32]:
        """Begins an episode of every game. Returns planes of shape ``(num_envs, …)``."""
        self._core.reset(self._next_seed)
        # Episodes count on from here.
        self._next_seed = None
        self._returns[:] = 0
        self._lengths[:] = 0
        return self._observations()

    def _observations(self) -> npt.NDArray[np.float32]:
        observations = self._core.observations
        assert observations is not None
        return observations.copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Keeps the actions for `step_wait`."""
        self._actions = _indices(actions)

    def step_wait(self) -> Any:
        """Plays the actions. Returns planes, scaled rewards, ends and infos."""
        core = self._core
        core.step(self._actions)
        self._returns += core.rewards
        self._lengths += 1
        ended = core.terminated | core.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        final = core.final_observations
        assert final is not None
        for game in np.flatnonzero(ended):
            infos[game] = {
                "terminal_observation": final[game].copy(),
                "TimeLimit.truncated": bool(core.truncated[game]),
                "episode": {"r": float(self._returns[game]), "l": int(self._lengths[game]), "t": 0.0},
            }
        self._returns[ended] = 0
        self._lengths[ended] = 0
        return self._observations(), core.rewards * self.scale, ended, infos

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[Any]:
        """``action_masks`` or ``render`` of the games; there are no other methods."""
        if method_name == "render":
            games = self._get_indices(indices)
            return [_render(self._core.state(game), self.render_mode) for game in games]
        if method_name != "action_masks":
            raise AttributeError(f"the games have no method {method_name}")
        masks = self._core.masks
        assert masks is not None
        return [masks[game].copy() for game in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have a member: ``action_masks``, ``render``, ``render_mode``."""
        return attr_name in ("action_masks", "render", "render_mode")

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """A member of the games: ``render_mode``."""
        if attr_name != "render_mode":
            raise AttributeError(f"the games have no attribute {attr_name}")
        return [self.render_mode for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Raises AttributeError: games have no settings."""
        raise AttributeError(f"{attr_name} of the games cannot be set")

    def env_is_wrapped(
        self, wrapper_class: type[gym.Wrapper[Any, Any, Any, Any]], indices: int | Iterable[int] | None = None
    ) -> list[bool]:
        """False for every game."""
        return [False for _ in self._get_indices(indices)]

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seed of the next reset."""
        self._next_seed = seed
        return [seed] * self.num_envs

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        """The boards of all games as uint8 arrays of shape ``(height, width, 3)``."""
        return [_render(self._core.state(game), "rgb_array") for game in range(self.num_envs)]

    def close(self) -> None:
        """Frees the games; later steps raise ValueError."""
        self._core.close()
