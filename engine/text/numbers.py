"""Reading numbers: points, scores, absences, the round, and the stock."""

from __future__ import annotations

from trunfo.engine.text.context import Context
from trunfo.engine.text.draft import Entry
from trunfo.engine.text.shapes import look
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.text.vocabulary import IN_STOCK, SIDES, STOCK_WORDS, longest

_SIDES, _STOCK, _IN_STOCK = longest(SIDES), longest(STOCK_WORDS), longest(IN_STOCK)


class Numbers:
    """Reads numbers."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def round(self, entry: Entry) -> None:
        """The number of the round."""
        self.context.skip(":")
        self.context.draft.say("/round", *self.context.need_number(entry.key))

    def points(self, entry: Entry) -> None:
        """Card points of each side; scores in games that count down from a number."""
        game = self.context.game
        if "points" not in game.keys and "scores" in game.keys:
            self._numbers(entry, "/scores", tuple(range(game.seats)), None)
        else:
            self._numbers(entry, "/points", game.sides(), None)

    def per_seat(self, entry: Entry) -> None:
        """A number for each seat; who is not named has no absences."""
        default = 0 if entry.name == "absences" else None
        sides = tuple(range(self.context.game.seats))
        self._numbers(entry, self.context.pointer(entry), sides, default)

    def _numbers(
        self, entry: Entry, pointer: str, sides: tuple[int, ...], default: int | None
    ) -> None:
        """Numbers with seats before them, or those of all sides in order from `me` on."""
        context = self.context
        start = context.cursor.index
        found: dict[int, tuple[int, Span]] = {}
        count = len(set(sides))
        context.skip(":")
        token = context.cursor.peek()
        bare = not entry.subjects and token is not None and (
            token.is_number or context.number() is not None
        )
        context.cursor.index = start
        context.skip(":")
        pending = list(entry.subjects)
        seat: int | None
        while len(found) < count:
            mark = context.cursor.index
            if found:
                context.between_numbers() if bare else self._between_seats()
            token = context.cursor.peek()
            if token is None and not pending:
                context.cursor.index = mark
                break
            if pending:
                seat, token = pending.pop(0)
            elif bare:
                seat = context.seats.me + len(found)
            else:
                seat = self._seat_or_side(entry)
                if seat is None:
                    context.cursor.index = mark
                    break
            assert token is not None
            side = sides[seat % len(sides)]
            if side in found:
                raise self.context.twice(token)
            if not bare:
                self._verb_of_numbers()
            following = context.cursor.peek()
            if (bare or default is not None) and found and following is not None and (
                not following.is_number and context.number() is None
            ):
                context.cursor.index = mark
                break
            found[side] = context.need_number(entry.key)
        self._put_numbers(entry, pointer, found, count, bare, default, start)

    def _put_numbers(
        self, entry: Entry, pointer: str, found: dict[int, tuple[int, Span]], count: int,
        bare: bool, default: int | None, start: int,
    ) -> None:
        context = self.context
        key = shown(entry.key.text)
        if not found and context.cursor.peek() is not None:
            token = context.cursor.peek()
            assert token is not None
            raise context.seats.unknown(token)
        if len(found) < count and (bare or default is None):
            token = context.cursor.peek()
            if token is not None and token.folded not in (".", ","):
                raise context.unexpected(token)
            template = "{key} needs {count} numbers."
            raise context.fail("number_missing", template, entry.key, key=key, count=count)
        span = context.since(start, entry.key)
        values = [found.get(side, (default, span)) for side in range(count)]
        before = context.draft.document.get(pointer[1:])
        if default is not None and before is not None:  # `faltei 1 vez, frente faltou 2 vezes`
            values = [
                (before[side], context.draft.spans[f"{pointer}/{side}"])
                if side not in found else value for side, value in enumerate(values)
            ]
            before = None
        context.draft.put(pointer, [], span)
        for value in values:
            context.draft.add(pointer, *value)
        if before is not None and before != context.draft.at(pointer):
            raise context.fail("key_twice", "{key} is there twice.", entry.key, key=key)

    def _between_seats(self) -> None:
        context = self.context
        context.skip_and()
        while (token := context.cursor.peek()) is not None and token.is_dash:
            context.cursor.step()

    def _verb_of_numbers(self) -> None:
        """Step over `tem`, a colon, `faltou` before a number."""
        context = self.context
        context.skip(":")
        verb, count = context.seats.verb(context.cursor)
        if verb in ("has", "absences"):
            context.cursor.step(count)

    def _seat_or_side(self, entry: Entry) -> int | None:
        """A seat; where there are pairs, `us` and `them` stand for a seat of theirs."""
        context = self.context
        if context.game.partners or context.game.seats == 2:
            side, count = context.cursor.match(SIDES[context.language], _SIDES)
            if side and (context.game.partners or side == "us"):
                context.cursor.step(count)
                return context.seats.me + ("us", "them").index(side)
        return context.seats.find(context.cursor, sure=True)

    def sides(self, entry: Entry) -> None:
        """`nós 20, eles 15` as an entry of its own."""
        self.context.cursor.index -= 1 + entry.key.text.count(" ")
        self.points(Entry("points", entry.key))

    def stock(self, entry: Entry) -> None:
        """The number of cards, or the cards in their order, or both."""
        context = self.context
        cursor = context.cursor
        start = cursor.index
        context.skip(":")
        word, count = cursor.match(STOCK_WORDS[context.language], _STOCK)
        if word:
            cursor.step(count)
            context.draft.say("/stock", 0, context.since(start, entry.key))
            return
        token = cursor.peek()
        if token is not None and not self._is_rank(token):
            number = context.number()
            if number is not None:
                context.draft.say("/stock", *number)
        dash = cursor.peek()
        if context.cards.begins(cursor) or (dash is not None and dash.is_dash):
            found = context.cards.read(cursor)
            context.put_list(entry, "/stock_cards", found, context.since(start, entry.key))
        if cursor.index == start and token is not None:
            context.need_number(entry.key)

    def _is_rank(self, token: Token) -> bool:
        """Whether a number is the rank of a card: `7 de copas`."""
        context = self.context
        start = context.cursor.index
        context.cursor.step()
        following = context.cursor.peek()
        suit = following is not None and (
            following.folded in ("de", "of") or context.cards.begins(context.cursor)
        )
        context.cursor.index = start
        if not token.is_number or following is None:
            return False
        is_suit = suit and (following.folded in ("de", "of") or self._lone(following))
        return is_suit

    def _lone(self, token: Token) -> bool:
        shape = look(token.plain, self.context.language)
        return shape is not None and shape.kind == "suit"

    def left(self, entry: Entry) -> None:
        """`faltam 34 cartas no monte`."""
        context = self.context
        value, span = context.need_number(entry.key)
        count = context.cursor.match(IN_STOCK[context.language], _IN_STOCK)[1]
        if not count or "stock" not in context.game.keys:
            template = "{token} of what? In the stock: {example}."
            example = "monte 28" if context.language == "pt" else "stock 28"
            values = {"token": shown(entry.key.text), "example": example}
            raise context.fail("unclear_number", template, entry.key, **values)
        context.cursor.step(count)
        context.draft.say("/stock", value, span)

    def empty(self, entry: Entry) -> None:
        """`sem monte`."""
        self.context.draft.say("/stock", 0, entry.key.span)
