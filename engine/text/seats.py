"""Who is meant by a name: seats seen from `me`, or the players' own names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trunfo.engine.errors import UnreadableInput
from trunfo.engine.game import Game, Rules
from trunfo.engine.text.draft import Draft, Entry
from trunfo.engine.text.source import shown
from trunfo.engine.text.tokens import Cursor, Token, Tongue, look
from trunfo.engine.text.vocabulary import LANGUAGES, NONE, RESERVED, SEAT_WORDS, SEATS, fold

_PLAIN_NAME = re.compile(r"[^\s,:=]*[^\s,:=.]")
SYNONYMS = {"partner": "across", "across": "partner"}


def is_plain(name: str) -> bool:
    """Whether a player's name can stand without quotation marks and be nothing else."""
    token = Token(name, 0)
    return (
        _PLAIN_NAME.fullmatch(name) is not None
        and token.folded not in RESERVED
        and name not in NONE
        and not token.is_number
        and not any(look(token, language) for language in LANGUAGES)
    )


class Names:
    """The players' names."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.every = {fold(name): seat for seat, name in enumerate(names)}
        self.plain = {fold(name): seat for seat, name in enumerate(names) if is_plain(name)}
        self.shown = tuple(map(shown, names))

    def find(self, token: Token) -> int | None:
        """The seat of the player whose name this is."""
        if token.quoted:
            return self.every.get(fold(token.text[1:-1]))
        return self.plain.get(token.folded)


class SeatReader:
    """Reads seats from a cursor.

    Parameters
    ----------
    draft : Draft
        For errors.
    tongue : Tongue
        The language of the text.
    game, rules : Game, Rules
        They tell who sits where.
    me : int
        From whom `right` and `left` are seen.
    names : Names
        The players' names.
    """

    def __init__(
        self, draft: Draft, tongue: Tongue, game: Game, rules: Rules, me: int, names: Names
    ) -> None:
        self.draft = draft
        self.tongue = tongue
        self.count = game.seats
        self.words = game.seat_words(rules)
        self.me = me
        self.names = names

    def find(self, cursor: Cursor) -> int | None:
        """Read a seat if one comes next."""
        token = cursor.peek()
        if token is None:
            return None
        seat = self.names.find(token)
        if seat is None and token.quoted:
            raise self.unknown(token)
        if seat is None:
            if not self.tongue.is_word(SEATS, token):
                return None
            word = self.tongue.word(SEATS, token) or ""
            if word not in self.words:
                word = SYNONYMS.get(word, word)
            if word not in self.words:
                raise self.unknown(token)
            seat = (self.me + self.words.index(word)) % self.count
        cursor.step()
        return seat

    def need(self, cursor: Cursor, entry: Entry) -> int:
        """Read a seat that must come next."""
        token = cursor.peek()
        if token is None:
            template = "{key} needs a seat."
            key = shown(entry.key.text)
            raise self.draft.fail("value_missing", template, entry.key.span, key=key)
        seat = self.find(cursor)
        if seat is None:
            raise self.unknown(token)
        return seat

    def unknown(self, token: Token) -> UnreadableInput:
        """The error that a token names no seat."""
        words = self.words
        if self.tongue.language == "pt":
            words = tuple(SEAT_WORDS[word] for word in words)
        template = "There is no seat {token}. The seats are: {choices}."
        return self.draft.fail(
            "unknown_seat", template, token.span,
            token=shown(token.text), choices=", ".join((*words, *self.names.shown)),
        )
