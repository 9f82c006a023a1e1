"""Cards as numbers, and the two packs.

A card is the number 16 · suit + strength, the strength counted from 0 for the
weakest card of a suit, so that of two cards of one suit the larger number wins in
every game. A set of cards is a 64-bit word with bit `card` set, 16 bits a suit.

>>> ace, seven = SHORT.card("AC"), SHORT.card("7C")
>>> ace, seven, suit_of(ace) == COPAS, SHORT.worth_of([ace, seven])
(9, 8, True, 21)
>>> [SHORT.token(card) for card in cards_of(word_of([ace, seven]))]
['7C', 'AC']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from trunfo.engine.errors import Message

COPAS, OUROS, ESPADAS, PAUS = range(4)
SUITS = (COPAS, OUROS, ESPADAS, PAUS)
SUIT_LETTERS = "COEP"
SUIT_SYMBOLS = "♥♦♠♣"

LANE = 16
LANE_MASK = (1 << LANE) - 1


def suit_of(card: int) -> int:
    """The suit of a card."""
    return card // LANE


def lane(suit: int) -> int:
    """The set of all 16 places of a suit."""
    return LANE_MASK << (LANE * suit)


def word_of(cards: Iterable[int]) -> int:
    """The set of the given cards."""
    word = 0
    for card in cards:
        word |= 1 << card
    return word


def cards_of(word: int) -> Iterator[int]:
    """The cards of a set, lowest number first."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


@dataclass(frozen=True)
class Pack:
    """The cards of a game in their order of strength.

    Parameters
    ----------
    ranks : tuple of str
        Names of the ranks as in canonical tokens (`A`, `R`, `10`, …), weakest first.
    points : tuple of int
        Card points of the ranks.
    """

    ranks: tuple[str, ...]
    points: tuple[int, ...]

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """Every card, lowest number first."""
        return tuple(LANE * suit + rank for suit in SUITS for rank in range(len(self.ranks)))

    @cached_property
    def word(self) -> int:
        """Every card, as a set."""
        return word_of(self.cards)

    @cached_property
    def worth(self) -> tuple[int, ...]:
        """Card points of the numbers 0 to 63 (0 where there is no card)."""
        pad = (0,) * (LANE - len(self.ranks))
        return (self.points + pad) * len(SUITS)

    def worth_of(self, cards: Iterable[int]) -> int:
        """Card points of some cards together."""
        worth = self.worth
        return sum([worth[card] for card in cards])

    def rank_of(self, card: int) -> str:
        """The name of a card's rank."""
        return self.ranks[card % LANE]

    def token(self, card: int) -> str:
        """The canonical token of a card, rank then suit: `7C`."""
        return self._tokens[card]

    def card(self, token: str) -> int:
        """The card of a canonical token.

        Raises
        ------
        KeyError
            If the token is no card of this pack.
        """
        return self._numbers[token]

    def has(self, token: str) -> bool:
        """Whether a text is the canonical token of a card of this pack."""
        return token in self._numbers

    @cached_property
    def _tokens(self) -> dict[int, str]:
        return {card: self.rank_of(card) + SUIT_LETTERS[suit_of(card)] for card in self.cards}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {token: card for card, token in self._tokens.items()}


SHORT_RANKS = ("2", "3", "4", "5", "6", "D", "V", "R", "7", "A")
SHORT = Pack(SHORT_RANKS, (0, 0, 0, 0, 0, 2, 3, 4, 10, 11))
"""The 40 cards of Sueca, Bisca and Sobe e Desce; 120 points in all."""


@dataclass(frozen=True)
class PenaltyPack(Pack):
    """A pack in which every heart counts 1 and the queen of spades 13, all others nothing."""

    @cached_property
    def queen(self) -> int:
        """The queen of spades."""
        return self.card("DE")

    @cached_property
    def penalties(self) -> frozenset[int]:
        """The cards that count."""
        return frozenset(card for card in self.cards if self.worth[card])

    @cached_property
    def worth(self) -> tuple[int, ...]:
        """Penalty points of the numbers 0 to 63."""
        worth = [1] * len(self.ranks) + [0] * (LANE * len(SUITS) - len(self.ranks))
        worth[self.queen] = 13
        return tuple(worth)


LONG = PenaltyPack(("2", "3", "4", "5", "6", "7", "8", "9", "10", "D", "V", "R", "A"), (0,) * 13)
"""The 52 cards of Copas, the jack above the queen."""

LONG_QUEEN = PenaltyPack(
    ("2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A"), (0,) * 13
)
"""The 52 cards in the international order, the queen above the jack."""


def rank_message(rank: str) -> Message:
    """A rank to be shown in the reader's letters: `K` in English, `R` in Portuguese."""
    return Message("rank", {"R": "K", "V": "J", "D": "Q"}.get(rank, rank))


def suit_message(suit: int) -> Message:
    """A suit to be shown to a reader."""
    return Message("suit", SUIT_SYMBOLS[suit])


def card_message(pack: Pack, card: int) -> Message:
    """A card to be shown to a reader in the letters of his language."""
    values = {"rank": rank_message(pack.rank_of(card)), "suit": SUIT_SYMBOLS[suit_of(card)]}
    return Message("card", "{rank}{suit}", values)
