"""Sobe e Desce: pack, options and names, for reading and writing its positions."""

from __future__ import annotations

from trunfo.engine.game import Game, Option

GAME = Game(
    name="sobe-e-desce",
    title="Sobe e Desce",
    words=("sobe-e-desce", "sobe-desce", "sobe e desce", "sobe desce", "sobe_e_desce"),
    hand_size=5,
    options=(
        Option("direction", "right", ("left", "right"), "where the next player sits"),
        Option("turn_up", True, (True, False), "the chooser may turn up the next card"),
        Option(
            "must_go", ("hearts", "chooser", "five", "absences"),
            ("hearts", "chooser", "five", "absences"), "who may not stay out",
        ),
        Option(
            "beat", "ruff", ("ruff", "always"),
            "whether only a ruff or every card must beat the trick where it can",
        ),
        Option(
            "undertrump", "free", ("free", "forced"),
            "what a player may play who holds only trumps too low to win",
        ),
        Option(
            "match_end", "lowest", ("lowest", "first_reached"),
            "who wins when several stand at 0 or less",
        ),
    ),
    presets={
        "002": {
            "direction": "left", "beat": "always", "undertrump": "forced", "turn_up": False,
            "must_go": ("hearts", "absences"),
        },
    },
    phases=("play", "trump", "go"),
    leaving=-100,
    fewer_points=True,
    keys=frozenset({"trump", "scores", "absences", "decisions", "discarded"}),
)
