"""Python calls a decision, and deals a second of Python players, in every game.

    python bench/measure/calls.py [--deals 40] [--worlds 20] [--game sueca]

Calls are counted by `sys.setprofile`, of Python functions only; they do not hang on the
machine. `advise` is asked in 20 worlds with one thread, in positions of every phase from one
random deal; beside it stand the calls of the functions that find out what is known. `greedy` plays
`greedy` in one process; its speed is in seconds of user time, start not counted. The script uses
only what earlier versions have too: run it by the interpreters of two to compare them.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import resource
import sys
from collections import Counter
from dataclasses import replace
from random import Random

from trunfo import advise
from trunfo.cli import main as command
from trunfo.engine.registry import playable
from trunfo.engine.views import view

AGAIN = ("history", "problems", "decisions_of", "knowledge")


class Calls:
    """Counts the Python functions that are called inside `with`, by name."""

    def __enter__(self):
        self.names = Counter()
        sys.setprofile(self._see)
        return self

    def __exit__(self, *_):
        sys.setprofile(None)

    def _see(self, frame, event, _):
        if event == "call" and "trunfo" in frame.f_globals.get("__name__", ""):
            self.names[frame.f_code.co_name] += 1


def positions(game):
    """Positions of a random deal: one of each phase before play, then after 1, 2, 4, … cards."""
    random = Random(5)
    at, played, seen = game.deal(random, game.rules(), 1), 0, set()
    while not at.over:
        wanted = at.phase not in seen if at.phase != "play" else played in (1, 4, 13, 25)
        if wanted and len(game.actions(at)) > 1:
            name = at.phase if at.phase != "play" else f"card {played + 1}"
            yield name, view(game, at, at.turn)
        seen.add(at.phase)
        played += at.phase == "play"
        actions = game.actions(at)
        at = game.act(at, actions[-1] if at.phase == "go" else random.choice(actions))


def match(game, deals):
    """Play a match of `greedy` against itself; the time it took, in seconds of user time."""
    words = ["match", "greedy", "greedy", "--game", game.name, "--deals", str(deals), "--jobs", "1"]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    with (
        contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(SystemExit),
    ):
        command(words)
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before


def main():
    """Print both tables."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--deals", type=int, default=40)
    options.add_argument("--worlds", type=int, default=20)
    options.add_argument("--game")
    asked = options.parse_args()
    games = [game for game in playable() if asked.game in (None, game.name)]
    print(f"| game | advise | calls | {' | '.join(AGAIN)} |\n|---|---|---|{'---|' * len(AGAIN)}")
    for game in games:
        for name, state in positions(game):
            advise(state, worlds=1, jobs=1)  # tables are read, modules imported
            asked_anew = replace(state)  # what has been found about the other is not known of it
            with Calls() as calls:
                advise(asked_anew, worlds=asked.worlds, jobs=1)
            again = " | ".join(str(calls.names[word]) for word in AGAIN)
            print(f"| {game.name} | {name} | {calls.names.total()} | {again} |", flush=True)
    print("\n| game | greedy: calls a deal | deals/s |\n|---|---|---|")
    for game in games:
        match(game, 2)
        with Calls() as calls:
            match(game, 4)
        few, many = match(game, 4), match(game, 4 + asked.deals)
        rate = asked.deals / (many - few)
        print(f"| {game.name} | {calls.names.total() // 4} | {rate:.1f} |", flush=True)


if __name__ == "__main__":
    main()
