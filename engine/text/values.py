"""Reading the values of a text's entries into the document: hands, trump, passes, seats."""

from __future__ import annotations

from trunfo.engine.document.fields import unknown
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.text.cards import Cards
from trunfo.engine.text.context import Context
from trunfo.engine.text.draft import Entry
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.text.vocabulary import PHASES, STOCK_WORDS, TRUMP_WORDS, VERBS, longest

_TRUMP = longest(TRUMP_WORDS)


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
        meant = pointer != "/hand" or entry.key.folded in VERBS[context.language]  # `tenho`
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
                raise context.twice(token)
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
        if word == "filler" and token.text != "E":  # spades
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
        self._chosen()

    def _chosen(self) -> None:
        """The suit behind: `a esquerda escolheu copas`."""
        context = self.context
        if not context.cards.begins(context.cursor):
            return
        found = context.cards.read(context.cursor, lone_suits=True, suits_meant=True)
        context.draft.document.setdefault("trump", {})
        for item, span in found.cards + found.suits:
            context.draft.spans.setdefault("/trump", span)
            context.draft.say("/trump/suit", item[-1], span)
        for card, span in found.cards:
            context.draft.say("/trump/card", card, span)

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
