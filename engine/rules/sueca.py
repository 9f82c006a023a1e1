"""Sueca: two pairs, ten cards each, 120 points. Source of the rules: the sheets `000` and `001`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from trunfo.engine.cards import SHORT, cards_of, suit_of
from trunfo.engine.following import Standing
from trunfo.engine.game import Option, Rules
from trunfo.engine.history import trick_start
from trunfo.engine.position import Payoff, Position
from trunfo.engine.scoring import OPTIONS as SCORING
from trunfo.engine.scoring import SWEEP
from trunfo.engine.state import State
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.two_sides import TwoSidedGame

HAND = 10
LOW_HAND = 10
"""Card points that a leader's hand may hold at most where he may ask for a new deal."""


@dataclass(frozen=True)
class Sueca(TwoSidedGame):
    """Four players, seats 0 and 2 against 1 and 3."""

    def deal(self, random: Random, rules: Rules, dealer: int = 0, number: int = 0) -> Position:
        """Shuffle and deal ten cards each; one of the dealer's is turned up.

        Parameters
        ----------
        random : random.Random
            The source of chance.
        rules : Rules
            `first_lead` says who leads.
        dealer : int
            The seat that deals and owns the turned-up card.
        """
        cards = list(SHORT.cards)
        random.shuffle(cards)
        hands = tuple(
            frozenset(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(self.seats)
        )
        turned = cards[HAND * dealer]
        return Position(
            rules=rules,
            trump=Trump(suit_of(turned), turned, dealer),
            hands=hands,
            tricks=(),
            table=Trick(self.first_leader(rules, dealer)),
            dealer=dealer,
        )

    def first_leader(self, rules: Rules, dealer: int) -> int:
        """The seat before the dealer, or the one after him (`first_lead`)."""
        step = -1 if rules["first_lead"] == "before_dealer" else 1
        return (dealer + step) % self.seats

    def may_redeal(self, state: State, seat: int) -> bool:
        """Whether the leader has, or can have, few enough points to ask for a new deal."""
        begun = state.tricks or state.played or (state.table and state.table.cards)
        if begun or not state.rules["low_hand_redeal"]:
            return False
        if state.hands is not None or seat == state.me:
            hand = state.hands[seat] if state.hands is not None else state.hand or ()
            return SHORT.worth_of(hand) <= LOW_HAND
        own = next(
            holder for holder in self.knowledge(state).holders if holder.seat == seat
        )
        held = self.past(state).held(seat)
        lowest = sorted(SHORT.worth[card] for card in cards_of(own.allowed & ~held))
        free = lowest[: own.size - held.bit_count()]
        return SHORT.worth_of(cards_of(held)) + sum(free) <= LOW_HAND

    def has_match(self, rules: Rules) -> bool:
        """A match goes to `match_target` game points, if there is such a target."""
        return rules["match_target"] != 0

    def first_standing(self, rules: Rules) -> Standing:
        """No game points yet, where they are counted."""
        return Standing(points=(0,) * self.seats if self.has_match(rules) else None)

    def standing_after(
        self, rules: Rules, standing: Standing, end: Position | None, paid: Payoff | None
    ) -> Standing:
        """Game points of the pair that has won: 1 or 2, what ties have left, all for a sweep."""
        if paid is None or standing.points is None:
            return standing
        worth = int(abs(paid.riscos[0]))
        if not worth:
            kept = rules["tie"] != "nothing"
            return replace(standing, carry=standing.carry + kept)
        target = rules["match_target"]
        assert isinstance(target, int)
        won = worth << standing.carry if rules["tie"] == "double" else worth + standing.carry
        points = tuple(
            before if gain < 0 else max(before + won, target if worth == SWEEP else 0)
            for before, gain in zip(standing.points, paid.riscos, strict=True)
        )
        return replace(standing, points=points, carry=0)

    def match_ended(self, rules: Rules, standing: Standing, deals: int) -> bool:
        """Whether a pair has the game points."""
        target = rules["match_target"]
        assert isinstance(target, int)
        return standing.points is not None and max(standing.points) >= target

    def match_paid(self, standing: Standing, paid: Sequence[Payoff]) -> Payoff:
        """The game points; RISCOS are those of the deals."""
        return Payoff(standing.points or (), super().match_paid(standing, paid).riscos)

    def finished(self, state: State) -> int:
        """Every trick finished has taken a card from each hand."""
        return HAND - trick_start(self, state)

    def hand_due(self, rules: Rules, finished: int) -> int:
        """Ten cards at first, one less after each trick."""
        return HAND - finished


GAME = Sueca(
    name="sueca",
    title="Sueca",
    words=("sueca",),
    partners=True,
    options=(
        Option(
            "direction", "right", ("left", "right"), "where the next player sits",
            "sentido", ("esquerda", "direita"),
        ),
        Option(
            "first_lead", "before_dealer", ("before_dealer", "after_dealer"),
            "who leads to the first trick of a dealt game",
            "primeiro", ("antes_de_quem_dá", "depois_de_quem_dá"),
        ),
        *SCORING,
        Option(
            "tie", "nothing", ("nothing", "carry", "double"),
            "what 60 points each do to the next deal (does not change advice)",
            "empate", ("nada", "acumula", "dobra"),
        ),
        Option(
            "match_target", 0, (),
            "game points that end a match, 0 for none (does not change advice)",
            "partida_a",
        ),
        Option(
            "low_hand_redeal", False, (True, False),
            "the leader may ask for a new deal if his cards hold 10 points or fewer",
            "novo_jogo",
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
    text=(
        "Four players, partners opposite, 40 cards (no 8, 9, 10), ten each. From high to low:"
        " ace 11 points, seven 10, king 4, jack 3, queen 2, then 6 5 4 3 2 without points; 120"
        " in all. The dealer's turned-up card names the trump suit and stays in his hand. Follow"
        " suit if able, otherwise any card; the highest trump, else the highest card of the suit"
        " led, takes the trick and leads to the next. RISCOS, to each of the winning pair and"
        " minus the same to the others: 61 points or more 1, 91 or more 2, every trick 4;"
        " 60 each nothing. A revoke loses the deal, 4 RISCOS; leaving the game costs 10."
    ),
)
