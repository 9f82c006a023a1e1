"""Sobe e Desce: advice on the trump, and on going or staying out with every exchange.

In each world every action is tried with the same cards to be drawn; from there on everybody goes by
the rule policies, each on what he sees, as boldly as the match value makes it right for him
(`trunfo.ext.rules.sobe_e_desce`). Of 32 exchanges the best in some worlds are reported as they do
in others: the best of many noisy means promises too much.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from trunfo.advice import Choice
from trunfo.engine.cards import PAUS, SUIT_LETTERS, SUITS, cards_of
from trunfo.engine.errors import Message
from trunfo.engine.position import Action
from trunfo.engine.rules.sobe_e_desce.duties import reason_message
from trunfo.ext.rules.sobe_e_desce import go_results, trump_results
from trunfo.games.reasons import of_action
from trunfo.games.sobe_e_desce.inference import LikelyWorlds, likely_deals
from trunfo.games.sobe_e_desce.match_value import SEATS, approximate
from trunfo.games.sobe_e_desce.payoffs import SobePayoffs
from trunfo.games.sobe_e_desce.table import OUT, STAY, TURN_UP, Seats
from trunfo.pimc.arrays import Columns, Limits, Raw, Words, WorldSource
from trunfo.pimc.decision import Certain, Decision, Held, Question, Round, alike
from trunfo.pimc.statistics import total

KEPT = 6
"""Ways of going that are reported."""

CHOOSING = 512
"""Worlds by which these are chosen among all 32; more find no better ones (bench/NOTES.md)."""

LEAST_PLAYED_OUT = 1024
"""Worlds that are played out at least where a number of them is asked for."""

CHOOSING_SHARE = 0.4
"""Share of a time that choosing may take."""

CHOSEN_BY = 1 << 40
"""The number of the first world that is chosen by; those that are reported begin with 0."""


@dataclass(frozen=True, kw_only=True)
class BeforePlay(Decision):
    """Which trump, or whether to go and what to exchange.

    Parameters
    ----------
    seats : Seats
        The deal.
    source : WorldSource
        The worlds; see `trunfo.games.sobe_e_desce.inference`.
    codes : tuple of int
        The actions as the kernel counts them.
    playing : str
        How the cards are played in the end: `playout` by the rule player, `pimc` by exact search,
        everybody seeing all.
    """

    payoffs: SobePayoffs
    seats: Seats
    source: WorldSource
    codes: tuple[int, ...]
    playing: str

    enough: ClassVar[int] = 1 << 14
    # The intervals are then a sixth of a RISCO, and adding up many more takes longer than what is
    # kept of a time for it.
    least: ClassVar[int] = 64
    short: ClassVar[Message] = Message(
        "time_short", "The time was too short to weigh the actions properly."
    )
    choosing_from: ClassVar[int] = CHOSEN_BY

    @property
    def fewest(self) -> int:
        """Playouts cost little, and in few worlds the luckiest is not the best."""
        return LEAST_PLAYED_OUT if self.playing == "playout" else 1

    def worlds(self) -> WorldSource:
        """Without end."""
        return self.source

    @property
    def dealt_to(self) -> Sequence[int]:
        """Everybody: who goes is what is being decided."""
        return range(SEATS)

    def held(self, worlds: Words) -> Held:
        """The hands by seat; rows have them by place, and then cards to be drawn."""
        return Held(np.roll(worlds[:, :SEATS], self.seats.at.chooser, axis=1))

    def value(self, first: int, worlds: NDArray[np.uint64], limits: Limits) -> Raw:
        """RISCOS, points and tricks of the seat."""
        at, me = self.seats.at, self.seats.known.me
        results, clubs = (self._named if at.trump is None else self._gone)(worlds, limits)
        tricks = np.roll(results, at.chooser, axis=-1)
        code = self.seats.ledger.code(tricks, clubs)
        return {
            "riscos": self.seats.ledger.riscos[code, me],
            "points": self.seats.ledger.points[code, me],
            "tricks": tricks[..., me],
            "goers": (tricks != OUT).sum(axis=-1, dtype=np.int8) - (tricks[..., me] != OUT),
        }

    def read(self, raw: Raw, *, exact: bool) -> Columns:
        """With staying out, the chance at which going would be as good."""
        if STAY not in self.codes or not len(raw["tricks"]):
            return raw
        values, tricks = raw[self.question.objective], raw["tricks"]
        staying = self.codes.index(STAY)
        even = [
            math.nan if place == staying
            else _break_even(values[:, place], tricks[:, place], values[:, staying])
            for place in range(len(self.codes))
        ]
        return {**raw, "break_even": np.broadcast_to(np.array(even), tricks.shape)}

    def reasons(self, options: Sequence[Choice], versus: Action) -> Iterator[Message]:
        """Tricks, and whether it pays to go."""
        return self.payoffs.figures(options[0], of_action(options, versus))

    def certain(self) -> Certain | None:
        """All others are out: whoever goes is paid for every trick, whatever he exchanges."""
        if self.seats.at.trump is None or self.seats.me != SEATS - 1 or self.seats.went:
            return None
        me = self.question.known.me
        tricks = np.full((1, len(self.codes), SEATS), OUT, dtype=np.int8)
        for place, code in enumerate(self.codes):
            if code != STAY:
                tricks[0, place, me] = 5
        rows = self.seats.ledger.code(tricks, self.question.known.trump == PAUS)
        columns = {
            "riscos": self.seats.ledger.riscos[rows, me],
            "points": self.seats.ledger.points[rows, me],
            "tricks": tricks[..., me],
        }
        text = "Nobody else goes: who goes is paid for every trick, whatever he exchanges."
        return Certain(
            columns, "all_equal" if len(self.codes) - self.guest == 1 else None, exhaustive=True,
            notes=(*self.notes, Message("alone", text)),
        )

    def played_out(self) -> BeforePlay:
        """The same with playouts in the end."""
        return replace(self, playing="playout")

    def remarks(self, raw: Raw) -> tuple[Message, ...]:
        """What of the decisions so far tells nothing; that the others tell something is known."""
        if not isinstance(self.source, LikelyWorlds):
            return ()
        return self.source.left_out_notes()

    # --- the choice among 32 exchanges ---

    def rounds(self, worlds: WorldSource) -> list[Round]:
        """One round, of playouts: staying out, and the ways of going that do best."""
        if self.seats.at.trump is None:
            return []
        budget, started = self.question.budget, self.question.started
        end = math.inf if budget.time is None else started + CHOOSING_SHARE * budget.time
        return [Round(CHOOSING, end, KEPT)]

    def kept(self, order: list[int], keep: int) -> list[int]:
        """Staying out stands first, whatever it brings."""
        going = [place for place in order if self.codes[place] != STAY][:keep]
        return [place for place in order if self.codes[place] == STAY] + going

    def only(self, places: list[int]) -> BeforePlay:
        """The same with some of the actions."""
        return replace(
            self, codes=tuple(self.codes[place] for place in places),
            actions=tuple(self.actions[place] for place in places),
        )

    def chosen(self, raw: Raw) -> BeforePlay:
        """The best exchanges, valued as was asked for."""
        return replace(self, playing=self.method)

    # --- in the kernel ---

    def _named(
        self, worlds: Words, limits: Limits
    ) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Tricks of each place by action, and whether clubs became trump."""
        seats = self.seats
        results = np.empty((len(worlds), TURN_UP + 1, SEATS), dtype=np.int8)
        done = trump_results(
            worlds, results, seats.boldness,
            forced=seats.forced, **seats.options, **self._play(limits),
        )
        trumps = np.tile(np.arange(TURN_UP + 1, dtype=np.uint64), (done, 1))
        trumps[:, TURN_UP] = (worlds[:done, SEATS] & np.uint64(63)) >> np.uint64(4)
        return results[:done, self.codes], trumps[:, self.codes] == PAUS

    def _gone(
        self, worlds: Words, limits: Limits
    ) -> tuple[NDArray[np.int8], bool]:
        """Tricks of each place by action, and whether clubs are trump."""
        seats, trump, options = self.seats, self.seats.at.trump, dict(self.seats.options)
        assert trump is not None
        del options["turn_up"]
        results = np.empty((len(worlds), len(self.codes), SEATS), dtype=np.int8)
        done = go_results(
            worlds, np.array(self.codes, dtype=np.int8), results, seats.boldness,
            seat=seats.me, trump=trump.suit, went=seats.went, stock=seats.to_draw,
            forced=seats.forced, **options, **self._play(limits),
        )
        return results[:done], trump.suit == PAUS

    def _play(self, limits: Limits) -> dict[str, Any]:
        """How the cards are played, and until when."""
        payoffs = self.seats.payoffs if self.playing == "pimc" else None
        return {"payoffs": payoffs, "deadline": limits.deadline, "stop": limits.stop}


