"""How well deadlines are kept, by the solver and by whole decisions.

    python bench/measure/deadline.py [--seconds 1]

First: exact points of random ten-card deals with a deadline 20 ms ahead, a hundred times; by how
much the call returned after it, median and most, in milliseconds. Then, by game and hand size:
every decision of a deal of random play is asked for with so many seconds; the slowest of them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

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


def slowest_decision(game: TrickGame, options: dict[str, int], seconds: float) -> float:
    """Seconds of the slowest decision of a deal, each with a budget of `seconds`."""
    random, slowest = Random(7), 0.0
    at = game.deal(random, game.rules(options))
    while not at.over:
        advice = advise(view(game, at, at.turn), time=seconds)
        slowest = max(slowest, advice.elapsed_s)
        at = game.act(at, random.choice(game.actions(at)))
    return slowest


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="the budget of a decision")
    seconds = parser.parse_args().seconds
    late = lateness()
    print(f"late by {median(late):.2f} ms in the median, {max(late):.2f} ms at the most")
    for name, game in games().items():
        assert isinstance(game, TrickGame)
        for options in [{"hand_size": n} for n in (3, 5, 7, 9, 11)] if name == "bisca" else [{}]:
            slowest = slowest_decision(game, options, seconds)
            print(f"{name} {options or ''}: slowest decision {slowest:.4f} s of {seconds:g}")


if __name__ == "__main__":
    main()
