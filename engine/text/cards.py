"""Rows of cards in every way in which people write them.

A row is made of three things: ranks (`ás`, `A7R`, `10`), suits (`copas`, `♥`, `C`) and whole
cards (`7C`, `♣7VD63`). Commas part it into stretches, and in each the suits stand either before
their ranks (`copas A 7, espadas 5`) or behind them (`A 7 de copas`). Ranks between commas, or
before `e`, have the suit that follows (`ás, rei e dama de copas`) or the one that still holds
(`copas 2 e 3`); where both could be meant, neither is guessed. A whole card lends its suit to
nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from trunfo.engine.document.fields import too_many_cards
from trunfo.engine.errors import ImpossiblePosition, Message, UnreadableInput
from trunfo.engine.text.shapes import Group, Shape, look
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.strange import strange
from trunfo.engine.text.tokens import Cursor, Token
from trunfo.engine.text.tongue import Tongue
from trunfo.engine.text.units import Unit, Units
from trunfo.engine.text.vocabulary import ARTICLES, DOUBT, NUMBERS, TRUMP_SUIT, WITHOUT


@dataclass
class Cards:
    """What a row says: cards as canonical tokens, and suits that stand alone."""

    cards: list[tuple[str, Span]] = field(default_factory=list)
    suits: list[tuple[str, Span]] = field(default_factory=list)
    dash: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing was said, not even that there are none."""
        return not (self.cards or self.suits or self.dash)


@dataclass
class CardReader:
    """Reads rows of cards from a cursor.

    Parameters
    ----------
    tongue : Tongue
        The language, and the text.
    names : frozenset of str
        Folded names of players: they end a row of cards.
    unclear : frozenset of str
        Folded names of players that could also be cards or words.
    limit : int
        The number of cards in the pack.
    """

    tongue: Tongue
    names: frozenset[str]
    unclear: frozenset[str]
    limit: int

    def read(
        self, cursor: Cursor, *, lone_suits: bool = False, suits_meant: bool = False,
        among_seats: bool = False,
    ) -> Cards:
        """Read cards up to a piece that is not meant as one, or to the end of the entry.

        Parameters
        ----------
        cursor : Cursor
            Where to read.
        lone_suits : bool
            Whether suits may stand there without cards.
        suits_meant : bool
            Whether all cards of a suit could be meant, so that `as copas` is no ace.
        among_seats : bool
            Whether players may be named there, so that their names are no cards.

        Raises
        ------
        UnreadableInput
            If a piece is no card, or it is not clear of which suit, or a suit stands there
            without cards where `lone_suits` does not allow that.
        ImpossiblePosition
            If there are more cards than the pack has.
        """
        found = Cards()
        if cursor.accept_dash():
            found.dash = True
            return found
        none = cursor.peek()
        following = cursor.peek(1)
        if none and WITHOUT[self.tongue.language].get(none.folded) == "none" and not (
            following and self._shape(following)
        ):
            cursor.step()
            found.dash = True
            return found
        units = Units(self, cursor, suits_meant, among_seats).read()
        _Row(self, found, lone_suits, suits_meant).read(units)
        return found

    def row_next(self, cursor: Cursor) -> bool:
        """Whether the number of a trick comes next: `2.` or `2)`."""
        token, behind = cursor.peek(), cursor.peek(1)
        if token is None or behind is None or not token.is_number or behind.start != token.end:
            return False
        if behind.text == ")":
            open_brackets = 0
            index = cursor.index
            while index >= 0 and cursor.tokens[index].text:
                open_brackets += cursor.tokens[index].text == "("
                open_brackets -= cursor.tokens[index].text == ")"
                index -= 1
            return open_brackets <= 0 and cursor.peek(2) is not None
        return behind.text == "." and cursor.peek(2) is not None

    def begins(self, cursor: Cursor) -> bool:
        """Whether cards, ranks or a suit come next."""
        token = cursor.peek()
        if token is None or self.row_next(cursor):
            return False
        if token.folded in ARTICLES[self.tongue.language]:
            token = cursor.peek(1)
        return token is not None and self._shape(token) is not None

    def _shape(self, token: Token) -> Shape | None:
        return None if token.folded in self.names else look(token.plain, self.tongue.language)

    def too_many(self, token: Token) -> ImpossiblePosition:
        """The error that there are more cards than the pack has."""
        excerpt = self.tongue.source.excerpt(token.span)
        return ImpossiblePosition(too_many_cards(self.limit), token.start, excerpt)

    def fail(self, code: str, template: str, token: Token) -> UnreadableInput:
        """An error at a piece."""
        return self.tongue.refuse(token, Message(code, template, {"token": shown(token.text)}))

    def no_card(self, token: Token) -> UnreadableInput:
        """The error that a piece is no card, or what it is instead."""
        if token.folded in DOUBT or token.text.endswith("?"):
            return self.doubt(token)
        found = strange(token.text)
        if found is not None:
            return self.tongue.source.error(found, token.span)
        template = "{token} is no card. Cards are written like A♣, 7♥ or VP."
        return self.fail("not_a_card", template, token)

    def doubt(self, token: Token) -> UnreadableInput:
        """The error that something is not certain."""
        template = "{token}: only what is certain can be read."
        return self.fail("uncertain", template, token)

    def suit_missing(self, token: Token) -> UnreadableInput:
        """The error that nothing says of which suit a card is."""
        return self.fail("suit_missing", "Of which suit is {token}?", token)


