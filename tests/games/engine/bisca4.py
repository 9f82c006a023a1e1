"""Bisca for four, in pairs: the test of what a further game needs. See docs/house.md.

Three cards each; the other 28 are the stock, its bottom card turned up for trump. It lasts for
seven tricks, in which hands stay full and any card may be played; in the last three suit is
followed. Everything else is as in Bisca.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from trunfo.engine.cards import SHORT, card_message, suit_of
from trunfo.engine.checks.checks import placed_cards
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.frozen import found_once
from trunfo.engine.game import Rules
from trunfo.engine.history import History, history, trick_start
from trunfo.engine.position import Position
from trunfo.engine.scoring import OPTIONS
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import STOCK, Trick, Trump
from trunfo.engine.two_sides import TwoSidedGame, with_holder

SEATS = 4
HAND = 3
TRICKS = 10
DRAWS = TRICKS - HAND
"""Tricks after which cards are drawn."""


@dataclass(frozen=True)
class PairsBisca(TwoSidedGame):
    """Four players, seats 0 and 2 against 1 and 3."""

    def deal(self, random: Random, rules: Rules, dealer: int = 0, number: int = 0) -> Position:
        """Shuffle and deal; the bottom card of the stock is turned up, and the dealer leads."""
        cards = list(SHORT.cards)
        random.shuffle(cards)
        return Position(
            rules=rules,
            trump=Trump(suit_of(cards[-1]), cards[-1], STOCK),
            hands=tuple(frozenset(cards[HAND * s : HAND * (s + 1)]) for s in range(SEATS)),
            tricks=(),
            table=Trick(dealer),
            dealer=dealer,
            stock=tuple(cards[HAND * SEATS :]),
        )

    @found_once
    def legal(self, position: Position) -> frozenset[int]:
        """Any card while the stock lasts; then suit is followed if possible."""
        return position.hands[position.turn] if position.stock else super().legal(position)

    def settle(self, position: Position) -> Position:
        """The winner draws first, then the others in order; the last draws the turned-up card."""
        if not position.stock:
            return position
        hands, trump = list(position.hands), position.trump
        for step, card in enumerate(position.stock[:SEATS]):
            hands[(position.turn + step) % SEATS] |= {card}
        rest = position.stock[SEATS:]
        if trump and not rest:
            trump = replace(trump, holder=(position.turn - 1) % SEATS)
        return replace(position, hands=tuple(hands), stock=rest, trump=trump)

    def must_follow(self, rules: Rules, number: int) -> bool:
        """From the first trick played with no stock left."""
        return number > DRAWS

    def finished(self, state: State) -> int:
        """By the hand, where it is no longer full; else by the stock."""
        size = trick_start(self, state)
        return TRICKS - size if size < HAND else DRAWS - stock_of(self, state) // SEATS

    def hand_due(self, rules: Rules, finished: int) -> int:
        """Full while the stock lasts, then one card less after each trick."""
        return min(HAND, TRICKS - finished)

    def stock_due(self, rules: Rules, finished: int) -> int:
        """Each draws a card after each trick."""
        return max(0, SEATS * (DRAWS - finished))

    def completed(self, state: State) -> State:
        """Who drew last has the turned-up card."""
        drawer = self._drawer(state)
        if drawer is None or state.trump is None or isinstance(state.trump.holder, int):
            return state
        return with_holder(state, drawer)

    def own_problems(self, state: State) -> Iterator[Problem]:
        """A stock that cannot be, a turned-up card that is not under it."""
        yield from first_kind((self._stock_problems, self._turned_problems), state)

    def draw_problems(self, past: History) -> Iterator[Problem]:
        """The turned-up card played before it was drawn, or with a seat that did not draw it."""
        trump = past.state.trump
        if trump is None or trump.card is None or not past.complete:
            return
        values: dict[str, Any] = {"card": card_message(past.state.pack, trump.card), "last": DRAWS}
        for play in past.plays():
            if play.card == trump.card and play.number <= DRAWS:
                template = (
                    "{card} lies under the stock until trick {last} is over,"
                    " so it cannot be played in trick {number}."
                )
                values["number"] = play.number
                yield Problem(Message("turned_early", template, values), play.where)
        drawer = self._drawer(past.state)
        if drawer is not None and isinstance(trump.holder, int) and trump.holder != drawer:
            values["seat"] = seat_message(self, past.state, drawer)
            values["other"] = seat_message(self, past.state, trump.holder)
            template = "{seat} drew {card} after trick {last}: it cannot be with {other}."
            yield Problem(Message("trump_holder", template, values), "/trump/holder")

    def _drawer(self, state: State) -> int | None:
        """The seat that drew the turned-up card, where the play tells it."""
        finished = self.finished(state)
        if finished < DRAWS or len(state.tricks) < finished:
            return None
        past = history(self, state, finished)
        assert state.trump is not None
        return (self.winner(past.tricks[DRAWS - 1], state.trump.suit) - 1) % SEATS

    def _stock_problems(self, state: State) -> Iterator[Problem]:
        stock, where = stock_of(self, state), "/stock"
        given = len(state.stock_cards or ())
        if state.stock is not None and given not in (0, state.stock):
            values = {"count": given, "stock": state.stock}
            template = "{count} cards of the stock are given, but it is said to have {stock}."
            yield Problem(Message("stock_size", template, values), "/stock_cards")
        elif state.stock_cards and state.hands is None:
            text = "The order of the stock can only be given where all hands are."
            yield Problem(Message("stock_cards_alone", text), "/stock_cards")
        elif stock % SEATS or not 0 <= stock <= SEATS * DRAWS:
            text = "A stock of {stock} cannot be: four cards are drawn after each trick, 28 in all."
            yield Problem(Message("stock_size", text, {"stock": stock}), where)
        elif stock and trick_start(self, state) < HAND:
            text = "While the stock has cards a hand is full: three cards at the start of a trick."
            yield Problem(Message("hand_too_small", text), where)

    def _turned_problems(self, state: State) -> Iterator[Problem]:
        trump = state.trump
        if trump is None or not stock_of(self, state):
            return
        if trump.card is None:
            text = "While the stock lasts its last card is known to all: name the turned-up trump."
            yield Problem(Message("turned_missing", text), "/trump")
            return
        values = {"card": card_message(state.pack, trump.card)}
        template = "While the stock lasts {card} lies under it: it cannot be elsewhere."
        if isinstance(trump.holder, int):
            yield Problem(Message("turned_elsewhere", template, values), "/trump/holder")
        for where, card in placed_cards(state):
            if card == trump.card and not where.startswith("/tricks"):
                yield Problem(Message("turned_elsewhere", template, values), where)
        if state.stock_cards and state.stock_cards[-1] != trump.card:
            template = "The last card of the stock must be {card}, which is turned up."
            yield Problem(Message("stock_last", template, values), "/stock_cards")


def stock_of(game: PairsBisca, state: State) -> int:
    """Cards left to draw as the state says, else what its cards leave over if hands are full."""
    if state.stock is not None:
        return state.stock
    if state.stock_cards is not None:
        return len(state.stock_cards)
    if trick_start(game, state) < HAND:
        return 0
    return SEATS * (DRAWS - len(state.tricks)) - len(state.played)


GAME = PairsBisca(
    name="bisca4",
    title="Bisca a quatro",
    words=("bisca4", "bisca a quatro"),
    partners=True,
    hand_size=HAND,
    options=OPTIONS,
    keys=frozenset({"trump", "points", "stock", "stock_cards"}),
    required=frozenset({"trump"}),
    text=(
        "Four players, partners opposite, 40 cards (no 8, 9, 10), three each; the rest is the"
        " stock, its bottom card turned up: it names the trump suit and is drawn last. Everything"
        " else is as in Bisca for two: any card may be played while the stock lasts, after each"
        " trick the winner draws a card, then the others in order of play."
    ),
)
