"""From a deal with every card known to what one seat knows of it."""

from __future__ import annotations

from typing import Any

from trunfo.engine.frozen import keep, made
from trunfo.engine.position import Position
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame


def view(game: TrickGame, position: Position, seat: int) -> State:
    """What a seat that has followed the whole play knows of a position."""
    fields: dict[str, Any] = {
        "game": game,
        "rules": position.rules,
        "me": seat,
        "phase": position.phase,
        "hand": tuple(sorted(position.hands[seat])),
        "dealer": position.dealer,
        "trump": position.trump,
        "tricks": position.tricks,
        "table": position.table,
        "stock": len(position.stock) if "stock" in game.keys else None,
    }
    state = made(State, fields | game.observed(position, seat))
    begun = position.table.leader is not None or position.phase != "play"
    if begun and not position.over and seat == position.turn:
        keep(game.legal_for, state, game.legal(position))  # the same, and found already
    return state


def open_view(game: TrickGame, position: Position) -> State:
    """A position as a state with all hands."""
    fields: dict[str, Any] = {
        "phase": position.phase,
        "hands": tuple(tuple(sorted(hand)) for hand in position.hands),
        "dealer": position.dealer,
        "trump": position.trump,
        "tricks": position.tricks,
        "table": position.table,
        "stock": 0 if "stock" in game.keys and not position.stock else None,
        "stock_cards": position.stock or None,
    }
    return State(game, position.rules, **(fields | game.observed(position, None)))
