"""What saying why costs: processor time of an advice with it, over that without.

    python bench/measure/why.py [--time 1.0] [--worlds 1000]

For an example of every decision of every game: worlds valued in a time with and without `why`, and
the processor time of as many worlds. Kept in memory: the most that the process has had.
"""

from __future__ import annotations

import argparse
import resource
import time

from trunfo.advise import advise, parse
from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of

RUNS = 3


def cpu(state: object, **options: object) -> float:
    """Seconds of the processor, the least of some runs."""
    spent = []
    for _ in range(RUNS):
        started = time.process_time()
        advise(state, jobs=1, **options)  # type: ignore[arg-type]
        spent.append(time.process_time() - started)
    return min(spent)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--worlds", type=int, default=1000)
    given = parser.parse_args()
    for game in playable():
        for kind, example in advisor_of(game).examples.items():
            if kind in ("over", "solve", "redeal"):
                continue
            state = parse(example.text)
            plain = cpu(state, worlds=given.worlds)
            told = cpu(state, worlds=given.worlds, why=True)
            print(f"{game.name:13} {kind:6} {plain:7.3f} s  with why {told:7.3f} s "
                  f" {1000 * (told - plain):+6.1f} ms  {100 * (told / plain - 1):+5.1f}%")
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "MB")


if __name__ == "__main__":
    main()
