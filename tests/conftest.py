"""The test game of tests/games: found in every test, compiled once.

Bisca for four, one file a room, stands for any game that somebody adds without touching the
package (`TRUNFO_GAMES`, see trunfo.engine.rules).
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TOP = Path(__file__).parents[1]
GAMES = TOP / "tests" / "games"
# How fast a machine is says nothing about the program: no limit on the time of an example.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("untimed")
os.environ["TRUNFO_GAMES"] = str(GAMES)  # before a test imports trunfo, which looks there


def pytest_sessionstart() -> None:
    """Compile the games' kernels unless nothing has changed; one process does, others wait.

    At the start, not in a fixture: test modules import the kernel when they are collected, and
    what is compiled here must fit what they have imported.
    """
    mark = TOP / "build" / f"tests-{os.environ.get('TRUNFO_BUILD', 'release')}.built"
    mark.parent.mkdir(exist_ok=True)
    with mark.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not up_to_date(mark):
            command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
            without_sanitizer = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
            done = subprocess.run(
                command, cwd=TOP, env=without_sanitizer, capture_output=True, text=True
            )
            if done.returncode:
                pytest.exit(f"{command} failed:\n{done.stdout}{done.stderr}", done.returncode)
            mark.touch()


def up_to_date(mark: Path) -> bool:
    """Whether every game's library is there, built after the last change of what it is made of."""
    sources = list((GAMES / "ext").glob("*.pyx"))
    libraries = [source.with_suffix(EXTENSION_SUFFIXES[0]) for source in sources]
    if not mark.exists() or not all(library.exists() for library in libraries):
        return False
    made_of = [TOP / "setup.py", *(GAMES / "ext").rglob("*.p[yx][xdi]")]
    made_of += (TOP / "ext").rglob("*.p[yx][xdi]")
    return max(source.stat().st_mtime for source in made_of) < mark.stat().st_mtime
