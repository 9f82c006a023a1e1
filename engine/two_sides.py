"""What Sueca and Bisca have in common: two sides, 120 card points, tricks of one card a seat.

A position's counts all follow from the number of tricks finished, so a game says how many
those are (`finished`) and what they leave (`hand_due`, `stock_due`); everything else that
can be checked or derived is here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from trunfo.engine.cards import SHORT, lane, word_of
from trunfo.engine.claims import (
    fact_problems,
    place_problems,
    point_problems,
    takings,
    trump_problems,
)
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.game import Payoff, Position, Rules, TrickGame, seat_message
from trunfo.engine.history import History, history, leader_problems, trick_problems
from trunfo.engine.knowledge import Holder, Knowledge, Pile
from trunfo.engine.scoring import riscos
from trunfo.engine.state import STOCK, State, Trick


class TwoSidedGame(TrickGame):
    """A game of two sides that is paid by card points and tricks."""

    @abstractmethod
    def finished(self, state: State) -> int:
        """How many tricks have been finished, named or not; negative if that cannot be."""

    @abstractmethod
    def hand_due(self, rules: Rules, finished: int) -> int:
        """Cards in a hand after so many tricks."""

    def stock_due(self, rules: Rules, finished: int) -> int:
        """Cards still to be drawn after so many tricks."""
        return 0

    def told(self, state: State) -> State:
        """The state with what follows about the turned-up card filled in."""
        return state

    def own_problems(self, state: State) -> Iterator[Problem]:
        """What only this game can find wrong before anything is derived."""
        yield from ()

    def draw_problems(self, past: History) -> Iterator[Problem]:
        """What only this game can find wrong with the play."""
        yield from ()

    def payoff(self, position: Position) -> Payoff:
        """Card points of each side, and RISCOS by 61, `double_at` and every trick."""
        assert position.over
        assert position.trump
        points, taken = takings(self, position.tricks, position.trump.suit)
        paid = [
            riscos(points[side], taken[1 - side], taken[side], position.rules) for side in (0, 1)
        ]
        return Payoff(
            tuple(points[side] for side in self.sides()),
            tuple(float(paid[side]) for side in self.sides()),
        )

    def problems(self, state: State) -> Iterator[Problem]:
        """Everything of the first kind that is wrong, in the order in which a person would look."""
        checks = (
            partial(trick_problems, self), partial(_size_problems, self), self.own_problems,
            partial(_count_problems, self),
        )
        found = list(first_kind(checks, state))
        if not found:
            later = (
                _turn_problems, leader_problems, History.revokes, self.draw_problems,
                trump_problems, fact_problems, point_problems, _place_problems,
            )
            found = list(first_kind(later, self.past(state)))
        yield from found

    def knowledge(self, state: State) -> Knowledge:
        """Everything that follows from a state in which nothing is wrong, for the seat `me`."""
        return _knowledge(self, self.past(state))

    def past(self, state: State) -> History:
        """The play of a state, leaders and the turned-up card's holder filled in."""
        return history(self, self.told(state), self.finished(state))


def trick_start(game: TrickGame, state: State) -> int:
    """Cards in a hand when the open trick began, as the largest hand given has it.

    A seat that has played to the open trick holds a card less than the others.
    """
    if state.hands is not None:
        return max(map(len, state.hands))
    assert state.hand is not None
    assert state.me is not None
    return len(state.hand) + has_played(game, state.me, state.table or Trick(None))


def has_played(game: TrickGame, seat: int, table: Trick) -> bool:
    """Whether a seat's card is on the table; without a leader the seat advised is to play."""
    return table.leader is not None and (seat - table.leader) % game.seats < len(table.cards)


def _size_problems(game: TrickGame, state: State) -> Iterator[Problem]:
    """A hand that is full though one of its cards is on the table."""
    most = state.rules.get("hand_size", game.hand_size)
    assert isinstance(most, int)
    if trick_start(game, state) > most:
        template = (
            "With the card on the table a hand of {count}: in {game} a player has at most {most}."
        )
        values = {"count": most + 1, "game": game.title, "most": most}
        yield Problem(Message("hand_too_large", template, values), "/hand")


def _count_problems(game: TwoSidedGame, state: State) -> Iterator[Problem]:
    """More cards in tricks and among those gone than can have been played."""
    finished = game.finished(state)
    named = game.seats * len(state.tricks) + len(state.played)
    gone = game.seats * finished
    if named > gone:
        size = game.hand_due(state.rules, finished)
        values = {"size": size, "finished": finished, "gone": gone, "named": named}
        template = (
            "With {size} cards to a hand {finished} tricks are finished and {gone} cards gone,"
            " but {named} are named."
        )
        where = "/played" if state.played else f"/tricks/{finished}"
        yield Problem(Message("too_many_gone", template, values), where)


def _turn_problems(past: History) -> Iterator[Problem]:
    """All hands given, but nothing says who leads, or their sizes do not fit the table."""
    state = past.state
    if state.hands is None:
        return
    if past.assumed_leader and state.me is None and any(state.hands):
        template = "Nothing says who leads: say it with `sai` (leads)."
        yield Problem(Message("leader_missing", template), "/table" if state.table else "")
        return
    for seat, hand in enumerate(state.hands):
        size = _size(past, seat)
        if len(hand) != size:
            values = {
                "seat": seat_message(past.game, state, seat), "count": len(hand), "size": size
            }
            template = "{seat} has {count} cards: by the other hands and the table, {size} are due."
            yield Problem(Message("hand_size", template, values), f"/hands/{seat}")


