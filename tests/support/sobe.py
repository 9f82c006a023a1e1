"""Sobe e Desce to test with: positions by the number of players in, and the kernel's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import SHORT, cards_of, word_of
from trunfo.engine.game import Rules
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.rules.sobe_e_desce import SobeEDesce, SobePosition
from trunfo.engine.state import Decision
from trunfo.engine.trick import Trick, Trump
from trunfo.ext.kernel import Root, load
from trunfo.ext.multiplayer import load_multiplayer
from trunfo.ext.rules.sobe_e_desce import COLUMNS, simulate
from trunfo.pimc import encode

KERNEL, MULTIPLAYER = load("sobe_e_desce"), load_multiplayer("sobe_e_desce")
Numbers = NDArray[np.float32]


def game() -> SobeEDesce:
    """The engine's game."""
    found = games()["sobe-e-desce"]
    assert isinstance(found, SobeEDesce)
    return found


def both_rules() -> tuple[Rules, Rules]:
    """The default rules, and those of sheet 002."""
    return game().rules(), game().rules(preset="002")


def random_play(random: Random, rules: Rules, players: int, left: int) -> Position:
    """A position of play with that many in, who hold up to `left` cards in all; not over."""
    while True:
        at = game().deal(random, rules, random.randrange(4))
        while at.phase != "play":
            actions = game().actions(at)
            if at.phase == "go" and random.random() < (4 - players) / 3:
                actions = actions[:1]  # staying out, where that is allowed
            at = game().act(at, random.choice(actions))
        if len(at.playing) != players:
            continue
        while sum(len(at.hands[seat]) for seat in at.playing) > left:
            at = game().play(at, random.choice(sorted(game().legal(at))))
        if game().legal(at):
            return at


def for_kernel(at: Position) -> tuple[Root, NDArray[np.uint64]]:
    """The root and the hands of a position, those who are in renumbered in order of play."""
    seats, trump = list(at.playing), at.trump
    assert trump is not None
    assert at.table.leader is not None
    taken = [0] * len(seats)
    for trick in at.tricks:
        taken[seats.index(game().winner(trick, trump.suit, seats))] += 1
    root = Root(
        KERNEL, pack=SHORT.word, sides=range(len(seats)), leader=seats.index(at.table.leader),
        table=at.table.cards, trump=trump.suit, taken=taken,
        law={
            "always_beat": at.rules["beat"] == "always",
            "force_undertrump": at.rules["undertrump"] == "forced",
        },
    )
    return root, np.array([word_of(at.hands[seat]) for seat in seats], np.uint64)


def random_payoffs(random: Random, seats: int, values: int) -> Numbers:
    """What results are worth: few different `values` make many ties."""
    table = np.random.default_rng(random.randrange(1 << 32)).integers(0, values, (216, seats))
    return table.astype(np.float32)


def row_of(tricks: Sequence[int]) -> int:
    """The row of a result in a table of payoffs."""
    first, second, third = (*tricks, 0)[:3]
    return 36 * first + 6 * second + third


def searched(
    at: Position, payoffs: Numbers, *, lowest: bool = False
) -> dict[int, tuple[int, ...]]:
    """The kernel's exact result after each legal card."""
    root, hands = for_kernel(at)
    results = np.empty((1, 64, len(hands)), np.int8)
    assert MULTIPLAYER.search(root, hands[None], results, payoffs, lowest=lowest) == 1
    return {card: tuple(row) for card, row in enumerate(results[0].tolist()) if row[0] != -128}


class MaxN:
    """Everybody takes what is best for himself, by trying everything in the plain engine.

    Of what is equal for the mover the worst for the seat at the root, of these the lowest card.
    """

    def __init__(self, at: Position, payoffs: Numbers) -> None:
        self.payoffs, self.seats = payoffs.tolist(), list(at.playing)
        self.root = self.seats.index(at.turn)
        self.known: dict[object, tuple[int, ...]] = {}
        self.at = at

    def results(self) -> dict[int, tuple[int, ...]]:
        """The result after each legal card."""
        return {
            card: self.result(game().play(self.at, card)) for card in game().legal(self.at)
        }

    def result(self, at: Position) -> tuple[int, ...]:
        """Tricks of each seat that is in at the end of the deal."""
        trump = at.trump
        assert trump is not None
        takers = [game().winner(trick, trump.suit, self.seats) for trick in at.tricks]
        taken = tuple(takers.count(seat) for seat in self.seats)
        if at.over:
            return taken
        key = (at.hands, at.table, taken)
        if key not in self.known:
            mover = self.seats.index(at.turn)
            found = [self.result(game().play(at, card)) for card in sorted(game().legal(at))]
            worth = [self.payoffs[row_of(result)] for result in found]
            best = max(range(len(found)), key=lambda i: (worth[i][mover], -worth[i][self.root], -i))
            self.known[key] = found[best]
        return self.known[key]


@dataclass(frozen=True)
class Deals:
    """Simulated deals with all that can be told of them."""

    results: NDArray[np.int8]
    hands: NDArray[np.uint64]
    cards: NDArray[np.int8]

    @property
    def trump(self) -> NDArray[np.int8]:
        """The trump suits."""
        return self.results[:, 0]

    @property
    def turned(self) -> NDArray[np.int8]:
        """The cards turned up, -1 for none."""
        return self.results[:, 1]

    @property
    def went(self) -> NDArray[np.int8]:
        """Who went, a bit a seat."""
        return self.results[:, 2]

    @property
    def is_in(self) -> NDArray[np.bool_]:
        """The same, a column a seat."""
        return (self.went[:, None] >> np.arange(4) & 1).astype(bool)

    @property
    def exchanged(self) -> NDArray[np.int8]:
        """Cards exchanged by each seat."""
        return self.results[:, 3:7]

    @property
    def tricks(self) -> NDArray[np.int8]:
        """Tricks of each seat."""
        return self.results[:, 7:11]

    @property
    def change(self) -> NDArray[np.int8]:
        """Points added to the score of each seat."""
        return self.results[:, 11:15]


