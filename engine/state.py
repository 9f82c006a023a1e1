"""What one seat knows of a deal: the input of all advice.

A `State` is plain frozen data, close to what a person or a script wrote:
nothing in it has been derived. `trunfo.engine.document.document` reads and writes it as
JSON, `trunfo.engine.text.notation` as text; the rules of the game tell what is wrong
with it (`problems`) and what follows from it (`Game.knowledge`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from trunfo.engine.cards import Pack
from trunfo.engine.errors import ImpossiblePosition, Message, Problem
from trunfo.engine.game import Game, Rules
from trunfo.engine.trick import Trick, Trump


@dataclass(frozen=True)
class Fact:
    """What is known about a seat's cards beyond what follows from the play.

    Parameters
    ----------
    seat : int
        The seat it is about.
    has, lacks : tuple of int
        Cards it holds, cards it does not hold.
    void : tuple of int
        Suits of which it holds no card.
    """

    seat: int
    has: tuple[int, ...] = ()
    lacks: tuple[int, ...] = ()
    void: tuple[int, ...] = ()


@dataclass(frozen=True)
class Gift:
    """Three cards passed to, or received from, a seat (Copas)."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Decision:
    """Whether a seat went, and how many cards it exchanged (None: not known)."""

    goes: bool
    exchanged: int | None = None


@dataclass(frozen=True)
class State:
    """What is known of a deal, by one seat or about all.

    Cards are numbers of the game's pack (`trunfo.engine.cards`), seats are indices in
    order of play. None or an empty tuple means that nothing was said. Cards stand in the
    order in which they were given, so that a problem can say where. The fields are the
    keys of the JSON form; see there for their meaning.
    """

    game: Game
    rules: Rules
    me: int | None = None
    hand: tuple[int, ...] | None = None
    hands: tuple[tuple[int, ...], ...] | None = None
    seats: tuple[str, ...] = ()
    phase: str = "play"
    dealer: int | None = None
    trump: Trump | None = None
    tricks: tuple[Trick, ...] = ()
    table: Trick | None = None
    played: tuple[int, ...] = ()
    known: tuple[Fact, ...] = ()
    points: tuple[int, ...] | None = None
    stock: int | None = None
    stock_cards: tuple[int, ...] | None = None
    round: int | None = None
    passed: Gift | None = None
    received: Gift | None = None
    scores: tuple[int, ...] | None = None
    absences: tuple[int, ...] | None = None
    decisions: tuple[Decision | None, ...] | None = None
    discarded: tuple[int, ...] = ()

    @property
    def pack(self) -> Pack:
        """The pack of the game under these rules."""
        return self.game.pack(self.rules)

    def problems(self) -> list[Problem]:
        """Everything of the first kind that cannot be right; empty if all is well."""
        return list(self._problems)

    @cached_property
    def _problems(self) -> tuple[Problem, ...]:
        from trunfo.engine.checks.checks import problems  # here, because checks read states

        return tuple(problems(self))

    def check(self) -> None:
        """Raise on the first problem.

        Raises
        ------
        ImpossiblePosition
            If no deal of the game can look like this.
        """
        for problem in self.problems():
            raise ImpossiblePosition(problem.message, problem.where)

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone, without what has been found about them."""
        return {name: vars(self)[name] for name in self.__dataclass_fields__}

    @classmethod
    def from_json(cls, document: str | Mapping[str, Any]) -> State:
        """Read and check the JSON form, a text or the object itself.

        Raises
        ------
        UnreadableInput
            If a key, a value or a card means nothing.
        ImpossiblePosition
            If no deal of the game can look like this.
        """
        from trunfo.engine.document.document import read  # here, because documents build states

        state = read(document)
        state.check()
        return state

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, schema `trunfo.state/1`, with what was said and nothing else."""
        from trunfo.engine.document.document import write

        return write(self)

    def to_json(self) -> str:
        """The same as a text of one line."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"

    def __repr__(self) -> str:
        return f"<State {self}>".replace("\n", "; ")

    def __str__(self) -> str:
        from trunfo.engine.text.notation import write

        return write(self)


def seat_message(game: Game, state: State, seat: int) -> Message:
    """A seat's name to be shown to a reader: as the state names it, else seen from `me`."""
    if state.seats:
        return Message("seat", "{name}", {"name": state.seats[seat]})
    words = game.seat_words(state.rules)
    return Message("seat", words[(seat - (state.me or 0)) % game.seats])
