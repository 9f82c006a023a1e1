"""What advice and solutions are: plain data, whatever the game."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from trunfo.engine.errors import Message, Translate, as_written
from trunfo.engine.position import Action
from trunfo.engine.state import State

SAME, SLIGHT, MISTAKE, GRAVE = VERDICTS = ("same", "slight", "mistake", "grave")
"""How much an action loses against the best."""


@dataclass(frozen=True)
class OutcomeColumn:
    """A column of a table, made from the outcomes of an action.

    Parameters
    ----------
    title : str
        English, a text of the catalogue, or a sign that needs no translation.
    weights : mapping
        By outcome what it counts.
    chance : bool
        Whether the sum is a probability, else a mean number.
    """

    title: str
    weights: Mapping[str, float]
    chance: bool = True

    def of(self, outcomes: Mapping[str, float]) -> float:
        """The sum for an action."""
        return sum(outcomes[name] * weight for name, weight in self.weights.items())


@dataclass(frozen=True)
class Plan:
    """How it is to go on after an action: a sentence, and a word for a column (English)."""

    sentence: str
    word: str


@dataclass(frozen=True)
class Sure:
    """An outcome that is certain, as it is said: by the best action always, or by none."""

    always: str
    never: str


@dataclass(frozen=True)
class Words:
    """What the outcomes, chances and plans of a game are called; English, texts of the catalogue.

    Parameters
    ----------
    outcomes : sequence of OutcomeColumn
        The columns of a table that outcomes make.
    chances : mapping
        Titles of the columns of `Choice.chances`.
    plans : mapping
        By the word of `Choice.plan`.
    certain : mapping
        By the outcome of a `Certainty`.
    """

    outcomes: tuple[OutcomeColumn, ...] = ()
    chances: Mapping[str, str] = field(default_factory=dict)
    plans: Mapping[str, Plan] = field(default_factory=dict)
    certain: Mapping[str, Sure] = field(default_factory=dict)


@dataclass(frozen=True)
class Estimate:
    """A mean over worlds.

    Parameters
    ----------
    mean : float or None
        None where nobody knows.
    ci95 : float or None
        Half-width of the 95% interval; None where one world or an exact result leaves none.
    worlds : int or None
        How many worlds it covers, if fewer than the rest of the option.
    """

    mean: float | None
    ci95: float | None = None
    worlds: int | None = None


@dataclass(frozen=True)
class Choice:
    """One action and what is expected of it.

    Parameters
    ----------
    action : Action
        What to do.
    riscos : Estimate
        Expected RISCOS of the deal; its mean is None where nobody knows them.
    points : Estimate
        Expected points of my side at the end; in Copas and Sobe e Desce fewer are better.
    delta : Estimate
        This action minus the best, in the objective, over the same worlds.
    outcomes : mapping or None
        Probabilities that add up to 1, by name; None where RISCOS are unknown.
    chances : mapping
        What else is worth knowing.
    plan : str or None
        A word such as `shoot`.
    worlds : int
        How many worlds count.
    scored : bool
        Whether RISCOS mean anything: it is known what was won so far.
    loss : Estimate
        RISCOS that it brings less than the best, over the same worlds.
    verdict : str or None
        How much is lost by it: `same`, `slight`, `mistake`, `grave`; None where RISCOS are unknown.
    """

    action: Action
    riscos: Estimate
    points: Estimate
    delta: Estimate
    outcomes: Mapping[str, float] | None = None
    chances: Mapping[str, float] = field(default_factory=dict)
    plan: str | None = None
    worlds: int = 0
    scored: bool = True
    loss: Estimate = field(default=Estimate(None), repr=False)
    verdict: str | None = None


@dataclass(frozen=True)
class Fact:
    """Something hidden on which it hangs how two actions compare.

    Parameters
    ----------
    fact : str
        `card`: a seat holds a card; `void`: it has none of a suit; `length`: it has at least `n`
        of a suit; `goers`: at least `n` others go.
    share : float
        In which share of the worlds it holds.
    where, elsewhere : float
        By how much the best action brings more there, and in the other worlds (`with`, `without`).
    explains : float
        Its part of the variance of the difference, after the facts before it.
    seat : int or None
        Whose cards; None where it is about nobody's.
    card, suit : str or None
        Tokens.
    n : int or None
        How many.
    """

    fact: str
    share: float
    where: float
    elsewhere: float
    explains: float
    seat: int | None = None
    card: str | None = None
    suit: str | None = None
    n: int | None = None


@dataclass(frozen=True)
class Why:
    """Why the best action and not another, from the worlds of the advice.

    Parameters
    ----------
    versus : Action
        The other.
    better, worse, same : float
        In which share of the worlds the best action brings more, less, the same.
    facts : tuple of Fact
        What decides most, in that order.
    worlds : int or None
        How many worlds it is from, if fewer than the advice.
    reasons : tuple of Message
        Facts of the trick that speak for the best action.
    """

    versus: Action
    better: float
    worse: float
    same: float
    facts: tuple[Fact, ...]
    worlds: int | None = None
    reasons: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Certainty:
    """What is certain whatever the hidden cards are.

    Parameters
    ----------
    outcome : str
        At least that.
    holds : str
        `always`: by the best action; `never`: by no action.
    of : int or None
        How many deals there are.
    proved : bool
        Whether it holds however the others play, else by best play of all in each deal.
    """

    outcome: str
    holds: str
    of: int | None
    proved: bool


@dataclass(frozen=True)
class Belief:
    """Where a card is: chances that add up to 1; None for a place that does not exist.

    `out` is undealt or thrown away, `gone` is played and forgotten.
    """

    seats: tuple[float, ...]
    stock: float | None = None
    out: float | None = None
    gone: float | None = None


@dataclass(frozen=True)
class NextCards:
    """What a seat plays next in the trick, by its token, as the rule player would."""

    seat: int
    cards: Mapping[str, float]


@dataclass(frozen=True)
class Sample:
    """A world: the hands by seat, the stock in drawing order if there is one, how often it counts.

    A hand is None of a seat that has no part in the play.
    """

    hands: tuple[tuple[str, ...] | None, ...]
    stock: tuple[str, ...] | None = None
    weight: int = 1


@dataclass(frozen=True)
class Result:
    """What a deal that is over has brought: points and RISCOS (None: unknown).

    Of my side; of every seat where each plays for itself.
    """

    points: int | tuple[int, ...] | None
    riscos: int | tuple[float, ...] | None


class Answer(ABC):
    """What advice and solutions have in common: how they are shown."""

    @abstractmethod
    def to_json(self, translate: Translate = as_written) -> str:
        """One JSON object on one line; the texts of notes by `translate`."""

    @abstractmethod
    def to_text(self, lang: str = "en", width: int = 80) -> str:
        """What a person reads.

        Parameters
        ----------
        lang : str
            `en` or `pt`.
        width : int
            Columns that it may take.
        """

    def to_dict(self) -> dict[str, Any]:
        """The same as an object."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        from trunfo.report.html import block

        return block(self.to_text())


