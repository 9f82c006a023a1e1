"""Worlds a second by hand size: how much thinking a second of advice holds.

    python bench/measure/speed.py [--seconds 1] [--positions 5] [--jobs 2]
                          [--game NAME] [--cards N ...] [--worlds N] [--cpu]

For each number of cards in hand, positions from deals played at random, every legal card of
each valued exactly in every world: RISCOS classes (as `advise` does by default), then
card points. With `--cpu` a second is one of the processor's, all threads together: what can be
compared on a machine that is busy with other things. With `--worlds` so many worlds are valued,
however long it takes.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import monotonic, process_time

import trunfo
from trunfo.engine.position import Position
from trunfo.engine.registry import playable
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import view


def to_lead(game: TrickGame, random: Random, cards: int) -> Position:
    """A position in which a hand of `cards` cards is to lead."""
    at = game.deal(random, game.rules(), dealer=random.randrange(game.seats))
    while len(at.hands[at.turn]) > cards or at.table.cards:
        at = game.play(at, random.choice(sorted(game.legal(at))))
    return at


def worlds_a_second(
    game: TrickGame, cards: int, objective: str, given: argparse.Namespace
) -> float:
    """The median over some positions."""
    random, clock = Random(cards), process_time if given.cpu else monotonic
    speeds = []
    for _ in range(given.positions):
        at = to_lead(game, random, cards)
        started = clock()
        advice = trunfo.advise(
            view(game, at, at.turn), time=None if given.worlds else given.seconds,
            worlds=given.worlds, objective=objective, method="pimc", jobs=given.jobs,
        )
        speeds.append(advice.worlds / (clock() - started))
    return median(speeds)


def main() -> None:
    """Measure and print a row a hand size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--positions", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", help="only this one")
    parser.add_argument("--cards", type=int, nargs="+", help="in a hand (default: all down to 3)")
    parser.add_argument("--worlds", type=int, help="a budget in worlds instead of seconds")
    parser.add_argument("--cpu", action="store_true", help="seconds of the processor")
    given = parser.parse_args()
    for game in playable():
        if given.game not in (None, game.name):
            continue
        second = "second of the processor" if given.cpu else "second"
        print(f"{game.title}: worlds a {second}, {given.jobs} threads")
        print(f"{'cards':>5} {'riscos':>9} {'points':>9}")
        for cards in given.cards or range(game.hand_size, 2, -1):
            row = [worlds_a_second(game, cards, name, given) for name in ("riscos", "points")]
            print(f"{cards:>5} {row[0]:>9.0f} {row[1]:>9.0f}")


if __name__ == "__main__":
    main()
