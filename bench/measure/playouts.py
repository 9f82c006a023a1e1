"""Playouts of Sueca by hand size, and what the rule player is worth.

    python bench/measure/playouts.py                    playouts per second, one core
    python bench/measure/playouts.py --players 1000     matches against random and greedy players
    python bench/measure/playouts.py --rules 5000       matches against itself without each rule

Matches are duplicate: every deal twice, sides exchanged; the figure is the rule
player minus the other in card points and RISCOS per deal, with its 95% interval.
"""

import argparse
import time
from collections.abc import Callable
from random import Random

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import word_of
from trunfo.engine.position import Position
from trunfo.engine.rules.sueca import GAME
from trunfo.engine.trick import Trick
from trunfo.ext.kernel import NONE, Root, load

Player = Callable[[Position], int]

KERNEL = load("sueca")
PACK = GAME.pack(GAME.rules())
RULES = {"chances": 1, "ruffs": 2, "partner behind": 4, "counting": 8, "prices to lead": 16}


def root_of(position: Position) -> Root:
    """The public part of a position."""
    won, taken = [0] * 4, [0] * 4
    assert position.trump is not None
    assert position.table.leader is not None
    for trick in position.tricks:
        winner = GAME.winner(trick, position.trump.suit)
        won[winner] += PACK.worth_of(trick.cards)
        taken[winner] += 1
    return Root(
        KERNEL, pack=PACK.word, sides=GAME.sides(), leader=position.table.leader,
        table=position.table.cards, trump=position.trump.suit, worth=PACK.worth,
        won=won, taken=taken,
    )


def public(position: Position) -> tuple[int, tuple[int, ...], tuple[int, int] | None]:
    """The cards of finished tricks, the suits each seat has shown void, the turned-up trump."""
    voids = [0] * 4
    for trick in (*position.tricks, position.table):
        assert trick.leader is not None
        for step, card in enumerate(trick.cards):
            if card >> 4 != trick.cards[0] >> 4:
                voids[(trick.leader + step) % 4] |= 1 << (trick.cards[0] >> 4)
    trump = position.trump
    assert trump is not None
    assert trump.card is not None
    assert isinstance(trump.holder, int)
    held = trump.card in position.hands[trump.holder]
    gone = word_of(card for trick in position.tricks for card in trick.cards)
    return gone, tuple(voids), (trump.card, trump.holder) if held else None


def rule_player(without: int = 0) -> Player:
    """The rule player, some of its rules left out."""

    def choose(position: Position) -> int:
        gone, voids, pinned = public(position)
        hand = word_of(position.hands[position.turn])
        return KERNEL.choose(
            root_of(position), hand, gone, voids=voids, pinned=pinned, without=without
        )

    return choose


def random_player(seed: int) -> Player:
    """Any legal card."""
    random = Random(seed)
    return lambda position: random.choice(sorted(GAME.legal(position)))


def greedy_player(position: Position) -> int:
    """Win the trick if possible, with the dearest card; else play the cheapest."""

    def taste(card: int) -> tuple[bool, int, int]:
        assert position.trump is not None
        trick = Trick(position.table.leader, (*position.table.cards, card))
        wins = GAME.winner(trick, position.trump.suit) == position.turn
        return wins, PACK.worth[card] if wins else -PACK.worth[card], -(card & 15)

    return max(sorted(GAME.legal(position)), key=taste)


def finish(position: Position, players: tuple[Player, Player]) -> tuple[float, float]:
    """Play a deal out; card points and RISCOS of seats 0 and 2."""
    while not position.over:
        position = GAME.play(position, players[position.turn % 2](position))
    payoff = GAME.payoff(position)
    return payoff.points[0], payoff.riscos[0]


def match(ours: Player, theirs: Player, deals: int, seed: int) -> NDArray[np.float64]:
    """The differences of `ours` and `theirs` in points and RISCOS, a row per deal."""
    rows = np.empty((deals, 2))
    for number in range(deals):
        start = GAME.deal(Random(f"{seed}/{number}"), GAME.rules(), dealer=number % 4)
        first, second = finish(start, (ours, theirs)), finish(start, (theirs, ours))
        rows[number] = first[0] - second[0], first[1] - second[1]
    return rows


def report(name: str, rows: NDArray[np.float64]) -> None:
    """A line of a table: the means with their 95% intervals."""
    points, riscos = rows.mean(axis=0)
    half = 1.96 * rows.std(axis=0, ddof=1) / len(rows) ** 0.5
    line = f"| {name} | {points:+.2f} ± {half[0]:.2f} | {riscos:+.3f} ± {half[1]:.3f} |"
    print(line, flush=True)


def speed(seed: int, seconds: float) -> None:
    """Playouts per second by hand size: every legal card of the leader in every world."""
    points, riscos = np.empty((2, 100, 64), np.int16)
    print("| cards | playouts/s | µs each | decisions/s |\n|---|---|---|---|")
    for size in range(10, 1, -1):
        roots = []
        for number in range(200):
            random = Random(f"{seed}/{number}")
            position = GAME.deal(random, GAME.rules(), dealer=number % 4)
            while len(position.tricks) < 10 - size:
                position = GAME.play(position, random.choice(sorted(GAME.legal(position))))
            hands = np.array([[word_of(hand) for hand in position.hands]], dtype=np.uint64)
            roots.append((root_of(position), hands.repeat(100, axis=0), public(position)))
        playouts, spent = 0, 0.0
        while spent < seconds:
            for root, worlds, (_, voids, pinned) in roots:
                start = time.perf_counter()
                KERNEL.playouts(root, worlds, points, riscos, voids=voids, pinned=pinned)
                spent += time.perf_counter() - start
                playouts += int((points != NONE).sum())
        rate = playouts / spent
        decisions = rate * (4 * size - 1)
        print(f"| {size} | {rate:,.0f} | {1e6 / rate:.2f} | {decisions:,.0f} |", flush=True)


def main() -> None:
    """Read the command line."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, metavar="DEALS")
    parser.add_argument("--rules", type=int, metavar="DEALS")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each hand size")
    given = parser.parse_args()
    if not given.players and not given.rules:
        speed(given.seed, given.seconds)
        return
    print("| the rule player against | points per deal | RISCOS per deal |\n|---|---|---|")
    if given.players:
        report("random", match(rule_player(), random_player(1), given.players, given.seed))
        report("greedy", match(rule_player(), greedy_player, given.players, given.seed))
    for name, bit in RULES.items() if given.rules else ():
        rows = match(rule_player(), rule_player(bit), given.rules, given.seed)
        report(f"itself without {name}", rows)


if __name__ == "__main__":
    main()