def _size(past: History, seat: int) -> int:
    """Cards that a seat holds now."""
    game = past.game
    assert isinstance(game, TwoSidedGame)
    size = game.hand_due(past.state.rules, past.finished)
    return size - has_played(game, seat, past.table)


def _place_problems(past: History) -> Iterator[Problem]:
    """Constraints that leave no place for some of the unseen cards."""
    if past.state.hands is None:
        assert isinstance(past.game, TwoSidedGame)
        found = _knowledge(past.game, past)
        yield from place_problems(past, SHORT.word & ~found.hand & ~past.named, found.holders)


def _knowledge(game: TwoSidedGame, past: History) -> Knowledge:
    state = past.state
    me = state.me if state.me is not None else past.turn
    hand = word_of(state.hands[me] if state.hands is not None else state.hand or ())
    voids = past.voids()
    notes = []
    if past.assumed_leader and not past.table.cards and hand:
        text = "Nothing says who leads: taken to be the player advised."
        notes.append(Message("leader_assumed", text))
    points, taken, pile_points = _points_so_far(past, notes)
    gone = game.seats * past.finished - (past.named & ~word_of(past.table.cards)).bit_count()
    if gone:
        text = "{count} cards played are not named: they may be any that nobody is known to hold."
        notes.append(Message("gone_unknown", text, {"count": gone}))
    pile = None
    if gone and pile_points is not None:
        pile = Pile(pile_points[0], word_of(state.played), pile_points[1])
    stock = game.stock_due(state.rules, past.finished)
    if "stock" in game.keys:
        notes += _stock_notes(state, stock, gone)
    return Knowledge(
        me=me,
        hand=hand,
        holders=tuple(_holders(past, me, hand, voids, stock, gone)),
        leader=past.table.leader or 0,
        table=past.table.cards,
        trump=state.trump.suit if state.trump else None,
        pinned=past.pinned(),
        voids=voids,
        points=points,
        taken=taken,
        pile=pile,
        must_follow=game.must_follow(state.rules, past.finished + 1),
        turned=_turned(state) if stock else None,
        notes=tuple(notes),
    )


def _stock_notes(state: State, stock: int, gone: int) -> Iterator[Message]:
    if stock and state.stock is None and state.stock_cards is None:
        text = "Nothing says how large the stock is: taken to be {count}, every card gone named."
        yield Message("stock_assumed", text, {"count": stock})
    if not stock and not gone and state.hands is None:
        yield Message("stock_empty", "The stock is empty: both hands are known by counting.")


def _turned(state: State) -> int | None:
    """The turned-up card that lies under the stock."""
    return state.trump.card if state.trump and state.trump.holder in (STOCK, None) else None


def _holders(
    past: History, me: int, hand: int, voids: tuple[int, ...], stock: int, gone: int
) -> Iterator[Holder]:
    """The other seats, in order of play, the stock and the forgotten cards: what each may hold."""
    state = past.state
    unseen = SHORT.word & ~hand & ~past.named
    pinned = {seat: past.held(seat) & unseen for seat in range(past.game.seats) if seat != me}
    turned = _turned(state) if stock else None
    fixed = 0 if turned is None else 1 << turned
    for cards in pinned.values():
        fixed |= cards
    for step in range(1, past.game.seats):
        seat = (me + step) % past.game.seats
        allowed = pinned[seat] if state.hands is not None else unseen & ~fixed | pinned[seat]
        for suit in range(4):
            if voids[seat] >> suit & 1:
                allowed &= ~lane(suit)
        for fact in state.known:
            if fact.seat == seat:
                allowed &= ~word_of(fact.lacks)
        yield Holder("seat", seat, _size(past, seat), allowed)
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


def _points_so_far(
    past: History, notes: list[Message]
) -> tuple[tuple[int, int] | None, tuple[int, int], tuple[int, int] | None]:
    """Points and tricks of each side so far; of forgotten cards their points and our share."""
    state, trump = past.state, past.state.trump
    assert trump is not None
    points, taken = takings(past.game, past.tricks, trump.suit)
    if past.complete:
        return points, taken, None
    if state.points is None:
        text = (
            "Nothing says what has been won so far: points count from now on,"
            " RISCOS cannot be told."
        )
        notes.append(Message("points_unknown", text))
        return None, (0, 0), None
    if state.played:
        text = "Who took the cards played is told only by the points."
        notes.append(Message("order_unknown", text))
    given = (state.points[0], state.points[1])
    forgotten = sum(given) - sum(points) - SHORT.worth_of(state.played)
    share = given[0] - points[0]
    counted = [0, 0]
    for side in (0, 1):
        counted[side] = 1 if given[side] or taken[side] else 0
        if not counted[side]:
            text = "A side with 0 points is taken to have won no trick yet."
            notes.append(Message("sweep_assumed", text))
    return given, (counted[0], counted[1]), (forgotten, share)


def with_holder(state: State, holder: int) -> State:
    """The state with the turned-up card in the hand of a seat."""
    assert state.trump is not None
    return replace(state, trump=replace(state.trump, holder=holder))
