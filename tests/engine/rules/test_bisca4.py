"""The rules of the test game, Bisca for four in pairs; see tests/games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import trunfo
from trunfo.engine.cards import SHORT
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.trick import STOCK
from trunfo.engine.views import open_view, view

PAIRS = games()["bisca4"]


def played_out(seed: int) -> list[Position]:
    random = Random(seed)
    positions = [PAIRS.deal(random, PAIRS.rules(), seed % 4)]
    while not positions[-1].over:
        at = positions[-1]
        positions.append(PAIRS.play(at, random.choice(sorted(PAIRS.legal(at)))))
    return positions


def first_problem(text: str) -> tuple[str, object]:
    with pytest.raises(trunfo.ImpossiblePosition) as caught:
        trunfo.parse(text).check()
    return caught.value.code, caught.value.where


def test_three_cards_each_a_stock_of_28_and_its_last_card_turned_up():
    at = PAIRS.deal(Random(1), PAIRS.rules(), dealer=2)
    assert [len(hand) for hand in at.hands] == [3, 3, 3, 3]
    assert len(at.stock) == 28
    assert at.trump.card == at.stock[-1]
    assert at.trump.holder == STOCK
    assert at.turn == 2


def test_the_winner_draws_first_and_the_last_to_draw_gets_the_turned_up_card():
    for seed in range(20):
        for before, after in zip(played_out(seed), played_out(seed)[1:], strict=False):
            if len(after.tricks) == len(before.tricks) or not before.stock:
                continue
            for step, card in enumerate(before.stock[:4]):
                assert card in after.hands[(after.turn + step) % 4]
            if not after.stock:
                assert after.trump.holder == (after.turn + 3) % 4
                assert after.trump.card in after.hands[after.trump.holder]


def test_suit_is_followed_only_once_the_stock_is_empty():
    at = played_out(3)[1]
    led = at.table.cards[0]
    suited, other = [card for card in SHORT.cards if card // 16 == led // 16], 16 * (led // 16 ^ 1)
    hand = frozenset({next(card for card in suited if card != led), other})
    hands = tuple(hand if seat == at.turn else cards for seat, cards in enumerate(at.hands))
    assert PAIRS.legal(replace(at, hands=hands)) == hand
    assert PAIRS.legal(replace(at, hands=hands, stock=())) == hand - {other}


def test_ten_tricks_of_120_points_are_shared_by_two_pairs():
    for seed in range(20):
        end = played_out(seed)[-1]
        assert len(end.tricks) == 10
        paid = PAIRS.payoff(end)
        assert paid.points[0] == paid.points[2] == 120 - paid.points[1] == 120 - paid.points[3]


def test_every_view_is_possible_and_is_read_back_from_text_and_json():
    for at in played_out(5):
        for state in (open_view(PAIRS, at), *(view(PAIRS, at, seat) for seat in range(4))):
            state.check()
            assert State.from_json(state.to_json()) == state
            assert trunfo.parse(str(state)) == state
            assert PAIRS.knowledge(state).turn == at.turn


def test_nothing_is_said_of_hands_known_by_counting_where_three_are_hidden():
    at = next(at for at in played_out(7) if not at.stock)
    notes = PAIRS.knowledge(view(PAIRS, at, at.turn)).notes
    assert "stock_empty" not in [note.code for note in notes]


def test_who_drew_the_turned_up_card_is_told_by_the_play():
    at = next(at for at in played_out(7) if not at.stock)
    seen = view(PAIRS, at, (at.trump.holder + 1) % 4)
    unsaid = replace(seen, trump=replace(seen.trump, holder=None))
    assert PAIRS.knowledge(unsaid).pinned == (at.trump.card, at.trump.holder)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("trunfo 6♦ monte; monte 27; mão 7♥ D♦ 4♠; sai eu", "stock_size"),
        ("trunfo 6♦ monte; monte 32; mão 7♥ D♦ 4♠; sai eu", "stock_size"),
        ("trunfo 6♦ monte; monte 28; mão 7♥ D♦; sai eu", "hand_too_small"),
        ("trunfo ♦; monte 28; mão 7♥ D♦ 4♠; sai eu", "turned_missing"),
        ("trunfo 6♦ monte; monte 28; mão 7♥ 6♦ 4♠; sai eu", "turned_elsewhere"),
        ("trunfo 6♦ direita; monte 28; mão 7♥ D♦ 4♠; sai eu", "turned_elsewhere"),
    ],
)
def test_a_stock_that_cannot_be_is_named(text, code):
    assert first_problem(f"bisca4; {text}")[0] == code


def test_the_turned_up_card_cannot_be_with_a_seat_that_did_not_draw_it():
    at = next(at for at in played_out(7) if not at.stock)
    drawer = at.trump.holder
    seen = view(PAIRS, at, (drawer + 1) % 4)
    other = replace(seen, trump=replace(seen.trump, holder=(drawer + 2) % 4))
    assert [problem.message.code for problem in other.problems()] == ["trump_holder"]


def test_the_turned_up_card_cannot_be_played_before_it_is_drawn():
    at = next(at for at in played_out(7) if not at.stock)
    seen = view(PAIRS, at, at.turn)
    first = replace(at.tricks[0], cards=(at.trump.card, *at.tricks[0].cards[1:]))
    past = PAIRS.past(replace(seen, tricks=(first, *seen.tricks[1:])))
    assert "turned_early" in [problem.message.code for problem in PAIRS.draw_problems(past)]
