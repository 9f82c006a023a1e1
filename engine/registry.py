"""The games there are: one module each in the folder `rules`, found by looking there."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from trunfo.engine import rules
from trunfo.engine.game import Game, TrickGame


@cache
def games() -> MappingProxyType[str, Game]:
    """Every game by its JSON name, in alphabetical order of the modules."""
    found: dict[str, Game] = {}
    for module in sorted(info.name for info in iter_modules(rules.__path__)):
        game: Game = import_module(f"{rules.__name__}.{module}").GAME
        found[game.name] = game
    return MappingProxyType(found)


def playable() -> tuple[TrickGame, ...]:
    """The games whose rules are implemented: they can be dealt, played, scored and advised on."""
    return tuple(game for game in games().values() if isinstance(game, TrickGame))
