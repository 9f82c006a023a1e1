"""How long the sampler of hidden cards takes to set up, and how many worlds it deals a second.

Run, with the package installed::

    python bench/proofs/sampler.py

One line a case: deals that fit, microseconds to set up, microseconds a world, worlds a second
on one core. Each time is the best of seven rounds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from trunfo.ext.dealer import Dealer

PACK = 0x03FF_03FF_03FF_03FF
WORTH = 4 * [0, 0, 0, 0, 0, 2, 3, 4, 10, 11, 0, 0, 0, 0, 0, 0]
COPAS = 0x1FFF_1FFF_1FFF_1FFF
COPAS_WORTH = [1 if card < 13 else 13 if card == 32 + 10 else 0 for card in range(64)]


def suit(number: int) -> int:
    """All cards of a suit, of either pack."""
    return 0xFFFF << 16 * number


def cards(suits: int, ranks: Sequence[int]) -> int:
    """The cards of the given strengths in a suit."""
    return sum(1 << 16 * suits + rank for rank in ranks)


# A Sueca position after sixteen cards that nobody remembers: I have six cards, two lie on the
# table, the others have six, five and five. The last of them has the ace of trump.
SEEN = cards(0, [6]) | cards(3, [8, 6, 5, 4, 1]) | cards(1, [8, 4])
UNSEEN = PACK & ~SEEN
ACE = cards(3, [9])
SIZES = [6, 5, 5, 16]
TOTAL = {"pile": 3, "total": 52, "worth": WORTH}
SPLIT = {**TOTAL, "share": 38}
# Another one, six cards played and nine of mine seen: 25 are with the others.
EARLY = PACK & ~cards(0, range(6)) & ~cards(1, range(5)) & ~cards(3, range(4))
# Copas with seven cards each and 24 forgotten.
LATE = COPAS & ~cards(0, range(2)) & ~cards(1, range(5))

CASES: dict[str, tuple[Sequence[int], Sequence[int], dict[str, Any]]] = {
    "Sueca, first lead": ([PACK & ~suit(0)] * 3, [10, 10, 10], {}),
    "Copas, first lead": ([COPAS & ~suit(0)] * 3, [13, 13, 13], {}),
    "Sueca, two voids and the trump": (
        [EARLY & ~suit(0) & ~ACE, EARLY & ~suit(2) & ~ACE, EARLY],
        [8, 8, 9],
        {},
    ),
    "pile of 16": ([UNSEEN] * 4, SIZES, {}),
    "pile of 16 with total": ([UNSEEN] * 4, SIZES, TOTAL),
    "pile of 16 with total and split": ([UNSEEN] * 4, SIZES, SPLIT),
    "the same with a void and the trump": (
        [UNSEEN & ~ACE, UNSEEN & ~suit(0) & ~ACE, UNSEEN, UNSEEN & ~ACE],
        SIZES,
        SPLIT,
    ),
    "the same with three voids and the trump": (
        [UNSEEN & ~suit(1) & ~ACE, UNSEEN & ~suit(0) & ~ACE, UNSEEN & ~suit(2), UNSEEN & ~ACE],
        SIZES,
        SPLIT,
    ),
    "Copas, pile of 24 with total, three voids": (
        [LATE & ~suit(1), LATE & ~suit(2), LATE & ~suit(0), LATE],
        [7, 7, 7, 24],
        {"pile": 3, "total": 14, "worth": COPAS_WORTH},
    ),
}


def best_time(action: Callable[[], object], repeats: int) -> float:
    """Seconds that one call takes, in the best of seven rounds."""
    rounds = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(repeats):
            action()
        rounds.append((time.perf_counter() - start) / repeats)
    return min(rounds)


def main() -> None:
    """Print the table."""
    print(f"{'':45} {'deals':>8} {'set-up µs':>10} {'world µs':>9} {'worlds/s':>10}")
    for name, (allowed, sizes, options) in CASES.items():
        dealer = Dealer(allowed, sizes, **options)
        worlds = np.zeros((2_000, len(sizes)), np.uint64)

        def set_up() -> object:
            return Dealer(allowed, sizes, **options)  # noqa: B023

        def deal() -> None:
            dealer.deal(1, 0, worlds)  # noqa: B023

        fresh = best_time(set_up, 1 if best_time(set_up, 1) > 1e-3 else 100)
        world = best_time(deal, 1) / len(worlds)
        print(
            f"{name:45} {dealer.count:8.1e} {fresh * 1e6:10.1f} {world * 1e6:9.2f}"
            f" {1 / world:10,.0f}"
        )


if __name__ == "__main__":
    main()
