"""The standard streams: closed, full, or with nobody who reads them any more."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from trunfo.engine.errors import Message, SystemFault
from trunfo.language import fallback

OUTPUT = "output"
"""The code of the error that nothing can be written to standard output."""


@contextmanager
def streams(code: str) -> Iterator[None]:
    """Give the program its three streams, in a language, whatever it was started with.

    What cannot be written to standard output is a `SystemFault`. What cannot be written to standard
    error is not said: whoever closed it does not want it, and a match of hours must not
    end because its log is full.
    """
    _fill()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=fallback(code))
    before = sys.stdout, sys.stderr
    if not sys.stdout.isatty():
        sys.stdout = _Output(sys.stdout)
    if not sys.stderr.isatty():
        sys.stderr = _Errors(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _fill() -> None:
    """Put something in the place of streams that are closed.

    Else the next file that is opened would get their number, and what others print. The
    null device cannot be read as standard input nor written as standard output: that is an error as
    soon as it is tried, and no error where it is not.
    """
    closed = ("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)
    for name, mode, access in closed:
        if getattr(sys, name) is None:
            place = os.open(os.devnull, access)  # the lowest number that is free
            setattr(sys, name, open(place, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


class _Stream:
    """A stream of which writing is looked after."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, or deal with it that this is refused."""
        try:
            return int(self._stream.write(text))
        except OSError as error:
            self._refused(error)
            return len(text)

    def flush(self) -> None:
        """Write what is kept back."""
        try:
            self._stream.flush()
        except OSError as error:
            self._refused(error)

    def _refused(self, error: OSError) -> None:
        _nowhere(self._stream)


class _Output(_Stream):
    """What is refused once is refused for good: click tries streams out, and keeps errors back."""

    _error: OSError | None = None

    def write(self, text: str) -> int:
        """Write, if that was not refused before."""
        if self._error is not None:
            self._refused(self._error)
        return super().write(text)

    def _refused(self, error: OSError) -> None:
        self._error = error
        if isinstance(error, BrokenPipeError):
            _nowhere(self._stream)
            raise error
        raise output_refused(error) from None


class _Errors(_Stream):
    pass


def _nowhere(stream: Any) -> None:
    """From now on all goes nowhere: what is kept back would be tried again at the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def output_refused(error: OSError) -> SystemFault:
    """That nothing can be written to standard output; nothing more will be tried."""
    _nowhere(sys.stdout)
    text = "Standard output cannot be written: {why}."
    return SystemFault(Message(OUTPUT, text, {"why": error.strerror or str(error)}))


def refused(error: OSError) -> SystemFault:
    """An error of the system that nobody has put in words yet: of a file, or else of a stream."""
    values = {"why": error.strerror or str(error)}
    if error.filename is None:
        return SystemFault(Message("system", "The system refuses to read or write: {why}.", values))
    values["path"] = str(error.filename)
    return SystemFault(Message("system", "The system refuses `{path}`: {why}.", values))
