"""Advice in games in which every seat plays for itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Advice, Choice, NextCards, Result, Solution, SolvedChoice
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.knowledge import Knowledge
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.ext.kernel import Root
from trunfo.games.base import Advisor
from trunfo.games.following import next_cards
from trunfo.games.reasons import of_action
from trunfo.pimc.arrays import Columns, Limits, Raw, SeatValues, Words, WorldSource
from trunfo.pimc.budget import Budget
from trunfo.pimc.decision import Certain, Decision, Held, Payoffs, Question
from trunfo.pimc.encode import (
    legal_cards,
    multiplayer_of,
    play_actions,
    public_of,
    root_of,
    seats_in,
)
from trunfo.pimc.worlds import Worlds

PLAIN = ""
"""The plan of playing as the rule player would."""


class BySeat(NamedTuple):
    """What every action brings every seat: points and RISCOS."""

    points: SeatValues
    riscos: SeatValues


class MultiplayerPayoffs(Payoffs):
    """Readings of a game's results: the kernel gives with what each seat ends, in its own terms."""

    @abstractmethod
    def by_seat(self, state: State, known: Knowledge, results: SeatValues) -> BySeat:
        """Points and RISCOS of every seat of the state."""

    def figures(self, best: Choice, other: Choice) -> Iterator[Message]:
        """What of two options beside RISCOS tells them apart."""
        return iter(())

    @abstractmethod
    def columns(
        self, state: State, known: Knowledge, results: Mapping[str, SeatValues], objective: str,
        *, exact: bool,
    ) -> Columns:
        """What is told the seat to be advised.

        Parameters
        ----------
        results : mapping
            Results by plan, each over the same worlds; `""` is the plain one.
        objective : str
            What a plan is chosen by.
        exact : bool
            Whether the worlds are all there are.
        """


@dataclass(frozen=True)
class Valuer:
    """With what each seat ends after each of the legal cards.

    Parameters
    ----------
    state, known : State, Knowledge
        The position.
    root : Root
        The same for the kernel.
    cards : tuple of int
        The legal cards, the actions in the order of their columns.
    method : str
        `pimc`: exact search of each world; `playout`: the rule player plays it out.
        The search is max^n: each seat takes what is best for itself. A paranoid search, all
        others against one, would be wrong: the game is not zero-sum, and nobody pays to hurt
        one of the others.
    plans : tuple of str
        How the seat goes on after the card; `""` is plain play, and stands first.
        Only playouts know others.
    payoffs : float32 array or None
        What an end is worth to each seat, if the kernel does not know it.
    left_out : int or sequence of int
        The rules that rule players leave out, a bit each, or so by seat.
    lowest : bool
        In a search, whether of cards that are equal for who plays them the lowest is played, else
        the one that is worst for the seat to act now.
    """

    state: State
    known: Knowledge
    root: Root
    cards: tuple[int, ...]
    method: str
    plans: tuple[str, ...]
    payoffs: NDArray[np.float32] | None
    left_out: Sequence[int] | int
    lowest: bool = False

    def __call__(self, worlds: Words, limits: Limits) -> Raw:
        """Results by plan, `[world, action, seat]`, of the worlds finished under every plan."""
        if self.method == "pimc":
            return {PLAIN: self._searched(worlds, limits)}
        ends = {plan: self._played_out(worlds, plan, limits) for plan in self.plans}
        finished = min(map(len, ends.values()))
        return {plan: ends[plan][:finished] for plan in ends}

    def _searched(self, worlds: Words, limits: Limits) -> SeatValues:
        results = self._room(worlds)
        finished = multiplayer_of(self.state.game).search(
            self.root, worlds, results, self.payoffs, lowest=self.lowest,
            deadline=limits.deadline, stop=limits.stop,
        )
        return results[:finished, self.cards]

    def _played_out(self, worlds: Words, plan: str, limits: Limits) -> SeatValues:
        results = self._room(worlds)
        finished = multiplayer_of(self.state.game).playouts(
            self.root, worlds, results, **public_of(self.state, self.known),
            plan=plan, without=self.left_out, deadline=limits.deadline, stop=limits.stop,
        )
        return results[:finished, self.cards]

    def _room(self, worlds: Words) -> NDArray[np.int8]:
        return np.empty((len(worlds), 64, worlds.shape[1]), dtype=np.int8)


