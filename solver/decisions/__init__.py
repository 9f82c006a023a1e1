"""What is decided before a card is played, one module a game.

A module here is named as its game's module in `trunfo.engine.rules` and defines
`extra_actions(state, known, method)`: what may be done instead of playing a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from trunfo.advice import Estimate
from trunfo.engine.errors import Message
from trunfo.engine.game import Action
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.state import State


@dataclass(frozen=True)
class ExtraAction:
    """Something that may be done instead of playing a card, with what it is expected to bring."""

    action: Action
    riscos: Estimate
    points: Estimate
    outcomes: Mapping[str, float]
    note: Message


def extra_actions(state: State, known: Knowledge, method: str) -> tuple[ExtraAction, ...]:
    """What may be done in a position instead of playing a card, valued as `method` values cards."""
    name = f"{__name__}.{state.game.name.replace('-', '_')}"
    if find_spec(name) is None:
        return ()
    found: tuple[ExtraAction, ...] = import_module(name).extra_actions(state, known, method)
    return found
