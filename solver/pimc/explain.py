"""Why: what the worlds of an advice say beyond means.

Which hidden card decides, where the hidden cards are, what is certain. All of it is counted in the
worlds by which the actions were compared, so that no second run can contradict the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, Belief, Certainty, Fact, Sample, Why
from trunfo.engine.cards import LANE, SUIT_LETTERS, SUITS, cards_of
from trunfo.pimc.arrays import Columns, Raw, Words
from trunfo.pimc.choices import sign
from trunfo.pimc.decision import Decision, Held, alike
from trunfo.pimc.statistics import total

MOST_EXPLAINED = 1 << 13
"""Worlds by which is said why, where they are not all there are: shares are then right to 1%."""

MOST_FACTS = 3
LEAST_EXPLAINED = 0.02
"""Part of the variance that a fact has to explain, after those before it, to be told."""
SURE = 4.0
"""Standard errors by which a fact has to make a difference in drawn worlds: the best of some 150
facts that decide nothing is seldom at three and a half."""
LEAST_DEALS = 15
"""Drawn worlds in which a fact has to hold, and in which not: of fewer an interval says little."""
TIED = 1e-9
"""Parts that differ by no more are equal."""

Numbers = NDArray[Any]


def explained(decision: Decision, advice: Advice, raw: Raw, words: Words) -> Advice:
    """The advice with what was asked for beyond it.

    Parameters
    ----------
    raw : Raw
        What each action brings, a row a world.
    words : Words
        The first of these worlds.
    """
    question, count = decision.question, len(words)
    held = decision.held(words)
    columns = decision.read(raw, exact=advice.exhaustive)
    weights = np.ones(count, dtype=np.int64)
    if "weight" in columns:
        weights = columns["weight"][:count, 0].astype(np.int64)
    advice = _places(decision, advice, held, weights)
    if not question.why:
        return advice
    values = {name: lots[:count] for name, lots in columns.items()}
    certain = _enumerated(decision, advice, columns) if advice.exhaustive else None
    return replace(
        advice,
        why=_why(decision, advice, values, held, weights),
        certain=_surest(decision.proved(advice), certain),
        next=decision.next_cards(advice, held, weights),
    )


def explained_untried(decision: Decision, advice: Advice) -> Advice:
    """The same for an answer for which no world was tried out: some are drawn to be shown."""
    question = decision.question
    if not question.explained:
        return advice
    worlds = decision.worlds()
    size = worlds.count if worlds.exhaustive and worlds.count else MOST_EXPLAINED
    words = worlds.chunk(0, size)
    held, weights = decision.held(words), np.ones(len(words), dtype=np.int64)
    advice = _places(decision, advice, held, weights)
    if not question.why:
        return advice
    return replace(
        advice,
        certain=decision.proved(advice),
        next=decision.next_cards(advice, held, weights),
    )


# --- where the hidden cards are ----------------------------------------------------------


def _places(decision: Decision, advice: Advice, held: Held, weights: Numbers) -> Advice:
    question = decision.question
    return replace(
        advice,
        beliefs=_beliefs(decision, held, weights) if question.why or question.beliefs else None,
        samples=tuple(_samples(decision, held, weights)) if question.samples else None,
    )


def bits(sets: Words) -> NDArray[np.uint8]:
    """Sets of cards as a row of 64 noughts and ones each."""
    lanes = np.ascontiguousarray(sets).astype("<u8").view(np.uint8).reshape(len(sets), 8)
    return np.unpackbits(lanes, axis=1, bitorder="little")


def _stock_sets(held: Held) -> Words:
    found = np.zeros(len(held.hands), dtype=np.uint64)
    assert held.stock is not None
    for place in range(held.size):
        word = held.stock[:, place // 8] >> np.uint64(8 * (place % 8))
        found |= np.uint64(1) << (word & np.uint64(63))
    return found


def unseen(decision: Decision) -> int:
    """The cards of which it is not seen where they are, as a set."""
    found = 0
    for holder in decision.question.known.holders:
        found |= holder.allowed
    return found


def _beliefs(decision: Decision, held: Held, weights: Numbers) -> Mapping[str, Belief]:
    """Where each unseen card is."""
    pack, names = decision.question.state.pack, _names(decision)
    whole = int(weights.sum())
    seats = [weights @ bits(hands) for hands in held.hands.T]
    stock = None if held.stock is None else weights @ bits(_stock_sets(held))
    found = {}
    for card in cards_of(unseen(decision)):
        by_seat = [int(counts[card]) for counts in seats]
        in_stock = 0 if stock is None else int(stock[card])
        rest = whole - sum(by_seat) - in_stock
        found[pack.token(card)] = Belief(
            tuple(count / whole for count in by_seat),
            None if stock is None else in_stock / whole,
            rest / whole if "out" in names else None,
            rest / whole if "gone" in names and "out" not in names else None,
        )
    return found


def _names(decision: Decision) -> set[str]:
    return {holder.name for holder in decision.question.known.holders if holder.size}


def _samples(decision: Decision, held: Held, weights: Numbers) -> Iterator[Sample]:
    """The first worlds, which are in random order, as they would be written."""
    state = decision.question.state
    pack, playing = state.pack, decision.dealt_to
    for row in range(min(decision.question.samples, len(weights))):
        hands = tuple(
            tuple(map(pack.token, cards_of(int(hand)))) if seat in playing else None
            for seat, hand in enumerate(held.hands[row])
        )
        stock = None
        if held.stock is not None:
            bytes_ = held.stock[row].astype("<u8").view(np.uint8)[: held.size]
            stock = tuple(pack.token(int(card)) for card in bytes_)
        yield Sample(hands, stock, int(weights[row]))


# --- what decides ------------------------------------------------------------------------


def _why(
    decision: Decision, advice: Advice, columns: Columns, held: Held, weights: Numbers
) -> Why | None:
    """How the best action and another compare, and what decides it."""
    question = decision.question
    best, other = _compared(decision, advice)
    if best is None or other is None:
        return None
    values = columns[question.objective]
    gain = sign(question.state.game, question.objective) * (
        values[:, best].astype(values.dtype if values.dtype.kind == "f" else np.int64)
        - values[:, other]
    )
    whole = int(weights.sum())
    better, worse = (int(weights[gain > 0].sum()), int(weights[gain < 0].sum()))
    goers = columns["goers"][:, best] if "goers" in columns else None
    return Why(
        versus=decision.actions[other],
        better=better / whole, worse=worse / whole, same=(whole - better - worse) / whole,
        facts=tuple(
            decisive(list(possible_facts(decision, held, goers)), gain, weights,
                     exact=advice.exhaustive)
        ),
        worlds=None if len(gain) == advice.worlds else len(gain),
        reasons=tuple(decision.reasons(advice.options, decision.actions[other])),
    )


def _compared(decision: Decision, advice: Advice) -> tuple[int | None, int | None]:
    """The places of the best action and of the one that it is compared with."""
    versus = decision.question.versus
    others = [option.action for option in advice.options[1:]]
    if versus is not None:
        others = [action for action in others if alike(action, versus)] or others
    wanted = [advice.options[0].action, *others[:1]]
    places = [
        next((i for i, each in enumerate(decision.actions) if alike(each, action)), None)
        for action in wanted
    ]
    return places[0], places[1] if len(places) > 1 else None


class Possible(NamedTuple):
    """A fact that may decide, and in which worlds it holds."""

    fact: Fact
    holds: NDArray[np.bool_]


def possible_facts(
    decision: Decision, held: Held, goers: Numbers | None
) -> Iterator[Possible]:
    """Facts about hidden hands, those that are easiest to say first."""
    question = decision.question
    pack, me, hidden = question.state.pack, question.known.me, unseen(decision)
    seats = question.state.game.seats
    others = [(me + step) % seats for step in range(1, seats)]
    table = {seat: bits(held.hands[:, seat]) for seat in others}

    def blank(kind: str, **what: Any) -> Fact:
        return Fact(kind, 0.0, 0.0, 0.0, 0.0, **what)

    if goers is not None:
        for n in range(1, seats):
            yield Possible(blank("goers", n=n), goers >= n)
    for card in sorted(cards_of(hidden), key=lambda card: (-pack.worth[card], -(card % 16), card)):
        for seat in others:
            yield Possible(
                blank("card", seat=seat, card=pack.token(card)), table[seat][:, card] == 1
            )
    for suit in SUITS:
        if not hidden >> LANE * suit & 0xFFFF:
            continue
        for seat in others:
            counts = table[seat][:, LANE * suit : LANE * (suit + 1)].sum(axis=1)
            yield Possible(blank("void", seat=seat, suit=SUIT_LETTERS[suit]), counts == 0)
            if question.known.trump not in (None, suit):
                continue
            for n in range(2, int(counts.max(initial=0)) + 1):
                yield Possible(
                    blank("length", seat=seat, suit=SUIT_LETTERS[suit], n=n), counts >= n
                )


def decisive(
    possible: list[Possible], gain: Numbers, weights: Numbers, *, exact: bool
) -> Iterator[Fact]:
    """The facts that explain most of a difference, each for what those before it leave.

    Forward selection in a linear model: a fact's part is what the squared differences from the
    mean lose by it. Of facts that say the same the first stands, and of two complements the one
    that holds more often.
    """
    count = len(gain)
    share = weights / weights.sum()
    few = 0 if exact else LEAST_DEALS
    possible = [
        each for each in possible if few < np.count_nonzero(each.holds) < count - few
    ]
    if not possible:
        return
    rest = gain - _mean(gain, weights)
    whole = float(share @ (rest * rest))
    if whole <= 0:
        return
    facts = np.array([each.holds for each in possible], dtype=np.float64)
    held = facts @ share
    facts -= held[:, None]
    spread = (facts * facts) @ share
    least, left = spread * TIED, 1.0
    bases: list[tuple[Numbers, Numbers, float]] = []
    for number in range(MOST_FACTS):
        # What is left of the gain is at right angles to the facts chosen: so is, with it, the part
        # of every other fact that they don't have, and only its length has to be found.
        inner = facts @ (share * rest)
        part = np.where(spread > least, inner * inner / np.maximum(spread, least), 0.0) / whole
        top = float(part.max())
        left = max(left - top, 0.0)
        if top < LEAST_EXPLAINED:
            return
        if not exact and top * (count - number - 2) <= SURE * SURE * left:
            return
        equal = np.flatnonzero(part >= top - TIED)
        kind = possible[equal[0]].fact.fact
        alike_ = [place for place in equal if possible[place].fact.fact == kind]
        place = max(alike_, key=lambda place: (round(float(held[place]), 9), -place))
        chosen = possible[place]
        yield replace(
            chosen.fact, share=_share(chosen.holds, weights), explains=min(top, 1.0),
            where=_mean(gain[chosen.holds], weights[chosen.holds]),
            elsewhere=_mean(gain[~chosen.holds], weights[~chosen.holds]),
        )
        base = facts[place].copy()
        for before, common, size in bases:
            base -= before * (common[place] / size)
        size = float(share @ (base * base))
        common = facts @ (share * base)
        bases.append((base, common, size))
        rest = rest - base * (inner[place] / size)
        spread = spread - common * common / size


def _share(holds: NDArray[np.bool_], weights: Numbers) -> float:
    return int(weights[holds].sum()) / int(weights.sum())


def _mean(values: Numbers, weights: Numbers) -> float:
    return total(values * weights) / int(weights.sum())


# --- what is certain ---------------------------------------------------------------------


def _enumerated(decision: Decision, advice: Advice, columns: Columns) -> Certainty | None:
    """What holds in every deal there is, by best play of all in each.

    Only a search says what best play brings: a deal that is played out may always go otherwise.
    """
    if decision.method != "pimc" or not decision.question.scored:
        return None
    best, _ = _compared(decision, advice)
    if best is None:
        return None
    outcomes = decision.payoffs.reached(columns)  # the least first
    always = [name for name, reached in outcomes if reached[:, best].all()]
    if always:
        return Certainty(always[-1], "always", advice.worlds, proved=False)
    never = [name for name, reached in outcomes[:2] if not reached.any()]
    return Certainty(never[0], "never", advice.worlds, proved=False) if never else None


def _surest(proved: Certainty | None, enumerated: Certainty | None) -> Certainty | None:
    """What is said of two that are certain: what is reached before what is not, a proof first."""
    both = [each for each in (proved, enumerated) if each is not None]
    return min(both, key=lambda each: each.holds != "always") if both else None
