"""A program of somebody else while it runs: lines to it, lines from it, and its end.

It gets a process group of its own, so that Ctrl-C is for us, and so that whatever it has
started can be ended with it; and a mark in its environment, by which those are found, where the
system shows environments (Linux), that have left the group.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from trunfo.match.base import NoAnswer

LONGEST = 1 << 16
"""Bytes of an answer; a longer line is none."""

SHOWN = 200
"""Characters of something unreadable that are told."""

QUIT_S = 2.0
"""Seconds that a program has to end by itself."""

RUN, MARK = "TRUNFO_RUN", "TRUNFO_PROGRAM"
"""Variables: of our own processes that work together; of the programs they have started."""

THIS_RUN = os.environ.get(RUN) or uuid4().hex

KILL_S = 2.0
"""Seconds within which what was killed is gone."""

PROCESSES = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_running: set[Program] = set()


class Program:
    """A program that has been started, with pipes to its standard input and output.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments; no shell runs it.
    log : str
        The file to which its standard error is appended; empty: it goes where ours does.

    Raises
    ------
    NoAnswer
        `ended`, if it cannot be started.
    OSError
        If the log cannot be written.
    """

    def __init__(self, command: Sequence[str], log: str = "") -> None:
        self._mark = f"{THIS_RUN}.{uuid4().hex}"
        self._unsent = b""
        self._received = b""
        self._group: list[int] = []
        with open(log or os.devnull, "ab") as errors:
            try:
                self._process = subprocess.Popen(
                    command, bufsize=0, start_new_session=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=errors if log else None,
                    env=_environment(self._mark),
                )
            except OSError as error:
                raise NoAnswer("ended", error.strerror or "") from None
        assert self._process.stdin
        assert self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        _running.add(self)

    @property
    def quiet(self) -> bool:
        """Whether it has neither ended nor said anything that it was not asked for."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            return not self._received and not selector.select(0)

    def tell(self, line: str) -> None:
        """Send a line that needs no answer; what does not go through now is sent with the next."""
        self._unsent += line.encode() + b"\n"
        self._send()

    def ask(self, line: str, seconds: float) -> str:
        """Send a line and wait for one.

        Raises
        ------
        NoAnswer
            `late`; `ended`, if the program has ended or closed its output; `unreadable`, if
            the line is too long, or more than one.
        """
        until = time.monotonic() + seconds
        self._unsent += line.encode() + b"\n"
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self._input, selectors.EVENT_WRITE)
            while b"\n" not in self._received:
                ready = selector.select(max(0.0, until - time.monotonic()))
                if not ready:
                    raise NoAnswer("late", _shown(self._received))
                for key, _ in ready:
                    if key.fileobj is self._output:
                        self._receive()
                    elif self._send():
                        selector.unregister(self._input)
        answer, _, more = self._received.partition(b"\n")
        if more or self._unsent:
            raise NoAnswer("unreadable", _shown(self._received))
        self._received = b""
        return answer.decode(errors="replace").strip()

    def _send(self) -> bool:
        """Write what the pipe takes; whether that was all."""
        try:
            self._unsent = self._unsent[os.write(self._input.fileno(), self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent = b""  # it has ended, or closed its input: whoever reads will see
        return not self._unsent

    def _receive(self) -> None:
        part = os.read(self._output.fileno(), LONGEST)
        self._received += part
        if not part:
            raise NoAnswer("ended", _shown(self._received))
        if len(self._received) > LONGEST:
            raise NoAnswer("unreadable", _shown(self._received))

    # Processor time

    def look(self) -> None:
        """See which processes belong to the program now, for `cpu`."""
        self._group = list(_family(self._process.pid))

    def cpu(self) -> float | None:
        """Processor seconds of the program and its children; None where that is not told."""
        ticks = [sum(map(int, stat[11:15])) for pid in self._group if (stat := _stat(pid))]
        return sum(ticks) / _TICKS if ticks else None

    # The end

    def end(self, goodbye: str = "") -> bool:
        """End the program and what it has started; whether it did so by itself.

        After `goodbye` it has some time to.
        """
        try:
            if goodbye:
                self.tell(goodbye)
            self._input.close()
            return bool(goodbye) and self._ended()
        finally:
            # The process that led the group keeps its number until it has been waited for.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._output.close()
            _running.discard(self)
            end_marked(self._mark)

    def _ended(self) -> bool:
        """Wait until its output ends, for two seconds at most; what it still says is of no use."""
        until = time.monotonic() + QUIT_S
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            while selector.select(max(0.0, until - time.monotonic())):
                if not os.read(self._output.fileno(), LONGEST):
                    return True
                if time.monotonic() > until:
                    break
        return False


def _environment(mark: str) -> dict[str, str]:
    """That of a program; one that plays matches itself is a run of its own."""
    return {name: value for name, value in os.environ.items() if name != RUN} | {MARK: mark}


def end_all() -> None:
    """End the programs of this process, at once."""
    for program in list(_running):
        program.end()


def end_marked(mark: str) -> None:
    """End the programs whose mark begins so, wherever their group: of a worker that was killed."""
    start = f"{MARK}={mark}".encode()
    until = time.monotonic() + KILL_S
    while found := [pid for pid in _pids() if pid != os.getpid() and _has(pid, start)]:
        if time.monotonic() > until:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _pids() -> Iterator[int]:
    with suppress(OSError):
        yield from (int(entry) for entry in os.listdir(PROCESSES) if entry.isdigit())


def _has(pid: int, start: bytes) -> bool:
    """Whether a process was started with such a variable; one that has ended has none."""
    try:
        variables = (PROCESSES / str(pid) / "environ").read_bytes().split(b"\0")
    except OSError:
        return False
    return any(variable.startswith(start) for variable in variables)


def _family(pid: int) -> Iterator[int]:
    """A process and its descendants."""
    yield pid
    for task in (PROCESSES / str(pid) / "task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                yield from _family(int(child))


def _stat(pid: int) -> list[str]:
    """The fields of a process from its state on (proc(5)); empty if there is none."""
    try:
        return (PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _shown(received: bytes) -> str:
    return received[: 4 * SHOWN].decode(errors="replace").strip()[:SHOWN]
