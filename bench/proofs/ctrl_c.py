"""Ctrl-C in the program, at random moments: it ends soon, with what is finished, in any position.

Run, with trunfo installed::

    python bench/proofs/ctrl_c.py [--count 60] [--seed 1]

`trunfo advise` is started, in a process of its own, on positions of all games and phases: the
examples, and random true facts of random deals, some with few deals and some with very many; with
any method, reasons, who holds what, until clear, or a number of deals that takes for ever. A Ctrl-C
comes at a random moment of the time that it has had of the processor, so also while modules are
loaded and while deals are enumerated or drawn. How much of the processor it then needs until it
has ended, with the answer printed, is the figure; a second on the wall would say how busy the
machine is. Ended by 1 if that is ever above 0.2 s, or 0.4 s where the signal came before the
first answer of the process could be there, whose tables are read in any case; if it ends by
anything but an answer or 130, or with a traceback. What Python does before the first line of ours
is not looked at.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import median

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from interrupt import after_ctrl_c, processor_of_children
from truths import true_state

from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of

SOON_S = 0.2
"""Of the processor, on all threads together."""
TABLES_S = 0.2
"""What the first decision of a process takes besides: its tables are read."""
STARTING_S = 0.1
"""What Python itself takes before it runs a line of ours, at most."""
OPTIONS = (
    ["--worlds", "1000000000"], ["--worlds", "1000000000", "--why"], ["--worlds", "20000"],
    ["--worlds", "1000000000", "--method", "pimc"], ["--worlds", "1000000000", "--beliefs"],
    ["--worlds", "1000000000", "--method", "playout"], ["--until-clear", "--time", "1000", "--why"],
    ["--worlds", "1000000000", "--samples", "3", "--json"],
)


def positions(random: Random) -> list[tuple[str, str]]:
    """What kind it is and a text or a document of it, in an order of every kind after the other."""
    found = []
    for game in playable():
        for kind, example in advisor_of(game).examples.items():
            if kind not in ("solve", "over"):
                found.append((f"{game.name} {kind}", example.text))
        found += [
            (f"{game.name} {state.phase}", state.to_json())
            for state in (true_state(game, random) for _ in range(4))
        ]
    random.shuffle(found)
    return found


def main() -> int:
    """Interrupt so many times, and print by kind of position how soon it ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    random = Random(asked.seed)
    kinds: defaultdict[str, list[float]] = defaultdict(list)
    faults, late, begin = 0, 0, _imports()
    work = positions(random)
    for number in range(asked.count):
        kind, text = work[number % len(work)]
        options, moment = random.choice(OPTIONS), STARTING_S + random.random() * 3 * begin
        spent, wrong = after_ctrl_c(text, options, moment)
        soon = SOON_S + (TABLES_S if moment < 1.2 * begin else 0)
        if wrong or (spent is not None and spent > soon):
            faults += bool(wrong)
            late += not wrong
            print(f"{kind} {options} after {moment:.3f} s: {spent} s; {wrong}\n{text}", flush=True)
        if spent is not None:
            kinds[kind].append(spent)
    every = [spent for each in kinds.values() for spent in each]
    for kind, found in sorted(kinds.items()):
        print(f"{kind}: {len(found)} times, at most {max(found):.3f} s")
    print(f"{len(every)} in all: median {median(every):.3f} s, at most {max(every):.3f} s of the"
          f" processor; {late} too late, {faults} wrong; without Ctrl-C an answer from one"
          f" deal takes {begin:.2f} s")
    return int(faults > 0 or late > 0)


def _imports() -> float:
    """Seconds of the processor of a whole run with one deal."""
    before = processor_of_children()
    subprocess.run(
        [sys.executable, "-m", "trunfo", "advise", "--example", "--worlds", "1"],
        stdout=subprocess.DEVNULL, check=True,
    )
    return processor_of_children() - before


if __name__ == "__main__":
    sys.exit(main())
