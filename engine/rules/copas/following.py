"""A deal of Copas as it goes on for a seat that does not see every card."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass, replace

from trunfo.engine.cards import word_of
from trunfo.engine.counted import CountedGame
from trunfo.engine.following import Due, Following
from trunfo.engine.position import Action
from trunfo.engine.rules.copas.passing import PASSED, step
from trunfo.engine.rules.copas.penalties import CopasHistory
from trunfo.engine.state import Gift, State
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import without

SEATS = 4


@dataclass(frozen=True)
class FollowedCopas(CountedGame, ABC):
    """What happens to the state of a seat when something is done, or cards come."""

    def following(self, state: State) -> Following:
        """Who is to choose what he passes, or who leads, if that is known."""
        if state.phase != "pass":
            return super().following(state)
        assert state.me is not None
        acted = 0 if state.passed is None else state.me + 1
        return self._received(Following(state, acted=acted))

    def acting(self, at: Following) -> int | None:
        """In the pass the seats in their order; the holder of the two of clubs leads first."""
        if at.state.phase == "pass":
            return at.acted
        past = self.past(at.state)
        assert isinstance(past, CopasHistory)
        return past.turn if past.begun or not past.assumed_leader else None

    def done(self, at: Following, seat: int, action: Action) -> Following:
        """What is known after a seat has passed cards, seen or unseen, or played one."""
        if "pass" not in action:
            return super().done(at, seat, action)
        state = at.state
        if action["pass"] is not None:
            cards = tuple(sorted(map(state.pack.card, action["pass"])))
            state = replace(state, passed=Gift(self._receiver(state, seat), cards))
        return self._received(replace(at, state=state, acted=at.acted + 1))

    def _receiver(self, state: State, seat: int) -> int:
        assert state.round is not None
        return (seat + step(state.rules, state.round)) % SEATS

    def _received(self, at: Following) -> Following:
        """All have chosen: what was passed is gone, and what comes has to be said."""
        if at.acted < SEATS:
            return at
        state = at.state
        assert state.me is not None
        assert state.passed is not None
        for card in state.passed.cards:
            state = without(state, state.me, card)
        return replace(at, state=replace(state, known=()), due=(Due(state.me, PASSED),))

    def gained(self, at: Following, cards: Sequence[int]) -> Following:
        """What is known after cards that were passed to me have come: when all have, who leads."""
        after = super().gained(at, cards)
        state = after.state
        assert state.me is not None
        giver = (2 * state.me - self._receiver(state, state.me)) % SEATS
        before = state.received.cards if state.received else ()
        received = Gift(giver, tuple(sorted((*before, *cards))))
        state = replace(state, received=received)
        if not after.due:
            two = self.pack(state.rules).card("2P")
            table = Trick(state.me) if two in (state.hand or ()) else None
            state = replace(state, phase="play", table=table)
        return replace(after, state=state)

    def may_gain(self, at: Following) -> int:
        """Not the cards that I have passed myself."""
        passed = at.state.passed.cards if at.state.passed else ()
        return super().may_gain(at) & ~word_of(passed)

    def hidden_actions(self, at: Following, seat: int) -> tuple[Action, ...]:
        """Three cards that nobody sees."""
        return ({"pass": None},) if at.state.phase == "pass" else ()
