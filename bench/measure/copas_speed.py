"""How fast Copas' playouts and exact search are, and what the rule player's rules are worth.

    python bench/measure/copas_speed.py                    playouts a second, max^n by hand size
    python bench/measure/copas_speed.py --rules 20000      matches against itself without each rule
    python bench/measure/copas_speed.py --passes 20000     matches against who passes high cards

Times are processor seconds of one core. A match is two seats against two in all six seatings of
every deal, after the rule player's passes; the figure is RISCOS a seat and deal, with its 95%
interval.
"""

import argparse
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from games import for_kernel

from trunfo.engine.cards import LONG
from trunfo.engine.registry import games
from trunfo.ext.kernel import Root, load
from trunfo.ext.multiplayer import load_multiplayer
from trunfo.ext.rules.copas import passes as choose_passes

Words = NDArray[np.uint64]

GAME = games()["copas"]
KERNEL, MULTIPLAYER = load("copas"), load_multiplayer("copas")
TWO = LONG.card("2P")
RULES = {"defence": 1, "shooting": 2, "taking": 4, "danger": 8, "leads": 16}
SEATINGS = tuple(combinations(range(4), 2))


def deals(count: int, seed: int) -> Words:
    """Whole deals, a set of cards a seat."""
    cards = np.random.default_rng(seed).permuted(np.tile(LONG.cards, (count, 1)), axis=1)
    bits = np.uint64(1) << cards.astype(np.uint64)
    return bits.reshape(count, 4, 13).sum(axis=2, dtype=np.uint64)


def rule_passes(hands: Words) -> Words:
    """What the rule player passes from each hand."""
    flat = np.ascontiguousarray(hands.reshape(-1))
    cards = np.empty_like(flat)
    choose_passes(flat, cards, queen=LONG.queen)
    return cards.reshape(hands.shape)


def high_passes(hands: Words) -> Words:
    """The three cards of the highest ranks."""
    cards = np.zeros_like(hands)
    left = hands.copy()
    for rank in reversed(range(13)):
        for suit in range(4):
            bit = np.uint64(1 << (16 * suit + rank))
            more = (np.bitwise_count(cards) < 3) & (left & bit != 0)
            cards[more] |= bit
    return cards


def exchanged(hands: Words, passed: Words) -> Words:
    """The deals after passing: a third of them to each side and across."""
    given = passed.copy()
    for third, step in enumerate((1, 3, 2)):
        given[third::3] = np.roll(passed[third::3], step, axis=1)
    return hands & ~passed | given


def played(hands: Words, without: NDArray[np.int64]) -> NDArray[np.float64]:
    """RISCOS of each seat when the rule player plays; `without` by seat what it leaves out."""
    riscos = np.empty(hands.shape)
    leaders = ((hands >> np.uint64(TWO)) & np.uint64(1)).argmax(axis=1)
    for leader in range(4):
        mine = leaders == leader
        root = Root(
            KERNEL, pack=LONG.word, sides=range(4), leader=leader,
            law={"queen": LONG.queen, "first": True},
        )
        worlds = np.ascontiguousarray(hands[mine])
        results = np.empty((len(worlds), 64, 4), dtype=np.int8)
        MULTIPLAYER.playouts(root, worlds, results, without=without.tolist())
        ends = results[:, TWO].astype(int)
        taken = ends - 3 * (ends >= 16)
        moon = taken == 26
        shot = moon.any(axis=1, keepdims=True)
        riscos[mine] = np.where(shot, np.where(moon, 104, 0), 26 - taken)
    return riscos


def report(name: str, play: Callable[[tuple[int, ...]], NDArray[np.float64]]) -> None:
    """A line of a table: what the two seats of a seating gain on the others."""
    gains = []
    for ours in SEATINGS:
        riscos = play(ours)
        theirs = [seat for seat in range(4) if seat not in ours]
        gains.append(riscos[:, ours].mean(axis=1) - riscos[:, theirs].mean(axis=1))
    gain = np.mean(gains, axis=0)
    half = 1.96 * gain.std(ddof=1) / len(gain) ** 0.5
    print(f"| {name} | {gain.mean():+.2f} ± {half:.2f} |", flush=True)


def rules(count: int, seed: int) -> None:
    """What each rule is worth."""
    hands = deals(count, seed)
    hands = exchanged(hands, rule_passes(hands))
    for name, bit in RULES.items():
        def play(ours: tuple[int, ...], bit: int = bit) -> NDArray[np.float64]:
            return played(hands, np.array([0 if seat in ours else bit for seat in range(4)]))

        report(f"itself without {name}", play)


def passes(count: int, seed: int) -> None:
    """What the rule's choice of three cards is worth against the three highest."""
    hands = deals(count, seed)
    good, high = rule_passes(hands), high_passes(hands)

    def play(ours: tuple[int, ...]) -> NDArray[np.float64]:
        passed = high.copy()
        passed[:, ours] = good[:, ours]
        return played(exchanged(hands, passed), np.zeros(4, dtype=np.int64))

    report("three highest cards passed", play)


def rollouts(seed: int) -> None:
    """Playouts a second from the first trick, after passing."""
    hands = deals(30000, seed)
    hands = exchanged(hands, rule_passes(hands))
    played(hands[:1000], np.zeros(4, dtype=np.int64))
    start = time.process_time()
    riscos = played(hands, np.zeros(4, dtype=np.int64))
    rate = len(hands) / (time.process_time() - start)
    print(f"whole deals: {rate:,.0f} playouts a second and core")
    moons = (riscos == 104).any(axis=1).mean()
    print(f"somebody takes everything in {100 * moons:.1f}% of them")


def endings(seed: int, cards: int, count: int) -> None:
    """Max^n of every card in endings of the rule player's games in which points are left."""
    random, times = Random(seed), []
    while len(times) < count:
        at = GAME.deal(random, GAME.rules(), number=3)
        while max(map(len, at.hands)) > cards:
            root, hands = for_kernel(GAME, at)
            gone = LONG.word & ~int(np.bitwise_or.reduce(hands))
            for card in at.table.cards:
                gone &= ~(1 << card)
            at = GAME.play(at, KERNEL.choose(root, int(hands[at.turn]), gone))
        if not any(LONG.worth[card] for hand in at.hands for card in hand):
            continue
        root, hands = for_kernel(GAME, at)
        results = np.empty((1, 64, 4), dtype=np.int8)
        start = time.process_time()
        MULTIPLAYER.search(root, hands[None], results)
        times.append(1e3 * (time.process_time() - start))
    print(
        f"max^n, {cards} cards each, {count} worlds: {np.median(times):.2f} ms median,"
        f" {np.mean(times):.2f} ms mean"
    )


def main() -> None:
    """Read the command line."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", type=int, metavar="DEALS")
    parser.add_argument("--passes", type=int, metavar="DEALS")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.rules or given.passes:
        print("| the rule player against | RISCOS |\n|---|---|")
        if given.rules:
            rules(given.rules, given.seed)
        if given.passes:
            passes(given.passes, given.seed)
        return
    rollouts(given.seed)
    endings(given.seed, 5, 300)
    endings(given.seed, 6, 60)


if __name__ == "__main__":
    main()
