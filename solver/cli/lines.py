"""`trunfo advise --lines`: a position a line in, advice a line out, in order."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from trunfo.bulk import LONGEST, advise_line, ordered
from trunfo.cli.parts import say
from trunfo.cli.streams import output_refused
from trunfo.engine.errors import Message, UnreadableInput, unwritable
from trunfo.language import Language


def advise_lines(
    source: str, out: Path | None, rules: tuple[str, ...], jobs: int | None,
    scheduler: str | None, options: Mapping[str, Any], spoken: Language,
) -> None:
    """Answer every line of a file, or of standard input if `source` is `-`.

    An `out` that exists is gone on with: what it has answered is not answered again.

    Raises
    ------
    UnreadableInput
        If a file cannot be read, or `out` is something else.
    SystemFault
        If an answer cannot be written.
    """
    with ExitStack() as stack:
        lines = _lines(_opened(source, stack))
        file, done = _target(out, stack)
        answer = partial(advise_line, options=dict(options), rules=rules, code=spoken.code)
        todo = islice(enumerate(lines, 1), done, None)
        answered, failed = 0, 0
        for text, good in ordered(answer, todo, jobs, scheduler):
            _write(file, text, out)
            answered += 1
            failed += not good
    template = "{lines} lines answered, {failed} of them with an error."
    message = Message("lines", template, {"lines": answered, "failed": failed})
    say(message.text(spoken.translate), to_errors=True)


def _write(file: BinaryIO, text: str, out: Path | None) -> None:
    try:
        file.write(text.encode() + b"\n")
        file.flush()
    except BrokenPipeError:  # nobody reads any more
        raise
    except OSError as error:
        raise (unwritable(out, error) if out else output_refused(error)) from None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines without their end; of one that is too long, only so much that it shows."""
    while line := file.readline(LONGEST + 2):
        while not line.endswith(b"\n") and len(line) > LONGEST:
            more = file.readline(LONGEST + 2)
            if not more or more.endswith(b"\n"):
                break
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def _opened(source: str, stack: ExitStack) -> BinaryIO:
    if source == "-":
        return sys.stdin.buffer
    try:
        return stack.enter_context(open(source, "rb"))
    except OSError as error:
        template = "The file {name} cannot be read: {reason}."
        values = {"name": source, "reason": error.strerror or "?"}
        raise UnreadableInput(Message("file", template, values)) from None


def _target(out: Path | None, stack: ExitStack) -> tuple[BinaryIO, int]:
    """Where answers go, and how many lines have theirs there already."""
    if out is None:
        return sys.stdout.buffer, 0
    try:
        if out.exists() and not out.is_file():  # a device, a pipe: nothing to go on with
            return stack.enter_context(out.open("wb", buffering=0)), 0
        file = stack.enter_context(out.open("a+b"))
    except OSError as error:
        raise unwritable(out, error) from None
    file.seek(0)
    done, end = 0, 0
    for line in file:
        if not line.endswith(b"\n"):
            break  # torn: it is answered again
        try:
            told = json.loads(line)["line"]
        except (KeyError, TypeError, ValueError):
            told = None
        if told != done + 1:
            where = {"path": str(out), "line": done + 1}
            template = "`{path}`, line {line}: this is no answer to that line. Give another name."
            raise UnreadableInput(Message("not_answers", template, where))
        done, end = done + 1, end + len(line)
    file.truncate(end)
    return file, done
