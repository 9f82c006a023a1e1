"""Reading the values of a text: words, and cards in every way in which people write them.

The language of a text
----------------------
A text is Portuguese or English as a whole. Every word and every card that can be read in
only one of the two settles it; both kinds in one text are an error. Of the letters

=================  ==========  ========  =======================================
letter             Portuguese  English   settles the language
=================  ==========  ========  =======================================
2 … 9, 10, T, A    rank        rank      no
R, V, B, M         rank        none      Portuguese (B and M are the 7)
K, Q, J            none        rank      English
O, U, E, P         suit        none      Portuguese
H, S               none        suit      English
C                  hearts      clubs     no
D                  queen       diamonds  by its place, see below
=================  ==========  ========  =======================================

D beside a suit is a queen (`D♥`, `DC`, `♣7VD63`): Portuguese. D beside a rank is diamonds
(`7D`, `D10`): English, unless a suit opened before holds on (`♣ 7D`), where both readings
are possible. Key words, seats, ranks and suits in words settle it as well; `as` is the
Portuguese ace only beside a suit (`as de copas`), else English, the ace of spades.

What could be read in both, and is not the same card, is read in Portuguese if nothing in
the whole text settles the language, and a note says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from trunfo.engine.cards import SUIT_LETTERS
from trunfo.engine.document.fields import too_many_cards
from trunfo.engine.errors import ImpossiblePosition, Message, UnreadableInput
from trunfo.engine.text.source import Source, Span, shown
from trunfo.engine.text.vocabulary import (
    LANGUAGES,
    NONE,
    OF,
    RANKS,
    SEATS,
    SUIT_SIGNS,
    SUITS,
    WORDS,
    Lexicon,
    fold,
)

LONGEST_CARDS = 256
"""The longest token that is looked at as cards: a whole pack is shorter."""

_TOKEN = re.compile(r'"[^"]*"|[0-9]{1,4}\.|[:"]|[^\s,:"]+')
_NUMBER = re.compile(r"[+-]?[0-9]{1,4}")


@dataclass(frozen=True)
class Token:
    """A piece of text between blanks: `start` is its offset."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.start, self.start + len(self.text)

    @cached_property
    def folded(self) -> str:
        """The word in lower case and without accents."""
        return fold(self.text)

    @property
    def quoted(self) -> bool:
        """Whether it is a name in quotation marks."""
        return len(self.text) > 1 and self.text[0] == self.text[-1] == '"'

    @property
    def is_row(self) -> bool:
        """Whether it is the number of a trick: `3.`."""
        return self.text[-1] == "." and self.text[:-1].isdecimal()

    @property
    def is_number(self) -> bool:
        """Whether it is a whole number."""
        return _NUMBER.fullmatch(self.text) is not None


class WrongLanguage(Exception):  # a change of mind, not an error
    """Nothing spoke for the language tried so far, and now something speaks against it."""


@dataclass
class Tongue:
    """The language of a text, and the first token that can be read in it alone."""

    source: Source
    language: str = "pt"
    evidence: Token | None = None
    doubtful: Token | None = None

    def settle(self, token: Token, languages: list[str]) -> None:
        """Take note that a token can be read in these languages only.

        Raises
        ------
        UnreadableInput
            If the text's language is settled and is not among them.
        WrongLanguage
            If it is not among them and nothing had settled it.
        """
        if self.language not in languages:
            if self.evidence is None:
                raise WrongLanguage
            pair = (self.evidence, token) if self.language == "pt" else (token, self.evidence)
            words = {name: shown(each.text) for name, each in zip(LANGUAGES, pair, strict=True)}
            template = "{pt} is Portuguese and {en} is English: write all in one language."
            raise self.source.error(Message("mixed_languages", template, words), token.span)
        if len(languages) == 1 and self.evidence is None:
            self.evidence = token

    def word(self, lexicon: Lexicon, token: Token) -> str | None:
        """What a word stands for, None if it is not in the lexicon of any language."""
        found = [language for language in LANGUAGES if token.folded in lexicon[language]]
        if not found:
            return None
        self.settle(token, found)
        return lexicon[self.language][token.folded]

    def is_word(self, lexicon: Lexicon, token: Token) -> bool:
        """Whether a token among cards is a word; one of the other language may be a card here.

        `ME` is the seven of spades in Portuguese, `me` a seat in English.
        """
        if token.folded in lexicon[self.language]:
            return True
        known = any(token.folded in words for words in lexicon.values())
        return known and look(token, self.language) is None

    @property
    def notes(self) -> tuple[Message, ...]:
        """What had to be assumed about the language."""
        if self.evidence or not self.doubtful:
            return ()
        template = "{token} was read in {language}; nothing else tells which language it is."
        language = "Portuguese" if self.language == "pt" else "English"
        values = {"token": shown(self.doubtful.text), "language": Message("language", language)}
        return (Message("language_assumed", template, values),)

    @property
    def other(self) -> Tongue:
        """The same text, to be read in the other language."""
        return Tongue(self.source, "en" if self.language == "pt" else "pt")


