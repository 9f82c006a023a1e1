"""What follows from a state: where every unseen card may be.

This is all that sampling needs to know, and the same for every game.
"""

from __future__ import annotations

from dataclasses import dataclass

from trunfo.engine.errors import Message


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
        forgotten and the further cards together, in whole tricks.
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
        Card points taken so far by each side (each seat, where all are alone);
        None where nobody knows.
    taken : tuple of int
        Tricks taken so far by each side as far as it matters for a sweep.
    pile : Pile or None
        What the points tell about forgotten cards.
    must_follow : bool
        Whether suit must be followed in the open trick.
    turned : int or None
        The turned-up card while it lies under the stock, the last to be drawn.
    notes : tuple of Message
        What had to be assumed.
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

    @property
    def turn(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.table)) % len(self.voids)

    @property
    def stock(self) -> int:
        """Cards left to be drawn."""
        return sum(holder.size for holder in self.holders if holder.name == "stock")

    @property
    def over(self) -> bool:
        """Whether no card is left to play."""
        return not self.hand and not self.table and not any(
            holder.size for holder in self.holders if holder.seat is not None
        )
