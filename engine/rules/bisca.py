"""Bisca: pack, options and names, for reading and writing its positions."""

from __future__ import annotations

from trunfo.engine.game import Game, Option
from trunfo.engine.scoring import OPTIONS as SCORING

GAME = Game(
    name="bisca",
    title="Bisca",
    words=("bisca",),
    seats=2,
    hand_size=11,
    options=(
        Option("hand_size", 3, (3, 5, 7, 9, 11), "cards in a hand"),
        *SCORING,
        Option(
            "follow_when_stock_empty", True, (True, False),
            "suit must be followed once the stock is empty",
        ),
    ),
    keys=frozenset({"trump", "points", "stock", "stock_cards"}),
    required=frozenset({"trump"}),
)
