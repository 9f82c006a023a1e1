"""Worlds of Sobe e Desce after somebody has decided, in which he did so for a reason.

Who has gone, how many cards he exchanged and which trump was chosen tell more about the hands
than the play does. Where all hands that fit the cards seen were equally likely the others would be
taken for much weaker than they are: bench/NOTES.md has what that costs. But people do not play by
our rules of thumb: what fits no hand is left out, and never a proof that a position is impossible.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import word_of
from trunfo.engine.errors import Message, listing
from trunfo.engine.rules.sobe_e_desce.state import past_of
from trunfo.engine.state import seat_message
from trunfo.ext.random import mix
from trunfo.ext.rules.sobe_e_desce import going_worlds, playing_worlds
from trunfo.ext.stock import shuffle
from trunfo.games.sobe_e_desce.match_value import SEATS
from trunfo.games.sobe_e_desce.table import TURN_UP, Seats
from trunfo.pimc.arrays import Limits, Words, WorldSource
from trunfo.pimc.encode import dealer_of, hands_of, seats_in
from trunfo.pimc.worlds import DRAWS, dealt_holders

TRIAL = 8
"""Worlds in which a decision is tried to be explained before it is left out: each has 200 tries."""

PACK, WORD = 40, 8
"""Cards in the pack, and to a word of a stock."""


class LikelyWorlds(WorldSource):
    """A sequence of worlds without end; number i is the same however many are asked for.

    Parameters
    ----------
    seats : Seats
        The deal.
    seed : int
        World i is drawn from the random stream (seed, i).
    uniform : WorldSource
        The worlds where no decision tells anything.

    Attributes
    ----------
    counted, left_out : int
        The places whose decisions are taken into account, and those whose decisions fit no hand
        that was found, a bit each.
    """

    def __init__(self, seats: Seats, seed: int, uniform: WorldSource) -> None:
        self._seats, self._seed, self._uniform = seats, seed, uniform
        self.counted = seats.decided & ~(1 << seats.me)
        self.left_out = 0
        if self.counted:
            fits = np.zeros(TRIAL, dtype=np.uint8)
            self._draw(0, self._room(TRIAL), Limits.none(), fits)  # milliseconds at most
            self.left_out = self.counted & ~int(np.bitwise_or.reduce(fits))
            self.counted &= ~self.left_out

    def notes(self) -> tuple[Message, ...]:
        """What is taken into account, and what is not."""
        text = (
            "Taken into account: with which hands the others would have gone, and exchanged as"
            " many cards, by simple rules."
        )
        counted = (Message("inference", text),) if self.counted else ()
        return (*counted, *self.left_out_notes())

    def left_out_notes(self) -> tuple[Message, ...]:
        """Whose decisions are not taken into account."""
        if not self.left_out:
            return ()
        seats = self._seats
        who = [
            seat_message(seats.game, seats.state, seats.seat(place))
            for place in range(SEATS) if self.left_out >> place & 1
        ]
        text = (
            "No deal in which {seats} would have decided so by simple rules was found:"
            " what was decided there is not taken into account."
        )
        return (Message("inference_left_out", text, {"seats": listing(who)}),)

    def chunk(self, first: int, size: int, limits: Limits | None = None) -> Words:
        """Worlds `first` to `first + size`; fewer if time is up."""
        if not self.counted:
            return self._uniform.chunk(first, size, limits)
        worlds = self._room(size)
        return self._rows(worlds[: self._draw(first, worlds, limits or Limits.none())])

    def _rows(self, worlds: Words) -> Words:
        """Rows as they are asked for, from those of the kernel."""
        return worlds

    @abstractmethod
    def _room(self, size: int) -> Words:
        """Rows for so many worlds."""

    @abstractmethod
    def _draw(
        self, first: int, worlds: Words, limits: Limits, fits: NDArray[np.uint8] | None = None
    ) -> int:
        """Fill rows as the kernel does; how many were filled in time."""

    def _deal(self, limits: Limits, fits: NDArray[np.uint8] | None) -> dict[str, Any]:
        """The deal and its limits as the kernel calls them."""
        seats, trump = self._seats, self._seats.at.trump
        assert trump is not None
        turned = -1 if trump.card is None else trump.card
        return {
            "seat": seats.me, "trump": trump.suit,
            "chosen": trump.suit if turned < 0 else TURN_UP, "turned": turned,
            "went": seats.went, "exchanged": seats.exchanged, "forced": seats.forced,
            "counted": self.counted, "fits": fits, "deadline": limits.deadline,
            "stop": limits.stop, **seats.claims, **seats.options,
        }


class LikelyHands(LikelyWorlds):
    """Worlds for a card to play; every card that was played, and by whom, is named.

    Rows are the hands of those who are in, in order of their seats.
    """

    def __init__(self, seats: Seats, seed: int, uniform: WorldSource) -> None:
        self._played = [0] * SEATS
        for play in past_of(seats.game, seats.state).plays():
            self._played[seats.place(play.seat)] |= 1 << play.card
        self._sizes = [0] * SEATS
        self._unseen = 0
        for holder in seats.known.holders:
            self._unseen |= holder.allowed
            if holder.seat is not None:
                self._sizes[seats.place(holder.seat)] = holder.size
        self._unseen &= ~word_of(seats.state.discarded)
        super().__init__(seats, seed, uniform)

    def _rows(self, worlds: Words) -> Words:
        seats = self._seats
        worlds[:, seats.me] = seats.known.hand
        hands = np.roll(worlds, seats.at.chooser, axis=1)
        return np.ascontiguousarray(hands[:, list(seats_in(seats.state))])

    def _room(self, size: int) -> Words:
        return np.empty((size, SEATS), dtype=np.uint64)

    def _draw(
        self, first: int, worlds: Words, limits: Limits, fits: NDArray[np.uint8] | None = None
    ) -> int:
        return playing_worlds(
            self._seed, first, worlds, self._seats.boldness,
            unseen=self._unseen, played=self._played, sizes=self._sizes,
            **self._deal(limits, fits),
        )


class LikelyDeals(LikelyWorlds):
    """Worlds before a seat goes or stays out.

    Rows are the hands by place from the chooser, then as many cards to be drawn as those who
    have yet to decide can exchange, eight to a word.
    """

    def _room(self, size: int) -> Words:
        stock = self._seats.to_draw
        return np.empty((size, SEATS + -(-stock // WORD)), dtype=np.uint64)

    def _draw(
        self, first: int, worlds: Words, limits: Limits, fits: NDArray[np.uint8] | None = None
    ) -> int:
        return going_worlds(
            self._seed, first, worlds, self._seats.boldness, hand=self._seats.known.hand,
            **self._deal(limits, fits),
        )


class UniformDeals(WorldSource):
    """Worlds before cards are played, all that fit the cards known being equally likely.

    Rows are as those of `LikelyDeals`; before the trump is chosen all cards are yet to be drawn.

    Parameters
    ----------
    seats : Seats
        The deal.
    seed : int
        World i is drawn from the random streams (seed, i).
    """

    def __init__(self, seats: Seats, seed: int) -> None:
        self._seats, self._seed = seats, seed
        self._dealer = dealer_of(seats.state, seats.known)
        self._rest = [holder.name for holder in seats.known.holders].index("out")
        self._aside = word_of(seats.state.discarded)
        for cards in seats.held_outside.values():
            self._aside |= cards

    def chunk(self, first: int, size: int, limits: Limits | None = None) -> Words:
        """Worlds `first` to `first + size`; fewer if time is up."""
        seats = self._seats
        dealt = dealt_holders(
            seats.state, self._dealer, seats.known, self._seed, first, size, limits
        )
        hands = np.zeros((len(dealt), SEATS), dtype=np.uint64)
        hands[:, list(seats_in(seats.state))] = hands_of(seats.state, seats.known, dealt)
        undealt = dealt[:, self._rest] & ~np.uint64(self._aside)
        turned = seats.at.trump.card if seats.at.trump else None
        orders = np.zeros((len(dealt), PACK // WORD), dtype=np.uint64)
        last = -1 if turned is None else turned  # thrown away by the chooser: nobody draws it
        shuffle(mix(self._seed, DRAWS), first, undealt, last, orders)
        words = -(-seats.to_draw // WORD)
        return np.hstack([np.roll(hands, -seats.at.chooser, axis=1), orders[:, :words]])


def likely_hands(seats: Seats, seed: int, uniform: WorldSource) -> WorldSource:
    """Worlds for a card, by what was decided where it is known who has played what."""
    if not past_of(seats.game, seats.state).complete:
        return uniform
    return LikelyHands(seats, seed, uniform)


def likely_deals(seats: Seats, seed: int) -> WorldSource:
    """Worlds before play, by what was decided where the hands are not known."""
    uniform = UniformDeals(seats, seed)
    if seats.at.trump is None or seats.state.hands is not None:
        return uniform
    return LikelyDeals(seats, seed, uniform)
