"""The program on a terminal of its own, typed to as a person would."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time

from command_line import surroundings

HUNG_S = 60
"""Seconds after which the program counts as hung; no test is decided by it."""

ASKED_PLACE, FIRST_PLACE = b"\x1b[6n", b"\x1b[1;1R"
"""How a program asks a terminal where the cursor is, and one answer."""

_DRAWING = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[()][A-B0-2]|[=>78])")


def _own_terminal() -> None:
    """Make Ctrl-C on the terminal reach the program."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A run of the program on a pseudo-terminal.

    Parameters
    ----------
    arguments : str
        Of the command line.
    columns, lines : int
        Size of the terminal.
    environment : str
        Variables, on top of those of this process.
    """

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 40, **environment: str
    ) -> None:
        self._here, end = os.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        settings = surroundings({"TERM": "xterm", **environment})
        for name in ("COLUMNS", "LINES"):  # the size is that of the terminal
            settings.pop(name, None)
        self._program = subprocess.Popen(
            [sys.executable, "-m", "trunfo", *arguments], stdin=end, stdout=end, stderr=end,
            env=settings, start_new_session=True, preexec_fn=_own_terminal,
        )
        os.close(end)
        self._raw = b""
        self._seen = 0
        self._since = time.monotonic()

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._program.poll() is None:
            self._program.kill()
        self._program.wait()
        os.close(self._here)

    @property
    def raw(self) -> str:
        """Everything that was written."""
        return self._raw.decode("utf-8", "ignore")

    @property
    def text(self) -> str:
        """Everything that was written, without what only moves and colours."""
        return _DRAWING.sub("", self.raw).replace("\r", "")

    def type(self, text: str) -> None:
        """Press keys; a line ends with Enter, `\\r`."""
        os.write(self._here, text.encode())

    def until(self, *wanted: str) -> str:
        """What is written up to one of some texts, beyond what was read before."""
        self._since = time.monotonic()
        while True:
            new = self.text[self._seen :]
            places = [new.find(text) + len(text) for text in wanted if text in new]
            if places:
                self._seen += min(places)
                return new[: min(places)]
            if not self._read():
                raise AssertionError(f"it ended without {wanted}: {new}")

    def end(self) -> tuple[int, str]:
        """The exit code, and what was written that was not read before."""
        self._since = time.monotonic()
        while self._read():
            pass
        return self._program.wait(), self.text[self._seen :]

    def _read(self) -> bool:
        left = self._since + HUNG_S - time.monotonic()
        ready, _, _ = select.select([self._here], [], [], max(left, 0))
        if not ready or left <= 0:
            raise AssertionError(f"it hangs: {self.text}")
        try:
            part = os.read(self._here, 1 << 16)
        except OSError:  # how the end of a terminal looks
            return False
        self._raw += part
        if ASKED_PLACE in part:
            os.write(self._here, FIRST_PLACE)
        return bool(part)
