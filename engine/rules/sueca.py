"""Sueca: two pairs, ten cards each, 120 points. Source of the rules: the sheets `000` and `001`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from trunfo.engine.cards import SHORT, lane, suit_of, word_of
from trunfo.engine.claims import (
    fact_problems,
    place_problems,
    point_problems,
    takings,
    trump_problems,
)
from trunfo.engine.errors import Message, Problem, first_kind
from trunfo.engine.game import Option, Payoff, Position, Rules, TrickGame, seat_message
from trunfo.engine.history import History, history, leader_problems, trick_problems
from trunfo.engine.knowledge import Holder, Knowledge, Pile
from trunfo.engine.scoring import OPTIONS as SCORING
from trunfo.engine.scoring import riscos
from trunfo.engine.state import State, Trick, Trump

HAND = 10


@dataclass(frozen=True)
class Sueca(TrickGame):
    """Four players, seats 0 and 2 against 1 and 3."""

    def deal(self, random: Random, rules: Rules, dealer: int = 0) -> Position:
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
        step = -1 if rules["first_lead"] == "before_dealer" else 1
        return Position(
            rules=rules,
            trump=Trump(suit_of(turned), turned, dealer),
            hands=hands,
            tricks=(),
            table=Trick((dealer + step) % self.seats),
            dealer=dealer,
        )

    def payoff(self, position: Position) -> Payoff:
        """Card points of each pair, and RISCOS by 61, `double_at` and every trick."""
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
        found = list(first_kind((_trick_problems, _count_problems), state))
        if not found:
            checks = (
                _turn_problems, leader_problems, History.revokes, trump_problems, fact_problems,
                point_problems, _place_problems,
            )
            found = list(first_kind(checks, history(self, state, finished_tricks(state))))
        yield from found

    def knowledge(self, state: State) -> Knowledge:
        """Everything that follows from a state in which nothing is wrong, for the seat `me`."""
        return _knowledge(history(self, state, finished_tricks(state)))


GAME = Sueca(
    name="sueca",
    title="Sueca",
    words=("sueca",),
    partners=True,
    options=(
        Option("direction", "right", ("left", "right"), "where the next player sits"),
        Option(
            "first_lead", "before_dealer", ("before_dealer", "after_dealer"),
            "who leads to the first trick of a dealt game",
        ),
        *SCORING,
        Option(
            "tie", "nothing", ("nothing", "carry", "double"),
            "what 60 points each do to the next deal (does not change advice)",
        ),
        Option(
            "match_target", 0, (),
            "game points that end a match, 0 for none (does not change advice)",
        ),
        Option(
            "low_hand_redeal", False, (True, False),
            "the leader may ask for a new deal if his cards hold 10 points or fewer",
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


def finished_tricks(state: State) -> int:
    """How many tricks have been finished, by the size of a hand and the table.

    A seat that has played to the open trick holds a card less than the others.
    """
    table = state.table or Trick(None)
    if state.hands is not None:
        return HAND - max(map(len, state.hands))
    assert state.hand is not None
    assert state.me is not None
    return HAND - len(state.hand) - _has_played(state.me, table)


def _has_played(seat: int, table: Trick) -> bool:
    """Whether a seat's card is on the table; without a leader the seat advised is to play."""
    return table.leader is not None and (seat - table.leader) % 4 < len(table.cards)


def _trick_problems(state: State) -> Iterator[Problem]:
    return trick_problems(GAME, state)


def _count_problems(state: State) -> Iterator[Problem]:
    """More cards in hands, tricks and among those gone than there can be."""
    finished = finished_tricks(state)
    if finished < 0:
        template = "Ten cards and one on the table are eleven: a hand of Sueca has ten."
        yield Problem(Message("hand_too_large", template), "/hand")
        return
    named = GAME.seats * len(state.tricks) + len(state.played)
    gone = GAME.seats * finished
    if named > gone:
        values = {"size": HAND - finished, "finished": finished, "gone": gone, "named": named}
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
        size = HAND - past.finished - _has_played(seat, past.table)
        if len(hand) != size:
            values = {
                "seat": seat_message(past.game, state, seat), "count": len(hand), "size": size
            }
            template = "{seat} has {count} cards: by the other hands and the table, {size} are due."
            yield Problem(Message("hand_size", template, values), f"/hands/{seat}")


def _place_problems(past: History) -> Iterator[Problem]:
    """Constraints that leave no place for some of the unseen cards."""
    if past.state.hands is None:
        found = _knowledge(past)
        yield from place_problems(past, SHORT.word & ~found.hand & ~past.named, found.holders)


def _knowledge(past: History) -> Knowledge:
    state, game = past.state, past.game
    me = state.me if state.me is not None else past.turn
    hand = word_of(state.hands[me] if state.hands is not None else state.hand or ())
    voids = past.voids()
    notes = []
    if past.assumed_leader and not past.table.cards and hand:
        text = "Nothing says who leads: taken to be the player advised."
        notes.append(Message("leader_assumed", text))
    points, taken, pile_points = _points_so_far(past, notes)
    gone = game.seats * past.finished - (past.named & ~word_of(past.table.cards)).bit_count()
    if gone and state.hands is None:
        text = "{count} cards played are not named: they may be any that nobody is known to hold."
        notes.append(Message("gone_unknown", text, {"count": gone}))
    pile = None
    if gone and pile_points is not None:
        pile = Pile(pile_points[0], word_of(state.played), pile_points[1])
    return Knowledge(
        me=me,
        hand=hand,
        holders=tuple(_holders(past, me, hand, voids, gone)),
        leader=past.table.leader or 0,
        table=past.table.cards,
        trump=state.trump.suit if state.trump else None,
        pinned=past.pinned(),
        voids=voids,
        points=points,
        taken=taken,
        pile=pile,
        notes=tuple(notes),
    )


def _holders(
    past: History, me: int, hand: int, voids: tuple[int, ...], gone: int
) -> Iterator[Holder]:
    """The other seats, in order of play, and the forgotten cards, with what each may hold."""
    unseen = SHORT.word & ~hand & ~past.named
    pinned = {seat: past.held(seat) & unseen for seat in range(past.game.seats) if seat != me}
    fixed = 0
    for cards in pinned.values():
        fixed |= cards
    for step in range(1, past.game.seats):
        seat = (me + step) % past.game.seats
        allowed = pinned[seat] if past.state.hands is not None else unseen & ~fixed | pinned[seat]
        for suit in range(4):
            if voids[seat] >> suit & 1:
                allowed &= ~lane(suit)
        for fact in past.state.known:
            if fact.seat == seat:
                allowed &= ~word_of(fact.lacks)
        size = HAND - past.finished - _has_played(seat, past.table)
        yield Holder("seat", seat, size, allowed)
    if gone:
        yield Holder("gone", None, gone, unseen & ~fixed)


def _points_so_far(
    past: History, notes: list[Message]
) -> tuple[tuple[int, int] | None, tuple[int, int], tuple[int, int] | None]:
    """Points and tricks of each pair so far; of forgotten cards their points and our share."""
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
