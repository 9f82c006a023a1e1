"""What follows from a state: where every unseen card may be.

This is all that sampling needs to know, and the same for every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunfo.engine.errors import Message


def gone_unknown(count: int) -> Message:
    """The note that so many cards are gone of which nobody says which they are."""
    many = "{count} cards played are not named: they may be any that nobody is known to hold."
    one = "One card played is not named: it may be any that nobody is known to hold."
    return Message("gone_unknown", many, {"count": count}, one=one)


@dataclass(frozen=True)
class Holder:
    """A place where unseen cards are.

    Parameters
    ----------
    name : str
        `seat`, `stock`, `out` (undealt or thrown away) or `gone` (played, forgotten).
    seat : int or None
        The seat, if it is one.
    size : int
        How many unseen cards it holds.
    allowed : int
        The set of unseen cards it may hold.
    """

    name: str
    seat: int | None
    size: int
    allowed: int


@dataclass(frozen=True)
class Pile:
    """What is known about forgotten cards from the points taken.

    Parameters
    ----------
    total : int
        Card points of the holder `gone`.
    extra : int
        Set of further played cards of which it is not known who took them.
    share : int
        Card points that seats 0 and 2 (of two players: seat 0) have taken of the
        forgotten and the further cards together, in whole tricks; -1 where only
        the total binds, as in a game of more sides.
    """

    total: int
    extra: int
    share: int


@dataclass(frozen=True)
class Knowledge:
    """A position as the seat to be advised knows it, everything derived.

    Parameters
    ----------
    me : int
        The seat whose knowledge this is.
    hand : int
        Its cards, as a set.
    holders : tuple of Holder
        Where the unseen cards are; each of them is with exactly one.
    leader : int
        Who led, or is to lead, the open trick.
    table : tuple of int
        The cards of the open trick, in order of play.
    trump : int or None
        The trump suit.
    pinned : tuple of (int, int) or None
        The turned-up card and the seat that still holds it.
    voids : tuple of int
        For each seat a mask of the suits (bit = suit) that it has shown, or is
        said, not to hold.
    points : tuple of int or None
        Card points taken so far by each side (each seat, where all are alone); in Sobe e
        Desce the scores before the deal. None where nobody knows.
    taken : tuple of int
        Tricks taken so far by each side as far as it matters for a sweep; in Sobe e Desce
        by each seat, empty where nobody knows.
    pile : Pile or None
        What the points tell about forgotten cards.
    must_follow : bool
        Whether suit must be followed in the open trick.
    turned : int or None
        The turned-up card while it lies under the stock, the last to be drawn.
    notes : tuple of Message
        What had to be assumed.
    playing : tuple of int or None
        The seats that play cards, lowest first, where not all must; None for all.
    acting : int or None
        The seat to decide something before cards are played.
    """

    me: int
    hand: int
    holders: tuple[Holder, ...]
    leader: int
    table: tuple[int, ...]
    trump: int | None = None
    pinned: tuple[int, int] | None = None
    voids: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    taken: tuple[int, ...] = ()
    pile: Pile | None = None
    must_follow: bool = True
    turned: int | None = None
    notes: tuple[Message, ...] = ()
    playing: tuple[int, ...] | None = None
    acting: int | None = None

    @property
    def turn(self) -> int:
        """The seat to act: in play the next to play a card."""
        if self.acting is not None:
            return self.acting
        seats = self._players
        return seats[(seats.index(self.leader) + len(self.table)) % len(seats)]

    @property
    def stock(self) -> int:
        """Cards left to be drawn."""
        return sum(holder.size for holder in self.holders if holder.name == "stock")

    @property
    def over(self) -> bool:
        """Whether no card is left to play; a lone player does not play."""
        if self.acting is not None:
            return False
        hand = self.hand if self.me in self._players else 0
        return len(self._players) < 2 or (not hand and not self.table and not any(
            holder.size for holder in self.holders if holder.seat is not None
        ))

    @property
    def _players(self) -> Sequence[int]:
        return range(len(self.voids)) if self.playing is None else self.playing
