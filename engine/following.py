"""A deal as it goes on for somebody who does not see every card, and a match of deals.

Plain data; what happens with it is for the games to say (`TrickGame.done`, `gained`, …).
"""

from __future__ import annotations

from dataclasses import dataclass

from trunfo.engine.state import State
from trunfo.engine.trick import Trump


@dataclass(frozen=True)
class Dealt:
    """How a deal begins: the cards, and what the deals before it have left.

    Parameters
    ----------
    dealer : int or None
        The seat that deals.
    hands : tuple of (tuple of int or None)
        By seat the cards it is dealt in all before it passes or exchanges any, in the order in
        which it gets them; None of a hidden hand.
    stock : tuple of int or None
        The cards that are left, in the order in which they would be drawn; None if hidden.
    trump : Trump or None
        The turned-up card, in a game that begins with one.
    round : int or None
        The round, in a game that counts them.
    scores, absences : tuple of int or None
        By seat, in a game that has them.
    """

    dealer: int | None
    hands: tuple[tuple[int, ...] | None, ...]
    stock: tuple[int, ...] | None = ()
    trump: Trump | None = None
    round: int | None = None
    scores: tuple[int, ...] | None = None
    absences: tuple[int, ...] | None = None

    @property
    def open(self) -> bool:
        """Whether every card is known."""
        return self.stock is not None and None not in self.hands


@dataclass(frozen=True)
class Due:
    """Cards that chance gives, and that have to be said before anything else happens.

    Parameters
    ----------
    seat : int or None
        Who gets them; None for a card that is turned up.
    count : int
        How many.
    """

    seat: int | None
    count: int


@dataclass(frozen=True)
class Following:
    """A deal of which not every card is known, at any moment.

    Parameters
    ----------
    state : State
        What is known. While cards are due it is on its way from one state to the next.
    due : tuple of Due
        What chance has to give first.
    acted : int
        How many seats have acted in a phase in which nobody sees what the others do.
    coming : tuple of int
        Cards known to come to the hand that is known, next first.
    thrown : tuple of tuple of int
        Where all hands are known, by seat the cards thrown away since; each knows its own alone.
    """

    state: State
    due: tuple[Due, ...] = ()
    acted: int = 0
    coming: tuple[int, ...] = ()
    thrown: tuple[tuple[int, ...], ...] = ()

    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is known."""
        return self.state.hands is not None or seat == self.state.me


@dataclass(frozen=True)
class Standing:
    """What the deals of a match so far leave to the next one; by seat.

    Parameters
    ----------
    scores, absences : tuple of int or None
        Points left, and deals stayed out in a row.
    points : tuple of int or None
        Game points.
    carry : int
        Ties whose worth goes to the next decisive deal.
    """

    scores: tuple[int, ...] | None = None
    absences: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    carry: int = 0
