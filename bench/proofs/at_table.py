"""Random deals at tables, more than the tests have: `python bench/proofs/at_table.py`.

Each deal, by rules at random, is played at a table where every card is known,
followed from one seat, written and read back in both forms, and undone to its beginning.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from tables import GAMES, followed, game_named, played, random_rules, until

from trunfo.table.record import Record
from trunfo.table.stream import parse_record


def proved(name: str, deals: int) -> int:
    """Prove some deals of a game; how many acts they had."""
    random, game, acts = Random(name), game_named(name), 0
    for number in range(deals):
        table = played(random, name, number, random_rules(random, game))
        record = table.record()
        seen = followed(record, random.randrange(game.seats))
        assert seen.result == record.result
        for each in (record, seen.record()):
            assert Record.from_json(each.to_json()) == each
            assert parse_record(str(each)) == each
        table.undo(len(record.acts))
        assert table.record() == until(record, 0)
        acts += len(record.acts)
    return acts


def main() -> None:
    """Prove every game."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--deals", type=int, default=2000)
    deals = options.parse_args().deals
    for name in GAMES:
        print(f"{name}: {deals} deals, {proved(name, deals)} acts", flush=True)


if __name__ == "__main__":
    main()
