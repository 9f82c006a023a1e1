"""The proofs that take too long for the tests.

Run, with `.[dev]` installed::

    python bench/proofs/prove.py [--quick] [name ...]

Each function below marked as a proof is one; without names all are run. A proof prints what it
compared and raises AssertionError where something is wrong. `--quick` does a fiftieth.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
import copas
import nested
import referee
import sobe
from games import Oracle, for_kernel, random_position
from solving import (
    best,
    dds_best,
    dds_deal,
    filed_deals,
    legal_values,
    random_deal,
    random_ending,
    solved,
)

from trunfo.engine.cards import word_of
from trunfo.engine.registry import games
from trunfo.ext.kernel import load
from trunfo.ext.solver import ALL, TECHNIQUES, Solver

Proof = Callable[[int], str]
PROOFS: dict[str, Proof] = {}


def proof(function: Proof) -> Proof:
    """Enter a proof: given a divisor of its work, it returns what it has compared."""
    PROOFS[function.__name__] = function
    return function


@proof
def endings(divisor: int) -> str:
    """Random endings of one to six cards, every card and the position, equal plain minimax.

    For points, class and tricks; with each technique off in turn, with all and with none.
    Plain minimax of six cards takes seconds: three endings in a hundred have so many.
    """
    random, kernel, number = Random(2024), load("sueca"), 5000 // divisor
    masks = [ALL, 0, *(sum(TECHNIQUES.values()) - bit for bit in TECHNIQUES.values())]
    solvers = [Solver("sueca", techniques=mask) for mask in masks]
    for index in range(number):
        size = random.choices(range(1, 7), (10, 16, 25, 26, 20, 3))[0]
        at = random_ending(random, size, size)
        for objective, right in kernel.minimaxes(at.root, at.worlds[0]).items():
            for mask, solver in zip(masks, solvers, strict=True):
                assert solved(solver, at, objective) == right, (index, objective, mask, at)
                if at.hands[at.root.turn]:
                    assert best(solver, at, objective) == max(right), (index, objective, mask, at)
    return f"{number} endings, 3 objectives, {len(masks)} sets of techniques"


@proof
def engine(divisor: int) -> str:
    """Every card of random Sueca endings is worth what the plain Python engine finds.

    One to twenty cards in hands, so in mid-trick too; points and RISCOS, under all options
    that say what a result is worth. With five cards each the engine, which tries everything,
    takes half a minute: few have more than three.
    """
    sueca, random, solver = games()["sueca"], Random(7), Solver("sueca")
    options = [(sweep, points) for sweep in ("tricks", "points") for points in (90, 91)]
    lefts = [*range(1, 13)] * 240 + [*range(13, 17)] * 30 + [*range(17, 21)] * 2
    values = np.empty((1, 64), np.int16)
    for left in lefts[::divisor]:
        sweep, double_at = random.choice(options)
        rules = sueca.rules({"sweep": sweep, "double_at": double_at})
        at = random_position(sueca, random, left, rules)
        root, hands = for_kernel(sueca, at)
        for objective in ("points", "riscos"):
            solver.solve(root, hands[None], values, objective)
            right = Oracle(sueca, objective).card_values(at)
            assert legal_values(values[0].tolist()) == right, (objective, at)
    return f"{len(lefts[::divisor])} endings, 2 objectives, {len(options)} sets of options"


@proof
def dds(divisor: int) -> str:
    """The tricks of random ten-card deals equal those that DDS finds."""
    random, solver, number = Random(1000), Solver("tricks"), 1000 // divisor
    for index in range(number):
        at = random_deal(random)
        assert best(solver, at, "tricks") == dds_best(dds_deal(at)), (index, at)
    return f"{number} deals of ten cards"


@proof
def deals(divisor: int) -> str:
    """The 300 filed deals have their filed tricks, points and class."""
    solver, chosen = Solver("sueca"), filed_deals()[:: min(divisor, 10)]
    for index, (at, answers) in enumerate(chosen):
        for objective in ("tricks", "points", "riscos"):
            assert best(solver, at, objective) == answers[objective], (index, objective)
    return f"{len(chosen)} deals, 3 objectives"


@proof
def bisca_endings(divisor: int) -> str:
    """Endings of Bisca without stock, sweeps still open among them, equal the plain engine."""
    random, solver, number = Random(3), Solver("bisca"), 3000 // divisor
    for index in range(number):
        nested.compare_ending(random, solver, 5, sweep_open=index % 3 == 0)
    return f"{number} endings of one to five cards each, points and RISCOS"


@proof
def bisca_games(divisor: int) -> str:
    """Whole deals of Bisca, draws included, are played and paid by the kernel as by the engine."""
    random, number = Random(4), 1000 // divisor
    for index in range(number):
        given = {"hand_size": random.choice((3, 5, 7, 9, 11)), "follow_when_stock_empty": True}
        if index % 4 == 0:
            given["follow_when_stock_empty"] = False
        nested.compare_game(random, nested.BISCA.rules(given))
    return f"{number} deals, all hand sizes"


@proof
def bisca_last_draws(divisor: int) -> str:
    """The last draws equal a plain enumeration in which everybody decides on what he sees."""
    random, number = Random(5), 100 // divisor
    for index in range(number):
        stock = 4 if index % 20 == 0 else 2
        table = 1 if stock == 4 else index % 2
        at = nested.before_last_draws(random, nested.BISCA.rules(), stock, table)
        worlds, values = nested.by_kernel(at)
        for objective in ("points", "riscos"):
            plain = nested.Nested(objective)
            for row, world in zip(values[objective], worlds, strict=True):
                assert nested.values_of(row) == plain.card_values(at, world), (objective, world)
    return f"{number} positions with 2 or 4 cards in the stock, every world"


@proof
def copas_positions(divisor: int) -> str:
    """Copas: legal cards, and results of exact max^n with up to eight cards, equal the engine's."""
    random, number = Random(8), 3000 // divisor
    for _ in range(number):
        rules = copas.some_rules(random)
        copas.compare_legal(random_position(copas.game(), random, random.randrange(1, 53), rules))
        copas.compare_ending(random_position(copas.game(), random, random.randrange(1, 9), rules))
    return f"{number} positions of any size, {number} endings, any options"


