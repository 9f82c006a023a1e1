"""Ask for advice in states that tell true facts of real deals: all must be answered in time.

Run, with `.[dev]` installed::

    python bench/proofs/true_facts.py [--seconds 600] [--first 0] [GAME ...]

Deal after deal of each game a state is made of a random position: voids, cards that somebody has
or lacks, cards gone in any order or not named, points, absences and so on, all true, each
told or not. It is asked for 4 worlds and for 0.02 s. Printed are how many states of each phase were
answered, and by how much processor time the slowest answers missed their 0.02 s; an error ends
the run with the state that it came from.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from truths import true_state

from trunfo.advise import advise
from trunfo.engine.registry import games
from trunfo.engine.trick_game import TrickGame

GAMES = ("sueca", "bisca", "copas", "sobe-e-desce")
SHORT = 0.02
SLOWEST = 5


def main() -> int:
    """Read the command line and ask until time is up; 1 if something was not answered."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all four if none is named")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    given = parser.parse_args()
    answered: Counter[str] = Counter()
    late: list[tuple[float, str]] = []
    number, end = given.first, time.monotonic() + given.seconds
    while time.monotonic() < end:
        for name in given.games or GAMES:
            game = games()[name]
            assert isinstance(game, TrickGame)
            state = true_state(game, Random(f"{name} {number}"))
            try:
                advise(state, worlds=4, jobs=1)
                started = time.process_time()
                advise(state, time=SHORT, jobs=1)
                spent = time.process_time() - started
            except Exception:
                print(f"{name} {number}:", state.to_json())
                raise
            answered[f"{name} {state.phase}"] += 1
            late = sorted([*late, (spent - SHORT, f"{name} {number} {state.phase}")])[-SLOWEST:]
        number += 1
    print(", ".join(f"{count} {phase}" for phase, count in sorted(answered.items())), "answered")
    print("slowest:", ", ".join(f"{where} {1000 * over:+.0f} ms" for over, where in late))
    return 0


if __name__ == "__main__":
    sys.exit(main())
