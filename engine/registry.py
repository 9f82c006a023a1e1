"""The games there are: one module each in the folder `rules`, found by looking there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from trunfo.engine import rules
from trunfo.engine.trick_game import TrickGame


class Games(Mapping[str, TrickGame]):
    """Every game by its JSON name, which is that of its module; loaded when it is asked for."""

    def __init__(self) -> None:
        modules = sorted(info.name for info in iter_modules(rules.__path__))
        self._modules = {module.replace("_", "-"): module for module in modules}

    def __getitem__(self, name: str) -> TrickGame:
        game: TrickGame = import_module(f"{rules.__name__}.{self._modules[name]}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


@cache
def games() -> Games:
    """Every game by its JSON name, in alphabetical order of the modules."""
    return Games()


def playable() -> tuple[TrickGame, ...]:
    """All games, in that order: they can be dealt, played, scored and advised on."""
    return tuple(games().values())
