"""What the advisor needs to know of a game: a class with typed methods, one for each game.

`advisor_of` finds the one of a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from trunfo.advice import Advice, Result, Solution, Words
from trunfo.engine.cards import word_of
from trunfo.engine.errors import Message, UnreadableInput, as_written
from trunfo.engine.game import Game, Rules
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action, Position
from trunfo.engine.registry import playable
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.ext.kernel import Root
from trunfo.pimc.budget import Budget
from trunfo.pimc.decision import Decision, Payoffs, Question
from trunfo.pimc.encode import kernel_of, play_actions, public_of

if TYPE_CHECKING:  # matches alone need it
    from trunfo.games.self_play import SelfPlay

SEARCHED = as_written(
    "Approximate: from this card on, each deal is searched as if everybody saw"
    " all the cards. Real players cannot, so hiding and finding out count for nothing."
)
PLAYED_OUT = as_written(
    "Approximate: from this card on, each deal is played out by simple rules of play,"
    " every player seeing only his own cards."
)


@dataclass(frozen=True)
class Part:
    """A part of the method that may be left out, to measure what it is worth.

    Parameters
    ----------
    name : str
        As in `advise(without=…)` and in a player's options.
    on, off : str
        The values of the player's option: with the part, and without it.
    phases : tuple of str
        The phases that it decides, where it is a decision before play.
    """

    name: str
    on: str = "true"
    off: str = "false"
    phases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Example:
    """A position that shows how one kind of decision is asked for.

    Parameters
    ----------
    about : str
        What it says, a text of the catalogue.
    text : str
        The position as it is typed, a text of the catalogue.
    """

    about: str
    text: str


@dataclass(frozen=True)
class Advisor(ABC):
    """How a game is advised on, and what its matches need beside the rules.

    Parameters
    ----------
    game : TrickGame
        The rules.

    Attributes
    ----------
    payoffs : Payoffs
        How values are read.
    parts : sequence of Part
        What measurements may leave out.
    examples : mapping
        For the help, by what is asked: a phase, `redeal`, `over` (a deal that is over) or
        `solve` (a position with all cards known).
    usual : bool
        Whether it is the game that is meant where none is named; one game is.
    """

    game: TrickGame

    payoffs: ClassVar[Payoffs]
    parts: ClassVar[Sequence[Part]] = ()
    examples: ClassVar[Mapping[str, Example]] = {}
    usual: ClassVar[bool] = False

    def words(self, rules: Rules) -> Words:
        """What outcomes, chances and plans are called."""
        return Words()

    @abstractmethod
    def decision(self, question: Question) -> Decision:
        """What is to be decided in a position that is not over."""

    @abstractmethod
    def method(self, known: Knowledge, asked: str, budget: Budget) -> str:
        """How the worlds of a decision on a card are valued."""

    @abstractmethod
    def result(self, state: State, known: Knowledge) -> Result:
        """What a deal that is over has brought."""

    @abstractmethod
    def solution(self, state: State, known: Knowledge, *, rough: bool) -> Solution:
        """The exact value of every legal card, all cards being known.

        Parameters
        ----------
        rough : bool
            Whether to play out what is out of reach of a search, rather than refuse it.

        Raises
        ------
        UnreadableInput
            If it is out of reach.
        """

    def approximations(self, advice: Advice) -> tuple[str, ...]:
        """What the method of some advice leaves out, English texts of the catalogue."""
        texts = {"pimc": SEARCHED, "playout": PLAYED_OUT}
        return tuple(text for method, text in texts.items() if method == advice.method)

    # --- players ---

    @abstractmethod
    def root(self, state: State, known: Knowledge) -> Root:
        """A position in play for the kernel."""

    def by_rule(self, state: State, objective: str = "riscos") -> Action:
        """What the rule player does; in play what the kernel's rule player plays."""
        known = self.game.knowledge(state)
        card = kernel_of(self.game).choose(
            self.root(state, known), known.hand,
            word_of(card for trick in state.tricks for card in trick.cards),
            **public_of(state, known),
        )
        return play_actions(state, [card])[0]

    @abstractmethod
    def greedy(self, state: State) -> Action:
        """What a player does that looks no further than the table."""

    # --- matches ---

    def self_play(self, rules: Rules) -> SelfPlay | None:
        """How the kernel plays whole deals by itself; None if it cannot."""
        return None

    def opening(self, random: Random, rules: Rules, dealer: int, number: int) -> Position:
        """The beginning of single deal `number` of a match between players."""
        return self.game.deal(random, rules, dealer, number)

    def worth(self, end: Position) -> tuple[float, ...]:
        """RISCOS of every seat after a deal: paid, or where a match goes on what it is worth."""
        return self.game.payoff(end).riscos

    def paid(self, start: Position, end: Position) -> tuple[float, ...]:
        """RISCOS that a single deal brings every seat."""
        return self.game.payoff(end).riscos

    def tallies(self, seating: Mapping[str, Any]) -> Mapping[str, tuple[int, ...]]:
        """What is counted by seat in a played deal, by name; `seating` as in a match's file."""
        return {}


# --- finding them --------------------------------------------------------------------------


def advisor_of(game: Game) -> Advisor:
    """The advisor of a game, found by the name of its rules.

    Raises
    ------
    UnreadableInput
        If its rules are not implemented.
    """
    if not isinstance(game, TrickGame):
        text = "{game} can be read, but there is no advice for it yet."
        raise UnreadableInput(Message("no_advice", text, {"game": game.title}), "/game")
    return _advisor(game.name)


@cache
def usual_game() -> TrickGame:
    """The game that is meant where none is named."""
    return next(game for game in playable() if advisor_of(game).usual)


@cache
def _advisor(name: str) -> Advisor:
    advisor: Advisor = import_module(f"trunfo.games.{name.replace('-', '_')}").ADVISOR
    return advisor
