"""How the values of a game are read: what is better, which outcomes there are, who is equal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from trunfo.engine.state import State
from trunfo.pimc.arrays import Columns


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
