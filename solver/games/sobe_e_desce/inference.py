"""Worlds for a card of Sobe e Desce, in which the others went and exchanged for a reason.

Who has gone, how many cards he exchanged and which trump was chosen tell more about the hands
than the play does. Where all hands that fit the cards seen were equally likely the others would be
taken for much weaker than they are: bench/NOTES.md has what that costs.
"""

from __future__ import annotations

import numpy as np

from trunfo.engine.cards import word_of
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.rules.sobe_e_desce.state import past_of
from trunfo.engine.state import State
from trunfo.ext.rules.sobe_e_desce import playing_worlds
from trunfo.games.sobe_e_desce.match_value import SEATS
from trunfo.games.sobe_e_desce.table import TURN_UP, Seats
from trunfo.pimc.arrays import Words, WorldSource
from trunfo.pimc.encode import seats_in


class LikelyWorlds(WorldSource):
    """A sequence of worlds without end; number i is the same however many are asked for.

    Parameters
    ----------
    state, known : State, Knowledge
        The position; every card that was played is named.
    seed : int
        World i is drawn from the random stream (seed, i).
    """

    def __init__(self, state: State, known: Knowledge, seed: int) -> None:
        self._state, self._known, self._seed = state, known, seed
        self._seats = Seats.of(state, known)
        self._played = [0] * SEATS
        for play in past_of(self._seats.game, state).plays():
            self._played[self._seats.place(play.seat)] |= 1 << play.card
        self._sizes = [0] * SEATS
        self._unseen = 0
        for holder in known.holders:
            self._unseen |= holder.allowed
            if holder.seat is not None:
                self._sizes[self._seats.place(holder.seat)] = holder.size
        self._unseen &= ~word_of(state.discarded)

    def chunk(self, first: int, size: int) -> Words:
        """Worlds `first` to `first + size`; fewer if what is said fits hardly any.

        Rows are the hands of those who are in, in order of their seats.
        """
        seats, trump = self._seats, self._seats.at.trump
        assert trump is not None
        turned = -1 if trump.card is None else trump.card
        worlds = np.empty((size, SEATS), dtype=np.uint64)
        count = playing_worlds(
            self._seed, first, worlds, seats.boldness,
            seat=seats.me, unseen=self._unseen, played=self._played, sizes=self._sizes,
            trump=trump.suit, chosen=trump.suit if turned < 0 else TURN_UP, turned=turned,
            went=seats.went, exchanged=seats.exchanged, forced=seats.forced,
            **seats.claims, **seats.options,
        )
        worlds[:, seats.me] = self._known.hand
        hands = np.roll(worlds[:count], seats.at.chooser, axis=1)
        return np.ascontiguousarray(hands[:, list(seats_in(self._state))])


def likely_worlds(state: State, known: Knowledge, seed: int) -> LikelyWorlds | None:
    """Such worlds, where it is known what was played and there are any."""
    if any(holder.name == "gone" for holder in known.holders):
        return None
    worlds = LikelyWorlds(state, known, seed)
    return worlds if len(worlds.chunk(0, 1)) else None
