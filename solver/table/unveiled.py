"""Hidden hands that follow: by counting, or by how a deal was then played to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trunfo.engine.cards import cards_of
from trunfo.engine.state import Fact, State
from trunfo.table.acts import Act
from trunfo.table.table import Table

Hands = tuple[tuple[int, ...], ...]
"""The cards of every seat."""


def hands_by_counting(table: Table) -> Hands | None:
    """Every hand, where all are known or each hidden one has to hold the cards that are left.

    A hand that takes no part in the play may be empty. None while cards are still to be drawn.
    """
    game = table.game
    state = table.state()
    if state.hands is not None or state.stock:
        return state.hands
    hands: list[tuple[int, ...]] = [()] * game.seats
    assert state.me is not None
    hands[state.me] = tuple(state.hand or ())
    for holder in game.knowledge(state).holders:
        if holder.seat is None:
            continue
        if holder.allowed.bit_count() != holder.size:
            return None
        hands[holder.seat] = tuple(cards_of(holder.allowed))
    return tuple(hands)


def hands_by_play(table: Table, later: Sequence[Act]) -> Hands | None:
    """Every hand at a moment of a deal that was then played to its end.

    Parameters
    ----------
    table : Table
        The deal at that moment, a card to be played.
    later : sequence of Act
        All that was done after it.

    Returns
    -------
    tuple or None
        By seat the cards that it has played since; None while cards are still to be drawn.
    """
    if table.phase != "play" or any("play" not in act for act in later):
        return None
    state = table.state()
    if state.hands is not None or state.stock:
        return state.hands
    hands: list[list[int]] = [[] for _ in range(table.game.seats)]
    for act in later:
        assert act.seat is not None
        hands[act.seat].append(state.pack.card(act["play"]))
    if state.me is not None and state.hand:
        hands[state.me] = list(state.hand)
    return tuple(tuple(sorted(hand)) for hand in hands)


def unveiled(state: State, hands: Hands) -> State:
    """A state of one seat with all hands open; what only that seat could know is left out."""
    return replace(
        state, me=None, hand=None, hands=tuple(tuple(sorted(hand)) for hand in hands), known=(),
        passed=None, received=None, discarded=(),
    )


def known_to(state: State, seat: int, hand: Sequence[int]) -> State | None:
    """What another seat than `me` knew of a deal, its hand being told by how it was played.

    None if it had done something that nobody else saw: passed cards, thrown some away.
    """
    made = state.decisions[seat] if state.decisions else None
    if state.passed or state.received or (made is not None and made.exchanged):
        return None
    shown = tuple(Fact(fact.seat, void=fact.void) for fact in state.known
                  if fact.seat != seat and fact.void)
    return replace(state, me=seat, hand=tuple(sorted(hand)), known=shown, discarded=())
