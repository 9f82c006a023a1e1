"""Several records in a file: text separated by lines `---`, or a line of JSON each.

Read one by one, so that a file may be longer than memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TextIO

from trunfo.engine.errors import Message, TrunfoError, UnreadableInput
from trunfo.table.ficha import read_text
from trunfo.table.record import Record

SEPARATOR = "---"
LONGEST = 1 << 20
"""The most characters of one record."""


def parse_record(text: str) -> Record:
    """Read and check a record, text or JSON, told apart by the first character.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        If it means nothing, cannot have begun so, or an act breaks a rule.
    """
    if text.removeprefix("\ufeff").lstrip()[:1] == "{":
        return Record.from_json(text)
    return read_text(text.removeprefix("\ufeff"))


def read_stream(lines: Iterable[str]) -> Iterator[Record]:
    """The records of some lines, each checked when it is reached.

    Parameters
    ----------
    lines : iterable of str
        The lines of a file, text or JSON as the first that is not blank tells.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        As one of them deserves; the message says in which line it begins.
    """
    numbered = enumerate(lines, 1)
    for number, line in numbered:
        if line.strip("\ufeff \t\r\n"):
            rest = chain([(number, line)], numbered)
            json = line.lstrip("\ufeff \t")[:1] == "{"
            yield from _json_records(rest) if json else _text_records(rest)
            return


def _json_records(lines: Iterator[tuple[int, str]]) -> Iterator[Record]:
    first = True
    for number, line in lines:
        if not line.strip():
            continue
        _bounded(line, number)
        if first and line.rstrip() in ("{", "\ufeff{"):  # one record over several lines
            text = line
            for _, more in lines:
                text += more
                _bounded(text, number)
            yield _at(number, text)
            return
        first = False
        yield _at(number, line)


def _text_records(lines: Iterator[tuple[int, str]]) -> Iterator[Record]:
    text, began = "", 0
    for number, line in lines:
        if line.strip() == SEPARATOR:
            if text.strip():
                yield _at(began, text)
            text = ""
            continue
        if not text.strip():
            text, began = "", number
        text += line
        _bounded(text, number)
    if text.strip():
        yield _at(began, text)


def bounded(file: TextIO) -> Iterator[str]:
    """The lines of a file; one too long to be a record comes in pieces too long to be one."""
    return iter(lambda: file.readline(LONGEST + 1), "")


def _bounded(text: str, number: int) -> None:
    if len(text) > LONGEST:
        template = "Line {line}: longer than {limit} characters: that is no record."
        values = {"line": number, "limit": LONGEST}
        raise UnreadableInput(Message("too_long", template, values))


def _at(number: int, text: str) -> Record:
    """A record; what is wrong with it is said with the line in which it begins."""
    try:
        return parse_record(text)
    except TrunfoError as wrong:
        values = {"line": number, "why": wrong.message}
        message = Message(wrong.code, "Line {line}: {why}", values)
        raise type(wrong)(message, wrong.where, wrong.excerpt) from None


def read_file(path: str | Path) -> Iterator[Record]:
    """The records of a file, one by one.

    Raises
    ------
    UnreadableInput
        If it cannot be read; and as `read_stream`.
    """
    with opened(path) as file:
        try:
            yield from read_stream(bounded(file))
        except UnicodeDecodeError as wrong:
            template = (
                "The input is not text in UTF-8: the byte at offset {offset} does not belong there."
            )
            raise UnreadableInput(
                Message("encoding", template, {"offset": wrong.start})
            ) from None


def opened(path: str | Path) -> TextIO:
    """A file to read text from.

    Raises
    ------
    UnreadableInput
        If it cannot be opened.
    """
    try:
        return Path(path).open(encoding="utf-8")
    except OSError as wrong:
        values = {"name": str(path), "reason": wrong.strerror or "?"}
        template = "The file {name} cannot be read: {reason}."
        raise UnreadableInput(Message("file", template, values)) from None


def write_stream(records: Iterable[Record], *, text: bool = False) -> Iterator[str]:
    """The lines of a file of records, each with its end.

    Parameters
    ----------
    records : iterable of Record
        What is written.
    text : bool
        Whether as text, else as JSON.
    """
    for number, record in enumerate(records):
        if text and number:
            yield f"{SEPARATOR}\n"
        yield f"{record if text else record.to_json()}\n"
