"""A deal of Sobe e Desce as the kernel counts it: seats from the chooser, options, who must go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import PAUS
from trunfo.engine.game import Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.rules.sobe_e_desce import SobePosition
from trunfo.engine.rules.sobe_e_desce.duties import reasons_to_go
from trunfo.engine.rules.sobe_e_desce.state import HAND, past_of
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.games.sobe_e_desce.match_value import SEATS, flags_of, from_seat, table, values_after

TURN_UP = 4
"""The chooser's action of turning up, beside the suits 0 to 3."""

STAY = -2
"""The action of staying out, beside the sets of places of cards to throw away."""

UNDEALT = 28
"""Cards that nobody has before the trump is chosen."""

ALL = (1 << 64) - 1
OUT = -1
"""Tricks of a seat that stays out."""

BY_POINTS = -1.0
"""Boldness of a seat that goes if it gains points by it."""


@dataclass(frozen=True)
class Seats:
    """What the kernel's policies must know of a deal, its seats counted from the chooser.

    Parameters
    ----------
    state : State
        As it was said.
    at : SobePosition
        The same with what follows from it; see `TrickGame.partial_position`.
    known : Knowledge
        Where the unseen cards may be.
    """

    state: State
    at: SobePosition
    known: Knowledge

    @classmethod
    def of(cls, state: State, known: Knowledge) -> Seats:
        """From a state and what follows from it."""
        game = state.game
        assert isinstance(game, TrickGame)
        mine = state if state.me == known.me else replace(state, me=known.me)
        at = game.partial_position(mine)
        assert isinstance(at, SobePosition)
        return cls(state, at, known)

    @property
    def game(self) -> TrickGame:
        """The rules of the game."""
        assert isinstance(self.state.game, TrickGame)
        return self.state.game

    @property
    def rules(self) -> Rules:
        """The options."""
        return self.state.rules

    @property
    def scored(self) -> bool:
        """Whether the scores are known."""
        return self.state.scores is not None

    @property
    def me(self) -> int:
        """Who decides."""
        return self.place(self.known.me)

    def place(self, seat: int) -> int:
        """A seat as it is counted from the chooser."""
        return (seat - self.at.chooser) % SEATS

    def seat(self, place: int) -> int:
        """The seat at a place from the chooser."""
        return (self.at.chooser + place) % SEATS

    def reasons(self, seat: int) -> tuple[str, ...]:
        """Why a seat must go, so far as that is known: without trump for other reasons."""
        trump = PAUS if self.at.trump is None else self.at.trump.suit
        scores = self.at.scores if self.scored else None
        return reasons_to_go(
            self.rules, seat, trump, self.at.chooser, scores, self.at.absences
        )

    @cached_property
    def forced(self) -> int:
        """The places of those who must go for other reasons than the trump, a bit each."""
        return sum(
            1 << place for place in range(SEATS)
            if set(self.reasons(self.seat(place))) - {"hearts"}
        )

    @cached_property
    def boldness(self) -> NDArray[np.float32]:
        """The greatest chance of no trick with which each place goes, by the match value."""
        if not self.scored:
            return np.full(SEATS, BY_POINTS, dtype=np.float32)
        lots = np.array([self.at.scores, self.at.absences], dtype=np.int32)
        scores, absences = from_seat(lots, self.at.chooser)[:, np.newaxis]
        bold: NDArray[np.float32] = table().boldness(scores, flags_of(absences))[0]
        if not self.forced & 1:
            bold[0] = BY_POINTS  # the table takes it that the chooser must go
        return bold

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """The options of the rules as the kernel's policies call them."""
        must_go = self.rules["must_go"]
        assert isinstance(must_go, tuple)
        return {
            "hearts": "hearts" in must_go,
            "turn_up": bool(self.rules["turn_up"]),
            "always_beat": self.rules["beat"] == "always",
            "force_undertrump": self.rules["undertrump"] == "forced",
        }

    @cached_property
    def went(self) -> int:
        """The places of those who have said that they go, a bit each."""
        return sum(
            1 << self.place(seat) for seat, made in enumerate(self.at.decisions)
            if made is not None and made.goes
        )

    @cached_property
    def decided(self) -> int:
        """The places of those who have said whether they go, a bit each."""
        return sum(
            1 << self.place(seat) for seat, made in enumerate(self.at.decisions) if made is not None
        )

    @property
    def to_draw(self) -> int:
        """Cards that may still be drawn before play: five for each who has yet to decide."""
        return UNDEALT if self.at.trump is None else HAND * (SEATS - self.me)

    @cached_property
    def exchanged(self) -> list[int]:
        """The number of cards that each place has exchanged, -1 where nobody knows."""
        counts = [-1] * SEATS
        for seat, made in enumerate(self.at.decisions):
            if made is not None and made.exchanged is not None:
                counts[self.place(seat)] = made.exchanged
        return counts

    @cached_property
    def claims(self) -> Mapping[str, Any]:
        """What each place may hold and what it holds for certain, as sets of cards."""
        may, held = [ALL] * SEATS, [0] * SEATS
        for seat, cards in self.held_outside.items():
            held[self.place(seat)] = cards
        for holder in self.known.holders:
            if holder.seat is None:
                continue
            place, elsewhere = self.place(holder.seat), 0
            for other in self.known.holders:
                elsewhere |= other.allowed if other is not holder else 0
            may[place] = holder.allowed
            held[place] = holder.allowed & ~elsewhere
        return {"may": may, "held": held}

    @cached_property
    def held_outside(self) -> Mapping[int, int]:
        """The cards, as a set, that each seat that stays out is known to have."""
        past = past_of(self.game, self.state)
        return {
            seat: past.held(seat) for seat in range(SEATS)
            if seat not in past.playing and seat != self.known.me
        }

    @cached_property
    def payoffs(self) -> NDArray[np.float32]:
        """What every end of the deal is worth to each place: `[clubs, who is in, tricks, place]`.

        By a bit for each place that is in; by the tricks of the places 0, 1 and 2 as digits to
        base 6.
        """
        ends = np.array(list(product(range(6), repeat=3)))
        last = np.maximum(5 - ends.sum(axis=1, keepdims=True), 0)
        went = np.arange(1 << SEATS)[:, None] >> np.arange(SEATS) & 1
        tricks = np.where(went[:, None, :], np.hstack([ends, last]), OUT)
        code = Ledger.code(np.roll(tricks, self.at.chooser, axis=-1), False)
        both = self.ledger.riscos[np.stack([code, code + 1])]
        return np.ascontiguousarray(
            np.roll(both, -self.at.chooser, axis=-1), dtype=np.float32
        )

    @cached_property
    def ledger(self) -> Ledger:
        """What every end of the deal is worth."""
        return ledger_of(
            self.at.scores if self.scored else (0,) * SEATS, self.at.absences, self.at.chooser,
            self.rules if self.scored else None,
        )


