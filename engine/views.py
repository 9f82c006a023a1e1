"""From a deal with every card known to what one seat knows of it."""

from __future__ import annotations

from trunfo.engine.game import Position, TrickGame
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
