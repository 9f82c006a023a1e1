"""What follows from a state of Sobe e Desce: who chose, who plays, where the cards may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trunfo.engine.cards import SHORT, SUITS, lane, word_of
from trunfo.engine.errors import Message
from trunfo.engine.frozen import changed, found_once
from trunfo.engine.history import History, history
from trunfo.engine.knowledge import Holder, Knowledge, gone_unknown
from trunfo.engine.rules.sobe_e_desce.duties import barred, reasons_to_go
from trunfo.engine.state import Decision, State
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.trick_game import TrickGame

HAND = 5
FIRST = 3
"""Cards in a hand when play begins, and before the trump is chosen."""


@found_once
def chooser_of(state: State) -> int | None:
    """The seat that chooses the trump, as far as a state says: it sits after the dealer."""
    trump, seats = state.trump, state.game.seats
    if trump is not None and trump.chooser is not None:
        return trump.chooser
    if trump is not None and isinstance(trump.holder, int):
        return trump.holder
    if state.dealer is not None:
        return (state.dealer + 1) % seats
    return state.me if state.phase == "trump" else None


def in_order(state: State, chooser: int) -> tuple[int, ...]:
    """All seats in playing order from the chooser."""
    seats = state.game.seats
    return tuple((chooser + step) % seats for step in range(seats))


@found_once
def decisions_of(state: State) -> tuple[Decision | None, ...]:
    """What each seat has decided; in play whoever must go has gone, said or not."""
    made = state.decisions or (None,) * state.game.seats
    if state.phase != "play" or state.trump is None:
        return made
    return tuple(
        Decision(True) if each is None and must_go(state, seat) else each
        for seat, each in enumerate(made)
    )


def must_go(state: State, seat: int) -> tuple[str, ...]:
    """Why a seat may not stay out, as far as the state tells; see `reasons_to_go`."""
    assert state.trump is not None
    return reasons_to_go(
        state.rules, seat, state.trump.suit, chooser_of(state), state.scores, state.absences
    )


@found_once
def playing_of(state: State) -> tuple[int, ...]:
    """The seats that have not stayed out, lowest first."""
    return tuple([
        seat for seat, made in enumerate(decisions_of(state)) if made is None or made.goes
    ])


@found_once
def finished_tricks(state: State) -> int:
    """How many tricks have been finished, named or not, by the hands of those who play."""
    playing = playing_of(state)
    if state.phase != "play" or len(playing) < 2:
        return 0
    if state.hands is not None:
        return HAND - max(len(state.hands[seat]) for seat in playing)
    assert state.me is not None
    if state.me not in playing:  # the hand does not tell: every card gone is taken to be named
        return len(state.tricks) + -(-len(state.played) // len(playing))
    held = len(state.hand or ()) + (state.me in on_table(state.table, playing))
    return HAND - held


def on_table(table: Trick | None, playing: Sequence[int]) -> tuple[int, ...]:
    """The seats whose card is on the table, as far as its leader is said."""
    if table is None or table.leader is None or table.leader not in playing:
        return ()
    return tuple(table.seat(index, playing) for index in range(len(table.cards)))


@found_once
def completed(state: State) -> State:
    """The state with what follows filled in: chooser, dealer, decisions, turned-up card, leader.

    Afterwards `trump.holder` is the seat that surely holds the turned-up card, else None.
    """
    chooser, made = chooser_of(state), decisions_of(state)
    trump, seats = state.trump, state.game.seats
    if trump is not None:
        holds = trump.card is not None and chooser is not None and _keeps(made[chooser])
        trump = changed(
            trump, chooser=chooser, turned=trump.card is not None,
            holder=chooser if holds else None,
        )
    dealer = state.dealer
    if dealer is None and chooser is not None:
        dealer = (chooser - 1) % seats
    return changed(
        state, dealer=dealer, trump=trump, decisions=made, table=_table(state, chooser, made)
    )


def _keeps(made: Decision | None) -> bool:
    """Whether the chooser surely has the turned-up card, as long as it has not been played."""
    return made is None or (made.goes and made.exchanged == 0)


def _table(
    state: State, chooser: int | None, made: Sequence[Decision | None]
) -> Trick | None:
    """The open trick; to the first one the first seat leads that goes, from the chooser on."""
    table = state.table or Trick(None)
    known_start = chooser is not None and not state.tricks and not finished_tricks(state)
    if table.leader is not None or not known_start:
        return state.table
    assert chooser is not None
    goes = [
        seat for seat in in_order(state, chooser)
        if (decided := made[seat]) is None or decided.goes
    ]
    return Trick(goes[0] if goes else chooser, table.cards)


@found_once
def past_of(game: TrickGame, state: State) -> History:
    """The play of a state, with what follows from it filled in."""
    full = completed(state)
    return history(game, full, finished_tricks(state))


def shown_lacks(past: History) -> tuple[int, ...]:
    """For each seat the set of cards that it has shown not to hold by what it played."""
    state, lacks = past.state, [0] * past.game.seats
    assert state.trump is not None
    for trick in (*past.tricks, past.table):
        for index, card in enumerate(trick.cards):
            seat = trick.seat(index, past.playing)
            lacks[seat] |= barred(card, trick.cards[:index], state.trump.suit, state.rules)
    return tuple(lacks)


def acting(state: State) -> int | None:
    """The seat to choose the trump, or to go or stay out; None in play.

    `state` is one that has been `completed`.
    """
    chooser = chooser_of(state)
    if state.phase == "play" or chooser is None:
        return None
    if state.phase == "trump":
        return chooser
    assert state.decisions is not None
    return next((seat for seat in in_order(state, chooser) if state.decisions[seat] is None), None)


def knowledge(game: TrickGame, past: History, given: State) -> Knowledge:
    """Everything that follows from a state in which nothing is wrong, for the seat `me`.

    Parameters
    ----------
    game : TrickGame
        The game.
    past : History
        The play, from `past_of`.
    given : State
        The state as it was said.
    """
    state = past.state
    turn = acting(state)
    alone = turn is None and len(past.playing) < 2
    leader = past.table.leader or 0
    me = state.me
    if me is None:
        me = turn if turn is not None else leader if alone else past.turn
    hand = word_of(state.hands[me] if state.hands is not None else state.hand or ())
    lacks = shown_lacks(past) if state.trump is not None else (0,) * game.seats
    trump = state.trump.suit if state.trump else None
    gone = unnamed(past)
    taken = [0] * game.seats
    for trick in past.tricks:
        taken[game.winner(trick, trump, past.playing)] += 1
    return Knowledge(
        me=me,
        hand=hand,
        holders=tuple(_holders(past, me, hand, lacks, gone)),
        leader=leader,
        table=past.table.cards,
        trump=trump,
        pinned=past.pinned(),
        voids=_voids(past, lacks),
        points=state.scores if past.complete else None,
        taken=tuple(taken) if past.complete else (),
        notes=tuple(_notes(past, given, gone)),
        playing=tuple(past.playing),
        acting=turn,
    )


def unnamed(past: History) -> int:
    """Cards that must have been played but are not named."""
    named = past.named & ~word_of(past.table.cards)
    return len(past.playing) * past.finished - named.bit_count()


def size_of(past: History, seat: int) -> int:
    """Cards that a seat that has not stayed out holds now."""
    if past.state.phase == "trump":
        return FIRST
    return HAND - past.finished - (seat in on_table(past.table, past.playing))


def _voids(past: History, lacks: Sequence[int]) -> tuple[int, ...]:
    """For each seat a mask of the suits that it has shown, or is said, not to hold."""
    masks = [
        sum(1 << suit for suit in SUITS if not SHORT.word & lane(suit) & ~word) for word in lacks
    ]
    for fact in past.state.known:
        for suit in fact.void:
            masks[fact.seat] |= 1 << suit
    return tuple(masks)


def _holders(
    past: History, me: int, hand: int, lacks: Sequence[int], gone: int
) -> Iterator[Holder]:
    """The other seats that have not stayed out, what is out of play, the forgotten cards."""
    state = past.state
    unseen = SHORT.word & ~hand & ~past.named
    others = [seat for seat in _from(me, past.game.seats) if seat in past.playing]
    held = {seat: past.held(seat) & unseen for seat in others}
    out = word_of(state.discarded) & unseen
    for seat in _from(me, past.game.seats):
        if seat not in past.playing:
            out |= past.held(seat) & unseen
    turned = _turned(state) & unseen
    chooser = state.trump.chooser if state.trump else None
    if turned and (chooser not in others or _threw_all(state, chooser)):
        out |= turned
    fixed = out
    for cards in held.values():
        fixed |= cards
    sizes = 0
    for seat in others:
        loose = 0 if state.hands is not None else unseen & ~fixed & ~lacks[seat]
        if seat != chooser:
            loose &= ~turned
        yield Holder("seat", seat, size_of(past, seat), held[seat] | loose & ~_said(state, seat))
        sizes += size_of(past, seat)
    count = unseen.bit_count() - sizes - gone
    yield Holder("out", None, count, out | unseen & ~fixed)
    if gone:
        yield Holder("gone", None, gone, unseen & ~fixed & ~turned)


def _from(me: int, seats: int) -> tuple[int, ...]:
    return tuple((me + step) % seats for step in range(1, seats))


def _turned(state: State) -> int:
    """The turned-up card, as a set."""
    trump: Trump | None = state.trump
    return 0 if trump is None or trump.card is None else 1 << trump.card


def _threw_all(state: State, chooser: int | None) -> bool:
    """Whether the chooser has thrown away his whole hand."""
    made = state.decisions[chooser] if state.decisions and chooser is not None else None
    return made is not None and made.exchanged == HAND


def _said(state: State, seat: int) -> int:
    """The cards that a seat is said not to hold."""
    cards = 0
    for fact in state.known:
        if fact.seat == seat:
            cards |= word_of(fact.lacks)
            for suit in fact.void:
                cards |= lane(suit)
    return cards


def _notes(past: History, given: State, gone: int) -> Iterator[Message]:
    """What had to be assumed."""
    state = past.state
    if given.phase == "trump" and given.dealer is None and given.me is not None:
        text = "Nothing says who deals: the player advised is taken to choose the trump."
        yield Message("chooser_assumed", text)
    if state.scores is None:
        text = "Nothing says what the scores are: RISCOS cannot be told."
        yield Message("scores_unknown", text)
    elif state.absences is None:
        text = "Nothing says who stayed out of the deals before this one: taken to be nobody."
        yield Message("absences_assumed", text)
    if past.assumed_leader and not past.table.cards and len(past.playing) > 1:
        text = "Nothing says who leads: taken to be the player advised."
        yield Message("leader_assumed", text)
    if gone:
        yield gone_unknown(gone)
    if not past.complete:
        text = "Who took the tricks that are not given is not known: RISCOS cannot be told."
        yield Message("takers_unknown", text)