@dataclass(frozen=True)
class Advice(Answer):
    """The answer to a position.

    Parameters
    ----------
    state : State
        The position.
    objective : str
        `riscos` or `points`: what `options` are ordered by, best first.
    seed : int
        The seed of the sampled worlds.
    worlds : int
        How many worlds were valued; if `exhaustive`, how many different deals there are.
    exhaustive : bool
        Whether these are all the worlds there are.
    elapsed_s : float
        Seconds it took.
    method : str
        `pimc` (search of every world to the end) or `playout`.
    forced : str or None
        Why there was nothing to choose: `one_action`, `all_equal`, `over`.
    notes : tuple of Message
        What had to be assumed, what is approximate.
    options : tuple of Choice
        Every action, best first; empty when the deal is over.
    result : Result or None
        If the deal is over.
    words : Words
        What the game calls its outcomes.
    approximations : tuple of str
        What the method leaves out, English texts of the catalogue.
    assumed : tuple of Message
        Those of the notes that tell what was assumed of the position.
    why : Why or None
        Why the best action, if asked for and if there is another to compare it with.
    certain : Certainty or None
        What is certain, if anything is and it was asked for.
    beliefs : mapping or None
        By token where each unseen card is, if asked for.
    next : tuple of NextCards or None
        What the seats still to play in the trick play after the best card, if asked for.
    samples : tuple of Sample or None
        Worlds as examples, if asked for.
    """

    state: State
    objective: str
    seed: int
    worlds: int
    exhaustive: bool
    elapsed_s: float
    method: str
    forced: str | None
    notes: tuple[Message, ...]
    options: tuple[Choice, ...]
    result: Result | None = None
    words: Words = field(default=Words(), repr=False)
    approximations: tuple[str, ...] = field(default=(), repr=False)
    assumed: tuple[Message, ...] = field(default=(), repr=False)
    why: Why | None = None
    certain: Certainty | None = None
    beliefs: Mapping[str, Belief] | None = None
    next: tuple[NextCards, ...] | None = None
    samples: tuple[Sample, ...] | None = None

    @property
    def best(self) -> Action | None:
        """The action advised; None when the deal is over."""
        return self.options[0].action if self.options else None

    def to_json(self, translate: Translate = as_written) -> str:
        """One JSON object, schema `trunfo.advice/1`; the texts of notes by `translate`."""
        from trunfo.report.json import advice_json

        return advice_json(self, translate)

    def to_text(self, lang: str = "en", width: int = 80) -> str:
        """What a person reads, in a language and so many columns; see `Answer.to_text`."""
        from trunfo.language import language
        from trunfo.report.table import advice_text
        from trunfo.report.words import Page

        return advice_text(self, Page(language(lang), width=width))

    def __repr__(self) -> str:
        best = "over" if self.best is None else "/".join(map(str, self.best.values()))
        game = self.state.game.title
        return f"<Advice {best} of {len(self.options)}, {self.worlds} worlds, {game}>"

    def __hash__(self) -> int:
        return hash((self.state, len(self.options)))


