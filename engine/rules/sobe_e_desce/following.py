"""A deal of Sobe e Desce as it goes on for a seat that does not see every card."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import dataclass, replace

from trunfo.engine.cards import SHORT, SUIT_LETTERS, SUITS, suit_of, word_of
from trunfo.engine.following import Due, Following
from trunfo.engine.position import Action, Payoff
from trunfo.engine.rules.sobe_e_desce.scores import START
from trunfo.engine.rules.sobe_e_desce.state import (
    HAND,
    chooser_of,
    completed,
    in_order,
    must_go,
    playing_of,
)
from trunfo.engine.state import Decision, State
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.trick_game import TrickGame, with_cards, without

SEATS = 4


@dataclass(frozen=True)
class FollowedSobe(TrickGame, ABC):
    """What happens to the state of a seat when something is done, or cards come."""

    def following(self, state: State) -> Following:
        """A deal under way: what is assumed of it is said."""
        full = completed(state)
        chooser = chooser_of(full)
        assert chooser is not None or state.phase == "play"
        state = replace(state, dealer=full.dealer)
        if state.phase == "go":
            state = replace(state, decisions=full.decisions)
        return super().following(state)

    def done(self, at: Following, seat: int, action: Action) -> Following:
        """What is known after a seat has chosen the trump, decided to go, or played."""
        state = at.state
        if "trump" in action:
            if action["trump"] == "turn":
                return replace(at, due=(Due(None, 1),))
            return self._trumped(at, Trump(SUIT_LETTERS.index(action["trump"]), chooser=seat))
        if "go" not in action:
            return super().done(at, seat, action)
        thrown = tuple(sorted(map(SHORT.card, action.get("discard", ()))))
        count = action.get("exchanged", len(thrown)) if action["go"] else None
        decisions = list(state.decisions or (None,) * SEATS)
        decisions[seat] = Decision(action["go"], count)
        known = tuple(fact for fact in state.known if fact.seat != seat or not count)
        state = replace(state, decisions=tuple(decisions), known=known)
        if state.hands is None:
            state = replace(state, discarded=tuple(sorted((*state.discarded, *thrown))))
        else:
            before = at.thrown or ((),) * SEATS
            at = replace(at, thrown=(*before[:seat], thrown, *before[seat + 1 :]))
        for card in thrown:
            state = without(state, seat, card)
        due = (Due(seat, len(thrown)),) if thrown else ()
        return self._opened(replace(at, state=state, due=due))

    def _trumped(self, at: Following, trump: Trump) -> Following:
        """The trump is known: all get the cards that they lack of five."""
        state = replace(at.state, trump=trump, phase="go", decisions=(None,) * SEATS)
        chooser, me = trump.chooser, state.me
        assert chooser is not None
        if trump.card is not None and at.knows(chooser):
            state = with_cards(state, chooser, (trump.card,))
        if state.hands is None:
            assert me is not None
            return replace(at, state=state, due=(Due(me, HAND - len(state.hand or ())),))
        due = tuple(
            Due(seat, HAND - len(state.hands[seat])) for seat in in_order(state, chooser)
        )
        return replace(at, state=state, due=due)

    def _opened(self, at: Following) -> Following:
        """When all have decided, the first of those who go leads."""
        state = at.state
        assert state.decisions is not None
        if at.due or None in state.decisions:
            return at
        chooser = chooser_of(state)
        assert chooser is not None
        goes = playing_of(state)
        leader = next((seat for seat in in_order(state, chooser) if seat in goes), chooser)
        return replace(at, state=replace(state, phase="play", table=Trick(leader)))

    def gained(self, at: Following, cards: Sequence[int]) -> Following:
        """What is known after a card was turned up, or cards have come to a hand."""
        if at.due[0].seat is not None:
            return self._opened(super().gained(at, cards))
        chooser, (card,) = chooser_of(at.state), cards
        trump = Trump(suit_of(card), card, chooser=chooser, turned=True)
        coming = at.coming[1:] if chooser == at.state.me else at.coming
        return self._trumped(replace(at, coming=coming), trump)

    def may_gain(self, at: Following) -> int:
        """Where it is known which card comes to me next, a card turned up for me is that one."""
        turned = at.due[0].seat is None
        if turned and at.coming:
            mine = chooser_of(at.state) == at.state.me
            coming = word_of(at.coming)
            return 1 << at.coming[0] if mine else super().may_gain(at) & ~coming
        return super().may_gain(at) & ~word_of(card for hand in at.thrown for card in hand)

    def hidden_actions(self, at: Following, seat: int) -> tuple[Action, ...]:
        """Every suit, turning up; staying out, going with any number of cards exchanged."""
        state = at.state
        if state.phase == "trump":
            turn: list[Action] = [{"trump": "turn"}] if state.rules["turn_up"] else []
            return (*({"trump": SUIT_LETTERS[suit]} for suit in SUITS), *turn)
        if state.phase != "go":
            return ()
        out: list[Action] = [] if must_go(state, seat) else [{"go": False}]
        return (*out, *({"go": True, "exchanged": count} for count in range(HAND + 1)))

    def left(self, state: State, seat: int) -> Payoff:
        """The scores stay as they were before the deal."""
        return replace(super().left(state, seat), points=state.scores or (START,) * SEATS)
