"""The parts of a row of cards: ranks, suits, whole cards, and what stands between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from trunfo.engine.errors import ImpossiblePosition, UnreadableInput
from trunfo.engine.text.shapes import SUIT_MARKS, Group, Shape, look
from trunfo.engine.text.tokens import Cursor, Token
from trunfo.engine.text.tongue import Tongue
from trunfo.engine.text.vocabulary import AND, ARTICLES, DOUBT, NOR, OF, SMALL, WITHOUT, WORDS

_ACE = Shape("ranks", (Group("", (("A", (0, 2)),)),), word=True)
"""The ace, written `as` or `a`."""


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


class Reader(Protocol):
    """What finding the parts of a row needs to know of the text."""

    tongue: Tongue
    names: frozenset[str]
    unclear: frozenset[str]
    limit: int

    def row_next(self, cursor: Cursor) -> bool:
        """Whether the number of a trick comes next."""

    def too_many(self, token: Token) -> ImpossiblePosition:
        """The error that there are more cards than the pack has."""

    def fail(self, code: str, template: str, token: Token) -> UnreadableInput:
        """An error at a piece."""

    def no_card(self, token: Token) -> UnreadableInput:
        """The error that a piece is no card."""


class Units:
    """Finds the parts of one row."""

    def __init__(
        self, reader: Reader, cursor: Cursor, suits_meant: bool, among_seats: bool
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
