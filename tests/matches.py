"""Matches in processes of their own, with real files, for the tests."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

ENVIRONMENT = os.environ | {"LC_ALL": "C.UTF-8"}


def command(*words):
    return [sys.executable, "-m", "trunfo", "match", *map(str, words)]


def match(*words, **options):
    """Run `trunfo match` to its end."""
    return subprocess.run(
        command(*words), env=ENVIRONMENT, capture_output=True, text=True, check=False, **options
    )


def started(*words):
    """Start `trunfo match`, and wait until a tenth of it has been told to be done."""
    process = subprocess.Popen(
        command(*words), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )
    first = process.stderr.readline()
    assert "deals/s" in first, first + process.stderr.read()
    return process


def resumed(stderr):
    """Run the command that an interrupted match has told."""
    line = next(line for line in stderr.splitlines() if line.startswith("Go on with: "))
    words = shlex.split(line.removeprefix("Go on with: "))
    assert words[:2] == ["trunfo", "match"]
    return match(*words[2:])
