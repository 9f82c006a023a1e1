"""Make the table of match values of Sobe e Desce, and check it.

Run, with `.[dev]` installed::

    python bench/tables/match_value.py make [--deals 300000] [--end 30] [--keep 25] [--seed 1]
    python bench/tables/match_value.py check [--matches 10000] [--seed 2]

`make` plays deals in every combination of how boldly the seats go, finds values and levels by
value iteration over the scores 1 to `end`, and writes those up to `keep` to `solver/tables`. It
shows how far it is; what is finished stands in `--work FILE`, and the same command goes on from
there. `check` tests the table that is installed: that values add up to zero, and that matches
played from 20 score vectors with fresh cards pay what it says, every |z| at most 3.5; beyond its
end to within a RISCO. The same command gives the same table.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed

from trunfo.games.sobe_e_desce.match_table import (
    CONTEXTS,
    GRID,
    TRICKS,
    WAYS,
    Solution,
    chances_of,
    outcomes,
    play_matches,
)
from trunfo.games.sobe_e_desce.match_value import STEP, packed, rules_of_table, table
from trunfo.match.file import VERSION

TARGET = Path(__file__).parents[2] / "solver" / "tables" / "sobe_e_desce.npz"

VECTORS = (
    (20, 20, 20, 20), (5, 20, 20, 20), (20, 5, 20, 20), (20, 20, 5, 20), (20, 20, 20, 5),
    (2, 2, 2, 2), (1, 12, 12, 12), (12, 2, 12, 12), (10, 10, 10, 10), (3, 8, 14, 22),
    (22, 14, 8, 3), (6, 6, 6, 6), (7, 6, 15, 25), (25, 25, 25, 25), (13, 9, 24, 2),
    (8, 20, 8, 20), (9, 6, 17, 20), (4, 4, 18, 18), (18, 18, 4, 4), (15, 1, 1, 15),
)

BEYOND = ((31, 10, 10, 10), (10, 40, 10, 10), (20, 20, 31, 20), (12, 12, 12, 40))
"""Scores beyond the table's end, where values are extrapolated."""

MOST_Z, MOST_BEYOND = 3.5, 1.0
"""What is accepted: standard errors inside the table, RISCOS beyond its end."""


class Work:
    """What is finished, in a file: counts of a context, values after a sweep."""

    def __init__(self, path: Path | None, asked: dict[str, object]) -> None:
        self.path = path
        self.arrays: dict[str, np.ndarray] = {"asked": np.array(json.dumps(asked))}
        if path is not None and path.exists():
            with np.load(path) as kept:
                if str(kept["asked"]) != str(self.arrays["asked"]):
                    sys.exit(f"{path} was begun with {kept['asked']}")
                self.arrays = dict(kept)

    def keep(self, **arrays: np.ndarray) -> None:
        """Add arrays, and write the file if there is one."""
        self.arrays |= arrays
        if self.path is not None:
            new = self.path.with_suffix(".new.npz")
            np.savez(new, **self.arrays)
            new.replace(self.path)


def tell(text: str) -> None:
    """A line of progress."""
    print(text, file=sys.stderr, flush=True)


def counted(work: Work, seed: int, deals: int, jobs: int) -> np.ndarray:
    """Outcomes of deals in every context."""
    counts = work.arrays.get("counts", np.zeros((CONTEXTS, len(TRICKS)), dtype=np.int64))
    missing = np.flatnonzero(counts.sum(axis=1) == 0)
    started = time.monotonic()
    with Parallel(n_jobs=jobs, backend="threading") as threads:
        for at in range(0, len(missing), 16):
            batch = missing[at : at + 16].tolist()
            counts[batch] = threads(delayed(outcomes)(one, seed, deals) for one in batch)
            work.keep(counts=counts)
            tell(f"{at + len(batch)}/{len(missing)} contexts, {time.monotonic() - started:.0f} s")
    return counts


