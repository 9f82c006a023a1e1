"""How the values of a game are read: what is better, which outcomes there are, who is equal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from trunfo.engine.game import Game
from trunfo.engine.state import State
from trunfo.pimc.statistics import total
from trunfo.pimc.values import Columns

OBJECTIVES = ("riscos", "points")


class Payoffs(ABC):
    """Readings of the values of actions.

    Attributes
    ----------
    negligible : mapping
        By objective a difference that nobody minds (SCIENCE section 2).
    """

    negligible: Mapping[str, float] = {"riscos": 0.01, "points": 0.1}

    @abstractmethod
    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """Probabilities that add up to 1, by name; None where there is no world."""

    def chances(self, columns: Columns, action: int) -> Mapping[str, float]:
        """What else is worth knowing."""
        return {}

    def plan(self, columns: Columns, action: int) -> str | None:
        """How it is to go on after the action, if that is not plain."""
        return None

    @abstractmethod
    def thrift(self, state: State, card: int) -> tuple[int, ...]:
        """What playing a card costs apart from its value: of equal cards the least is played."""


def sign(game: Game, objective: str) -> int:
    """1 if more of an objective is better, -1 if less is."""
    return -1 if objective == "points" and game.fewer_points else 1


def totals(game: Game, columns: Columns, objective: str) -> list[float]:
    """What each action brings over all worlds: more is better."""
    return [sign(game, objective) * total(lots) for lots in columns[objective].T]


def ranking(
    game: Game, columns: Columns, objective: str, thrift: Sequence[tuple[int, ...]]
) -> list[int]:
    """Actions, best first: by the objective, then the other one, then by thrift.

    Parameters
    ----------
    thrift : sequence of tuple of int
        By action; of two actions that bring the same the lower one comes first.
    """
    other = "points" if objective == "riscos" else "riscos"
    first, second = (totals(game, columns, name) for name in (objective, other))
    return sorted(
        range(len(first)), key=lambda action: (-first[action], -second[action], *thrift[action])
    )
