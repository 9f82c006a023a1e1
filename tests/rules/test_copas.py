"""The rules of Copas, case by case, as RULES has them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from trunfo.engine.cards import LONG, LONG_QUEEN
from trunfo.engine.game import Position
from trunfo.engine.registry import games
from trunfo.engine.state import Trick

COPAS = games()["copas"]
RULES = COPAS.rules()


def cards(text: str) -> tuple[int, ...]:
    return tuple(LONG.card(token) for token in text.split())


def dealt(seed: int, number: int = 3, **options: object) -> Position:
    return COPAS.deal(Random(seed), COPAS.rules(options), number=number)


def passed(at: Position, random: Random) -> Position:
    while at.phase == "pass":
        at = COPAS.act(at, random.choice(COPAS.actions(at)))
    return at


def played_out(seed: int, number: int = 3, **options: object) -> list[Position]:
    random = Random(seed)
    positions = [passed(dealt(seed, number, **options), random)]
    while not positions[-1].over:
        at = positions[-1]
        positions.append(COPAS.play(at, random.choice(sorted(COPAS.legal(at)))))
    return positions


def holding(hands: tuple[str, str, str, str], leader: int = 0, **given: object) -> Position:
    """A position with these hands, in which `leader` is to lead."""
    held = tuple(frozenset(cards(hand)) for hand in hands)
    return replace(dealt(1), hands=held, table=Trick(leader), **given)


# -- tricks ---------------------------------------------------------------------------------------


def test_three_spades_beat_the_queen_and_the_jack_takes_her_for_13_points():
    trick = Trick(0, cards("10E DE VE 9E"))
    assert COPAS.winner(trick, None) == 2
    assert LONG.worth_of(trick.cards) == 13


def test_in_the_international_order_the_queen_beats_the_jack():
    trick = Trick(0, tuple(map(LONG_QUEEN.card, ("10E", "DE", "VE", "9E"))))
    assert COPAS.winner(trick, None) == 1
    assert LONG_QUEEN.worth_of(trick.cards) == 13


@pytest.mark.parametrize(("table", "winner"), [("2O AC AE AP", 0), ("2O AC 3O RO", 3)])
def test_only_the_suit_led_takes_the_trick(table, winner):
    assert COPAS.winner(Trick(0, cards(table)), None) == winner


def test_each_heart_counts_1_and_the_queen_of_spades_13():
    assert LONG.worth_of(LONG.cards) == 26
    assert LONG.worth_of(cards("2C AC DC")) == 3
    assert LONG.worth_of(cards("DE")) == 13
