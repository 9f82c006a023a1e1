"""Matches broken off at random moments and gone on with: `python bench/proofs/broken_off.py`.

SIGKILL, SIGHUP, SIGINT, SIGTERM, to the process or, as a terminal does it, to its whole group, at
any time from its start on; in one process and in two; between players of the kernel, with `pimc`,
with a program. Each match is broken off and resumed until it is through. Then its file has the
bytes of one that nobody has disturbed; before that, what is whole of it are the first of these
bytes. Whoever was asked to end, and could hear it, says so with exit code 130 and no traceback, and
no process is left. Times differ, so of FILE.times only this is held: every deal stands there once
at most, and of a match without a SIGKILL exactly once.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from engines import EXAMPLES, survivors
from matches import ENVIRONMENT, command

SIGNALS = (signal.SIGKILL, signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
GONE_S = 10.0
"""Seconds after which nothing may be left of what was killed: a worker looks once a second."""


class Kind(NamedTuple):
    """A match that is broken off."""

    name: str
    players: tuple[str, ...]
    options: tuple[str, ...]


class Moment(NamedTuple):
    """So many seconds after the file has so many bytes."""

    size: int
    later: float


def kinds(folder: Path) -> list[Kind]:
    """One of each way in which deals are played."""
    engine = folder / "engine.py"
    shutil.copy(EXAMPLES / "engine.py", engine)
    program = "external:command=" + shlex.join([sys.executable, str(engine)])
    return [
        Kind("kernel", ("rules", "greedy"), ("--game", "sueca", "--deals", "8000")),
        Kind("kernel", ("rules", "random"), ("--game", "copas", "--deals", "1500")),
        Kind("kernel, whole matches", ("rules", "greedy"),
             ("--game", "sobe-desce", "--whole", "--deals", "50")),
        Kind("pimc", ("pimc:worlds=2,method=playout", "rules"),
             ("--game", "bisca", "--deals", "20")),
        Kind("pimc", ("pimc:worlds=1,method=playout,going=rules", "rules"),
             ("--game", "sobe-desce", "--deals", "6")),
        Kind("program", (program, "greedy"), ("--game", "sueca", "--deals", "15")),
    ]


class Proof:
    """Matches of one kind, the whole one first."""

    def __init__(self, folder: Path, kind: Kind, number: int) -> None:
        self.folder, self.kind = folder, kind
        self.path, self.broken = folder / f"{number}.jsonl", folder / "broken.jsonl"
        started = time.monotonic()
        done = subprocess.run(
            command(*kind.players, *kind.options, "--jobs", 1, "--out", self.path),
            env=ENVIRONMENT, capture_output=True, text=True, check=False,
        )
        assert done.returncode == 0, done.stderr
        self.took = time.monotonic() - started
        self.whole = self.path.read_bytes()

    def broken_off(self, random: Random) -> list[str]:
        """Break a match off until it is through; what was done to it."""
        path = self.broken
        times = Path(f"{path}.times")
        for file in (path, times):
            file.unlink(missing_ok=True)
        done: list[str] = []
        killed = False
        while not self._complete():
            begun = path.exists() and b"\n" in path.read_bytes()
            words = ["--resume", path] if begun else [*self.kind.options, "--out", path]
            if not begun:
                path.unlink(missing_ok=True)
            jobs, number = random.choice((1, 2)), random.choice(SIGNALS)
            group = random.random() < 0.5
            moment = self._moment(random) if len(done) < 4 else None
            code = self._once([*self.kind.players, *words, "--jobs", jobs], number, group, moment)
            if code is None or code == 0:
                break
            killed = killed or number == signal.SIGKILL
            size = self.broken.stat().st_size if self.broken.exists() else 0
            done.append(f"{signal.Signals(number).name} at {size / len(self.whole):.0%} ({jobs})")
            if path.exists():
                kept = path.read_bytes()
                assert self.whole.startswith(kept[: kept.rfind(b"\n") + 1]), done
                assert number == signal.SIGKILL or self.whole.startswith(kept), done
        assert path.read_bytes() == self.whole, done
        told = [json.loads(line)["deal"] for line in times.read_text().splitlines()]
        assert len(set(told)) == len(told), done
        if not killed and self.kind.name.split(",")[0] != "kernel":
            assert told == list(range(self.whole.count(b"\n") - 1)), done
        return done

    def _comes(self, moment: Moment, process: subprocess.Popen[str]) -> bool:
        """Wait for a moment; whether it comes before the end."""
        while process.poll() is None:
            if not moment.size or (
                self.broken.exists() and self.broken.stat().st_size >= moment.size
            ):
                time.sleep(moment.later)
                return process.poll() is None
            time.sleep(0.002)
        return False

    def _complete(self) -> bool:
        return self.broken.exists() and self.broken.read_bytes() == self.whole

    def _moment(self, random: Random) -> Moment:
        """When to disturb it: at some time after its start, or when it has got somewhere."""
        if random.random() < 0.3:
            return Moment(0, random.uniform(0.0, self.took / 2))
        has = self.broken.stat().st_size if self.broken.exists() else 0
        return Moment(random.randint(has, len(self.whole)), random.uniform(0.0, 0.05))

    def _once(
        self, words: list[object], number: int, group: bool, moment: Moment | None
    ) -> int:
        """Run it, disturb it; its exit code."""
        process = subprocess.Popen(
            command(*words), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True,
        )
        if moment is not None and self._comes(moment, process):
            with suppress(ProcessLookupError):
                (os.killpg if group else os.kill)(process.pid, number)
        _, errors = process.communicate()
        code = process.returncode
        # Before Python runs our first line, and after the last one, a signal does what the system
        # has it do.
        outside = code == -number and (not errors or self._complete())
        assert code in (0, 130, -signal.SIGKILL) or outside, (code, errors)
        assert "Traceback" not in errors, errors
        until = time.monotonic() + GONE_S
        while left := survivors(self.folder):
            assert time.monotonic() < until, left
            time.sleep(0.1)
        return code


def main() -> None:
    """Break off as many as are asked for."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--times", type=int, default=60, help="how often at least")
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    random, times, matches = Random(asked.seed), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        proofs = [Proof(folder, kind, n) for n, kind in enumerate(kinds(folder))]
        while times < asked.times:
            proof = proofs[matches % len(proofs)]
            done = proof.broken_off(random)
            times, matches = times + len(done), matches + 1
            print(f"{proof.kind.name}, {proof.kind.options[1]}: {', '.join(done)}", flush=True)
    print(f"{matches} matches, broken off {times} times: all as if nothing had happened")


if __name__ == "__main__":
    main()
