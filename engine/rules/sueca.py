"""Sueca: two pairs, ten cards each, 120 points. Source of the rules: the sheets `000` and `001`."""

from __future__ import annotations

from trunfo.engine.game import Game, Option
from trunfo.engine.scoring import OPTIONS as SCORING

GAME = Game(
    name="sueca",
    title="Sueca",
    words=("sueca",),
    partners=True,
    options=(
        Option("direction", "right", ("left", "right"), "where the next player sits"),
        Option(
            "first_lead", "before_dealer", ("before_dealer", "after_dealer"),
            "who leads to the first trick of a dealt game",
        ),
        *SCORING,
        Option(
            "tie", "nothing", ("nothing", "carry", "double"),
            "what 60 points each do to the next deal (does not change advice)",
        ),
        Option(
            "match_target", 0, (),
            "game points that end a match, 0 for none (does not change advice)",
        ),
        Option(
            "low_hand_redeal", False, (True, False),
            "the leader may ask for a new deal if his cards hold 10 points or fewer",
        ),
    ),
    presets={
        "001": {
            "direction": "left", "first_lead": "after_dealer", "match_target": 4,
            "tie": "carry", "low_hand_redeal": True,
        },
    },
    keys=frozenset({"trump", "points"}),
    required=frozenset({"trump"}),
)
