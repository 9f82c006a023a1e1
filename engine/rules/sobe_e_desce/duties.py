"""What Sobe e Desce obliges a player to: which cards he may play, and when he may not stay out.

Every duty to play has the same form: whoever holds a card of a certain kind may play none of a
lesser kind. So a card's kind (`duty`), found from the card and the trick alone, tells what is
legal, and what whoever played a card has shown not to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from trunfo.engine.cards import COPAS, LANE, PAUS, SHORT, suit_of, word_of
from trunfo.engine.errors import Message
from trunfo.engine.game import Rules
from trunfo.engine.trick import beats, winning_card

FEW = 5
"""Points left with which, or with fewer, a player may not stay out."""
LONGEST_ABSENCE = 2
"""Deals in a row that a player may stay out of."""


class Duty(IntEnum):
    """The kinds of cards, the most pressing first."""

    LEAD_ACE = 0
    BEAT = 1
    FOLLOW = 2
    OVERTRUMP = 3
    UNDERTRUMP = 4
    NONE = 5


def ace_of(suit: int) -> int:
    """The ace of a suit."""
    return LANE * suit + len(SHORT.ranks) - 1


def duty(card: int, table: Sequence[int], trump: int, rules: Rules) -> Duty:
    """The kind of a card that could be played next.

    Parameters
    ----------
    card : int
        The card.
    table : sequence of int
        The cards of the open trick in order of play; none where the card would lead.
    trump : int
        The trump suit.
    rules : Rules
        Options `beat` and `undertrump`.
    """
    return duties((card,), table, trump, rules)[card]


def duties(
    cards: Iterable[int], table: Sequence[int], trump: int, rules: Rules
) -> dict[int, Duty]:
    """The kind of each of some cards, as `duty` tells it."""
    if not table:
        ace = ace_of(trump)
        return {card: Duty.LEAD_ACE if card == ace else Duty.NONE for card in cards}
    led, best = suit_of(table[0]), winning_card(table, trump)
    following = Duty.BEAT if rules["beat"] == "always" else Duty.FOLLOW
    low_trump = Duty.UNDERTRUMP if rules["undertrump"] == "forced" else Duty.NONE
    kinds = {}
    for card in cards:
        suit = suit_of(card)
        wins = beats(card, best, trump)
        if suit == led:
            kinds[card] = following if wins else Duty.FOLLOW
        elif suit == trump:
            kinds[card] = Duty.OVERTRUMP if wins else low_trump
        else:
            kinds[card] = Duty.NONE
    return kinds


def allowed(
    hand: Iterable[int], table: Sequence[int], trump: int, rules: Rules
) -> frozenset[int]:
    """The cards of a hand that may be played: those of the most pressing kind in it."""
    kinds = duties(hand, table, trump, rules)
    first = min(kinds.values(), default=Duty.NONE)
    return frozenset([card for card, kind in kinds.items() if kind == first])


def barred(card: int, table: Sequence[int], trump: int, rules: Rules) -> int:
    """The set of cards that a player does not hold who has played `card` lawfully."""
    kinds = duties(SHORT.cards, table, trump, rules)
    return word_of(other for other, kind in kinds.items() if kind < kinds[card])


def reasons_to_go(
    rules: Rules,
    seat: int,
    trump: int,
    chooser: int | None,
    scores: Sequence[int] | None,
    absences: Sequence[int] | None,
) -> tuple[str, ...]:
    """Why a seat may not stay out: words of the option `must_go` in their order, or none.

    Scores and absences are those before the deal; what is not known (None) forces nobody.
    """
    forced = {
        "hearts": trump == COPAS,
        "chooser": seat == chooser,
        "five": scores is not None and scores[seat] <= FEW,
        "absences": absences is not None and absences[seat] >= LONGEST_ABSENCE,
    }
    must_go = rules["must_go"]
    assert isinstance(must_go, tuple)
    return tuple(reason for reason, holds in forced.items() if holds and reason in must_go)


def reason_message(reason: str) -> Message:
    """A reason to go as a sentence."""
    text = {
        "hearts": "trump is hearts, so everybody goes",
        "chooser": "who chooses the trump goes",
        "five": "who has 5 points or fewer goes",
        "absences": "who stayed out of the last two deals goes",
    }[reason]
    return Message(f"must_go_{reason}", text)


def worth_of_trick(trump: int) -> int:
    """Points of a trick: 2 if trump is clubs, else 1."""
    return 2 if trump == PAUS else 1