@proof
def copas_games(divisor: int) -> str:
    """Whole deals of Copas, passes included, allow and bring in the kernel what they do here."""
    random, number = Random(9), 1000 // divisor
    for _ in range(number):
        copas.compare_game(random)
    return f"{number} deals, any options"


@proof
def openspiel(divisor: int) -> str:
    """Games of Copas under the international options are those of OpenSpiel's `hearts`."""
    number = 1000 // divisor
    moons = sum(
        104 in referee.compare(Random(1000 + index), index).riscos for index in range(number)
    )
    return f"{number} games with passes, {moons} moons among them"


@proof
def sobe_positions(divisor: int) -> str:
    """Sobe e Desce: legal cards, and with few cards left results, equal the plain engine.

    A search of every card follows the engine through all that may be played; up to eight cards
    are left there, up to twenty where only the legal cards are compared.
    """
    random, number = Random(6), 5000 // divisor
    for index in range(number):
        players, rules = 2 + index % 3, sobe.both_rules()[index // 3 % 2]
        most = 8 if index % 2 else 5 * players
        at = sobe.random_play(random, rules, players, random.randrange(1, most + 1))
        root, hands = sobe.for_kernel(at)
        assert sobe.KERNEL.legal(root, hands) == word_of(sobe.game().legal(at)), at
        if index % 2:
            payoffs = sobe.random_payoffs(random, players, 2 + index % 7)
            assert sobe.searched(at, payoffs) == sobe.MaxN(at, payoffs).results(), at
    return f"{number} positions with 2, 3 and 4 in, both sheets, results of {number // 2} of them"


@proof
def sobe_search(divisor: int) -> str:
    """Sobe e Desce: exact max^n of complete deals of five cards equals trying everything."""
    random, number = Random(7), 500 // divisor
    for index in range(number):
        players, rules = 2 + index % 3, sobe.both_rules()[index // 3 % 2]
        at = sobe.random_play(random, rules, players, 5 * players)
        root, hands = sobe.for_kernel(at)
        payoffs = sobe.random_payoffs(random, players, 2 + index % 7)
        assert sobe.searched(at, payoffs) == sobe.MULTIPLAYER.oracle(root, hands, payoffs), at
    return f"{number} deals with 2, 3 and 4 in, both sheets"


@proof
def sobe_deals(divisor: int) -> str:
    """Sobe e Desce: simulated deals are lawful, and scored as by the plain engine."""
    number = 10000 // divisor
    for sheet, rules in enumerate(sobe.both_rules()):
        deals = sobe.simulated(
            number, seed=9, forced=1 - sheet, turn_up=not sheet,
            always_beat=bool(sheet), force_undertrump=bool(sheet),
        )
        for index in range(number):
            before, after = sobe.replayed(deals, index, rules)
            change = np.subtract(sobe.game().scores_after(after), before.scores)
            assert change.tolist() == deals.change[index].tolist(), before
    return f"{number} deals of either sheet"


def main() -> None:
    """Run the proofs that were asked for."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("names", nargs="*", metavar="name", help=", ".join(PROOFS))
    options.add_argument("--quick", action="store_true", help="a fiftieth of the work")
    chosen = options.parse_args()
    if unknown := set(chosen.names) - set(PROOFS):
        options.error(f"no proof {', '.join(sorted(unknown))}; there are {', '.join(PROOFS)}")
    for name in chosen.names or PROOFS:
        start = time.monotonic()
        print(f"{name}: ", end="", flush=True)
        print(PROOFS[name](50 if chosen.quick else 1), f"({time.monotonic() - start:.0f} s)")


if __name__ == "__main__":
    main()
