"""Bisca's kernel against the plain engine, and its advice against plain enumeration."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from games import Oracle, for_kernel
from interrupt import interrupted_soon
from nested import (
    BISCA,
    Nested,
    before_last_draws,
    by_kernel,
    compare_ending,
    compare_game,
    root_and_rows,
    values_of,
    worlds_of,
)

import trunfo
from trunfo.advise import advise, solve
from trunfo.engine.cards import SHORT, cards_of, word_of
from trunfo.engine.position import Position
from trunfo.engine.trick import STOCK, Trick, Trump
from trunfo.engine.views import open_view, view
from trunfo.ext.kernel import NONE
from trunfo.ext.solver import Solver
from trunfo.games.bisca import ADVISOR
from trunfo.pimc import encode
from trunfo.pimc.worlds import Worlds

SIZES = (3, 5, 7, 9, 11)
FREE = {"follow_when_stock_empty": False}


def cards(text: str) -> tuple[int, ...]:
    return tuple(SHORT.card(token) for token in text.split())


def bytes_of(advice: trunfo.Advice) -> str:
    document = json.loads(advice.to_json())
    del document["elapsed_s"]
    return json.dumps(document)


# -- kernel and engine ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_whole_games_are_played_alike_card_by_card_and_paid_alike(size):
    random = Random(size)
    for number in range(8):
        compare_game(random, BISCA.rules({"hand_size": size, **(FREE if number % 2 else {})}))


def test_every_card_of_random_endings_is_worth_what_the_engine_finds():
    random, solver = Random(5), Solver("bisca")
    for number in range(100):
        compare_ending(random, solver, 4, sweep_open=number % 3 == 0)


@pytest.mark.parametrize("stock", [0, 2, 4])
@pytest.mark.parametrize("given", [{}, FREE], ids=["follow", "free"])
def test_with_every_card_known_the_stock_too_each_card_is_worth_what_the_engine_finds(stock, given):
    random, solver = Random(stock), Solver("bisca")
    for number in range(6):
        at = before_last_draws(random, BISCA.rules(given), stock, number % 2)
        root, row = for_kernel(BISCA, at)
        columns = {name: np.full((1, 64), NONE, dtype=np.int16) for name in ("points", "riscos")}
        solver.nested(root, row[None], columns["points"], columns["riscos"], open=True)
        for objective, values in columns.items():
            assert values_of(values[0]) == Oracle(BISCA, objective).card_values(at)


def test_long_endings_without_the_duty_to_follow_equal_plain_minimax():
    random, solver = Random(3), Solver("bisca")
    rules = BISCA.rules({"hand_size": 5, **FREE})
    for number in range(6):
        at = before_last_draws(random, rules, 0, number % 2)
        root, row = for_kernel(BISCA, at)
        points, riscos = (np.full((1, 64), NONE, dtype=np.int16) for _ in range(2))
        solver.nested(root, row[None], points, riscos)
        kernel = encode.kernel_of(BISCA)
        assert points[0].tolist() == kernel.minimax(root, row, "points")
        assert riscos[0].tolist() == kernel.minimax(root, row, "riscos")


# -- the last draws -------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["points", "riscos"])
@pytest.mark.parametrize("table", [0, 1])
def test_advice_before_the_last_draw_is_the_average_over_answers_on_own_information(
    objective, table
):
    random, weighed = Random(7), 0
    for _ in range(4):
        at = before_last_draws(random, BISCA.rules(), 2, table)
        worlds = list(worlds_of(at))
        assert len(worlds) == (3 if table else 4)
        advice = advise(view(BISCA, at, at.turn), worlds=100, objective=objective)
        assert advice.method == "nested"
        assert (advice.exhaustive, advice.worlds) == (True, len(worlds))
        said = any(note.code == "lead_weight" for note in advice.notes)
        assert said == bool(table)
        weights = Nested(objective).weights(worlds) if table else [1] * len(worlds)
        weighed += len(set(weights)) > 1
        for column in ("points", "riscos"):
            plain = Nested(column)
            rows = [plain.card_values(at, world) for world in worlds]
            for option in advice.options:
                card = SHORT.card(option.action["play"])
                estimate = getattr(option, column)
                total = sum(n * row[card] for n, row in zip(weights, rows, strict=True))
                assert estimate.mean == total / sum(weights)
                assert estimate.ci95 is None
                assert math.isclose(sum(option.outcomes.values()), 1)
                assert option.worlds == len(worlds)
    assert bool(weighed) == bool(table)


def test_with_four_cards_in_the_stock_each_decision_down_the_line_is_on_own_information():
    at = before_last_draws(Random(3), BISCA.rules(), 4, 1)
    worlds, values = by_kernel(at)
    plain = Nested("points")
    for index, world in enumerate(worlds):
        assert values_of(values["points"][index]) == plain.card_values(at, world)


def test_hands_of_five_too():
    at = before_last_draws(Random(4), BISCA.rules({"hand_size": 5}), 2, 1)
    worlds, values = by_kernel(at)
    plain = Nested("riscos")
    for index, world in enumerate(worlds[:2]):
        assert values_of(values["riscos"][index]) == plain.card_values(at, world)


# -- advice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_without_stock_advice_is_exact_and_at_once(size):
    at = before_last_draws(Random(size), BISCA.rules({"hand_size": size}), 0, 0)
    advice = advise(view(BISCA, at, at.turn), time=1.0)
    assert (advice.worlds, advice.exhaustive, advice.method) == (1, True, "pimc")
    assert {option.riscos.ci95 for option in advice.options} == {None}
    solution = solve(open_view(BISCA, at))
    assert {o.action["play"]: o.points.mean for o in advice.options} == {
        o.action["play"]: o.points for o in solution.options
    }


def test_without_stock_and_duty_to_follow_it_is_exact_too():
    at = before_last_draws(Random(2), BISCA.rules(FREE), 0, 1)
    advice = advise(view(BISCA, at, at.turn), time=1.0)
    expected = Oracle(BISCA, "points").card_values(at)
    assert advice.exhaustive
    assert {o.action["play"]: o.points.mean for o in advice.options} == {
        SHORT.token(card): value for card, value in expected.items()
    }


def test_with_a_large_stock_no_world_is_searched_whatever_is_asked_for():
    at = BISCA.deal(Random(1), BISCA.rules())
    for method in ("auto", "pimc", "playout"):
        assert advise(view(BISCA, at, at.turn), worlds=30, method=method).method == "playout"


@pytest.mark.parametrize("stock", [2, 4, 20])
def test_exchanging_what_nobody_sees_leaves_advice_byte_for_byte_the_same(stock):
    random = Random(stock)
    at = before_last_draws(random, BISCA.rules(), stock, 0)
    unseen = sorted([*at.hands[1 - at.turn], *at.stock[:-1]])
    advices = set()
    for _ in range(3):
        random.shuffle(unseen)
        hands = list(at.hands)
        hands[1 - at.turn] = frozenset(unseen[:3])
        other = replace(at, hands=tuple(hands), stock=(*unseen[3:], at.stock[-1]))
        advices.add(bytes_of(advise(view(BISCA, other, at.turn), worlds=40)))
    assert len(advices) == 1


def test_the_same_bytes_for_the_same_seed_and_worlds_whatever_the_jobs():
    state = view(BISCA, BISCA.deal(Random(6), BISCA.rules()), 0)
    one, two, three = (bytes_of(advise(state, worlds=700, jobs=jobs)) for jobs in (1, 2, 3))
    assert one == two == three
    assert one != bytes_of(advise(state, worlds=700, seed=2))


def test_worlds_are_hands_and_stock_orders_all_equally_likely():
    at = before_last_draws(Random(8), BISCA.rules(), 4, 1)
    state = view(BISCA, at, at.turn)
    known = BISCA.knowledge(state)
    every = Worlds(state, known, 1000, 1)
    assert every.count == 60
    rows = Counter(map(tuple, Worlds(state, known, 10, 1).chunk(0, 12_000).tolist()))
    assert set(rows) == set(map(tuple, every.chunk(0, 60).tolist()))
    chi_square = sum((count - 200) ** 2 / 200 for count in rows.values())
    assert chi_square < 98.3  # 0.999 of 59 degrees of freedom


def test_every_world_holds_all_unseen_cards_and_ends_with_the_turned_up_one():
    at = BISCA.deal(Random(9), BISCA.rules({"hand_size": 7}))
    state = view(BISCA, at, at.turn)
    me = at.turn
    for row in Worlds(state, BISCA.knowledge(state), 10, 1).chunk(0, 50).tolist():
        stock = [row[2 + index // 8] >> (8 * (index % 8)) & 63 for index in range(26)]
        assert stock[-1] == at.trump.card
        assert row[me] == word_of(at.hands[me])
        assert sorted([*cards_of(row[1 - me]), *stock, *at.hands[me]]) == list(SHORT.cards)


# -- the rule player ------------------------------------------------------------------------------


def chosen(at: Position) -> str:
    known = BISCA.knowledge(view(BISCA, at, at.turn))
    gone = word_of(card for trick in at.tricks for card in trick.cards)
    card = encode.kernel_of(BISCA).choose(
        ADVISOR.root(view(BISCA, at, at.turn), known), known.hand, gone,
        voids=known.voids, pinned=known.pinned,
    )
    assert card in BISCA.legal(at)
    return SHORT.token(card)


def follower(hand: str, led: str, stock: str) -> Position:
    """Seat 1 to answer a card, with a stock of the cards given; the last is turned up."""
    cards_left = cards(stock)
    return Position(
        BISCA.rules(), Trump(cards_left[-1] // 16, cards_left[-1], STOCK),
        (frozenset(cards("2E 3E")), frozenset(cards(hand))), (), Trick(0, cards(led)),
        stock=cards_left,
    )


def at_start(hand: str, led: str, turned: str) -> Position:
    """The same in the first trick of a deal."""
    taken = {*cards(hand), *cards(led), *cards(turned), *cards("2E 3E")}
    rest = [card for card in SHORT.cards if card not in taken]
    return replace(
        follower(hand, led, turned), stock=(*rest, *cards(turned)),
    )


@pytest.mark.parametrize(
    ("hand", "led", "card"),
    [
        ("2C 3O RE", "AC", "2C"),   # nothing to be done about an ace without a trump
        ("AC 2C 4O", "7C", "AC"),   # take the seven with the ace
        ("2P AP 5O", "AC", "2P"),   # ruff an ace with the lowest trump
        ("2P AP 5O", "4C", "5O"),   # but not a card without points
    ],
)
def test_the_rule_player_ruffs_for_points_only_and_as_cheaply_as_it_can(hand, led, card):
    assert chosen(at_start(hand, led, "4P")) == card


def test_the_rule_player_lets_go_a_small_trick_for_a_high_turned_up_trump():
    assert chosen(follower("5C 2C 3O", "4C", "2O AP")) in ("2C", "3O")


def test_the_rule_player_answers_for_itself_all_through_every_deal():
    random = Random(11)
    for size in SIZES:
        at = BISCA.deal(random, BISCA.rules({"hand_size": size}))
        while not at.over:
            at = BISCA.play(at, SHORT.card(chosen(at)))
        assert sum(BISCA.payoff(at).points) == 120


# -- solve ----------------------------------------------------------------------------------------


def test_solve_plays_on_with_a_known_stock():
    at = before_last_draws(Random(12), BISCA.rules(), 4, 0)
    solution = solve(open_view(BISCA, at))
    expected = Oracle(BISCA, "points").card_values(at)
    assert {SHORT.card(o.action["play"]): o.points for o in solution.options} == expected


def test_solve_says_what_is_out_of_reach_and_what_is_missing():
    at = BISCA.deal(Random(13), BISCA.rules())
    with pytest.raises(trunfo.UnreadableInput, match="out of reach"):
        solve(open_view(BISCA, at))
    with pytest.raises(trunfo.UnreadableInput, match="drawing order"):
        solve(replace(open_view(BISCA, at), stock_cards=None, stock=34))


def test_an_interrupt_from_the_keyboard_ends_the_last_draws():
    """It comes out as what it is, from a call that is a Python function itself too."""
    at = before_last_draws(Random(3), BISCA.rules({"hand_size": 5}), 6, 0)
    root, rows = root_and_rows(at, [at])
    values = np.empty((1, 64), np.int16)
    with interrupted_soon():
        Solver("bisca").nested(root, rows, values, values.copy())
