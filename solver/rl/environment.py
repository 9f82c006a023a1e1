"""A game as an environment of PettingZoo: one seat acts after the other (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import index
from random import Random, SystemRandom
from typing import Any

import numpy as np

from trunfo.engine.document.options import game_named
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import OptionValue, Rules
from trunfo.engine.position import Position
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view, view
from trunfo.ext.random import mix
from trunfo.games.base import advisor_of
from trunfo.rl.actions import Actions
from trunfo.rl.observation import Observer


def env(
    game: str,
    *,
    rules: Mapping[str, OptionValue] | None = None,
    preset: str = "",
    render_mode: str | None = None,
) -> Any:
    """An AEC environment of a game; an episode is a deal. Needs PettingZoo (`trunfo[rl]`).

    Agents are `seat_0`, `seat_1`, … in order of play. An observation is a dict: `observation`, what
    the seat knows as a vector (`env.unwrapped.observer.layout` names its parts), and `action_mask`,
    1 for each action that is allowed now, all 0 for who is not to act. Rewards are the RISCOS of
    the deal, at its end, as a match counts them. docs/learning.md has all of it.

    Parameters
    ----------
    game : str
        By any of its names.
    rules, preset
        Options of the rules by name, on top of a preset.
    render_mode : str, optional
        `ansi`: `render` returns the open deal as text.

    Raises
    ------
    UnreadableInput
        If there is no such game or option.
    """
    played = game_named(game)
    assert isinstance(played, TrickGame)
    if render_mode not in (None, *Environment.metadata["render_modes"]):
        values = {"option": "render_mode", "value": repr(render_mode)}
        text = "`{option}` cannot be {value} here."
        raise UnreadableInput(Message("bad_option_value_here", text, values))
    try:
        options = played.rules(rules, preset)
    except (KeyError, ValueError) as error:
        values = {"game": played.title, "option": error.args[0], "name": played.name}
        text = "{game}: `{option}` is no such option or value. See: trunfo rules {name}."
        raise UnreadableInput(Message("bad_rule", text, values)) from None
    return _environment()(played, options, render_mode)


class Environment:
    """What an environment does; `env` makes it one of PettingZoo."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: TrickGame, rules: Rules, render_mode: str | None) -> None:
        from gymnasium.spaces import Box, Dict, Discrete

        self.metadata = {**self.metadata, "name": f"trunfo_{game.name.replace('-', '_')}_v0"}
        self.game, self.rules, self.render_mode = game, rules, render_mode
        self.actions = Actions(game, rules)
        self.observer = Observer(self.actions)
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents = list(self.possible_agents)
        self.action_spaces = {
            agent: Discrete(self.actions.count) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: Dict({
                "observation": Box(0.0, 1.0, (self.observer.size,), np.float32),
                "action_mask": Box(0, 1, (self.actions.count,), np.int8),
            })
            for agent in self.possible_agents
        }
        self._seed = SystemRandom().getrandbits(63)
        self._number = 0

    def action_space(self, agent: str) -> Any:
        """Every action of the game as a number: see `Actions`."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """A vector, and which actions are allowed."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal.

        Parameters
        ----------
        seed : int, optional
            The deals are then those of `trunfo match` with this seed, from number 0; without it the
            next one of the same seed.
        options : mapping, optional
            `number`: this deal. Others are none of ours.

        Raises
        ------
        ValueError
            If they are something else.
        """
        if seed is not None:
            self._seed, self._number = _whole("seed", seed), 0
        number = _whole("number", (options or {}).get("number", self._number))
        self._number = number + 1
        random = Random(mix(self._seed, number))
        self._start = self.position = advisor_of(self.game).opening(
            random, self.rules, number % self.game.seats, number
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._acting()

    position: Position

    def _acting(self) -> str:
        return self.possible_agents[self.position.turn]

    def _hand(self) -> list[int]:
        return sorted(self.position.hands[self.position.turn])

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat of an agent knows now."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.actions.count, np.int8)
        if not self.position.over and seat == self.position.turn:
            hand = self._hand()
            for action in self.game.actions(self.position):
                mask[self.actions.number(action, hand)] = 1
        state = view(self.game, self.position, seat)
        return {"observation": self.observer.vector(state), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The acting seat does something.

        Raises
        ------
        ValueError
            If that is not allowed.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is needed")
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.position = self.game.act(
            self.position, self.actions.action(_whole("action", action), self._hand())
        )
        self._clear_rewards()
        if self.position.over:
            riscos = advisor_of(self.game).paid(self._start, self.position)
            self.rewards = dict(zip(self.agents, map(float, riscos), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._acting()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The open deal as text, where `render_mode` is `ansi`."""
        if self.render_mode is None:
            return None
        return str(open_view(self.game, self.position))

    def close(self) -> None:
        """Nothing is held."""

    def __repr__(self) -> str:
        return f"<{self.metadata['name']}>"

    __str__ = __repr__

    def _was_dead_step(self, action: int | None) -> None:
        raise NotImplementedError  # PettingZoo's

    def _clear_rewards(self) -> None:
        raise NotImplementedError  # PettingZoo's

    def _accumulate_rewards(self) -> None:
        raise NotImplementedError  # PettingZoo's


def _whole(name: str, value: Any) -> int:
    """A number that is given, of NumPy too."""
    try:
        found = index(value)
    except TypeError:
        found = -1
    if not 0 <= found < 1 << 64:
        raise ValueError(f"`{name}` is a whole number from 0 to 2**64 - 1, not {value!r}")
    return found


@cache
def _environment() -> type[Environment]:
    """The class, which is one of PettingZoo's only where that is asked for."""
    from pettingzoo.utils.env import AECEnv

    theirs = ("_was_dead_step", "_clear_rewards", "_accumulate_rewards")
    methods = {name: getattr(AECEnv, name) for name in theirs}
    return type("TrunfoEnv", (Environment, AECEnv), methods)
