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
from trunfo.engine.text.shapes import SUIT_MARKS, Group, Shape, look
from trunfo.engine.text.source import Span, shown
from trunfo.engine.text.strange import strange
from trunfo.engine.text.tokens import Cursor, Token
from trunfo.engine.text.tongue import Tongue
from trunfo.engine.text.vocabulary import (
    AND,
    ARTICLES,
    DOUBT,
    NOR,
    OF,
    SMALL,
    TRUMP_SUIT,
    WITHOUT,
    WORDS,
)


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


@dataclass(frozen=True)
class Unit:
    """A part of a row: ranks, a suit, cards, or a suit of which there are none.

    Parameters
    ----------
    kind : str
        `ranks`, `suit`, `cards`, `none`.
    token : Token
        Where it stands.
    shape : Shape
        What it is.
    link : str
        What stands before it: nothing, a comma, `e`.
    of : bool
        Whether `de` stands before it.
    article : bool
        Whether an article does.
    colon : bool
        Whether a colon stands behind it: `copas: A 7`.
    """

    kind: str
    token: Token
    shape: Shape
    link: str = ""
    of: bool = False
    article: bool = False
    colon: bool = False


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
        units = _Units(self, cursor, suits_meant, among_seats).read()
        _Row(self, found, lone_suits).read(units)
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


