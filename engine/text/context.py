"""What all readers of values share: the text, the game, who sits where, and the place reached."""

from __future__ import annotations

from dataclasses import dataclass, field

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import Game, Rules
from trunfo.engine.text.cards import CardReader, Cards
from trunfo.engine.text.draft import Draft, Entry
from trunfo.engine.text.seats import SeatReader
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.tokens import Cursor, Token
from trunfo.engine.text.tongue import Tongue
from trunfo.engine.text.vocabulary import (
    AND,
    BETWEEN_NUMBERS,
    DOUBT,
    ENTRY_KEYS,
    NUMBERS,
    UNITS,
)


@dataclass
class Context:
    """What is being read."""

    draft: Draft
    tongue: Tongue
    game: Game
    rules: Rules
    seats: SeatReader
    cards: CardReader
    cursor: Cursor
    notes: list[Message] = field(default_factory=list)

    @property
    def language(self) -> str:
        """The language of the text."""
        return self.tongue.language

    def fail(self, code: str, template: str, at: Token, /, **values: object) -> UnreadableInput:
        """An error at a piece."""
        return self.tongue.refuse(at, Message(code, template, values))

    def unexpected(self, token: Token) -> UnreadableInput:
        """The error that a piece means nothing where it stands."""
        if token.folded in DOUBT:
            return self.cards.doubt(token)
        template = "{token} does not belong here."
        return self.fail("unexpected", template, token, token=shown(token.text))

    def twice(self, token: Token) -> UnreadableInput:
        """The error that a seat is named again."""
        return self.fail("seat_twice", "{token} is there twice.", token, token=shown(token.text))

    def since(self, start: int, key: Token) -> Span:
        """Where what was read from a piece on stands; the key if nothing was."""
        tokens = [token for token in self.cursor.tokens[start : self.cursor.index] if token.text]
        while tokens and tokens[-1].text in ".,)":
            tokens.pop()
        return (tokens[0].start, tokens[-1].end) if tokens else key.span

    def skip(self, *texts: str) -> None:
        """Step over any of these pieces."""
        while self.cursor.accept(*texts):
            pass

    def skip_and(self) -> None:
        """Step over commas and `e`."""
        while (token := self.cursor.peek()) is not None and (
            token.text in ",()" or token.text in AND[self.language]
        ):
            self.cursor.step()

    def verb_next(self) -> str:
        """What the verb says that comes next; empty if none does."""
        return self.seats.verb(self.cursor)[0]

    # Numbers

    def number(self) -> tuple[int, Span] | None:
        """Read a whole number, in digits or a word, and what is counted, if one comes next."""
        token = self.cursor.peek()
        if token is None:
            return None
        value = int(token.plain) if token.is_number else NUMBERS[self.language].get(token.folded)
        if value is None:
            return None
        self.cursor.step()
        unit = self.cursor.peek()
        if unit is not None and unit.folded in UNITS[self.language]:
            self.cursor.step()
        return value, token.span

    def need_number(self, key: Token) -> tuple[int, Span]:
        """Read a whole number that must come next."""
        token = self.cursor.peek()
        if token is None:
            template = "{key} needs a number."
            raise self.fail("value_missing", template, key, key=shown(key.text))
        found = self.number()
        if found is None:
            if token.folded in DOUBT:
                raise self.cards.doubt(token)
            template = "A whole number is needed here, not {token}."
            raise self.fail("not_a_number", template, token, token=shown(token.text))
        return found

    def between_numbers(self) -> None:
        """Step over what stands between two numbers: a comma, a dash, `a`."""
        start = self.cursor.index
        while (token := self.cursor.peek()) is not None and (
            token.text in ",/()" or token.is_dash or token.text in BETWEEN_NUMBERS[self.language]
        ):
            self.cursor.step()
        following = self.cursor.peek()
        if following is None or not (
            following.is_number or following.folded in NUMBERS[self.language]
        ):
            self.cursor.index = start

    # Lists of cards

    def put_list(self, entry: Entry, pointer: str, found: Cards, span: Span) -> None:
        """A list of cards as a member of the document; said again it must be the same."""
        name = pointer[1:]
        cards = [card for card, _ in found.cards]
        if name in self.draft.document and sorted(self.draft.document[name]) != sorted(cards):
            template = "{key} is there twice."
            raise self.fail("key_twice", template, entry.key, key=shown(entry.key.text))
        self.draft.put_cards(pointer, found, span)

    @staticmethod
    def pointer(entry: Entry) -> str:
        """What of the document an entry goes into."""
        return "/" + ENTRY_KEYS[entry.name]
