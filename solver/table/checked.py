"""A record held against the rules."""

from __future__ import annotations

from dataclasses import replace

from trunfo.engine.document.fields import error
from trunfo.table.record import CLOSE, Record
from trunfo.table.table import Table


def checked(record: Record) -> Record:
    """A record all of whose acts are allowed; a result that it does not say is worked out.

    Raises
    ------
    ImpossiblePosition
        If the deal cannot have begun so, or an act breaks a rule.
    UnreadableInput
        If the result is not what the acts give.
    """
    found = Table.of(record).result
    given = record.result
    if given is None or found is None:
        if given is not None:
            template = "The deal has no result: it did not end, or ended without."
            raise error("wrong_result", template, "/result")
        return replace(record, result=found)
    same = given.points == found.points and all(
        abs(one - other) <= CLOSE for one, other in zip(given.riscos, found.riscos, strict=True)
    )
    if not same:
        template = "By the acts the result is points {points}, RISCOS {riscos}."
        values = {
            "points": ", ".join(map(str, found.points)),
            "riscos": ", ".join(f"{value:g}" for value in found.riscos),
        }
        raise error("wrong_result", template, "/result", **values)
    return replace(record, result=found)
