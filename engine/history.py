"""What the play so far tells: who led, who took what, who has shown that he is void.

For games in which suit must be followed; the cards of a state's `tricks` and
`table`, with the leaders that were not written down filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from trunfo.engine.cards import SUITS, card_message, lane, suit_message, suit_of, word_of
from trunfo.engine.errors import Message, Problem
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame


class Play(NamedTuple):
    """One card played, and where in the document it stands."""

    seat: int
    card: int
    led: int        # the suit led to its trick
    number: int     # of the trick, from 1, as far as the tricks are all there; else it is later
    where: str      # JSON pointer


@dataclass(frozen=True)
class History:
    """The play of a state, leaders filled in.

    Parameters
    ----------
    tricks : tuple of Trick
        The finished tricks that the state has, each with its leader.
    table : Trick
        The open trick with its leader.
    finished : int
        How many tricks have been finished, named or not.
    complete : bool
        Whether the state has every one of them.
    assumed_leader : bool
        Whether nothing said who leads, so that it was taken to be the seat advised.
    playing : sequence of int
        The seats that play cards, lowest first.
    """

    game: TrickGame
    state: State
    tricks: tuple[Trick, ...]
    table: Trick
    finished: int
    complete: bool
    assumed_leader: bool
    playing: Sequence[int]

    @property
    def turn(self) -> int:
        """The seat to play."""
        return self.table.seat(len(self.table.cards), self.playing)

    @cached_property
    def named(self) -> int:
        """Set of the cards gone whose names are known."""
        tricks = (*self.tricks, self.table)
        return word_of(self.state.played) | word_of(c for trick in tricks for c in trick.cards)

    def plays(self) -> tuple[Play, ...]:
        """Every card played whose trick is known, in order."""
        return self._plays

    @cached_property
    def _plays(self) -> tuple[Play, ...]:
        return tuple(self._each_play())

    def _each_play(self) -> Iterator[Play]:
        for index, trick in enumerate(self.tricks):
            for turn, card in enumerate(trick.cards):
                where = f"/tricks/{index}/cards/{turn}"
                led = suit_of(trick.cards[0])
                yield Play(trick.seat(turn, self.playing), card, led, index + 1, where)
        for turn, card in enumerate(self.table.cards):
            led = suit_of(self.table.cards[0])
            seat = self.table.seat(turn, self.playing)
            yield Play(seat, card, led, self.finished + 1, f"/table/cards/{turn}")

    def voids(self) -> tuple[int, ...]:
        """For each seat a mask of the suits it has shown, or is said, not to hold."""
        masks = [0] * self.game.seats
        for play in self.plays():
            if suit_of(play.card) != play.led and self.bound(play):
                masks[play.seat] |= 1 << play.led
        for fact in self.state.known:
            for suit in fact.void:
                masks[fact.seat] |= 1 << suit
        return tuple(masks)

    def barred(self, seat: int) -> int:
        """Set of the cards that a seat cannot hold, by the play and by what is said."""
        said = (fact.lacks for fact in self.state.known if fact.seat == seat)
        cards = word_of(card for lacks in said for card in lacks)
        voids = self.voids()[seat]
        for suit in SUITS:
            if voids >> suit & 1:
                cards |= lane(suit)
        return cards

    def bound(self, play: Play) -> bool:
        """Whether the card had to follow suit."""
        return self.game.must_follow(self.state.rules, play.number)

    def revokes(self) -> Iterator[Problem]:
        """Cards that did not follow suit though their player held the suit."""
        later: dict[int, int] = {seat: self.held(seat) for seat in range(self.game.seats)}
        found = []
        for play in reversed(self.plays()):
            suited = later[play.seat] & lane(play.led)
            if suit_of(play.card) != play.led and suited and self.bound(play):
                found.append(self._revoke(play, suited))
            later[play.seat] |= 1 << play.card
        yield from reversed(found)

    def held(self, seat: int) -> int:
        """Set of the cards that a seat is known to hold now."""
        state = self.state
        if state.hands is not None:
            return word_of(state.hands[seat])
        if seat == state.me:
            return word_of(state.hand or ())
        cards = word_of(card for fact in state.known if fact.seat == seat for card in fact.has)
        pinned = self.pinned()
        return cards | (1 << pinned[0] if pinned and pinned[1] == seat else 0)

    def pinned(self) -> tuple[int, int] | None:
        """The turned-up card and the seat that still holds it, if one does."""
        trump = self.state.trump
        if trump is None or trump.card is None or not isinstance(trump.holder, int):
            return None
        return None if self.named >> trump.card & 1 else (trump.card, trump.holder)

    def _revoke(self, play: Play, suited: int) -> Problem:
        pack = self.state.pack
        other = suited.bit_length() - 1
        values = {
            "seat": seat_message(self.game, self.state, play.seat),
            "number": play.number,
            "card": card_message(pack, play.card),
            "suit": suit_message(play.led),
            "other": card_message(pack, other),
        }
        template = (
            "Revoke ({seat}) in trick {number}: {card} does not follow {suit}, though {other}"
            " was still in that hand."
        )
        return Problem(Message("revoke", template, values), play.where)


def history(
    game: TrickGame, state: State, finished: int, kind: type[History] = History
) -> History:
    """Fill in the leaders of a state's tricks.

    A finished trick without leader was led by the winner of the one before it. An open
    trick without leader was led by the winner of the last, if all tricks are there;
    else so that the seat to be advised is to play.

    Parameters
    ----------
    finished : int
        How many tricks have been finished, named or not.
    kind : type
        The class of the answer, where a game has more to tell than others.
    """
    trump = state.trump.suit if state.trump else None
    playing = game.playing(state)
    tricks: list[Trick] = []
    for trick in state.tricks:
        if trick.leader is None:
            trick = replace(trick, leader=game.winner(tricks[-1], trump, playing))
        tricks.append(trick)
    complete = len(tricks) == finished
    table = state.table or Trick(None)
    assumed = False
    if table.leader is None:
        if complete and tricks:
            leader = game.winner(tricks[-1], trump, playing)
        else:
            before = -len(table.cards) % len(playing)
            leader = Trick(state.me or 0).seat(before, playing)
            assumed = True
        table = Trick(leader, table.cards)
    return kind(game, state, tuple(tricks), table, finished, complete, assumed, playing)


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


def trick_problems(game: TrickGame, state: State) -> Iterator[Problem]:
    """Tricks that are no tricks: too few or too many cards, a first one without leader."""
    due = len(game.playing(state))
    for index, trick in enumerate(state.tricks):
        if len(trick.cards) != due:
            values = {"number": index + 1, "count": len(trick.cards), "seats": due}
            many = "Trick {number} has {count} cards: a finished trick has {seats}."
            one = "Trick {number} has one card: a finished trick has {seats}."
            problem = Message("trick_size", many, values, one=one)
            yield Problem(problem, f"/tricks/{index}/cards")
    if state.tricks and state.tricks[0].leader is None:
        template = "The first trick that is given must say who led it."
        yield Problem(Message("leader_missing", template), "/tricks/0")
    if state.table and state.table.cards and len(state.table.cards) >= due:
        values = {"count": len(state.table.cards), "most": due - 1}
        template = (
            "{count} cards are on the table: an open trick has at most {most};"
            " a finished one belongs among the tricks."
        )
        yield Problem(Message("table_size", template, values), "/table/cards")


def leader_problems(past: History) -> Iterator[Problem]:
    """Leaders that are not the winners of the trick before (checked if no trick is missing)."""
    if not past.complete:
        return
    game, state = past.game, past.state
    trump = state.trump.suit if state.trump else None
    for index, trick in enumerate(past.tricks):
        following = past.tricks[index + 1] if index + 1 < len(past.tricks) else past.table
        winner = game.winner(trick, trump, past.playing)
        if following.leader != winner:
            last = following is past.table
            values = {
                "number": index + 1,
                "winner": seat_message(game, state, winner),
                "leader": seat_message(game, state, following.seat(0, past.playing)),
            }
            template = (
                "Who has won trick {number} ({winner}) leads to the next one; no other can"
                " ({leader})."
            )
            where = "/table/leader" if last else f"/tricks/{index + 1}/leader"
            yield Problem(Message("wrong_leader", template, values), where)
