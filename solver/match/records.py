"""Match files as files of records: each seating of each deal, or each deal of a whole match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from trunfo.engine.document.document import read as read_state
from trunfo.engine.errors import Message, TrunfoError, UnreadableInput
from trunfo.engine.following import Dealt
from trunfo.engine.game import Rules
from trunfo.engine.trick_game import TrickGame
from trunfo.match.deal import opening_of
from trunfo.match.file import BAD_RECORD, SCHEMA, VERSION, Header, read_header, read_lines
from trunfo.match.given import deals_of
from trunfo.table.acts import Act
from trunfo.table.record import Record
from trunfo.table.start import Series
from trunfo.table.stream import opened, read_file
from trunfo.table.table import Table

HEAD = 1 << 16
"""Characters that are looked at to tell what a file is."""


def records(
    path: str | Path, *, deal: int | None = None, seating: int | None = None
) -> Iterator[Record]:
    """The records of a file, one by one: a file of records, text or JSON, or a match file.

    Parameters
    ----------
    path : str or Path
        The file.
    deal, seating : int, optional
        Of a match file only this deal, only this seating, both from 0; of a file of records the
        deal is counted from 0.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        If the file, or the record that is reached, cannot be right.
    """
    if _is_match_file(path):
        yield from match_records(Path(path), deal, seating)
        return
    for number, record in enumerate(read_file(path)):
        if deal in (None, number):
            yield record
            if deal is not None:
                return
    if deal is not None:
        raise _no_deal(path, deal)


def deals_from(path: str | Path) -> tuple[TrickGame, Rules, tuple[Dealt, ...]]:
    """Game, rules and deals of a file of records, or of a match's file, to be played again.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        If the file cannot be right, or its deals cannot be played.
    """
    return deals_of(records(path, seating=0))


def enough_given(header: Header) -> Header:
    """The header, if as many deals are given as it asks for, or none are.

    Raises
    ------
    UnreadableInput
        If there are not so many.
    """
    given, last = len(header.match.given), header.first + header.deals - 1
    if given and last >= given:
        values = {"number": last, "given": given}
        template = "There is no deal {number}: {given} are given, counted from 0."
        raise UnreadableInput(Message("not_given", template, values))
    return header


def _is_match_file(path: str | Path) -> bool:
    with opened(path) as file:
        try:
            document = json.loads(file.readline(HEAD))
        except (ValueError, RecursionError):
            return False
    return isinstance(document, Mapping) and document.get("schema") == SCHEMA


def match_records(
    path: Path, deal: int | None = None, seating: int | None = None
) -> Iterator[Record]:
    """The records of a match file; see `records`."""
    header = read_header(path, to_play=False)
    found = False
    for number, line in read_lines(path):
        if deal not in (None, number):
            continue
        for index, played in enumerate(line["seatings"]):
            if seating in (None, index):
                found = True
                try:
                    yield from _records_of(header, number, line, played)
                except TrunfoError:
                    raise
                except (*BAD_RECORD, AssertionError) as wrong:  # acts that no deal can have
                    why = str(wrong) or "its acts do not fit its cards"
                    values = {"path": str(path), "line": number + 2, "why": why}
                    text = "`{path}`, line {line}: {why}."
                    raise UnreadableInput(Message("bad_match_file", text, values)) from None
        if deal is not None:
            break
    if not found and (deal is not None or seating is not None):
        raise _no_deal(path, deal if deal is not None else 0)


def _no_deal(path: str | Path, deal: int) -> UnreadableInput:
    text = "`{path}` has no deal {deal}, or not this seating; both are counted from 0."
    return UnreadableInput(Message("no_deal", text, {"path": str(path), "deal": deal}))


def _records_of(
    header: Header, number: int, line: Mapping[str, Any], played: Mapping[str, Any]
) -> Iterator[Record]:
    """The records of one seating: one, or of a whole match one a deal."""
    match = header.match
    names = seat_names([str(match.players[player]) for player in played["players"]])
    if match.whole:
        _same_version(header)
        table = Table.in_series(
            match.game.name, Series(match.seed, number, True), rules=match.rules, names=names
        )
        deals = played["plays"]
        for place, plays in enumerate(deals):
            last = place == len(deals) - 1
            _play(table, plays, played["left"] if last else None)
            yield table.record()
            if not last:
                table.next()
        return
    dealt = _dealt(header, number, line)
    table = Table.of(Record(match.game, match.rules, dealt=dealt, names=names))
    _play(table, played["plays"], played["left"])
    yield table.record()


def _play(table: Table, plays: list[Any], left: Mapping[str, Any] | None) -> None:
    for action in plays:
        table.play(Act.of({"play": action} if isinstance(action, str) else action))
    if left is not None:
        table.play(Act.of({"seat": left["seat"], "leave": True}))


def _dealt(header: Header, number: int, line: Mapping[str, Any]) -> Dealt:
    """How a deal began: as its line says, or where that does not say everything dealt again."""
    match = header.match
    cards = {key: line[key] for key in line if key not in ("deal", "seatings", "crc")}
    state = read_state(
        {"schema": "trunfo.state/1", "game": match.game.name, "rules": _plain(match.rules), **cards}
    )
    size, left = match.game.dealt_sizes(match.rules)
    stock = state.stock_cards or ()
    assert state.hands is not None
    if all(len(hand) == size for hand in state.hands) and len(stock) == left:
        return Dealt(
            state.dealer, state.hands, stock, state.trump, state.round, state.scores,
            state.absences,
        )
    _same_version(header)
    return match.game.dealt(opening_of(match, number))


def _plain(rules: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in rules.items()
    }


def _same_version(header: Header) -> None:
    if header.version != VERSION:
        text = (
            "The deals of this file are dealt again, which needs the version that wrote it:"
            " {version}, not {this}."
        )
        values = {"version": header.version, "this": VERSION}
        raise UnreadableInput(Message("other_version", text, values))


def seat_names(players: list[str]) -> tuple[str, ...]:
    """A name for each seat: the player's; of one that sits in several seats numbered."""
    names: list[str] = []
    for seat, player in enumerate(players):
        plain = "".join(char for char in player if char not in '";#')[:50]
        times = players[:seat].count(player)
        names.append(f"{plain} ({times + 1})" if times else plain)
    return tuple(names)
