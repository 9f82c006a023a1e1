"""Random work through the library in one process: memory stays flat, no thread stays, time is kept.

Run, with `.[dev]` installed::

    MALLOC_ARENA_MAX=1 python bench/proofs/soak.py [--minutes 60] [--seed 1]

All games, phases and options: advice by time, by worlds, until clear, in batches, stopped by
an event or by Ctrl-C, broken off in the middle; open positions solved; deals played at a table,
written, read and reviewed; matches. Once a minute are printed: the resident memory; what of the
heap is in use and what is free but kept; the memory blocks of Python objects; the searches kept
for later, each with a table of 8 MB, as many for a game as there were at once; the number of
threads. With one arena, since the allocator of the C library gives every thread its own, none of
which it hands back, and threads come and go here. It fails where Python objects become more in
the second half, or the resident memory is above 300 MiB.

An answer that took 50 ms a thread more of the processor than its time, or than it may when it is
stopped, is written down with its state; one that is so late by the clock on the wall is only
counted, as other programs take the cores, too.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from tables import played, random_rules
from truths import true_state

import trunfo
from trunfo.engine.registry import playable
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.games.base import advisor_of
from trunfo.games.side_values import idle_solvers

LATE_S = 0.05
SEEN_S = 0.05
"""Within so much it is seen that somebody else asks to stop."""
MOST_MIB = 300
MORE = 0.01
"""By so much the blocks of Python objects may grow in the second half: CPython's own caches."""


class Soak:
    """The work, and what was noticed.

    Parameters
    ----------
    random : Random
        What is done.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.done: Counter[str] = Counter()

    def work(self) -> None:
        """Do one thing."""
        game = self.random.choice(playable())
        kinds = (self.advise, self.stopped, self.interrupted, self.left, self.solve, self.table,
                 self.match)
        (kind,) = self.random.choices(kinds, (8, 4, 2, 2, 3, 1, 1))
        kind(game)
        self.done[kind.__name__] += 1

    def options(self) -> dict[str, object]:
        """Those of advice, but for the budget."""
        random = self.random
        return {
            "objective": random.choice(("riscos", "points")), "both": random.random() < 0.7,
            "method": random.choice(("auto", "auto", "pimc", "playout")),
            "seed": random.randrange(2**63), "jobs": random.choice((1, 1, 2, 5)),
        }

    def advise(self, game: TrickGame) -> None:
        """Advice within a budget."""
        state = true_state(game, self.random)
        options = self.options()
        short = self.random.choice((0.001, 0.01, 0.05, 0.2, 0.5))
        budget: dict[str, object] = self.random.choice((
            {"time": short}, {"time": short, "until_clear": True}, {"worlds": 1},
            {"worlds": self.random.randrange(1, 40)},
        ))
        began, used = time.monotonic(), time.process_time()
        advice = trunfo.advise(state, **options, **budget)
        advice.to_json()
        str(advice)
        if "time" in budget:
            self.judge(state, began, used, short, options)

    def judge(
        self, state: State, began: float, used: float, short: float, options: dict[str, object]
    ) -> None:
        """Whether an answer is late, by the wall and by the processor, given when it began."""
        passed, spent = time.monotonic() - began, time.process_time() - used
        self.done["late by the wall"] += passed > short + LATE_S
        jobs = options["jobs"]
        assert isinstance(jobs, int)
        if spent > jobs * (short + LATE_S):
            self.done["late"] += 1
            print(f"{spent:.3f} s for {short}: {options} {state.to_json()}", flush=True)

    def stopped(self, game: TrickGame) -> None:
        """Advice without an end, stopped by an event."""
        state, stop = true_state(game, self.random), threading.Event()
        asked: list[tuple[float, float]] = []

        def ask() -> None:
            asked.append((time.monotonic(), time.process_time()))
            stop.set()

        timer = threading.Timer(self.random.random() * 0.1, ask)
        timer.start()
        options = self.options()
        every = self.random.choice((None, 0.01))
        for _ in trunfo.advise_iter(state, worlds=10**9, stop=stop, every=every, **options):
            pass
        timer.join()
        self.judge(state, *asked[0], SEEN_S, options)

    def interrupted(self, game: TrickGame) -> None:
        """Advice broken off by Ctrl-C."""
        state = true_state(game, self.random)
        timer = threading.Timer(
            self.random.random() * 0.1, lambda: os.kill(os.getpid(), signal.SIGINT)
        )
        try:
            timer.start()
            trunfo.advise(state, worlds=10**6, **self.options())
            timer.join()
            time.sleep(0.01)
        except KeyboardInterrupt:
            timer.join()

    def left(self, game: TrickGame) -> None:
        """Batches that nobody reads to the end."""
        state = true_state(game, self.random)
        answers = trunfo.advise_iter(state, worlds=10**6, every=0.01, **self.options())
        next(answers)
        del answers

    def solve(self, game: TrickGame) -> None:
        """All cards open."""
        for example in advisor_of(game).examples.values():
            if "hands" in example.text or "mãos" in example.text:
                trunfo.solve(example.text).to_json()

    def table(self, game: TrickGame) -> None:
        """A deal at a table, written, read and looked back at."""
        rules = random_rules(self.random, game)
        record = played(self.random, game.name, self.random.randrange(1000), rules).record()
        again = trunfo.Record.from_json(record.to_json())
        assert again == record
        trunfo.review(record, worlds=1, jobs=1).to_json()

    def match(self, game: TrickGame) -> None:
        """A few deals of players."""
        players = self.random.choices(("random", "greedy", "rules", "pimc:worlds=2"), k=2)
        trunfo.match(*players, game=game.name, deals=2, jobs=1, seed=self.random.randrange(1000))


def resident() -> float:
    """MiB of memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class _MallInfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in (
        "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
        "fordblks", "keepcost",
    )]


def heap() -> tuple[float, float]:
    """MiB that `malloc` has given out, and that it keeps for the next time."""
    mallinfo2 = ctypes.CDLL(None).mallinfo2  # of glibc 2.33 or newer
    mallinfo2.restype = _MallInfo
    found = mallinfo2()
    return (found.uordblks + found.hblkhd) / 2**20, found.fordblks / 2**20


def memory() -> str:
    """What it is used for, in words."""
    gc.collect()
    used, free = heap()
    return (f"{resident():.0f} MiB, heap {used:.0f} in use {free:.0f} free,"
            f" {sys.getallocatedblocks()} blocks of Python, {idle_solvers()} searches kept,"
            f" {threading.active_count()} threads")


def main() -> int:
    """Work until time is up; 1 if an answer was late by the processor, or something grows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    soak = Soak(Random(options.seed))
    began, minute, half = time.monotonic(), 0, 0
    while (passed := time.monotonic() - began) < 60 * options.minutes:
        if passed >= 60 * minute:
            print(f"{minute} min: {memory()}, {soak.done.total()} done", flush=True)
            minute += 1
        if not half and passed >= 30 * options.minutes:
            gc.collect()
            half = sys.getallocatedblocks()
        soak.work()
    print(f"end: {memory()}")
    for name, count in sorted(soak.done.items()):
        print(f"{name}: {count}")
    grown = sys.getallocatedblocks() / half - 1
    print(f"blocks of Python in the second half: {grown:+.2%}")
    return int(soak.done["late"] > 0 or threading.active_count() > 1
               or grown > MORE or resident() > MOST_MIB)


if __name__ == "__main__":
    sys.exit(main())