class Cursor:
    """The tokens of an entry, read one after the other, never more than are needed."""

    def __init__(self, source: Source, span: Span) -> None:
        self.span = span
        self._rest = (
            Token(match.group(), match.start()) for match in _TOKEN.finditer(source.text, *span)
        )
        self._next: list[Token] = []

    def peek(self, ahead: int = 0) -> Token | None:
        """The next token, or one further ahead; None behind the last."""
        while len(self._next) <= ahead:
            token = next(self._rest, None)
            if token is None:
                return None
            self._next.append(token)
        return self._next[ahead]

    def step(self, count: int = 1) -> None:
        """Go on."""
        self.peek(count - 1)
        del self._next[:count]

    def accept(self, *texts: str) -> bool:
        """Step over a token if it is one of these."""
        token = self.peek()
        if token is None or token.text not in texts:
            return False
        self.step()
        return True


# Cards

Rank = tuple[str, Span]
"""A rank's name, and where it stands in its token."""


@dataclass(frozen=True)
class Group:
    """Cards of one suit as they stand in a token; a part that is not there is empty."""

    suit: str
    ranks: tuple[Rank, ...]


@dataclass(frozen=True)
class Shape:
    """What a token is in one language.

    Parameters
    ----------
    kind : str
        `bare` (ranks, no suit), `suit` and `suits` (no rank), `before` and `after` (cards
        with their suit before, or after, the ranks).
    groups : tuple of Group
        One, or with suit symbols several.
    """

    kind: str
    groups: tuple[Group, ...]


def _both_cases(letters: str, meanings: str) -> dict[str, str]:
    pairs = list(zip(letters, meanings, strict=True))
    return {form: meaning for letter, meaning in pairs for form in (letter, letter.lower())}


_DIGITS = {digit: digit for digit in "23456789"} | {"10": "10", "T": "10", "t": "10"}
RANK_LETTERS: Mapping[str, Mapping[str, str]] = {
    "pt": _DIGITS | _both_cases("ARVDBM", "ARVD77"),
    "en": _DIGITS | _both_cases("AKJQ", "ARVD"),
}
SUIT_MARKS: Mapping[str, Mapping[str, str]] = {
    "pt": _both_cases("COUEP", "COOEP"),
    "en": _both_cases("HDSC", "COEP"),
}
_SIGNS = {sign: SUIT_LETTERS[suit] for sign, suit in SUIT_SIGNS.items()}
_ATOM = re.compile("10|.[\ufe0e\ufe0f]?", re.DOTALL)


