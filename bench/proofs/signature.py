"""The signature of the search: all nodes over a fixed set of questions, as one number.

Run, with the package installed::

    python bench/proofs/signature.py [--write]

The number changes exactly when the search does. The expected one is in signature.txt, which a
test compares; `--write` puts a new one there, and whoever does that knows why.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from solving import best, filed_deals, random_ending, solved

from trunfo.ext.solver import Solver

FILE = Path(__file__).with_name("signature.txt")


def signature() -> int:
    """All nodes over the set."""
    solver, random = Solver("sueca"), Random(1)
    endings = [random_ending(random, 8) for _ in range(100)]
    for objective in ("tricks", "riscos", "points"):
        for at, _ in filed_deals()[:10]:
            best(solver, at, objective)
        for at in endings:
            solved(solver, at, objective)
    return solver.nodes


if __name__ == "__main__":
    found = signature()
    print(found)
    if "--write" in sys.argv[1:]:
        FILE.write_text(f"{found}\n")
    elif found != int(FILE.read_text()):
        raise SystemExit(f"{FILE.name} has {FILE.read_text().strip()}: the search has changed")
