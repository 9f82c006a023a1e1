"""What a game can do by its rules: deal, play and score, check what a person states, derive."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from trunfo.engine.errors import Message, Problem
from trunfo.engine.frozen import changed
from trunfo.engine.game import Game, Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Payoff, Position
from trunfo.engine.state import State
from trunfo.engine.trick import Trick, follow, winning_card

NO_CARDS: frozenset[int] = frozenset()


class TrickGame(Game, ABC):
    """A game with its rules: slow, obvious, the oracle of the kernel."""

    def phase_of(self, state: State) -> str:
        """The phase of a state that does not say it, by everything else that it says."""
        return "play"

    def phase_unclear(self, state: State) -> Message | None:
        """What to say of a state that could be of several phases; None if there is no doubt."""
        return None

    @abstractmethod
    def deal(self, random: Random, rules: Rules, dealer: int = 0, number: int = 0) -> Position:
        """Shuffle and deal; the position before anything is decided.

        `number` counts the deals of a match from 0, where that makes a difference.
        """

    @abstractmethod
    def payoff(self, position: Position) -> Payoff:
        """What a deal that is over pays."""

    @abstractmethod
    def problems(self, state: State) -> Iterator[Problem]:
        """Everything of the first kind that cannot be right in a state."""

    @abstractmethod
    def knowledge(self, state: State) -> Knowledge:
        """What follows from a state without problems: where each unseen card may be."""

    def playing(self, state: State) -> Sequence[int]:
        """The seats that play cards, lowest first, as a state tells: all, if nobody stays out."""
        return range(self.seats)

    def winner(self, trick: Trick, trump: int | None, playing: Sequence[int] = ()) -> int:
        """The seat that takes a trick, or is taking one that is still open.

        `playing` are the seats that play, lowest first, where these are not all.
        """
        place = trick.cards.index(winning_card(trick.cards, trump))
        if not playing and trick.leader is not None:
            return (trick.leader + place) % self.seats
        return trick.seat(place, playing or range(self.seats))

    def legal(self, position: Position) -> frozenset[int]:
        """The cards that the seat to play may play: follow suit if able."""
        hand = position.hands[position.turn]
        return follow(hand, position.table.cards)

    def play(self, position: Position, card: int) -> Position:
        """The position after the seat to play has played `card`.

        Raises
        ------
        ValueError
            If the card may not be played.
        """
        if card not in self.legal(position):
            raise ValueError(f"card {card} may not be played")
        turn = position.turn
        hands = list(position.hands)
        hands[turn] = hands[turn] - {card}
        table = Trick(position.table.leader, (*position.table.cards, card))
        if len(table.cards) < len(position.playing):
            return changed(position, hands=tuple(hands), table=table)
        trump = position.trump.suit if position.trump else None
        winner = self.winner(table, trump, position.playing)
        after = changed(
            position, hands=tuple(hands), tricks=(*position.tricks, table), table=Trick(winner)
        )
        return self.settle(after)

    def actions(self, position: Position) -> tuple[Action, ...]:
        """Everything that the seat to move may do, in a fixed order."""
        token = self.pack(position.rules).token
        return tuple({"play": token(card)} for card in sorted(self.legal(position)))

    def act(self, position: Position, action: Action) -> Position:
        """The position after the seat to move has done something.

        Raises
        ------
        ValueError
            If it may not do that.
        """
        if set(action) != {"play"}:
            raise ValueError(f"{', '.join(action)}: a card is to be played")
        try:
            card = self.pack(position.rules).card(action["play"])
        except (KeyError, TypeError):
            raise ValueError(f"{action['play']} is no card") from None
        return self.play(position, card)

    def partly(self, state: State) -> Position:
        """The position of a state as `me` knows it: the other hands are empty.

        Enough for what `me`, whose turn it is, may do.
        """
        assert state.me is not None
        hands = [NO_CARDS] * self.seats
        hands[state.me] = frozenset(state.hand or ())
        return Position(
            state.rules, state.trump, tuple(hands), state.tricks, state.table or Trick(state.me),
            state.dealer, stock=(0,) * (state.stock or 0),  # which cards does not matter here
        )

    def observed(self, position: Position, seat: int | None) -> dict[str, Any]:
        """What only this game lets a seat see of a position; see `trunfo.engine.views`.

        Returns
        -------
        dict
            Fields of the view, a `State`, by name. `seat` is None where every card is seen.
        """
        return {}

    def settle(self, position: Position) -> Position:
        """What happens between two tricks: nothing, where no cards are drawn."""
        return position

    def must_follow(self, rules: Rules, number: int) -> bool:
        """Whether suit must be followed in trick `number`, counted from 1."""
        return True


def game_of(state: State) -> TrickGame:
    """The game of a state, with its rules."""
    game = state.game
    assert isinstance(game, TrickGame)
    return game