def look(token: Token, language: str) -> Shape | None:
    """What a token of cards, ranks or suits is in a language; None if it is nothing."""
    if len(token.text) > LONGEST_CARDS:
        return None
    word = token.folded
    if word in RANKS[language] and token.text.lower() != "as":
        return Shape("bare", (Group("", ((RANKS[language][word], (0, len(token.text))),)),))
    if word in SUITS[language]:
        return Shape("suit", (Group(SUITS[language][word], ()),))
    parts: list[str | Rank] = []  # suits and ranks
    letters = False
    for match in _ATOM.finditer(token.text):
        atom = match.group()
        if atom[0] in _SIGNS:
            parts.append(_SIGNS[atom[0]])
        elif atom in SUIT_MARKS[language]:
            parts.append(SUIT_MARKS[language][atom])
            letters = True
        elif atom in RANK_LETTERS[language]:
            parts.append((RANK_LETTERS[language][atom], match.span()))
        else:
            return None
    shape = _grouped(parts)
    return None if shape and letters and _wordlike(token, shape) else shape


def _grouped(parts: list[str | Rank]) -> Shape | None:
    """Ranks with the suits before or after them, the same way throughout."""
    first, last = isinstance(parts[0], str), isinstance(parts[-1], str)
    if all(isinstance(part, str) for part in parts):
        groups = [Group(str(part), ()) for part in parts]
        return Shape("suit" if len(groups) == 1 else "suits", tuple(groups))
    if first == last:
        ranks = tuple(part for part in parts if not isinstance(part, str))
        return Shape("bare", (Group("", ranks),)) if len(ranks) == len(parts) else None
    groups = []
    for part in parts if first else reversed(parts):
        if isinstance(part, str):
            groups.append(Group(part, ()))
        else:
            ranks = (*groups[-1].ranks, part) if first else (part, *groups[-1].ranks)
            groups[-1] = Group(groups[-1].suit, ranks)
    if not all(group.ranks for group in groups):
        return None
    return Shape("before", tuple(groups)) if first else Shape("after", tuple(groups[::-1]))


def _wordlike(token: Token, shape: Shape) -> bool:
    """Whether letters make cards only by chance: `carta` is no ace, king, ten, ace of hearts."""
    several = sum(len(group.ranks) for group in shape.groups) > 1
    return len(shape.groups) > 1 or (several and token.text.isalpha())


def _folded(token: Token | None) -> str:
    return token.folded if token else ""


def _one_rank(shape: Shape | None) -> bool:
    """Whether a token is a single rank: what it lacks is a suit, not another language."""
    return shape is not None and shape.kind == "bare" and len(shape.groups[0].ranks) == 1


@dataclass
class Cards:
    """What a row of tokens says: cards as canonical tokens, and suits that stand alone."""

    cards: list[tuple[str, Span]] = field(default_factory=list)
    suits: list[tuple[str, Span]] = field(default_factory=list)


