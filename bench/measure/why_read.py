"""Why, to be read: sentences for random positions of every game, in both languages.

    python bench/measure/why_read.py [--count 20] [--game NAME]

A sentence that no player would say, or that says more than its figures, is a fault.
"""

from __future__ import annotations

import argparse
from random import Random

from trunfo.advise import advise
from trunfo.engine.registry import playable
from trunfo.engine.views import view
from trunfo.language import language
from trunfo.report.table import advice_text
from trunfo.report.why import certain_sentence, why_sentence
from trunfo.report.words import Page


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--game")
    given = parser.parse_args()
    for game in playable():
        if given.game not in (None, game.name):
            continue
        random, told = Random(5), 0
        while told < given.count:
            position = game.deal(random, game.rules(), random.randrange(game.seats), told)
            for _ in range(random.randrange(4 * game.seats * 3)):
                if position.over:
                    break
                position = game.act(position, random.choice(game.actions(position)))
            if position.over or len(game.actions(position)) < 2:
                continue
            state = view(game, position, position.turn)
            advice = advise(state, worlds=100, seed=1, why=True, jobs=1)
            if advice.why is None:
                continue
            told += 1
            print(f"--- {game.name} {told}\n{state}")
            for code in ("pt", "en"):
                spoken = language(code)
                print(advice_text(advice, Page(spoken)).split("\n\n")[1].replace("\n", " "))
                assert why_sentence(advice, spoken.translate)
                if advice.certain is not None:
                    print("    ", certain_sentence(advice, advice.certain, spoken.translate))


if __name__ == "__main__":
    main()
