"""Copas: what a deal's end is worth, and which three cards to pass.

A kernel's result is for each seat the number of its hearts, and 16 more with the queen of
spades.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, Result
from trunfo.engine.cards import PenaltyPack, cards_of
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action
from trunfo.engine.rules.copas import MOON, SEATS, Copas, CopasKnowledge
from trunfo.engine.rules.copas.passing import PASSED
from trunfo.engine.rules.copas.penalties import QUEEN, TOTAL
from trunfo.engine.state import State
from trunfo.engine.trick import Trick
from trunfo.pimc.encode import rule_passes
from trunfo.pimc.question import Question
from trunfo.pimc.stakes import BySeat, Columns, Results, SeveralStakes, share

SHOOT = "shoot"
"""The plan of trying to take everything until that has become impossible."""

HAS_QUEEN = 16
"""What the queen of spades adds to a result; she costs 3 less."""

EVERYTHING = 13 + HAS_QUEEN
"""A result of all 26 points; where the queen was taken for the hearts it may be more."""

DEFENCE, SHOOTING = 1, 2
"""Bits of what the rule player may leave out (`copas/player.pxi`): to mind that another is taking
everything; to go on with it where points have come by themselves."""

NORMAL, MINE, OTHERS = range(3)
MOONS = {"normal": NORMAL, "moon_mine": MINE, "moon_other": OTHERS}


class CopasStakes(SeveralStakes):
    """RISCOS of 26 less what was taken, or the moon: 104 to one, nothing to the others."""

    def by_seat(self, state: State, known: Knowledge, results: Results) -> BySeat:
        """Penalty points (after a moon 0 and 26) and RISCOS of every seat."""
        taken = penalties(results)
        moon = taken == TOTAL
        shot = moon.any(axis=-1, keepdims=True)
        return BySeat(
            points=np.where(shot, np.where(moon, 0, TOTAL), taken),
            riscos=np.where(shot, np.where(moon, MOON, 0), TOTAL - taken),
        )

    def columns(
        self, state: State, known: Knowledge, plans: Mapping[str, Results], objective: str,
        *, exact: bool,
    ) -> Columns:
        """RISCOS and points of the seat, who shot the moon, whether it has the queen; the plan.

        For each action the plan counts that has the better mean. The better of two noisy means
        promises too much if it is taken from the worlds that it was chosen by, so that of
        the even worlds is chosen by the odd ones, and the other way round.
        """
        columns = {plan: self._mine(known, ends) for plan, ends in plans.items()}
        plain = columns[""]
        if SHOOT not in columns:
            return {**plain, "plan": np.zeros_like(plain["moon"])}
        shoot = columns[SHOOT]
        gain = self.sign[objective] * (shoot[objective].astype(np.int16) - plain[objective])
        shooting = gain.sum(axis=0) > 0
        chosen = np.empty(gain.shape, dtype=bool)
        chosen[:] = shooting
        if not exact:
            chosen[0::2] = gain[1::2].sum(axis=0) > 0
            chosen[1::2] = gain[0::2].sum(axis=0) > 0
        found = {name: np.where(chosen, shoot[name], plain[name]) for name in plain}
        return {**found, "plan": np.broadcast_to(shooting, gain.shape)}

    def _mine(self, known: Knowledge, results: Results) -> Columns:
        """The columns of one plan; narrow, since there may be many worlds."""
        own = results[..., known.me]
        mine = own >= EVERYTHING
        shot = np.zeros(mine.shape, dtype=bool)
        for seat in range(results.shape[-1]):
            shot |= results[..., seat] >= EVERYTHING
        queen = own >= HAS_QUEEN
        taken = own - queen * np.int8(HAS_QUEEN - QUEEN)
        return {
            "riscos": np.where(mine, MOON, np.where(shot, 0, TOTAL - taken)).astype(np.int16),
            "points": np.where(mine, 0, np.where(shot, TOTAL, taken)).astype(np.int8),
            "moon": np.where(mine, MINE, np.where(shot, OTHERS, NORMAL)).astype(np.int8),
            "queen": queen,
        }

    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """How likely it is that I shoot the moon, that another does, that nobody does."""
        moon = columns["moon"][:, action]
        if not len(moon):
            return None
        return {name: share(moon == who) for name, who in MOONS.items()}

    def chances(self, columns: Columns, action: int) -> Mapping[str, float]:
        """How likely it is that I take the queen of spades."""
        queen = columns["queen"][:, action]
        return {"queen": share(queen == 1)} if len(queen) else {}

    def plan(self, columns: Columns, action: int) -> str | None:
        """Whether the action begins, or goes on with, an attempt to take everything."""
        plan = columns["plan"][:, action]
        return SHOOT if len(plan) and plan[0] else None

    def careful(self, state: State, card: int) -> tuple[int, ...]:
        """He keeps points out of the trick and plays the lowest card."""
        return (state.pack.worth[card], card % 16, card)

    def decided(self, state: State, known: Knowledge) -> Results | None:
        """When all 26 points are gone nothing changes any more."""
        if known.points is None or sum(known.points) < TOTAL:
            return None
        return np.array(self.won(state, known), dtype=np.int8)

    def result(self, state: State, known: Knowledge) -> Result:
        """Penalty points and RISCOS of every seat."""
        if known.points is None:
            return Result(None, None)
        ends = self.by_seat(state, known, np.array(self.won(state, known), dtype=np.int8))
        return Result(tuple(ends.points.tolist()), tuple(map(float, ends.riscos.tolist())))

    def plans(self, state: State, known: Knowledge) -> Sequence[str]:
        """To shoot the moon, while nobody else has taken anything."""
        if known.points is None:
            return ()
        others = sum(known.points) - known.points[known.me]
        return () if others else (SHOOT,)

    def left_out(self, known: Knowledge, without: frozenset[str]) -> tuple[int, ...]:
        """Without `shoot` the seat never goes for everything, without `defence` no other does.

        Nor does anybody then mind that another goes for it.
        """
        bits = [0] * SEATS
        for seat in range(SEATS):
            if "defence" in without:
                bits[seat] |= DEFENCE
            if ("shoot" if seat == known.me else "defence") in without:
                bits[seat] |= SHOOTING
        return tuple(bits)

    def won(self, state: State, known: Knowledge) -> tuple[int, ...]:
        """What every seat has taken so far, as the kernel counts it."""
        if known.points is None:
            return (0,) * state.game.seats
        won = list(known.points)
        taker = _queen_taker(state, known)
        if taker is not None:
            won[taker] += HAS_QUEEN - QUEEN
        return tuple(won)

    def law(self, state: State, known: Knowledge) -> Mapping[str, int]:
        """The options of the rules, and how far the deal is, for the kernel."""
        assert isinstance(known, CopasKnowledge)
        return {
            "queen": _pack(state).queen,
            "lead_two": bool(state.rules["must_lead_two_of_clubs"]),
            "break_hearts": bool(state.rules["hearts_must_be_broken"]),
            "first": known.first,
            "broken": known.broken,
        }


STAKES = CopasStakes()


def decide(question: Question) -> Advice:
    """Which three cards to pass."""
    from trunfo.games.copas.passing import advised  # here, because it reads values by the stakes

    return advised(question, STAKES)


def by_rule(state: State, objective: str = "riscos") -> Action | None:
    """The rule player's pass, the same for both objectives."""
    if state.phase != "pass":
        return None
    assert isinstance(state.game, Copas)
    known = state.game.knowledge(state)
    word = rule_passes(state, known, np.array([known.hand], dtype=np.uint64))[0]
    return _passing(state, cards_of(int(word)))


