"""How fast matches are: deals a second between players of the kernel, and what else `pimc` costs.

    python bench/measure/match_speed.py [--seconds 5] [--games sueca …]
    python bench/measure/match_speed.py --share [--players pimc:worlds=20 …] [--seconds 5]
    python bench/measure/match_speed.py --memory 100000

A deal is played in all its seatings. Seconds are those of the processor, of one process, so that
other work on the machine counts as little as it can.

`--share`: the part of a match's processor time that is not spent in the compiled kernel
(`trunfo.ext`), sampled by Linux' `perf` while deals are played. `--memory N` plays N deals of
`random` and prints the largest resident set on the way.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from trunfo.engine.registry import playable
from trunfo.match.deal import Match
from trunfo.match.file import Header, Writer
from trunfo.match.playing import play_deals
from trunfo.match.processes import Here
from trunfo.match.run import run
from trunfo.match.score import Score
from trunfo.match.signals import Stop
from trunfo.match.spec import parse

PAIRS = (("random", "random"), ("rules", "rules"), ("rules", "greedy"))
PIMC = ("pimc:worlds=20", "pimc:worlds=100", "pimc:time=0.1")
ENDLESS = 10**9
FREQUENCY = 500


def header(game, players, deals=ENDLESS):
    """A match of two."""
    first, second = map(parse, players)
    return Header(Match(game, game.rules(), (first, second), 1), deals)


def speed(game, players, seconds, out):
    """Deals a second of the processor, after the first batch."""
    stop, marks = Stop(), []

    def progress(score):
        if score.deals:
            marks.append((time.process_time(), score.deals))
            stop.requested = stop.requested or marks[-1][0] - marks[0][0] > seconds

    match = header(game, players)
    with ExitStack() as stack:
        writer = None
        if out:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            writer = stack.enter_context(Writer(folder / "run.jsonl", match))
        stack.enter_context(stop)
        run(Score(match), writer, Here(), stop, progress=progress)
    (first, before), (last, after) = marks[0], marks[-1]
    return (after - before) / (last - first)


def speeds(games, seconds):
    """Print a table, a row for each game and pair of players."""
    print("| game | players | deals/s | with `--out` |\n|---|---|---|---|")
    for game in games:
        for players in PAIRS:
            cells = " | ".join(
                f"{speed(game, players, seconds, out):,.0f}" for out in (False, True)
            )
            print(f"| {game.name} | `{' '.join(players)}` | {cells} |", flush=True)


def compiled():
    """Names of the kernel's files in this process."""
    return {
        Path(line.split()[-1]).name for line in Path("/proc/self/maps").read_text().splitlines()
        if "/ext/" in line and line.endswith(".so")
    }


def share(game, player, seconds):
    """Milliseconds a decision, and the part of them that is spent outside the kernel."""
    match = header(game, (player, player)).match
    play_deals(match, 0, 1)  # tables are read
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "perf.data")
        with subprocess.Popen([
            "perf", "record", "-q", "-e", "cpu-clock:u", "-F", str(FREQUENCY), "-o", data,
            "-p", str(os.getpid()),
        ], stderr=subprocess.DEVNULL) as perf:
            while not data.exists() and perf.poll() is None:
                time.sleep(0.1)
            time.sleep(0.2)
            started, decisions, number = time.process_time(), 0, 1
            while time.process_time() - started < seconds:
                spent = play_deals(match, number, 1)[0].spent
                decisions, number = decisions + sum(one.decisions for one in spent), number + 1
            used = time.process_time() - started
            perf.send_signal(signal.SIGINT)
        report = subprocess.run(
            ["perf", "report", "-i", data, "--sort", "dso", "--stdio"],
            check=True, capture_output=True, text=True,
        ).stdout
    modules, inside = compiled(), 0.0
    for words in map(str.split, report.splitlines()):
        if len(words) == 2 and words[1] in modules:
            inside += float(words[0].rstrip("%")) / 100
    return 1000 * used / decisions, 1 - inside


def shares(games, players, seconds):
    """Print a table, a row for each game and player."""
    print("| game | player | ms a decision | outside the kernel | ms |\n|---|---|---|---|---|")
    for game in games:
        for player in players:
            spent, outside = share(game, player, seconds)
            print(
                f"| {game.name} | `{player}` | {spent:.2f} | {outside:.1%} |"
                f" {spent * outside:.2f} |", flush=True,
            )


def memory(deals):
    """Print the largest resident set so far, ten times on the way."""
    told = set()

    def progress(score):
        tenth = 10 * score.deals // deals
        if tenth not in told:
            told.add(tenth)
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{score.deals} deals: {used:.1f} MB", flush=True)

    with Stop() as stop:
        match = header(playable()[0], ("random", "random"), deals)
        run(Score(match), None, Here(), stop, progress=progress)


def main():
    """Measure what is asked for."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=5)
    options.add_argument("--games", nargs="+", default=[game.name for game in playable()])
    options.add_argument("--share", action="store_true")
    options.add_argument("--players", nargs="+", default=PIMC)
    options.add_argument("--memory", type=int, metavar="N")
    asked = options.parse_args()
    games = [game for game in playable() if game.name in asked.games]
    if not games:
        sys.exit(f"there is no such game: {' '.join(asked.games)}")
    if asked.memory:
        memory(asked.memory)
    elif asked.share:
        shares(games, asked.players, asked.seconds)
    else:
        speeds(games, asked.seconds)


if __name__ == "__main__":
    main()
