"""Who is meant: seats seen from `me`, or the players' own names, in a sentence or alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import Game, Rules
from trunfo.engine.text.shapes import look
from trunfo.engine.text.source import shown
from trunfo.engine.text.tokens import Cursor, Token
from trunfo.engine.text.tongue import Tongue
from trunfo.engine.text.vocabulary import (
    ABBREVIATIONS,
    AND,
    BEFORE_SEATS,
    LANGUAGES,
    MINE,
    NONE,
    NOR,
    RESERVED,
    SEAT_WORDS,
    SEATS,
    VERBS,
    WORDS,
    fold,
    longest,
)

_PLAIN_NAME = re.compile(r"[^\s,:=/()\[\]?!;|#]*[^\s,:=.()\[\]?!;|#]")
SYNONYMS = {"partner": "across", "across": "partner"}
MOST_BEFORE = 4
LONGEST_VERB = longest(VERBS)


def is_plain(name: str) -> bool:
    """Whether a player's name can stand without quotation marks and be nothing else."""
    token = Token(name, 0)
    accented = token.folded != name.lower()
    reserved = WORDS["pt"] if accented else RESERVED  # Tó is no `to`
    return (
        _PLAIN_NAME.fullmatch(name) is not None
        and token.folded not in reserved
        and not set(name) & {*NONE, *"“”«»"}
        and not token.is_number
        and not any(look(token.plain, language) for language in LANGUAGES)
    )


class Names:
    """The players' names."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.every = {fold(name): seat for seat, name in enumerate(names)}
        self.plain = {fold(name): seat for seat, name in enumerate(names) if is_plain(name)}
        self.shown = tuple(map(shown, names))

    def find(self, token: Token, *, sure: bool = False) -> int | None:
        """The seat of the player whose name this is.

        Parameters
        ----------
        token : Token
            The name; in quotation marks, or one that can be nothing else.
        sure : bool
            Whether only a seat can stand there, so that a name may look like a card or number.
        """
        if token.quoted:
            return self.every.get(fold(token.text[1:-1]))
        if token.is_dash or token.text in ",:.()":
            return None
        return (self.every if sure else self.plain).get(token.folded)

    @property
    def unclear(self) -> frozenset[str]:
        """The names that look like something else."""
        return frozenset(self.every) - frozenset(self.plain)


class SeatReader:
    """Reads seats from a cursor.

    Parameters
    ----------
    tongue : Tongue
        The language of the text, and the text.
    game, rules : Game, Rules
        They tell who sits where.
    me : int
        From whom `right` and `left` are seen.
    names : Names
        The players' names.
    """

    def __init__(self, tongue: Tongue, game: Game, rules: Rules, me: int, names: Names) -> None:
        self.tongue = tongue
        self.count = game.seats
        self.words = game.seat_words(rules)
        self.me = me
        self.names = names

    def find(self, cursor: Cursor, *, sure: bool = False) -> int | None:
        """Read a seat if one comes next: `direita`, `o da direita`, `à minha direita`, `meu`."""
        start = cursor.index
        before = BEFORE_SEATS[self.tongue.language]
        mine = False
        for _ in range(MOST_BEFORE + 1):
            token = cursor.peek()
            if token is None:
                break
            if (sure or token.quoted or token.folded in self.names.plain) and (
                named := self.names.find(token, sure=sure)
            ) is not None:
                cursor.step()
                return named
            if token.quoted:
                raise self.unknown(token)
            word = self._word(token)
            if word is not None and token.folded in MINE and self._goes_on(cursor):
                word = None
            if word is not None:
                return self._seat(cursor, token, word)
            if token.folded not in before or (token.text == "O" and not self._begins(cursor)):
                break
            mine = mine or token.folded in MINE
            cursor.step()
        cursor.index = start
        return None

    @staticmethod
    def _begins(cursor: Cursor) -> bool:
        """Whether a sentence begins here, so that a capital may be that of an article."""
        return cursor.index == 0 or cursor.last.text in ("", ".", ",")

    def _word(self, token: Token) -> str | None:
        word = SEATS[self.tongue.language].get(token.folded)
        return None if token.text == "i" and self.tongue.language == "en" else word

    def _goes_on(self, cursor: Cursor) -> bool:
        """Whether another seat stands behind `meu`: `o meu parceiro`."""
        following = cursor.peek(1)
        return following is not None and (
            self._word(following) is not None or following.folded in self.names.plain
        )

    def _seat(self, cursor: Cursor, token: Token, word: str) -> int:
        cursor.step()
        if word == "opponent":
            side = self._side(cursor)
            if side is not None:
                return side
        stop = cursor.peek()
        if token.folded in ABBREVIATIONS and stop and stop.text == "." and stop.start == token.end:
            cursor.step()
        if word not in self.words:
            word = SYNONYMS.get(word, word)
        if word not in self.words:
            raise self.unknown(token)
        return (self.me + self.words.index(word)) % self.count

    def _side(self, cursor: Cursor) -> int | None:
        """Which opponent: `da esquerda`."""
        token = cursor.peek()
        if self.count == 2 or token is None:
            return None
        if token.folded not in BEFORE_SEATS[self.tongue.language] and not self._word(token):
            return None
        start = cursor.index
        seat = self.find(cursor)
        if seat is None or seat == self.me:
            cursor.index = start
            return None
        return seat

    def several(self, cursor: Cursor, *, sure: bool = False) -> list[tuple[int, Token]]:
        """Read seats joined by commas and `e`, none or more, and where each stands."""
        found: list[tuple[int, Token]] = []
        while True:
            start = cursor.index
            self._join(cursor, first=not found)
            first = cursor.peek()
            seat = self.find(cursor, sure=sure)
            if seat is None or first is None:
                cursor.index = start
                return found
            found.append((seat, cursor.last if cursor.last.text != "." else first))

    def _join(self, cursor: Cursor, *, first: bool) -> None:
        language = self.tongue.language
        while (token := cursor.peek()) is not None and not first:
            if token.text not in ",()" and token.text not in AND[language] and (
                token.text not in NOR[language]
            ):
                return
            cursor.step()

    def verb(self, cursor: Cursor) -> tuple[str, int]:
        """What the verb that comes next says, and its number of pieces."""
        found = cursor.match(VERBS[self.tongue.language], LONGEST_VERB)
        token = cursor.peek()
        if found[1] == 1 and token is not None and token.text.lower() == "da":
            return "", 0  # without its accent it is no verb in a sentence
        return found

    def need(self, cursor: Cursor, key: Token) -> int:
        """Read a seat that must come next, of an entry with this key."""
        token = cursor.peek()
        if token is None:
            template = "{key} needs a seat."
            message = Message("value_missing", template, {"key": shown(key.text)})
            raise self.tongue.source.error(message, key.span)
        seat = self.find(cursor, sure=True)
        if seat is None:
            raise self.unknown(token)
        return seat

    def unknown(self, token: Token) -> UnreadableInput:
        """The error that a piece names no seat."""
        words = self.words
        if self.tongue.language == "pt":
            words = tuple(SEAT_WORDS[word] for word in words)
        template = "There is no seat {token}. The seats are: {choices}."
        choices = ", ".join((*words, *self.names.shown))
        values = {"token": shown(token.text), "choices": choices}
        return self.tongue.refuse(token, Message("unknown_seat", template, values))
