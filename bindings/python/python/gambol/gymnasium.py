"""Environments of Gymnasium: ``gym.make("gambol/Threes-v0")``, and batches by ``gym.make_vec``.

The import of this module registers them.

>>> import gymnasium as gym
>>> import gambol.gymnasium
>>> env = gym.make("gambol/Threes-v0")
>>> obs, info = env.reset(seed=7)
>>> obs.shape, info["action_mask"].shape
((34, 4, 4), (4,))

Observations are planes, as docs/encoding.md describes them: float32 arrays from 0 to 1. Actions are
indices; ``info["action_mask"]`` has the legal ones. In the two-player games, the caller plays
both sides in turn: observations and masks are those of the player to move, ``info["player"]`` is 0
or 1, and the reward is that of the player who moved. `gambol.pettingzoo` has agents of their own.
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymVectorEnv
from gymnasium.vector.utils import batch_space

from ._gambol import State, games
from ._gambol import VecEnv as Core
from ._gambol import _Env as Single
from ._picture import draw

__all__ = ["Env", "VectorEnv", "env_id", "register"]

Observation = npt.NDArray[Any]
Info = dict[str, Any]

RENDER_MODES = ["ansi", "rgb_array", "human"]

_AUTORESET = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}


def _spaces(core: Core | Single, planes: str) -> tuple[gym.spaces.Box, gym.spaces.Discrete]:
    """The spaces of a game."""
    high, dtype = (255, np.uint8) if planes == "uint8" else (1.0, np.float32)
    box = gym.spaces.Box(0, high, core.observation_shape, dtype)
    return box, gym.spaces.Discrete(core.num_actions)


def _indices(actions: Any) -> npt.NDArray[np.int64]:
    """Action indices as int64; TypeError for numbers that are not integers."""
    return np.ascontiguousarray(np.asarray(actions).astype(np.int64, casting="same_kind", copy=False))


def _render(state: State, mode: str | None) -> Any:
    """The picture of a state: text, an array of shape (height, width, 3), or lines on the terminal."""
    if mode == "ansi":
        return state.board()
    if mode == "rgb_array":
        return draw(state.scene())
    if mode == "human":
        print(state.board(colour=True), flush=True)
    return None


def _check_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: expected one of {', '.join(RENDER_MODES)}, got {mode}")


class Env(gym.Env[Observation, Any]):
    """A game.

    - ``game``: a name such as ``"five-or-more:large"``, or the state in which every episode starts.
    - ``max_steps``: truncates episodes.
    - ``illegal``: ``"end"`` ends the game after an illegal action, with ``illegal_reward``;
      ``"refuse"`` raises ValueError.
    - ``planes``: ``"float32"`` or ``"uint8"``.
    - ``render_mode``: ``"ansi"`` returns text, ``"rgb_array"`` a uint8 array of shape (height,
      width, 3), ``"human"`` prints the board in colours.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str | State = "threes",
        *,
        render_mode: str | None = None,
        max_steps: int | None = None,
        illegal: str = "end",
        illegal_reward: float = -1.0,
        planes: str = "float32",
    ) -> None:
        _check_mode(render_mode)
        self._core = core = Single(game, illegal, illegal_reward, max_steps, planes)
        self.observation_space, self.action_space = _spaces(core, planes)
        self.render_mode = render_mode
        self._fresh = True
        self._step = core.step

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Begins an episode: the same seed, the same episodes. Returns planes and info."""
        super().reset(seed=seed)
        if seed is None and not self._fresh:
            seen = self._core.reset()
        else:
            seen = self._core.reset(int(self.np_random.integers(1 << 63)))
            self._fresh = False
        if self.render_mode == "human":
            self.render()
        return seen

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, Info]:
        """Plays an action and the chance events after it. Raises ValueError after the end."""
        stepped = self._step(operator.index(action))
        if self.render_mode == "human":
            self.render()
        return stepped

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions, for sb3-contrib's MaskablePPO."""
        return self._core.mask()

    @property
    def state(self) -> State:
        """The current state."""
        return self._core.state()

    def render(self) -> Any:
        """The board in the form of ``render_mode``; None without one."""
        return _render(self.state, self.render_mode)

    def close(self) -> None:
        """Frees the game; later steps raise ValueError."""
        self._core.close()


