"""What `advise --lines` costs beside the loop a user would write, and its memory over many lines.

    python bench/measure/many_lines.py [--lines 200] [--worlds 20]
    python bench/measure/many_lines.py --memory 1000000 [--minutes 10]

The first compares, by processor time and by the clock, one position after the other through
`trunfo.advise(line).to_json()` in a loop, through `trunfo advise` once for each line, and through
`advise --lines` in one process and in two; the same positions each time. Starting Python counts.

The second feeds forced cards through a pipe to `trunfo advise --lines -` and prints the resident
memory of that process (and of its workers, with `--jobs 2`) as lines are answered, until all are
answered or the minutes are over.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from itertools import islice
from pathlib import Path

FORCED = "sueca; trunfo ♣; sai eu; mão A♣; pontos nós 50 eles 40"
POSITIONS = (
    "bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; mesa ele R♥; saíram A♠ 3♠ R♣ 7♣ 2♥ V♥;"
    " pontos 14 14",
    "sueca; trunfo ♣; sai eu; mão A♣ 7♥ 2♥; pontos nós 50 eles 40",
    FORCED,
)
LOOP = (
    "import sys, trunfo\n"
    "for line in open(sys.argv[1], encoding='utf-8'):\n"
    "    print(trunfo.advise(line, worlds=int(sys.argv[2]), jobs=1).to_json())\n"
)


def spent(command, times=1):
    """Processor and clock seconds of a command, with all its processes, run so many times."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    for _ in range(times):
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, time.monotonic() - began


def cost(lines, worlds):
    """Print what the ways to many answers cost, a line each."""
    program = [sys.executable, "-m", "trunfo", "advise"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.txt"
        path.write_text("".join(f"{POSITIONS[n % len(POSITIONS)]}\n" for n in range(lines)))
        ways = {
            "a loop over `trunfo.advise`": (
                [sys.executable, "-c", LOOP, str(path), str(worlds)], 1, lines
            ),
            "`trunfo advise` for each": (
                [*program, POSITIONS[0], "--worlds", str(worlds), "--json", "--jobs", "1"], 10, 10
            ),
        }
        for jobs in (1, 2):
            options = ["--lines", str(path), "--worlds", str(worlds), "--jobs", str(jobs)]
            ways[f"`advise --lines --jobs {jobs}`"] = ([*program, *options], 1, lines)
        print("| way | processor ms a line | clock ms a line |\n|---|---|---|")
        for name, (command, times, answered) in ways.items():
            used, took = (1e3 * value / answered for value in spent(command, times))
            print(f"| {name} | {used:.2f} | {took:.2f} |", flush=True)


def resident(pid):
    """MiB that a process and its descendants have in memory, each."""
    status = Path(f"/proc/{pid}/status").read_text()
    own = (line for line in status.splitlines() if line.startswith("VmRSS"))
    found = [int(line.split()[1]) / 1024 for line in own]  # none of one that has just ended
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += resident(int(child))
    return found


def memory(lines, minutes, jobs):
    """Print the memory on the way through a stream of positions."""
    process = subprocess.Popen(
        [sys.executable, "-m", "trunfo", "advise", "--lines", "-", "--jobs", str(jobs)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 60 * minutes

    def feed():
        block = f"{FORCED}\n".encode()
        for _ in range(lines):
            if time.monotonic() > until:
                break
            process.stdin.write(block)
        process.stdin.close()

    threading.Thread(target=feed, daemon=True).start()
    answered = 0
    while told := sum(1 for _ in islice(process.stdout, max(1, lines // 100))):
        answered += told
        parts = ", ".join(f"{part:.1f}" for part in resident(process.pid))
        print(f"{answered} lines: {parts} MiB", flush=True)
    sys.exit(process.wait())


def main():
    """Measure what is asked for."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--lines", type=int, default=200)
    options.add_argument("--worlds", type=int, default=20)
    options.add_argument("--memory", type=int, metavar="LINES")
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--jobs", type=int, default=1)
    asked = options.parse_args()
    os.environ["LC_ALL"] = "C.UTF-8"
    if asked.memory:
        memory(asked.memory, asked.minutes, asked.jobs)
    cost(asked.lines, asked.worlds)


if __name__ == "__main__":
    main()
