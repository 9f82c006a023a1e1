"""Sobe e Desce in the kernel: the cards, and whole deals by the rule policies."""

from __future__ import annotations

import numpy as np
import pytest

from trunfo.ext.rules.sobe_e_desce import COLUMNS, simulate

SHORT_PACK = 0x03FF03FF03FF03FF


class Deals:
    """Simulated deals with all that can be told of them."""

    def __init__(self, number, *, seed=1, first=0, forced=1, break_even=-1.0, orders=None, **rules):
        self.results = np.empty((number, COLUMNS), np.int8)
        self.hands = np.empty((number, 8), np.uint64)
        self.cards = np.empty((number, 20), np.int8)
        if orders is not None:
            orders = np.tile(np.array(orders, np.int8), (number, 1))
        simulate(
            seed, first, np.full(number, forced, np.uint8),
            np.full((number, 4), break_even, np.float32), self.results,
            orders=orders, hands=self.hands, cards=self.cards, **rules,
        )
        self.trump, self.turned, self.went = self.results[:, :3].T
        self.exchanged, self.tricks, self.change = np.split(self.results[:, 3:], 3, axis=1)
        self.is_in = (self.went[:, None] >> np.arange(4) & 1).astype(bool)


def test_a_deal_is_the_same_wherever_it_stands_in_a_call():
    whole, part = Deals(500), Deals(200, first=300)
    for name in ("results", "hands", "cards"):
        assert np.array_equal(getattr(whole, name)[300:], getattr(part, name))
    assert not np.array_equal(Deals(200, seed=2).hands, Deals(200).hands)


def test_hands_of_five_are_dealt_from_one_pack_and_the_turned_card_is_the_choosers():
    deals = Deals(2000)
    hands = deals.hands[:, :4]
    assert (np.bitwise_count(hands) == 5).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(hands, axis=1)) == 20).all()
    assert not (hands & ~np.uint64(SHORT_PACK)).any()
    up = deals.turned >= 0
    assert 0 < up.mean() < 1
    assert (hands[up, 0] >> deals.turned[up].astype(np.uint64) & np.uint64(1)).all()
    assert (deals.turned[up] >> 4 == deals.trump[up]).all()
    assert (Deals(2000, turn_up=False).turned == -1).all()


def test_hearts_make_everybody_go_and_so_do_the_forced_seats():
    deals = Deals(2000, break_even=0.0, forced=0b0101)
    hearts = deals.trump == 0
    assert hearts.any()
    assert (deals.went[hearts] == 0b1111).all()
    assert (deals.went & 0b0101 == 0b0101).all()
    assert (deals.went != 0b1111).any()
    free = Deals(2000, break_even=0.0, forced=0, hearts=False)
    assert (free.went[free.trump == 0] != 0b1111).any()


def test_who_is_alone_takes_all_and_where_nobody_goes_nothing_is_scored():
    alone = Deals(100, orders=(3, -2, 4, -2, -2))
    assert (alone.change == (0, -10, 0, 0)).all()
    assert (alone.exchanged == (0, 1, 0, 0)).all()
    nobody = Deals(100, orders=(0, -2, -2, -2, -2))
    assert not nobody.went.any()
    assert not nobody.change.any()
    assert (alone.cards == -1).all()


def test_bolder_seats_go_more_often():
    shares = [Deals(2000, break_even=chance).is_in[:, 1:].mean() for chance in (0.0, 0.1, 0.3, 1.0)]
    assert shares == sorted(set(shares))
    assert shares[-1] == 1


def test_tricks_are_five_and_clubs_count_twice():
    deals = Deals(3000)
    assert (deals.tricks.sum(axis=1) == 5).all()
    assert not deals.tricks[~deals.is_in].any()
    worth = np.where(deals.trump == 3, 2, 1)[:, None]
    right = np.where(deals.tricks > 0, -worth * deals.tricks, 5 * worth) * deals.is_in
    assert np.array_equal(deals.change, right)
    assert set(deals.change[deals.trump == 3].flat) == {-10, -8, -6, -4, -2, 0, 10}


def test_orders_are_carried_out():
    deals = Deals(500, orders=(3, 0b00000, -2, 0b10011, 0b11111))
    assert (deals.trump == 3).all()
    assert (deals.went == 0b1101).all()
    assert (deals.exchanged == (0, 0, 3, 5)).all()
    thrown = deals.hands[:, 4:]
    assert (thrown[:, :2] == 0).all()
    assert np.array_equal(thrown[:, 3], deals.hands[:, 3])
    lowest_two = deals.hands[:, 2]
    for _ in range(2):
        lowest_two = lowest_two & (lowest_two - np.uint64(1))
    highest = lowest_two & (lowest_two - np.uint64(1))
    highest &= highest - np.uint64(1)
    assert np.array_equal(thrown[:, 2], (deals.hands[:, 2] ^ lowest_two) | highest)
    assert (Deals(200, orders=(4, -1, -1, -1, -1)).turned >= 0).all()


@pytest.mark.parametrize("orders", [(5, 0, 0, 0, 0), (-2, 0, 0, 0, 0), (0, 32, 0, 0, 0)])
def test_an_order_that_does_not_exist_is_refused(orders):
    with pytest.raises(ValueError, match="orders"):
        Deals(1, orders=orders)


def test_nobody_turns_up_where_that_is_not_allowed():
    with pytest.raises(ValueError, match="orders"):
        Deals(1, orders=(4, 0, 0, 0, 0), turn_up=False)


def test_arrays_of_the_wrong_shape_are_refused():
    forced, free = np.ones(3, np.uint8), np.zeros((3, 4), np.float32)
    good = np.empty((3, COLUMNS), np.int8)
    with pytest.raises(ValueError, match="results"):
        simulate(1, 0, forced, free, good[:2])
    with pytest.raises(ValueError, match="break-even"):
        simulate(1, 0, forced, free[:2], good)
    with pytest.raises(ValueError, match="orders"):
        simulate(1, 0, forced, free, good, orders=np.zeros((3, 4), np.int8))
    with pytest.raises(ValueError, match="hands"):
        simulate(1, 0, forced, free, good, hands=np.empty((3, 4), np.uint64))
    with pytest.raises(ValueError, match="cards"):
        simulate(1, 0, forced, free, good, cards=np.empty((2, 20), np.int8))
