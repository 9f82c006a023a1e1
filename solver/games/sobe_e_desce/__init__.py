"""Sobe e Desce: what the end of a deal is worth in the match; which trump; who goes with what.

Everything is valued by the match (`match_value`). A kernel's result of play is the tricks of each
seat that is in.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, Result
from trunfo.engine.cards import PAUS, SUIT_LETTERS, cards_of, suit_of
from trunfo.engine.errors import Message
from trunfo.engine.game import Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Position
from trunfo.engine.rules.sobe_e_desce import SobeEDesce, SobePosition
from trunfo.engine.rules.sobe_e_desce.scores import START
from trunfo.engine.state import State
from trunfo.engine.trick import winning_card
from trunfo.engine.trick_game import TrickGame
from trunfo.ext.rules.sobe_e_desce import policy_going, policy_trump
from trunfo.games.sobe_e_desce.match_value import SEATS, value, values_after
from trunfo.games.sobe_e_desce.table import BY_POINTS, OUT, TURN_UP, Seats
from trunfo.pimc.encode import seats_in
from trunfo.pimc.question import Question
from trunfo.pimc.stakes import BySeat, Columns, Results, SeveralStakes, share

if TYPE_CHECKING:
    from trunfo.pimc.worlds import Worlds

TRICKS = 5


class SobeStakes(SeveralStakes):
    """The value of the match after the deal; points are the scores then, fewer are better."""

    negligible: Mapping[str, float] = {"riscos": 0.02, "points": 0.02}

    def by_seat(self, state: State, known: Knowledge, results: Results) -> BySeat:
        """Scores after the deal and RISCOS of every seat."""
        table = Seats.of(state, known)
        code = self._code(state, known, results, table)
        return BySeat(points=table.ledger.points[code], riscos=table.ledger.riscos[code])

    def columns(
        self, state: State, known: Knowledge, plans: Mapping[str, Results], objective: str,
        *, exact: bool,
    ) -> Columns:
        """RISCOS, points and tricks of the seat."""
        results = plans[""]
        worth = self.by_seat(state, known, results)
        return {
            "riscos": worth.riscos[..., known.me],
            "points": worth.points[..., known.me],
            "tricks": results[..., seats_in(state).index(known.me)],
        }

    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """How likely each number of tricks is, and staying out."""
        tricks = columns["tricks"][:, action]
        if not len(tricks):
            return None
        return {
            "out" if count == OUT else str(count): share(tricks == count)
            for count in range(OUT, TRICKS + 1)
        }

    def decided(self, state: State, known: Knowledge) -> Results | None:
        """Only the last trick decides who has how many."""
        return None

    def result(self, state: State, known: Knowledge) -> Result:
        """Scores after the deal and RISCOS of every seat."""
        seats = seats_in(state)
        if known.points is None or (len(seats) > 1 and len(known.taken) < SEATS):
            return Result(None, None)
        taken = [TRICKS if len(seats) == 1 else known.taken[seat] for seat in seats]
        ends = self.by_seat(state, known, np.array(taken, dtype=np.int8))
        return Result(tuple(ends.points.tolist()), tuple(map(float, ends.riscos.tolist())))

    def law(self, state: State, known: Knowledge) -> Mapping[str, Any]:
        """The options that the play hangs on, and the tricks of who is in so far."""
        return {
            "always_beat": state.rules["beat"] == "always",
            "force_undertrump": state.rules["undertrump"] == "forced",
            "taken": [known.taken[seat] if known.taken else 0 for seat in seats_in(state)],
        }

    def likely(self, state: State, known: Knowledge, seed: int) -> tuple[Worlds, Message] | None:
        """Worlds in which the others have gone and exchanged by the rule policies."""
        from trunfo.games.sobe_e_desce.inference import (
            likely_worlds,  # here, because it goes by the table
        )

        worlds = likely_worlds(state, known, seed)
        text = (
            "Taken into account: with which hands the others would have gone, and exchanged as"
            " many cards, by simple rules."
        )
        return None if worlds is None else (worlds, Message("inference", text))

    def payoffs(self, state: State, known: Knowledge) -> NDArray[np.float32]:
        """What every division of the tricks is worth to each seat that is in.

        Returns
        -------
        float32[216, seats]
            By the tricks of the first seat times 36, of the second times 6 and of the
            third; the last has what is left of five.
        """
        seats = seats_in(state)
        ends = np.array(list(product(range(6), repeat=3)))
        tricks = np.zeros((len(ends), len(seats)), dtype=np.int8)
        shown = min(3, len(seats))
        tricks[:, :shown] = ends[:, :shown]
        if len(seats) == SEATS:
            tricks[:, 3] = np.maximum(TRICKS - ends.sum(axis=1), 0)
        worth = self.by_seat(state, known, tricks).riscos[:, seats]
        return np.ascontiguousarray(worth, dtype=np.float32)

    def _code(
        self, state: State, known: Knowledge, results: Results, table: Seats
    ) -> NDArray[np.int64]:
        tricks = np.full((*results.shape[:-1], SEATS), OUT, dtype=np.int64)
        tricks[..., list(seats_in(state))] = results
        return table.ledger.code(tricks, known.trump == PAUS)


STAKES = SobeStakes()


def decide(question: Question) -> Advice:
    """Which trump, or whether to go and what to exchange."""
    from trunfo.games.sobe_e_desce.before_play import (
        advised,  # here, because it reads values by the stakes
    )

    return advised(question, STAKES)


def by_rule(state: State, objective: str = "riscos") -> Action | None:
    """What the rule policies do before a card is played.

    They are as bold as the match value has it; for `points` as is good for the score.
    """
    if state.phase == "play":
        return None
    game = state.game
    assert isinstance(game, TrickGame)
    seats = Seats.of(state, game.knowledge(state))
    hand, bold = seats.known.hand, seats.boldness.copy()
    if objective == "points":
        bold[seats.me] = BY_POINTS
    if seats.at.trump is None:
        code = policy_trump(hand, bold, forced=seats.forced, **seats.options)
        return {"trump": "turn" if code == TURN_UP else SUIT_LETTERS[code]}
    thrown = policy_going(
        seats.me, hand, seats.at.trump.suit, bold,
        went=seats.went, forced=seats.forced, **seats.options,
    )
    if thrown < 0:
        return {"go": False}
    return {"go": True, "discard": [state.pack.token(card) for card in cards_of(thrown)]}


def greedy(state: State) -> Action | None:
    """The rule player's decisions before play; then the lowest card that takes the trick so far.

    If none does, the lowest that may be played; trumps last.
    """
    if state.phase != "play":
        return by_rule(state)
    game, trump = state.game, state.trump
    assert isinstance(game, TrickGame)
    assert trump is not None
    table = state.table.cards if state.table else ()
    legal = game.legal(game.partly(state))
    taking = [card for card in legal if winning_card((*table, card), trump.suit) == card]
    lowest = min(taking or legal, key=lambda card: (suit_of(card) == trump.suit, card % 16, card))
    return {"play": state.pack.token(lowest)}


def opening(
    game: TrickGame, random: Random, rules: Rules, dealer: int, number: int
) -> Position:
    """A single deal of a match under way: each score anything from 1 to 20, nobody stayed out."""
    assert isinstance(game, SobeEDesce)
    scores = tuple(random.randint(1, START) for _ in range(SEATS))
    return game.deal(random, rules, dealer, number, scores=scores)


def paid(game: TrickGame, start: Position, end: Position) -> tuple[float, ...]:
    """By how much a single deal changes what the match is worth to each seat.

    So the deals of a match, one after the other, add up to what the match pays but for
    what it was worth when it began.
    """
    assert isinstance(start, SobePosition)
    before = value(start.scores, start.chooser, start.absences, start.rules)
    return tuple(now - then for now, then in zip(worth(game, end), before, strict=True))


def worth(game: TrickGame, end: Position) -> tuple[float, ...]:
    """What the match is worth to each seat after a deal; what it pays if the deal has ended it."""
    assert isinstance(game, SobeEDesce)
    assert isinstance(end, SobePosition)
    if game.match_over(end):
        return game.payoff(end).riscos
    after, stayed = (
        np.array([lots], dtype=np.int32)
        for lots in (game.scores_after(end), game.absences_after(end))
    )
    return tuple(values_after(after, end.chooser, stayed, end.rules)[0].tolist())
