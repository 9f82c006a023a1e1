"""What Sobe e Desce obliges a player to: which cards he may play, and when he may not stay out.

Every duty to play has the same form: whoever holds a card of a certain kind may play none of a
lesser kind. So a card's kind (`duty`), found from the card and the trick alone, tells what is
legal, and what whoever played a card has shown not to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from trunfo.engine.cards import COPAS, LANE, PAUS, SHORT, suit_of
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
    if not table:
        return Duty.LEAD_ACE if card == ace_of(trump) else Duty.NONE
    wins = beats(card, winning_card(table, trump), trump)
    if suit_of(card) == suit_of(table[0]):
        return Duty.BEAT if wins and rules["beat"] == "always" else Duty.FOLLOW
    if suit_of(card) == trump and wins:
        return Duty.OVERTRUMP
    if suit_of(card) == trump and rules["undertrump"] == "forced":
        return Duty.UNDERTRUMP
    return Duty.NONE


def allowed(
    hand: Iterable[int], table: Sequence[int], trump: int, rules: Rules
) -> frozenset[int]:
    """The cards of a hand that may be played: those of the most pressing kind in it."""
    kinds = {card: duty(card, table, trump, rules) for card in hand}
    first = min(kinds.values(), default=Duty.NONE)
    return frozenset(card for card, kind in kinds.items() if kind == first)


def barred(card: int, table: Sequence[int], trump: int, rules: Rules) -> int:
    """The set of cards that a player does not hold who has played `card` lawfully."""
    kind = duty(card, table, trump, rules)
    return sum(1 << other for other in SHORT.cards if duty(other, table, trump, rules) < kind)


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