@dataclass(frozen=True, kw_only=True)
class CardOfSeat(Decision):
    """Which card to play.

    Parameters
    ----------
    payoffs : MultiplayerPayoffs
        How results are read.
    valuer : Valuer
        What values the cards.
    advisor : MultiplayerAdvisor
        What the game knows.
    """

    payoffs: MultiplayerPayoffs
    advisor: MultiplayerAdvisor
    valuer: Valuer

    enough: ClassVar[int] = 1 << 15  # the intervals are then a twentieth of a RISCO

    @cached_property
    def _worlds(self) -> WorldSource:
        return self.advisor.worlds(self.question)

    def worlds(self) -> WorldSource:
        """All worlds, or samples of them."""
        return self._worlds

    def value(self, first: int, worlds: Words, limits: Limits) -> Raw:
        """Results by plan."""
        return self.valuer(worlds, limits)

    def read(self, raw: Raw, *, exact: bool) -> Columns:
        """What they are to the seat advised."""
        question = self.question
        return self.payoffs.columns(
            question.state, question.known, raw, question.objective, exact=exact
        )

    def certain(self) -> Certain | None:
        """A single card, or a deal in which nothing changes any more."""
        state, known, cards = self.question.state, self.question.known, self.valuer.cards
        ends = self.advisor.ends(state, known)
        if len(cards) > 1 and ends is None:
            return None
        raw: Raw
        if ends is not None:
            raw = {PLAIN: np.broadcast_to(ends, (1, len(cards), len(ends)))}
        elif self.advisor.can_search(known) and Worlds(state, known, 1, 0).exhaustive:
            only = Worlds(state, known, 1, 0).chunk(0, 1)
            raw = replace(self.valuer, method="pimc")(only, Limits.none())
        else:
            raw = {PLAIN: np.empty((0, len(cards), len(seats_in(state))), dtype=np.int8)}
        forced = "one_action" if len(cards) == 1 else "all_equal"
        return Certain(self.read(raw, exact=True), forced)

    def played_out(self) -> CardOfSeat:
        """The same by playouts."""
        return replace(self, method="playout", valuer=replace(self.valuer, method="playout"))

    def remarks(self, raw: Raw) -> tuple[Message, ...]:
        """What was taken into account."""
        return self.advisor.remarks(self._worlds)

    def reasons(self, options: Sequence[Choice], versus: Action) -> Iterable[Message]:
        """What happens in the trick, and what else the game has to say."""
        yield from self.advisor.card_reasons(self.question, options[0].action, versus)
        yield from self.payoffs.figures(options[0], of_action(options, versus))

    def next_cards(
        self, advice: Advice, held: Held, weights: NDArray[np.int64]
    ) -> tuple[NextCards, ...] | None:
        """What the others play after the best card."""
        action, question = advice.options[0].action, self.question
        if "play" not in action:
            return None
        card = question.state.pack.card(action["play"])
        return next_cards(self.advisor, question, card, held, weights)

    def thrift(self) -> list[tuple[int, ...]]:
        """By card what a careful player keeps."""
        return [self.payoffs.thrift(self.question.state, card) for card in self.valuer.cards]


