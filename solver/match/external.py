"""A player that is another program: one JSON state a line in, one JSON action a line out.

The program is started once per process of ours that needs it and asked again and again. It
gets on its standard input one line, the state as `trunfo.state/1`, for every
decision, and answers with one line on its standard output, an action such as
`{"play":"VC"}`. It should end when its input does. What it writes to standard error is left
where ours goes.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from typing import Any

from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.match.base import NoAnswer, Player, option, seconds

LONGEST = 1 << 16
"""Bytes of an answer; a longer line is no action."""


@dataclass(frozen=True)
class ExternalPlayer(Player):
    """A program of somebody else.

    Parameters
    ----------
    timeout : float
        Seconds an answer may take; a program that is late is ended, and started
        again for the next decision it is asked for.
    command : str
        The program and its arguments, split as a shell would, run without a shell.
    """

    timeout: float = option(10.0, seconds)
    command: str = option("", str)
    _line: Line = field(default_factory=lambda: Line(), init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        words = shlex.split(self.command)
        if not words:
            raise ValueError("`command=…` must name a program, as the last option")
        if shutil.which(words[0]) is None:
            raise ValueError(f"there is no program `{words[0]}`")

    def play(self, state: State, seed: int) -> Action:
        """Ask the program; the seed is not passed on: it has only what INTERFACE names."""
        question = json.dumps(state.to_json(), ensure_ascii=False, separators=(",", ":"))
        answer = self._line.ask(shlex.split(self.command), question, self.timeout)
        try:
            action = json.loads(answer)
        except (ValueError, RecursionError):
            raise NoAnswer("unreadable", answer) from None
        if not isinstance(action, dict):
            raise NoAnswer("unreadable", answer)
        return action

    def close(self) -> None:
        """End the program."""
        self._line.close()


class Line:
    """The program while it runs, and the pipe to it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, command: list[str], question: str, timeout: float) -> str:
        """Send a line and wait for one; end the program if that fails.

        Raises
        ------
        NoAnswer
            `late`, or `ended` if the program has ended or closed its output.
        """
        try:
            return self._asked(self._running(command), question, time.monotonic() + timeout)
        except BaseException:
            # An answer that comes after all must not be taken for the next one.
            self.close()
            raise

    def _running(self, command: list[str]) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            try:
                self._process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                    # Its own session: Ctrl-C is for us, it ends with its input.
                    start_new_session=True,
                )
            except OSError:
                raise NoAnswer("ended") from None
            assert self._process.stdin
            os.set_blocking(self._process.stdin.fileno(), False)
        return self._process

    def _asked(self, process: subprocess.Popen[bytes], question: str, until: float) -> str:
        assert process.stdin
        assert process.stdout
        unsent = question.encode() + b"\n"
        answer = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stdin, selectors.EVENT_WRITE)
            while not answer.endswith(b"\n"):
                ready = selector.select(max(0.0, until - time.monotonic()))
                if not ready:
                    raise NoAnswer("late")
                for key, _ in ready:
                    if key.fileobj is process.stdin:
                        unsent = unsent[_sent(process.stdin.fileno(), unsent) :]
                        if not unsent:
                            selector.unregister(process.stdin)
                    else:
                        part = os.read(process.stdout.fileno(), LONGEST)
                        answer += part
                        if not part:
                            raise NoAnswer("ended", _shown(answer))
                        if len(answer) > LONGEST:
                            raise NoAnswer("unreadable", _shown(answer))
        # More than one line at once: the program does not keep to question and answer.
        if b"\n" in answer[:-1] or unsent:
            raise NoAnswer("unreadable", _shown(answer))
        return _shown(answer)

    def close(self) -> None:
        """End the program if it runs."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        process.kill()
        process.wait()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Line, ())


def _sent(pipe: int, data: bytes) -> int:
    try:
        return os.write(pipe, data)
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        raise NoAnswer("ended") from None


def _shown(answer: bytes) -> str:
    return answer.decode(errors="replace").strip()