class _Row:
    """Gives every rank of a row its suit."""

    def __init__(
        self, reader: CardReader, found: Cards, lone_suits: bool, suits_meant: bool
    ) -> None:
        self.reader = reader
        self.found = found
        self.lone_suits = lone_suits
        self.suits_meant = suits_meant
        self.pending: list[Unit] = []
        """Ranks whose suit is still to come."""
        self.open = ""
        """The suit before that still holds."""
        self.held: Unit | None = None
        """A rank behind a comma that was given that suit."""

    def read(self, units: list[Unit]) -> None:
        """Read all parts."""
        self._counted(units)
        stretch: list[Unit] = []
        for unit in units:
            if stretch and (unit.link == "," or unit.kind in ("cards", "none")):
                self._stretch(stretch)
                stretch = []
            if unit.kind in ("cards", "none"):
                self._nothing_pending()
                self._whole(unit)
            else:
                stretch.append(unit)
            if len(self.found.cards) + len(self.found.suits) > self.reader.limit:
                raise self.reader.too_many(unit.token)
        if stretch:
            self._stretch(stretch)
        self._nothing_pending()

    def _nothing_pending(self) -> None:
        if self.pending:
            raise self.reader.suit_missing(self.pending[0].token)

    def _whole(self, unit: Unit) -> None:
        """Cards with their suits; the sign of a suit before them holds on (`♥R 9 2`)."""
        if unit.kind == "cards":
            for group in unit.shape.groups:
                self._add(unit.token, group, group.suit)
        holds = unit.kind == "cards" and unit.shape.before and unit.shape.sign
        self.open = unit.shape.groups[-1].suit if holds else ""
        self.held = None

    def _add(self, token: Token, group: Group, suit: str) -> None:
        if suit == TRUMP_SUIT and token.plain.isdigit():
            raise self.reader.suit_missing(token)  # `4 trunfos`: four trumps, or the four
        for rank, (start, end) in group.ranks:
            span = token.span
            if len(group.ranks) > 1:
                span = token.start + start, token.start + end
            self.found.cards.append((rank + suit, span))

    def _counted(self, units: list[Unit]) -> None:
        """Where nothing but numbers stands before suits, `três copas` may be so many hearts."""
        tongue = self.reader.tongue
        number = NUMBERS[tongue.language]
        digits = self.suits_meant and not self.lone_suits
        counts = [
            unit.kind == "ranks"
            and (unit.token.folded in number or (digits and unit.token.is_number))
            and after.kind == "suit" and after.shape.word and not after.of
            for unit, after in pairwise(units)
        ]
        alone = all(counts[::2]) and len(units) % 2 == 0 and (
            self.suits_meant or len(units) > 2  # `mão sete copas` is the card
        )
        for counted, unit, after in zip(counts, units, units[1:], strict=False):
            trumps = after.kind == "suit" and after.shape.groups[0].suit == TRUMP_SUIT
            if counted and (alone or trumps):
                of = "de" if tongue.language == "pt" else "of"
                words = {"token": shown(unit.token.text), "suit": shown(after.token.text)}
                template = (
                    "{token} {suit} may be a card or so many of them: for the card write"
                    " {token} {of} {suit}."
                )
                message = Message("count_or_card", template, words | {"of": of})
                raise tongue.refuse(unit.token, message)

    def _ranks(self, unit: Unit, suit: str) -> None:
        self._add(unit.token, unit.shape.groups[0], suit)

    def _stretch(self, units: list[Unit]) -> None:
        """What stands between two commas, or whole cards."""
        kinds = "".join(unit.kind[0] for unit in units)  # r for ranks, s for suit
        if kinds[0] == "s":
            self._nothing_pending()
            self._suits_before(units, kinds)
        elif "s" in kinds:
            self._suits_behind(units, kinds)
        elif self.open:
            for unit in units:
                self._ranks(unit, self.open)
            self.held = units[0] if units[0].link == "," else self.held
        else:
            self.pending += units
            self._no_list(self.pending)

    def _suits_before(self, units: list[Unit], kinds: str) -> None:
        self.held = None
        if "r" not in kinds:
            self._alone(units)
            return
        if kinds[-1] == "s":
            raise self._unclear(units[-1])
        if "ss" in kinds:
            raise self._no_cards(units[kinds.index("ss")])
        for unit in units:
            if unit.of:
                raise self._unclear(unit)
            if unit.kind == "suit":
                self.open = self._suit(unit)
            else:
                self._ranks(unit, self.open)

    def _suits_behind(self, units: list[Unit], kinds: str) -> None:
        if self.open and (units[0].link != "," or self.held):
            raise self._unclear(self.held or units[0])
        if "ss" in kinds:
            raise self._no_cards(units[kinds.index("ss") + 1])
        waiting, self.pending, self.open = self.pending, [], ""
        self._no_list([*waiting, *units])
        last = len(kinds.rstrip("r"))
        for unit in units[:last]:
            if unit.kind == "ranks":
                waiting.append(unit)
                continue
            for ranks in waiting:
                self._ranks(ranks, self._suit(unit))
            waiting = []
        if units[last:] and units[last].link != "e":
            raise self._unclear(units[last])
        self.pending = units[last:]

    def _no_list(self, units: list[Unit]) -> None:
        """Two ranks with only an article between them are no list."""
        for unit, after in pairwise(units):
            if unit.kind == after.kind == "ranks" and after.article and not after.link:
                raise self.reader.suit_missing(unit.token)

    def _suit(self, unit: Unit) -> str:
        if len(unit.shape.groups) > 1:
            raise self._no_cards(unit)
        return unit.shape.groups[0].suit

    def _alone(self, units: list[Unit]) -> None:
        """Suits without cards."""
        for unit in units:
            if not self.lone_suits:
                raise self._no_cards(unit)
            for group in unit.shape.groups:
                self.found.suits.append((group.suit, unit.token.span))
        self.open = ""

    def _no_cards(self, unit: Unit) -> UnreadableInput:
        template = "A suit without cards: {token}."
        return self.reader.fail("suit_without_cards", template, unit.token)

    def _unclear(self, unit: Unit) -> UnreadableInput:
        template = "It is not clear what {token} belongs to: write every suit behind its cards."
        return self.reader.fail("suit_unclear", template, unit.token)
