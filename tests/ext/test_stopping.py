"""Every entry of the kernel that can last: a deadline, a stop flag, Ctrl-C, and rows finished."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from copas import MULTIPLAYER as COPAS
from copas import game
from games import for_kernel, random_position
from interrupt import interrupted_soon
from solving import CARDS, SUECA, problem, random_deal

from trunfo.engine.cards import SHORT
from trunfo.ext.dealer import Dealer
from trunfo.ext.rules.copas import passes
from trunfo.ext.rules.sobe_e_desce import COLUMNS, going_worlds, playing_worlds, simulate
from trunfo.ext.rules.sobe_e_desce_match import read_values, sweep
from trunfo.ext.stock import shuffle

Call = Callable[..., Any]
BY_POINTS = np.full(4, -1, dtype=np.float32)
ANYWHERE = dict.fromkeys(("may", "held"), [0] * 4) | {"may": [SHORT.word] * 4}


def two_sides(rows: int) -> Call:
    at = random_deal(Random(1))
    worlds = at.worlds.repeat(rows, axis=0)
    points, riscos = np.empty((2, rows, 64), dtype=np.int16)
    return lambda **limits: SUECA.playouts(at.root, worlds, points, riscos, **limits)


def alone(rows: int) -> Call:
    root, hands = for_kernel(game(), random_position(game(), Random(2), 52))
    worlds = hands[None].repeat(rows, axis=0)
    results = np.empty((rows, 64, 4), dtype=np.int8)
    return lambda **limits: COPAS.playouts(root, worlds, results, **limits)


def passing(rows: int) -> Call:
    hands = np.full(rows, sum(1 << card for card in range(13)), dtype=np.uint64)
    return lambda **limits: passes(hands, np.empty_like(hands), **limits)


def whole_deals(rows: int) -> Call:
    forced, bold = np.ones(rows, dtype=np.uint8), np.full((rows, 4), -1, dtype=np.float32)
    results = np.empty((rows, COLUMNS), dtype=np.int8)
    return lambda **limits: simulate(1, 0, forced, bold, results, **limits)


def going(rows: int) -> Call:
    worlds = np.empty((rows, 5), dtype=np.uint64)
    hand = sum(1 << card for card in SHORT.cards[:5])
    return lambda **limits: going_worlds(
        1, 0, worlds, BY_POINTS, seat=3, hand=hand, trump=3, chosen=3, turned=-1, went=3,
        exchanged=[1, 2, 0, 0], forced=1, **ANYWHERE, **limits,
    )


def playing(rows: int) -> Call:
    worlds = np.empty((rows, 4), dtype=np.uint64)
    unseen = sum(1 << card for card in SHORT.cards[5:])
    return lambda **limits: playing_worlds(
        1, 0, worlds, BY_POINTS, seat=0, unseen=unseen, played=[0] * 4, sizes=[5, 5, 5, 0], trump=3,
        chosen=3, turned=-1, went=7, exchanged=[0, 1, 2, 0], forced=1, **ANYWHERE, **limits,
    )


def dealing(rows: int) -> Call:
    everything = sum(1 << card for card in CARDS)
    dealer, worlds = Dealer([everything] * 4, [10] * 4), np.empty((rows, 4), dtype=np.uint64)
    return lambda **limits: dealer.deal(1, 0, worlds, **limits)


def stocks(rows: int) -> Call:
    sets = np.full(rows, sum(1 << card for card in CARDS), dtype=np.uint64)
    orders = np.empty((rows, 5), dtype=np.uint64)
    return lambda **limits: shuffle(1, 0, sets, -1, orders, **limits)


def match_values(rows: int) -> Call:
    values = np.zeros((4, 2, 2, 2, 2, 4), dtype=np.float32)
    scores, flags = np.full((rows, 4), 9, dtype=np.int32), np.zeros(rows, dtype=np.uint8)
    found = np.empty((rows, 4), dtype=np.float32)
    return lambda **limits: read_values(values, scores, flags, found, **limits)


def match_sweep(rows: int) -> Call:
    values = np.zeros((4, 2, 2, 2, 2, 4), dtype=np.float32)
    levels = np.zeros((4, 2, 2, 2, 2, 3), dtype=np.uint8)
    chances = np.zeros((27, 8), dtype=np.float32)
    tricks, worth = np.zeros((8, 4), dtype=np.int8), np.ones(8, dtype=np.int8)
    order = np.zeros(rows, dtype=np.uint32)
    return lambda **limits: sweep(
        values, levels, chances, tricks, worth, order, choices=2, rounds=1, **limits
    )[2]


CALLS = {
    "playouts of two sides": (two_sides, 50_000), "playouts alone": (alone, 20_000),
    "passes": (passing, 3_000_000), "whole deals": (whole_deals, 400_000),
    "worlds to go in": (going, 300_000), "worlds to play in": (playing, 100_000),
    "deals": (dealing, 1_000_000), "stocks": (stocks, 2_000_000),
    "match values": (match_values, 5_000_000), "match sweep": (match_sweep, 2_000_000),
}


@pytest.mark.parametrize(("make", "_"), CALLS.values(), ids=CALLS)
def test_with_time_all_rows_are_finished_and_without_none(make: Callable[[int], Call], _: int):
    call = make(3)
    assert call() == 3
    assert call(deadline=1e-9) == 0
    assert call(stop=np.ones(1, dtype=np.int32)) == 0
    assert call(stop=np.zeros(1, dtype=np.int32)) == 3
    with pytest.raises(ValueError, match="stop"):
        call(stop=np.zeros(2, dtype=np.int32))


@pytest.mark.parametrize(("make", "rows"), CALLS.values(), ids=CALLS)
def test_an_interrupt_from_the_keyboard_ends_it(make: Callable[[int], Call], rows: int):
    call = make(rows)
    with interrupted_soon():
        while True:  # on a busy machine it may be done before the interrupt comes
            call()


def test_worlds_that_were_not_all_found_are_no_enumeration():
    some = sum(1 << card for card in CARDS[:12])
    dealer = Dealer([some] * 3, [4] * 3)
    worlds = np.empty((dealer.count, 3), dtype=np.uint64)
    assert dealer.enumerate(worlds) == dealer.count
    assert dealer.enumerate(worlds, deadline=1e-9) == -1
    assert dealer.enumerate(worlds, stop=np.ones(1, dtype=np.int32)) == -1


def test_an_interrupt_ends_the_oracles_too():
    hands = [CARDS[seat::4] for seat in range(4)]
    at = problem(hands, 0, 0)
    root, words = for_kernel(game(), random_position(game(), Random(3), 24))
    for call in (
        lambda: SUECA.perft(at.root, at.worlds[0], 30),
        lambda: SUECA.minimaxes(at.root, at.worlds[0]),
        lambda: COPAS.oracle(root, words),
    ):
        with interrupted_soon():
            while True:
                call()


@pytest.mark.parametrize(
    ("law", "message"),
    [
        ({"double_at": 60}, "double_at: a whole number from 61 to 120"),
        ({"sweep_points": 2}, "sweep_points"), ({"double_at": "91"}, "double_at"),
        ({"queen": 41}, "no 'queen' in the law of sueca"),
    ],
)
def test_a_law_that_cannot_be_is_refused(law: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        problem([[0], [1], [2], [3]], 0, 0, law=law)


def test_a_root_is_read_by_its_own_game_only():
    at = random_deal(Random(4))
    with pytest.raises(ValueError, match="a root of sueca for copas"):
        COPAS.playouts(at.root, at.worlds, np.empty((1, 64, 4), dtype=np.int8))