def make(arguments: argparse.Namespace) -> int:
    """The table, from deals to file."""
    asked = {name: getattr(arguments, name) for name in ("deals", "end", "seed")}
    work = Work(arguments.work, asked)
    counts = counted(work, arguments.seed, arguments.deals, arguments.jobs)
    solution = Solution(chances_of(counts), arguments.end)
    if "sweeps" in work.arrays:
        solution.values, solution.levels = work.arrays["values"], work.arrays["levels"]
        solution.sweeps, solution.change = int(work.arrays["sweeps"]), work.arrays["change"].item()
    started = time.monotonic()
    for number, change, moved in solution.converge(arguments.improve, arguments.sweeps, 0.001):
        tell(
            f"sweep {number}: change {change:.4f}, {moved} levels,"
            f" {time.monotonic() - started:.0f} s"
        )
        work.keep(
            values=solution.values, levels=solution.levels, sweeps=np.array(solution.sweeps),
            change=np.array(solution.change),
        )
    keep = arguments.keep
    kept = (slice(None), *[slice(keep)] * 4)
    levels = solution.levels[kept].astype(np.int16)
    command = (
        f"python bench/tables/match_value.py make --deals {arguments.deals} --end {arguments.end}"
        f" --keep {keep} --improve {arguments.improve} --seed {arguments.seed}"
    )
    header = {
        "game": "sobe-e-desce", "version": VERSION, "rules": rules_of_table(),
        "command": command, "step": STEP,
    }
    TARGET.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        TARGET,
        header=np.array(json.dumps(header)),
        values=packed(solution.values[kept]),
        levels=levels[..., 0] * WAYS**2 + levels[..., 1] * WAYS + levels[..., 2],
        break_even=np.array(GRID, dtype=np.float32),
    )
    tell(f"{TARGET.name}: {TARGET.stat().st_size / 1e6:.2f} MB")
    return 0


def check(arguments: argparse.Namespace) -> int:
    """Whether the installed table is right; 1 if not."""
    total = float(np.abs(table().values.sum(axis=-1)).max())
    print(f"greatest sum over the seats: {total:.6f}")
    z, _ = compared(VECTORS, arguments.matches, arguments.seed)
    print(f"greatest |z|: {z:.2f}, {MOST_Z} is accepted")
    _, gap = compared(BEYOND, arguments.matches, arguments.seed + 1)
    print(f"beyond the end the greatest error is {gap:.2f} RISCOS, {MOST_BEYOND} is accepted")
    return int(total > 1e-4 or z > MOST_Z or gap > MOST_BEYOND)


def compared(
    vectors: tuple[tuple[int, ...], ...], matches: int, seed: int
) -> tuple[float, float]:
    """Matches from some scores against the table: greatest |z|, greatest difference."""
    begins = np.array(vectors, dtype=np.int32)
    paid, lasted = play_matches(table(), np.repeat(begins, matches, axis=0), seed)
    paid, lasted = paid.reshape(len(vectors), matches, 4), lasted.reshape(len(vectors), matches)
    expected = table().look(begins, np.zeros(len(vectors), dtype=np.uint8))
    gap = paid.mean(axis=1) - expected
    z = gap * np.sqrt(matches) / paid.std(axis=1, ddof=1)
    print("scores              table                          matches                 z      deals")
    for row, scores in enumerate(vectors):
        cells = [f"{value:7.2f}" for value in (*expected[row], *paid[row].mean(axis=0))]
        marks = [f"{value:5.1f}" for value in z[row]]
        print(f"{scores!s:<18}", *cells, *marks, f"{lasted[row].mean():6.1f}")
    return float(np.abs(z).max()), float(np.abs(gap).max())


def main() -> int:
    """Make or check."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["make", "check"])
    parser.add_argument("--deals", type=int, default=300_000, help="in each of 343 contexts")
    parser.add_argument("--end", type=int, default=30, help="highest score while solving")
    parser.add_argument("--keep", type=int, default=25, help="highest score in the table")
    parser.add_argument("--improve", type=int, default=8, help="sweeps that change levels")
    parser.add_argument("--sweeps", type=int, default=60, help="sweeps at most")
    parser.add_argument("--matches", type=int, default=10_000, help="from each score vector")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--work", type=Path, help="what is finished, to go on from")
    arguments = parser.parse_args()
    return make(arguments) if arguments.what == "make" else check(arguments)


if __name__ == "__main__":
    sys.exit(main())
