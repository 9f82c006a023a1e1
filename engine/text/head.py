"""What the meaning of all other entries depends on: the game, its rules, the players, and me."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from trunfo.engine.document.document import read_names
from trunfo.engine.document.fields import unknown
from trunfo.engine.document.options import read_rules, typed, written_options
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import Game, Rules
from trunfo.engine.registry import games
from trunfo.engine.text.draft import Draft
from trunfo.engine.text.seats import Names
from trunfo.engine.text.shapes import look
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.spelling import slip
from trunfo.engine.text.tokens import END, Cursor, Token
from trunfo.engine.text.tongue import Tongue
from trunfo.engine.text.vocabulary import ENTRIES, NUMBERS, UNITS, VERBS, fold, key_words, longest

_NAME = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»|[^\s,:"“”«»]+')
_SIZE_WORDS = frozenset({"de", "das", "com", "of", "with"})
LONGEST = longest(ENTRIES)
LONGEST_VERB = longest(VERBS)


class Head:
    """Finds and reads these entries, wherever they stand."""

    def __init__(self, draft: Draft, tongue: Tongue, cursor: Cursor) -> None:
        self.draft = draft
        self.tongue = tongue
        self.cursor = cursor
        self.notes: list[Message] = []
        self.taken: dict[int, int] = {}
        """Where the pieces of entries read here begin and end."""

    # Where entries begin

    def starts(self) -> Iterator[int]:
        """Where an entry may begin: at the start, behind a separator, and behind the game."""
        tokens = self.cursor.tokens
        fresh = True
        for index, token in enumerate(tokens):
            if token.text == END or token.text in (",", "."):
                fresh = True
            elif fresh or index in self.taken.values():
                fresh = False
                yield index

    def _key(self, index: int) -> tuple[str, int]:
        self.cursor.index = index
        return self.cursor.match(ENTRIES[self.tongue.language], LONGEST)

    def _find(self, name: str) -> int | None:
        """Step behind the key of an entry; None if there is none."""
        for index in self.starts():
            if index in self.taken:
                continue
            key, count = self._key(index)
            if key == name:
                self.cursor.index = index + count
                self.cursor.accept(":")
                return index
        return None

    def _find_me(self, names: Names) -> int | None:
        """Step behind `eu`, `eu sou o`, where an index or a name follows, and no sentence."""
        for index in self.starts():
            key, count = self._key(index)
            verb = self.cursor.match(VERBS[self.tongue.language], LONGEST_VERB)[1]
            if index in self.taken or key != "me" or verb > count:
                continue
            self.cursor.index = index + count
            self.cursor.accept(":")
            token, following = self.cursor.peek(), self.cursor.peek(1)
            ends = following is None or following.text in ".,"
            if token is None or not ends:
                continue
            begins = index == 0 or self.cursor.tokens[index - 1].text == END
            begins = begins or index in self.taken.values()
            clause = self.cursor.match(VERBS[self.tongue.language], LONGEST_VERB)[1]
            if names.find(token) is not None or (begins and not clause):
                return index
        return None

    # The game

    def game(self) -> Game:
        """The game, and where an option says so the number of cards in a hand."""
        index = self._find("game")
        if index is not None:
            game = self._game()
            if game is None:
                raise self._unknown_game(self.cursor.peek() or self.cursor.tokens[index])
            return self._said(game, index)
        for index in self.starts():
            self.cursor.index = index
            first = index == 0
            game = self._game()
            if game is not None and (first or self._stands_alone(game, index)):
                return self._said(game, index)
        self.cursor.index = 0
        token = self.cursor.peek()
        if token is None:
            message = Message("empty", "There is nothing here: a game and a hand are needed.")
            raise UnreadableInput(message, 0)
        near = self._near(token)
        if near is not None:
            return near
        if self._key(0)[1] or look(token.plain, self.tongue.language):
            raise self.missing("game")
        raise self._unknown_game(token)

    def _game(self) -> Game | None:
        """Step behind a game's name, of one word or several."""
        token = self.cursor.peek()
        if token is not None and token.folded in games() and self.cursor.peek(1) is None:
            self.cursor.step()
            return games()[token.folded]  # the others need not be loaded
        words = {fold(word): game for game in games().values() for word in game.words}
        phrases = {word: game.name for word, game in words.items()}
        name, count = self.cursor.match(phrases, max(word.count(" ") for word in words) + 1)
        self.cursor.step(count)
        return games()[name] if count else None

    def _stands_alone(self, game: Game, index: int) -> bool:
        """Whether a game's name is an entry of its own, and no suit of a hand."""
        token = self.cursor.peek()
        return token is None or token.text in ",."

    def _near(self, token: Token) -> Game | None:
        """The game whose name is meant by a word with one slip."""
        words = {fold(word): game for game in games().values() for word in game.words}
        found = slip(token, {word: game.name for word, game in words.items()})
        if found is None:
            return None
        self.notes.append(found.note)
        self.cursor.index = 1
        return self._said(games()[found.meaning], 0)

    def _said(self, game: Game, index: int) -> Game:
        at = self.cursor.tokens[index]
        self.draft.put("/game", game.name, at.span)
        if any(option.name == "hand_size" for option in game.options):
            self._size()
        following = self.cursor.peek()
        if following is not None and following.is_number:
            template = "{token} does not belong here."
            token = shown(following.text)
            raise self.draft.fail("unexpected", template, following.span, token=token)
        self.cursor.accept(":")
        self.taken[index] = self.cursor.index
        return game

    def _size(self) -> None:
        """`bisca de 3`, `bisca 9`, `bisca com 7 cartas`."""
        start = self.cursor.index
        token = self.cursor.peek()
        if token is not None and token.folded in _SIZE_WORDS:
            self.cursor.step()
            token = self.cursor.peek()
        if token is None:
            self.cursor.index = start
            return
        number = NUMBERS[self.tongue.language].get(token.folded)
        if token.is_number:
            number = int(token.plain)
        if number is None:
            self.cursor.index = start
            return
        self.cursor.step()
        unit = self.cursor.peek()
        if unit is not None and unit.folded in UNITS[self.tongue.language]:
            self.cursor.step()
        self.draft.put("/rules", {}, token.span)
        self.draft.put("/rules/hand_size", number, token.span)

    def _unknown_game(self, token: Token) -> UnreadableInput:
        words = [game.words[0] for game in games().values()]
        return self.tongue.refuse(token, unknown("game", token.text, words, "").message)

    def missing(self, name: str) -> UnreadableInput:
        """The error that an entry is missing, which has no place."""
        values = {"key": key_words(self.tongue.language)[name]}
        return UnreadableInput(Message("missing_key", "{key} is missing.", values), 0)

    # Rules, players, me

    def rules(self, game: Game, on_top: dict[str, Any]) -> Rules:
        """The options, given as `name=value`, a preset by its name; and what is put on top."""
        document, source = self.draft.document, self.draft.source
        while (index := self._find("rules")) is not None:
            key = self.cursor.tokens[index]
            if "rules" not in document:
                self.draft.put("/rules", {}, key.span)
            if self.cursor.peek() is None:
                template = "{key} needs a value, - for none."
                raise self.draft.fail("value_missing", template, key.span, key=shown(key.text))
            for written in written_options(source.text, self._rest()):
                try:
                    name, value = typed(game, written, self.tongue.language)
                except UnreadableInput as error:
                    raise source.error(error.message, written.span) from None
                self.draft.say(f"/rules/{name}", value, written.span)
            self.taken[index] = self.cursor.index
        if on_top:
            document["rules"] = document.get("rules", {}) | on_top
        try:
            return read_rules(game, document.get("rules", {}))
        except UnreadableInput as error:
            raise self.draft.placed(error) from None

    def _rest(self) -> Span:
        """Step to the end of an entry, or to a key behind a separator, and tell what is between."""
        first = self.cursor.peek()
        assert first is not None
        end = first.start
        while (token := self.cursor.peek()) is not None:
            if token.text in ",.":
                self.cursor.step()
                after = self.cursor.peek()
                key = self._key(self.cursor.index) if after is not None else ("", 0)
                equals = self.cursor.peek(key[1])
                if key[1] and not (equals is not None and equals.text == "="):
                    break
                continue
            end = token.end
            self.cursor.step()
        return first.start, end

    def names(self, game: Game) -> Names:
        """The players' names, in quotation marks where they need them."""
        index = self._find("players")
        if index is None:
            return Names()
        first = self.cursor.peek()
        words = self._words(first.start, game.seats) if first is not None else []
        if first is None or not words:
            key = self.cursor.tokens[index]
            template = "{key} needs a value, - for none."
            raise self.draft.fail("value_missing", template, key.span, key=shown(key.text))
        if len(words) > game.seats and self._key_at(words[game.seats][1][0]):
            words.pop()  # the next entry has begun
        self._skip_to(words[-1][1][1])
        self.taken[index] = self.cursor.index
        self.draft.put("/seats", [], (first.start, words[-1][1][1]))
        for name, span in words:
            self.draft.add("/seats", name, span)
        try:
            return Names(read_names(self.draft.document["seats"], "/seats", game.seats))
        except UnreadableInput as error:
            raise self.draft.placed(error) from None

    def _words(self, start: int, seats: int) -> list[tuple[str, Span]]:
        """The names in an entry, and one word more if there is one."""
        words: list[tuple[str, Span]] = []
        for match in _NAME.finditer(self.draft.source.text, start, self._end_of_entry()):
            name = match.group()
            last = len(words) == seats - 1
            if last and name in ("e", "and"):
                continue  # `Ana, Rui, Tó e Zé`
            quoted = Token(name, 0).quoted
            plain = name.rstrip(".") if last and name.rstrip(".") else name
            words.append((name[1:-1] if quoted else plain, match.span()))
            if len(words) > seats:
                break
        return words

    def _key_at(self, offset: int) -> bool:
        """Whether another entry begins at this place of the text."""
        index = next(
            (number for number, token in enumerate(self.cursor.tokens) if token.start == offset), 0
        )
        at = self.cursor.index
        found = self._key(index)[1] > 0
        self.cursor.index = at
        return found

    def _end_of_entry(self) -> int:
        index = self.cursor.index
        while self.cursor.tokens[index].text != END:
            index += 1
        return self.cursor.tokens[index].start

    def _skip_to(self, offset: int) -> None:
        while (token := self.cursor.peek()) is not None and token.start < offset:
            self.cursor.step()

    def me(self, game: Game, names: Names, *, has_hand: bool) -> int:
        """Who `me` is: a seat's index or a player's name; the first seat if nothing is said."""
        index = self._find_me(names)
        if index is None:
            if has_hand:
                self.draft.put("/me", 0, None)
            return 0
        key = self.cursor.tokens[index]
        token = self.cursor.peek() or key
        seat = int(token.plain) if token.is_number else names.find(token, sure=True)
        if seat is None or not 0 <= seat < game.seats or token is key:
            words = key_words(self.tongue.language)
            template = "{key} is the index of a seat, from 0 to {most}, or a name in {players}."
            values = {"key": words["me"], "players": words["players"], "most": game.seats - 1}
            raise self.draft.fail("unknown_seat", template, token.span, **values)
        self.cursor.step()
        self.taken[index] = self.cursor.index
        self.draft.put("/me", seat, token.span)
        return seat
