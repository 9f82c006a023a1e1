"""What the play of Copas tells: who holds the two of clubs, who is void, who took which points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from trunfo.engine.cards import (
    COPAS,
    ESPADAS,
    OUROS,
    PAUS,
    SUITS,
    PenaltyPack,
    lane,
    suit_of,
    word_of,
)
from trunfo.engine.counted import gone_unnamed
from trunfo.engine.history import History, Play
from trunfo.engine.state import State
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame

QUEEN = 13
"""Penalty points of the queen of spades."""
TOTAL = 26
"""Penalty points in the pack."""


def pack_of(state: State) -> PenaltyPack:
    """The pack of a state, with its penalty points."""
    pack = state.pack
    assert isinstance(pack, PenaltyPack)
    return pack


def takings(game: TrickGame, tricks: Sequence[Trick], pack: PenaltyPack) -> tuple[int, ...]:
    """Penalty points that each seat has in some tricks."""
    points = [0] * game.seats
    for trick in tricks:
        points[game.winner(trick, None)] += pack.worth_of(trick.cards)
    return tuple(points)


@dataclass(frozen=True)
class CopasHistory(History):
    """The play of a state of Copas, leaders filled in, and what follows from its rules."""

    @cached_property
    def pack(self) -> PenaltyPack:
        """The pack it is played with."""
        return pack_of(self.state)

    @cached_property
    def two(self) -> int:
        """The two of clubs."""
        return self.pack.card("2P")

    @cached_property
    def leads_two(self) -> bool:
        """Whether the first trick must be led with the two of clubs."""
        return bool(self.state.rules["must_lead_two_of_clubs"])

    @cached_property
    def first(self) -> int | None:
        """Where the deal's first trick is among the tricks, the open one last; None if unknown."""
        if self.state.phase == "pass":
            return None
        if self.complete:
            return 0
        if self.leads_two:
            for index, trick in enumerate(self.tricks):
                if trick.cards[0] == self.two:
                    return index
        return None

    @cached_property
    def first_plays(self) -> tuple[Play, ...]:
        """The cards of the deal's first trick, as far as they are known to be those."""
        if self.first is None:
            return ()
        where = f"/tricks/{self.first}/" if self.first < len(self.tricks) else "/table/"
        return tuple(play for play in self.plays() if play.where.startswith(where))

    @cached_property
    def begun(self) -> bool:
        """Whether a card has been played."""
        return self.finished > 0 or bool(self.table.cards)

    @cached_property
    def fixed(self) -> tuple[int, ...]:
        """For each seat the cards that it surely held when play began.

        They were passed to it; or they are the two of clubs, and it led to the first trick.
        """
        cards = [0] * self.game.seats
        state = self.state
        if state.phase == "pass":
            return tuple(cards)
        if state.passed is not None:
            cards[state.passed.seat] |= word_of(state.passed.cards)
        if state.received is not None and state.me is not None:
            cards[state.me] |= word_of(state.received.cards)
        leader = next((play.seat for play in self.first_plays), None)
        if self.first == len(self.tricks) and leader is None:
            leader = self.table.leader
        if leader is not None:
            cards[leader] |= 1 << self.two
        return tuple(cards)

    @cached_property
    def two_holder(self) -> int | None:
        """The seat of which it is said, or known by the pass, that it holds the two of clubs."""
        state = self.state
        for seat, hand in enumerate(state.hands or ()):
            if self.two in hand:
                return seat
        if self.two in (state.hand or ()):
            return state.me
        if state.passed is not None and self.two in state.passed.cards and not self.begun:
            return state.passed.seat
        return next((fact.seat for fact in state.known if self.two in fact.has), None)

    def still(self, play: Play) -> int:
        """Set of the cards that a seat is known to have kept when it played one."""
        plays = self.plays()
        later = plays[plays.index(play) + 1 :]
        return self.held(play.seat) | word_of(p.card for p in later if p.seat == play.seat)

    def held(self, seat: int) -> int:
        """Set of the cards that a seat is known to hold now."""
        held = super().held(seat)
        if self.state.hands is not None or seat == self.state.me or gone_unnamed(self):
            return held  # a card passed may be among those that are not named
        return held | self.fixed[seat] & ~self.named

    def barred(self, seat: int) -> int:
        """Set of the cards that a seat cannot hold, by the play and by what is said."""
        cards = super().barred(seat)
        for other in range(self.game.seats):
            if other != seat:
                cards |= self.fixed[other]
        if self.leads_two and self.begun and self.state.phase == "play":
            cards |= 1 << self.two
        return cards | self._shown[seat]

    def voids(self) -> tuple[int, ...]:
        """For each seat a mask of the suits it has shown, or is said, not to hold."""
        return self._voids

    @cached_property
    def _voids(self) -> tuple[int, ...]:
        masks = list(super().voids())
        for seat, cards in enumerate(self._shown):
            elsewhere = self.named
            if seat != self.state.me:
                elsewhere |= word_of(self.state.hand or ())
            for suit in SUITS:
                if cards & lane(suit) and not self.pack.word & lane(suit) & ~elsewhere & ~cards:
                    masks[seat] |= 1 << suit
        return tuple(masks)

    @cached_property
    def _shown(self) -> tuple[int, ...]:
        """For each seat the cards it does not hold because of how it played a penalty card.

        Who plays one to the first trick without following has nothing else; who leads a heart
        before hearts are broken, where they must be, has only hearts.
        """
        cards = [0] * self.game.seats
        harmless = self.pack.word & ~word_of(self.pack.penalties)
        for play in self.first_plays:
            if suit_of(play.card) != play.led and play.card in self.pack.penalties:
                cards[play.seat] |= harmless
        for index in range(len(self.tricks) + bool(self.table.cards)):
            trick = (*self.tricks, self.table)[index]
            if suit_of(trick.cards[0]) == COPAS and self.unbroken(index):
                cards[trick.leader or 0] |= lane(OUROS) | lane(ESPADAS) | lane(PAUS)
        return tuple(cards)

    def unbroken(self, index: int) -> bool:
        """Whether hearts had to be broken and surely were not before the trick at `index`."""
        if not self.state.rules["hearts_must_be_broken"]:
            return False
        if index == len(self.tricks):
            return self.broken is False
        before = [card for trick in self.tricks[:index] for card in trick.cards]
        return self.complete and not any(suit_of(card) == COPAS for card in before)

    @cached_property
    def broken(self) -> bool | None:
        """Whether a heart has been played to a finished trick; None if nobody knows.

        Where cards are not named the points tell: every sum but 0 and 13 holds hearts, and 13
        are the queen of spades unless all hearts are gone, when it does not matter.
        """
        gone = self.named & ~word_of(self.table.cards)
        if gone & lane(COPAS):
            return True
        if not gone_unnamed(self):
            return False
        if self.state.points is None:
            return None
        total = sum(self.state.points)
        if total == QUEEN:
            elsewhere = word_of(self.table.cards)
            for seat in range(self.game.seats):
                elsewhere |= self.held(seat)
            return bool(elsewhere >> self.pack.queen & 1)
        return total != 0
