"""How a deal of 120 card points is paid between two sides."""

from __future__ import annotations

from trunfo.engine.game import Option, Rules

TOTAL = 120
"""Card points in the 40-card pack."""
SWEEP = 4
"""RISCOS of every trick."""

OPTIONS = (
    Option(
        "double_at", 91, (91, 90), "card points from which a win is worth 2 RISCOS", "dobra_aos",
    ),
    Option(
        "sweep", "tricks", ("tricks", "points"),
        "whether a clean sweep takes every trick, or all 120 points are enough",
        "bandeirada", ("vazas", "pontos"),
    ),
)


def riscos(points: int, lost_tricks: int, won_tricks: int, rules: Rules) -> int:
    """RISCOS of a side at the end of a deal.

    Parameters
    ----------
    points : int
        Card points of the side, 0 to 120.
    lost_tricks, won_tricks : int
        Tricks of the other side and of this one.
    rules : Rules
        Options `double_at` and `sweep`.

    Returns
    -------
    int
        4, 2 or 1 for a win, 0 for 60 points each, and the same below zero.
    """
    if 2 * points < TOTAL:
        return -riscos(TOTAL - points, won_tricks, lost_tricks, rules)
    swept = points == TOTAL if rules["sweep"] == "points" else lost_tricks == 0
    double_at = rules["double_at"]
    assert isinstance(double_at, int)
    if swept:
        return SWEEP
    if points >= double_at:
        return 2
    return 1 if 2 * points > TOTAL else 0
