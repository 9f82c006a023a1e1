"""A guaranteed line is one that no deal and nobody can spoil: counted by trying everything."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from guaranteed import disagreements, endings

from trunfo.engine.cards import word_of
from trunfo.games import guarantee
from trunfo.games.guarantee import Ending


@pytest.mark.parametrize(("name", "left", "count"), [
    ("sueca", 6, 10), ("sueca", 5, 30), ("bisca", 4, 30),
])
def test_a_line_is_guaranteed_exactly_if_every_deal_and_every_play_of_others_agrees(
    name, left, count
):
    for ending in islice(endings(name, left, name), count):
        assert not list(disagreements(*ending))


def test_it_says_nothing_where_the_search_is_too_long(monkeypatch):
    monkeypatch.setattr(guarantee, "MOST_STEPS", 1)
    answers = set()
    for game, position, _me, known, deals in islice(endings("sueca", 6, 3), 12):
        ending = Ending(known, position.rules, game.sides(), game.pack(position.rules).worth, deals)
        answers |= {ending.sure(card, 1) for card in game.legal(position)}
    assert None in answers


def test_deals_are_the_hands_of_the_position():
    _, position, me, known, deals = next(endings("sueca", 6, 5))
    assert {int(hand) for hand in deals[:, me]} == {word_of(position.hands[me])}
    assert known.me == me
    assert any(
        np.array_equal(row, np.array([word_of(hand) for hand in position.hands], dtype=np.uint64))
        for row in deals
    )
