"""What advice knows of one game only, one module a game.

A module here is named as its game's module in `trunfo.engine.rules` and defines some of

- `extra_actions(state, known, method)`: what may be done instead of playing a card;
- `decide(question)`: the answer where something is to be decided before a card is played;
- `STAKES`: how the values of the game are read (`trunfo.pimc.stakes`), for a game in which every
  seat plays for itself;
- `tallies(seating)`: what is counted in matches besides RISCOS and points;
- `by_rule(state, objective)`, `greedy(state)`: what these players do where the game asks for more
  than a card, or what is greedy in it; None where there is nothing special;
- `opening(game, random, rules, dealer, number)`: how a single deal of a match of players begins,
  if not as `deal` has it;
- `worth(game, end)`: what a deal that is over is then worth to each seat, if not what it pays;
- `paid(game, start, end)`: what a single deal is worth to each seat, if not what it pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from trunfo.advice import Advice, Estimate
from trunfo.engine.errors import Message
from trunfo.engine.game import Game, Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Position
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.pimc.stakes import TWO_SIDES, SeveralStakes, Stakes

if TYPE_CHECKING:
    from trunfo.pimc.question import Question


@dataclass(frozen=True)
class ExtraAction:
    """Something that may be done instead of playing a card, with what it is expected to bring."""

    action: Action
    riscos: Estimate
    points: Estimate
    outcomes: Mapping[str, float]
    note: Message


def extra_actions(state: State, known: Knowledge, method: str) -> tuple[ExtraAction, ...]:
    """What may be done in a position instead of playing a card, valued as `method` values cards."""
    found: tuple[ExtraAction, ...] = _hook(state.game, "extra_actions", _none)(state, known, method)
    return found


def decide(question: Question) -> Advice:
    """The answer where something is to be decided before a card is played."""
    answer: Advice = _hook(question.state.game, "decide", None)(question)
    return answer


def stakes_of(game: Game) -> Stakes:
    """How the values of a game are read."""
    stakes: Stakes = _hook(game, "STAKES", TWO_SIDES)
    return stakes


def several_stakes(game: Game) -> SeveralStakes | None:
    """The same, of a game in which every seat plays for itself; None for others."""
    stakes = stakes_of(game)
    return stakes if isinstance(stakes, SeveralStakes) else None


def tallies(game: Game, seating: Mapping[str, Any]) -> Mapping[str, tuple[int, ...]]:
    """What is counted by seat in a played deal, by name; `seating` is that of a match's record."""
    counts: Mapping[str, tuple[int, ...]] = _hook(game, "tallies", _nothing)(seating)
    return counts


def by_rule(state: State, objective: str = "riscos") -> Action | None:
    """What the rule player does before a card is played; None where a card is to be played."""
    action: Action | None = _hook(state.game, "by_rule", _no_action)(state, objective)
    return action


def greedy(state: State) -> Action | None:
    """What a greedy player does; None where it is to take as many card points as it can."""
    action: Action | None = _hook(state.game, "greedy", _no_action)(state)
    return action


def _no_action(*_: object) -> Action | None:
    return None


def opening(
    game: TrickGame, random: Random, rules: Rules, dealer: int, number: int
) -> Position:
    """The beginning of single deal `number` of a match between players."""
    start: Position = _hook(game, "opening", _dealt)(game, random, rules, dealer, number)
    return start


def paid(game: TrickGame, start: Position, end: Position) -> tuple[float, ...]:
    """RISCOS that a single deal brings every seat."""
    riscos: tuple[float, ...] = _hook(game, "paid", _payoff)(game, start, end)
    return riscos


def worth(game: TrickGame, end: Position) -> tuple[float, ...]:
    """RISCOS of every seat after a deal: paid, or where a match goes on what it is worth."""
    riscos: tuple[float, ...] = _hook(game, "worth", _paid)(game, end)
    return riscos


def _paid(game: TrickGame, end: Position) -> tuple[float, ...]:
    return game.payoff(end).riscos


def _dealt(
    game: TrickGame, random: Random, rules: Rules, dealer: int, number: int
) -> Position:
    return game.deal(random, rules, dealer, number)


def _payoff(game: TrickGame, _: Position, end: Position) -> tuple[float, ...]:
    return game.payoff(end).riscos


def _none(*_: object) -> tuple[ExtraAction, ...]:
    return ()


def _nothing(*_: object) -> Mapping[str, tuple[int, ...]]:
    return {}


def _hook(game: Game, name: str, otherwise: Any) -> Any:
    module = _module(game.name.replace("-", "_"))
    return otherwise if module is None else getattr(module, name, otherwise)


@cache
def _module(name: str) -> ModuleType | None:
    full = f"{__name__}.{name}"
    return None if find_spec(full) is None else import_module(full)
