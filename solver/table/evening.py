"""The score of an evening: what the deals that were played have brought each seat in RISCOS."""

from __future__ import annotations

from collections.abc import Iterable

from trunfo.engine.following import Standing
from trunfo.table.record import Record


def paid(record: Record) -> tuple[float, ...]:
    """RISCOS that a deal has brought each seat, leaving and revokes too.

    Where a match is paid at its end, a deal that does not end it has brought nothing yet.
    """
    game, result = record.game, record.result
    if result is None:
        return (0.0,) * game.seats
    if game.first_standing(record.rules).scores is not None:
        left = any("leave" in act for act in record.acts)
        standing = Standing(scores=result.points)
        if not left and not game.match_ended(record.rules, standing, 0):
            return (0.0,) * game.seats
    return result.riscos


def evening(records: Iterable[Record]) -> tuple[float, ...]:
    """RISCOS of each seat over some deals of one game; none without a deal."""
    each = [paid(record) for record in records]
    return tuple(map(sum, zip(*each, strict=True)))
