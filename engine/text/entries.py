"""From a text to the document of a state: its entries, and first those that the rest needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from trunfo.engine.document.document import EVERY_GAME, KEYS, SCHEMA, read_names
from trunfo.engine.document.fields import LONGEST_LIST, not_in_game, unknown
from trunfo.engine.document.options import on_top, read_rules, typed, written_options
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import Game, Rules
from trunfo.engine.registry import games
from trunfo.engine.text.draft import Draft, Entry
from trunfo.engine.text.seats import Names, SeatReader
from trunfo.engine.text.source import Source, Span, shown
from trunfo.engine.text.tokens import CardReader, Cursor, Token, Tongue
from trunfo.engine.text.values import Values, trimmed
from trunfo.engine.text.vocabulary import ENTRIES, ENTRY_KEYS, fold, key_words

_ENTRY = re.compile(r"#[^\n\r]*|[^\s;#][^;#\n\r]*")
_COLON = re.compile(r"\s*:?")
_OPTION = re.compile(r"\S+")
_ADDING = frozenset({"has", "lacks", "row"})
"""Entries that may stand there several times."""
_FIRST = frozenset({"game", "rules", "players", "me"})
"""Entries that the meaning of the others depends on."""
_LONGEST_KEY = 20


def read_text(source: Source, tongue: Tongue, rules: Sequence[str]) -> Draft:
    """The document that a text says in a language, with further options on top.

    Raises
    ------
    UnreadableInput
        If a key, a word, a seat or a card means nothing, or something needed is missing.
    ImpossiblePosition
        If there are more cards than the pack has.
    WrongLanguage
        If the text must be in the other language.
    """
    text = _Text(source, tongue)
    entries = {entry.name: entry for entry in reversed(text.entries)}
    game = text.game(entries.get("game"))
    text.check_keys(game, entries)
    options = text.rules(game, entries.get("rules"), on_top(game, rules))
    names = text.names(game, entries.get("players"))
    me = text.me(game, names, entries)
    values = Values(
        text.draft, tongue, game,
        SeatReader(text.draft, tongue, game, options, me, names),
        CardReader(tongue, frozenset(names.plain), len(game.pack(options).cards)),
    )
    for entry in text.entries:
        if entry.name not in _FIRST:
            values.read(entry)
    return text.draft


class _Text:
    """The entries of a text, and the document that grows from them."""

    def __init__(self, source: Source, tongue: Tongue) -> None:
        self.tongue = tongue
        self.draft = Draft(source)
        self.draft.put("/schema", SCHEMA, None)
        self.keys = key_words(tongue.language)
        self.entries = self._entries()

    def _entries(self) -> list[Entry]:
        """The entries in the order of the text, up to more than any document can hold."""
        found: list[Entry] = []
        counts: dict[str, int] = {}
        for match in _ENTRY.finditer(self.draft.source.text):
            if match.group()[0] == "#":
                continue
            entry = self._entry(match.span(), first=not found)
            count = counts[entry.name] = counts.get(entry.name, 0) + 1
            if count > 1 and entry.name not in _ADDING:
                if entry.name == "game" and _game_of(self._cursor(found[0])) is None:
                    raise self._unknown_key(found[0].key)
                template = "{key} is there twice."
                raise self.draft.fail(
                    "key_twice", template, entry.key.span, key=shown(entry.key.text)
                )
            found.append(entry)
            if count > LONGEST_LIST:
                break
        if not found:
            message = Message("empty", "There is nothing here: a game and a hand are needed.")
            raise UnreadableInput(message, 0)
        return found

    def _entry(self, span: Span, *, first: bool) -> Entry:
        """One entry; the first may be the game itself, without a key."""
        cursor = Cursor(self.draft.source, span)
        token, second = cursor.peek(), cursor.peek(1)
        if token is None:  # nothing but commas
            token = Token(self.draft.source.text[span[0]], span[0])
        if token.is_row:
            return Entry("row", token, span)
        keys = [(token, token)]
        if second and len(second.text) <= _LONGEST_KEY:
            keys.insert(0, (Token(f"{token.text} {second.text}", token.start), second))
        for key, last in keys:
            name = self.tongue.word(ENTRIES, key)
            if name is not None:
                colon = _COLON.match(self.draft.source.text, last.span[1], span[1])
                assert colon is not None  # it matches nothing, too
                return Entry(name, key, (colon.end(), span[1]))
        if not first:
            raise self._unknown_key(token)
        return Entry("game", token, span)

    def _unknown_key(self, token: Token) -> UnreadableInput:
        error = unknown("key", token.text, self.keys.values(), "")
        return self.draft.source.error(error.message, token.span)

    def _cursor(self, entry: Entry) -> Cursor:
        return Cursor(self.draft.source, entry.span)

    def check_keys(self, game: Game, names: Iterable[str]) -> None:
        """Every key means something in the game, and none that it needs is missing."""
        means = [key for key in KEYS if key in EVERY_GAME or key in game.keys]
        words = [self.keys[name] for name, key in ENTRY_KEYS.items() if key in means]
        for entry in self.entries:
            if entry.name != "row" and ENTRY_KEYS[entry.name] not in means:
                error = not_in_game(game, shown(entry.key.text), "", words)
                raise self.draft.source.error(error.message, entry.key.span)
        given = {ENTRY_KEYS.get(name) for name in names}
        if "hands" not in given and "hand" not in given:
            raise self._missing("hand")
        for name, key in ENTRY_KEYS.items():
            if key in game.required and key not in given:
                raise self._missing(name)

    def _missing(self, name: str) -> UnreadableInput:
        """The error that an entry is missing, which has no place."""
        message = Message("missing_key", "{key} is missing.", {"key": self.keys[name]})
        return UnreadableInput(message, 0)

    # Game, rules, players, me

    def game(self, entry: Entry | None) -> Game:
        """The game, and in Bisca the number of cards in a hand."""
        if entry is None:
            raise self._missing("game")
        cursor = self._cursor(entry)
        token = cursor.peek() or entry.key
        found = _game_of(cursor)
        if found is None:
            words = [game.words[0] for game in games().values()]
            error = unknown("game", token.text, words, "")
            raise self.draft.source.error(error.message, token.span)
        self.draft.put("/game", found.name, token.span)
        size = cursor.peek()
        sized = any(option.name == "hand_size" for option in found.options)
        if size and size.is_number and sized:
            cursor.step()
            self.draft.put("/rules", {}, size.span)
            self.draft.put("/rules/hand_size", int(size.text), size.span)
        if left := cursor.peek():
            template = "{token} does not belong here."
            raise self.draft.fail("unexpected", template, left.span, token=shown(left.text))
        return found

    def rules(self, game: Game, entry: Entry | None, on_top: dict[str, Any]) -> Rules:
        """The options, given as `name=value`, a preset by its name; and what is put on top."""
        document, source = self.draft.document, self.draft.source
        if entry is not None:
            if "rules" not in document:
                self.draft.put("/rules", {}, entry.key.span)
            for written in written_options(source.text, entry.span):
                try:
                    name, value = typed(game, written)
                except UnreadableInput as error:
                    raise source.error(error.message, written.span) from None
                self.draft.put_once(f"/rules/{name}", value, written.span)
        if on_top:
            document["rules"] = document.get("rules", {}) | on_top
        try:
            return read_rules(game, document.get("rules", {}))
        except UnreadableInput as error:
            raise self.draft.placed(error) from None

    def names(self, game: Game, entry: Entry | None) -> Names:
        """The players' names, in quotation marks where they need them."""
        if entry is None:
            return Names()
        self.draft.put("/seats", [], trimmed(self.draft.source, entry.span))
        names = self.draft.document["seats"]
        cursor = self._cursor(entry)
        while (token := cursor.peek()) and len(names) <= game.seats:
            self.draft.add("/seats", token.text[1:-1] if token.quoted else token.text, token.span)
            cursor.step()
        try:
            return Names(read_names(names, "/seats", game.seats))
        except UnreadableInput as error:
            raise self.draft.placed(error) from None

    def me(self, game: Game, names: Names, entries: dict[str, Entry]) -> int:
        """Who `me` is: a seat's index or a player's name; the first seat if nothing is said."""
        if "me" not in entries:
            if "hand" in entries:
                self.draft.put("/me", 0, None)
            return 0
        entry = entries["me"]
        cursor = self._cursor(entry)
        token = cursor.peek() or entry.key
        seat = int(token.text) if token.is_number else names.find(token)
        if seat is None or not 0 <= seat < game.seats or cursor.peek(1):
            template = "{key} is the index of a seat, from 0 to {most}, or a name in {players}."
            values = {"key": self.keys["me"], "players": self.keys["players"]}
            raise self.draft.fail(
                "unknown_seat", template, token.span, most=game.seats - 1, **values
            )
        self.draft.put("/me", seat, token.span)
        return seat


def _game_of(cursor: Cursor) -> Game | None:
    """Read a game's name, of one word or several."""
    words = {fold(word): game for game in games().values() for word in game.words}
    for length in range(max(word.count(" ") for word in words) + 1, 0, -1):
        tokens = [cursor.peek(ahead) for ahead in range(length)]
        game = words.get(" ".join(token.folded for token in tokens if token))
        if game is not None and all(tokens):
            cursor.step(length)
            return game
    return None