def _break_even(
    going: NDArray[Any], tricks: NDArray[np.int8], staying: NDArray[Any]
) -> float:
    """The chance of no trick at which going is as good as staying out; NaN where none shows.

    Between what it brings without a trick and what it brings with one, as they are on average.
    """
    none = tricks == 0
    if none.all() or not none.any():
        return math.nan
    stay = total(staying) / len(staying)
    with_trick = total(going[~none]) / int((~none).sum())
    without = total(going[none]) / int(none.sum())
    return min(max((with_trick - stay) / (with_trick - without), 0.0), 1.0)


def before_play(question: Question, payoffs: SobePayoffs, rule: Action) -> BeforePlay:
    """The decision on the trump, or on going or staying out."""
    seats = Seats.of(question.state, question.known)
    method = "pimc" if question.method == "pimc" and seats.scored else "playout"
    guest = False
    if seats.at.trump is None:
        codes = tuple(SUITS) + ((TURN_UP,) if seats.rules["turn_up"] else ())
        playing = method
        actions: tuple[Action, ...] = tuple(
            {"trump": "turn" if code == TURN_UP else SUIT_LETTERS[code]} for code in codes
        )
    else:
        playing = "playout"  # good enough for the choice
        hand = sorted(cards_of(question.known.hand))
        staying = () if seats.reasons(question.known.me) else (STAY,)
        codes = (*staying, *sorted(range(1 << len(hand)), key=_cards_thrown))
        if seats.me == SEATS - 1 and not seats.went:  # alone: one way of going is as good as any
            codes = (*staying, 0)
            asked = [
                code for code in range(1, 1 << len(hand))
                if question.versus and alike(_going(seats, code, hand), question.versus)
            ]
            guest = bool(asked)
            codes = (*codes, *asked)
        actions = tuple(_going(seats, code, hand) for code in codes)
    return BeforePlay(
        question=question, actions=actions, method=method, payoffs=payoffs,
        notes=_notes(question, seats), guest=guest, rule=rule, seats=seats,
        source=likely_deals(seats, question.seed), codes=codes, playing=playing,
    )


def _notes(question: Question, seats: Seats) -> tuple[Message, ...]:
    notes = []
    said = approximate(seats.rules) if seats.scored else None
    if said is not None:
        notes.append(said)
    if seats.at.trump is not None:
        for reason in seats.reasons(question.known.me):
            text = "Staying out is not allowed: {reason}."
            message = Message(f"forced_{reason}", text, {"reason": reason_message(reason)})
            notes.append(message)
    return tuple(notes)


def _cards_thrown(code: int) -> tuple[int, int]:
    return code.bit_count(), code


def _going(seats: Seats, code: int, hand: Sequence[int]) -> Action:
    if code == STAY:
        return {"go": False}
    thrown = [card for place, card in enumerate(hand) if code >> place & 1]
    return {"go": True, "discard": [seats.state.pack.token(card) for card in thrown]}
