"""Bisca: two players, a stock to draw from, 120 points. Source of the rules: the sheet `000`.

With hands of H cards the stock begins with 40 - 2H cards and loses two a trick: it lasts for
20 - H tricks, in which hands stay full, and is empty for the last H. So the number of tricks
finished tells the size of everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from trunfo.engine.cards import SHORT, card_message, suit_of
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.frozen import changed, found_once
from trunfo.engine.game import Option, Rules
from trunfo.engine.history import History, history, trick_start
from trunfo.engine.position import Position
from trunfo.engine.scoring import OPTIONS as SCORING
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import STOCK, Trick, Trump
from trunfo.engine.two_sides import TwoSidedGame, with_holder

TRICKS = 20


@dataclass(frozen=True)
class Bisca(TwoSidedGame):
    """Two players, seat 0 against seat 1."""

    def deal(self, random: Random, rules: Rules, dealer: int = 0, number: int = 0) -> Position:
        """Shuffle and deal; the bottom card of the stock is turned up, and the dealer leads.

        Parameters
        ----------
        random : random.Random
            The source of chance.
        rules : Rules
            `hand_size` says how many cards each is dealt.
        dealer : int
            The seat that deals.
        """
        cards = list(SHORT.cards)
        random.shuffle(cards)
        size = full(rules)
        turned = cards[-1]
        return Position(
            rules=rules,
            trump=Trump(suit_of(turned), turned, STOCK),
            hands=(frozenset(cards[:size]), frozenset(cards[size : 2 * size])),
            tricks=(),
            table=Trick(dealer),
            dealer=dealer,
            stock=tuple(cards[2 * size :]),
        )

    @found_once
    def legal(self, position: Position) -> frozenset[int]:
        """Any card while the stock lasts; then suit is followed if possible."""
        if position.stock or not position.rules["follow_when_stock_empty"]:
            return position.hands[position.turn]
        return super().legal(position)

    def settle(self, position: Position) -> Position:
        """The winner draws first, then the other; the last of all draws the turned-up card."""
        if not position.stock:
            return position
        winner, (first, second, *rest) = position.turn, position.stock
        hands = list(position.hands)
        hands[winner] |= {first}
        hands[1 - winner] |= {second}
        trump = position.trump
        if trump and not rest:
            trump = replace(trump, holder=1 - winner)
        return changed(position, hands=tuple(hands), stock=tuple(rest), trump=trump)

    def must_follow(self, rules: Rules, number: int) -> bool:
        """From the first trick played with no stock left."""
        return bool(rules["follow_when_stock_empty"]) and number > TRICKS - full(rules)

    def finished(self, state: State) -> int:
        """By the hand, where it is no longer full; else by the stock."""
        size = trick_start(self, state)
        if size < full(state.rules):
            return TRICKS - size
        return TRICKS - full(state.rules) - stock_of(state) // 2

    def hand_due(self, rules: Rules, finished: int) -> int:
        """Full while the stock lasts, then one card less after each trick."""
        return min(full(rules), TRICKS - finished)

    def stock_due(self, rules: Rules, finished: int) -> int:
        """Two cards are drawn after each trick."""
        return max(0, 2 * (TRICKS - full(rules) - finished))

    def completed(self, state: State) -> State:
        """Who lost the last trick before the stock ran out has drawn the turned-up card."""
        drawer = _drawer(self, state)
        if drawer is None or state.trump is None or isinstance(state.trump.holder, int):
            return state
        return with_holder(state, drawer)

    def own_problems(self, state: State) -> Iterator[Problem]:
        """A stock that cannot be: its size, its last card, all cards counted."""
        yield from first_kind((_stock_problems, _turned_problems), state)

    def draw_problems(self, past: History) -> Iterator[Problem]:
        """The turned-up card played before it was drawn, or with a seat that did not draw it."""
        trump, last = past.state.trump, TRICKS - full(past.state.rules)
        if trump is None or trump.card is None or not past.complete:
            return
        values: dict[str, Any] = {"card": card_message(past.state.pack, trump.card)}
        for play in past.plays():
            if play.card == trump.card and play.number <= last:
                template = (
                    "{card} lies under the stock until trick {last} is over,"
                    " so it cannot be played in trick {number}."
                )
                values |= {"last": last, "number": play.number}
                yield Problem(Message("turned_early", template, values), play.where)
        drawer = _drawer(self, past.state)
        if drawer is not None and trump.holder != drawer:
            template = (
                "Who lost trick {last} ({seat}) drew {card}: it cannot be with the other"
                " ({other})."
            )
            values |= {"last": last, "seat": seat_message(self, past.state, drawer)}
            assert isinstance(trump.holder, int)
            values["other"] = seat_message(self, past.state, trump.holder)
            yield Problem(Message("trump_holder", template, values), "/trump/holder")


GAME = Bisca(
    name="bisca",
    title="Bisca",
    words=("bisca",),
    seats=2,
    hand_size=11,
    options=(
        Option("hand_size", 3, (3, 5, 7, 9, 11), "cards in a hand", "cartas"),
        *SCORING,
        Option(
            "follow_when_stock_empty", True, (True, False),
            "suit must be followed once the stock is empty",
            "assistir_sem_monte",
        ),
    ),
    keys=frozenset({"trump", "points", "stock", "stock_cards"}),
    required=frozenset({"trump"}),
    text=(
        "Two players, 40 cards (no 8, 9, 10), 3, 5, 7, 9 or 11 each; the rest is the stock, its"
        " bottom card turned up: it names the trump suit and is drawn last. From high to low: ace"
        " 11 points, seven 10, king 4, jack 3, queen 2, then 6 5 4 3 2 without points; 120 in all."
        " The dealer leads. While the stock lasts any card may be played, and after each trick"
        " the winner draws a card, then the other; once it is empty follow suit if able. The"
        " highest trump, else the highest card of the suit led, takes the trick and leads to the"
        " next. RISCOS: 61 points or more 1, 91 or more 2, every trick 4; 60 each nothing."
    ),
)


def full(rules: Rules) -> int:
    """Cards in a hand while the stock lasts."""
    size = rules["hand_size"]
    assert isinstance(size, int)
    return size


def stock_of(state: State) -> int:
    """Cards left to draw as the state says, else what its cards leave over if hands are full."""
    if state.stock is not None:
        return state.stock
    if state.stock_cards is not None:
        return len(state.stock_cards)
    if trick_start(GAME, state) < full(state.rules):
        return 0
    return len(SHORT.cards) - 2 * full(state.rules) - _named_gone(state)


def _named_gone(state: State) -> int:
    return 2 * len(state.tricks) + len(state.played)


def _drawer(game: Bisca, state: State) -> int | None:
    """The seat that drew the turned-up card, where the play tells it."""
    last = TRICKS - full(state.rules)
    finished = game.finished(state)
    if finished < last or len(state.tricks) < finished:
        return None
    past = history(game, state, finished)
    assert state.trump is not None
    return 1 - game.winner(past.tricks[last - 1], state.trump.suit)


def _stock_problems(state: State) -> Iterator[Problem]:
    """A stock of a size that cannot be, or that does not fit hands and cards gone."""
    size, most = trick_start(GAME, state), full(state.rules)
    stock = stock_of(state)
    where = "/stock" if state.stock is not None else "/stock_cards"
    if state.stock is not None and len(state.stock_cards or ()) not in (0, state.stock):
        values = {"count": len(state.stock_cards or ()), "stock": stock}
        many = "{count} cards of the stock are given, but it is said to have {stock}."
        one = "One card of the stock is given, but it is said to have {stock}."
        yield Problem(Message("stock_size", many, values, one=one), "/stock_cards")
        return
    if state.stock_cards and state.hands is None:
        text = "The order of the stock can only be given where all hands are."
        yield Problem(Message("stock_cards_alone", text), "/stock_cards")
        return
    table = len(state.table.cards) if state.table else 0
    if stock and size < most:
        values = {"stock": stock, "most": most, "size": size}
        template = (
            "While the stock has cards a hand is full: with {stock} in the stock it has {most}"
            " at the start of a trick, not {size}."
        )
        yield Problem(Message("hand_too_small", template, values), where)
        return
    hands = 2 * size - table
    named = _named_gone(state)
    total = hands + table + max(stock, 0) + named
    if total > len(SHORT.cards):
        values = {"hands": hands, "table": table, "stock": max(stock, 0), "gone": named}
        values |= {"total": total, "pack": len(SHORT.cards)}
        template = (
            "{hands} cards in the hands, {table} on the table, {stock} in the stock and {gone}"
            " gone make {total}: the pack has {pack}."
        )
        yield Problem(Message("too_many_cards", template, values), where if stock > 0 else "")
        return
    if stock % 2:
        text = "The stock of two players is always even, not {stock}."
        if state.stock is None and state.stock_cards is None:
            text = "Say how large the stock is (`monte`): the cards named would leave {stock}."
        yield Problem(Message("stock_odd", text, {"stock": stock}), where)


def _turned_problems(state: State) -> Iterator[Problem]:
    """A turned-up card that is not under the stock while there is one."""
    trump, stock = state.trump, stock_of(state)
    if trump is None or not stock:
        return
    if trump.card is None:
        text = "While the stock lasts its last card is known to both: name the turned-up trump."
        yield Problem(Message("turned_missing", text), "/trump")
        return
    values = {"card": card_message(state.pack, trump.card)}
    template = "While the stock lasts {card} lies under it: it cannot be elsewhere."
    message = Message("turned_elsewhere", template, values)
    if isinstance(trump.holder, int):
        yield Problem(message, "/trump/holder")
        return
    if state.stock_cards is not None:
        if state.stock_cards[-1] != trump.card:
            template = "The last card of the stock must be {card}, which is turned up."
            yield Problem(Message("stock_last", template, values), "/stock_cards")
        return
    for where, card in _elsewhere(state):
        if card == trump.card:
            yield Problem(message, where)


def _elsewhere(state: State) -> Iterator[tuple[str, int]]:
    """Cards said to be in hands, with where that is said."""
    for index, card in enumerate(state.hand or ()):
        yield f"/hand/{index}", card
    for seat, hand in enumerate(state.hands or ()):
        yield from ((f"/hands/{seat}/{index}", card) for index, card in enumerate(hand))
    for index, card in enumerate(state.played):
        yield f"/played/{index}", card
    for number, fact in enumerate(state.known):
        yield from ((f"/known/{number}/has/{index}", card) for index, card in enumerate(fact.has))
    if state.table:
        yield from ((f"/table/cards/{index}", card) for index, card in enumerate(state.table.cards))
