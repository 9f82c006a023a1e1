"""Fill the tables of Sobe e Desce's rule policies from deals that these policies play.

Run, with `.[dev]` installed::

    python bench/tables/sobe_policy.py start           # a crude guess instead of what is there
    python bench/tables/sobe_policy.py [--rounds 4] [--deals 2000000] [--seed 1]
    python bench/tables/sobe_policy.py compare [--deals 2000000] [--seed 1]

`compare` measures nothing anew: it lets one seat do something simpler than its policy, on the same
deals, and shows what that costs. A round measures, writes `ext/rules/sobe_tables.pxi` and builds
the kernel anew, so that the next round's deals are played by what this one found. Three tables:

- STRENGTH: in each deal one seat, by turns, goes and keeps some of its trumps, aces and sevens at
  random; how often such a hand then took no trick and how many on average, by the class of what
  it kept, the number of opponents and whether it led. So a choice that the policy would not make is
  measured as well as the others.
- GO_RATE: of the seats that need not go, how many went, by the number in before them.
- LATER: of the cards not played in a trick, how many took one later.

The same command gives the same file.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trunfo.ext.rules.sobe_e_desce import simulate

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "ext" / "rules" / "sobe_e_desce" / "tables.pxi"
Numbers = NDArray[np.float64]
Words = NDArray[np.uint64]
Whole = NDArray[np.int64]
CHUNK = 200_000
CLASSES = 150
FORCED = 0.15   # share of the seats after the chooser that must go: low scores, absences
KEPT = 0.8      # chance with which a card worth keeping is kept where the choice is made at random
LEAN = 30       # deals that the class with a card less counts for

HEADER = """\
# The tables of the rule policies. Written by bench/tables/sobe_policy.py: do not edit.

cdef extern from *:
    \"\"\"
    /* Opponents 1, 2, 3, and 3 that were all made to go; whether the hand leads; class of what is
       kept (policy.pxi): thousandths of a chance of no trick, thousandths of tricks. */
    static const short trunfo_strength[4][2][150][2] = {strength};
    /* Thousandths of the seats that need not go and do, by the number in before them. */
    static const short trunfo_go_rate[4] = {rate};
    /* By seats in (2 to 4), tricks left, class of a card (player.pxi): 256ths that take one
       of the tricks left. */
    static const unsigned char trunfo_later[3][5][9] = {later};
    \"\"\"
    const short STRENGTH "trunfo_strength"[4][2][150][2]
    const short GO_RATE "trunfo_go_rate"[4]
    const unsigned char LATER "trunfo_later"[3][5][9]
