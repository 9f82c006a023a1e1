"""The advisor of each game, found by the name of its rules."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import Game
from trunfo.engine.trick_game import TrickGame
from trunfo.games.base import Advisor


def advisor_of(game: Game) -> Advisor:
    """The advisor of a game.

    Raises
    ------
    UnreadableInput
        If its rules are not implemented.
    """
    if not isinstance(game, TrickGame):
        text = "{game} can be read, but there is no advice for it yet."
        raise UnreadableInput(Message("no_advice", text, {"game": game.title}), "/game")
    return _advisor(game.name.replace("-", "_"))


@cache
def _advisor(name: str) -> Advisor:
    advisor: Advisor = import_module(f"trunfo.games.{name}").ADVISOR
    return advisor
