"""A table as it stands, in lines or drawn with its seats; never what the player may not see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trunfo.engine.cards import card_message, cards_of, lane, suit_message, word_of
from trunfo.engine.state import State, seat_message
from trunfo.engine.trick_game import own
from trunfo.language import width
from trunfo.report.position import by_suit
from trunfo.report.words import TOGETHER, Page, wrapped
from trunfo.table.table import Table

WIDEST = 48
"""Columns that the seats are spread over at most."""
EMPTY, ACTS = "·", "*"
"""Where no card lies; before the name of the seat to act."""


def shown(table: Table, me: int, page: Page, *, all_hands: bool = False) -> Iterator[str]:
    """The table in lines: game, trump, points, what lies on it, my hand, what is still out.

    Parameters
    ----------
    table : Table
        The table.
    me : int
        From whom it is seen.
    page : Page
        For whom.
    all_hands : bool
        Whether every hand that is known is shown: nobody at the table is played by a person.
    """
    seen = _Seen(table, me, page, all_hands)
    yield from seen.head()
    yield from seen.on_table()
    yield from seen.rest()


def drawn(table: Table, me: int, page: Page, *, all_hands: bool = False) -> Iterator[str]:
    """The table drawn with its seats, and around them the same; see `shown`."""
    seen = _Seen(table, me, page, all_hands)
    yield from seen.head()
    yield from seen.seats()
    yield from seen.rest()


class _Seen:
    """Tells and draws one table."""

    def __init__(self, table: Table, me: int, page: Page, all_hands: bool) -> None:
        self.table, self.me, self.page = table, me, page
        self.all_hands = all_hands
        self.translate = page.language.translate
        self.state: State = table.seen_by(me)
        self.game = table.game

    def lines(self, key: str, value: str) -> Iterator[str]:
        """A fact, on as many lines as it needs."""
        yield from wrapped(f"{key}: {value}", self.page, then="  ")

    def name(self, seat: int) -> str:
        """A seat's name."""
        return seat_message(self.game, self.state, seat).text(self.translate)

    def card(self, card: int) -> str:
        """A card by itself."""
        return card_message(self.state.pack, card).text(self.translate)

    def cards(self, cards: Sequence[int]) -> str:
        """Cards by suit, trumps first, the strongest first."""
        trump = self.state.trump.suit if self.state.trump else None
        return by_suit(self.state.pack, cards, trump, self.translate)

    def head(self) -> Iterator[str]:
        """The game, how far it is, the trump."""
        _, state = self.translate, self.state
        text = _("{game}, {count} tricks played").format(
            game=self.game.title, count=len(state.tricks)
        )
        if state.stock is not None:
            text += "; " + _("stock {count}").format(count=state.stock)
        yield from wrapped(text, self.page)
        if state.trump is not None:
            trump = state.trump
            told = suit_message(trump.suit).text(_)
            if trump.card is not None:
                told = self.card(trump.card)
            who = trump.chooser if trump.chooser is not None else trump.holder
            if isinstance(who, int):
                told += f" ({self.name(who)})"
            yield from self.lines(_("Trump"), told)

    def table_cards(self) -> dict[int, int]:
        """The cards on the table by seat."""
        trick = self.state.table
        if trick is None or trick.leader is None or self.state.phase != "play":
            return {}
        playing = self.game.playing(self.state)
        return {trick.seat(place, playing): card for place, card in enumerate(trick.cards)}

    def on_table(self) -> Iterator[str]:
        """Who has played what."""
        cards = self.table_cards()
        if cards:
            yield from self.lines(self.translate("Table"), ", ".join(
                f"{self.name(seat)}{TOGETHER}{self.card(card)}" for seat, card in cards.items()
            ))

    def rest(self) -> Iterator[str]:
        """Points, hand, what is still out."""
        _, state = self.translate, self.state
        if state.scores is not None:
            yield from self.lines(_("Scores"), self.by_seat(state.scores))
        tricks = self.taken()
        if state.scores is not None:
            if sum(tricks):
                yield from self.lines(_("Tricks"), self.by_seat(tricks))
        else:
            yield from self.lines(_("Points"), self.points())
        yield from self.hands()

    def by_seat(self, values: Sequence[int]) -> str:
        """A number for each seat, from mine on."""
        seats = [(self.me + step) % len(values) for step in range(len(values))]
        return ", ".join(f"{self.name(seat)}{TOGETHER}{values[seat]}" for seat in seats)

    def taken(self) -> list[int]:
        """How many of the tricks each seat has taken, as far as they are named."""
        found = [0] * self.game.seats
        for winner, _points in self._won():
            found[winner] += 1
        return found

    def _won(self) -> Iterator[tuple[int, int]]:
        """Who took each trick, and the points in it."""
        state, trump = self.state, self.state.trump
        for trick in state.tricks:
            if trick.leader is not None:
                winner = self.game.winner(
                    trick, trump.suit if trump else None, self.game.playing(state)
                )
                yield winner, state.pack.worth_of(trick.cards)

    def points(self) -> str:
        """Points taken so far."""
        state, sides = self.state, self.game.sides()
        points = list(state.points or [0] * len(set(sides)))
        if state.points is None:
            for winner, worth in self._won():
                points[sides[winner]] += worth
        if not self.game.partners:
            return self.by_seat(points)
        mine = sides[self.me]
        return self.translate("us {mine}, them {theirs}").format(
            mine=points[mine], theirs=points[1 - mine]
        )

    def hands(self) -> Iterator[str]:
        """My hand, or all of them; trumps and points still out."""
        _, state, pack = self.translate, self.state, self.state.pack
        if self.all_hands:
            for seat in filter(self.table.knows, range(self.game.seats)):
                hand = own(self.table.seen_by(seat), seat).hand or ()
                yield from self.lines(_("Hand ({seat})").format(seat=self.name(seat)),
                                      self.cards(hand))
            return
        if not self.table.knows(self.me):
            return
        hand = own(state, self.me).hand or ()
        yield from self.lines(_("Hand"), self.cards(hand))
        gone = word_of((*hand, *state.played, *state.discarded))
        for trick in (*state.tricks, *([state.table] if state.table else [])):
            gone |= word_of(trick.cards)
        out = pack.word & ~gone
        if state.trump is not None:
            left = list(cards_of(out & lane(state.trump.suit)))
            yield from self.lines(
                _("Trumps still out"), f"{len(left)}: {self.cards(left)}" if left else "0"
            )
        if state.scores is None:
            yield from self.lines(_("Points still out"), str(pack.worth_of(list(cards_of(out)))))

    # The drawing

    def seats(self) -> Iterator[str]:
        """The seats around the table, with what each has played, or decided."""
        words = self.game.seat_words(self.state.rules)
        place = {word: (self.me + step) % len(words) for step, word in enumerate(words)}
        top = next(seat for word, seat in place.items() if word not in ("me", "left", "right"))
        columns = min(self.page.width, WIDEST)
        yield ""
        yield self._middle(self._named(top), columns)
        yield self._middle(self._lies(top), columns)
        if "left" in place:
            yield from self._sides(place["left"], place["right"], columns)
        else:
            yield ""
        yield self._middle(self._lies(self.me), columns)
        yield self._middle(self._named(self.me), columns)
        yield ""

    def _sides(self, left: int, right: int, columns: int) -> Iterator[str]:
        """The players on either hand: names outside, cards inside, on two lines if need be."""
        names = [self.page.fit(self._named(seat)) for seat in (left, right)]
        lies = [self.page.fit(self._lies(seat)) for seat in (left, right)]
        middle = sum(map(width, lies)) + 6
        if width(names[0]) + width(names[1]) + middle + 4 <= columns:
            inside = f"{lies[0]}      {lies[1]}"
            place = (columns - width(inside)) // 2
            line = names[0].rjust(place - 2) + "  " + inside
            yield (line + "  " + names[1]).rstrip()
            return
        for texts in (names, lies):
            gap = columns - sum(map(width, texts))
            yield (texts[0] + " " * max(gap, 1) + texts[1]).rstrip()

    def _middle(self, text: str, columns: int) -> str:
        text = self.page.fit(text)
        return (" " * max((columns - width(text)) // 2, 0) + text).rstrip()

    def _named(self, seat: int) -> str:
        """A seat's name, marked if it is to act."""
        mark = ACTS if seat == self.table.seat and not self.table.over else ""
        return mark + self.name(seat)[: self.page.width // 2 - 2]

    def _lies(self, seat: int) -> str:
        """The card that a seat has played to the trick, or what it has decided before."""
        _, state = self.translate, self.state
        cards = self.table_cards()
        if seat in cards:
            return self.card(cards[seat])
        made = state.decisions[seat] if state.decisions else None
        if made is not None and not made.goes:
            return _("out")
        if made is not None and state.phase == "go":
            return _("goes") + (f" {made.exchanged}" if made.exchanged else "")
        return EMPTY
