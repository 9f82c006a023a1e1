"""Deals that are given instead of shuffled, as the header of a match's file has them.

A deal is that of a record (`trunfo.record/1`), its keys without those that the header has for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.following import Dealt
from trunfo.engine.game import Rules
from trunfo.engine.trick_game import TrickGame
from trunfo.table.record import SCHEMA, Record, read, write

KEYS = ("dealer", "round", "scores", "absences", "dealt", "stock", "trump")
"""What a record says of how its deal began."""

MOST_GIVEN = 10_000
"""Deals that may be given: they all stand in one line."""


def deals_of(records: Iterable[Record]) -> tuple[TrickGame, Rules, tuple[Dealt, ...]]:
    """The deals of some records of one game and the same rules.

    Raises
    ------
    UnreadableInput
        If there is none, or too many, or one is of another game, or not every card of it is known.
    """
    deals: list[Dealt] = []
    first: Record | None = None
    for number, record in enumerate(records):
        first = first or record
        values: dict[str, Any] = {"number": number, "most": MOST_GIVEN}
        if record.dealt is None or not record.dealt.open:
            text = "Deal {number} of those given, counted from 0, does not say every card."
            raise UnreadableInput(Message("deal_hidden", text, values))
        if record.game != first.game or record.rules != first.rules:
            text = "Deal {number} of those given, counted from 0, is of another game or rules."
            raise UnreadableInput(Message("deal_differs", text, values))
        if number == MOST_GIVEN:
            text = "More than {most} deals are given."
            raise UnreadableInput(Message("too_many_deals", text, values))
        deals.append(record.dealt)
    if first is None:
        raise UnreadableInput(Message("no_deals_given", "No deal is given."))
    return first.game, first.rules, tuple(deals)


def written(game: TrickGame, rules: Rules, deals: Iterable[Dealt]) -> list[dict[str, Any]]:
    """Deals as they stand in a header."""
    found = []
    for dealt in deals:
        document = write(Record(game, rules, dealt=dealt))
        found.append({key: document[key] for key in KEYS if key in document})
    return found


def read_deals(
    game: TrickGame, rules: Rules, documents: Iterable[Mapping[str, Any]]
) -> tuple[Dealt, ...]:
    """The deals of a header.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        If one is none.
    """
    plain = {
        name: list(value) if isinstance(value, tuple) else value for name, value in rules.items()
    }
    head = {"schema": SCHEMA, "game": game.name, "rules": plain, "acts": []}
    deals = (read({**document, **head}).dealt for document in documents)
    return tuple(dealt for dealt in deals if dealt is not None)
