"""Reading what is known of seats: cards that they have or lack, suits that they are out of."""

from __future__ import annotations

from trunfo.engine.document.fields import LONGEST_LIST
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.text.cards import Cards
from trunfo.engine.text.context import Context
from trunfo.engine.text.draft import Entry
from trunfo.engine.text.source import shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.trick_game import TrickGame

Subjects = list[tuple[int, Token]]


class Facts:
    """Reads `tem`, `não tem` and `cortou`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def known(self, entry: Entry) -> None:
        """Seats, each with what it has or lacks; the two may change in between."""
        context = self.context
        cursor = context.cursor
        start = cursor.index
        kind = "lacks" if entry.name == "ruffed" else entry.name
        subjects = list(entry.subjects) or self._seats(entry, sure=True)
        facts = context.draft.document.setdefault("known", [])
        while subjects and len(facts) <= LONGEST_LIST:
            pointers = [self._fact(seat, token) for seat, token in subjects]
            self._all_of(entry, kind, pointers)
            subjects = self._further()
        context.draft.spans.setdefault("/known", context.since(start, entry.key))

    def ruffed(self, entry: Entry) -> None:
        """Suits that somebody did not follow, and so does not have."""
        game = self.context.game
        follows = isinstance(game, TrickGame) and game.must_follow(self.context.rules, 1)
        if not follows or "trump" not in game.keys:
            template = "Nothing follows from {token} where suit need not be followed."
            token = shown(entry.key.text)
            raise self.context.fail("no_fact", template, entry.key, token=token)
        self.known(entry)

    def _seats(self, entry: Entry, *, sure: bool = False) -> Subjects:
        context = self.context
        context.skip(":")
        if context.cursor.peek() is None:
            context.seats.need(context.cursor, entry.key)
        found = context.seats.several(context.cursor, sure=sure)
        if not found:
            token = context.cursor.peek()
            assert token is not None
            raise context.seats.unknown(token)
        return found

    def _further(self) -> Subjects:
        """Seats behind a fact, with facts of their own: `direita ♦, parceiro ♣`."""
        context = self.context
        start = context.cursor.index
        context.skip_and()
        found = context.seats.several(context.cursor)
        context.skip(":")
        if found and not context.verb_next() and context.cards.begins(context.cursor):
            return found
        context.cursor.index = start
        return []

    def _fact(self, seat: int, token: Token) -> str:
        facts = self.context.draft.document["known"]
        pointer = f"/known/{len(facts)}"
        self.context.draft.add("/known", {}, token.span)
        self.context.draft.put(f"{pointer}/seat", seat, token.span)
        return pointer

    def _all_of(self, entry: Entry, kind: str, pointers: list[str]) -> None:
        """What is said of these seats, `tem … não tem …`."""
        context = self.context
        while True:
            context.skip(":")
            found = context.cards.read(
                context.cursor, lone_suits=kind == "lacks", suits_meant=True, among_seats=True
            )
            if found.empty:
                raise self._nothing(entry)
            for pointer in pointers:
                self._put(pointer, kind, found)
            verb, count = context.seats.verb(context.cursor)
            if verb not in ("has", "lacks"):
                return
            start = context.cursor.index
            context.cursor.step(count)
            if context.seats.find(context.cursor) is not None:
                context.cursor.index = start
                return
            kind = verb

    def _nothing(self, entry: Entry) -> UnreadableInput:
        context = self.context
        token = context.cursor.peek()
        if token is not None:
            return context.unexpected(token)
        template = "{key} needs a value, - for none."
        return context.fail("value_missing", template, entry.key, key=shown(entry.key.text))

    def _put(self, pointer: str, kind: str, found: Cards) -> None:
        for card, span in found.cards:
            self.context.draft.append(f"{pointer}/{kind}", card, span)
        for suit, span in found.suits:
            self.context.draft.append(f"{pointer}/void", suit, span)
