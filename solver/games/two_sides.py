"""Advice in games of two sides that are paid by card points and tricks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import (
    Advice,
    Certainty,
    Choice,
    Estimate,
    NextCards,
    OutcomeColumn,
    Result,
    Solution,
    SolvedChoice,
    Sure,
    Words,
)
from trunfo.engine.cards import card_message, suit_of
from trunfo.engine.errors import Message, UnreadableInput, as_written
from trunfo.engine.game import Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action
from trunfo.engine.scoring import TOTAL, riscos
from trunfo.engine.state import State
from trunfo.engine.trick import beats, winning_card
from trunfo.ext.kernel import Root
from trunfo.games.base import Advisor
from trunfo.games.following import next_cards
from trunfo.games.reasons import played, side_reasons
from trunfo.games.side_values import EVERY, Valuer, cards_to_play, counted
from trunfo.pimc.arrays import Columns, Limits, Raw, WorldSource, rows, share
from trunfo.pimc.arrays import Words as Worded
from trunfo.pimc.blocks import Each
from trunfo.pimc.budget import Budget
from trunfo.pimc.choices import ranking, sign
from trunfo.pimc.decision import Certain, Decision, ExtraAction, Held, Payoffs, Question
from trunfo.pimc.encode import play_actions, root_of
from trunfo.pimc.statistics import difference
from trunfo.pimc.worlds import Worlds

if TYPE_CHECKING:
    from trunfo.games.self_play import SidesSelfPlay

OUTCOMES = {
    -4: "lose_sweep", -2: "lose_double", -1: "lose", 0: "draw",
    1: "win", 2: "win_double", 4: "win_sweep",
}
"""Names of the RISCOS of a deal."""


class TwoSidesPayoffs(Payoffs):
    """RISCOS by 61 points, the double, and every trick."""

    def outcomes(self, columns: Columns, action: int) -> Mapping[str, float] | None:
        """Chances of every result."""
        paid = columns["riscos"][:, action]
        if not len(paid):
            return None
        return {name: share(paid == worth) for worth, name in OUTCOMES.items()}

    def reached(self, columns: Columns) -> Sequence[tuple[str, NDArray[np.bool_]]]:
        """A draw, a win, a double one, every trick."""
        paid = columns["riscos"]
        return [(OUTCOMES[least], paid >= least) for least in sorted(OUTCOMES) if least >= 0]

    def thrift(self, state: State, card: int) -> tuple[int, ...]:
        """Keep trumps and points, play the lowest (and of two equally low ones the first suit)."""
        trump = state.trump.suit if state.trump else None
        return (suit_of(card) == trump, state.pack.worth[card], card % 16, card)


# --- the card to play --------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class CardOfSide(Decision):
    """Which card to play.

    Parameters
    ----------
    advisor : TwoSidesAdvisor
        What the game knows.
    valuer : Valuer
        What values the cards.
    """

    advisor: TwoSidesAdvisor
    valuer: Valuer

    @cached_property
    def _worlds(self) -> Worlds:
        question = self.question
        most = question.budget.most_enumerated
        return Worlds(question.state, question.known, most, question.seed)

    @cached_property
    def _fitted(self) -> Valuer:
        """The valuer, as it suits whether the worlds are all there are."""
        question, known = self.question, self.question.known
        if self._worlds.exhaustive:
            weight = self.advisor.lead_weight(known, self.method)
            return replace(self.valuer, lead_weight=weight)
        if question.both and question.objective == "riscos":
            return replace(self.valuer, prefix=self.advisor.prefix(known, question.budget))
        return self.valuer

    def worlds(self) -> WorldSource:
        """All worlds, or uniform samples of them."""
        return self._worlds

    def value(self, first: int, worlds: Worded, limits: Limits) -> Raw:
        """Points and RISCOS of my side."""
        return self._fitted(first, worlds, limits)

    def certain(self) -> Certain | None:
        """A single card, or a deal in which nothing is left to win."""
        question, cards = self.question, self.valuer.cards
        if self.extras:
            return None
        decided = self.advisor.is_decided(question.state, question.known)
        if len(cards) > 1 and not decided:
            return None
        if decided or Worlds(question.state, question.known, 1, 0).exhaustive:
            columns = self.advisor.exact(question.state, question.known)
        else:
            columns = dict.fromkeys(
                ("points", "riscos"), np.empty((0, len(cards)), dtype=np.int64)
            )
        return Certain(columns, "one_action" if len(cards) == 1 else "all_equal")

    def played_out(self) -> CardOfSide:
        """The same by playouts."""
        return replace(self, method="playout", valuer=replace(self.valuer, method="playout"))

    @property
    def extras(self) -> tuple[ExtraAction, ...]:
        """What may be done instead of playing a card."""
        return self.advisor.extra_actions(self.question.state, self.question.known, self.method)

    def remarks(self, raw: Raw) -> tuple[Message, ...]:
        """What the lead told, and notes of extra actions."""
        notes = [extra.note for extra in self.extras]
        if "weight" in raw:
            text = (
                "The lead tells something: deals in which {card} is the best lead, by the same"
                " reckoning, have {times} times the weight."
            )
            led = card_message(self.question.state.pack, self.question.known.table[0])
            values = {"card": led, "times": self._fitted.lead_weight}
            notes.insert(0, Message("lead_weight", text, values))
        return tuple(notes)

    def proved(self, advice: Advice) -> Certainty | None:
        """What is certain however the others play."""
        from trunfo.games.guarantee import MOST_CARDS, MOST_DEALS, guaranteed

        question, known = self.question, self.question.known
        card = played(question, advice.options[0].action)
        if card is None:
            return None
        deals = np.empty((0, len(known.voids)), dtype=np.uint64)
        if not known.stock and known.hand.bit_count() <= MOST_CARDS:
            worlds = Worlds(question.state, known, MOST_DEALS, question.seed)
            if worlds.exhaustive:
                deals = self.held(worlds.chunk(0, MOST_DEALS)).hands
        state = question.state
        return guaranteed(
            known, state.rules, state.game.sides(), state.pack.worth, deals, card,
            [(least, OUTCOMES[least]) for least in sorted(OUTCOMES) if least >= 0],
        )

    def reasons(self, options: Sequence[Choice], versus: Action) -> Iterable[Message]:
        """What happens in the trick."""
        question = self.question
        best, other = played(question, options[0].action), played(question, versus)
        if best is None or other is None:
            return ()
        return side_reasons(question, best, other)

    def next_cards(
        self, advice: Advice, held: Held, weights: NDArray[np.int64]
    ) -> tuple[NextCards, ...] | None:
        """What the others play after the best card."""
        action, question = advice.options[0].action, self.question
        if "play" not in action:
            return None
        card = question.state.pack.card(action["play"])
        return next_cards(self.advisor, question, card, held, weights)

    def thrift(self) -> list[tuple[int, ...]]:
        """By card what a careful player keeps."""
        return [self.payoffs.thrift(self.question.state, card) for card in self.valuer.cards]

    def weighed(self, columns: Columns) -> Columns:
        """Each world as often as the column `weight` says."""
        return counted(columns)

    def completed(self, choices: tuple[Choice, ...], columns: Columns) -> tuple[Choice, ...]:
        """The cards, and the extra actions among them."""
        if self.extras:
            choices = self._with_extras(choices)
        if "weight" in columns:
            choices = tuple(replace(choice, worlds=rows(columns)) for choice in choices)
        return choices

    def _with_extras(self, ranked: Sequence[Choice]) -> tuple[Choice, ...]:
        """The choices with further ones among them, all compared with the best again.

        Extra actions are valued in worlds of their own, so nothing can be paired.
        """
        objective = self.question.objective
        better = sign(self.question.state.game, objective)
        everyone = [*ranked]
        everyone += [
            Choice(extra.action, extra.riscos, extra.points, Estimate(0.0), extra.outcomes)
            for extra in self.extras
        ]

        def main(choice: Choice) -> Estimate:
            wanted = choice.riscos if objective == "riscos" else choice.points
            return wanted or Estimate(None)

        everyone.sort(key=lambda choice: -better * (main(choice).mean or 0.0))
        best = everyone[0]
        return tuple(
            choice
            if best is ranked[0] and choice.worlds
            else replace(
                choice, delta=difference(main(choice), main(best)),
                loss=difference(best.riscos, choice.riscos),
            )
            for choice in everyone
        )


# --- the game ----------------------------------------------------------------------------


class TwoSidesAdvisor(Advisor):
    """Advice in a game of two sides.

    Attributes
    ----------
    search_from : mapping
        Seconds of budget from which searching beats playing out, by cards in hand; always with
        fewer.
    points_prefix : mapping
        Worlds for which exact points are found beside RISCOS, by cards in hand; all with fewer
        cards. They take several times as long, and may have about a third of a second of two
        cores.
    """

    payoffs: ClassVar[TwoSidesPayoffs] = TwoSidesPayoffs()
    search_from: ClassVar[Mapping[int, float]] = {10: 0.2, 9: 0.1, 8: 0.03}
    points_prefix: ClassVar[Mapping[int, int]] = {10: 16, 9: 40, 8: 100, 7: 300, 6: 1000}

    @abstractmethod
    def law(self, state: State) -> Mapping[str, int]:
        """The options of the rules that the kernel must know."""

    def words(self, rules: Rules) -> Words:
        """Chances of at least a win, a double win and a sweep."""
        return Words(outcomes=(
            OutcomeColumn(as_written("win"), dict.fromkeys(("win", "win_double", "win_sweep"), 1)),
            OutcomeColumn(f"{rules['double_at']}+", {"win_double": 1, "win_sweep": 1}),
            OutcomeColumn(as_written("sweep"), {"win_sweep": 1}),
        ), certain={
            "draw": Sure(as_written("A draw at least"), as_written("Not even a draw")),
            "win": Sure(as_written("A sure win"), as_written("No win")),
            "win_double": Sure(as_written("A sure double win"), as_written("No double win")),
            "win_sweep": Sure(as_written("Every trick for sure"), as_written("Not every trick")),
        })

    def root(self, state: State, known: Knowledge) -> Root:
        """The position for the kernel.

        Points and tricks of a side are credited to its first seat. Where nobody knows what was
        won they count from 0.
        """
        sides = state.game.sides()
        won, taken = [0] * len(sides), [0] * len(sides)
        for side in sorted(set(sides)):
            seat = sides.index(side)
            won[seat] = known.points[side] if known.points is not None else 0
            taken[seat] = known.taken[side]
        return root_of(
            state, known, self.law(state), won=won, taken=taken, worth=state.pack.worth
        )

    def valuer(self, state: State, known: Knowledge, objective: str, method: str) -> Valuer:
        """What values the legal cards of a position, for both objectives in all worlds."""
        root = self.root(state, known)
        return Valuer(state, known, root, cards_to_play(known), method, objective)

    def decision(self, question: Question) -> Decision:
        """Which card to play."""
        state, known = question.state, question.known
        method = self.method(known, question.method, question.budget)
        valuer = self.valuer(state, known, question.objective, method)
        if not question.both:
            valuer = replace(valuer, prefix=0)
        return CardOfSide(
            question=question, actions=play_actions(state, valuer.cards), method=method,
            payoffs=self.payoffs, advisor=self, valuer=valuer,
        )

    def extra_actions(
        self, state: State, known: Knowledge, method: str
    ) -> tuple[ExtraAction, ...]:
        """What may be done instead of playing a card, valued as `method` values cards."""
        return ()

    def is_decided(self, state: State, known: Knowledge) -> bool:
        """Whether the result is the same whatever is played: no points left, and no sweep."""
        if known.points is None:
            return False
        sweep_open = 0 in known.taken and state.rules["sweep"] == "tricks"
        return sum(known.points) == TOTAL and not sweep_open

    def self_play(self, rules: Rules) -> SidesSelfPlay:
        """As any game of two sides."""
        from trunfo.games.self_play import SidesSelfPlay

        return SidesSelfPlay(self.game, rules)

    # --- methods ---

    def method(self, known: Knowledge, asked: str, budget: Budget) -> str:
        """How a card is valued: a fixed function of position and options.

        Returns
        -------
        str
            `pimc`: every world is searched to its end. `playout`: a rule player plays it out,
            every seat on its own information. While there is a stock no world is ever searched:
            all would plan on cards that nobody knows.
        """
        if asked == "playout" or known.stock:
            return "playout"
        if asked == "auto" and budget.time is not None:
            least = self.search_from.get(known.hand.bit_count(), 0)
            return "playout" if budget.time < least else "pimc"
        return "pimc"

    def exact_method(self, known: Knowledge, *, open: bool) -> str:
        """How a position is valued of which only one world is left.

        Parameters
        ----------
        open : bool
            Whether all players see every card.
        """
        return "playout" if known.stock else "pimc"

    def solvable(self, known: Knowledge) -> bool:
        """Whether the exact value with every card known, the stock's order too, is within reach."""
        return not known.stock

    def prefix(self, known: Knowledge, budget: Budget) -> int:
        """How many worlds get exact points beside RISCOS; more where more of any is asked for."""
        cards = known.hand.bit_count()
        if cards not in self.points_prefix:
            return EVERY
        seconds = max(1.0, budget.time or 1.0)
        return max(int(self.points_prefix[cards] * seconds), (budget.worlds or 0) // 8)

    def lead_weight(self, known: Knowledge, method: str) -> int:
        """How many times a world counts in which the other would have led what he led; 1 as any."""
        return 1

    # --- results ---

    def exact(self, state: State, known: Knowledge) -> Columns:
        """Values of the one world there is: `[1, action]` by objective."""
        seen = state.hands is not None
        valuer = self.valuer(state, known, "points", self.exact_method(known, open=seen))
        world = Worlds(state, known, 1, 0).chunk(0, 1)
        values = replace(valuer, open=seen)(0, world, Limits.none())
        return {name: lots.astype(np.int64) for name, lots in values.items()}

    def solution(self, state: State, known: Knowledge, *, rough: bool) -> Solution:
        """Points and RISCOS of the side to move after every legal card."""
        if known.stock and not state.stock_cards:
            text = "To solve a position the stock must be known: give its cards in drawing order."
            raise UnreadableInput(Message("missing_key", text), "/stock_cards")
        if not self.solvable(known) and not rough:
            text = "With {stock} cards to draw the exact value is out of reach."
            raise UnreadableInput(
                Message("too_large", text, {"stock": known.stock}), "/stock_cards"
            )
        values, cards = self.exact(state, known), cards_to_play(known)
        scored = known.points is not None
        thrift = [self.payoffs.thrift(state, card) for card in cards]
        actions = play_actions(state, cards)
        return Solution(
            state,
            tuple(
                SolvedChoice(
                    action=actions[place],
                    points=int(values["points"][0, place]),
                    riscos=int(values["riscos"][0, place]) if scored else None,
                )
                for place in ranking(
                    state.game, Each(values, self.payoffs, exact=True),
                    "riscos" if scored else "points", thrift,
                )
            ),
            known.notes,
        )

    def result(self, state: State, known: Knowledge) -> Result:
        """Points and RISCOS of the side of the seat advised."""
        side = state.game.sides()[known.me]
        if known.points is None:
            return Result(None, None)
        paid = riscos(known.points[side], known.taken[1 - side], known.taken[side], state.rules)
        return Result(known.points[side], paid)

    def greedy(self, state: State) -> Action:
        """Take, or give to the partner, as many card points as it can; lose as few as it can.

        As if the trick ended with its own card; between equals the card that is worth less, then
        the weaker one.
        """
        assert state.me is not None
        worth, sides = state.pack.worth, self.game.sides()
        table = state.table.cards if state.table else ()
        trump = state.trump.suit if state.trump else None
        points = state.pack.worth_of(table)
        winning, ours = None, False
        if table:
            winning = winning_card(table, trump)
            ours = sides[state.me - len(table) + table.index(winning)] == sides[state.me]

        def rank(card: int) -> tuple[int, int, int]:
            brought = points + worth[card]
            takes = winning is None or beats(card, winning, trump)
            return (brought if takes or ours else -brought, -worth[card], -(card % 16))

        legal = sorted(self.game.legal_for(state))
        return {"play": state.pack.token(max(legal, key=rank))}


def payment(state: State) -> dict[str, int]:
    """The options by which a deal of 120 points is paid, for the kernel."""
    double_at = state.rules["double_at"]
    assert isinstance(double_at, int)
    return {
        "double_at": double_at,
        "sweep_points": state.rules["sweep"] == "points",
    }