def greedy(state: State) -> Action:
    """Pass the highest cards; take as few points as possible with a card, give as many.

    A card that does not take the trick is got rid of: of equal ones the highest goes. One
    that does is the lowest.
    """
    game = state.game
    assert isinstance(game, Copas)
    worth = state.pack.worth
    if state.phase == "pass":

        def safety(card: int) -> tuple[bool, int, int]:
            return (worth[card] != QUEEN, -(card % 16), card)

        return _passing(state, sorted(sorted(state.hand or (), key=safety)[:PASSED]))
    before = state.table.cards if state.table else ()

    def cost(card: int) -> tuple[int, int, int]:
        trick = Trick(0, (*before, card))
        takes = game.winner(trick, None) == len(before)
        points = state.pack.worth_of(trick.cards)
        return (points, card % 16, card) if takes else (-points, -(card % 16), card)

    card = min(sorted(game.legal(game.partly(state))), key=cost)
    return {"play": state.pack.token(card)}


def _passing(state: State, cards: Iterable[int]) -> Action:
    return {"pass": [state.pack.token(card) for card in cards]}


def penalties(results: Results) -> NDArray[np.int64]:
    """The penalty points in some results: a heart 1, the queen 13."""
    return results.astype(np.int64) - (HAS_QUEEN - QUEEN) * (results // HAS_QUEEN)


def tallies(seating: Mapping[str, Any]) -> Mapping[str, tuple[int, ...]]:
    """Moons that each seat made, and those of others that it paid for."""
    if seating["left"] is not None:
        return {}
    riscos = seating["riscos"]
    shot = MOON in riscos
    return {
        "moons_made": tuple(int(paid == MOON) for paid in riscos),
        "moons_suffered": tuple(int(shot and paid != MOON) for paid in riscos),
    }


def _pack(state: State) -> PenaltyPack:
    pack = state.pack
    assert isinstance(pack, PenaltyPack)
    return pack


def _queen_taker(state: State, known: Knowledge) -> int | None:
    """The seat that has taken the queen of spades, as far as the points tell.

    Thirteen points may be all the hearts instead. Where nothing else tells she is taken to
    be gone: that somebody takes all the hearts without her is rare.
    """
    assert known.points is not None
    assert isinstance(state.game, Copas)
    queen = _pack(state).queen
    for trick in state.game.past(state).tricks:
        if queen in trick.cards:
            return state.game.winner(trick, None)
    forgotten = any(holder.name == "gone" for holder in known.holders)
    seats = [holder for holder in known.holders if holder.seat is not None]
    here = bool(known.hand >> queen & 1) or queen in known.table
    elsewhere = any(holder.allowed >> queen & 1 for holder in seats)
    if here or (elsewhere and not forgotten):
        return None
    most = max(known.points)
    return known.points.index(most) if most >= QUEEN else None