class _Units:
    """Finds the parts of one row."""

    def __init__(
        self, reader: CardReader, cursor: Cursor, suits_meant: bool, among_seats: bool
    ) -> None:
        self.reader = reader
        self.cursor = cursor
        self.language = reader.tongue.language
        self.suits_meant = suits_meant
        self.among_seats = among_seats
        self.letters = self._suit_letters()
        self.units: list[Unit] = []

    def _suit_letters(self) -> frozenset[int]:
        """The places of small letters that are suits because all four stand before ranks."""
        marks = SUIT_MARKS[self.language]
        places: dict[str, Token] = {}
        ahead = 0
        while ahead < 60 and (token := self.cursor.peek(ahead)):
            letter = token.text
            if len(letter) == 1 and letter.islower() and letter in marks:
                following = self.cursor.peek(ahead + 1)
                shape = look(following.plain, self.language) if following else None
                if letter in places or shape is None or shape.kind != "ranks":
                    return frozenset()
                places[letter] = token
            elif ahead == 0:
                return frozenset()
            ahead += 1
        if len({marks[letter] for letter in places}) == 4:
            return frozenset(token.start for token in places.values())
        if next(iter(places), "e") in SMALL[self.language]:
            return frozenset()
        token = next((places[letter] for letter in places if letter in SMALL[self.language]), None)
        if token is not None:
            template = "{token} may be a suit or a word here: write suits in capitals."
            raise self.reader.fail("card_or_word", template, token)
        return frozenset()

    def read(self) -> list[Unit]:
        """The parts, up to a piece that is none."""
        while True:
            start = self.cursor.index
            link = self._link()
            unit = self._unit(link)
            if unit is None:
                self._stop(start)
                return self.units
            if unit.kind != "cards":
                self._no_name(unit.token)
            self.units.append(unit)
            if len(self.units) > self.reader.limit + 60:
                raise self.reader.too_many(unit.token)

    def _no_name(self, token: Token) -> None:
        if self.among_seats and token.folded in self.reader.unclear:
            template = (
                'There is a player called {token}: write "{token}" for the player,'
                " and cards with their suit."
            )
            raise self.reader.fail("name_or_card", template, token)

    def _stop(self, start: int) -> None:
        """Go back to behind the last part, and see that what follows can be something else."""
        self.cursor.index = start
        token = self.cursor.peek()
        if token is None or token.quoted or token.text in ',:"()[]=' or token.text[0] in ".!":
            return
        known = token.folded in WORDS[self.language] or token.folded in self.reader.names
        if token.is_number or (known and token.folded not in DOUBT):
            return
        if self.units or token.folded not in self.reader.unclear:
            raise self.reader.no_card(token)

    def _link(self) -> str:
        """What stands before a part: a comma, `e`, a dash between whole cards."""
        link = ""
        cursor = self.cursor
        while (token := cursor.peek()) is not None:
            if token.text in ",()[]":
                link = ","
            elif self._is_suit_letter(token):
                break
            elif token.text in NOR[self.language] or (
                token.text in AND[self.language] and self.units
            ):
                link = link or "e"
            elif token.is_dash and self._glued(token):
                link = ","
            else:
                break
            cursor.step()
        return link

    def _is_suit_letter(self, token: Token) -> bool:
        """Whether a small letter is a suit: `e: dv63`."""
        colon = self.cursor.peek(1)
        if token.text not in SUIT_MARKS[self.language]:
            return False
        return token.start in self.letters or (colon is not None and colon.text == ":")

    def _glued(self, token: Token) -> bool:
        """Whether a dash stands between two whole cards without blanks."""
        before, after = self.cursor.last, self.cursor.peek(1)
        return (
            after is not None and before.end == token.start and token.end == after.start
            and bool(self.units) and self.units[-1].kind == "cards"
        )

    def _unit(self, link: str) -> Unit | None:
        cursor = self.cursor
        token = cursor.peek()
        if token is None or token.quoted or token.folded in self.reader.names:
            return None
        without = WITHOUT[self.language].get(token.text.lower())
        if without is not None:
            return self._none(token, link)
        of = article = False
        if self._is_of(token):
            of = True
            cursor.step()
        elif token.text in ARTICLES[self.language] or token.text in ("O", "A", "The"):
            article = self._article(token, link)
        token = cursor.peek()
        if token is None:
            return None
        if token.plain.lower() == "as" and not of and self.language == "pt":
            return self._ace(token, link, article)
        if token.text == "a" and self._suit_follows(1, with_of=True):
            self._no_second_rank(token, link)
            cursor.step()
            return Unit("ranks", token, _ACE, link, article=article)
        shape = self._shape(token, of)
        if shape is None or self.reader.row_next(cursor):
            return None
        return self._made(token, shape, link, of, article)

    def _made(self, token: Token, shape: Shape, link: str, of: bool, article: bool) -> Unit:
        cursor = self.cursor
        self._doubtful(token, shape)
        cursor.step()
        kind = "suit" if shape.kind in ("suit", "suits") else shape.kind
        following = cursor.peek()
        if kind == "suit" and following is not None:
            if following.text == ":":
                cursor.step()
                after = cursor.peek()
                if after is not None and after.is_dash:
                    cursor.step()
                    return Unit("none", token, shape, link)
                return Unit("suit", token, shape, ",", colon=True)
            none = WITHOUT[self.language].get(following.folded) == "none"
            if following.is_dash or none:
                cursor.step()
                return Unit("none", token, shape, link)
            self._capitals(token)
        if kind == "ranks" and token.text == "A":
            self._capitals(token)
        return Unit(kind, token, shape, link, of, article)

    def _doubtful(self, token: Token, shape: Shape) -> None:
        """Note the first piece that is other cards in the other language."""
        tongue = self.reader.tongue
        if tongue.evidence is None and tongue.doubtful is None:
            other = look(token.plain, tongue.other)
            if other is not None and other.groups != shape.groups:
                tongue.doubtful = token

    def _capitals(self, token: Token) -> None:
        """In a sentence in capitals, E is spades or `and`, O diamonds or an article."""
        if token.text not in ("E", "O", "A"):
            return
        for near in (self.cursor.peek(), self.cursor.tokens[self.cursor.index - 2]):
            shape = look(near.plain, self.language) if near and near.text else None
            if near and shape and shape.word and len(near.text) > 2 and near.text.isupper():
                template = "{token} may be a card or a word here: write it in small letters."
                raise self.reader.fail("card_or_word", template, token)

    def _shape(self, token: Token, of: bool) -> Shape | None:
        text = token.plain
        small = len(text) == 1 and text in SUIT_MARKS[self.language] and text.islower()
        if small:
            following = self.cursor.peek(1)
            ends = following is None or following.text in ",)."
            if self._is_suit_letter(token) or (of and (text not in "eo" or ends)):
                return Shape("suit", (Group(SUIT_MARKS[self.language][text], ()),))
            return None
        return look(text, self.language)

    def _is_of(self, token: Token) -> bool:
        """Whether a piece is the `de` between a rank and its suit."""
        if token.folded not in OF[self.language] or not self.units:
            return False
        return self.units[-1].kind == "ranks" and self._suit_follows(1)

    def _suit_follows(self, ahead: int, *, with_of: bool = False) -> bool:
        token = self.cursor.peek(ahead)
        if with_of:
            if token is None or token.folded not in OF[self.language]:
                return False
            token = self.cursor.peek(ahead + 1)
        if token is None:
            return False
        small = len(token.text) == 1 and token.text in SUIT_MARKS[self.language]
        shape = look(token.plain, self.language)
        return small or (shape is not None and shape.kind == "suit")

    def _rank_follows(self, ahead: int) -> bool:
        token = self.cursor.peek(ahead)
        shape = look(token.plain, self.language) if token else None
        return shape is not None and shape.kind == "ranks"

    def _article(self, token: Token, link: str) -> bool:
        """Step over an article before a rank; never between ranks, nor between cards."""
        following = self.cursor.peek(1)
        shape = look(following.plain, self.language) if following else None
        if shape is None or following is None:
            return False
        ace = following.plain.lower() == "as"
        word = shape.word and shape.kind == "ranks"
        last = self.units[-1] if self.units else None
        if token.text in ("O", "A"):  # a suit or an ace, unless a word follows in a sentence
            return False
        between = last is not None and not link and last.kind in ("ranks", "cards")
        if between and last is not None and not (last.kind == "cards" and word):
            return False
        if token.text == "a" and not word:
            template = "{token} may be the ace or an article here: write A for the ace."
            raise self.reader.fail("card_or_word", template, token)
        if not (word or ace or shape.kind in ("ranks", "cards")):
            return False
        self.cursor.step()
        return True

    def _ace(self, token: Token, link: str, article: bool) -> Unit:
        """`as` without its accent: the ace only where it can be nothing else."""
        self._no_second_rank(token, link)
        behind = self.cursor.peek(2)
        de = self.cursor.peek(1)
        if de is not None and de.folded in OF[self.language] and self._suit_follows(2):
            sure = True
        else:
            after = look(behind.plain, self.language) if behind else None
            ranks = after is not None and after.kind == "ranks" and not after.word
            suit = look(de.plain, self.language) if de else None
            word = suit is not None and suit.kind == "suit" and suit.word
            sure = word and not self.suits_meant and not ranks
        if not sure:
            template = "{token} may be the ace or an article here: write ás for the ace."
            raise self.reader.fail("card_or_word", template, token)
        self.cursor.step()
        return Unit("ranks", token, _ACE, link, article=article)

    def _no_second_rank(self, token: Token, link: str) -> None:
        """A small `a` or `as` behind a rank is not sure to be another."""
        if self.units and self.units[-1].kind == "ranks" and not link:
            template = "{token} may be the ace or an article here: write A for the ace."
            raise self.reader.fail("card_or_word", template, token)

    def _none(self, token: Token, link: str) -> Unit | None:
        """`sem ouros`: no card of a suit."""
        if not self._suit_follows(1):
            return None
        self.cursor.step()
        suit = self.cursor.peek()
        assert suit is not None
        shape = self._shape(suit, of=True)
        if shape is None:
            return None
        self.cursor.step()
        return Unit("none", token, shape, link)


_ACE = Shape("ranks", (Group("", (("A", (0, 2)),)),), word=True)


class _Row:
    """Gives every rank of a row its suit."""

    def __init__(self, reader: CardReader, found: Cards, lone_suits: bool) -> None:
        self.reader = reader
        self.found = found
        self.lone_suits = lone_suits
        self.pending: list[Unit] = []
        """Ranks whose suit is still to come."""
        self.open = ""
        """The suit before that still holds."""
        self.held: Unit | None = None
        """A rank behind a comma that was given that suit."""

    def read(self, units: list[Unit]) -> None:
        """Read all parts."""
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
