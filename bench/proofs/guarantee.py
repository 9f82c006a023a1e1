"""Guaranteed lines against brute force, on many small endings.

    python bench/proofs/guarantee.py [--endings 500]

Every deal that fits and every play of the others is tried, for every card and every outcome; the
program must say the same. Prints how many endings, cards and outcomes were compared.
"""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from guaranteed import LEVELS, disagreements, endings

KINDS = (("sueca", 6), ("sueca", 5), ("bisca", 4))
"""Games, and how many cards are left in all hands."""


def main() -> int:
    """Compare, and say how much."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--endings", type=int, default=500)
    count = options.parse_args().endings
    wrong = asked = 0
    for index, (name, left) in enumerate(KINDS):
        share = count // len(KINDS) + (index < count % len(KINDS))
        for ending in islice(endings(name, left, "proof"), share):
            game, position, *_ = ending
            asked += len(game.legal(position)) * len(LEVELS)
            for found in disagreements(*ending):
                wrong += 1
                print(found)
    print(f"{count} endings, {asked} cards and outcomes, {wrong} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
