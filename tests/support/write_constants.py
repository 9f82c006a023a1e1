"""Write the files of constants that tests/test_contract.py compares with.

    python tests/support/write_constants.py

Run it only when a rule was changed on purpose, and read the difference: the numbers
come from the plain Python engine, the kernel is then tested against them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parents[1]
sys.path[:0] = [str(HERE), str(HERE / "support")]

from games import cards_left, decided  # noqa: E402
from test_contract import module_name, playthrough  # noqa: E402

from trunfo.engine.position import Position  # noqa: E402
from trunfo.engine.registry import playable  # noqa: E402
from trunfo.engine.trick_game import TrickGame  # noqa: E402
from trunfo.engine.views import open_view  # noqa: E402

DEPTH = {52: 5, 40: 6, 28: 7, 20: 9, 16: 12, 12: 12, 8: 8, 6: 6}
"""Cards to play on, by cards in hands and stock."""


def perft(game: TrickGame, at: Position, depth: int) -> int:
    """The number of ways to play the next `depth` cards, by the engine."""
    if depth == 0:
        return 1
    return sum(perft(game, game.play(at, card), depth - 1) for card in game.legal(at))


def main() -> None:
    """Write perft counts and a playthrough for every game with rules."""
    for game in playable():
        random = Random(20)
        lines = [
            "# From the plain engine, `python tests/support/write_constants.py`: from each deal",
            "# the number of ways to play the next 0, 1, 2, … cards.",
        ]
        most = len(game.pack(game.rules()).cards)
        for left, depth in DEPTH.items():
            if left > most:
                continue
            at = decided(game, random, game.deal(random, game.rules()))
            while at.over:  # somebody went alone
                at = decided(game, random, game.deal(random, game.rules()))
            while cards_left(at) + len(at.stock) > left or at.table.cards:
                at = game.play(at, random.choice(sorted(game.legal(at))))
            pack = game.pack(at.rules)
            case: dict[str, Any] = {
                **({"trump": {"suit": "COEP"[at.trump.suit]}} if at.trump else {}),
                "leader": at.turn,
                "hands": [[pack.token(card) for card in sorted(hand)] for hand in at.hands],
                "counts": [perft(game, at, n) for n in range(depth + 1)],
            }
            if at.stock:
                case["trump"] |= {"card": pack.token(at.stock[-1]), "holder": "stock"}
                case["stock_cards"] = [pack.token(card) for card in at.stock]
            elif "stock" in game.keys:
                case["stock"] = 0
            if "decisions" in game.keys:
                case["decisions"] = open_view(game, at).to_dict()["decisions"]
            lines.append(json.dumps(case, separators=(",", ":")))
        name = module_name(game)
        (HERE / f"perft/{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
        seed = 4
        told = "\n".join([f"# seed {seed}", *playthrough(game, seed)]) + "\n"
        (HERE / f"playthroughs/{name}.txt").write_text(told, "utf-8")


if __name__ == "__main__":
    main()
