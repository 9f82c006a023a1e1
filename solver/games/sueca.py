"""Sueca, option `low_hand_redeal`: to ask for a new deal instead of leading to the first trick.

A new deal is worth what the leader's side can expect before it sees a card, which depends on
nothing in the position: the tables below, one a method, each made by the command beside it.
They follow the option to its end: whoever is dealt a low hand again asks again where that is
better. They hold for the default thresholds; with others they are as near as the notes say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trunfo.advice import Estimate
from trunfo.engine.cards import SHORT, cards_of
from trunfo.engine.errors import Message
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.rules.sueca import GAME, HAND, LOW_HAND
from trunfo.engine.state import State
from trunfo.games.two_sides import TwoSidesAdvisor, payment
from trunfo.pimc.decision import ExtraAction
from trunfo.pimc.statistics import Z95


@dataclass(frozen=True)
class NewDeal:
    """What a new deal brings the leader's side: means, standard errors, chances."""

    riscos: float
    riscos_error: float
    points: float
    points_error: float
    outcomes: dict[str, float]


NEW_DEAL = {
    # python bench/tables/redeal.py --method playout --deals 3000 --worlds 100
    "playout": NewDeal(
        -0.0741, 0.0103, 58.058, 0.197,
        {
            "lose_sweep": 0.00172, "lose_double": 0.08773, "lose": 0.42591, "draw": 0.01911,
            "win": 0.39896, "win_double": 0.06552, "win_sweep": 0.00105,
        },
    ),
    # python bench/tables/redeal.py --method pimc --deals 500 --worlds 16
    "pimc": NewDeal(
        -0.1204, 0.0374, 56.773, 0.745,
        {
            "lose_sweep": 0.02199, "lose_double": 0.14570, "lose": 0.36227, "draw": 0.01440,
            "win": 0.32960, "win_double": 0.10622, "win_sweep": 0.01980,
        },
    ),
}


class SuecaAdvisor(TwoSidesAdvisor):
    """Sueca: nothing but cards, and a new deal where the rules have it."""

    def law(self, state: State) -> Mapping[str, int]:
        """How a deal is paid."""
        return payment(state)

    def extra_actions(
        self, state: State, known: Knowledge, method: str
    ) -> tuple[ExtraAction, ...]:
        """A new deal, where the rules let the leader ask for one."""
        first_lead = not known.table and known.hand.bit_count() == HAND
        low = SHORT.worth_of(cards_of(known.hand)) <= LOW_HAND
        if not (state.rules["low_hand_redeal"] and first_lead and low):
            return ()
        new = NEW_DEAL[method]
        total = sum(new.outcomes.values())  # 1 but for rounding
        text = (
            "A new deal is valued by a table of what a leader can expect before he sees his cards,"
            " found for 91 points and every trick."
        )
        return (
            ExtraAction(
                action={"redeal": True},
                riscos=Estimate(new.riscos, Z95 * new.riscos_error),
                points=Estimate(new.points, Z95 * new.points_error),
                outcomes={name: chance / total for name, chance in new.outcomes.items()},
                note=Message("redeal_table", text),
            ),
        )


ADVISOR = SuecaAdvisor(GAME)