class MultiplayerAdvisor(Advisor):
    """Advice in a game in which every seat plays for itself.

    Attributes
    ----------
    most_searched, most_solved : int
        Cards in the largest hand up to which worlds are searched to the end, and up to which one
        world with all cards known is.
    search_from : mapping
        Seconds of budget from which searching is preferred, by cards in the largest hand.
    """

    payoffs: ClassVar[MultiplayerPayoffs]
    most_searched: ClassVar[int] = 6
    most_solved: ClassVar[int] = 7
    search_from: ClassVar[Mapping[int, float]] = {6: 1.0, 5: 0.1, 4: 0.02}

    # --- what a game tells ---

    @abstractmethod
    def law(self, state: State, known: Knowledge) -> Mapping[str, int]:
        """The options of the rules, and how far the deal is, for the kernel."""

    @abstractmethod
    def ends(self, state: State, known: Knowledge) -> NDArray[np.int8] | None:
        """With what the seats end whatever is played, if that is certain."""

    def won(self, state: State, known: Knowledge) -> tuple[int, ...]:
        """What every seat has won so far, in the kernel's terms."""
        return (0,) * state.game.seats

    def plans(self, state: State, known: Knowledge) -> Sequence[str]:
        """The plans, apart from plain play, that may be worth something here."""
        return ()

    def left_out(self, known: Knowledge, without: frozenset[str]) -> Sequence[int] | int:
        """The rules that rule players leave out in measurements, a bit each; or so by seat."""
        return 0

    def ends_worth(self, state: State, known: Knowledge) -> NDArray[np.float32] | None:
        """What an end of the deal is worth to each seat, if the kernel does not know it."""
        return None

    def worlds(self, question: Question) -> WorldSource:
        """The worlds for a card."""
        most = question.budget.most_enumerated
        return Worlds(question.state, question.known, most, question.seed)

    def remarks(self, worlds: WorldSource) -> tuple[Message, ...]:
        """What is to be said of the worlds."""
        return ()

    def card_reasons(
        self, question: Question, best: Action, versus: Action
    ) -> Iterable[Message]:
        """What speaks for a card against another in the trick."""
        return ()

    # --- what follows ---

    def root(self, state: State, known: Knowledge) -> Root:
        """The position for the kernel, which counts those who play only."""
        seats, won = seats_in(state), self.won(state, known)
        return root_of(
            state, known, self.law(state, known),
            won=[won[seat] for seat in seats],
            taken=[known.taken[seat] if known.taken else 0 for seat in seats],
        )

    def valuer(
        self, state: State, known: Knowledge, method: str, without: frozenset[str] = frozenset()
    ) -> Valuer:
        """What values the legal cards."""
        plans = (plan for plan in self.plans(state, known) if plan not in without)
        return Valuer(
            state=state,
            known=known,
            root=self.root(state, known),
            cards=legal_cards(state, known),
            method=method,
            plans=(PLAIN, *plans),
            payoffs=self.ends_worth(state, known),
            left_out=self.left_out(known, without),
        )

    def decision(self, question: Question) -> Decision:
        """Which card to play."""
        state, known = question.state, question.known
        method = self.method(known, question.method, question.budget)
        notes: tuple[Message, ...] = ()
        valuer = self.valuer(state, known, method, question.without)
        if question.method == "pimc" and method != "pimc":
            text = "With more than {most} cards in a hand deals are played out, not searched."
            notes = (Message("not_searched", text, {"most": self.most_searched}),)
        return CardOfSeat(
            question=question, actions=play_actions(state, valuer.cards), method=method,
            payoffs=self.payoffs, notes=notes, advisor=self, valuer=valuer,
        )

    def can_search(self, known: Knowledge) -> bool:
        """Whether worlds can be searched to the end."""
        return largest_hand(known) <= self.most_searched

    def method(self, known: Knowledge, asked: str, budget: Budget) -> str:
        """How a card is valued.

        Returns
        -------
        str
            `pimc`: every world is searched to its end by max^n; `playout`: the rule player plays
            it out.
        """
        if asked == "playout" or not self.can_search(known):
            return "playout"
        least = self.search_from.get(largest_hand(known), 0)
        return "pimc" if asked == "pimc" or budget.seconds >= least else "playout"

    def solution(self, state: State, known: Knowledge, *, rough: bool) -> Solution:
        """Points and RISCOS of every seat after every legal card, each playing for itself."""
        most = largest_hand(known)
        if most > self.most_solved and not rough:
            text = "With hands of {cards} cards the exact value is out of reach: {most} at most."
            values = {"cards": most, "most": self.most_solved}
            raise UnreadableInput(Message("too_large", text, values), "/hands")
        method = "pimc" if most <= self.most_solved else "playout"
        valuer = replace(self.valuer(state, known, method), lowest=True)
        raw = valuer(Worlds(state, known, 1, 0).chunk(0, 1), Limits.none())
        worth = self.payoffs.by_seat(state, known, raw[PLAIN])
        scored = known.points is not None
        mine = worth.riscos[0, :, known.turn].astype(np.float32)  # as fine as the search sees it
        actions = play_actions(state, valuer.cards)
        return Solution(
            state,
            tuple(
                SolvedChoice(
                    action=actions[place],
                    points=tuple(worth.points[0, place].tolist()),
                    riscos=tuple(worth.riscos[0, place].tolist()) if scored else None,
                )
                # Of equal cards the lowest first: so the search has it too, for every seat.
                for place in sorted(range(len(actions)), key=lambda place: (-mine[place], place))
            ),
            known.notes,
        )

    def result_of(self, state: State, known: Knowledge, ends: Sequence[int]) -> Result:
        """Points and RISCOS of every seat, given with what each has ended."""
        points, riscos = self.payoffs.by_seat(state, known, np.array(ends, dtype=np.int8))
        return Result(tuple(points.tolist()), tuple(map(float, riscos.tolist())))


def largest_hand(known: Knowledge) -> int:
    """Cards in the largest hand."""
    sizes = (holder.size for holder in known.holders if holder.seat is not None)
    return max(known.hand.bit_count(), *sizes, 0)
