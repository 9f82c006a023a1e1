"""How the values of a game are read: what is better, what they are called, who is careful."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Result
from trunfo.engine.cards import suit_of
from trunfo.engine.errors import Message
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State

if TYPE_CHECKING:
    from trunfo.pimc.worlds import Worlds

Columns = dict[str, NDArray[Any]]
"""Values of actions in worlds by name, each `[world, action]`: `riscos`, `points`, and more."""

Results = NDArray[np.int8]
"""With what each seat ends: `[world, action, seat]`, in the kernel's own terms."""

OUTCOMES = {
    -4: "lose_sweep", -2: "lose_double", -1: "lose", 0: "draw",
    1: "win", 2: "win_double", 4: "win_sweep",
}
"""Names of the RISCOS of a deal of two sides."""


class Stakes:
    """Readings of a game's values; as they stand here, those of a game of two sides.

    Attributes
    ----------
    sign : mapping
        By objective 1 if more of it is better, -1 if less is.
    negligible : mapping
        By objective a difference that nobody minds (SCIENCE section 2).
    """

    sign: Mapping[str, int] = {"riscos": 1, "points": 1}
    negligible: Mapping[str, float] = {"riscos": 0.01, "points": 0.1}

    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """Probabilities that add up to 1, by name; None where there is no world."""
        riscos = columns["riscos"][:, action]
        if not len(riscos):
            return None
        return {name: share(riscos == paid) for paid, name in OUTCOMES.items()}

    def chances(self, columns: Columns, action: int) -> Mapping[str, float]:
        """What else is worth knowing."""
        return {}

    def plan(self, columns: Columns, action: int) -> str | None:
        """How it is to go on after the action, if that is not plain."""
        return None

    def careful(self, state: State, card: int) -> tuple[int, ...]:
        """What a careful player goes by between equal cards: he takes the least.

        He keeps trumps and points and plays the lowest (and of two equally low ones the
        first suit).
        """
        trump = state.trump.suit if state.trump else None
        return (suit_of(card) == trump, state.pack.worth[card], card % 16, card)


TWO_SIDES = Stakes()


@dataclass(frozen=True)
class BySeat:
    """What every action brings every seat: points and RISCOS, `[world, action, seat]`."""

    points: NDArray[Any]
    riscos: NDArray[Any]


class SeveralStakes(Stakes, ABC):
    """Readings of a game in which every seat plays for itself.

    The kernel gives with what each seat ends (`Results`); what that is worth to whom is
    said here.
    """

    sign: Mapping[str, int] = {"riscos": 1, "points": -1}

    @abstractmethod
    def by_seat(self, state: State, known: Knowledge, results: Results) -> BySeat:
        """Points and RISCOS of every seat of the state."""

    @abstractmethod
    def columns(
        self, state: State, known: Knowledge, plans: Mapping[str, Results], objective: str,
        *, exact: bool,
    ) -> Columns:
        """The columns for the seat to be advised.

        Parameters
        ----------
        plans : mapping
            Results by plan, each over the same worlds; `""` is the plain one.
        objective : str
            What a plan is chosen by.
        exact : bool
            Whether the worlds are all there are.
        """

    @abstractmethod
    def decided(self, state: State, known: Knowledge) -> Results | None:
        """With what the seats end whatever is played, `[seat]`, if that is certain."""

    @abstractmethod
    def result(self, state: State, known: Knowledge) -> Result:
        """What a deal that is over has brought every seat."""

    def won(self, state: State, known: Knowledge) -> tuple[int, ...]:
        """What every seat has taken so far, in the terms of `Results`."""
        return (0,) * state.game.seats

    def law(self, state: State, known: Knowledge) -> Mapping[str, int]:
        """What the game's module in ext/rules reads: options of the rules, and more."""
        return {}

    def plans(self, state: State, known: Knowledge) -> Sequence[str]:
        """The plans, apart from plain play, that may be worth something here."""
        return ()

    def left_out(self, known: Knowledge, without: frozenset[str]) -> Sequence[int] | int:
        """The rules that rule players leave out in measurements, a bit each; or so by seat."""
        return 0

    def likely(self, state: State, known: Knowledge, seed: int) -> tuple[Worlds, Message] | None:
        """Worlds that are likelier than others, if what was decided tells; what to say of them."""
        return None

    def payoffs(self, state: State, known: Knowledge) -> NDArray[np.float32] | None:
        """What an end of the deal is worth to each seat, if the kernel does not know it."""
        return None


def share(hits: NDArray[np.bool_]) -> float:
    """The share of worlds in which something holds."""
    return int(np.count_nonzero(hits)) / len(hits)
