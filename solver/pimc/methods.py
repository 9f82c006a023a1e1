"""How the worlds of a decision are valued: a fixed function of position and options."""

from __future__ import annotations

from trunfo.engine.knowledge import Knowledge
from trunfo.pimc.budget import Budget

SEARCH_FROM = {10: 0.2, 9: 0.1, 8: 0.03}
"""Seconds of budget from which searching beats playing out, by cards in hand; always with fewer."""

EVERY = 1 << 62
"""A number of worlds that is never reached."""

POINTS_PREFIX = {10: 16, 9: 40, 8: 100, 7: 300, 6: 1000}
"""Worlds for which exact points are found beside RISCOS, by cards in hand; all with fewer cards.

They take several times as long, and may have about a third of a second of two cores.
"""

LAST_DRAWS = {
    (3, 2, 0): 0.001, (3, 2, 1): 0.001, (3, 4, 0): 0.03, (3, 4, 1): 0.002,
    (3, 6, 0): 3.0, (3, 6, 1): 0.25, (5, 2, 0): 0.04, (5, 2, 1): 0.001, (5, 4, 1): 0.15,
    (5, 4, 0): 5.0, (7, 2, 0): 0.03, (7, 2, 1): 0.002, (7, 4, 1): 4.0, (9, 2, 0): 0.4,
    (9, 2, 1): 0.02, (11, 2, 0): 4.0, (11, 2, 1): 0.1,
}
"""Seconds that the last draws take, each decision on its own information.

By cards in a hand, cards in the stock and cards on the table; `bench/measure/bisca_speed.py`.
"""

MOST_OPEN = {3: 14, 5: 8, 7: 4, 9: 2, 11: 2}
"""Cards in the stock, by cards in a hand, up to which an open position is solved in a second."""

MOST_SEARCHED = 6
"""Cards in the largest hand up to which several seats, each for itself, are searched to the end."""

MOST_SOLVED = 7
"""The same where all cards are known and there is one world only."""

SEVERAL_FROM = {6: 1.0, 5: 0.1, 4: 0.02}
"""Seconds of budget from which such a search is preferred, by cards in the largest hand."""

LEAD_WEIGHT = 3
"""How many times a deal counts in which the leader would have led the card that was led, before
the last draw with hands of three: what that gains is known only there (bench: `last_draw.py`)."""

WORLD_SECONDS = 0.001
"""What a world is taken to cost where a budget is given in worlds."""


def method_for(known: Knowledge, asked: str, budget: Budget) -> str:
    """The evaluator for a position.

    Parameters
    ----------
    known : Knowledge
        The position.
    asked : str
        `auto`, `pimc` or `playout`.
    budget : Budget
        What may be spent.

    Returns
    -------
    str
        `pimc`: every world is searched to its end. `playout`: a rule player plays it out,
        every seat on its own information. `nested`: the last draws from a stock, every
        place of the hidden cards tried and each decision taken on its player's own
        information. While there is a stock no world is ever searched: both sides would
        plan on cards that nobody knows.
    """
    if asked == "playout":
        return "playout"
    if known.stock:
        size = known.hand.bit_count()
        cost = LAST_DRAWS.get((size, known.stock, len(known.table)))
        return "nested" if cost is not None and 2 * cost <= _seconds(budget) else "playout"
    if not known.must_follow:
        return "nested"  # without stock: a search in which suit is free
    if asked == "auto" and budget.time is not None:
        return "playout" if budget.time < SEARCH_FROM.get(known.hand.bit_count(), 0) else "pimc"
    return "pimc"


def largest_hand(known: Knowledge) -> int:
    """Cards in the largest hand."""
    sizes = (holder.size for holder in known.holders if holder.seat is not None)
    return max(known.hand.bit_count(), *sizes, 0)


def several_method(known: Knowledge, asked: str, budget: Budget) -> str:
    """The evaluator for a position in which every seat plays for itself.

    Returns
    -------
    str
        `pimc`: every world is searched to its end by max^n, possible with six cards or fewer;
        `playout`: the rule player plays it out.
    """
    cards = largest_hand(known)
    if asked == "playout" or cards > MOST_SEARCHED:
        return "playout"
    if asked == "pimc":
        return "pimc"
    return "playout" if _seconds(budget) < SEVERAL_FROM.get(cards, 0) else "pimc"


def lead_weight(known: Knowledge, method: str) -> int:
    """How many times a deal counts in which the other would have led what he led; 1 as any."""
    answering = method == "nested" and known.stock == 2 and known.table
    return LEAD_WEIGHT if answering and known.hand.bit_count() == 3 else 1


def solvable(known: Knowledge) -> bool:
    """Whether the exact value with every card known, the stock's order too, is within reach."""
    return known.stock <= MOST_OPEN.get(known.hand.bit_count(), 0)


def exact_method(known: Knowledge, open: bool) -> str:
    """The evaluator for a position of which only one world is left.

    Parameters
    ----------
    open : bool
        Whether both players see all cards.
    """
    if not known.stock:
        return "pimc" if known.must_follow else "nested"
    if open:
        return "nested" if solvable(known) else "playout"
    cost = LAST_DRAWS.get((known.hand.bit_count(), known.stock, len(known.table)))
    return "nested" if cost is not None and cost < 1 else "playout"


def points_prefix(known: Knowledge, budget: Budget) -> int:
    """How many worlds get exact points beside RISCOS; more where more of any is asked for."""
    cards = known.hand.bit_count()
    if cards not in POINTS_PREFIX:
        return EVERY
    seconds = max(1.0, budget.time or 1.0)
    return max(int(POINTS_PREFIX[cards] * seconds), (budget.worlds or 0) // 8)


def _seconds(budget: Budget) -> float:
    if budget.time is not None:
        return budget.time
    return 1.0 if budget.worlds is None else WORLD_SECONDS * budget.worlds
