"""Matches in processes of their own, with real files, for the tests."""

from __future__ import annotations

import contextlib
import os
import pty
import shlex
import subprocess
import sys

ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "CI"} | {
    "LC_ALL": "C.UTF-8"
}


def command(*words):
    return [sys.executable, "-m", "trunfo", "match", *map(str, words)]


def match(*words, **environment):
    """Run `trunfo match` to its end."""
    return subprocess.run(
        command(*words), env=ENVIRONMENT | environment, capture_output=True, text=True,
        check=False,
    )


def on_terminal(*words):
    """What a match writes to standard error where that is a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command(*words), env=ENVIRONMENT | {"COLUMNS": "60"}, stdout=subprocess.DEVNULL,
        stderr=theirs,
    ):
        os.close(theirs)
        written = b""
        with contextlib.suppress(OSError):  # how Linux tells that the other side has ended
            while part := os.read(ours, 1 << 16):
                written += part
    os.close(ours)
    return written.decode()


def started(*words):
    """Start `trunfo match`, and wait until a tenth of it has been told to be done."""
    process = subprocess.Popen(
        command(*words), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )
    told = [process.stderr.readline() for _ in range(2)]  # after the first deal, after a tenth
    assert all("deals/s" in line for line in told), "".join(told) + process.stderr.read()
    return process


def resumed(stderr):
    """Run the command that an interrupted match has told."""
    line = next(line for line in stderr.splitlines() if line.startswith("Go on with: "))
    words = shlex.split(line.removeprefix("Go on with: "))
    assert words[:2] == ["trunfo", "match"]
    return match(*words[2:])
