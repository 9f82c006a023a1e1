"""The strength record: matches whose outcome is known in advance, in every game.

    python bench/measure/strength.py --out FOLDER [--deals 2000] [--jobs 2] [--worlds 20]

`rules` must beat `random`, `pimc` `rules`, `cheat` `pimc`, each with its interval above 0.
The files of the matches stay in FOLDER: an interrupted run goes on where it was.
Exits with 1 if an interval is not above 0.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from trunfo.engine.registry import playable
from trunfo.match.deal import Match
from trunfo.match.file import Header, Writer
from trunfo.match.processes import pool_of
from trunfo.match.report import Progress
from trunfo.match.run import read_score, run
from trunfo.match.score import Score
from trunfo.match.signals import Stop
from trunfo.match.spec import parse


def played(path: Path, header: Header, jobs: int) -> Score:
    """The score of a match, its missing deals played."""
    pool = pool_of(jobs)
    with Stop() as stop, Writer(path, header, append=path.exists()) as writer:
        score = read_score(path, header)
        progress = Progress(sys.stderr, score.deals)
        try:
            run(score, writer, pool, stop, progress=progress)
        finally:
            progress.end()
            pool.close()
        if stop.requested:
            sys.exit(130)
    return score


def main() -> int:
    """Play the matches and print them as a table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--deals", type=int, default=2000)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--worlds", type=int, default=20)
    options.add_argument("--method", default="auto", choices=["auto", "pimc", "playout"])
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    pimc = f"pimc:worlds={asked.worlds}"
    if asked.method != "auto":
        pimc += f",method={asked.method}"
    print("| game | A | B | deals | RISCOS a deal | points a deal | ms per move, A / B |")
    print("|---|---|---|---|---|---|---|")
    failed = False
    for game in playable():
        for a, b in (("rules", "random"), (pimc, "rules"), ("cheat", pimc)):
            match = Match(game, game.rules(), (parse(a), parse(b)), asked.seed)
            name = f"{game.name}-{a}-{b}.jsonl".replace(":", "-")
            score = played(asked.out / name, Header(match, asked.deals), asked.jobs)
            riscos, points = score.riscos.estimate, score.points.estimate
            failed = failed or riscos.ci95 is None or riscos.mean <= riscos.ci95
            times = " / ".join(
                f"{1000 * spent.seconds / spent.decisions:.3g}" for spent in score.spent
            )
            print(
                f"| {game.name} | `{a}` | `{b}` | {score.deals}"
                f" | {riscos.mean:+.3f} ± {riscos.ci95 or 0:.3f}"
                f" | {points.mean:+.2f} ± {points.ci95 or 0:.2f} | {times} |",
                flush=True,
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
