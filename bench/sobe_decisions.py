"""What simulating the decisions before play gains over the rule policies, in Sobe e Desce.

    python bench/sobe_decisions.py [--decisions 600] [--worlds 256,2048] [--seed 1]

Decisions come up in matches of rule players. Each is advised on with every number of worlds, and
wherever another action comes out than the rule policy's, both are valued in the same fresh
worlds. So it is measured, without the luck of the cards, what a player wins among rule players:
with the best action by the mean, and with the one that `pimc` takes in a match, which is another
than the policy's only where that is clearly better.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator, Mapping
from random import Random

import numpy as np
from numpy.typing import NDArray

from trunfo.advise import advise
from trunfo.decisions.sobe_e_desce import by_rule
from trunfo.engine.cards import SUIT_LETTERS, cards_of
from trunfo.engine.game import Action, Position
from trunfo.engine.registry import games
from trunfo.engine.rules.sobe_e_desce import SobeEDesce
from trunfo.engine.state import State
from trunfo.engine.views import view
from trunfo.ext.random import mix
from trunfo.players import RulesPlayer, clearly_better
from trunfo.sobe_advice import Draws, Futures
from trunfo.sobe_table import STAY, TURN_UP, Seats

SAMPLED = 0.05
"""Share of the decisions of a match that are looked at: those of one deal are alike."""

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
    futures = Futures(
        seats, actions, seed, JUDGED_FROM, "playout", math.inf, np.zeros(1, dtype=np.int32)
    )
    values = futures(0, Draws().chunk(0, worlds))["riscos"]
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
    parser.add_argument("--worlds", default="256,2048", help="numbers of worlds, with commas")
    parser.add_argument("--judge", type=int, default=20000, help="fresh worlds a decision")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sizes = [int(size) for size in given.worlds.split(",")]
    game = games()["sobe-e-desce"]
    assert isinstance(game, SobeEDesce)
    spent = dict.fromkeys(sizes, 0.0)
    rows: dict[tuple[str, int], list[tuple[float, float, bool]]] = {}
    asked = 0
    for state in decisions(game, given.seed):
        seed = mix(given.seed, asked) >> 1
        ruled, advised = by_rule(state), {}
        assert ruled is not None
        for size in sizes:
            started = time.perf_counter()
            advised[size] = advise(state, worlds=size, seed=seed, both=False, jobs=1).options
            spent[size] += time.perf_counter() - started
        if not advised[sizes[0]] or len(advised[sizes[0]]) == 1:
            continue
        asked += 1
        seats = Seats.of(state, game.knowledge(state))
        picked = {
            size: (
                code(seats, options[0].action), code(seats, clearly_better(options, ruled))
            )
            for size, options in advised.items()
        }
        policy = code(seats, ruled)
        codes = {policy, *(one for pair in picked.values() for one in pair)}
        worth = judged(seats, codes, seed, given.judge) if len(codes) > 1 else {policy: 0.0}
        kind = "trump" if "trump" in ruled else "going"
        for size, (best, taken) in picked.items():
            row = (worth[best] - worth[policy], worth[taken] - worth[policy], taken != policy)
            rows.setdefault((kind, size), []).append(row)
        if asked == given.decisions:
            break
    print("| decision | worlds | decisions | best by the mean | as in a match | departs |")
    print("|---|---|---|---|---|---|")
    for (kind, size), lot in sorted(rows.items()):
        table = np.array(lot, dtype=float)
        print(
            f"| {kind} | {size} | {len(lot)} | {shown(table[:, 0])} | {shown(table[:, 1])}"
            f" | {table[:, 2].mean():.1%} |"
        )
    for size in sizes:
        print(f"{size} worlds: {1000 * spent[size] / asked:.0f} ms a decision, one core")


if __name__ == "__main__":
    main()
