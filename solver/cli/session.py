"""The conversation of `trunfo table`: a line in, what there is to say out.

Nothing is printed or read here, so that a terminal, a pipe and a test talk to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from trunfo.advice import Advice
from trunfo.advise import advise
from trunfo.engine.cards import SUIT_SYMBOLS, Pack, cards_of, lane, suit_of, word_of
from trunfo.engine.errors import ImpossiblePosition, Message, TrunfoError, UnreadableInput
from trunfo.engine.position import Payoff
from trunfo.engine.state import State, seat_message
from trunfo.engine.text.vocabulary import fold
from trunfo.ext.random import mix
from trunfo.language import Language
from trunfo.match.base import NoAnswer, Player
from trunfo.report.table import advice_text
from trunfo.report.words import Page
from trunfo.table.actions import read_action, split, write_action
from trunfo.table.acts import Act
from trunfo.table.record import Record
from trunfo.table.stream import write_stream
from trunfo.table.table import Table

ME, TYPED = "me", "typed"
"""Who sits in a seat beside players: the one who is advised, one whose acts are typed."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "undo": ("undo", "desfaz", "desfazer"),
    "advice": ("advice", "conselho", "hint"),
    "what_if": ("what if", "e se"),
    "why": ("why", "porque"),
    "who": ("who", "quem tem"),
    "show": ("show", "mostra", "mostrar"),
    "claim": ("claim", "acabou"),
    "save": ("save", "grava", "gravar"),
    "next": ("next", "seguinte", "proximo"),
    "help": ("help", "ajuda"),
    "quit": ("quit", "fim", "sair"),
}
"""Words at the prompt, folded, by what they do."""


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
    ended: bool = False
    again: Callable[[str], Table] | None = None
    """How a table is made from the text of the next deal, where the program does not deal."""

    def __post_init__(self) -> None:
        self._told: list[int] = []  # deals whose result has been counted
        self._score = [0.0] * self.table.game.seats
        self._decisions = [0] * self.table.game.seats

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
            yield self.page.fit(write_action(act, self.table, self.spoken.code, self.me))
            yield from self._do(act)
        yield from self._over()

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
        self.store()
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
        if self.table.phase == "draw":
            if seat is None:
                yield self._("Which card was turned up?")
            else:
                yield self._("Which cards were received ({seat})?", seat=self.name(seat))
            return
        if seat is None:
            yield self._("Who leads? Say the seat and the card.")
            return
        if self.seats[seat] == ME:
            yield self._("Your turn.")
        else:
            yield self._("Whose turn it is: {seat}.", seat=self.name(seat))
        if self.seats[seat] == ME and self.hints == "always":
            yield from self._advice(self.table)

    def _over(self) -> Iterator[str]:
        """The result of a deal that is over, counted once."""
        number = len(self.table.records())
        result = self.table.result
        yield self._("The deal is over.")
        if result is None:
            yield self._("It has no result.")
        else:
            yield self._line(self._("Points"), result.points)
        match = self.table.match_result
        counted = match if match is not None else result
        whole = self.table.whole
        if number not in self._told and counted is not None and (match is not None or not whole):
            self._told.append(number)
            for seat, riscos in enumerate(counted.riscos):
                self._score[seat] += riscos
        if result is not None and not (whole and match is None):
            yield self._line("RISCOS", (match or result).riscos)
        if self.table.match_over:
            yield self._("The match is over.")
        yield self._line(self._("RISCOS of the evening"), tuple(self._score))
        yield self._("`next` deals on, `quit` ends.")

    def _line(self, title: str, values: Sequence[float]) -> str:
        listed = ", ".join(
            f"{self.name(seat)} {value:g}" for seat, value in enumerate(values)
        )
        return f"{title}: {listed}"

    # What a person says

    def line(self, text: str) -> Iterator[str]:
        """Answer a line; one that cannot be right says why and changes nothing."""
        text = text.strip()
        if not text:
            return
        try:
            yield from self._answered(text)
        except TrunfoError as wrong:
            yield self.page.fit(wrong.message.text(self.spoken.translate))
            if wrong.excerpt:
                yield self.page.fit(wrong.excerpt)

    def _answered(self, text: str) -> Iterator[str]:
        folded = fold(text)
        for word, forms in WORDS.items():
            for form in forms:
                if folded == form or folded.startswith(f"{form} "):
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
        self.store()
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
        yield from self._advice(table)

    def _advice(self, table: Table) -> Iterator[str]:
        """Advice for me, whose turn it must be."""
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
        advice: Advice = advise(table.state(seat), **(self.budget or {"time": 1.0}))
        yield from advice_text(advice, self.page).splitlines()

    def _word_why(self, _: str) -> Iterator[str]:
        yield self._("Why, and who holds what, are not told in this version.")

    _word_who = _word_why

    def _word_show(self, _: str) -> Iterator[str]:
        yield from shown(self.table, self.me, self.page)

    def _word_claim(self, _: str) -> Iterator[str]:
        """End a deal in which nothing is left to decide."""
        if not all(self.table.knows(seat) for seat in range(self.table.game.seats)):
            text = "A deal is ended before its last card only where all cards are known."
            raise ImpossiblePosition(Message("no_claim", text))
        ends = decided(self.table)
        if ends is None:
            text = "What is left can still change the result."
            raise ImpossiblePosition(Message("no_claim", text))
        for act in ends:
            self.table.play(act)
        self.store()
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
            table = self.again(rest)
            self.before = [*self.before, *self.table.records()]
            self.table, self._told = table, []
        elif self.table.match_over:
            records = self.table.records()
            self.table.next_match()
            self.before, self._told = [*self.before, *records], []
        else:
            self.table.next()
        self._decisions = [0] * self.table.game.seats
        self.store()
        yield from self.begin()

    def begin(self) -> Iterator[str]:
        """The table, and what happens before a person is asked."""
        yield from shown(self.table, self.me, self.page)
        yield from self.go_on()

    def _word_help(self, _: str) -> Iterator[str]:
        place = 1 if self.spoken.code == "pt" else 0
        yield self._("Say what is done, as in: {examples}",
                     examples="V♣; passo A♣ D♠ R♠; trunfo paus; viro; vou 4♠; fico; tirei 7♦"
                     if place else "J♣; pass A♣ Q♠ K♠; trump clubs; turn; go 4♠; stay; drew 7♦")
        yield self._("Words: {words}", words=", ".join(
            forms[min(place, len(forms) - 1)] for forms in WORDS.values()
        ))

    def _word_quit(self, _: str) -> Iterator[str]:
        self.ended = True
        self.store()
        yield from ()

    def store(self) -> None:
        """Keep the records of the evening, if a file for them was named."""
        if self.keep is not None:
            keep(self.keep, [*self.before, *self.table.records()])

    def choices(self) -> list[str]:
        """What may be typed now: legal acts in words, and the words of the prompt."""
        if self.table.over:
            return []
        acts = [Act.of(action) for action in self.table.legal()]
        language = self.spoken.code
        return [write_action(act, self.table, language, self.me) for act in acts[:400]]


