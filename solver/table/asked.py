"""What is asked about a position at a table: the state after some acts, an action in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from trunfo.engine.errors import ImpossiblePosition, Message, TrunfoError
from trunfo.engine.position import Action
from trunfo.engine.state import State, seat_message
from trunfo.table.actions import read_action, split
from trunfo.table.table import Table

UNSEEN: Action = {"pass": None}
"""What a hidden hand does that nobody else sees."""


def state_after(state: State, acts: str, language: str = "pt") -> State:
    """What the seat advised knows after some acts, from the seat to act on.

    Parameters
    ----------
    state : State
        The position.
    acts : str
        Acts in words, separated by commas: `"V♣, direita 6♣"`.
    language : {"pt", "en"}
        How to read what could be either.

    Raises
    ------
    UnreadableInput
        If one means nothing.
    ImpossiblePosition
        If one may not be done, or it is not the turn of `me` then.
    """
    table = _at_turn(state)
    for number, words in enumerate(split(acts), 1):
        try:
            table.play(read_action(words, table, language, state.me))
        except TrunfoError as wrong:
            text = "Act {number}, {words}: {what}"
            values = {"number": number, "words": words, "what": wrong.message}
            raise type(wrong)(Message(wrong.code, text, values), "/if") from None
    after = table.state() if state.hands is not None else table.state(state.me)
    if table.seat not in (None, state.me):
        text = "After these acts it is the turn of {seat}: advice is for {me}."
        values = {
            "seat": seat_message(state.game, state, table.seat or 0),
            "me": seat_message(state.game, state, state.me or 0),
        }
        raise ImpossiblePosition(Message("not_my_turn", text, values), "/if")
    return replace(after, me=state.me, seats=state.seats)


def action_named(state: State, words: str | Mapping[str, Any], language: str = "pt") -> Action:
    """The action of the seat to act that some words or an object stand for.

    Raises
    ------
    UnreadableInput
        If they mean nothing.
    ImpossiblePosition
        If it may not be done.
    """
    table = _at_turn(state)
    try:
        act = read_action(words, table, language) if isinstance(words, str) else table.read(words)
        table.play(act)
    except TrunfoError as wrong:
        raise type(wrong)(wrong.message, "/versus") from None
    return table.acts[-1].action.to_dict()


def _at_turn(state: State) -> Table:
    """A table at which `me` is to act: what others do unseen before that tells nothing."""
    table = Table(state)
    while table.seat not in (None, state.me) and [*table.legal()] == [UNSEEN]:
        table.play(UNSEEN)
    return table
