"""How well the solver keeps a deadline.

    python bench/deadline.py

Exact points of random ten-card deals with a deadline 20 ms ahead, a hundred times; prints by
how much the call returned after it, median and most, in milliseconds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from solving import random_deal

from trunfo.ext.kernel import Solver

AHEAD = 0.02


def main() -> None:
    """Measure and print."""
    random, solver = Random(7), Solver("sueca")
    late = []
    while len(late) < 100:
        at = random_deal(random)
        worlds = np.repeat(at.worlds, 50, axis=0)
        values = np.empty((len(worlds), 64), dtype=np.int16)
        deadline = monotonic() + AHEAD
        if solver.solve(at.root, worlds, values, "points", deadline=deadline) < len(worlds):
            late.append(1000 * (monotonic() - deadline))
    print(f"late by {median(late):.2f} ms in the median, {max(late):.2f} ms at the most")


if __name__ == "__main__":
    main()
