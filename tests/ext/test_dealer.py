"""The sampler of hidden cards against brute force, and its uniformity over all worlds.

The statistical tests have fixed seeds, so that they either always pass or never. Of all seeds
one in a million would fail each of them with a correct sampler (normal quantile 4.75; chi
square by the approximation of Wilson and Hilferty).
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from trunfo.ext.dealer import Dealer, NoWorld
from trunfo.ext.random import mix

World = tuple[int, ...]
Arguments = dict[str, Any]

Z = 4.75  # one in a million, two-sided: 2.0e-6
WORD = (1 << 64) - 1
PACK = 0x03FF_03FF_03FF_03FF
WORTH = 4 * [0, 0, 0, 0, 0, 2, 3, 4, 10, 11, 0, 0, 0, 0, 0, 0]
HEARTS, DIAMONDS, SPADES, CLUBS = (0xFFFF << 16 * suit for suit in range(4))


# The slow oracle: try every holder for every card.


@dataclass(frozen=True)
class Known:
    """What a Dealer is told."""

    allowed: Sequence[int]
    sizes: Sequence[int]
    worth: Sequence[int] = ()
    pile: int = -1
    total: int = -1
    extra: int = 0
    share: int = -1
    trick: int = 4

    def dealer(self) -> Dealer:
        return Dealer(
            self.allowed,
            self.sizes,
            worth=self.worth,
            pile=self.pile,
            total=self.total,
            extra=self.extra,
            share=self.share,
            trick=self.trick,
        )

    def points(self, cards: int) -> int:
        return sum(self.worth[card] for card in bits(cards) if card < len(self.worth))

    def deals(self) -> Iterator[World]:
        """Every deal that fits, but for the split condition."""
        union = 0
        for cards in self.allowed:
            union |= cards
        for holders in product(range(len(self.sizes)), repeat=union.bit_count()):
            hands = [0] * len(self.sizes)
            for card, holder in zip(bits(union), holders, strict=True):
                hands[holder] |= 1 << card
            if (
                all(not hand & ~cards for hand, cards in zip(hands, self.allowed, strict=True))
                and [hand.bit_count() for hand in hands] == list(self.sizes)
                and (self.total < 0 or self.points(hands[self.pile]) == self.total)
            ):
                yield tuple(hands)

    def splits(self, world: World) -> bool:
        """The split condition."""
        gone = bits(self.extra | (world[self.pile] if self.pile >= 0 else 0))
        return self.share < 0 or any(
            self.points(sum(1 << card for card in some)) == self.share
            for count in range(0, len(gone) + 1, self.trick)
            for some in combinations(gone, count)
        )

    def worlds(self) -> list[World]:
        return [deal for deal in self.deals() if self.splits(deal)]


def tried(case: Known) -> Dealer | NoWorld:
    """The dealer, or the error."""
    try:
        return case.dealer()
    except NoWorld as error:
        return error


def bits(cards: int) -> list[int]:
    return [card for card in range(64) if cards >> card & 1]


def cards(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def enumerated(dealer: Dealer, holders: int) -> list[World]:
    worlds = np.zeros((dealer.count, holders), np.uint64)
    return rows(worlds[: dealer.enumerate(worlds)])


def dealt(dealer: Dealer, holders: int, count: int, seed: int = 1, first: int = 0) -> list[World]:
    worlds = np.zeros((count, holders), np.uint64)
    dealer.deal(seed, first, worlds)
    return rows(worlds)


def rows(worlds: NDArray[np.uint64]) -> list[World]:
    return [tuple(row) for row in worlds.tolist()]


def first_below(bound: int, key: int) -> int:
    """The first draw below `bound` of a stream: as many words as the bound has, high one first."""
    last = bound - 1
    words = 2 if last > WORD else 1
    mask = (1 << last.bit_length()) - 1
    drawn = 0
    while True:
        value = 0
        for _ in range(words):
            value = value << 64 | mix(key, drawn)
            drawn += 1
        value &= mask
        if value <= last:
            return value


# Counts and enumeration.


@st.composite
def known(draw: st.DrawFn) -> Known:
    """Small constraints: of a true deal widened, or at random and mostly impossible."""
    holders = draw(st.integers(1, 4))
    unseen = draw(st.lists(st.integers(0, 63), unique=True, max_size=8 if holders < 4 else 7))
    owner = [draw(st.integers(0, holders - 1)) for _ in unseen]
    possible = draw(st.sampled_from([True, True, True, False]))
    allowed = [0] * holders
    for card, true in zip(unseen, owner, strict=True):
        certain = true if possible else draw(st.integers(0, holders - 1))
        for holder in {certain} | draw(st.sets(st.integers(0, holders - 1))):
            allowed[holder] |= 1 << card
    sizes = [owner.count(holder) for holder in range(holders)]
    worth = draw(st.lists(st.sampled_from([0, 0, 1, 2, 3, 4, 10, 11, 127]), max_size=64))
    pile = draw(st.integers(-1, holders - 1))
    gone = [card for card, true in zip(unseen, owner, strict=True) if true == pile]
    worth_of = [*worth, *[0] * 64]
    total = -1
    if pile >= 0 and draw(st.booleans()):
        total = sum(worth_of[card] for card in gone)
        total = draw(st.sampled_from([total, total, total, total + 1, 3, 9_000]))
    extra = 0
    share = -1
    if draw(st.booleans()):
        free = sorted(set(range(64)) - set(unseen))
        more = draw(st.lists(st.sampled_from(free), unique=True, max_size=5))
        extra = cards(*more)
        taken = draw(st.sets(st.sampled_from([*gone, *more]))) if gone or more else set()
        share = min(127, sum(worth_of[card] for card in taken))
    trick = draw(st.integers(1, 4))
    return Known(allowed, sizes, worth, pile, total, extra, share, trick)


@settings(deadline=None, max_examples=400)
@given(known())
def test_count_and_enumeration_are_those_of_brute_force(case: Known) -> None:
    deals = list(case.deals())
    worlds = [deal for deal in deals if case.splits(deal)]
    dealer = tried(case)
    if isinstance(dealer, NoWorld):
        assert not worlds
        assert bool(deals) == (dealer.constraint == "share")
        return
    assert dealer.count == len(deals)
    found = enumerated(dealer, len(case.sizes))
    assert sorted(found) == sorted(worlds)
    assert found == enumerated(case.dealer(), len(case.sizes))


@settings(deadline=None, max_examples=200)
@given(known(), st.integers(0, WORD), st.integers(0, 1000))
def test_world_k_is_the_deal_whose_number_its_own_stream_draws(
    case: Known, seed: int, world: int
) -> None:
    case = Known(case.allowed, case.sizes, case.worth, case.pile, case.total)
    dealer = tried(case)
    if isinstance(dealer, NoWorld):
        return
    everything = enumerated(dealer, len(case.sizes))
    number = first_below(dealer.count, mix(seed, world))
    assert dealt(dealer, len(case.sizes), 1, seed, world) == [everything[number]]


def test_a_number_of_two_words_is_drawn_high_word_first() -> None:
    # Ten cards between the first two holders, then more than 2**64 ways to deal the others: which
    # of the 252 ways the ten go is what remains when the number is divided by those.
    ten, others = (1 << 10) - 1, (1 << 55) - (1 << 10)
    dealer = Dealer([ten, ten, others, others, others], [5, 5, 15, 15, 15])
    later = math.factorial(45) // math.factorial(15) ** 3
    assert dealer.count == 252 * later
    assert later > WORD
    first = enumerated(Dealer([ten, ten], [5, 5]), 2)
    for world, hands in enumerate(dealt(dealer, 5, 500, seed=8)):
        assert hands[:2] == first[first_below(dealer.count, mix(8, world)) // later]


def test_whole_packs_are_counted_exactly() -> None:
    copas = 0x1FFF_1FFF_1FFF
    assert Dealer([copas] * 3, [13] * 3).count == math.factorial(39) // math.factorial(13) ** 3
    # With a pile the count needs more than 64 bits.
    everyone = Dealer([0x1FFF_1FFF_1FFF_0007] * 4, [10, 10, 10, 12])
    assert everyone.count == math.factorial(42) // (math.factorial(10) ** 3 * math.factorial(12))
    assert everyone.count > 1 << 64


def test_no_cards_are_dealt_in_one_way() -> None:
    dealer = Dealer([0, 0], [0, 0])
    assert dealer.count == 1
    assert enumerated(dealer, 2) == [(0, 0)] == dealt(dealer, 2, 1)


def test_eight_holders() -> None:
    dealer = Dealer([0xFFFF] * 8, [2] * 8)
    assert dealer.count == math.factorial(16) // 2**8


# Positions that are played: Sueca, strengths 0 to 9, trump clubs.

# Three tricks are left. The first of the others is void in hearts, the third in spades, and the
# second has the turned-up ace of trump.
ACE = 57
ENDING = cards(0, 5, 20, 21, 36, 37, 48, 50, ACE)
VOIDS = Known(
    allowed=[ENDING & ~HEARTS & ~(1 << ACE), ENDING, ENDING & ~SPADES & ~(1 << ACE)],
    sizes=[3, 3, 3],
)
PINNED = Known(
    allowed=[
        cards(1, 2, 3, 20, 21, 22, 23),
        cards(1, 2, 3, 20, 21, 22, 23, ACE),
        cards(20, 21, 22, 23),
    ],
    sizes=[3, 3, 2],
)
# One forgotten trick of 16 points, without diamonds.
PILE = Known(
    allowed=[cards(*range(3, 10), 24, 25)] * 2 + [cards(*range(3, 10), 24, 25) & ~DIAMONDS],
    sizes=[2, 3, 4],
    worth=WORTH,
    pile=2,
    total=16,
)
# Two forgotten tricks of 42 points; the third is known, 16 points, but not who took it. One side
# has three points, from one trick: two thirds of the deals leave it such a trick.
SPLIT = Known(
    allowed=[cards(*range(3, 10), *range(20, 26)), cards(*range(3, 10), *range(20, 25))],
    sizes=[8, 5],
    worth=WORTH,
    pile=0,
    total=42,
    extra=cards(36, 37, 38, 41),
    share=3,
)
POSITIONS = {"voids": VOIDS, "pinned": PINNED, "pile": PILE, "split": SPLIT}


def chi_square_limit(degrees: int) -> float:
    part = 2 / (9 * degrees)
    return degrees * float(1 - part + Z * math.sqrt(part)) ** 3


@pytest.mark.parametrize("name", POSITIONS)
def test_all_worlds_are_equally_likely(name: str) -> None:
    case = POSITIONS[name]
    worlds = case.worlds()
    assert len(worlds) >= 8
    draws = 400 * len(worlds)
    seen = Counter(dealt(case.dealer(), len(case.sizes), draws, seed=2))
    assert set(seen) <= set(worlds)
    expected = draws / len(worlds)
    statistic = sum((seen[world] - expected) ** 2 / expected for world in worlds)
    assert statistic < chi_square_limit(len(worlds) - 1)


def test_the_split_condition_rejects_some_worlds_and_not_all() -> None:
    assert 0 < len(SPLIT.worlds()) < SPLIT.dealer().count


# A position after sixteen cards that nobody remembers. I have six cards, two lie on the table.
SEEN = cards(6, 56, 54, 53, 52, 49, 24, 20)
UNSEEN = PACK & ~SEEN
FORGOTTEN = Known(
    allowed=[
        UNSEEN & ~DIAMONDS & ~(1 << ACE),
        UNSEEN & ~HEARTS & ~(1 << ACE),
        UNSEEN & ~SPADES,
        UNSEEN & ~(1 << ACE),
    ],
    sizes=[6, 5, 5, 16],
    worth=WORTH,
    pile=3,
    total=52,
    share=38,
)
# The same with so much unknown that a number of a deal has two words.
UNKNOWN = Known([0x1FFF_1FFF_1FFF_0007 & ~HEARTS, *[0x1FFF_1FFF_1FFF_0007] * 3], [10, 10, 10, 12])


def pinned(case: Known, card: int, holder: int) -> int:
    """The number of deals in which the holder has the card, counted as a position of its own."""
    allowed = [
        cards if number == holder else cards & ~(1 << card)
        for number, cards in enumerate(case.allowed)
    ]
    dealer = tried(Known(allowed, case.sizes, case.worth, case.pile, case.total))
    return 0 if isinstance(dealer, NoWorld) else dealer.count


@pytest.mark.parametrize(
    "case", [FORGOTTEN, UNKNOWN], ids=["more than can be listed", "more than 64 bits"]
)
def test_every_card_is_with_each_holder_as_often_as_counted(case: Known) -> None:
    case = Known(case.allowed, case.sizes, case.worth, case.pile, case.total)
    dealer = case.dealer()
    draws = 40_000
    worlds = np.zeros((draws, 4), np.uint64)
    dealer.deal(3, 0, worlds)
    for card in bits(case.allowed[3] | case.allowed[2]):
        counts = [
            pinned(case, card, holder) if case.allowed[holder] >> card & 1 else 0
            for holder in range(4)
        ]
        assert sum(counts) == dealer.count
        for holder, count in enumerate(counts):
            chance = count / dealer.count
            found = int((worlds[:, holder] >> np.uint64(card) & np.uint64(1)).sum())
            deviation = Z * math.sqrt(draws * chance * (1 - chance))
            assert abs(found - draws * chance) <= deviation


def test_no_world_contradicts_what_is_known() -> None:
    for world in dealt(FORGOTTEN.dealer(), 4, 100, seed=4):
        assert [hand.bit_count() for hand in world] == FORGOTTEN.sizes
        assert sum(world) == UNSEEN
        assert not any(
            hand & ~allowed for hand, allowed in zip(world, FORGOTTEN.allowed, strict=True)
        )
        assert world[2] >> ACE & 1
        assert FORGOTTEN.points(world[3]) == 52
        assert FORGOTTEN.splits(world)


def test_one_side_may_have_taken_everything_or_nothing() -> None:
    for share in (0, 52):
        case = Known(FORGOTTEN.allowed, [6, 5, 5, 16], WORTH, pile=3, total=52, share=share)
        assert len(dealt(case.dealer(), 4, 50)) == 50


@pytest.mark.parametrize(("share", "fits"), [(0, True), (11, True), (15, False)])
def test_worthless_cards_fill_up_a_trick(share: int, fits: bool) -> None:
    # One trick of an ace and three worthless cards: one side has all its points, or none.
    case = Known([cards(0, 1, 2, 9), 1 << 30], [4, 1], WORTH, pile=0, share=share)
    assert bool(case.worlds()) == fits == bool(enumerated(case.dealer(), 2))


# Streams: a world depends on the seed and its number alone.


@given(st.integers(0, 60), st.integers(0, 60))
@settings(deadline=None, max_examples=30)
def test_batches_do_not_change_the_worlds(one: int, other: int) -> None:
    dealer = FORGOTTEN.dealer()
    whole = dealt(dealer, 4, one + other, seed=5, first=7)
    assert dealt(dealer, 4, one, 5, 7) + dealt(dealer, 4, other, 5, 7 + one) == whole


def test_other_seeds_give_other_worlds() -> None:
    dealer = FORGOTTEN.dealer()
    first, second = dealt(dealer, 4, 100, seed=1), dealt(dealer, 4, 100, seed=2)
    assert dealt(dealer, 4, 100, seed=1) == first
    assert not set(first) & set(second)
    assert len(set(first)) == 100


def test_threads_may_deal_from_the_same_dealer() -> None:
    dealer = FORGOTTEN.dealer()
    alone = np.zeros((8, 500, 4), np.uint64)
    together = np.zeros((8, 500, 4), np.uint64)
    for part in range(8):
        dealer.deal(6, 500 * part, alone[part])
    threads = [
        threading.Thread(target=dealer.deal, args=(6, 500 * part, together[part]))
        for part in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(alone, together)


def test_the_last_world_numbers() -> None:
    dealer = FORGOTTEN.dealer()
    assert dealt(dealer, 4, 1, first=WORD) != dealt(dealer, 4, 1, first=0)
    with pytest.raises(ValueError, match="world numbers"):
        dealt(dealer, 4, 2, first=WORD)


# No world.


def reach(case: Known, holders: Sequence[int]) -> tuple[int, int]:
    """The cards that one of the holders may have, and those that nobody else may."""
    within = beyond = 0
    for holder, allowed in enumerate(case.allowed):
        if holder in holders:
            within |= allowed
        else:
            beyond |= allowed
    return within, within & ~beyond


@settings(deadline=None, max_examples=200)
@given(known())
def test_holders_to_blame_break_halls_condition_and_no_smaller_set_does(case: Known) -> None:
    error = tried(Known(case.allowed, case.sizes))
    if not isinstance(error, NoWorld):
        assert any(True for _ in Known(case.allowed, case.sizes).deals())
        return
    assert error.constraint == "holders"
    assert error.holders is not None
    places = sum(case.sizes[holder] for holder in error.holders)
    few, only = reach(case, error.holders)
    assert (error.cards == few and few.bit_count() < places) or (
        error.cards == only and only.bit_count() > places
    )
    for count in range(len(error.holders)):
        for some in combinations(range(len(case.sizes)), count):
            few, only = reach(case, some)
            places = sum(case.sizes[holder] for holder in some)
            assert only.bit_count() <= places <= few.bit_count()


def test_the_error_names_who_has_too_few_cards() -> None:
    # The first two have three cards each, but are void in all but five.
    with pytest.raises(NoWorld, match="have 6 cards, but may have only 5") as error:
        Dealer([cards(0, 1, 2, 3, 4)] * 2 + [cards(*range(9))] * 2, [3, 3, 2, 1])
    assert error.value.constraint == "holders"
    assert error.value.holders == (0, 1)
    assert error.value.cards == cards(0, 1, 2, 3, 4)


def test_the_error_names_who_has_too_many_cards() -> None:
    with pytest.raises(NoWorld, match="have 1 cards, but 2 can be with nobody else") as error:
        Dealer([cards(0, 1, 2, 3), cards(0, 1), cards(0, 1)], [1, 1, 2])
    assert error.value.holders == (0,)
    assert error.value.cards == cards(2, 3)


@pytest.mark.parametrize("total", [1, 53, 121, 10_000, 1 << 40])
def test_points_that_the_pile_cannot_have(total: int) -> None:
    # Sevens and queens: points 0, 2, 10, 12, ... with two cards 4, 12 or 20.
    with pytest.raises(NoWorld, match="pile") as error:
        Dealer([cards(5, 8, 21, 24)] * 2, [2, 2], worth=WORTH, pile=1, total=total)
    assert error.value.constraint == "total"
    assert error.value.holders is None


def test_a_share_that_no_tricks_have() -> None:
    # Without a pile all is known at once: four cards, 21 points, are one trick.
    with pytest.raises(NoWorld) as error:
        Dealer([1], [1], worth=WORTH, extra=cards(2, 3, 8, 9), share=11)
    assert error.value.constraint == "share"
    # The pile is one trick too, its points go to one side.
    case = Known([cards(*range(10))] * 2, [4, 6], WORTH, pile=0, total=21, share=10)
    dealer = case.dealer()
    with pytest.raises(NoWorld, match="100000 worlds") as error:
        dealt(dealer, 2, 3)
    assert error.value.constraint == "share"
    assert enumerated(dealer, 2) == []


# Arguments that cannot be.


@pytest.mark.parametrize(
    ("allowed", "sizes", "options", "said"),
    [
        ([], [], {}, "holders"),
        ([0] * 9, [0] * 9, {}, "holders"),
        ([1, 2], [1], {}, "holders"),
        ([1, 2], [1, 2], {}, "2 cards for 3 places"),
        ([1, 2], [3, -1], {}, "size out of range"),
        ([1, 2], [1 << 70, 2], {}, "size out of range"),
        ([1 << 64, 2], [1, 1], {}, "64-bit"),
        ([-1, 2], [1, 1], {}, "64-bit"),
        ([3, 3], [1, 1], {"pile": 2}, "pile"),
        ([3, 3], [1, 1], {"pile": -2}, "pile"),
        ([3, 3], [1, 1], {"pile": 1 << 70}, "pile"),
        ([3, 3], [1, 1], {"total": 0}, "pile"),
        ([3, 3], [1, 1], {"pile": 1, "total": -2}, "pile"),
        ([3, 3], [1, 1], {"worth": [-1]}, "card points"),
        ([3, 3], [1, 1], {"worth": [128]}, "card points"),
        ([3, 3], [1, 1], {"worth": [0] * 65}, "out of range"),
        ([3, 3], [1, 1], {"share": 128}, "out of range"),
        ([3, 3], [1, 1], {"share": -2}, "out of range"),
        ([3, 3], [1, 1], {"trick": 0}, "out of range"),
        ([3, 3], [1, 1], {"trick": 9}, "out of range"),
        ([3, 3], [1, 1], {"extra": 2}, "both hidden"),
        ([3, 3], [1, 1], {"extra": 1 << 64}, "64-bit"),
        ([WORD] * 8, [8] * 8, {}, "deals"),
    ],
)
def test_arguments_out_of_range(
    allowed: list[int], sizes: list[int], options: Arguments, said: str
) -> None:
    with pytest.raises(ValueError, match=said) as error:
        Dealer(allowed, sizes, **options)
    assert not isinstance(error.value, NoWorld)


def test_arrays_that_do_not_fit() -> None:
    dealer = Dealer([15, 15], [2, 2])
    with pytest.raises(ValueError, match="3 columns for 2 holders"):
        dealer.deal(1, 0, np.zeros((4, 3), np.uint64))
    with pytest.raises(ValueError, match="5 rows for 6 worlds"):
        dealer.enumerate(np.zeros((5, 2), np.uint64))
    with pytest.raises(ValueError, match="2\\*\\*64"):
        dealer.deal(-1, 0, np.zeros((4, 2), np.uint64))
    with pytest.raises(ValueError, match="2\\*\\*64"):
        dealer.deal(1, 1 << 64, np.zeros((4, 2), np.uint64))
    dealer.deal(1, 0, np.zeros((0, 2), np.uint64))
