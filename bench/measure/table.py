"""What an act at a table costs: `play` and `state(seat)`, in microseconds of processor.

    python bench/measure/table.py [--deals 100]

Deals are played at random, and then again from a list of acts while the clock runs; in Sueca `play`
may cost 12 and `state` 8.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from trunfo.engine.registry import games
from trunfo.table.table import Table


def measured(name: str, deals: int) -> tuple[float, float]:
    """Microseconds of `play` and of `state`, on average over the acts of some deals."""
    random, spent, acts = Random(1), [0.0, 0.0], 0
    for number in range(deals):
        first = Table.deal(name, seed=1, number=number)
        while not first.over:
            first.play(random.choice(first.legal()))
        table = Table.deal(name, seed=1, number=number)
        for act in first.acts:
            plain = act.get("play", act)
            start = time.process_time()
            table.state(act.seat)
            between = time.process_time()
            table.play(plain)
            spent[0] += time.process_time() - between
            spent[1] += between - start
            acts += 1
    return spent[0] / acts * 1e6, spent[1] / acts * 1e6


def main() -> None:
    """Measure every game."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--deals", type=int, default=100)
    deals = options.parse_args().deals
    for name in games():
        play, state = measured(name, deals)
        print(f"{name}: play {play:.1f} µs, state {state:.1f} µs")


if __name__ == "__main__":
    main()