@dataclass
class CardReader:
    """Reads cards from a cursor.

    Parameters
    ----------
    tongue : Tongue
        The language, and the text.
    names : frozenset of str
        Folded names of players: they end a row of cards.
    limit : int
        The number of cards in the pack.
    """

    tongue: Tongue
    names: frozenset[str]
    limit: int

    def read(self, cursor: Cursor, *, lone_suits: bool = False) -> Cards:
        """Read cards up to a token that is not meant as one, or to the end.

        Raises
        ------
        UnreadableInput
            If a token is no card, or has no suit, or is a suit without a card where
            `lone_suits` does not allow that.
        ImpossiblePosition
            If there are more cards than the pack has.
        """
        found = Cards()
        self._open: tuple[str, Token] | None = None  # a suit that holds on …
        self._used = True  # … and whether a card has come after it
        if cursor.accept(*NONE):
            return found
        while (token := cursor.peek()) and not self.ends(token):
            self._read_one(cursor, token, found, lone_suits)
            if len(found.cards) + len(found.suits) > self.limit:
                excerpt = self.tongue.source.excerpt(token.span)
                raise ImpossiblePosition(too_many_cards(self.limit), token.start, excerpt)
        self._close(found, lone_suits)
        return found

    def ends(self, token: Token) -> bool:
        """Whether a token is not meant as a card: a name, a word, the number of a row."""
        if token.text in (":", '"') or token.quoted or token.is_row:
            return True
        words = any(self.tongue.is_word(lexicon, token) for lexicon in (SEATS, WORDS))
        return words or token.folded in self.names

    def _read_one(self, cursor: Cursor, token: Token, found: Cards, lone_suits: bool) -> None:
        alone = look(token, self.tongue.language)
        looks = {language: self._reading(cursor, token, language) for language in LANGUAGES}
        languages = [language for language in LANGUAGES if looks[language]]
        if not languages or (
            self.tongue.language not in languages and self.tongue.evidence and _one_rank(alone)
        ):
            raise self.no_card(token)
        self.tongue.settle(token, languages)
        shape, length = looks[self.tongue.language] or (None, 0)
        assert shape is not None
        if len(languages) == 2 and looks["pt"] != looks["en"]:
            self.tongue.doubtful = self.tongue.doubtful or token
        cursor.step()
        for _ in range(length - 1):
            self._settle_suit(cursor)
        if shape.kind == "suit":
            self._close(found, lone_suits)
            self._open, self._used = (shape.groups[0].suit, token), False
            return
        if shape.kind == "bare":
            suit, self._used = self._open[0] if self._open else "", True
            self._add(found, token, Group(suit, shape.groups[0].ranks))
            return
        self._close(found, lone_suits)
        for group in shape.groups:
            self._add(found, token, group)
            if shape.kind == "suits":
                self._open, self._used = (group.suit, token), False
                self._close(found, lone_suits)
        self._open = (shape.groups[-1].suit, token) if shape.kind == "before" else None

    def _reading(self, cursor: Cursor, token: Token, language: str) -> tuple[Shape, int] | None:
        """What the next tokens are in a language, and how many belong together."""
        shape = look(token, language)
        if token.text.lower() == "as" and language == "pt":
            shape = Shape("bare", (Group("", (("A", (0, 2)),)),))
        if shape is None or shape.kind != "bare":
            return (shape, 1) if shape else None
        if _one_rank(shape):
            following = cursor.peek(1)
            linked = self._is_of(following, language)
            suit = self._lone_suit(cursor.peek(2) if linked else following, language)
            words = token.folded in RANKS[language] and _folded(following) in SUITS[language]
            if suit and (linked or words or not self._open):
                return Shape("after", (Group(suit, shape.groups[0].ranks),)), 3 if linked else 2
        return (shape, 1) if self._open else None

    def _settle_suit(self, cursor: Cursor) -> None:
        """Step over what says a rank's suit: `de copas`."""
        token = cursor.peek()
        cursor.step()
        if token is not None:
            languages = [
                language for language in LANGUAGES
                if self._is_of(token, language) or self._lone_suit(token, language)
            ]
            self.tongue.settle(token, languages)

    @staticmethod
    def _is_of(token: Token | None, language: str) -> bool:
        return _folded(token) in OF[language]

    @staticmethod
    def _lone_suit(token: Token | None, language: str) -> str:
        shape = look(token, language) if token else None
        return shape.groups[0].suit if shape and shape.kind == "suit" else ""

    def _add(self, found: Cards, token: Token, group: Group) -> None:
        for rank, (start, end) in group.ranks:
            whole = token.span
            if len(group.ranks) > 1:
                whole = token.start + start, token.start + end
            found.cards.append((rank + group.suit, whole))

    def _close(self, found: Cards, lone_suits: bool) -> None:
        """What becomes of a suit after which no card has come."""
        if self._open and not self._used:
            suit, token = self._open
            if not lone_suits:
                template = "A suit without cards: {token}."
                values = {"token": shown(token.text)}
                message = Message("suit_without_cards", template, values)
                raise self.tongue.source.error(message, token.span)
            found.suits.append((suit, token.span))
        self._open, self._used = None, True

    def no_card(self, token: Token) -> UnreadableInput:
        """The error that a token is no card, or one without a suit."""
        values = {"token": shown(token.text)}
        shapes = [look(token, language) for language in LANGUAGES]
        if any(shape and shape.kind == "bare" for shape in shapes):
            message = Message("suit_missing", "Of which suit is {token}?", values)
        else:
            template = "{token} is no card. Cards are written like A♣, 7♥ or VP."
            message = Message("not_a_card", template, values)
        return self.tongue.source.error(message, token.span)