@dataclass(frozen=True)
class SolvedChoice:
    """One action and its exact values, for the side to move.

    Where every seat plays for itself, for each of them.
    """

    action: Action
    points: int | tuple[int, ...]
    riscos: int | tuple[float, ...] | None


@dataclass(frozen=True)
class Solution(Answer):
    """The exact value of every legal action where all cards are known, best first.

    `options` is empty when the deal is over; `result` has then what it brought the
    seats 0 and 2 (of two players: seat 0; where each plays for itself: every seat).
    """

    state: State
    options: tuple[SolvedChoice, ...]
    notes: tuple[Message, ...] = ()
    result: Result | None = None

    @property
    def best(self) -> Action | None:
        """The best action; None when the deal is over."""
        return self.options[0].action if self.options else None

    def to_json(self, translate: Translate = as_written) -> str:
        """One JSON object, schema `trunfo.solution/1`."""
        from trunfo.report.json import solution_json

        return solution_json(self, translate)

    def to_text(self, lang: str = "en", width: int = 80) -> str:
        """What a person reads, in a language and so many columns; see `Answer.to_text`."""
        from trunfo.language import language
        from trunfo.report.table import solution_text
        from trunfo.report.words import Page

        return solution_text(self, Page(language(lang), width=width))

    def __repr__(self) -> str:
        best = "over" if self.best is None else "/".join(map(str, self.best.values()))
        return f"<Solution {best}, {len(self.options)} actions, {self.state.game.title}>"

    def __hash__(self) -> int:
        return hash((self.state, len(self.options)))
