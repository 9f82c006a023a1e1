"""The worlds of a decision: all there are, if they are few, else uniform samples of them."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np

from trunfo.engine.cards import cards_of
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State
from trunfo.ext.dealer import Dealer, NoWorld
from trunfo.ext.random import mix
from trunfo.ext.stock import shuffle
from trunfo.pimc.arrays import Limits, Words, WorldSource
from trunfo.pimc.encode import dealer_of, hands_of, no_world, stock_words

SHUFFLE = 0x5348_5546
"""Counter of the stream that orders enumerated worlds, apart from those that deal them."""


DRAWS = 0x4452_4157
"""Counter of the streams that shuffle the stock."""


class Worlds(WorldSource):
    """All worlds that fit a position, if they are few, else uniform samples of them.

    Parameters
    ----------
    state, known : State, Knowledge
        The position.
    most : int
        Enumerate all worlds if there are at most so many.
    seed : int
        World i is drawn from the random stream (seed, i).

    Raises
    ------
    ImpossiblePosition
        If no world fits.
    """

    def __init__(self, state: State, known: Knowledge, most: int, seed: int) -> None:
        self._state, self._known, self._seed = state, known, seed
        self._dealer = dealer_of(state, known)
        self._stock = Stock(state, known)
        self.exhaustive = self._dealer.count * self._stock.orders <= most
        if self.exhaustive:
            dealt = np.zeros((self._dealer.count, len(known.holders)), dtype=np.uint64)
            self.count = self._dealer.enumerate(dealt)
            if not self.count:
                raise no_world(state, NoWorld("no division into tricks", "share"))
            dealt = dealt[: self.count]
            hands, stocks = hands_of(state, known, dealt), self._stock.all_orders(dealt)
            every = np.hstack([np.repeat(hands, self._stock.orders, axis=0), stocks])
            self.count = len(every)
            order = np.random.default_rng(mix(seed, SHUFFLE)).permutation(self.count)
            self._all = every[order]

    def chunk(self, first: int, size: int, limits: Limits | None = None) -> Words:
        """Worlds `first` to `first + size`; fewer if time is up."""
        if self.exhaustive:
            return self._all[first : first + size]
        dealt = dealt_holders(
            self._state, self._dealer, self._known, self._seed, first, size, limits
        )
        stocks = self._stock.shuffled(dealt, self._seed, first)
        return np.hstack([hands_of(self._state, self._known, dealt), stocks])


def dealt_holders(
    state: State, dealer: Dealer, known: Knowledge, seed: int, first: int, size: int,
    limits: Limits | None,
) -> Words:
    """Uniform deals of the unseen cards, `[world, holder]`; fewer if time is up."""
    deadline, stop = limits or Limits.none()
    dealt = np.zeros((size, len(known.holders)), dtype=np.uint64)
    try:
        done = dealer.deal(seed, first, dealt, deadline=deadline, stop=stop)
    except NoWorld as error:
        raise no_world(state, error) from error
    return dealt[:done]


class Stock:
    """The order of the stock's cards, of which only the last may be known."""

    def __init__(self, state: State, known: Knowledge) -> None:
        names = [holder.name for holder in known.holders]
        self._column = names.index("stock") if "stock" in names else None
        self._size, self._turned = known.stock, known.turned
        self._given = state.stock_cards
        hidden = 0 if self._given else self._size - (self._turned is not None)
        self.orders = math.factorial(max(hidden, 0))
        """In how many orders the stock can lie, the set of its cards being known."""

    def all_orders(self, dealt: Words) -> Words:
        """Every order of every stock, those of the first stock first."""
        if self._column is None or self._given:
            return self._same(len(dealt))
        orders = []
        for stock in dealt[:, self._column].tolist():
            hidden = [card for card in cards_of(stock) if card != self._turned]
            under = [] if self._turned is None else [self._turned]
            orders += [[*order, *under] for order in permutations(hidden)]
        return stock_words(orders)

    def shuffled(self, dealt: Words, seed: int, first: int) -> Words:
        """A random order of each stock; that of world i comes from the stream (seed, i)."""
        if self._column is None or self._given:
            return self._same(len(dealt))
        orders = np.zeros((len(dealt), -(-self._size // 8)), dtype=np.uint64)
        stocks = np.ascontiguousarray(dealt[:, self._column])
        turned = -1 if self._turned is None else self._turned
        shuffle(mix(seed, DRAWS), first, stocks, turned, orders)
        return orders

    def _same(self, rows: int) -> Words:
        return np.repeat(stock_words([self._given or ()]), rows, axis=0)
