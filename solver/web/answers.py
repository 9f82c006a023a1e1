"""What the addresses answer: from what was asked to the text of the answer. No web in it."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from trunfo.advice import Advice
from trunfo.advise import advise_iter, solve
from trunfo.engine.document.fields import error, flag, integer, text
from trunfo.engine.errors import ImpossiblePosition, Message, TrunfoError, UnreadableInput
from trunfo.engine.state import State
from trunfo.engine.text.notation import Parsed, parse, read
from trunfo.ext.random import mix
from trunfo.language import Language
from trunfo.match.file import SCHEMA as MATCH_SCHEMA
from trunfo.match.records import records as records_of_file
from trunfo.match.spec import parse as read_player
from trunfo.table.actions import write_action
from trunfo.table.acts import Act
from trunfo.table.asked import action_named, state_after
from trunfo.table.record import Record, payoff_dict
from trunfo.table.review import review_iter
from trunfo.table.start import Series
from trunfo.table.stream import read_stream
from trunfo.table.table import Table
from trunfo.version import version
from trunfo.web.asked import limited, rules, spoken
from trunfo.web.view import board, games

EVERY = 0.05
"""Seconds from one interim advice to the next."""

MOST_LEGAL = 400
MOST_RECORDS = 500

INTERRUPTED = Message("interrupted", "Interrupted: only what was finished by then.")


def failed(wrong: TrunfoError, language: Language) -> dict[str, Any]:
    """An error as scripts read it."""
    message = wrong.message.text(language.translate)
    return {"error": {"code": wrong.code, "message": message, "where": wrong.where}}


# Positions


def parsed(asked: Mapping[str, Any]) -> dict[str, Any]:
    """`/api/parse`: the position, its text, what was assumed, what a board shows of it.

    What can be read but not be right is answered by the error, with the rest beside it.
    """
    language, given = spoken(asked), asked["state"]
    written = given if isinstance(given, str) else json.dumps(given)
    found = read(written, rules=rules(asked))
    state = found.state
    answer = {
        "state": state.to_dict(), "text": str(state),
        "notes": [each.text(language.translate) for each in found.notes],
        "view": board(state, language),
    }
    try:
        state.check()
    except ImpossiblePosition as wrong:
        return {**failed(found.placed(wrong), language), **answer}
    return answer


def position(asked: Mapping[str, Any]) -> Parsed:
    """The position that is asked about."""
    given = asked["state"]
    return parse(given if isinstance(given, str) else json.dumps(given), rules=rules(asked))


def advised(asked: Mapping[str, Any], stop: threading.Event, cores: int) -> Iterator[str]:
    """`/api/advise`: the JSON of the command line, growing; the last is the answer."""
    language, budget = spoken(asked), limited(asked, cores)
    found = position(asked)
    state = found.state
    options = {
        name: asked[name] for name in
        ("until_clear", "objective", "method", "why", "beliefs", "samples") if name in asked
    }
    if asked.get("if") is not None:
        state = state_after(state, text(asked["if"], "/if"), language.code)
    if asked.get("versus") is not None:
        options["versus"] = action_named(state, asked["versus"], language.code)
    advice: Advice | None = None
    try:
        for following in advise_iter(
            state, notes=found.notes, stop=stop, every=EVERY, **budget, **options
        ):
            if advice is not None:
                yield advice.to_json(language.translate)
            advice = following
    except TrunfoError as wrong:
        raise found.placed(wrong) from None
    assert advice is not None
    if stop.is_set():
        advice = replace(advice, notes=(*advice.notes, INTERRUPTED))
    yield advice.to_json(language.translate)


def solved(asked: Mapping[str, Any], stop: threading.Event, cores: int) -> Iterator[str]:
    """`/api/solve`: the JSON of the command line."""
    language, found = spoken(asked), position(asked)
    try:
        solution = solve(found.state)
    except TrunfoError as wrong:
        raise found.placed(wrong) from None
    solution = replace(solution, notes=(*found.notes, *solution.notes))
    yield solution.to_json(language.translate)


# Tables


def at_table(asked: Mapping[str, Any], stop: threading.Event, cores: int) -> Iterator[str]:
    """`/api/table`: a table from what the client keeps of it, after what is done there."""
    language = spoken(asked)
    table, series = _table(asked)
    done = [name for name in ("act", "undo", "next", "player") if asked.get(name) is not None]
    if len(done) > 1:
        raise error("key_twice", "Give one of {keys}.", "", keys=", ".join(done))
    me = integer(asked["me"], "/me", 0, table.game.seats - 1) if asked.get("me") is not None \
        else table.me if table.me is not None else (table.seen_by(0).me or 0)
    if "act" in done:
        _act(table, asked["act"], language, me)
    elif "undo" in done:
        count = asked["undo"]
        table.undo(1 if count is True else integer(count, "/undo", 1, 1000))
    elif "next" in done and flag(asked["next"], "/next"):
        if table.match_over:
            table.next_match()
        else:
            table.next()
        series = table.series
    elif "player" in done:
        _by_player(table, text(asked["player"], "/player"), cores)
    yield json.dumps(_standing(table, series, me, language), ensure_ascii=False, allow_nan=False)


def _table(asked: Mapping[str, Any]) -> tuple[Table, Series | None]:
    """The table that is talked about, and the deals it is one of."""
    given = [name for name in ("record", "game", "state") if asked.get(name) is not None]
    if len(given) != 1:
        raise error("key_twice", "Give one of {keys}.", "", keys="record, game, state")
    if "record" in given:
        record, series = asked["record"], _series(asked.get("series"))
        found = Record.from_json(record) if isinstance(record, Mapping) else next(
            iter(read_stream(io.StringIO(text(record, "/record")))), None
        )
        if found is None:
            raise UnreadableInput(Message("empty", "There is no record."), "/record")
        return Table.of(replace(found, result=None), series), series
    if "state" in given:
        return Table(position(asked).state), None
    options = asked.get("rules", {})
    names = asked.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise error("wrong_type", "A list of texts is needed here.", "/names")
    if not isinstance(options, Mapping):
        raise error("wrong_type", "An object is needed here.", "/rules")
    table = Table.deal(
        text(asked["game"], "/game"), seed=asked.get("seed", 1), number=asked.get("number", 0),
        rules=options, whole=flag(asked.get("whole", False), "/whole"), names=names,
    )
    return table, table.series


def _series(given: Any) -> Series | None:
    """The deals that a table is one of, as they were told to the client."""
    if given is None:
        return None
    wanted = {"seed", "number", "whole", "deals", "shuffles"}
    if not isinstance(given, Mapping) or set(given) != wanted:
        raise error("wrong_type", "Give the series back as it was answered.", "/series")
    numbers = {
        name: integer(given[name], f"/series/{name}", 0, 2**64 - 1)
        for name in ("seed", "number", "deals", "shuffles")
    }
    return Series(whole=flag(given["whole"], "/series/whole"), **numbers)


def _act(table: Table, act: Any, language: Language, me: int) -> None:
    if isinstance(act, str):
        from trunfo.table.actions import read_action

        table.play(read_action(act, table, language.code, me))
    elif isinstance(act, Mapping):
        table.play(act)
    else:
        raise error("wrong_type", "An act is a text or an object.", "/act")


def _by_player(table: Table, name: str, cores: int) -> None:
    """Let a player of the program act."""
    spec = read_player(name)
    if spec.runs_programs:
        text = "A page runs no programs of others."
        raise UnreadableInput(Message("no_programs", text), "/player")
    limited(dict(spec.options), cores)
    seat = table.seat
    if table.over or seat is None or not table.knows(seat):
        text = "A player of the program cannot act here: the deal is over, or the hand is hidden."
        raise ImpossiblePosition(Message("seat_hidden", text), "/player")
    player = spec.build()
    state = table.state(None if player.open_cards else seat)
    seed = mix(0, len(table.acts), seat)
    table.play(Act.of(player.play(state, seed)).by(seat))


def _standing(table: Table, series: Series | None, me: int, language: Language) -> dict[str, Any]:
    """Everything that a client needs to show a table, and to go on with it."""
    try:
        state = table.state(me)
    except TrunfoError:  # cards are due that have not been said, or the hand is hidden
        state = table.seen_by(me)
    legal = [] if table.over else [dict(action) for action in table.legal()[:MOST_LEGAL]]
    words = [write_action(Act.of(action), table, language.code, me) for action in legal]
    return {
        "record": table.record().to_dict(), "seat": table.seat, "phase": table.phase,
        "legal": [json.loads(json.dumps(action)) for action in legal], "words": words,
        "state": state.to_dict(), "over": table.over, "result": payoff_dict(table.result),
        "match_over": table.match_over, "match_result": payoff_dict(table.match_result),
        "series": None if series is None else {
            "seed": series.seed, "number": series.number, "whole": series.whole,
            "deals": series.deals, "shuffles": series.shuffles,
        },
        "me": me, "knows": [table.knows(seat) for seat in range(table.game.seats)],
        "acts": [write_action(act, table, language.code, me) for act in table.acts],
        "open": _open_hands(table), "text": str(state),
        "view": board(_open_to(state, me), language),
    }


def _open_hands(table: Table) -> list[list[str]] | None:
    """The cards of every seat, where all are known."""
    hands = table.state().hands if all(
        table.knows(seat) for seat in range(table.game.seats)
    ) else None
    pack = table.game.pack(table.rules)
    return None if hands is None else [[pack.token(card) for card in hand] for hand in hands]


def _open_to(state: State, me: int) -> State:
    """A state as its board is drawn: from `me` on."""
    return state if state.me is not None else replace(state, me=me)


# Records


def records(asked: Mapping[str, Any]) -> dict[str, Any]:
    """`/api/records`: the records of a file, of a match too."""
    language = spoken(asked)
    found: list[dict[str, Any]] = []
    for number, record in enumerate(_records(asked, None)):
        if number == MOST_RECORDS:
            break
        state = Table.of(replace(record, acts=(), result=None)).seen_by(record.me or 0)
        found.append({
            "record": record.to_dict(), "text": str(record), "acts": len(record.acts),
            "names": [each["name"] for each in board(state, language)["seats"]],
        })
    if not found:
        raise UnreadableInput(Message("empty", "There is no record."), "/record")
    return {"records": found, "version": version()}


def _records(asked: Mapping[str, Any], deal: int | None) -> Iterator[Record]:
    given = asked["record"]
    if not isinstance(given, str):
        yield Record.from_json(given)
        return
    if MATCH_SCHEMA not in given[:1 << 16].split("\n", 1)[0]:
        for number, record in enumerate(read_stream(io.StringIO(given))):
            if deal in (None, number):
                yield record
        return
    yield from _match_records(given, deal, asked.get("seating"))


def _match_records(given: str, deal: int | None, seating: int | None) -> Iterator[Record]:
    """The records of a match file, which are read from a file that is in memory alone."""
    if sys.platform != "linux":
        text = "Match files are read here on Linux alone: use `trunfo review`."
        raise UnreadableInput(Message("no_match_files", text), "/record")
    number = os.memfd_create("match")
    try:
        os.write(number, given.encode())
        yield from records_of_file(f"/proc/self/fd/{number}", deal=deal, seating=seating)
    finally:
        os.close(number)


def reviewed(asked: Mapping[str, Any], stop: threading.Event, cores: int) -> Iterator[str]:
    """`/api/review`: the JSON of the command line, growing by a decision at a time."""
    spoken(asked)
    budget = limited(asked, cores)
    deal = None if asked.get("deal") is None else integer(asked["deal"], "/deal", 0, 10**9)
    record = next(iter(_records(asked, deal)), None)
    if record is None:
        raise UnreadableInput(Message("empty", "There is no record."), "/record")
    seat = asked.get("seat")
    if seat is not None:
        seat = integer(seat, "/seat", 0, record.game.seats - 1)
    for found in review_iter(record, seat=seat, stop=stop, **budget):
        if stop.is_set():
            text = "It took too long, and was stopped: give it less time, or one seat."
            raise UnreadableInput(Message("too_long_thought", text))
        yield found.to_json()


def described(asked: Mapping[str, Any]) -> dict[str, Any]:
    """`/api/games`: the games, and what the page says, in a language."""
    language = spoken(asked)
    from trunfo.web.texts import texts

    return {
        "version": version(), "lang": language.code, "texts": texts(language.translate),
        "games": games(language),
    }


