"""Whether advice on a pass in Copas keeps what it promises.

`python bench/measure/copas_promises.py [--deals N] [--worlds N] [--player P] [--others P]`

For every deal the seat that passes first is advised on its pass and does it. `--player` then
plays its cards, `--others` sit on the three other seats. Prints the RISCOS and the chance of a
moon that the advice had for the pass, and what came of it. The promise is made for others who
play by the rules of the playouts; where real ones stop moons better than those, moons
are tried for that do not come.
"""

from __future__ import annotations

import argparse
import math
from random import Random

from trunfo.advise import advise
from trunfo.engine.registry import games
from trunfo.engine.views import view
from trunfo.ext.random import mix
from trunfo.match.spec import parse

COPAS = games()["copas"]
ROUNDS_WITH_PASS = 3


def shown(values: list[float]) -> str:
    """Mean and standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{mean:7.3f} +- {math.sqrt(spread / len(values)):.3f}"


def main() -> None:
    """Play the deals and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--player", default="pimc:worlds=60")
    parser.add_argument("--others", default="pimc:worlds=60")
    given = parser.parse_args()
    own, other = parse(given.player).build(), parse(given.others).build()
    promised, gained, chances, moons = [], [], [], []
    for deal in range(given.deals):
        at = COPAS.deal(Random(mix(1, deal)), COPAS.rules(), 0, deal % ROUNDS_WITH_PASS)
        best = advise(view(COPAS, at, 0), worlds=given.worlds, seed=deal).options[0]
        at = COPAS.act(at, best.action)
        while not at.over:
            player = other if at.turn else own
            seed = mix(2, deal, at.turn, sum(map(len, at.hands)))
            at = COPAS.act(at, player.play(view(COPAS, at, at.turn), seed))
        paid = COPAS.payoff(at).riscos[0]
        promised.append(best.riscos.mean)
        gained.append(paid)
        chances.append(best.outcomes["moon_mine"])
        moons.append(float(paid == 104))
    print(f"RISCOS promised {shown(promised)}   gained {shown(gained)}")
    print(f"moons  promised {shown(chances)}   made   {shown(moons)}")


if __name__ == "__main__":
    main()
