"""The games there are: one module each in the folder `rules`, found by looking there."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from trunfo.engine import rules
from trunfo.engine.trick_game import TrickGame


@cache
def games() -> MappingProxyType[str, TrickGame]:
    """Every game by its JSON name, in alphabetical order of the modules."""
    found: dict[str, TrickGame] = {}
    for module in sorted(info.name for info in iter_modules(rules.__path__)):
        game: TrickGame = import_module(f"{rules.__name__}.{module}").GAME
        found[game.name] = game
    return MappingProxyType(found)


def playable() -> tuple[TrickGame, ...]:
    """All games, in that order: they can be dealt, played, scored and advised on."""
    return tuple(games().values())
