"""What a player of a match is, and how its options are read."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from trunfo.engine.errors import TrunfoError
from trunfo.engine.game import Rules
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame

LONGEST_LABEL = 40
"""Characters of the name that a player is given."""


class NoAnswer(Exception):
    """A player that cannot be blamed on us has failed to answer; it pays as leaving does.

    Parameters
    ----------
    why : str
        `late`, `ended`, `unreadable` or `illegal`.
    answer : str
        What it said instead, if anything.
    """

    def __init__(self, why: str, answer: str = "") -> None:
        super().__init__(why, answer)
        self.why = why
        self.answer = answer


def option(default: Any, read: Callable[[str], Any], *, kw_only: bool = False) -> Any:
    """A field of a player that may be set by name.

    Parameters
    ----------
    default
        The value if the option is not given.
    read : callable
        From the text to the value; raises ValueError with the values that would be right.
    """
    return field(default=default, metadata={"read": read}, kw_only=kw_only)


def one_of(*words: str) -> Callable[[str], str]:
    """A reader of one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError("|".join(words))
        return text

    return read


def whole(text: str) -> int:
    """A whole number from 1."""
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) < 10**9:
        raise ValueError("a whole number from 1")
    return int(text)


def seconds(text: str) -> float:
    """A time above 0 s."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < 1e6:
        raise ValueError("seconds, more than 0")
    return value


def text(value: str) -> str:
    """A text that is not empty."""
    if not value:
        raise ValueError("a text, not empty")
    return value


def label(value: str) -> str:
    """A short text that can be shown."""
    if not 1 <= len(value) <= LONGEST_LABEL or not value.isprintable():
        raise ValueError(f"1 to {LONGEST_LABEL} characters that can be shown")
    return value


def switch(text: str) -> bool:
    """Yes or no, as `true` or `false`."""
    return one_of("true", "false")(text) == "true"


class MatchFailed(TrunfoError):
    """A chunk of deals could not be played; what was finished before it is kept."""

    exit_code = 1


@dataclass(frozen=True)
class Player(ABC):
    """Decides, from what one seat knows and a seed, what that seat does.

    The answer may depend on nothing else: not on earlier decisions, the clock (but
    where the budget is a time) or the process, since deals are spread over processes
    in any order.

    Parameters
    ----------
    name : str
        What tables call it; its name and options if empty.
    """

    open_cards: ClassVar[bool] = False
    """Whether it is shown every card (a bound to compare with, no fair player)."""
    quick: ClassVar[bool] = False
    """Whether a decision is so short that its time is its processor time: to read the processor's
    clock would take as long."""

    chair: ClassVar[str | None] = None
    """What the kernel calls it, where it has that very player itself and can play whole deals with
    it; a class derived from it is another player."""

    runs_programs: ClassVar[bool] = False
    """Whether its options name a program, which a file alone must not be able to run."""

    name: str = option("", label, kw_only=True)

    @classmethod
    def options(cls) -> Mapping[str, Callable[[str], Any]]:
        """What may be set by name, with what reads the value: the fields."""
        return {
            option.name: option.metadata.get("read", str) for option in fields(cls) if option.init
        }

    @classmethod
    def make(cls, **options: Any) -> Self:
        """A player with the given options."""
        return cls(**options)

    @abstractmethod
    def play(self, state: State, seed: int) -> Action:
        """What the seat to move does.

        Parameters
        ----------
        state : State
            What `state.me`, the seat to move, knows; all hands if `open_cards`.
        seed : int
            64 bits, of this deal, seat and decision alone.

        Raises
        ------
        NoAnswer
            If the decision is left to something outside that fails.
        """

    def begin(  # noqa: B027 - most players have nothing to prepare
        self, game: TrickGame, rules: Rules, number: tuple[int, ...]
    ) -> None:
        """A deal begins that the player plays in, and no clock runs yet.

        Parameters
        ----------
        number : tuple of int
            That of the deal; in a whole match that of the match and of its deal.

        Raises
        ------
        NoAnswer
            If something outside cannot be started.
        """

    def over(  # noqa: B027 - most players do not care
        self, points: Sequence[float], riscos: Sequence[float]
    ) -> None:
        """The deal is over: points and RISCOS by seat."""

    def cpu(self) -> float | None:
        """Processor seconds spent so far by whoever does the thinking; None if not known."""
        return time.process_time()

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Give back what the player holds; it may be asked to play again afterwards."""


# --- for those who write players ---------------------------------------------------------


def legal(state: State) -> list[int]:
    """The cards the seat to move may play, by what it knows, in order of their numbers."""
    game = state.game
    assert isinstance(game, TrickGame)
    return sorted(game.legal_for(state))


def play_of(state: State, card: int) -> Action:
    """The action of playing a card."""
    return {"play": state.pack.token(card)}
