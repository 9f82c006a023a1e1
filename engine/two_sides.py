"""Games of two sides with a trump and 120 card points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trunfo.engine.cards import SHORT, word_of
from trunfo.engine.checks.claims import fact_problems, point_problems, takings, trump_problems
from trunfo.engine.counted import Check, CountedGame, gone_unnamed, holders, turned_card
from trunfo.engine.errors import Message, Problem
from trunfo.engine.following import Dealt, Due, Following
from trunfo.engine.frozen import found_once
from trunfo.engine.game import Rules
from trunfo.engine.history import History
from trunfo.engine.knowledge import Knowledge, Pile, gone_unknown
from trunfo.engine.position import Payoff, Position
from trunfo.engine.scoring import SWEEP, TOTAL, riscos
from trunfo.engine.state import Fact, State
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import says, with_cards


class TwoSidedGame(CountedGame):
    """A game of two sides that is paid by card points and tricks."""

    def draw_problems(self, past: History) -> Iterator[Problem]:
        """What only this game can find wrong with the play."""
        yield from ()

    def claims(self) -> tuple[Check, ...]:
        """Draws, trump, facts, points."""
        return (self.draw_problems, trump_problems, fact_problems, point_problems)

    @found_once
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

    @found_once
    def knowledge(self, state: State) -> Knowledge:
        """Everything that follows from a state in which nothing is wrong, for the seat `me`."""
        return _knowledge(self, self.past(state))

    def first_leader(self, rules: Rules, dealer: int) -> int:
        """Who leads to the first trick of a dealt game."""
        return dealer

    def dealt(self, position: Position) -> Dealt:
        """Hands, stock, the turned-up card."""
        hands = tuple(tuple(sorted(hand)) for hand in position.hands)
        return Dealt(position.dealer, hands, position.stock, position.trump)

    def begin(self, rules: Rules, dealt: Dealt) -> Position:
        """The position before the first lead."""
        assert dealt.dealer is not None
        stock = dealt.stock
        return Position(
            rules=rules,
            trump=dealt.trump,
            hands=tuple(frozenset(hand or ()) for hand in dealt.hands),
            tricks=(),
            table=Trick(self.first_leader(rules, dealt.dealer)),
            dealer=dealt.dealer,
            stock=(0,) * self.dealt_sizes(rules)[1] if stock is None else stock,
        )

    def following(self, state: State) -> Following:
        """Where there is a stock it is counted from now on."""
        at = super().following(state)
        if "stock" not in self.keys:
            return at
        stock = self.stock_due(state.rules, self.finished(state))
        return replace(at, state=replace(at.state, stock=stock))

    def drawn(self, at: Following) -> Following:
        """While there is a stock each seat draws a card, the winner first; the last is known."""
        state, seats = at.state, range(self.seats)
        stock = state.stock or 0
        if not stock:
            return at
        assert state.table is not None
        assert state.table.leader is not None
        order = [(state.table.leader + step) % self.seats for step in seats]
        left = stock - self.seats
        state = replace(state, stock=left, known=_still_true(at))
        turned = state.trump.card if state.trump is not None else None
        if not left and turned is not None:
            last = order.pop()
            state = with_holder(state, last)
            if at.knows(last):
                state = with_cards(state, last, (turned,))
        if state.stock_cards is not None:
            cards = state.stock_cards
            for seat, card in zip(order, cards, strict=False):
                state = with_cards(state, seat, (card,))
            return replace(at, state=replace(state, stock_cards=cards[self.seats :] or None))
        due = tuple(Due(seat, 1) for seat in order if at.knows(seat))
        return replace(at, state=state, due=due)

    def ended(self, state: State) -> Payoff | None:
        """Points and RISCOS by what is known of the tricks."""
        known = self.knowledge(state)
        if known.points is None:
            return None
        points, taken = known.points, known.taken
        paid = [
            riscos(points[side], taken[1 - side], taken[side], state.rules) for side in (0, 1)
        ]
        return Payoff(
            tuple(points[side] for side in self.sides()),
            tuple(float(paid[side]) for side in self.sides()),
        )

    def revoked(self, state: State, seat: int) -> Payoff:
        """The side that has revoked loses as if the other had taken every trick."""
        side = self.sides()[seat]
        return Payoff(
            tuple(0 if each == side else TOTAL for each in self.sides()),
            tuple(float(-SWEEP if each == side else SWEEP) for each in self.sides()),
        )


def _still_true(at: Following) -> tuple[Fact, ...]:
    """What is still true of hidden hands after a draw: what they hold, not what they lack."""
    facts = (
        fact if at.knows(fact.seat) else replace(fact, lacks=(), void=())
        for fact in at.state.known
    )
    return tuple(filter(says, facts))


def _knowledge(game: CountedGame, past: History) -> Knowledge:
    state = past.state
    me = state.me if state.me is not None else past.turn
    hand = word_of(state.hands[me] if state.hands is not None else state.hand or ())
    notes = []
    if past.assumed_leader and not past.table.cards and hand:
        text = "Nothing says who leads: taken to be the player advised."
        notes.append(Message("leader_assumed", text))
    points, taken, pile_points = _points_so_far(past, notes)
    gone = gone_unnamed(past)
    if gone:
        notes.append(gone_unknown(gone))
    pile = None
    if gone and pile_points is not None:
        pile = Pile(pile_points[0], word_of(state.played), pile_points[1])
    stock = game.stock_due(state.rules, past.finished)
    if "stock" in game.keys:
        notes += _stock_notes(state, stock, gone)
    return Knowledge(
        me=me,
        hand=hand,
        holders=tuple(holders(game, past, me)),
        leader=past.table.leader or 0,
        table=past.table.cards,
        trump=state.trump.suit if state.trump else None,
        pinned=past.pinned(),
        voids=past.voids(),
        points=points,
        taken=taken,
        pile=pile,
        must_follow=game.must_follow(state.rules, past.finished + 1),
        turned=turned_card(state) if stock else None,
        notes=tuple(notes),
    )


def _stock_notes(state: State, stock: int, gone: int) -> Iterator[Message]:
    if stock and state.stock is None and state.stock_cards is None:
        text = "Nothing says how large the stock is: taken to be {count}, every card gone named."
        yield Message("stock_assumed", text, {"count": stock})
    if not stock and not gone and state.hands is None and state.game.seats == 2:
        yield Message("stock_empty", "The stock is empty: both hands are known by counting.")


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
