"""Games in which the number of tricks finished tells the size of everything.

A game says how many tricks are finished (`finished`) and what they leave (`hand_due`,
`stock_due`). What can then be checked of any such game is here, and where the unseen cards
may be; what it is played for is its own affair (`claims`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import ClassVar

from trunfo.engine.cards import word_of
from trunfo.engine.checks.claims import place_problems
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.frozen import found_once
from trunfo.engine.game import Rules
from trunfo.engine.history import (
    History,
    has_played,
    history,
    leader_problems,
    trick_problems,
    trick_start,
)
from trunfo.engine.knowledge import Holder
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import STOCK
from trunfo.engine.trick_game import TrickGame

Check = Callable[[History], Iterable[Problem]]


class CountedGame(TrickGame):
    """A game in which every trick takes one card from each seat."""

    history_class: ClassVar[type[History]] = History

    @abstractmethod
    def finished(self, state: State) -> int:
        """How many tricks have been finished, named or not; negative if that cannot be."""

    @abstractmethod
    def hand_due(self, rules: Rules, finished: int) -> int:
        """Cards in a hand after so many tricks."""

    @abstractmethod
    def claims(self) -> tuple[Check, ...]:
        """What the game checks of a play without revokes, in order."""

    def stock_due(self, rules: Rules, finished: int) -> int:
        """Cards still to be drawn after so many tricks."""
        return 0

    def completed(self, state: State) -> State:
        """The state with what the rules tell and nobody said filled in."""
        return state

    def own_problems(self, state: State) -> Iterator[Problem]:
        """What only this game can find wrong before anything is derived."""
        yield from ()

    def problems(self, state: State) -> Iterator[Problem]:
        """Everything of the first kind that is wrong, in the order in which a person would look."""
        checks = (
            partial(trick_problems, self), partial(_size_problems, self), self.own_problems,
            partial(_count_problems, self),
        )
        found = list(first_kind(checks, state))
        if not found:
            later: tuple[Check, ...] = (
                partial(_turn_problems, self), leader_problems, History.revokes, *self.claims(),
                partial(_place_problems, self),
            )
            found = list(first_kind(later, self.past(state)))
        yield from found

    @found_once
    def past(self, state: State) -> History:
        """The play of a state, with what follows from the rules filled in."""
        return history(self, self.completed(state), self.finished(state), self.history_class)

    def held_now(self, past: History, seat: int) -> int:
        """How many cards a seat holds now."""
        size = self.hand_due(past.state.rules, past.finished)
        return size - has_played(self, seat, past.table)


def gone_unnamed(past: History) -> int:
    """How many of the cards in finished tricks are not named."""
    named = past.named & ~word_of(past.table.cards)
    return past.game.seats * past.finished - named.bit_count()


def turned_card(state: State) -> int | None:
    """The turned-up card that lies under the stock."""
    return state.trump.card if state.trump and state.trump.holder in (STOCK, None) else None


def holders(game: CountedGame, past: History, me: int) -> Iterator[Holder]:
    """The other seats, in order of play, the stock and the forgotten cards: what each may hold."""
    state = past.state
    stock, gone = game.stock_due(state.rules, past.finished), gone_unnamed(past)
    hand = state.hands[me] if state.hands is not None else state.hand or ()
    unseen = state.pack.word & ~word_of(hand) & ~past.named
    pinned = {seat: past.held(seat) & unseen for seat in range(game.seats) if seat != me}
    turned = turned_card(state) if stock else None
    fixed = 0 if turned is None else 1 << turned
    for cards in pinned.values():
        fixed |= cards
    for step in range(1, game.seats):
        seat = (me + step) % game.seats
        allowed = pinned[seat] if state.hands is not None else unseen & ~fixed | pinned[seat]
        yield Holder("seat", seat, game.held_now(past, seat), allowed & ~past.barred(seat))
    if stock:
        under = 0 if turned is None else 1 << turned
        known = state.stock_cards
        yield Holder(
            "stock", None, stock, word_of(known) if known else unseen & ~fixed | under & unseen
        )
        if known:
            fixed |= word_of(known)
    if gone:
        yield Holder("gone", None, gone, unseen & ~fixed)


def _size_problems(game: CountedGame, state: State) -> Iterator[Problem]:
    """A hand that is full though one of its cards is on the table."""
    most = game.most_cards(state.rules)
    if trick_start(game, state) > most:
        template = (
            "With the card on the table a hand of {count}: in {game} a player has at most {most}."
        )
        values = {"count": most + 1, "game": game.title, "most": most}
        yield Problem(Message("hand_too_large", template, values), "/hand")


def _count_problems(game: CountedGame, state: State) -> Iterator[Problem]:
    """More cards in tricks and among those gone than can have been played."""
    finished = game.finished(state)
    named = game.seats * len(state.tricks) + len(state.played)
    gone = game.seats * finished
    if named > gone:
        size = game.hand_due(state.rules, finished)
        values = {"size": size, "finished": finished, "gone": gone, "named": named}
        template = (
            "Too many cards are gone: the size of the hands tells how many tricks are finished"
            " ({finished}) and how many cards gone ({gone}), but more are named ({named})."
        )
        where = "/played" if state.played else f"/tricks/{finished}"
        yield Problem(Message("too_many_gone", template, values), where)


def _turn_problems(game: CountedGame, past: History) -> Iterator[Problem]:
    """All hands given, but nothing says who leads, or their sizes do not fit the table."""
    state = past.state
    if state.hands is None:
        return
    if past.assumed_leader and state.me is None and any(state.hands):
        template = "Nothing says who leads: say it with `sai` (leads)."
        yield Problem(Message("leader_missing", template), "/table" if state.table else "")
        return
    for seat, hand in enumerate(state.hands):
        size = game.held_now(past, seat)
        if len(hand) != size:
            values = {"seat": seat_message(game, state, seat), "count": len(hand), "size": size}
            many = (
                "One hand ({seat}) has {count} cards: by the other hands and the table, {size}"
                " are due."
            )
            one = (
                "One hand ({seat}) has one card: by the other hands and the table, {size} are"
                " due."
            )
            yield Problem(Message("hand_size", many, values, one=one), f"/hands/{seat}")


def _place_problems(game: CountedGame, past: History) -> Iterator[Problem]:
    """Constraints that leave no place for some of the unseen cards."""
    if past.state.hands is not None:
        return
    me = past.state.me if past.state.me is not None else past.turn
    unseen = past.state.pack.word & ~word_of(past.state.hand or ()) & ~past.named
    yield from place_problems(past, unseen, list(holders(game, past, me)))
