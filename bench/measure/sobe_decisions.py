"""What simulating the decisions before play gains over the rule policies, in Sobe e Desce.

    python bench/measure/sobe_decisions.py [--decisions 600] [--worlds 256,1024] [--seed 1]

Decisions come up in matches of rule players. Each is advised on with every number of worlds, for
RISCOS and for points, and wherever another action comes out than that of the rule policy for
RISCOS, both are valued in the same fresh worlds. So it is measured, without the luck of the cards,
what RISCOS a player wins among rule players: by the rule policy for his objective, by the best
action by the mean, and by the one that `pimc` takes in a match, which is another than the
policy's only where that is clearly better. Playing for points shows what the match value is worth.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from trunfo.advise import advise
from trunfo.engine.cards import SUIT_LETTERS, cards_of
from trunfo.engine.position import Action, Position
from trunfo.engine.registry import games
from trunfo.engine.rules.sobe_e_desce import SobeEDesce
from trunfo.engine.state import State
from trunfo.engine.views import view
from trunfo.ext.random import mix
from trunfo.games.sobe_e_desce import ADVISOR
from trunfo.games.sobe_e_desce.before_play import BeforePlay
from trunfo.games.sobe_e_desce.table import STAY, TURN_UP, Seats
from trunfo.match.players import RulesPlayer
from trunfo.pimc.arrays import Limits
from trunfo.pimc.budget import Budget
from trunfo.pimc.choices import sign
from trunfo.pimc.decision import Question

SAMPLED = 0.05
"""Share of the decisions of a match that are looked at: those of one deal are alike."""

OBJECTIVES = ("riscos", "points")

JUDGED_FROM = 1 << 42
"""Number of the first world by which actions are judged; `advise` never gets that far."""


def decisions(game: SobeEDesce, seed: int) -> Iterator[State]:
    """Some of the decisions before play in matches of rule players, without end."""
    chosen, player, match = Random(seed), RulesPlayer(), 0
    while True:
        at: Position = game.deal(Random(mix(seed, match, 0)), game.rules(), match % game.seats)
        deal = 0
        while True:
            while not at.over:
                state = view(game, at, at.turn)
                if state.phase != "play" and chosen.random() < SAMPLED:
                    yield state
                at = game.act(at, player.play(state, 0))
            if game.match_over(at):
                break
            deal += 1
            at = game.next_deal(at, Random(mix(seed, match, deal)))
        match += 1


def code(seats: Seats, action: Action) -> int:
    """An action as the kernel counts them."""
    if "trump" in action:
        return TURN_UP if action["trump"] == "turn" else SUIT_LETTERS.index(action["trump"])
    if not action["go"]:
        return STAY
    hand = [seats.state.pack.token(card) for card in sorted(cards_of(seats.known.hand))]
    return sum(1 << hand.index(token) for token in action["discard"])


def judged(seats: Seats, codes: set[int], seed: int, worlds: int) -> Mapping[int, float]:
    """RISCOS of the seat after each action, a mean over fresh worlds."""
    actions = tuple(sorted(codes))
    question = Question(
        seats.state, seats.known, Budget(worlds=worlds), "riscos", "auto", seed, jobs=1, both=False,
        without=frozenset(), started=time.monotonic(),
    )
    decision = ADVISOR.decision(question)
    assert isinstance(decision, BeforePlay)
    draws = decision.worlds().chunk(JUDGED_FROM, worlds)
    values = replace(decision, codes=actions).value(JUDGED_FROM, draws, Limits.none())["riscos"]
    return dict(zip(actions, values.mean(axis=0).tolist(), strict=True))


def shown(gains: NDArray[np.float64]) -> str:
    """The mean with its 95% interval."""
    half = 1.96 * gains.std(ddof=1) / len(gains) ** 0.5 if len(gains) > 1 else math.nan
    return f"{gains.mean():+.4f} ± {half:.4f}"


def main() -> None:
    """Advise, judge and print."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=600)
    parser.add_argument("--worlds", default="256,1024", help="numbers of worlds, with commas")
    parser.add_argument("--judge", type=int, default=20000, help="fresh worlds a decision")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sizes = [int(size) for size in given.worlds.split(",")]
    game = games()["sobe-e-desce"]
    assert isinstance(game, SobeEDesce)
    ways = [(objective, size) for objective in OBJECTIVES for size in sizes]
    spent = dict.fromkeys(sizes, 0.0)
    rows: dict[tuple[str, str, int], list[list[float]]] = {}
    asked = 0
    for state in decisions(game, given.seed):
        seed = mix(given.seed, asked) >> 1
        seats = Seats.of(state, game.knowledge(state))
        ruled = {objective: ADVISOR.by_rule(state, objective) for objective in OBJECTIVES}
        picked = {}
        for objective, size in ways:
            started = time.perf_counter()
            options = advise(
                state, worlds=size, objective=objective, seed=seed, both=False, jobs=1
            ).options
            spent[size] += time.perf_counter() - started
            if len(options) < 2:
                break
            best = max(options, key=lambda each: sign(game, objective) * (each.delta.mean or 0.0))
            chosen = (ruled[objective], best.action, options[0].action)
            picked[objective, size] = [code(seats, action) for action in chosen]
        if len(picked) < len(ways):
            continue  # nothing to decide
        asked += 1
        base = code(seats, ruled["riscos"])
        codes = {base, *(one for lot in picked.values() for one in lot)}
        worth = judged(seats, codes, seed, given.judge) if len(codes) > 1 else {base: 0.0}
        kind = "trump" if "trump" in ruled["riscos"] else "going"
        for (objective, size), lot in picked.items():
            gains = [worth[one] - worth[base] for one in lot]
            rows.setdefault((kind, objective, size), []).append([*gains, lot[2] != lot[0]])
        if asked == given.decisions:
            break
    heads = ("decision", "for", "worlds", "decisions", "policy", "best", "as in a match", "departs")
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    for (kind, objective, size), found in sorted(rows.items()):
        table = np.array(found, dtype=float)
        gained = " | ".join(shown(table[:, column]) for column in range(3))
        departs = table[:, 3].mean()
        print(f"| {kind} | {objective} | {size} | {len(found)} | {gained} | {departs:.1%} |")
    for size in sizes:
        each = 1000 * spent[size] / (asked * len(OBJECTIVES))
        print(f"{size} worlds: {each:.0f} ms a decision, one core")


if __name__ == "__main__":
    main()
