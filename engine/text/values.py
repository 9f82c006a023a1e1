"""Reading the values of a text's entries into the document: hands, trump, numbers, decisions."""

from __future__ import annotations

from typing import Any

from trunfo.engine.document.fields import unknown
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.text.cards import Cards
from trunfo.engine.text.context import Context
from trunfo.engine.text.draft import Entry
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.text.vocabulary import (
    IN_STOCK,
    OTHERS,
    PHASES,
    SIDES,
    STOCK_WORDS,
    TRUMP_WORDS,
    longest,
)

_TRUMP, _SIDES, _STOCK = longest(TRUMP_WORDS), longest(SIDES), longest(STOCK_WORDS)


class Values:
    """Reads values, once game, rules and seats are known."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.chooser: tuple[int, Span] | None = None
        self.gifts: dict[str, Token] = {}
        """Passes whose seat follows from the round, with their keys."""
        self.last_list: str = ""
        """The list of cards that an entry may go on with."""

    # Cards

    def list_of_cards(self, entry: Entry) -> None:
        """Cards and nothing else."""
        context = self.context
        start = context.cursor.index
        pointer = context.pointer(entry)
        meant = pointer != "/hand"
        found = context.cards.read(context.cursor, suits_meant=meant)
        if found.empty and context.cursor.peek() is not None:
            token = context.cursor.peek()
            assert token is not None
            raise context.unexpected(token)
        span = context.since(start, entry.key)
        if pointer == "/played":
            self.gone(found, span)
        else:
            context.put_list(entry, pointer, found, span)
        self.last_list = pointer

    def gone(self, found: Cards, span: Span) -> None:
        """Cards that have been played: what is said further is added."""
        draft = self.context.draft
        if "played" not in draft.document:
            draft.put("/played", [], span)
        for card, place in found.cards:
            draft.add("/played", card, place)

    def more_cards(self, entry: Entry) -> None:
        """An entry that begins with a suit goes on with the cards of the one before."""
        context = self.context
        found = context.cards.read(context.cursor)
        for card, place in found.cards:
            context.draft.add(self.last_list, card, place)

    def hands(self, entry: Entry) -> None:
        """The cards of every seat."""
        context = self.context
        cursor = context.cursor
        start = cursor.index
        hands: dict[int, tuple[Cards, Span]] = {}
        while (token := cursor.peek()) is not None and len(hands) < context.game.seats:
            first = cursor.index
            seat = context.seats.find(cursor, sure=True)
            if seat is None:
                cursor.index = first
                break
            if seat in hands:
                raise self._twice(token)
            context.skip(":")
            hands[seat] = context.cards.read(cursor, among_seats=True), token.span
            if len(hands) < context.game.seats:
                context.skip_and()
        if len(hands) < context.game.seats:
            raise self._hands_missing(entry)
        span = context.since(start, entry.key)
        again = context.draft.document.get("hands")
        context.draft.put("/hands", [], span)
        for seat in range(context.game.seats):
            found, place = hands[seat]
            context.draft.add("/hands", [card for card, _ in found.cards], place)
            for index, (_, at) in enumerate(found.cards):
                context.draft.spans[f"/hands/{seat}/{index}"] = at
        if again is not None and again != context.draft.document["hands"]:
            template = "{key} is there twice."
            raise context.fail("key_twice", template, entry.key, key=shown(entry.key.text))

    def _hands_missing(self, entry: Entry) -> UnreadableInput:
        context = self.context
        cursor = context.cursor
        token = cursor.peek()
        if token is not None:
            return context.seats.unknown(token)
        index = cursor.index + 1
        key, seats = shown(entry.key.text), context.game.seats
        cursor.index = index
        end = cursor.tokens[index - 1]
        if index < len(cursor.tokens) and context.seats.find(cursor) is not None:
            place = Token(";", end.start)
            template = "{key} is one entry: write a comma between the hands, not ;."
            return context.fail("hands_parted", template, place, key=key)
        cursor.index = index - 1
        template = "{key} needs the cards of all {seats} seats."
        return context.fail("seat_missing", template, entry.key, key=key, seats=seats)

    def _twice(self, token: Token) -> UnreadableInput:
        template = "{token} is there twice."
        return self.context.fail("seat_twice", template, token, token=shown(token.text))

    # Trump

    def trump(self, entry: Entry) -> None:
        """Suit or card, holder, chooser, whether it was turned up, in any order."""
        context = self.context
        cursor = context.cursor
        context.draft.document.setdefault("trump", {})
        context.skip(":")
        start = cursor.index
        while cursor.peek() is not None:
            mark = cursor.index
            context.skip_and()
            if cursor.peek() is None or not self._part_of_trump(entry):
                cursor.index = mark
                break
        if cursor.index == start:
            token = cursor.peek()
            if token is not None:
                raise context.cards.no_card(token) if not context.verb_next() else (
                    context.unexpected(token)
                )
        span = context.since(start, entry.key)
        context.draft.spans.setdefault("/trump", span)

    def _part_of_trump(self, entry: Entry) -> bool:
        context = self.context
        cursor = context.cursor
        token = cursor.peek()
        assert token is not None
        word, count = cursor.match(TRUMP_WORDS[context.language], _TRUMP)
        if word == "filler":
            cursor.step(count)
            return True
        if word in ("stock", "turned"):
            following = cursor.peek(count)
            if word == "stock" and following is not None and (
                following.is_number or following.text == ":"
                or following.folded in STOCK_WORDS[context.language]
            ):
                return False
            cursor.step(count)
            key, value = ("holder", "stock") if word == "stock" else ("turned", True)
            context.draft.say(f"/trump/{key}", value, token.span)
            return True
        if context.verb_next() in ("chose", "chose me"):
            self.chose(Entry("chose", token, self._implied(token)))
            return True
        found = context.seats.several(cursor)
        if found:
            return self._seat_in_trump(found)
        if not context.cards.begins(cursor) and token.folded in context.cards.unclear:
            raise context.unexpected(token)
        cards = context.cards.read(
            cursor, lone_suits=True, suits_meant=True, among_seats=True
        )
        for item, span in cards.cards + cards.suits:
            context.draft.say("/trump/suit", item[-1], span)
        for card, span in cards.cards:
            context.draft.say("/trump/card", card, span)
        return bool(cards.cards or cards.suits)

    def _implied(self, token: Token) -> tuple[tuple[int, Token], ...]:
        verb, count = self.context.seats.verb(self.context.cursor)
        self.context.cursor.step(count)
        return ((self.context.seats.me, token),) if verb.endswith(" me") else ()

    def _seat_in_trump(self, found: list[tuple[int, Token]]) -> bool:
        context = self.context
        verb = context.verb_next()
        if verb == "chose":
            start = context.cursor.index
            context.cursor.step(context.seats.verb(context.cursor)[1])
            if context.seats.find(context.cursor) is None:  # else he holds the card
                self.chose(Entry("chose", found[0][1], tuple(found)))
                return True
            context.cursor.index = start
        elif verb:
            return False
        for seat, at in found:
            context.draft.say("/trump/holder", seat, at.span)
        return True

    def chose(self, entry: Entry) -> None:
        """Who chose the trump, or is to choose it."""
        context = self.context
        start = context.cursor.index
        if entry.subjects:
            seat, at = entry.subjects[0]
            span = at.span
            again = context.seats.find(context.cursor)
            if again is not None and again != seat:
                context.cursor.index = start
        else:
            seat = context.seats.need(context.cursor, entry.key)
            span = context.since(start, entry.key)
        if self.chooser is not None and self.chooser[0] != seat:
            template = "{token} contradicts what was said before."
            token = shown(context.draft.source.text[slice(*span)])
            raise context.draft.fail("value_twice", template, span, token=token)
        self.chooser = seat, span

    # Passes

    def gift(self, entry: Entry) -> None:
        """Cards passed to a seat, or received from it; the seat may follow from the round."""
        context = self.context
        cursor = context.cursor
        start = cursor.index
        pointer = context.pointer(entry)
        side = "to" if entry.name == "passed" else "from"
        context.skip(":")
        seat = context.seats.find(cursor, sure=False)
        context.skip(":", ",")
        found = context.cards.read(cursor, among_seats=True)
        if seat is None:
            seat = context.seats.find(cursor)
        span = context.since(start, entry.key)
        if found.empty:
            token = cursor.peek()
            if token is not None:
                raise context.unexpected(token)
        said = context.draft.document.get(pointer[1:])
        context.draft.put(pointer, {}, span)
        if seat is None:
            self.gifts[f"{pointer}/{side}"] = entry.key
        else:
            context.draft.put(f"{pointer}/{side}", seat, span)
        context.draft.put_cards(f"{pointer}/cards", found, span)
        if said is not None and said["cards"] != context.draft.at(f"{pointer}/cards"):
            template = "{key} is there twice."
            raise context.fail("key_twice", template, entry.key, key=shown(entry.key.text))

    def pass_to(self, entry: Entry) -> None:
        """To whom cards are passed, which says the round."""
        context = self.context
        start = context.cursor.index
        seat = context.seats.need(context.cursor, entry.key)
        ahead = (seat - context.seats.me) % context.game.seats
        span = context.since(start, entry.key)
        for number in range(1, context.game.seats + 1):
            if ahead and context.game.pass_step(context.rules, number) == ahead:
                context.draft.say("/round", number, span)
                return
        raise context.unexpected(Token(context.draft.source.text[slice(*span)], span[0]))

    # Numbers

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
                raise self._twice(token)
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

    # The stock

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
        from trunfo.engine.text.shapes import look

        shape = look(token.plain, self.context.language)
        return shape is not None and shape.kind == "suit"

    def left(self, entry: Entry) -> None:
        """`faltam 34 cartas no monte`."""
        context = self.context
        value, span = context.need_number(entry.key)
        count = context.cursor.match(IN_STOCK[context.language], longest(IN_STOCK))[1]
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

    # Decisions

    def went(self, entry: Entry) -> None:
        """Seats that went, or stayed out."""
        context = self.context
        decisions = self._decisions()
        context.skip(":")
        if context.cursor.accept_dash():
            return
        found = list(entry.subjects)
        others, count = context.cursor.match(OTHERS[context.language], longest(OTHERS))
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
            template = "What is said of {token} here contradicts what was said before."
            raise self.context.fail("contradiction", template, token, token=shown(token.text))
        decisions[seat] = before | said
        self.context.draft.spans[f"/decisions/{seat}"] = token.span

    # Seats and phases

    def dealer(self, entry: Entry) -> None:
        """Who dealt."""
        context = self.context
        start = context.cursor.index
        context.skip(":")
        if entry.subjects:
            seat, span = entry.subjects[0][0], entry.subjects[0][1].span
            if context.seats.find(context.cursor) not in (None, seat):
                context.cursor.index = start
        else:
            seat = context.seats.need(context.cursor, entry.key)
            span = context.since(start, entry.key)
        context.draft.say("/dealer", seat, span)

    def phase(self, entry: Entry) -> None:
        """What is to be decided."""
        context = self.context
        context.skip(":")
        token = context.cursor.peek()
        assert token is not None  # there is a value
        phase = PHASES[context.language].get(token.folded)
        if phase not in context.game.phases:
            column = PHASES[context.language]
            choices = [word for word, phase in column.items() if phase in context.game.phases]
            error = unknown("phase", token.text, choices, "")
            raise context.tongue.refuse(token, error.message)
        context.cursor.step()
        context.draft.say("/phase", phase, token.span)