def keep(path: Path, records: Sequence[Record]) -> None:
    """Write records to a file, as text if its name ends so.

    Raises
    ------
    UnreadableInput
        If it cannot be written.
    """
    beside = path.with_name(path.name + ".new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.writelines(write_stream(records, text=path.suffix == ".txt"))
        beside.replace(path)
    except OSError as wrong:
        values = {"path": str(path), "why": wrong.strerror or "?"}
        text = "`{path}` cannot be written: {why}."
        raise UnreadableInput(Message("file_unwritable", text, values)) from None


MOST_LINES = 20_000


def decided(table: Table) -> list[Act] | None:
    """How a deal goes on if nothing that is left can change its result; None if something can.

    Every way to play on is tried.
    """
    trial = Table.of(table.record())
    results: set[Payoff | None] = set()
    first: list[Act] = []
    before, left = len(trial.acts), MOST_LINES

    def play_on() -> bool:
        nonlocal left
        left -= 1
        if left < 0 or trial.phase != "play":
            return False
        if trial.over:
            results.add(trial.result)
            if not first:
                first.extend(trial.acts[before:])
            return len(results) == 1
        for action in trial.legal():
            if "redeal" in action:
                return False
            trial.play(action)
            same = play_on()
            trial.undo()
            if not same:
                return False
        return True

    return first if play_on() else None


def shown(table: Table, me: int, page: Page) -> Iterator[str]:
    """The table as it stands: trump, points, cards on the table, my hand, what is still out."""
    _, state = page.language.translate, table.seen_by(me)
    pack, game = state.pack, table.game

    def name(seat: int) -> str:
        return page.fit(seat_message(game, state, seat).text(_))

    def cards(numbers: Sequence[int] | frozenset[int]) -> str:
        return page.fit(hand_text(pack, numbers, page.language.code))

    yield page.fit(_("{game}, {count} tricks played").format(
        game=game.title, count=len(state.tricks)
    ))
    trump = state.trump
    if trump is not None:
        card = f" ({cards([trump.card])})" if trump.card is not None else ""
        yield page.fit(f"{_('Trump')}: {SUIT_SYMBOLS[trump.suit]}{card}")
    if state.scores is not None:
        yield page.fit(_("Scores") + ": " + ", ".join(
            f"{name(seat)} {score}" for seat, score in enumerate(state.scores)
        ))
    points = list(state.points or [0] * len(set(game.sides())))
    for trick in state.tricks if state.points is None else ():
        winner = game.winner(trick, trump.suit if trump else None, game.playing(state))
        points[game.sides()[winner]] += pack.worth_of(trick.cards)
    if sum(points) or not state.scores:
        yield page.fit(_("Points") + ": " + ", ".join(
            f"{name(side)} {count}" for side, count in enumerate(points)
        ))
    if state.table is not None and state.table.cards:
        on_table = ", ".join(
            f"{name(state.table.seat(place, game.playing(state)))} {cards([card])}"
            for place, card in enumerate(state.table.cards)
        )
        yield page.fit(_("Table") + f": {on_table}")
    if table.knows(me):
        hand = state.hands[me] if state.hands is not None else state.hand or ()
        yield page.fit(_("Hand") + f": {cards(hand)}")
        gone = word_of(card for trick in (*state.tricks, state.table or state.tricks[:0])
                       for card in getattr(trick, "cards", ()))
        out = pack.word & ~gone & ~word_of((*hand, *state.played, *state.discarded))
        if trump is not None:
            left = list(cards_of(out & lane(trump.suit)))
            yield page.fit(_("Trumps still out") + f": {cards(left)}")
        yield page.fit(_("Points still out") + f": {pack.worth_of(cards_of(out))}")


def hand_text(pack: Pack, numbers: Sequence[int] | frozenset[int], language: str) -> str:
    """Cards by suit, the highest first: `♣ A 7 2`."""
    english = {"R": "K", "V": "J", "D": "Q"} if language == "en" else {}
    parts = []
    for suit, symbol in enumerate(SUIT_SYMBOLS):
        ranks = [pack.rank_of(card) for card in sorted(numbers, reverse=True)
                 if suit_of(card) == suit]
        if ranks:
            parts.append(symbol + " ".join(english.get(rank, rank) for rank in ranks))
    return "  ".join(parts) or "-"