class Ledger:
    """What every end of a deal brings each seat: its score, and what the match is then worth.

    Parameters
    ----------
    scores, absences : tuple of int
        Before the deal.
    chooser : int
        Of the deal.
    rules : Rules or None
        None where the scores are not known: points are then what is added to them.

    Attributes
    ----------
    points : int64[codes, 4]
        Scores after the deal.
    riscos : float64[codes, 4]
        RISCOS that are paid, or the value of the match that goes on; zeros without scores.
    """

    _ENDS = np.array(list(product(range(OUT, 6), repeat=SEATS)), dtype=np.int64)

    def __init__(
        self, scores: tuple[int, ...], absences: tuple[int, ...], chooser: int,
        rules: Rules | None,
    ) -> None:
        tricks = np.repeat(self._ENDS, 2, axis=0)
        worth = np.tile([1, 2], len(self._ENDS))[:, None]
        change = np.where(tricks > 0, -worth * tricks, np.where(tricks == 0, 5 * worth, 0))
        self.points = np.array(scores) + change
        stayed = np.where(tricks == OUT, np.array(absences) + 1, 0).astype(np.int32)
        self.riscos = np.zeros(self.points.shape)
        if rules is not None:
            after = self.points.astype(np.int32)
            self.riscos = values_after(after, chooser, stayed, rules).astype(np.float64)

    @staticmethod
    def code(tricks: NDArray[Any], clubs: NDArray[np.bool_] | bool) -> NDArray[np.int64]:
        """The row of an end: tricks of each seat, -1 for who stayed out, `[…, seat]`."""
        places = (tricks.astype(np.int64) + 1) @ np.array([343, 49, 7, 1])
        found: NDArray[np.int64] = 2 * places + clubs
        return found


@lru_cache(maxsize=64)
def ledger_of(
    scores: tuple[int, ...], absences: tuple[int, ...], chooser: int, rules: Rules | None
) -> Ledger:
    """The same ledger for the same deal: it is asked for at every decision."""
    return Ledger(scores, absences, chooser, rules)
