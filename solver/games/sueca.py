"""Sueca, option `low_hand_redeal`: to ask for a new deal instead of leading to the first trick.

A new deal is worth what the leader's side can expect before it sees a card, which depends on
nothing in the position: the tables below, one a method, each made by the command beside it.
They follow the option to its end: whoever is dealt a low hand again asks again where that is
better. They hold for the default thresholds; with others they are as near as the notes say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from trunfo.advice import Estimate
from trunfo.engine.cards import SHORT, cards_of
from trunfo.engine.errors import Message, as_written
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.rules.sueca import GAME, HAND, LOW_HAND
from trunfo.engine.state import State
from trunfo.games.base import Example
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

    usual: ClassVar[bool] = True
    examples: ClassVar[Mapping[str, Example]] = {
        "play": Example(
            as_written(
                "Which card to play. Clubs are trump, and the ace that was turned up is with the"
                " player on my left. My partner led the 7♦, the player on the left put the 6♦,"
                " now it is my turn. My partner has no hearts. The cards that are gone stand in"
                " any order; forgotten ones may be left out, for the points and the sizes of the"
                " hands still count."
            ),
            as_written(
                "sueca; trump A♣ left; hand ♥J ♣7JQ63; table partner 7♦ 6♦; lacks partner ♥;"
                " played K273♠ 762♥ 4♣ A4J6♠ A34J♦; points us 38 them 14"
            ),
        ),
        "redeal": Example(
            as_written(
                "Whether to ask for a new deal, where the rules allow it: I am to lead, and my ten"
                " cards hold 10 points or fewer."
            ),
            as_written(
                "sueca; rules low_hand_redeal=yes; trump 7♠ right; leads me; hand ♥K65 ♦643 ♠65 ♣42"
            ),
        ),
        "over": Example(
            as_written("A deal that is over: what it pays."),
            as_written("sueca; trump ♣; hand -; points us 78 them 42"),
        ),
        "solve": Example(
            as_written(
                "All cards known: what every card of the player to move brings if all play as well"
                " as possible."
            ),
            as_written(
                "sueca; trump ♠; leads me; points us 50 them 40; hands me: A♥ 7♥, right: K♥ 2♠,"
                " partner: J♦ Q♦, left: 6♣ 5♣"
            ),
        ),
    }

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
