"""From what stands on the command line to a state: a text, a file or standard input."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.text.notation import Parsed, parse

LIMIT = 1 << 20
"""The most bytes that are read; a position takes less than 10,000."""


def state_text(argument: str) -> str:
    """The text of a position.

    Parameters
    ----------
    argument : str
        `-` for standard input, the name of a file that exists, or the text itself. What has
        blanks, line breaks or `;` in it is taken to be a text.

    Raises
    ------
    UnreadableInput
        If there is nothing, too much, no such file, or bytes that are no text.
    """
    if argument == "-":
        text = decoded(_limited(sys.stdin.buffer))
    elif _is_text(argument):
        text = argument
        try:
            text.encode()
        except UnicodeEncodeError as error:  # bytes of the command line that are no UTF-8
            raise _no_text(error.start) from None
    else:
        text = _file_text(argument)
    if len(text) > LIMIT:
        raise _too_long()
    if not text.strip("\ufeff \t\r\n"):
        template = "The position is empty: give a text, a file, or - for standard input."
        raise UnreadableInput(Message("empty", template))
    return text


def read_state(text: str, rules: Sequence[str] = ()) -> Parsed:
    """Read and check a position, text or JSON, told apart by the first character.

    Parameters
    ----------
    text : str
        The position.
    rules : sequence of str
        `option=value`, or the name of a preset, on top of what the position says.

    Returns
    -------
    Parsed
        The position, what had to be assumed in reading it, and how to place errors in it.

    Raises
    ------
    UnreadableInput, ImpossiblePosition
        As the position deserves.
    """
    return parse(text, rules=rules)


def decoded(data: bytes) -> str:
    """Bytes as text: UTF-8, or UTF-16 with a byte-order mark.

    Raises
    ------
    UnreadableInput
        Naming the offset of the first byte that is neither.
    """
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        # utf-8-sig counts from behind the mark
        mark = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        raise _no_text(error.start + mark) from None


def _is_text(argument: str) -> bool:
    if any(char in ";{[" or char.isspace() for char in argument):
        return True
    return not (os.path.exists(argument) or _looks_like_file(argument))


def _looks_like_file(argument: str) -> bool:
    """Whether one word without `;` can only be meant as the name of a file."""
    return any(char in argument for char in "/\\") or argument.endswith((".txt", ".json"))


def _file_text(name: str) -> str:
    try:
        with Path(name).open("rb") as file:
            return decoded(_limited(file))
    except OSError as error:
        template = "The file {name} cannot be read: {reason}."
        values = {"name": name, "reason": error.strerror}
        raise UnreadableInput(Message("file", template, values)) from None


def _limited(file: IO[bytes]) -> bytes:
    data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise _too_long()
    return data


def _too_long() -> UnreadableInput:
    template = "The input is longer than {limit} bytes: that is no position."
    return UnreadableInput(Message("too_long", template, {"limit": LIMIT}))


def _no_text(offset: int) -> UnreadableInput:
    template = "The input is not text in UTF-8: the byte at offset {offset} does not belong there."
    return UnreadableInput(Message("encoding", template, {"offset": offset}), offset)
