"""Whether what an answer states comes true: RISCOS stated against RISCOS paid.

    python bench/measure/calibration.py GAME [--worlds 50] [--deals 2000] [--players pimc]
        [--jobs 2] [--seed 1]

One decision a deal. The deal is played up to it, the seat to act is advised and does what stands
first, and the deal is played on, all seats by the same players: `pimc` with as many worlds as the
advice, or `rules`. Paid is what the deal brings the seat; in Sobe e Desce what the match is worth
to it then. Half of the decisions are before play where the game has any there. A table by phase and
cards in hand, one by what was stated, and of moons by the chance that was stated; the edges are
fixed, and a row of fewer than 200 decisions says so by a star. The ± is the 95% interval.
"""

from __future__ import annotations

import argparse
from bisect import bisect
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random

from trunfo.advise import advise
from trunfo.engine.registry import games
from trunfo.engine.rules.copas import MOON
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import view
from trunfo.ext.random import mix
from trunfo.games.base import advisor_of
from trunfo.match.base import Player
from trunfo.match.spec import parse

ENOUGH = 200
"""Decisions that a row needs."""

HELD = (4, 7)
"""Cards in hand at which a new row begins."""

RISCOS = {
    "sueca": (-1, -0.5, 0, 0.5, 1), "bisca": (-1, -0.5, 0, 0.5, 1), "bisca4": (-1, -0.5, 0, 0.5, 1),
    "copas": (10, 15, 18, 20, 22, 25, 30), "sobe-e-desce": (-10, -5, 0, 5, 10, 20),
}
"""Stated RISCOS at which a new row begins."""

MOONS = (0.05, 0.1, 0.2)
"""The same of the chance of a moon."""

Z95 = 1.96


@dataclass(frozen=True)
class Decision:
    """What was stated of the action that stands first, and what came of it."""

    kind: str
    stated: float
    paid: float
    moon: float | None = None


def decision(
    name: str, players: str, worlds: int, seed: int, number: int
) -> Decision | None:
    """The decision of a deal; None if there was none to take so late."""
    game = games()[name]
    assert isinstance(game, TrickGame)
    random, advisor, player = Random(mix(seed, number)), advisor_of(game), parse(players).build()
    start = at = advisor.opening(random, game.rules(), number % game.seats, number)
    before_play = view(game, start, start.turn).phase != "play"
    left = random.randrange(game.seats if before_play and number % 2 else len(game.pack(
        game.rules()).cards))
    taken = 0
    while not at.over:
        state = view(game, at, at.turn)
        if taken >= left:
            advice = advise(state, worlds=worlds, seed=mix(seed, number, taken) >> 1, jobs=1)
            if advice.forced is None:
                break
        at = game.act(at, _action(player, state, mix(seed, number, taken)))
        taken += 1
    else:
        return None
    seat, best = at.turn, advice.options[0]
    at = game.act(at, best.action)
    while not at.over:
        taken += 1
        at = game.act(at, _action(player, view(game, at, at.turn), mix(seed, number, taken)))
    kind = state.phase
    if kind == "play":
        place = bisect(HELD, len(state.hand or ()))
        kind = f"play, {('1 to 3', '4 to 6', '7 or more')[place]} cards"
    assert best.riscos is not None
    assert best.riscos.mean is not None
    moon = None if best.outcomes is None else best.outcomes.get("moon_mine")
    return Decision(kind, best.riscos.mean, advisor.worth(at)[seat], moon)


def _action(player: Player, state: object, seed: int) -> dict[str, object]:
    return player.play(state, seed)  # type: ignore[arg-type, return-value]


def row(name: str, stated: Sequence[float], paid: Sequence[float]) -> str:
    """What a number of decisions stated and paid."""
    count = len(stated)
    gaps = [one - other for one, other in zip(stated, paid, strict=True)]
    mean = sum(gaps) / count
    width = Z95 * sqrt(sum((gap - mean) ** 2 for gap in gaps) / max(count - 1, 1) / count)
    few = "" if count >= ENOUGH else "*"
    return (f"| {name} | {count}{few} | {sum(stated) / count:.3f} | {sum(paid) / count:.3f}"
            f" | {mean:+.3f} ± {width:.3f} |")


def rows(found: Sequence[Decision], edges: Sequence[float]) -> Iterator[str]:
    """By what was stated."""
    marks = [*map(str, edges)]
    names = [f"under {marks[0]}", *(f"{a} to {b}" for a, b in pairwise(marks)),
             f"{marks[-1]} or more"]
    for place, name in enumerate(names):
        part = [each for each in found if bisect(edges, each.stated) == place]
        if part:
            yield row(name, [each.stated for each in part], [each.paid for each in part])


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=sorted(RISCOS))
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--players", default="pimc", choices=("pimc", "rules"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    players = f"pimc:worlds={given.worlds}" if given.players == "pimc" else "rules"
    one = partial(decision, given.game, players, given.worlds, given.seed)
    with ProcessPoolExecutor(given.jobs) as pool:
        every = pool.map(one, range(given.deals), chunksize=4)
        found = [each for each in every if each is not None]
    print("| | decisions | stated | paid | stated - paid |\n|---|---|---|---|---|")
    print(row("all", [each.stated for each in found], [each.paid for each in found]))
    for kind in sorted({each.kind for each in found}):
        part = [each for each in found if each.kind == kind]
        print(row(kind, [each.stated for each in part], [each.paid for each in part]))
        if kind in ("pass", "trump", "go"):
            print(*rows(part, RISCOS[given.game]), sep="\n")
    print("by what was stated")
    print(*rows(found, RISCOS[given.game]), sep="\n")
    moons = [
        Decision(each.kind, each.moon, float(each.paid == MOON))
        for each in found if each.moon is not None
    ]
    if moons:
        print("by the chance of a moon that was stated")
        print(*rows(moons, MOONS), sep="\n")


if __name__ == "__main__":
    main()
