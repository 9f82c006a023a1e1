"""Bisca: two hands and a stock. The last draws are worked out on each player's own information."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from trunfo.advice import Advice
from trunfo.engine.errors import as_written
from trunfo.engine.game import Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.rules.bisca import GAME
from trunfo.engine.state import State
from trunfo.games.base import Example
from trunfo.games.self_play import SidesSelfPlay
from trunfo.games.two_sides import TwoSidesAdvisor, payment
from trunfo.pimc.budget import Budget

LAST_DRAWS = {
    (3, 2, 0): 0.001, (3, 2, 1): 0.001, (3, 4, 0): 0.03, (3, 4, 1): 0.002,
    (3, 6, 0): 3.0, (3, 6, 1): 0.25, (5, 2, 0): 0.04, (5, 2, 1): 0.001, (5, 4, 1): 0.15,
    (5, 4, 0): 5.0, (7, 2, 0): 0.03, (7, 2, 1): 0.002, (7, 4, 1): 4.0, (9, 2, 0): 0.4,
    (9, 2, 1): 0.02, (11, 2, 0): 4.0, (11, 2, 1): 0.1,
}
"""Seconds that the last draws take, each decision on its own information.

By cards in a hand, cards in the stock and cards on the table; `bench/measure/bisca_speed.py`.
"""

MOST_OPEN = {3: 14, 5: 8, 7: 4, 9: 2, 11: 2}
"""Cards in the stock, by cards in a hand, up to which an open position is solved in a second."""

LEAD_WEIGHT = 3
"""How many times a deal counts in which the leader would have led the card that was led, before
the last draw with hands of three: what that gains is known only there (`last_draw.py`)."""

NESTED = as_written(
    "Approximate: each player plays what is best on average over all he cannot see;"
    " what a card played tells about the rest of that hand counts for nothing."
)
NESTED_BUT_LEAD = as_written(
    "Approximate: each player plays what is best on average over all he cannot see;"
    " but for the lead, what a card tells about the rest of a hand counts for nothing."
)


class BiscaSelfPlay(SidesSelfPlay):
    """As any game of two sides with a stock, with an option of its own."""

    def law(self) -> dict[str, int]:
        """How a deal is paid, and whether suit must be followed."""
        return {**super().law(), "follow": int(bool(self.rules["follow_when_stock_empty"]))}


class BiscaAdvisor(TwoSidesAdvisor):
    """Bisca: while there is a stock nobody may plan on cards that nobody knows."""

    examples: ClassVar[Mapping[str, Example]] = {
        "play": Example(
            as_written(
                "Which card to play. Three cards each, diamonds are trump: the six was turned up"
                " and lies under the stock, which has 28 cards, itself included. The other player"
                " led the king of hearts. So far each has 14 points."
            ),
            as_written(
                "bisca 3; trump 6♦ stock; stock 28; hand 7♥ Q♦ 4♠; table opponent K♥;"
                " played A♠ 3♠ K♣ 7♣ 2♥ J♥; points me 14 opponent 14"
            ),
        ),
        "over": Example(
            as_written("A deal that is over: what it pays."),
            as_written("bisca 3; trump ♦; hand -; points me 70 opponent 50"),
        ),
        "solve": Example(
            as_written(
                "All cards known: what every card of the player to move brings if both play as"
                " well as possible. With a stock, say its cards in the order in which they are"
                " drawn."
            ),
            as_written(
                "bisca 3; trump ♦; leads me; stock 0; points me 60 opponent 35;"
                " hands me: A♦ 7♥, opponent: K♦ 2♥"
            ),
        ),
    }

    def self_play(self, rules: Rules) -> BiscaSelfPlay:
        """With a stock."""
        return BiscaSelfPlay(self.game, rules)

    def law(self, state: State) -> Mapping[str, int]:
        """How a deal is paid, and whether suit must be followed."""
        return {**payment(state), "follow": bool(state.rules["follow_when_stock_empty"])}

    def method(self, known: Knowledge, asked: str, budget: Budget) -> str:
        """How a card is valued.

        Returns
        -------
        str
            `nested` besides: the last draws from a stock, every place of the hidden cards tried
            and each decision taken on its player's own information; or, without a stock, a
            search in which suit is free.
        """
        if asked == "playout":
            return "playout"
        if known.stock:
            return "nested" if 2 * _draws(known) <= budget.seconds else "playout"
        return super().method(known, asked, budget) if known.must_follow else "nested"

    def exact_method(self, known: Knowledge, *, open: bool) -> str:
        """The last draws where they are within reach, else playouts."""
        if not known.stock:
            return "pimc" if known.must_follow else "nested"
        if open:
            return "nested" if self.solvable(known) else "playout"
        return "nested" if _draws(known) < 1 else "playout"

    def solvable(self, known: Knowledge) -> bool:
        """As many cards to draw as can be searched in a second."""
        return known.stock <= MOST_OPEN.get(known.hand.bit_count(), 0)

    def lead_weight(self, known: Knowledge, method: str) -> int:
        """Before the last draw the lead tells something."""
        answering = method == "nested" and known.stock == 2 and known.table
        return LEAD_WEIGHT if answering and known.hand.bit_count() == 3 else 1

    def approximations(self, advice: Advice) -> tuple[str, ...]:
        """What the last draws leave out, beside what all methods do."""
        if any(note.code == "stock_empty" for note in advice.notes):
            return ()  # nothing is hidden from anybody
        if any(note.code == "lead_weight" for note in advice.notes):
            return (NESTED_BUT_LEAD,)
        if advice.method == "nested":
            return (NESTED,)
        return super().approximations(advice)


def _draws(known: Knowledge) -> float:
    """Seconds that the last draws take; infinite where they are out of reach."""
    place = (known.hand.bit_count(), known.stock, len(known.table))
    return LAST_DRAWS.get(place, float("inf"))


ADVISOR = BiscaAdvisor(GAME)
