"""The solver against DDS (bridge) on the same ten-card deals, one after the other on one core.

Run, with `.[dev]` installed::

    python bench/measure/versus_dds.py [--deals N] [--json]

DDS, through `endplay`, finds the exact number of tricks. Then this solver answers four
questions on the same deal, each with an empty table. Times are wall clock of one call each,
the deal's structures made before; a node is a card played in the search.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from solving import dds_best, dds_deal, filed_deals

from trunfo.ext.kernel import BUILD
from trunfo.ext.solver import Solver

# question: objective, and whether every card is asked for
QUESTIONS = {
    "tricks": ("tricks", False),
    "riscos_class": ("riscos", False),
    "riscos_class_all_cards": ("riscos", True),
    "points_exact": ("points", False),
}
ANSWERS = {"tricks": "tricks", "riscos": "riscos", "points": "points"}


def timed(call: Callable[[], object]) -> float:
    """Milliseconds that the call takes."""
    start = time.perf_counter()
    call()
    return 1000 * (time.perf_counter() - start)


def summary(times: list[float]) -> dict[str, float]:
    """Median, mean, p90 and p99 of milliseconds."""
    return {
        "median_ms": float(np.median(times)),
        "mean_ms": float(np.mean(times)),
        "p90_ms": float(np.percentile(times, 90)),
        "p99_ms": float(np.percentile(times, 99)),
    }


def measure(number: int) -> dict[str, object]:
    """Run everything on the first deals of the file; a wrong answer is an error."""
    dds: list[float] = []
    times: dict[str, list[float]] = {question: [] for question in QUESTIONS}
    nodes: dict[str, list[int]] = {question: [] for question in QUESTIONS}
    solver = Solver("sueca")
    values = np.empty((1, 64), np.int16)
    for problem, answers in filed_deals()[:number]:
        structure, worlds = dds_deal(problem), problem.worlds
        dds.append(timed(lambda structure=structure: dds_best(structure)))
        for question, (objective, every) in QUESTIONS.items():
            before = solver.nodes
            call = solver.solve if every else solver.best
            out = values if every else values[0, :1]
            times[question].append(
                timed(lambda: call(problem.root, worlds, out, objective))  # noqa: B023
            )
            nodes[question].append(solver.nodes - before)
            if int(out.max()) != answers[ANSWERS[objective]]:
                raise SystemExit(f"{question}: {int(out.max())}, {answers} is right")
    result: dict[str, object] = {"deals": len(dds), "dds": summary(dds)}
    for question in QUESTIONS:
        result[question] = {
            **summary(times[question]),
            "mean_nodes": float(np.mean(nodes[question])),
            "ratio_median": float(np.median(times[question]) / np.median(dds)),
            "ratio_mean": float(np.mean(times[question]) / np.mean(dds)),
        }
    return result


def table(result: dict[str, object]) -> str:
    """The result for people."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    lines = [
        f"{result['deals']} deals, build {BUILD}, load {load} on {os.cpu_count()} cores",
        f"{'':24}{'median':>9}{'mean':>9}{'p90':>9}{'p99 ms':>9}{'nodes':>10}"
        f"{'of DDS median':>14}{'mean':>7}",
    ]
    for name, row in result.items():
        if isinstance(row, dict):
            line = f"{name:24}" + "".join(
                f"{row[key]:9.2f}" for key in ("median_ms", "mean_ms", "p90_ms", "p99_ms")
            )
            if "mean_nodes" in row:
                line += f"{row['mean_nodes']:10,.0f}{row['ratio_median']:14.2f}"
                line += f"{row['ratio_mean']:7.2f}"
            lines.append(line)
    return "\n".join(lines)


def main() -> None:
    """Read the options, measure, print."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--deals", type=int, default=300, help="how many of the 300 (default all)")
    options.add_argument("--json", action="store_true", help="figures for programs")
    chosen = options.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    result = measure(chosen.deals)
    print(json.dumps(result) if chosen.json else table(result))


if __name__ == "__main__":
    main()
