"""Copas: pack, options and names, for reading and writing its positions."""

from __future__ import annotations

from dataclasses import dataclass

from trunfo.engine.cards import LONG, LONG_QUEEN, Pack
from trunfo.engine.game import Game, Option, Rules


@dataclass(frozen=True)
class Copas(Game):
    """Four players, each for himself, 52 cards."""

    def pack(self, rules: Rules) -> Pack:
        """The queen stands above the jack only in the international order."""
        return LONG_QUEEN if rules["queen_above_jack"] else LONG


GAME = Copas(
    name="copas",
    title="Copas",
    words=("copas", "hearts"),
    hand_size=13,
    options=(
        Option("direction", "left", ("left", "right"), "where the next player sits"),
        Option(
            "must_lead_two_of_clubs", True, (True, False),
            "the holder of the two of clubs must lead it",
        ),
        Option(
            "hearts_must_be_broken", False, (True, False),
            "a heart may be led only after one has been played",
        ),
        Option(
            "queen_above_jack", False, (True, False), "international order of the ranks"
        ),
    ),
    phases=("play", "pass"),
    fewer_points=True,
    keys=frozenset({"round", "passed", "received", "points"}),
)
