"""Reading who goes, who stays out, and who exchanged how many cards."""

from __future__ import annotations

from typing import Any

from trunfo.engine.text.context import Context
from trunfo.engine.text.draft import Entry
from trunfo.engine.text.source import shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.text.vocabulary import OTHERS, longest

_OTHERS = longest(OTHERS)


class Decisions:
    """Reads decisions before play."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def went(self, entry: Entry) -> None:
        """Seats that went, or stayed out."""
        context = self.context
        decisions = self._decisions()
        context.skip(":")
        if context.cursor.accept_dash():
            return
        found = list(entry.subjects)
        others, count = context.cursor.match(OTHERS[context.language], _OTHERS)
        key = context.cursor.peek()
        if others and key is not None and not found:
            context.cursor.step(count)
            found = [(seat, key) for seat, made in enumerate(decisions) if made is None]
        elif not found or (entry.subjects and entry.key.folded in ("fomos", "vamos")):
            found += context.seats.several(context.cursor, sure=True)
        if not found:
            token = context.cursor.peek()
            if token is None:
                context.seats.need(context.cursor, entry.key)
            else:
                raise context.seats.unknown(token)
        for seat, token in found:
            self._decide(seat, {"in": entry.name == "in"}, token)

    def exchanged(self, entry: Entry) -> None:
        """Seats with the number of cards they exchanged: they went."""
        context = self.context
        self._decisions()
        pending = list(entry.subjects)
        done = False
        while True:
            mark = context.cursor.index
            context.skip(":")
            if done:
                context.skip_and()
            token = context.cursor.peek()
            if pending:
                seat, token = pending.pop(0)
            elif token is None and done:
                return
            else:
                found = context.seats.find(context.cursor) if done else (
                    context.seats.need(context.cursor, entry.key)
                )
                if found is None:
                    context.cursor.index = mark
                    return
                seat = found
            context.skip(":")
            if done and context.verb_next():
                context.cursor.index = mark
                return
            number = context.number()
            if number is None:
                if done:
                    context.cursor.index = mark
                    return
                context.need_number(entry.key)
            assert token is not None
            assert number is not None
            self._decide(seat, {"in": True, "exchanged": number[0]}, token)
            done = True

    def not_exchanged(self, entry: Entry) -> None:
        """`não trocou`: went, and exchanged no card."""
        self._decisions()
        found = list(entry.subjects) or self.context.seats.several(self.context.cursor)
        if not found:
            self.context.seats.need(self.context.cursor, entry.key)
        for seat, token in found:
            self._decide(seat, {"in": True, "exchanged": 0}, token)

    def _decisions(self) -> list[Any]:
        document = self.context.draft.document
        decisions: list[Any] = document.setdefault("decisions", [None] * self.context.game.seats)
        return decisions

    def _decide(self, seat: int, said: dict[str, object], token: Token) -> None:
        """Note what is said of a seat's decision; it must agree with what was said before."""
        decisions = self._decisions()
        before = decisions[seat] or {}
        if any(before.get(key, value) != value for key, value in said.items()):
            template = "What is said here ({token}) contradicts what was said before."
            raise self.context.fail("contradiction", template, token, token=shown(token.text))
        decisions[seat] = before | said
        self.context.draft.spans[f"/decisions/{seat}"] = token.span
