"""How fast Sobe e Desce is: deals simulated, and exact max^n by the number of players in.

Run, with `.[dev]` installed::

    python bench/measure/sobe_speed.py [--deals 300000] [--hands 600] [--seed 1]

One core, processor time. The hands are those of simulated deals, exchanged by the rule policies,
each searched for the points of that deal: less for tricks, more for none.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
import sobe

from trunfo.engine.cards import SHORT, word_of
from trunfo.ext.kernel import Root
from trunfo.ext.rules.sobe_e_desce import COLUMNS, go_results, simulate

FREE = np.full(4, -1, np.float32)


def points_of(went: int, clubs: bool) -> sobe.Numbers:
    """Points that a deal takes off each score, by the tricks of seats 0, 1 and 2."""
    table, worth = np.zeros((216, 4), np.float32), 2 if clubs else 1
    for first, second, third in np.ndindex(6, 6, 6):
        tricks = np.array([first, second, third, 5 - first - second - third])
        gained = worth * np.where(tricks > 0, tricks, -5)
        table[36 * first + 6 * second + third] = gained * (went >> np.arange(4) & 1)
    return table


def simulating(number: int, seed: int) -> float:
    """Deals a second."""
    results = np.empty((number, COLUMNS), np.int8)
    forced, free = np.ones(number, np.uint8), np.full((number, 4), -1, np.float32)
    start = time.process_time()
    simulate(seed, 0, forced, free, results)
    return number / (time.process_time() - start)


def searching(deals: sobe.Deals, players: int) -> np.ndarray:
    """Seconds of a search of every card, in each deal with that many in."""
    times = []
    for index in np.flatnonzero(deals.is_in.sum(axis=1) == players).tolist():
        hands = [hand for hand in sobe.final_hands(deals, index) if hand]
        worlds = np.array([[word_of(hand) for hand in hands]] * 4, np.uint64)
        root = Root(
            sobe.KERNEL, pack=SHORT.word, sides=range(players), leader=0,
            trump=int(deals.trump[index]),
        )
        payoffs = points_of(2**players - 1, deals.trump[index] == 3)[:, :players].copy()
        results = np.empty((4, 64, players), np.int8)
        start = time.process_time()
        sobe.MULTIPLAYER.search(root, worlds, results, payoffs)
        times.append((time.process_time() - start) / 4)
    return np.array(times)


def going(deals: sobe.Deals, seat: int, exact: bool) -> np.ndarray:
    """Seconds for staying out and all 32 ways to go, in each world with that seat to say."""
    payoffs = np.stack([
        np.stack([points_of(went, clubs) for went in range(16)]) for clubs in (False, True)
    ])
    actions, results = np.array([-2, *range(32)], np.int8), np.empty((1, 33, 4), np.int8)
    times = []
    for index in range(len(deals.results)):
        world = sobe.at_decision(deals, index, seat)
        stock = 20 - int(deals.exchanged[index, :seat].sum())
        start = time.process_time()
        go_results(
            world[None, : 4 + -(-stock // 8)], actions, results, FREE, seat=seat, stock=stock,
            trump=int(deals.trump[index]), went=int(deals.went[index]) & ((1 << seat) - 1),
            payoffs=payoffs if exact else None,
        )
        times.append(time.process_time() - start)
    return np.array(times)


def line(name: str, seconds: np.ndarray) -> str:
    """A row of the table."""
    shown = (np.median(seconds), seconds.mean(), np.quantile(seconds, 0.9), seconds.max())
    return f"| {name} | {len(seconds)} | " + " | ".join(f"{1e3 * x:.3f}" for x in shown) + " |"


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--deals", type=int, default=300_000)
    options.add_argument("--hands", type=int, default=600)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    speed = simulating(chosen.deals, chosen.seed)
    print(f"{speed:,.0f} deals simulated a second; load {os.getloadavg()[0]:.1f}")
    print("| ms a world | worlds | median | mean | p90 | most |")
    deals = sobe.simulated(chosen.hands, seed=chosen.seed)
    for players in (2, 3, 4):
        print(line(f"max^n of every card, {players} in", searching(deals, players)))
    few = sobe.simulated(chosen.hands // 4, seed=chosen.seed)
    hearts = sobe.simulated(chosen.hands // 4, seed=chosen.seed, orders=(0, -1, -1, -1, -1))
    for name, these in (("", few), (", hearts", hearts)):
        print(line(f"33 ways, seat 1, max^n{name}", going(these, 1, True)))
        print(line(f"33 ways, seat 1, rule player{name}", going(these, 1, False)))


if __name__ == "__main__":
    main()
