"""Reading the values of a text's entries into the document, key by key."""

from __future__ import annotations

from trunfo.engine.document.fields import LONGEST_LIST, unknown
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.game import Game
from trunfo.engine.text.draft import Draft, Entry
from trunfo.engine.text.seats import SeatReader
from trunfo.engine.text.source import Source, Span, shown
from trunfo.engine.text.tokens import CardReader, Cards, Cursor, Token, Tongue, look
from trunfo.engine.text.vocabulary import ENTRY_KEYS, NONE, OF, PHASES, WORDS


def trimmed(source: Source, span: Span) -> Span:
    """A part of a text without the blanks at its ends."""
    part = source.text[slice(*span)]
    start = span[0] + len(part) - len(part.lstrip())
    return start, max(start, span[0] + len(part.rstrip()))


class Values:
    """Reads the value of any entry, once game, rules and seats are known.

    Every method that reads takes the cursor on the value, the entry, and the JSON pointer
    of what the entry goes into.
    """

    def __init__(
        self, draft: Draft, tongue: Tongue, game: Game, seats: SeatReader, cards: CardReader
    ) -> None:
        self.draft = draft
        self.tongue = tongue
        self.game = game
        self.seats = seats
        self.cards = cards

    def read(self, entry: Entry) -> None:
        """Read the value of an entry and see that nothing is left over."""
        cursor = Cursor(self.draft.source, entry.span)
        pointer = "/" + ENTRY_KEYS.get(entry.name, "tricks")
        self.draft.spans.setdefault(pointer, self.place(entry))
        if cursor.peek() is None and entry.name != "tricks":  # rows may follow as entries
            template = "{key} needs a value, - for none."
            raise self.fail("value_missing", template, entry.key, key=shown(entry.key.text))
        reader = {
            "hand": self.list_of_cards, "played": self.list_of_cards,
            "discarded": self.list_of_cards, "hands": self.hands, "phase": self.phase,
            "dealer": self.seat, "trump": self.trump, "tricks": self.tricks,
            "row": self.tricks, "table": self.table, "leads": self.leads, "has": self.known,
            "lacks": self.known, "points": self.points, "stock": self.stock,
            "round": self.number, "passed": self.gift, "received": self.gift,
            "scores": self.per_seat, "absences": self.per_seat, "in": self.went,
            "out": self.went, "exchanged": self.exchanged,
        }[entry.name]
        reader(cursor, entry, pointer)
        self.nothing_left(cursor)

    def nothing_left(self, cursor: Cursor) -> None:
        """See that the whole value has been read."""
        token = cursor.peek()
        if token is not None:
            template = "{token} does not belong here."
            raise self.fail("unexpected", template, token, token=shown(token.text))

    def place(self, entry: Entry) -> Span:
        """Where the value of an entry stands, or its key if it has none."""
        start, end = trimmed(self.draft.source, entry.span)
        return (start, end) if start < end else entry.key.span

    def fail(self, code: str, template: str, at: Token, /, **values: object) -> UnreadableInput:
        """An error at a token."""
        return self.draft.fail(code, template, at.span, **values)

    def twice(self, token: Token) -> UnreadableInput:
        """The error that a seat is named again."""
        return self.fail("seat_twice", "{token} is there twice.", token, token=shown(token.text))

    # Cards

    def list_of_cards(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Cards and nothing else."""
        self.draft.put_cards(pointer, self.cards.read(cursor), self.place(entry))

    def hands(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """The cards of every seat."""
        hands: dict[int, tuple[Cards, Span]] = {}
        while token := cursor.peek():
            seat = self.seats.need(cursor, entry)
            if seat in hands:
                raise self.twice(token)
            cursor.accept(":")
            hands[seat] = self.cards.read(cursor), token.span
        if len(hands) < self.game.seats:
            template = "{key} needs the cards of all {seats} seats."
            key = shown(entry.key.text)
            raise self.fail("seat_missing", template, entry.key, key=key, seats=self.game.seats)
        self.draft.put(pointer, [], self.place(entry))
        for seat in range(self.game.seats):
            found, span = hands[seat]
            self.draft.add(pointer, [card for card, _ in found.cards], span)
            for index, (_, place) in enumerate(found.cards):
                self.draft.spans[f"{pointer}/{seat}/{index}"] = place

    def trump(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Suit or card, holder, chooser, whether it was turned up, in any order."""
        put = self.draft.put_once
        self.draft.put(pointer, {}, self.place(entry))
        while token := cursor.peek():
            word = self.word_among_cards(token)
            if word == "stock":
                cursor.step()
                put(f"{pointer}/holder", "stock", token.span)
            elif word == "turned":
                cursor.step()
                put(f"{pointer}/turned", True, token.span)
            elif word == "chose":
                cursor.step()
                put(f"{pointer}/chooser", self.seats.need(cursor, entry), token.span)
            elif (seat := self.seats.find(cursor)) is not None:
                put(f"{pointer}/holder", seat, token.span)
            elif self.cards.ends(token):
                return
            else:
                found = self.cards.read(cursor, lone_suits=True)
                for item, span in found.cards + found.suits:
                    put(f"{pointer}/suit", item[-1], span)
                for card, span in found.cards:
                    put(f"{pointer}/card", card, span)

    def word_among_cards(self, token: Token) -> str | None:
        """What a word between cards and seats stands for."""
        return self.tongue.word(WORDS, token) if self.tongue.is_word(WORDS, token) else None

    def gift(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """A seat and the cards passed to it, or received from it."""
        self.draft.put(pointer, {}, self.place(entry))
        side = "to" if entry.name == "passed" else "from"
        self.draft.put(f"{pointer}/{side}", self.seats.need(cursor, entry), self.place(entry))
        cursor.accept(":")
        self.draft.put_cards(f"{pointer}/cards", self.cards.read(cursor), self.place(entry))

    # Tricks

    def tricks(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Numbered tricks: `1. leader: cards`."""
        tricks = self.draft.document.setdefault("tricks", [])
        if cursor.accept(*NONE):
            return
        while (token := cursor.peek()) and len(tricks) <= LONGEST_LIST:
            number = len(tricks) + 1
            if token.text != f"{number}.":
                template = "The number of a trick is needed here, {number}., not {token}."
                values = {"number": number, "token": shown(token.text)}
                raise self.fail("row_number", template, token, **values)
            cursor.step()
            self.draft.add(pointer, {}, token.span)
            self.trick(cursor, f"{pointer}/{number - 1}", token.span)

    def trick(self, cursor: Cursor, pointer: str, span: Span) -> None:
        """A leader, if he is named, and cards."""
        token = cursor.peek()
        leader = self.seats.find(cursor)
        if token and leader is not None:
            cursor.accept(":")
            self.draft.put_once(f"{pointer}/leader", leader, token.span)
        self.draft.put_cards(f"{pointer}/cards", self.cards.read(cursor), span)

    def table(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """The trick under way: leader, then cards."""
        self.draft.document.setdefault("table", {})
        self.trick(cursor, pointer, self.place(entry))

    def leads(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Who led, or is to lead."""
        self.draft.document.setdefault("table", {})
        self.draft.put_once(
            f"{pointer}/leader", self.seats.need(cursor, entry), self.place(entry)
        )

    # Facts

    def known(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Seats, each with what it has or lacks; `tem` and `não tem` may change in between."""
        facts = self.draft.document.setdefault("known", [])
        while (token := cursor.peek()) and len(facts) <= LONGEST_LIST:
            fact = f"{pointer}/{len(facts)}"
            seat = self.seats.need(cursor, entry)
            self.draft.add(pointer, {}, token.span)
            self.draft.put(f"{fact}/seat", seat, token.span)
            cursor.accept(":")
            kind: str | None = entry.name
            while kind is not None:
                self.fact(cursor, fact, kind)
                kind = self.has_or_lacks(cursor)

    def fact(self, cursor: Cursor, pointer: str, kind: str) -> None:
        """Cards that a seat has or lacks, suits that it lacks."""
        found = self.cards.read(cursor, lone_suits=kind == "lacks")
        for card, span in found.cards:
            self.draft.append(f"{pointer}/{kind}", card, span)
        for suit, span in found.suits:
            self.draft.append(f"{pointer}/void", suit, span)

    def has_or_lacks(self, cursor: Cursor) -> str | None:
        """Read `tem` or `não tem` if it comes next."""
        token = cursor.peek()
        word = self.word_among_cards(token) if token else None
        if token is None or word not in ("has", "lacks"):
            return None
        cursor.step()
        following = cursor.peek()
        if token.folded == "nao" and following and following.folded == "tem":
            cursor.step()
        return word

    # Seats and numbers

    def seat(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """A seat and nothing else."""
        self.draft.put(pointer, self.seats.need(cursor, entry), self.place(entry))

    def number(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """A number and nothing else."""
        self.draft.put(pointer, *self.need_number(cursor, entry))

    def need_number(self, cursor: Cursor, entry: Entry) -> tuple[int, Span]:
        """Read a whole number that must come next."""
        token = cursor.peek()
        if token is None:
            template = "{key} needs a number."
            raise self.fail("value_missing", template, entry.key, key=shown(entry.key.text))
        if not token.is_number:
            template = "A whole number is needed here, not {token}."
            raise self.fail("not_a_number", template, token, token=shown(token.text))
        cursor.step()
        return int(token.text), token.span

    def points(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Card points of each side."""
        self.numbers(cursor, entry, pointer, self.game.sides(), None)

    def per_seat(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """A number for each seat; who is not named has no absences."""
        default = 0 if entry.name == "absences" else None
        self.numbers(cursor, entry, pointer, tuple(range(self.game.seats)), default)

    def numbers(
        self, cursor: Cursor, entry: Entry, pointer: str, sides: tuple[int, ...],
        default: int | None,
    ) -> None:
        """Numbers with seats before them, or those of all sides in order from `me` on."""
        found: dict[int, tuple[int, Span]] = {}
        count = len(set(sides))
        bare = (token := cursor.peek()) is not None and token.is_number
        while (token := cursor.peek()) and not (bare and len(found) == count):
            seat = self.seats.me + len(found) if bare else self.seat_or_side(cursor, entry)
            side = sides[seat % len(sides)]
            if side in found:
                raise self.twice(token)
            cursor.accept(":")
            found[side] = self.need_number(cursor, entry)
        if len(found) < count and (bare or default is None):
            template = "{key} needs {count} numbers."
            key = shown(entry.key.text)
            raise self.fail("number_missing", template, entry.key, key=key, count=count)
        self.draft.put(pointer, [], self.place(entry))
        for side in range(count):
            self.draft.add(pointer, *found.get(side, (default, self.place(entry))))

    def seat_or_side(self, cursor: Cursor, entry: Entry) -> int:
        """A seat; where there are pairs, `us` and `them` stand for a seat of theirs."""
        token = cursor.peek()
        word = self.word_among_cards(token) if token and self.game.partners else None
        if word not in ("us", "them"):
            return self.seats.need(cursor, entry)
        cursor.step()
        return self.seats.me + ("us", "them").index(word)

    def stock(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """The number of cards, or the cards in their order, or both."""
        token, following = cursor.peek(), cursor.peek(1)
        language = self.tongue.language
        shape = look(following, language) if following else None
        of = following is not None and following.folded in OF[language]
        is_rank = of or (shape is not None and shape.kind == "suit")
        if token and token.is_number and not is_rank:
            self.number(cursor, entry, pointer)
        if cursor.peek():
            self.list_of_cards(cursor, entry, "/stock_cards")

    # Sobe e Desce, Copas

    def went(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Seats that went, or stayed out."""
        self.draft.document.setdefault("decisions", [None] * self.game.seats)
        if cursor.accept(*NONE):
            return
        while token := cursor.peek():
            seat = self.seats.need(cursor, entry)
            self.decide(seat, {"in": entry.name == "in"}, token)

    def exchanged(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """Seats with the number of cards they exchanged: they went."""
        self.draft.document.setdefault("decisions", [None] * self.game.seats)
        while token := cursor.peek():
            seat = self.seats.need(cursor, entry)
            cursor.accept(":")
            number, _ = self.need_number(cursor, entry)
            self.decide(seat, {"in": True, "exchanged": number}, token)

    def decide(self, seat: int, said: dict[str, object], token: Token) -> None:
        """Note what is said of a seat's decision; it must agree with what was said before."""
        decisions = self.draft.document["decisions"]
        before = decisions[seat] or {}
        if any(before.get(key, value) != value for key, value in said.items()):
            template = "What is said of {token} here contradicts what was said before."
            raise self.fail("contradiction", template, token, token=shown(token.text))
        decisions[seat] = before | said
        self.draft.spans[f"/decisions/{seat}"] = token.span

    def phase(self, cursor: Cursor, entry: Entry, pointer: str) -> None:
        """What is to be decided."""
        token = cursor.peek()
        assert token is not None  # `read` has seen to it
        phase = self.tongue.word(PHASES, token)
        if phase not in self.game.phases:
            column = PHASES[self.tongue.language]
            choices = [word for word, phase in column.items() if phase in self.game.phases]
            error = unknown("phase", token.text, choices, "")
            raise self.draft.source.error(error.message, token.span)
        cursor.step()
        self.draft.put(pointer, phase, token.span)
