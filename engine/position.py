"""A deal with every card known, what can be done in it, and what it pays in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trunfo.engine.frozen import kept_property
from trunfo.engine.game import Rules
from trunfo.engine.trick import Trick, Trump

Action = Mapping[str, Any]
"""One of `{"play": "VC"}`, `{"pass": […]}`, `{"trump": "P"}`, … as INTERFACE writes them."""


@dataclass(frozen=True)
class Payoff:
    """What a finished deal pays.

    Parameters
    ----------
    points : tuple of int
        Card points of each seat's side.
    riscos : tuple of float
        RISCOS of each seat.
    """

    points: tuple[int, ...]
    riscos: tuple[float, ...]


@dataclass(frozen=True)
class Position:
    """A deal with every card known, at any moment of its play.

    Parameters
    ----------
    rules : Rules
        The options it is played by.
    trump : Trump or None
        The trump, and the turned-up card with its holder.
    hands : tuple of frozenset of int
        The cards each seat still holds.
    tricks : tuple of Trick
        The tricks played so far, in order.
    table : Trick
        The open trick; its leader is the seat to play when it has no cards.
    dealer : int or None
        Who dealt.
    stock : tuple of int
        The cards still to be drawn, in drawing order.
    """

    rules: Rules
    trump: Trump | None
    hands: tuple[frozenset[int], ...]
    tricks: tuple[Trick, ...]
    table: Trick
    dealer: int | None = None
    stock: tuple[int, ...] = ()

    @property
    def playing(self) -> Sequence[int]:
        """The seats that play cards, lowest first: all, where nobody can stay out."""
        return range(len(self.hands))

    @property
    def aside(self) -> tuple[int, ...]:
        """The cards that are neither in hands nor in tricks: those still to be drawn."""
        return self.stock

    @kept_property
    def turn(self) -> int:
        """The seat to act: in play the next to play a card."""
        assert self.table.leader is not None
        return (self.table.leader + len(self.table.cards)) % len(self.hands)

    @property
    def phase(self) -> str:
        """What is decided now: `play`, or what a game decides before a card is played."""
        return "play"

    @kept_property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not any(self.hands) and not self.table.cards
