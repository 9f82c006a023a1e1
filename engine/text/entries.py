"""From a text to the document of a state: entry by entry.

An entry begins with a key (`mão`), with seats and what they do (`direita não tem ♥`), with
cards that are gone (`a dama de espadas já saiu`), with numbers, or with the number of a trick.
Entries are separated by line ends, `;` or `|`, before a key by a comma, a full stop, or nothing:
each reader takes what it understands, and what is left must be the beginning of another entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from trunfo.engine.document.document import EVERY_GAME, KEYS, SCHEMA
from trunfo.engine.document.fields import LONGEST_LIST, not_in_game, unknown
from trunfo.engine.document.options import on_top
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.text.cards import CardReader
from trunfo.engine.text.context import Context
from trunfo.engine.text.decisions import Decisions
from trunfo.engine.text.draft import Draft, Entry
from trunfo.engine.text.facts import Facts
from trunfo.engine.text.finish import finish
from trunfo.engine.text.head import LONGEST, Head
from trunfo.engine.text.numbers import Numbers
from trunfo.engine.text.plays import Plays
from trunfo.engine.text.seats import SeatReader
from trunfo.engine.text.source import Source, shown
from trunfo.engine.text.spelling import slip
from trunfo.engine.text.tokens import END, Cursor, Token, too_many
from trunfo.engine.text.tongue import Tongue
from trunfo.engine.text.values import Values
from trunfo.engine.text.vocabulary import (
    AND,
    DOUBT,
    ENTRIES,
    ENTRY_KEYS,
    GONE,
    IN_HAND,
    IN_STOCK,
    IS,
    NUMBERS,
    OF_TRUMP,
    ORDINALS,
    OTHERS,
    SMALL,
    SUITS,
    VERBS,
    WITHOUT,
    key_words,
    longest,
)

_ORDINAL = re.compile(r"([0-9]{1,2})(?:\.?[ªºa]|st|nd|rd|th)")
_GONE, _IN_HAND = longest(GONE), longest(IN_HAND)
_BEFORE_KEYS = frozenset({"o", "a", "os", "as", "the", "ja", "it", "quem"})
_LATER = frozenset({"me", "game", "sides"})
"""Keys that begin an entry only behind a separator."""


def read_text(
    source: Source, tokens: list[Token], tongue: Tongue, rules: Sequence[str]
) -> tuple[Draft, list[Message]]:
    """The document that a text says, with further options on top, and notes on its spelling.

    Raises
    ------
    UnreadableInput
        If a key, a word, a seat or a card means nothing, or something needed is missing.
    ImpossiblePosition
        If there are more cards than the pack has, or somebody played out of turn.
    """
    if too_many(source):
        raise UnreadableInput(Message("too_long", "There are too many entries."), 0)
    draft = Draft(source)
    draft.put("/schema", SCHEMA, None)
    cursor = Cursor(tokens)
    head = Head(draft, tongue, cursor)
    game = head.game()
    options = head.rules(game, on_top(game, rules))
    names = head.names(game)
    me = head.me(game, names, has_hand=True)
    seats = SeatReader(tongue, game, options, me, names)
    limit = len(game.pack(options).cards)
    cards = CardReader(tongue, frozenset(names.plain), names.unclear, limit)
    context = Context(draft, tongue, game, options, seats, cards, cursor, head.notes)
    reading = _Reading(context, head)
    reading.read()
    finish(context, reading.values, reading.plays)
    reading.check_missing()
    return draft, context.notes


class _Reading:
    """Reads all entries of a text."""

    def __init__(self, context: Context, head: Head) -> None:
        self.context = context
        self.head = head
        self.cursor = context.cursor
        self.values = Values(context)
        self.plays = Plays(context)
        self.before: Entry | None = None
        self.readers = self._readers()
        means = [key for key in KEYS if key in EVERY_GAME or key in context.game.keys]
        if "scores" in means:
            means.append("points")  # said of scores
        self.means = frozenset(means)

    def _readers(self) -> dict[str, Callable[[Entry], None]]:
        values, plays, facts = self.values, self.plays, Facts(self.context)
        numbers, decisions = Numbers(self.context), Decisions(self.context)
        return {
            "hand": values.list_of_cards, "discarded": values.list_of_cards,
            "played": values.list_of_cards, "gone": values.list_of_cards,
            "hands": values.hands, "phase": values.phase, "dealer": values.dealer,
            "trump": values.trump, "chose": values.chose, "tricks": plays.rows,
            "row": plays.rows, "table": plays.table, "play": plays.table, "lead": plays.table,
            "leads": plays.lead, "turn": plays.turn, "has": facts.known, "lacks": facts.known,
            "ruffed": facts.ruffed, "points": numbers.points, "sides": numbers.sides,
            "stock": numbers.stock, "left": numbers.left, "empty": numbers.empty,
            "round": numbers.round, "pass_to": values.pass_to, "passed": values.gift,
            "received": values.gift, "scores": numbers.per_seat, "absences": numbers.per_seat,
            "in": decisions.went, "out": decisions.went, "exchanged": decisions.exchanged,
            "not_exchanged": decisions.not_exchanged,
        }

    def read(self) -> None:
        """Read entry by entry."""
        count = self.cursor.index = 0
        while self.cursor.index < len(self.cursor.tokens):
            start = self.cursor.index
            fresh = self._fresh(start)
            if self.cursor.index in self.head.taken:
                self.cursor.index = self.head.taken[self.cursor.index]
                self.before = None
            elif self.cursor.peek() is None:
                self._only_separators(start)
                self.cursor.index += 1
            else:
                self._entry(fresh)
                count += 1
                if count > LONGEST_LIST * 2:
                    raise UnreadableInput(Message("too_long", "There are too many entries."), 0)

    def _fresh(self, start: int) -> bool:
        """Step over separators; whether an entry may begin here without being a plain key."""
        fresh = start == 0 or self.cursor.tokens[start - 1].text == END
        fresh = fresh or start in self.head.taken.values()
        joins = AND[self.context.language]
        while (token := self.cursor.peek()) is not None and (
            token.text in (",", ".", "(", ")") or (token.text in joins and self.before)
        ):
            if token.text in joins:
                following = self.cursor.peek(1)
                if following is None:
                    raise self.context.unexpected(token)
            fresh = True
            self.cursor.step()
        return fresh

    def _only_separators(self, start: int) -> None:
        """An entry of commas alone says nothing."""
        begins = start == 0 or self.cursor.tokens[start - 1].text == END
        if begins and self.cursor.index > start:
            raise self._unknown_key(self.cursor.tokens[start])

    def _entry(self, fresh: bool) -> None:
        start = self.cursor.index
        token = self.cursor.peek()
        assert token is not None
        if fresh and (
            self._is_trump(token) or self._goes_on(token) or self._numbered(token)
            or self._in_stock(token) or self._numbers(token)
        ):
            return
        entry = self._clause() or self._gone(fresh) or self._keyed(fresh)
        if entry is None and not fresh:
            raise self.context.unexpected(token)
        if entry is None:
            entry = self._misspelt(token)
        if entry is None:
            raise self._unknown_key(token)
        self._read(entry)
        if self.cursor.index == start:
            raise self.context.unexpected(token)

    def _read(self, entry: Entry) -> None:
        context = self.context
        self._allowed(entry)
        if entry.name not in ("hand", "played", "hands", "discarded"):
            self.values.last_list = ""
        self._before_value(entry)
        needs = not entry.subjects and entry.name not in ("turn", "empty", "tricks", "row")
        if needs and self.cursor.peek() is None:
            if entry.name == "hand" and self._suit_entry(self.cursor.index + 1):
                context.draft.put("/hand", [], entry.key.span)
                self.values.last_list = "/hand"
                self.before = entry
                return
            template = "{key} needs a value, - for none."
            raise context.fail("value_missing", template, entry.key, key=shown(entry.key.text))
        self.readers[entry.name](entry)
        self.before = entry

    def _before_value(self, entry: Entry) -> None:
        """Step over a colon, `é`, and of a hand `na mão`, `tenho`."""
        cursor, language = self.cursor, self.context.language
        cursor.accept(":")
        while entry.name == "hand" and (
            count := cursor.match(IN_HAND[language], _IN_HAND)[1]
        ) and cursor.peek(count) is not None:
            cursor.step(count)
        token = cursor.peek()
        if token is not None and token.text.lower() in IS[language] and cursor.peek(1) is not None:
            cursor.step()
        cursor.accept(":")

    def _allowed(self, entry: Entry) -> None:
        """The key must mean something in the game, and in this place."""
        if entry.name not in self.readers:
            raise self.context.unexpected(entry.key)
        if ENTRY_KEYS[entry.name] not in self.means:
            words = key_words(self.context.language)
            listed = [word for name, word in words.items() if ENTRY_KEYS[name] in self.means]
            error = not_in_game(self.context.game, shown(entry.key.text), "", listed)
            raise self.context.tongue.refuse(entry.key, error.message)

    # What an entry begins with

    def _suit_entry(self, index: int) -> bool:
        """Whether an entry begins with a suit: `copas: A 7 R`."""
        tokens = self.cursor.tokens
        if index + 1 >= len(tokens):
            return False
        language = self.context.language
        if tokens[index].folded in WITHOUT[language]:
            index += 1
        return tokens[index].folded in SUITS[language] and index not in self.head.taken

    def _is_trump(self, token: Token) -> bool:
        """`copas é trunfo`."""
        cursor, language = self.cursor, self.context.language
        suit = SUITS[language].get(token.folded)
        ahead = 1
        while (following := cursor.peek(ahead)) is not None and (
            following.text.lower() in IS[language] or following.folded in _BEFORE_KEYS
        ):
            ahead += 1
        if suit is None or following is None or following.folded not in OF_TRUMP[language]:
            return False
        after = cursor.peek(ahead + 1)
        if ahead == 1 or (after is not None and after.text not in ",."):
            return False
        self._allowed(Entry("trump", token))
        cursor.step(ahead + 1)
        draft = self.context.draft
        draft.document.setdefault("trump", {})
        draft.spans.setdefault("/trump", token.span)
        draft.say("/trump/suit", suit, token.span)
        self.before, self.values.last_list = Entry("trump", token), ""
        return True

    def _in_stock(self, token: Token) -> bool:
        """`34 cartas no monte`."""
        cursor = self.cursor
        start = cursor.index
        found = self.context.number()
        count = cursor.match(IN_STOCK[self.context.language], longest(IN_STOCK))[1]
        if found is None or not count:
            cursor.index = start
            return False
        entry = Entry("left", token)
        self._allowed(entry)
        cursor.step(count)
        self.context.draft.say("/stock", *found)
        self.before, self.values.last_list = entry, ""
        return True

    def _goes_on(self, token: Token) -> bool:
        """A suit at the beginning goes on with the list before."""
        if not self.values.last_list or not self._suit_entry(self.cursor.index):
            return False
        self.values.more_cards(Entry("hand", token))
        return True

    def _numbered(self, token: Token) -> bool:
        """`1. eu: …`, `1ª vaza: …`, `primeira ronda`."""
        language = self.context.language
        following = self.cursor.peek(1)
        if following is None:
            return False
        if token.is_number and following.text in (".", ")") and following.start == token.end:
            self._read(Entry("row", token))
            return True
        match = _ORDINAL.fullmatch(token.folded)
        number = int(match.group(1)) if match else ORDINALS[language].get(token.folded)
        name = ENTRIES[language].get(following.folded)
        if number is None or name not in ("tricks", "round"):
            return False
        self.cursor.step(2)
        self.cursor.accept(":")
        entry = Entry("row" if name == "tricks" else "round", token)
        self._allowed(entry)
        self.before = entry
        if name == "round":
            self.context.draft.say("/round", number, token.span)
        else:
            self.plays.numbered(number, token)
        return True

    def _numbers(self, token: Token) -> bool:
        """`20-15 em pontos`."""
        if not token.is_number:
            return False
        ahead = 0
        while (following := self.cursor.peek(ahead)) is not None and ahead < 12:
            if ENTRIES[self.context.language].get(following.folded) in ("points", "scores"):
                self._read(Entry("points", following))
                following = self.cursor.peek()
                if following is not None and following.folded in ("em", "in"):
                    self.cursor.step()
                following = self.cursor.peek()
                if following is not None and following.folded in ENTRIES[self.context.language]:
                    self.cursor.step()
                return True
            ahead += 1
        return False

    def _clause(self) -> Entry | None:
        """Seats and what they do."""
        cursor = self.cursor
        start = cursor.index
        token = cursor.peek()
        assert token is not None
        key_next = self.context.verb_next() or cursor.match(ENTRIES[self.context.language], 1)[1]
        sure = not key_next  # a player may be called like a key, then only in quotation marks
        try:
            found = self._others(token) or self.context.seats.several(cursor, sure=sure)
        except UnreadableInput:
            later = self._verb_later(start)
            if later:
                raise
            found = []
        already = cursor.peek()
        if found and already is not None and already.folded in ("ja", "quase") and (
            cursor.peek(1) is not None
        ):
            cursor.step(int(already.folded == "ja"))
            if not self.context.verb_next():
                cursor.index -= 1
        verb, count = self.context.seats.verb(cursor)
        key = cursor.peek()
        if not found:
            cursor.index = start
            return self._verb_first(token)
        if not verb or key is None:
            if key is not None and key.folded in DOUBT:
                raise self.context.cards.doubt(key)
            cursor.index = start
            return self._verb_first(token)
        cursor.step(count)
        name = verb.removesuffix(" me")
        return self._made(name, key, tuple(found))

    def _others(self, token: Token) -> list[tuple[int, Token]]:
        """`os outros`: all those of whom no decision has been told."""
        cursor = self.cursor
        others, count = cursor.match(OTHERS[self.context.language], longest(OTHERS))
        if not others:
            return []
        start = cursor.index
        cursor.step(count)
        if self.context.verb_next() not in ("in", "out"):
            cursor.index = start
            return []
        made = self.context.draft.document.get("decisions") or []
        return [(seat, token) for seat, each in enumerate(made) if each is None]

    def _verb_later(self, start: int) -> bool:
        """Whether an entry has a verb at all, so that its beginning is meant as a seat."""
        verbs = VERBS[self.context.language]
        tokens = self.cursor.tokens
        index = start
        while tokens[index].text != END and index < start + 6:
            if tokens[index].folded in verbs:
                return index > start
            index += 1
        return False

    def _verb_first(self, token: Token) -> Entry | None:
        """A verb that says that it is I, or one that takes the seat before it again."""
        verb, count = self.context.seats.verb(self.cursor)
        if verb.endswith(" me") and not self._longer_key(count):
            self.cursor.step(count)
            name = verb.removesuffix(" me")
            return self._made(name, token, ((self.context.seats.me, token),))
        subjects = self.before.subjects if self.before is not None else ()
        number = self.cursor.peek(count)
        joined = self.cursor.last.text in AND[self.context.language]
        exchanged = verb == "exchanged" and joined and number is not None and (
            number.is_number or number.folded in NUMBERS[self.context.language]
        )
        if subjects and (exchanged or verb == "not_exchanged"):
            self.cursor.step(count)
            return Entry(verb, token, subjects)
        return None

    def _longer_key(self, count: int) -> bool:
        return self.cursor.match(ENTRIES[self.context.language], LONGEST)[1] > count

    def _made(self, name: str, key: Token, subjects: tuple[tuple[int, Token], ...]) -> Entry:
        """The entry of a clause; `tenho` is my hand, or points."""
        if name == "has" and self._points_next():
            return Entry("points", key, subjects)
        mine = all(seat == self.context.seats.me for seat, _ in subjects)
        if name == "has" and mine and len(subjects) == 1:
            return Entry("hand", key)
        if name in ("passed", "received", "discarded", "turn"):
            return Entry(name, key)
        return Entry(name, key, subjects)

    def _points_next(self) -> bool:
        """Whether a number of points comes next, and no card."""
        token, unit = self.cursor.peek(), self.cursor.peek(1)
        if token is None or not (
            token.is_number or token.folded in NUMBERS[self.context.language]
        ):
            return False
        units = ("pontos", "ponto", "points", "point")
        return unit is not None and unit.folded in units

    def _gone(self, fresh: bool) -> Entry | None:
        """Cards that have been played: `a dama de espadas já saiu`."""
        cursor = self.cursor
        start = cursor.index
        ahead = 1
        while fresh and (token := cursor.peek(ahead)) is not None and ahead < 40:
            if cursor.match(GONE[self.context.language], _GONE, ahead)[1]:
                break
            ahead += 1
        else:
            return None
        if not self.context.cards.begins(cursor):
            return None
        found = self.context.cards.read(cursor, suits_meant=True)
        count = cursor.match(GONE[self.context.language], _GONE)[1]
        if not count or not found.cards:
            token = cursor.peek()
            if found.cards and token is not None and token.folded in DOUBT:
                raise self.context.cards.doubt(token)
            cursor.index = start
            return None
        key = cursor.tokens[start]
        cursor.step(count)
        self.values.gone(found, self.context.since(start, key))
        return Entry("gone", key, ((0, key),))

    def _keyed(self, fresh: bool) -> Entry | None:
        """An entry that begins with its key."""
        cursor = self.cursor
        language = self.context.language
        start = cursor.index
        for _ in range(3):
            token = cursor.peek()
            if token is None:
                break
            name, count = cursor.match(ENTRIES[language], LONGEST)
            verb, length = self.context.seats.verb(cursor)
            if length > count or (length and not name):
                name, count = verb.removesuffix(" me"), length
            bare = token.text.lower() == "da" and cursor.index > start
            if name and not bare and (fresh or name not in _LATER):
                text = self.context.draft.source.text
                last = cursor.tokens[cursor.index + count - 1]
                key = Token(text[token.start : last.end], token.start)
                cursor.step(count)
                return Entry(self._kind(name), key)
            if token.folded not in _BEFORE_KEYS:
                break
            cursor.step()
        cursor.index = start
        return None

    def _kind(self, name: str) -> str:
        """`saiu` is of cards that are gone, or of who led; `jogou` alone of cards."""
        if name in ("lead", "leads") and self.context.cards.begins(self.cursor):
            start = self.cursor.index
            seat = self.context.seats.find(self.cursor)
            self.cursor.index = start
            return "gone" if seat is None and name == "lead" else name
        return name

    def _misspelt(self, token: Token) -> Entry | None:
        """A key with one slip."""
        words = {
            word: name for word, name in ENTRIES[self.context.language].items()
            if " " not in word and ENTRY_KEYS[name] in self.means and name in self.readers
        }
        found = slip(token, words)
        if found is None:
            return None
        self.context.notes.append(found.note)
        self.cursor.step()
        return Entry(found.meaning, token)

    def _unknown_key(self, token: Token) -> UnreadableInput:
        if token.folded in DOUBT:
            return self.context.cards.doubt(token)
        if token.folded in SMALL[self.context.language]:
            return self.context.unexpected(token)
        words = key_words(self.context.language)
        listed = [word for name, word in words.items() if ENTRY_KEYS[name] in self.means]
        message = unknown("key", token.text, listed, "").message
        return self.context.tongue.refuse(token, message)

    def check_missing(self) -> None:
        """Nothing that the game needs is missing."""
        document = self.context.draft.document
        if "hands" not in document and "hand" not in document:
            raise self.head.missing("hand")
        for name, key in ENTRY_KEYS.items():
            if key in self.context.game.required and key not in document:
                raise self.head.missing(name)
