"""How well deadlines are kept, by the solver and by whole decisions.

    python bench/measure/deadline.py [--seconds 1] [--why]

First: exact points of random ten-card deals with a deadline 20 ms ahead, a hundred times; by how
much the call returned after it, median and most, in milliseconds. Then, by game and hand size:
every decision of a deal of random play is asked for with so many seconds, one thread; the slowest
of them, with its time on the processor, which is what counts where other programs take the cores.
With `--why` each is asked for its reasons too, which must fit into the same time.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from solving import random_deal

from trunfo.advise import advise
from trunfo.engine.registry import games
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import view
from trunfo.ext.solver import Solver

AHEAD = 0.02


def lateness() -> list[float]:
    """Milliseconds by which the solver was late, a hundred times."""
    random, solver = Random(7), Solver("sueca")
    late: list[float] = []
    while len(late) < 100:
        at = random_deal(random)
        worlds = np.repeat(at.worlds, 50, axis=0)
        values = np.empty((len(worlds), 64), dtype=np.int16)
        deadline = monotonic() + AHEAD
        if solver.solve(at.root, worlds, values, "points", deadline=deadline) < len(worlds):
            late.append(1000 * (monotonic() - deadline))
    return late


def slowest_decision(
    game: TrickGame, options: dict[str, int], seconds: float, *, why: bool
) -> tuple[float, float]:
    """Seconds of the slowest decision of a deal, by the wall, and of that by the processor."""
    random, slowest = Random(7), (0.0, 0.0)
    at = game.deal(random, game.rules(options))
    while not at.over:
        began, used = monotonic(), process_time()
        advise(view(game, at, at.turn), time=seconds, jobs=1, why=why)
        slowest = max(slowest, (monotonic() - began, process_time() - used))
        at = game.act(at, random.choice(game.actions(at)))
    return slowest


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="the budget of a decision")
    parser.add_argument("--why", action="store_true", help="ask for the reasons too")
    given = parser.parse_args()
    late = lateness()
    print(f"late by {median(late):.2f} ms in the median, {max(late):.2f} ms at the most")
    for name, game in games().items():
        assert isinstance(game, TrickGame)
        for options in [{"hand_size": n} for n in (3, 5, 7, 9, 11)] if name == "bisca" else [{}]:
            wall, used = slowest_decision(game, options, given.seconds, why=given.why)
            print(f"{name} {options or ''}: slowest decision {wall:.4f} s of {given.seconds:g},"
                  f" {used:.4f} s of the processor")


if __name__ == "__main__":
    main()