def simulated(
    number: int, *, seed: int = 1, first: int = 0, forced: int = 1, break_even: float = -1.0,
    orders: Sequence[int] | None = None, **options: bool,
) -> Deals:
    """Deals by the kernel, the same orders for all."""
    deals = Deals(
        np.empty((number, COLUMNS), np.int8), np.empty((number, 8), np.uint64),
        np.empty((number, 20), np.int8),
    )
    simulate(
        seed, first, np.full(number, forced, np.uint8),
        np.full((number, 4), break_even, np.float32), deals.results,
        orders=None if orders is None else np.tile(np.array(orders, np.int8), (number, 1)),
        hands=deals.hands, cards=deals.cards, **options,
    )
    return deals


def final_hands(deals: Deals, index: int) -> list[list[int]]:
    """The cards that each seat played, in order, as they are told by who won each trick."""
    seats = np.flatnonzero(deals.is_in[index]).tolist()
    hands: list[list[int]] = [[] for _ in range(4)]
    if len(seats) < 2:
        return hands
    leader, suit = seats[0], int(deals.trump[index])
    for cards in deals.cards[index, : 5 * len(seats)].reshape(5, -1).tolist():
        trick = Trick(leader, tuple(cards))
        for place, card in enumerate(cards):
            hands[trick.seat(place, seats)].append(card)
        leader = game().winner(trick, suit, seats)
    return hands


def replayed(deals: Deals, index: int, rules: Rules) -> tuple[SobePosition, SobePosition]:
    """A simulated deal in the engine: before the first card and after the last, all lawful.

    The cards drawn for those thrown away must be new ones, and going must be forced where the
    engine says so.
    """
    suit, turned = int(deals.trump[index]), int(deals.turned[index])
    thrown = [frozenset(cards_of(int(word))) for word in deals.hands[index, 4:]]
    hands = [frozenset(cards_of(int(word))) for word in deals.hands[index, :4]]
    dealt = frozenset().union(*hands)
    for seat, cards in enumerate(final_hands(deals, index)):
        if cards:
            assert hands[seat] - thrown[seat] <= frozenset(cards)
            assert not (frozenset(cards) - hands[seat]) & dealt
            hands[seat] = frozenset(cards)
    before = SobePosition(
        rules=rules, hands=tuple(hands), tricks=(), dealer=3,
        trump=Trump(suit, None if turned < 0 else turned, chooser=0, turned=turned >= 0),
        table=Trick(int(np.argmax(deals.is_in[index]))),
        decisions=tuple(
            Decision(bool(goes), int(number))
            for goes, number in zip(deals.is_in[index], deals.exchanged[index], strict=True)
        ),
    )
    for seat in range(4):
        assert deals.is_in[index, seat] or not game().forced_to_go(before, seat)
    after = before
    for card in deals.cards[index].tolist():
        if card >= 0:
            position = game().play(after, card)
            assert isinstance(position, SobePosition)
            after = position
    return before, after


def stock_after(deals: Deals, index: int, seat: int) -> list[int]:
    """The stock as it was when a seat was to say, as far as the deal tells.

    First what was drawn from then on, seat by seat, then the others in any order.
    """
    dealt = {card for word in deals.hands[index, :4] for card in cards_of(int(word))}
    hands = final_hands(deals, index)
    drawn = [card for later in range(4) for card in hands[later] if card not in dealt]
    gone = [card for earlier in range(seat) for card in hands[earlier] if card not in dealt]
    rest = [card for card in SHORT.cards if card not in dealt and card not in drawn]
    return [*drawn[len(gone) :], *rest]


def at_decision(deals: Deals, index: int, seat: int) -> NDArray[np.uint64]:
    """A simulated deal as a world in which `seat` is to say whether it goes."""
    hands = final_hands(deals, index)
    words = [
        word_of(hands[other]) if other < seat and hands[other] else int(deals.hands[index, other])
        for other in range(4)
    ]
    return encode.words_of([cards_of(word) for word in words], stock_after(deals, index, seat))


def at_trump(deals: Deals, index: int) -> NDArray[np.uint64]:
    """A simulated deal as a world in which its trump is to be named: which three cards came
    first is not told, so they are the lowest that were not turned up."""
    turned = int(deals.turned[index])
    hands = [list(cards_of(int(word))) for word in deals.hands[index, :4]]
    stock = [turned] if turned >= 0 else []
    hands[0] = [card for card in hands[0] if card not in stock]
    stock += [card for hand in hands for card in hand[3:]]
    return encode.words_of([hand[:3] for hand in hands], [*stock, *stock_after(deals, index, 0)])


def mask_of(hand: int, thrown: int) -> int:
    """Which places of a hand, in ascending order, are thrown away."""
    return sum(1 << place for place, card in enumerate(cards_of(hand)) if thrown >> card & 1)


def deal_payoffs(random: Random) -> Numbers:
    """What the ends of a deal are worth, at random, no two the same."""
    source = np.random.default_rng(random.randrange(1 << 32))
    return source.permutation(2 * 16 * 216 * 4).reshape(2, 16, 216, 4).astype(np.float32)
