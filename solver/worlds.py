"""The worlds of a decision: all there are, if they are few, else uniform samples of them."""

from __future__ import annotations

import numpy as np

from trunfo.bridge import Words, dealer_of, hands_of, no_world
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State
from trunfo.ext.dealer import NoWorld
from trunfo.ext.random import mix

SHUFFLE = 0x5348_5546
"""Counter of the stream that orders enumerated worlds, apart from those that deal them."""


class Worlds:
    """A numbered sequence of worlds: number i is the same however many are asked for at once.

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

    Attributes
    ----------
    exhaustive : bool
        Whether the sequence is all worlds, each once. They come in random order, so
        that a part of them is a fair sample.
    count : int or None
        Length of the sequence; None if it has no end.
    """

    def __init__(self, state: State, known: Knowledge, most: int, seed: int) -> None:
        self._game, self._known, self._seed = state.game, known, seed
        self._dealer = dealer_of(state, known)
        self.exhaustive = self._dealer.count <= most
        self.count: int | None = None
        if self.exhaustive:
            dealt = np.zeros((self._dealer.count, len(known.holders)), dtype=np.uint64)
            self.count = self._dealer.enumerate(dealt)
            if not self.count:
                raise no_world(NoWorld("no division into tricks", "share"))
            order = np.random.default_rng(mix(seed, SHUFFLE)).permutation(self.count)
            self._all = hands_of(self._game, known, dealt[: self.count][order])

    def chunk(self, first: int, size: int) -> Words:
        """Worlds `first` to `first + size`, fewer where the sequence ends: `[world, seat]`."""
        if self.exhaustive:
            return self._all[first : first + size]
        dealt = np.zeros((size, len(self._known.holders)), dtype=np.uint64)
        try:
            self._dealer.deal(self._seed, first, dealt)
        except NoWorld as error:
            raise no_world(error) from error
        return hands_of(self._game, self._known, dealt)
