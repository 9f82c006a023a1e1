"""Tables, records and reviews, more of them than the tests have: `python bench/proofs/at_table.py`.

Each deal, by rules at random, is played at a table where every card is known and held against
the plain rules; followed from one seat, to which the true acts are never refused and impossible
ones always, by name; compared with a deal that looks the same to a seat; written and read back in
both forms. Whole matches are played where the rules have them. Reviews: the result is par and the
changes since, nothing is won in hindsight, a player that takes the advice loses nothing, the rule
player loses something.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from table_proofs import (
    adds_up,
    follow,
    is_what_the_plain_rules_make_of_it,
    looks_the_same_from,
    refuses_by_name,
)
from tables import GAMES, game_named, played, random_act, random_rules

from trunfo.advise import advise
from trunfo.match.spec import parse
from trunfo.table.record import Record
from trunfo.table.review import review
from trunfo.table.stream import parse_record
from trunfo.table.table import Table

TRIES = 20
"""Moments of a deal that are looked at for an impossible card; there may be none, as where nobody
goes. What is missing then is made up for in later deals."""

ENOUGH = 20
"""Deals from which the interval of what the rule player loses has to leave out 0."""


def tables(name: str, deals: int, impossible: int) -> str:
    """Prove some deals of a game; what was proved."""
    random, game, acts, alike, refused = Random(name), game_named(name), 0, 0, 0
    for number in range(deals):
        table = played(random, name, number, random_rules(random, game))
        record = table.record()
        is_what_the_plain_rules_make_of_it(table)
        seen = follow(table, random.randrange(game.seats), check_legal=number % 10 == 0)
        for each in (record, seen.record()):
            assert Record.from_json(each.to_json()) == each
            assert parse_record(str(each)) == each
        alike += looks_the_same_from(random, record)
        for _ in range(TRIES):
            if refused < impossible * (number + 1) / deals:
                refused += refuses_by_name(random, seen)
        acts += len(record.acts)
    return f"{deals} deals, {acts} acts, {alike} pairs alike, {refused} impossible acts"


def matches(name: str, count: int) -> str:
    """Whole matches to their end, every deal held against the plain rules."""
    random, game, deals, done = Random(name), game_named(name), 0, 0
    while done < count:
        rules = random_rules(random, game)
        if not game.has_match(Table.deal(name, rules=rules).rules):
            if not any(game.has_match(Table.deal(name, rules=each).rules)
                       for each in ({}, *({"preset": preset} for preset in game.presets))):
                return "no whole matches"
            continue
        table = Table.deal(name, seed=done, rules=rules, whole=True)
        while True:
            while not table.over:
                table.play(random_act(random, table))
            is_what_the_plain_rules_make_of_it(table)
            deals += 1
            if table.match_over:
                break
            table.next()
        assert table.match_result is not None
        done += 1
    return f"{count} whole matches, {deals} deals"


def reviews(name: str, count: int) -> str:
    """Reviews of random deals; in some none is solved, since no card is led."""
    random, without = Random(name), 0
    for number in range(count):
        record = played(random, name, number, {}).record()
        found = review(record, worlds=1, jobs=1, seat=number % record.game.seats)
        adds_up(found)
        without += found.start is None
    return f"{count} reviews add up, in {without} of them no card was led"


def by_advice(name: str, count: int, worlds: int) -> Iterator[str]:
    """What a player that takes the advice, and the rule player, lose honestly."""
    rules = parse("rules").build()
    losses: list[float] = []
    advised = 0
    for number in range(count):
        table, one = Table.deal(name, seed=3, number=number), number % game_named(name).seats
        while not table.over:
            state = table.state(table.seat)
            if table.seat == one:
                best = advise(state, worlds=worlds, seed=1).best
                assert best is not None
                table.play(best)
                advised += 1
            else:
                table.play(rules.play(state, number))
        found = review(table.record(), worlds=worlds, seed=1)
        assert all(each.honest is None or each.honest.mean == 0
                   for each in found.decisions if each.seat == one)
        lost = [found.losses(seat).honest.mean or 0.0 for seat in range(table.game.seats)]
        losses.append(sum(lost) / (table.game.seats - 1))
    mean = sum(losses) / count
    spread = sqrt(sum((loss - mean) ** 2 for loss in losses) / max(count - 1, 1))
    width = 1.96 * spread / sqrt(count)
    yield f"who takes the advice loses 0 in {advised} decisions of {count} deals"
    yield f"the rule player loses {mean:.3f} ± {width:.3f} RISCOS a deal honestly"
    assert mean > width or count < ENOUGH, "give more --advised"


def timed(seconds: float) -> str:
    """How much longer than its decisions a review of a deal takes."""
    record = played(Random(1), "sueca", 1, {}).record()
    started = time.monotonic()
    found = review(record, time=seconds)
    whole = time.monotonic() - started
    decisions = sum(each.advice.elapsed_s for each in found.decisions if each.advice is not None)
    return f"{whole:.2f} s for decisions of {decisions:.2f} s: {whole / decisions - 1:+.1%}"


def main() -> None:
    """Prove every game."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--deals", type=int, default=2000)
    options.add_argument("--impossible", type=int, default=1000)
    options.add_argument("--matches", type=int, default=50)
    options.add_argument("--reviews", type=int, default=500)
    options.add_argument("--advised", type=int, default=20)
    options.add_argument("--worlds", type=int, default=30)
    options.add_argument("--games", nargs="*", default=GAMES)
    given = options.parse_args()
    print("a review at 0.2 s a decision:", timed(0.2), flush=True)
    for name in given.games:
        print(f"{name}: {tables(name, given.deals, given.impossible)}", flush=True)
        print(f"{name}: {matches(name, given.matches)}", flush=True)
        print(f"{name}: {reviews(name, given.reviews)}", flush=True)
        if given.advised:
            for line in by_advice(name, given.advised, given.worlds):
                print(f"{name}: {line}", flush=True)


if __name__ == "__main__":
    main()
