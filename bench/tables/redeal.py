"""What a new deal is worth to the side of its leader, for `solver/games/sueca.py`.

    python bench/tables/redeal.py --method pimc --deals 500 --worlds 16
    python bench/tables/redeal.py --method playout --deals 5000 --worlds 100

Deals at random, the leader asks for advice as a player would; a hand of 10 points or fewer
is thrown in again where that is better than playing it (solved for by iteration: the value
of a new deal is the mean over all hands of the better of the two). Prints the outcomes'
probabilities, the card points and their standard errors.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
from joblib import Parallel, delayed

import trunfo
from trunfo.engine.cards import SHORT
from trunfo.engine.registry import games
from trunfo.engine.views import view


def first_lead(seed: int, worlds: int, method: str) -> tuple[int, float, float, dict[str, float]]:
    """Points in the leader's hand; RISCOS, points and outcomes that he can expect by playing."""
    game = games()["sueca"]
    at = game.deal(Random(seed), game.rules(), dealer=3)  # type: ignore[attr-defined]
    advice = trunfo.advise(
        view(game, at, at.turn),  # type: ignore[arg-type]
        worlds=worlds, seed=seed, method=method, jobs=1,
    )
    best = advice.options[0]
    assert best.riscos is not None
    assert best.riscos.mean is not None
    assert best.points.mean is not None
    assert best.outcomes is not None
    points = SHORT.worth_of(at.hands[at.turn])
    return points, best.riscos.mean, best.points.mean, dict(best.outcomes)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--method", choices=["pimc", "playout"], default="pimc")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--worlds", type=int, default=16)
    given = parser.parse_args()
    rows = Parallel(n_jobs=-1)(
        delayed(first_lead)(seed, given.worlds, given.method) for seed in range(given.deals)
    )
    low = np.array([row[0] <= 10 for row in rows])
    riscos = np.array([row[1] for row in rows])
    value = riscos.mean()
    for _ in range(50):
        again = low & (riscos < value)
        value = riscos[~again].mean()
    played = ~again
    n = int(played.sum())
    assert all(row[3].keys() == rows[0][3].keys() for row in rows)
    print(f"{given.deals} deals, {low.sum()} low hands, {again.sum()} thrown in")
    print(f"riscos {value:.4f} standard error {riscos[played].std(ddof=1) / n**0.5:.4f}")
    points = np.array([row[2] for row in rows])[played]
    print(f"points {points.mean():.3f} standard error {points.std(ddof=1) / n**0.5:.3f}")
    for name in rows[0][3]:
        print(f"  {name}: {np.array([row[3][name] for row in rows])[played].mean():.5f}")


if __name__ == "__main__":
    main()
