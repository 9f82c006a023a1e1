"""Reading what has been played: the trick under way, finished tricks, who leads."""

from __future__ import annotations

from dataclasses import dataclass, field

from trunfo.engine.document.fields import LONGEST_LIST
from trunfo.engine.errors import Message
from trunfo.engine.text.context import Context
from trunfo.engine.text.draft import Entry
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.text.vocabulary import OF

PLAYS = frozenset({"play", "lead", "leads"})
"""What a verb between a player and his card can say."""


@dataclass
class Played:
    """A trick as it is said: who is named with which card.

    Parameters
    ----------
    cards : list of (str, Span)
        The cards in order of play.
    named : dict of int to (int, Span)
        The seats that are named, by the number of their card.
    """

    cards: list[tuple[str, Span]] = field(default_factory=list)
    named: dict[int, tuple[int, Span]] = field(default_factory=dict)


class Plays:
    """Reads tricks."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.tricks: list[tuple[Played, Span]] = []
        self.under_way = Played()
        self.leads: tuple[int, Span] | None = None
        self.my_turn: Span | None = None

    def table(self, entry: Entry) -> None:
        """The trick under way: leader, then cards, every player named or not."""
        start = self.context.cursor.index
        if entry.name == "lead" and self._leads_only(entry):
            return
        again = Played()
        self._trick(again, entry.subjects)
        if entry.name == "table" and self.under_way.cards:
            cards = [card for card, _ in again.cards]
            if cards != [card for card, _ in self.under_way.cards]:
                template = "{key} is there twice."
                key = shown(entry.key.text)
                raise self.context.fail("key_twice", template, entry.key, key=key)
        else:
            self._go_on(again)
        span = self.context.since(start, entry.key)
        self.context.draft.document.setdefault("table", {})
        self.context.draft.spans["/table"] = span
        if not again.cards and entry.name in ("play", "lead"):
            following = self.context.cursor.peek()
            raise self.context.unexpected(following or entry.key)
        if not again.cards and again.named:
            self._lead(*again.named[0])

    def _go_on(self, more: Played) -> None:
        before = len(self.under_way.cards)
        self.under_way.cards += more.cards
        for number, named in more.named.items():
            if more.cards:
                self.under_way.named[before + number] = named

    def _leads_only(self, entry: Entry) -> bool:
        """`saiu o parceiro`: who led, without a card."""
        context = self.context
        start = context.cursor.index
        subjects = list(entry.subjects)
        if not subjects:
            first = context.cursor.peek()
            seat = context.seats.find(context.cursor)
            if seat is not None and first is not None:
                subjects = [(seat, first)]
        context.skip(":")
        if subjects and not context.cards.begins(context.cursor):
            seat, token = subjects[0]
            self._lead(seat, token.span)
            context.draft.document.setdefault("table", {})
            return True
        context.cursor.index = start
        return False

    def _lead(self, seat: int, span: Span) -> None:
        if self.leads is not None and self.leads[0] != seat:
            token = shown(self.context.draft.source.text[slice(*span)])
            template = "{token} contradicts what was said before."
            raise self.context.draft.fail("value_twice", template, span, token=token)
        self.leads = seat, span

    def lead(self, entry: Entry) -> None:
        """Who led, or is to lead: a seat before or behind the word."""
        context = self.context
        context.draft.document.setdefault("table", {})
        if not entry.subjects:
            start = context.cursor.index
            seat = context.seats.need(context.cursor, entry.key)
            self._lead(seat, context.since(start, entry.key))
        else:
            self._lead(entry.subjects[0][0], entry.subjects[0][1].span)
            start = context.cursor.index
            again = context.seats.find(context.cursor)
            if again is not None and again != entry.subjects[0][0]:
                context.cursor.index = start
        context.draft.spans.setdefault("/table", entry.key.span)

    def turn(self, entry: Entry) -> None:
        """It is my turn."""
        self.my_turn = entry.key.span

    def _trick(self, played: Played, subjects: tuple[tuple[int, Token], ...]) -> None:
        """Cards in order of play, each with its player before or behind it, or without."""
        context = self.context
        cursor = context.cursor
        named = (subjects[0][0], subjects[0][1].span) if subjects else None
        while True:
            start = cursor.index
            if named is None:
                self._verb()
                named = self._player()
            self._verb()
            context.skip(":", "," if named else ":")
            found = context.cards.read(cursor, among_seats=True)
            if found.dash:
                if named is not None:
                    played.named[0] = named
                return
            if not found.cards:
                if named is None or played.cards:
                    cursor.index = start
                    if played.cards and named is not None:
                        token = cursor.peek()
                        if token is not None and not context.verb_next():
                            return
                elif named is not None:
                    played.named[0] = named
                return
            if named is None and len(found.cards) == 1:
                named = self._behind()
            if named is not None:
                played.named[len(played.cards)] = named
            played.cards += found.cards
            named = None
            mark = cursor.index
            context.skip_and()
            self._verb()
            if not self._player_next():
                cursor.index = mark
                return

    def _verb(self) -> None:
        """Step over what says that somebody played."""
        meaning, count = self.context.seats.verb(self.context.cursor)
        if meaning.removesuffix(" me") in PLAYS:
            self.context.cursor.step(count)

    def _player(self) -> tuple[int, Span] | None:
        cursor = self.context.cursor
        start = cursor.index
        seat = self.context.seats.find(cursor)
        if seat is None:
            return None
        span = self.context.since(start, cursor.last)
        return seat, span

    def _player_next(self) -> bool:
        """Whether a player comes next, and then no more than his card or a verb of playing."""
        cursor = self.context.cursor
        start = cursor.index
        seat = self.context.seats.find(cursor)
        meaning = self.context.verb_next().removesuffix(" me")
        self.context.skip(":")
        goes = seat is not None and (
            meaning in PLAYS or (not meaning and self.context.cards.begins(cursor))
        )
        cursor.index = start
        if not goes:
            return seat is None and self.context.cards.begins(cursor)
        return True

    def _behind(self) -> tuple[int, Span] | None:
        """The player behind his card: `7♦ do parceiro`, `rei de copas dele`."""
        cursor = self.context.cursor
        token = cursor.peek()
        if token is None:
            return None
        owner = token.folded in OF[self.context.language] or token.folded in (
            "dele", "dela", "his", "hers", "by", "from",
        )
        return self._player() if owner else None

    # Finished tricks

    def rows(self, entry: Entry) -> None:
        """Numbered tricks: `1. leader: cards`."""
        context = self.context
        cursor = context.cursor
        start = cursor.index
        context.draft.document.setdefault("tricks", [])
        if cursor.accept_dash():
            return
        while (token := cursor.peek()) and len(self.tricks) <= LONGEST_LIST:
            number = len(self.tricks) + 1
            if not token.is_number or int(token.plain) != number:
                if token.is_number or not self.tricks or cursor.index == start:
                    template = "The number of a trick is needed here, {number}., not {token}."
                    values = {"number": number, "token": shown(token.text)}
                    raise context.fail("row_number", template, token, **values)
                break
            cursor.step()
            context.skip(".", ")", ":")
            self.row(token)
            context.skip(",")
        context.draft.spans.setdefault("/tricks", context.since(start, entry.key))

    def numbered(self, number: int, token: Token) -> None:
        """A trick whose number has been read: `1ª vaza`."""
        if number != len(self.tricks) + 1:
            template = "The number of a trick is needed here, {number}., not {token}."
            values = {"number": len(self.tricks) + 1, "token": shown(token.text)}
            raise self.context.fail("row_number", template, token, **values)
        self.context.skip(".", ")", ":")
        self.row(token)

    def row(self, token: Token) -> None:
        """One trick."""
        self.context.draft.document.setdefault("tricks", [])
        start = self.context.cursor.index
        played = Played()
        self._trick(played, ())
        self.tricks.append((played, self._row_span(start, token)))

    def _row_span(self, start: int, token: Token) -> Span:
        span = self.context.since(start, token)
        return token.start, max(token.end, span[1])

    # The end

    def finish(self, out: frozenset[int]) -> None:
        """Put what was read into the document, once it is known who plays."""
        context = self.context
        playing = [seat for seat in range(context.game.seats) if seat not in out]
        if self.tricks and not self.under_way.cards:
            last, span = self.tricks[-1]
            said = self.leads is None or 0 not in last.named or self.leads[0] == last.named[0][0]
            if 0 < len(last.cards) < len(playing) and said:
                self.tricks.pop()
                self.under_way = last
                context.draft.document.setdefault("table", {})
                context.draft.spans["/table"] = span
                if not self.tricks:
                    del context.draft.document["tricks"]
        for number, (played, span) in enumerate(self.tricks):
            pointer = f"/tricks/{number}"
            context.draft.add("/tricks", {}, span)
            self._put(pointer, played, span, playing)
        if self.my_turn is not None and not self.under_way.cards:
            context.draft.document.setdefault("table", {})
            self._lead(context.seats.me, self.my_turn)
        if "table" in context.draft.document:
            span = context.draft.spans.get("/table", (0, 0))
            named = self.under_way.named.get(0)
            if self.leads is not None and (named is None or self.leads[1] < named[1]):
                context.draft.say("/table/leader", *self.leads)
            self._put("/table", self.under_way, span, playing)
            if self.leads is not None:
                context.draft.say("/table/leader", *self.leads)

    def _put(self, pointer: str, played: Played, span: Span, playing: list[int]) -> None:
        context = self.context
        for number, (seat, place) in sorted(played.named.items()):
            if seat not in playing and not number:
                context.draft.say(f"{pointer}/leader", seat, place)
                continue
            if seat not in playing:
                message = Message(
                    "out_and_played", "Who stayed out ({token}) cannot have played a card.",
                    {"token": shown(context.draft.source.text[slice(*place)])},
                )
                raise context.draft.impossible(message, place)
            first = playing[(playing.index(seat) - number) % len(playing)]
            if number and f"{pointer}/leader" in context.draft.spans:
                self._order(pointer, first, place)
            else:
                context.draft.say(f"{pointer}/leader", first, place)
        context.draft.put(f"{pointer}/cards", [card for card, _ in played.cards], span)
        for number, (_, place) in enumerate(played.cards):
            context.draft.spans[f"{pointer}/cards/{number}"] = place

    def _order(self, pointer: str, first: int, place: Span) -> None:
        """Who is named with a card must be whose turn it was."""
        context = self.context
        if context.draft.at(f"{pointer}/leader") != first:
            template = "It was another's turn to play this card, not this player's ({token})."
            values = {"token": shown(context.draft.source.text[slice(*place)])}
            raise context.draft.impossible(Message("order_of_play", template, values), place)
