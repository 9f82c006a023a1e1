"""A trick, the trump that decides it, and who takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunfo.engine.cards import LANE, suit_of

STOCK = "stock"
"""The holder of a turned-up trump that lies under the stock."""


@dataclass(frozen=True)
class Trump:
    """The trump suit and what is known of its card.

    Parameters
    ----------
    suit : int
        The trump suit.
    card : int or None
        The turned-up card, if there is one.
    holder : int, "stock" or None
        The seat whose card it is, or `"stock"`.
    chooser : int or None
        Sobe e Desce: the seat that chose the trump.
    turned : bool
        Sobe e Desce: whether the chooser let the next card decide.
    """

    suit: int
    card: int | None = None
    holder: int | str | None = None
    chooser: int | None = None
    turned: bool = False


@dataclass(frozen=True)
class Trick:
    """A trick, finished or not: who led (None: not said), and the cards in order of play."""

    leader: int | None
    cards: tuple[int, ...] = ()

    def seat(self, index: int, playing: Sequence[int]) -> int:
        """The seat that played the card at `index`, of those that play, lowest first."""
        assert self.leader is not None
        return playing[(playing.index(self.leader) + index) % len(playing)]


def beats(card: int, best: int, trump: int | None) -> bool:
    """Whether `card`, played later, takes the trick from `best`."""
    suit = card // LANE
    return card > best if suit == best // LANE else suit == trump


def winning_card(cards: Sequence[int], trump: int | None) -> int:
    """The card that takes, or is taking, a trick: cards in order of play, at least one."""
    best, suit = cards[0], cards[0] // LANE
    for card in cards[1:]:
        if card // LANE == suit:
            if card > best:
                best = card
        elif card // LANE == trump:
            best, suit = card, trump
    return best


def follow(hand: frozenset[int], table: tuple[int, ...]) -> frozenset[int]:
    """The cards of a hand that follow the suit led, or the whole hand if there is none."""
    if not table:
        return hand
    suit = suit_of(table[0])
    return frozenset([card for card in hand if card // LANE == suit]) or hand