"""


def braces(table: NDArray[np.int64]) -> str:
    """A table as C writes it, one line a row."""
    if table.ndim == 1:
        return "{" + ", ".join(map(str, table.tolist())) + "}"
    if table.ndim == 2 and table.shape[1] == 2:
        rows = (table[at : at + 7] for at in range(0, len(table), 7))
        lines = (", ".join(braces(pair) for pair in row) for row in rows)
        return "{\n    " + ",\n    ".join(lines) + "}"
    return "{" + ",\n    ".join(braces(row) for row in table) + "}"


def write(strength: Numbers, rate: Numbers, later: Numbers) -> None:
    """Write the tables as C source."""
    text = HEADER.format(
        strength=braces(np.rint(1000 * strength).astype(np.int64)),
        rate=braces(np.rint(1000 * rate).astype(np.int64)),
        later=braces(np.clip(np.rint(256 * later), 0, 255).astype(np.int64)),
    )
    TABLES.write_text(text, "utf-8")


def class_parts(cell: int) -> tuple[int, int, int, int]:
    """What a class says: highest trump, number of trumps, of side aces, of side sevens.

    The highest trump is 0 for none, 1 for a 2 to 6, then the others up to 6 for the ace.
    """
    trumps, aces, sevens = cell // 6, cell // 2 % 3, cell % 2
    if not trumps:
        return 0, 0, aces, sevens
    return (trumps + 3) // 4, (trumps + 3) % 4 + 1, aces, sevens


def start() -> None:
    """Write tables by a crude guess: each card kept takes a trick with a chance of its own."""
    high = (0.1, 0.1, 0.35, 0.45, 0.6, 0.75, 1.0)
    later = (0.9, 0.6, 0.4, 0.25, 0.15, 0.4, 0.2, 0.1, 0.02)
    strength = np.zeros((4, 2, CLASSES, 2))
    for cell in range(CLASSES):
        top, trumps, aces, sevens = class_parts(cell)
        chances = [high[top]] * (top > 0) + [0.3] * max(0, trumps - 1)
        chances += [0.5] * aces + [0.3] * sevens
        chances += [0.12] * (5 - len(chances))
        strength[..., cell, 0] = np.prod([1 - chance for chance in chances])
        strength[..., cell, 1] = sum(chances)
    write(strength, np.full(4, 0.5), np.broadcast_to(np.array(later), (3, 5, 9)))



def hands_of(words: Words) -> NDArray[np.int64]:
    """The five cards of each hand, ascending."""
    cards = np.empty((len(words), 5), np.int64)
    for place in range(5):
        cards[:, place] = np.bitwise_count((words & -words) - np.uint64(1))
        words = words & (words - np.uint64(1))
    return cards


def classes(cards: NDArray[np.int64], kept: NDArray[np.bool_], trump: NDArray[np.int64]) -> Whole:
    """The classes of kept cards: `class_of_hand` in ext/rules/sobe_policy.pxi."""
    suit, strength = cards >> 4, cards & 15
    trumps = kept & (suit == trump[:, None])
    number = trumps.sum(1)
    best = np.where(trumps, strength, -1).max(1)
    found = 1 + 4 * np.maximum(best - 4, 0) + np.minimum(number, 4) - 1
    aces = (kept & ~trumps & (strength == 9)).sum(1)
    sevens = (kept & ~trumps & (strength == 8)).any(1)
    return (np.where(number > 0, found, 0) * 3 + np.minimum(aces, 2)) * 2 + sevens


class Round:
    """What one round of measuring has counted."""

    def __init__(self) -> None:
        self.strength = np.zeros((4, 2, CLASSES, 3))    # deals, without a trick, tricks
        self.rate = np.zeros((4, 2))                    # could stay out, went
        self.later = np.zeros((3, 5, 9, 2))             # cards, took a trick

    def deals(self, seed: int, first: int, number: int) -> None:
        """Play deals and count."""
        random = np.random.default_rng((seed, first))
        forced = np.uint8(1) + (random.random((number, 3)) < FORCED) @ np.array([2, 4, 8], np.uint8)
        forced = forced.astype(np.uint8)
        hands, cards = np.empty((number, 8), np.uint64), np.empty((number, 20), np.int8)
        free, results = np.full((number, 4), -1, np.float32), np.empty((number, 15), np.int8)
        simulate(seed, first, forced, free, results, hands=hands, cards=cards)
        self.count_going(forced, results)
        self.count_later(results, cards)

        rows, seat = np.arange(number), np.arange(number) % 4
        trump = results[:, 0].astype(np.int64)
        hand = hands_of(hands[rows, seat])
        useful = (hand >> 4 == trump[:, None]) | (hand & 15 >= 8)
        kept = useful & (random.random((number, 5)) < KEPT)
        orders = np.full((number, 5), -1, np.int8)
        orders[rows, 1 + seat] = ~kept @ (1 << np.arange(5))
        simulate(seed, first, forced, free, results, orders=orders)
        went = results[:, 2].astype(np.int64)
        opponents = np.bitwise_count(went) - 1
        column = np.where(trump == 0, 3, opponents - 1)
        leads = went & ((1 << seat) - 1) == 0
        tricks = results[rows, 7 + seat]
        for place, what in enumerate((np.ones(number), tricks == 0, tricks)):
            chosen = opponents > 0
            np.add.at(
                self.strength[..., place],
                (column[chosen], leads[chosen].astype(int), classes(hand, kept, trump)[chosen]),
                what[chosen],
            )

    def count_going(self, forced: NDArray[np.uint8], results: NDArray[np.int8]) -> None:
        """Count who went without having to, trump not being hearts."""
        went = results[:, 2].astype(np.int64)
        for seat in range(1, 4):
            free = (results[:, 0] != 0) & (forced >> seat & 1 == 0)
            before = np.bitwise_count(went & ((1 << seat) - 1))
            for number in range(1, 4):
                at = free & (before == number)
                self.rate[number] += at.sum(), (went[at] >> seat & 1).sum()

    def count_later(self, results: NDArray[np.int8], cards: NDArray[np.int8]) -> None:
        """Count which of the cards kept in a trick took a later one."""
        seats = np.bitwise_count(results[:, 2])
        for number in range(2, 5):
            chosen = seats == number
            trump = results[chosen, 0].astype(np.int64)
            tricks = cards[chosen, : 5 * number].astype(np.int64).reshape(-1, 5, number)
            self.count_tricks(number, trump, tricks)

    def count_tricks(self, number: int, trump: Whole, tricks: NDArray[np.int64]) -> None:
        """The same for the deals with that many seats in: cards by trick and place in it."""
        rows = np.arange(len(tricks))
        by_seat, won = np.empty_like(tricks), np.zeros(tricks.shape, bool)  # by trick and seat
        seen = np.zeros(tricks.shape, np.uint64)    # on the table or gone, by trick and seat
        gone, leader = np.zeros(len(tricks), np.uint64), np.zeros(len(tricks), np.int64)
        for trick in range(5):
            table = tricks[:, trick]
            suit = table >> 4
            rank = np.where(suit == suit[:, :1], table, -1)
            rank = np.where(suit == trump[:, None], table + 64, rank)
            for place in range(number):
                seat = (leader + place) % number
                by_seat[rows, trick, seat] = table[:, place]
                seen[rows, trick, seat] = gone
                gone = gone | np.uint64(1) << table[:, place].astype(np.uint64)
            leader = (leader + rank.argmax(1)) % number
            won[rows, trick, leader] = True
        pack = np.uint64(0x03FF03FF03FF03FF)
        for seat in range(number):
            bits = np.uint64(1) << by_seat[:, :, seat].astype(np.uint64)
            for trick in range(4):
                hand = np.bitwise_or.reduce(bits[:, trick:], axis=1)
                unseen = pack & ~seen[:, trick, seat] & ~hand
                for then in range(trick + 1, 5):
                    card = by_seat[:, then, seat]
                    lane = np.uint64(0xFFFF) << (card & 48).astype(np.uint64)
                    above = np.bitwise_count(unseen & lane & -(bits[:, then] << np.uint64(1)))
                    above = above.astype(np.int64)
                    side = 5 + np.minimum(above, 3)
                    kind = np.where(card >> 4 == trump, np.minimum(above, 4), side)
                    np.add.at(self.later[number - 2, 4 - trick, :, 0], kind, 1)
                    np.add.at(self.later[number - 2, 4 - trick, :, 1], kind, won[:, then, seat])

    def write(self) -> None:
        """Write the tables; a class that came up seldom leans on the one with a card less."""
        strength = np.zeros((4, 2, CLASSES, 2))
        for cell in range(CLASSES):
            top, trumps, aces, sevens = class_parts(cell)
            if sevens:
                less = cell - 1
            elif aces:
                less = cell - 2
            else:
                less = cell - 6 if trumps > 1 else max(0, cell - 24) if top > 1 else 0
            counted = self.strength[:, :, cell]
            prior = strength[:, :, less] if cell else np.full((4, 2, 2), 0.5)
            total = counted[..., :1] + LEAN
            strength[:, :, cell] = (counted[..., 1:] + LEAN * prior) / total
        rate = self.rate[:, 1] / np.maximum(self.rate[:, 0], 1)
        rate[0] = rate[1]
        later = self.later[..., 1] / np.maximum(self.later[..., 0], 1)
        write(strength, rate, later)


class Compared:
    """Deals played once by the policies, and again with one seat doing something else."""

    def __init__(self, seed: int, number: int) -> None:
        self.seed, self.number = seed, number
        self.forced = np.ones(number, np.uint8)
        self.hands = np.empty((number, 8), np.uint64)
        self.base = self.play(self.free())

    def free(self) -> NDArray[np.float32]:
        """Going as far as points are gained, by each seat."""
        return np.full((self.number, 4), -1, np.float32)

    def play(
        self, break_even: NDArray[np.float32], orders: NDArray[np.int8] | None = None
    ) -> NDArray[np.int8]:
        """The results of the deals."""
        results = np.empty((self.number, 15), np.int8)
        simulate(
            self.seed, 0, self.forced, break_even, results, orders=orders, hands=self.hands
        )
        return results

    def bolder(self, level: float, seat: int) -> NDArray[np.int8]:
        """With one seat that goes up to this chance of no trick."""
        break_even = self.free()
        break_even[:, seat] = level
        return self.play(break_even)

    def keeping(self, lowest: int, seat: int) -> NDArray[np.int8]:
        """With one seat that, where it goes, keeps its trumps and side cards from `lowest` up."""
        hand, trump = hands_of(self.hands[:, seat]), self.base[:, :1].astype(np.int64)
        kept = (hand >> 4 == trump) | (hand & 15 >= lowest)
        goes = self.base[:, 2] >> seat & 1 == 1
        orders = np.full((self.number, 5), -1, np.int8)
        orders[goes, 1 + seat] = ~kept[goes] @ (1 << np.arange(5))
        return self.play(self.free(), orders)

    def naming(self, trump: int) -> NDArray[np.int8]:
        """With a chooser who always makes the same suit trump, or always turns up (4)."""
        orders = np.full((self.number, 5), -1, np.int8)
        orders[:, 0] = trump
        return self.play(self.free(), orders)

    def line(self, name: str, seat: int, results: NDArray[np.int8]) -> str:
        """Points that it costs, with a 95% interval."""
        lost = (results[:, 11 + seat] - self.base[:, 11 + seat]).astype(np.float64)
        return f"| {name} | {lost.mean():+.3f} ± {1.96 * lost.std() / len(lost) ** 0.5:.3f} |"


def compare(seed: int, number: int) -> None:
    """Print what simpler decisions cost."""
    deals = Compared(seed, number)
    print("| one seat instead | points a deal |")
    for suit, name in enumerate(("hearts", "diamonds", "spades", "clubs", "turns up")):
        print(deals.line(f"chooser: always {name}", 0, deals.naming(suit)))
    for seat in (1, 2, 3):
        print(deals.line(f"seat {seat}: always goes", seat, deals.bolder(1.0, seat)))
        print(deals.line(f"seat {seat}: goes if sure of a trick", seat, deals.bolder(0.0, seat)))
        for level in (0.1, 0.15, 0.2, 0.25, 0.3):
            name = f"seat {seat}: goes up to a chance of {level} of none"
            print(deals.line(name, seat, deals.bolder(level, seat)))
        for lowest, name in ((16, "trumps only"), (9, "trumps, aces"), (8, "trumps, aces, 7s")):
            print(deals.line(f"seat {seat}: keeps {name}", seat, deals.keeping(lowest, seat)))


def build() -> None:
    """Compile the kernel with the tables as they are."""
    subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation",
            "-e", str(ROOT),
        ],
        check=True,
    )


def main() -> None:
    """Measure, write, build, as often as asked for."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("what", nargs="?", choices=("start", "round", "compare"), default="")
    options.add_argument("--rounds", type=int, default=4)
    options.add_argument("--deals", type=int, default=2_000_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    if chosen.what == "start":
        start()
        build()
    elif chosen.what == "round":
        counts = Round()
        for first in range(0, chosen.deals, CHUNK):
            counts.deals(chosen.seed, first, min(CHUNK, chosen.deals - first))
        counts.write()
    elif chosen.what == "compare":
        compare(chosen.seed, chosen.deals)
    else:
        for number in range(chosen.rounds):
            # A process of its own: it must load the kernel that was built last.
            subprocess.run(
                [
                    sys.executable, __file__, "round", "--deals", str(chosen.deals),
                    "--seed", str(chosen.seed + number),
                ],
                check=True,
            )
            build()


if __name__ == "__main__":
    main()
