"""What a player of a match is, and how its options are read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame


class NoAnswer(Exception):
    """A player that cannot be blamed on us has failed to answer; it pays as leaving does.

    Parameters
    ----------
    why : str
        `late`, `ended` or `unreadable`.
    answer : str
        What it said instead, if anything.
    """

    def __init__(self, why: str, answer: str = "") -> None:
        super().__init__(why, answer)
        self.why = why
        self.answer = answer


@dataclass(frozen=True)
class Player(ABC):
    """Decides, from what one seat knows and a seed, what that seat does.

    The answer may depend on nothing else: not on earlier decisions, the clock (but
    where the budget is a time) or the process, since deals are spread over processes
    in any order.
    """

    open_cards: ClassVar[bool] = False
    """Whether it is shown every card (a bound to compare with, no fair player)."""

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

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Give back what the player holds; it may be asked to play again afterwards."""


def option(default: Any, read: Callable[[str], Any]) -> Any:
    """A field of a player that may be set by name.

    Parameters
    ----------
    default
        The value if the option is not given.
    read : callable
        From the text to the value; raises ValueError with the values that would be right.
    """
    return field(default=default, metadata={"read": read})


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


def switch(text: str) -> bool:
    """Yes or no, as `true` or `false`."""
    return one_of("true", "false")(text) == "true"


# --- for those who write players ---------------------------------------------------------


def legal(state: State) -> list[int]:
    """The cards the seat to move may play, by what it knows, in order of their numbers."""
    game = state.game
    assert isinstance(game, TrickGame)
    return sorted(game.legal(game.partly(state)))


def play_of(state: State, card: int) -> Action:
    """The action of playing a card."""
    return {"play": state.pack.token(card)}
