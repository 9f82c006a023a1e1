"""The conversation of `trunfo table`: a line in, what there is to say out.

Nothing is printed or read here, so that a terminal, a pipe and a test talk to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from trunfo.advice import Advice
from trunfo.advise import advise
from trunfo.cli.drawn import drawn, shown
from trunfo.cli.prompt import MOST_ROWS
from trunfo.cli.thinking import Thinking
from trunfo.engine.errors import (
    ImpossiblePosition,
    Message,
    TrunfoError,
    UnreadableInput,
    unwritable,
)
from trunfo.engine.state import State, seat_message
from trunfo.engine.text.vocabulary import fold
from trunfo.ext.random import mix
from trunfo.language import Language
from trunfo.match.base import NoAnswer, Player
from trunfo.report.hidden import told_beliefs, told_next, told_why
from trunfo.report.table import advice_text, in_short, note_lines
from trunfo.report.words import Page, wrapped
from trunfo.table.actions import EXAMPLES, read_action, split, write_action
from trunfo.table.acts import Act
from trunfo.table.claim import decided
from trunfo.table.evening import evening
from trunfo.table.record import Record
from trunfo.table.stream import write_stream
from trunfo.table.table import Table

ME, TYPED = "me", "typed"
"""Who sits in a seat beside players: the one who is advised, one whose acts are typed."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "undo": ("undo", "desfaz", "desfazer"),
    "advice": ("advice", "conselho", "hint"),
    "what_if": ("what if", "e se"),
    "why": ("why", "porquê"),
    "who": ("who", "quem tem"),
    "show": ("show", "mostra", "mostrar"),
    "claim": ("claim", "acabou"),
    "save": ("save", "grava", "gravar"),
    "next": ("next", "seguinte", "próximo"),
    "help": ("help", "ajuda"),
    "quit": ("quit", "fim", "sair"),
}
"""Words at the prompt by what they do: in English, in Portuguese, other forms."""

MOST_CHOICES = 400
"""Legal acts that are offered for completion; three cards of thirteen can be passed in 286 ways."""


class Begun(NamedTuple):
    """A table from a position that was typed, and what had to be assumed in reading it."""

    table: Table
    assumed: tuple[Message, ...]


