"""The players that come with the program, but for other programs (`trunfo.match.external`).

Whoever writes a player finds here what it is made of, too: `Player`, `option` and the readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar, Self

from trunfo.advice import SolvedChoice
from trunfo.advise import advise, solve
from trunfo.engine.position import Action
from trunfo.engine.registry import playable
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.games.base import Part, advisor_of
from trunfo.match.base import (
    NoAnswer,
    Player,
    legal,
    one_of,
    option,
    play_of,
    seconds,
    switch,
    whole,
)

__all__ = [
    "CheatPlayer", "GreedyPlayer", "NoAnswer", "PimcPlayer", "Player", "RandomPlayer",
    "RulesPlayer", "legal", "one_of", "option", "play_of", "seconds", "switch",
    "whole",
]

@dataclass(frozen=True)
class RandomPlayer(Player):
    """Anything that is allowed, each with the same probability."""

    chair: ClassVar[str | None] = "random"
    quick: ClassVar[bool] = True

    def play(self, state: State, seed: int) -> Action:
        """Take the action that the seed points at."""
        assert isinstance(state.game, TrickGame)
        actions = state.game.actions_for(state)
        return actions[seed % len(actions)]


@dataclass(frozen=True)
class GreedyPlayer(Player):
    """Plays as if the trick ended with its own card: takes, or avoids, as many points as it can."""

    chair: ClassVar[str | None] = "greedy"
    quick: ClassVar[bool] = True

    def play(self, state: State, seed: int) -> Action:
        """Look no further than the table."""
        return advisor_of(state.game).greedy(state)


@dataclass(frozen=True)
class RulesPlayer(Player):
    """Plays by fixed rules of thumb on what its seat knows: the playouts' own player."""

    chair: ClassVar[str | None] = "rules"
    quick: ClassVar[bool] = True

    def play(self, state: State, seed: int) -> Action:
        """Ask the kernel; it has no use for chance."""
        return advisor_of(state.game).by_rule(state)


@dataclass(frozen=True)
class PimcPlayer(Player):
    """Does what `trunfo advise` advises, with its options; one second a move if no budget is given.

    It spends nothing on exact values of the objective that it does not play for: they have no part
    in the choice.

    Parameters
    ----------
    worlds, time, until_clear, objective, method
        As in `trunfo.advise`. With `time` the answers depend on the clock.
    without : frozenset of str
        Parts of the method that it does without (`Advisor.parts`); by name each part is an option
        of its own. Without a part that decides before play the rule player decides.
    """

    worlds: int | None = option(None, whole)
    time: float | None = option(None, seconds)
    until_clear: bool = option(False, switch)
    objective: str = option("riscos", one_of("riscos", "points"))
    method: str = option("auto", one_of("auto", "pimc", "playout"))
    without: frozenset[str] = field(default=frozenset(), init=True)

    @classmethod
    def options(cls) -> Mapping[str, Callable[[str], Any]]:
        """Its own, and the parts of all games."""
        own = {name: read for name, read in super().options().items() if name != "without"}
        return {**own, **{part.name: one_of(part.on, part.off) for part in _parts()}}

    @classmethod
    def make(cls, **options: Any) -> Self:
        """A player that does without the parts that are switched off."""
        off = {part.name: part.off for part in _parts()}
        without = frozenset(name for name, word in options.items() if word == off.get(name))
        own = {name: value for name, value in options.items() if name not in off}
        return cls(**own, without=without)

    def __post_init__(self) -> None:
        if self.worlds is not None and (self.time is not None or self.until_clear):
            raise ValueError("`worlds` cannot be given with `time` or `until_clear`")

    def play(self, state: State, seed: int) -> Action:
        """Take the best action; in a match there are no new deals."""
        advisor = advisor_of(state.game)
        without = [part for part in advisor.parts if part.name in self.without]
        if any(state.phase in part.phases for part in without):
            return advisor.by_rule(state, self.objective)
        advice = advise(
            state, time=self.time, worlds=self.worlds, until_clear=self.until_clear,
            objective=self.objective, method=self.method, seed=seed >> 1,  # of 63 bits there
            jobs=1,  # the processes of a match are as many as the cores already
            both=False, without=[part.name for part in without],
        )
        # In a match there are no new deals.
        return next(each.action for each in advice.options if "redeal" not in each.action)


@cache
def _parts() -> tuple[Part, ...]:
    """The parts of the method of every game that may be left out."""
    return tuple(part for game in playable() for part in advisor_of(game).parts)


@dataclass(frozen=True)
class CheatPlayer(Player):
    """Sees all cards and plays as if everybody did: an upper bound for `pimc`.

    While more cards are to be drawn than can be searched it plays out the one deal there is.

    Parameters
    ----------
    objective : str
        `riscos`, the other deciding between equals, or `points`.
    """

    open_cards: ClassVar[bool] = True
    objective: str = option("riscos", one_of("riscos", "points"))

    def play(self, state: State, seed: int) -> Action:
        """Take the card with the best exact value, the first of equal ones."""
        if len(set(state.game.sides())) > 2:
            return self._alone(state, seed)

        def value(choice: SolvedChoice) -> tuple[Any, Any]:
            first, second = choice.riscos or 0, choice.points
            return (first, second) if self.objective == "riscos" else (second, first)

        return max(solve(state, rough=True).options, key=value).action

    def _alone(self, state: State, seed: int) -> Action:
        """Where more than two sides play: advice on the one deal there is."""
        game = state.game
        assert isinstance(game, TrickGame)
        me = game.knowledge(replace(state, me=None)).turn if state.phase == "play" else state.me
        advice = advise(
            replace(state, me=me), worlds=1, method="pimc", objective=self.objective,
            seed=seed >> 1, jobs=1,
        )
        return advice.options[0].action
