"""How Sobe e Desce is scored: the deal in points from 20 down, the match in RISCOS."""

from __future__ import annotations

from collections.abc import Sequence

from trunfo.engine.game import Rules
from trunfo.engine.rules.sobe_e_desce.duties import worth_of_trick

START = 20
"""Points of every player at the beginning of a match."""
TRICKS = 5
"""Tricks of a deal, and how many of them a player without a trick is charged."""


def scores_after(
    scores: Sequence[int], playing: Sequence[int], takers: Sequence[int], trump: int
) -> tuple[int, ...]:
    """The scores after a deal.

    Parameters
    ----------
    scores : sequence of int
        The points that each seat had before it.
    playing : sequence of int
        The seats that went.
    takers : sequence of int
        The winner of each trick; of a lone player nothing need be said, he has all five.
    trump : int
        The trump suit.
    """
    if len(playing) == 1:
        takers = list(playing) * TRICKS
    worth = worth_of_trick(trump)
    after = list(scores)
    for seat in playing:
        after[seat] -= worth * (list(takers).count(seat) or -TRICKS)
    return tuple(after)


def match_winner(
    before: Sequence[int], after: Sequence[int], takers: Sequence[int], chooser: int, trump: int,
    rules: Rules,
) -> int | None:
    """The seat that has won the match, None if it goes on.

    Parameters
    ----------
    before, after : sequence of int
        The scores before and after the deal.
    takers : sequence of int
        The winners of the tricks in their order.
    chooser : int
        Of equal scores the first from this seat on wins.
    trump : int
        The trump suit.
    rules : Rules
        Option `match_end`.
    """
    if min(after) > 0:
        return None
    if rules["match_end"] == "first_reached":
        left = list(before)
        for seat in takers:
            left[seat] -= worth_of_trick(trump)
            if left[seat] <= 0:
                return seat
    seats = len(after)
    return min(range(seats), key=lambda seat: (after[seat], (seat - chooser) % seats))


def settlement(scores: Sequence[int], winner: int) -> tuple[int, ...]:
    """RISCOS of a match that is over: the winner is paid what the others have left.

    A loser below 0 has nothing left.
    """
    paid = [-max(0, score) for score in scores]
    paid[winner] = 0
    paid[winner] = -sum(paid)
    return tuple(paid)