class VectorEnv(GymVectorEnv[Observation, Any, Any]):
    """Many games stepped together.

    Arguments are those of `Env`, and ``seed`` of a batch is that of all its games. With
    ``copy=False``, the returned arrays are always the same and change with the next step: fastest,
    and what CleanRL and PufferLib expect. ``parallel=True`` steps on all cores.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str | State = "threes",
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        max_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        illegal: str = "end",
        illegal_reward: float = -1.0,
        planes: str = "float32",
        copy: bool = True,
        parallel: bool = False,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        _check_mode(render_mode)
        self._core = core = Core(
            game,
            num_envs,
            autoreset=_AUTORESET[mode],
            illegal=illegal,
            illegal_reward=illegal_reward,
            max_steps=max_steps,
            planes=planes,
            parallel=parallel,
        )
        self.num_envs = num_envs
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.render_mode = render_mode
        self.single_observation_space, self.single_action_space = _spaces(core, planes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy, self._same = copy, mode is AutoresetMode.SAME_STEP
        self._fresh = True
        self._every = np.ones(num_envs, bool)
        assert core.observations is not None and core.masks is not None
        self._obs, self._masks = core.observations, core.masks
        self._ends = core.rewards, core.terminated, core.truncated

    def _info(self, stepped: bool) -> Info:
        masks = self._masks.copy() if self._copy else self._masks
        info: Info = {"action_mask": masks, "_action_mask": self._every}
        core = self._core
        if core.players == 2:
            info["player"], info["_player"] = core.movers.copy(), self._every
        if self._same and stepped:
            ended = self._ends[1] | self._ends[2]
            if ended.any():
                final = core.final_observations
                assert final is not None
                info["final_obs"], info["_final_obs"] = final.copy(), ended
                info["final_info"], info["_final_info"] = {}, ended
        return info

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        """Begins episodes; ``options={"reset_mask": bool array}`` selects games.

        A list of seeds is refused: one seed fixes all games, each with its own chance.
        """
        if isinstance(seed, (list, tuple)):
            raise ValueError("seed: expected one number; it seeds every game differently")
        super().reset(seed=seed)
        which = (options or {}).get("reset_mask")
        if seed is None and not self._fresh:
            self._core.reset(which=which)
        else:
            self._core.reset(int(self.np_random.integers(1 << 63)), which)
            self._fresh = False
        return (self._obs.copy() if self._copy else self._obs), self._info(False)

    def step(
        self, actions: Any
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Info]:
        """Plays an action in every game: action indices of shape ``(num_envs,)``."""
        self._core.step(_indices(actions))
        rewards, terminated, truncated = self._ends
        info = self._info(True)
        if self._copy:
            return self._obs.copy(), rewards.copy(), terminated.copy(), truncated.copy(), info
        return self._obs, rewards, terminated, truncated, info

    def render(self) -> tuple[Any, ...] | None:
        """The boards of all games; None without a ``render_mode``."""
        if self.render_mode is None:
            return None
        return tuple(_render(self._core.state(game), self.render_mode) for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Frees the games; later steps raise ValueError."""
        self._core.close()


def env_id(game: str) -> str:
    """The id of a game in Gymnasium's registry: ``five-or-more`` is ``gambol/FiveOrMore-v0``."""
    name = {"tenten": "TenTen"}.get(game, "".join(part.title() for part in game.split("-")))
    return f"gambol/{name}-v0"


def register() -> None:
    """Registers an environment for each game, as the import of this module does."""
    for game in games():
        if env_id(game) not in gym.registry:
            gym.register(
                id=env_id(game),
                entry_point="gambol.gymnasium:Env",
                vector_entry_point="gambol.gymnasium:VectorEnv",
                kwargs={"game": game},
            )


register()
