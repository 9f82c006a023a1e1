"""Deals per second of matches in every game, in one process and in two.

    python bench/measure/match_speed.py [--seconds 20] [--jobs 1 2]

A deal is played in all its seatings (Sueca: twice, 80 decisions). A player plays against
itself; the clock runs from the first finished batch on, so that the start of processes does
not count. Two processes should be 1.8 times one on an idle machine with two cores.
`--memory N` instead plays N deals of `random` and prints the largest resident set on the way.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time

from trunfo.engine.registry import playable
from trunfo.match.deal import Match
from trunfo.match.file import Header
from trunfo.match.processes import pool_of
from trunfo.match.run import run
from trunfo.match.score import Score
from trunfo.match.signals import Stop
from trunfo.match.spec import parse

PLAYERS = ("random", "rules", "pimc:worlds=20")
ENDLESS = 10**9


def header(game, player, deals):
    """A player against itself."""
    spec = parse(player)
    return Header(Match(game, game.rules(), (spec, spec), 1), deals)


def speed(game, player, jobs, seconds):
    """Deals per second, after the first batch."""
    stop, marks = Stop(), []

    def progress(score):
        marks.append((time.monotonic(), score.deals))
        stop.requested = stop.requested or marks[-1][0] - marks[0][0] > seconds

    pool = pool_of(jobs)
    try:
        with stop:
            run(Score(header(game, player, ENDLESS)), None, pool, stop, progress=progress)
    finally:
        pool.close()
    if len(marks) < 2:
        sys.exit("interrupted")
    (first, before), (last, after) = marks[0], marks[-1]
    return (after - before) / (last - first)


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
        run(Score(header(playable()[0], "random", deals)), None, None, stop, progress=progress)


def main():
    """Print a table, one row for each game and player."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    options.add_argument("--memory", type=int, metavar="N")
    asked = options.parse_args()
    if asked.memory:
        memory(asked.memory)
        return
    heads = "".join(f" deals/s, {jobs} processes |" for jobs in asked.jobs)
    print(f"| game | player |{heads}\n|---|---|{'---|' * len(asked.jobs)}")
    for game in playable():
        for player in PLAYERS:
            found = [speed(game, player, jobs, asked.seconds) for jobs in asked.jobs]
            cells = "".join(f" {value:.3g} |" for value in found)
            print(f"| {game.name} | `{player}` |{cells}", flush=True)


if __name__ == "__main__":
    main()