@dataclass
class Session:
    """A table, who sits at it, and what is said there.

    Parameters
    ----------
    table : Table
        The table.
    seats : sequence of (str or Player)
        Who sits there: `me`, `typed`, or a player of the program.
    page : Page
        For whom it is written.
    hints : str
        `always`, `asked` or `never`: when advice is shown.
    budget : mapping
        What bounds advice: `time` or `worlds`.
    keep : Path, optional
        The file in which the records of the evening are kept.
    before : sequence of Record
        Deals of the evening before this table.
    """

    table: Table
    seats: Sequence[str | Player]
    page: Page
    hints: str = "always"
    budget: Mapping[str, Any] = field(default_factory=dict)
    keep: Path | None = None
    before: Sequence[Record] = ()
    assumed: Sequence[Message] = ()
    """What had to be assumed in reading the position that was typed."""
    ended: bool = False
    again: Callable[[str], Begun | None] | None = None
    """How a table is made from the text of the next deal, where the program does not deal."""
    thinking: Thinking | None = None
    """Who thinks in the background, and shows it, where there is a terminal to show it on."""

    def __post_init__(self) -> None:
        self._decisions = [0] * self.table.game.seats
        self._offered = False  # whether the end of this deal has been offered
        self._ends: tuple[int, tuple[Act, ...] | None] = (-1, None)
        self._choices: tuple[int, list[str]] = (-1, [])

    @property
    def spoken(self) -> Language:
        """The language."""
        return self.page.language

    @property
    def me(self) -> int:
        """From whom seats are named."""
        return self.seats.index(ME) if ME in self.seats else self.table.me or 0

    def _(self, text: str, **values: Any) -> str:
        return self.page.fit(self.spoken.translate(text).format(**values))

    def name(self, seat: int) -> str:
        """A seat's name."""
        message = seat_message(self.table.game, self._seen(), seat)
        return self.page.fit(message.text(self.spoken.translate))

    def _seen(self) -> State:
        return self.table.seen_by(self.me)

    # What the program does by itself

    def go_on(self) -> Iterator[str]:
        """Play what players of the program do and what needs no saying, up to a person's turn."""
        while not self.table.over:
            act = self._by_itself()
            if act is None:
                yield from self._asked()
                return
            yield self.page.fit(
                write_action(self._as_seen(act), self.table, self.spoken.code, self.me)
            )
            yield from self._do(act)
        yield from self._over()

    def _as_seen(self, act: Act) -> Act:
        """An act as the person at the table sees it: nobody shows what he passes or throws away."""
        if ME not in self.seats or act.seat == self.me or act.seat is None:
            return act
        if "pass" in act:
            return Act.of({"pass": None}).by(act.seat)
        if act.get("discard"):
            return Act.of({"go": True, "exchanged": len(act["discard"])}).by(act.seat)
        return act

    def _by_itself(self) -> Act | None:
        """The next act, if it is not a person's to say."""
        seat = self.table.seat
        if seat is None or self.table.phase == "draw":
            return None
        who = self.seats[seat]
        if isinstance(who, Player):
            return self._answer(seat, who)
        hidden = not self.table.knows(seat)
        if hidden and self.table.phase != "play":
            only = self.table.legal()
            if len(only) == 1:
                return Act.of(only[0]).by(seat)
        return None

    def _answer(self, seat: int, player: Player) -> Act:
        state = self.table.state(None if player.open_cards else seat)
        dealt = len(self.before) + len(self.table.records())
        seed = mix(0, dealt, seat, self._decisions[seat])
        self._decisions[seat] += 1
        try:
            return Act.of(player.play(state, seed)).by(seat)
        except NoAnswer:
            return Act.of({"seat": seat, "leave": True})

    def _do(self, act: Act) -> Iterator[str]:
        tricks = len(self.table.seen_by(self.me).tricks)
        self.table.play(act)
        self._changed()
        now = self._seen()
        if len(now.tricks) > tricks:
            trick = now.tricks[-1]
            trump = now.trump.suit if now.trump else None
            winner = self.table.game.winner(trick, trump, self.table.game.playing(now))
            yield self._("Trick {number}: {seat}, {points} points.",
                         number=len(now.tricks), seat=self.name(winner),
                         points=now.pack.worth_of(trick.cards))

    def _asked(self) -> Iterator[str]:
        """What a person is asked for, with advice if it is his turn."""
        seat = self.table.seat
        if self.thinking is not None:
            yield from drawn(self.table, self.me, self.page, all_hands=ME not in self.seats)
        if self.table.phase == "draw":
            if seat is None:
                yield self._("Which card was turned up?")
            elif seat == self.me and ME in self.seats:
                yield self._("Which cards did you get?")
            else:
                yield self._("Which cards did {seat} get?", seat=self.name(seat))
            return
        if seat is None:
            yield self._("Who leads? Say the seat and the card.")
            return
        if self.seats[seat] == ME:
            yield self._("Your turn.")
        else:
            yield self._("It is the turn of {seat}.", seat=self.name(seat))
        if not self._offered and self._decided() is not None:
            self._offered = True
            text = self._("What is left can change nothing: `claim` ends the deal.")
            yield from self._wrapped(text)
        if self.seats[seat] == ME and self.hints == "always":
            if self.thinking is None:
                yield from self._advice(self.table, self._in_short)
            else:
                self.thinking.about(self.table.state(seat), self.budget)

    def _decided(self) -> tuple[Act, ...] | None:
        """How the deal ends if nothing that is left matters; see `decided`."""
        if self._ends[0] != len(self.table.acts):
            self._ends = (len(self.table.acts), decided(self.table))
        return self._ends[1]

    def _over(self) -> Iterator[str]:
        """The result of a deal that is over, and the score of the evening."""
        result, match = self.table.result, self.table.match_result
        yield self._("The deal is over.")
        if result is None:
            yield self._("It has no result.")
        else:
            yield from self._by_seat(self._("Points"), result.points)
            if not (self.table.whole and match is None):
                yield from self._by_seat("RISCOS", (match or result).riscos)
        if self.table.match_over:
            yield self._("The match is over.")
        score = evening([*self.before, *self.table.records()])
        yield from self._by_seat(self._("RISCOS of the evening"), score)
        yield self._("`next` deals on, `quit` ends.")

    def _by_seat(self, title: str, values: Sequence[float]) -> Iterator[str]:
        """A number for each seat."""
        listed = ", ".join(
            f"{self.name(seat)} {self.number(value)}" for seat, value in enumerate(values)
        )
        yield from wrapped(f"{title}: {listed}", self.page, then="  ")

    def number(self, value: float) -> str:
        """A number, whole ones without decimals."""
        return self.page.number(value, 0 if value == int(value) else 2)

    def _wrapped(self, text: str) -> Iterator[str]:
        yield from wrapped(text, self.page)

    # What a person says

    def line(self, text: str) -> Iterator[str]:
        """Answer a line; one that cannot be right says why and changes nothing."""
        text = text.strip()
        if not text:
            return
        try:
            yield from self._answered(text)
        except TrunfoError as wrong:
            yield from wrapped(wrong.message.text(self.spoken.translate), self.page)
            if wrong.excerpt:
                yield self.page.fit(wrong.excerpt)

    def _answered(self, text: str) -> Iterator[str]:
        folded = fold(text)
        for word, forms in WORDS.items():
            for form in forms:
                if f"{folded} ".startswith(f"{fold(form)} "):
                    rest = " ".join(text.split()[form.count(" ") + 1 :])
                    yield from getattr(self, f"_word_{word}")(rest)
                    return
        act = read_action(text, self.table, self.spoken.code, self.me)
        seat = act.seat if act.seat is not None else self.table.seat
        if (
            seat is not None and isinstance(self.seats[seat], Player)
            and not {"leave", "revoke"} & set(act)
        ):
            message = "The program plays there ({seat})."
            raise ImpossiblePosition(Message("not_typed", message, {"seat": self.name(seat)}))
        yield from self._do(act)
        yield from self.go_on()

    def _word_undo(self, _: str) -> Iterator[str]:
        """Back to before the last thing that a person said."""
        self.table.undo()
        while self.table.acts and self._by_program(self.table.seat):
            self.table.undo()
        self._changed()
        yield self._("Taken back.")
        yield from self._asked()

    def _by_program(self, seat: int | None) -> bool:
        return seat is not None and isinstance(self.seats[seat], Player)

    def _word_advice(self, _: str) -> Iterator[str]:
        yield from self._advice(self.table)

    def _word_what_if(self, rest: str) -> Iterator[str]:
        table = Table.of(self.table.record())
        for action in split(rest):
            table.play(read_action(action, table, self.spoken.code, self.me))
        seat = table.seat
        if not table.over and seat is not None and self.seats[seat] != ME:
            text = self._("After that it is the turn of {seat}: say what follows too, up to mine.",
                          seat=self.name(seat))
            yield from self._wrapped(text)
            return
        yield from self._advice(table)

    def _in_short(self, advice: Advice) -> list[str]:
        """Advice that nobody has asked for: the table stands above it."""
        return in_short(advice, self.page, MOST_ROWS)

    def _in_full(self, advice: Advice) -> list[str]:
        return advice_text(advice, self.page).splitlines()

    def _reasons(self, advice: Advice) -> list[str]:
        """What is best and why, and what the others may play to it."""
        return [
            *in_short(advice, self.page, 0), *told_why(advice, self.page),
            *told_next(advice, self.page),
        ]

    def _holders(self, advice: Advice) -> list[str]:
        return told_beliefs(advice, self.page)

    def _advice(
        self, table: Table, told: Callable[[Advice], list[str]] | None = None, **asked: Any
    ) -> Iterator[str]:
        """Advice for me, whose turn it must be; `asked` as in `advise`."""
        if self.hints == "never":
            yield self._("No advice at this table: it was asked for none.")
            return
        seat = table.seat
        if table.over:
            yield self._("The deal is over.")
            return
        if seat is None or self.seats[seat] != ME:
            name = "?" if seat is None else self.name(seat)
            yield self._("It is another's turn ({seat}): advice is for me.", seat=name)
            return
        state = table.state(seat)
        if self.thinking is not None and table is self.table and not asked:
            if self.thinking.about(state, self.budget) and self.hints != "always":
                text = self._("It is thought about, and shown below as it firms.")
                yield from self._wrapped(text)
                return
            advice = self.thinking.wait()
        else:
            advice = advise(state, **self.budget, **asked)
        if advice is not None:
            yield from (told or self._in_full)(advice)

    def _word_why(self, rest: str) -> Iterator[str]:
        """Why what is best, and not the second, or an action that is named."""
        named = read_action(rest, self.table, self.spoken.code, self.me) if rest else None
        yield from self._advice(
            self.table, self._reasons, why=True,
            versus=None if named is None else named.action.to_dict()
        )

    def _word_who(self, _: str) -> Iterator[str]:
        yield from self._advice(self.table, self._holders, beliefs=True)

    def _word_show(self, _: str) -> Iterator[str]:
        show = shown if self.thinking is None else drawn
        yield from show(self.table, self.me, self.page, all_hands=ME not in self.seats)

    def _word_claim(self, _: str) -> Iterator[str]:
        """End a deal in which nothing is left to decide."""
        ends = self._decided()
        if ends is None:
            text = (
                "What is left can still change the result, or it depends on hands that are hidden."
            )
            raise ImpossiblePosition(Message("no_claim", text))
        for act in ends:
            self.table.play(act)
        self._changed()
        yield from self.go_on()

    def _word_save(self, rest: str) -> Iterator[str]:
        if not rest:
            raise UnreadableInput(Message("file_missing", "Say the name of the file."))
        keep(Path(rest), [*self.before, *self.table.records()])
        yield self._("Written: {path}", path=rest)

    def _word_next(self, rest: str) -> Iterator[str]:
        if self.again is not None:
            if not self.table.over:
                raise ImpossiblePosition(Message("deal_not_over", "The deal is not over."))
            begun = self.again(rest)
            if begun is None:
                yield from self._word_quit("")
                return
            self.before = [*self.before, *self.table.records()]
            self.table, self.assumed = begun
        elif self.table.match_over:
            records = self.table.records()
            self.table.next_match()
            self.before = [*self.before, *records]
        else:
            self.table.next()
        self.__post_init__()
        self._changed()
        yield from self.begin()

    def begin(self) -> Iterator[str]:
        """The table, and what happens before a person is asked."""
        yield from note_lines(self.assumed, self.page)
        if self.thinking is None or self.table.over:
            yield from self._word_show("")
        yield from self.go_on()

    def _word_help(self, _: str) -> Iterator[str]:
        place = 1 if self.spoken.code == "pt" else 0
        words = ", ".join(said(forms, place) for forms in WORDS.values())
        for text in (
            self._("Say what is done, as in: {examples}", examples=EXAMPLES[self.spoken.code]),
            self._("Words: {words}", words=words),
        ):
            yield from self._wrapped(text)

    def _word_quit(self, _: str) -> Iterator[str]:
        self.ended = True
        self.store()
        yield from ()

    def _changed(self) -> None:
        """What was thought about is past; the records are kept."""
        if self.thinking is not None:
            self.thinking.stop()
        self.store()

    def store(self) -> None:
        """Keep the records of the evening, if a file for them was named."""
        if self.keep is not None:
            keep(self.keep, [*self.before, *self.table.records()])

    def choices(self) -> list[str]:
        """What may be typed now: legal acts in words, and the words of the prompt."""
        if self._choices[0] != len(self.table.acts):
            place = 1 if self.spoken.code == "pt" else 0
            acts = [Act.of(action) for action in self.table.legal()[:MOST_CHOICES]]
            found = [write_action(act, self.table, self.spoken.code, self.me) for act in acts]
            words = [said(forms, place) for forms in WORDS.values()]
            self._choices = (len(self.table.acts), [*map(self.page.fit, found), *words])
        return self._choices[1]


def said(forms: Sequence[str], place: int) -> str:
    """A word at the prompt in a language, of its forms."""
    return forms[min(place, len(forms) - 1)]


def keep(path: Path, records: Sequence[Record]) -> None:
    """Write records to a file, as text if its name ends so.

    Raises
    ------
    SystemFault
        If it cannot be written.
    """
    text = path.suffix == ".txt"
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():  # a device, a pipe: never put away for a file
            with target.open("w", encoding="utf-8") as file:
                file.writelines(write_stream(records, text=text))
            return
        beside = target.with_name(target.name + ".new")
        with beside.open("w", encoding="utf-8") as file:
            file.writelines(write_stream(records, text=text))
        beside.replace(target)
    except OSError as wrong:
        raise unwritable(path, wrong) from None
