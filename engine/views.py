"""From a deal with every card known to what one seat knows of it, and back."""

from __future__ import annotations

from trunfo.engine.game import Position, TrickGame
from trunfo.engine.history import history
from trunfo.engine.state import State


def view(game: TrickGame, position: Position, seat: int) -> State:
    """What a seat that has followed the whole play knows of a position."""
    return State(
        game=game,
        rules=position.rules,
        me=seat,
        hand=tuple(sorted(position.hands[seat])),
        dealer=position.dealer,
        trump=position.trump,
        tricks=position.tricks,
        table=position.table,
        stock=len(position.stock) if "stock" in game.keys else None,
    )


def open_view(game: TrickGame, position: Position) -> State:
    """A position as a state with all hands."""
    return State(
        game=game,
        rules=position.rules,
        hands=tuple(tuple(sorted(hand)) for hand in position.hands),
        dealer=position.dealer,
        trump=position.trump,
        tricks=position.tricks,
        table=position.table,
        stock=0 if "stock" in game.keys and not position.stock else None,
        stock_cards=position.stock or None,
    )


def position_of(game: TrickGame, state: State, finished: int) -> Position:
    """The position of a state that has all hands; forgotten tricks stay forgotten.

    Parameters
    ----------
    finished : int
        How many tricks have been finished, named or not.
    """
    assert state.hands is not None
    past = history(game, state, finished)
    return Position(
        rules=state.rules,
        trump=state.trump,
        hands=tuple(frozenset(hand) for hand in state.hands),
        tricks=past.tricks,
        table=past.table,
        dealer=state.dealer,
        stock=state.stock_cards or (),
    )
