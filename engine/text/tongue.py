"""The language of a text: Portuguese or English as a whole.

Words that only one of the two has settle it, by their number; where there are none, cards do that
can be read in one language alone:

=================  ==========  ========  =======================================
letter             Portuguese  English   settles the language
=================  ==========  ========  =======================================
2 … 9, 10, T, A    rank        rank      no
R, V, B, M         rank        none      Portuguese (B and M are the 7)
K, Q, J            none        rank      English
O, U, E, P         suit        none      Portuguese
H, S               none        suit      English
C                  hearts      clubs     no
D                  queen       diamonds  by its place
=================  ==========  ========  =======================================

D beside a suit is a queen (`DC`): Portuguese. D beside a rank is diamonds (`7D`): English, unless
a suit before it holds on (`♣ 7D`). Beside the sign of a suit, or its word, every letter of a
rank is read in both languages.

What could be read in both, and is not the same card, is read in Portuguese if nothing in the
whole text settles the language, and a note says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.text.shapes import look
from trunfo.engine.text.source import Source, shown
from trunfo.engine.text.tokens import Token
from trunfo.engine.text.vocabulary import LANGUAGES, ONLY, WORDS


@dataclass
class Tongue:
    """The language of a text, and the first piece that can be read in it alone."""

    source: Source
    language: str = "pt"
    evidence: Token | None = None
    doubtful: Token | None = None

    @property
    def other(self) -> str:
        """The language that the text is not in."""
        return LANGUAGES[1 - LANGUAGES.index(self.language)]

    def refuse(self, token: Token, message: Message) -> UnreadableInput:
        """The error about a piece: that of two languages, if the other one has it."""
        word = token.folded
        known = word in ONLY[self.other] or (
            word not in WORDS[self.language] and _only_card(token, self.other)
        )
        if known and self.evidence and not token.quoted:
            pair = (self.evidence, token) if self.language == "pt" else (token, self.evidence)
            words = {name: shown(each.text) for name, each in zip(LANGUAGES, pair, strict=True)}
            template = "{pt} is Portuguese and {en} is English: write all in one language."
            message = Message("mixed_languages", template, words)
        return self.source.error(message, token.span)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What had to be assumed about the language."""
        if self.evidence or not self.doubtful:
            return ()
        template = "{token} was read in {language}; nothing else tells which language it is."
        language = "Portuguese" if self.language == "pt" else "English"
        values = {"token": shown(self.doubtful.text), "language": Message("language", language)}
        return (Message("language_assumed", template, values),)


def heard(source: Source, tokens: list[Token], assumed: str) -> Tongue:
    """The language in which most of a text's pieces that tell it are.

    Parameters
    ----------
    source : Source
        The text.
    tokens : list of Token
        Its pieces.
    assumed : {"pt", "en"}
        The language where nothing tells it.
    """
    for tell in (_word_of, _card_of, _rank_of):
        votes: dict[str, list[Token]] = {language: [] for language in LANGUAGES}
        for index, token in enumerate(tokens):
            language = tell(tokens, index) if token.text else None
            if language:
                votes[language].append(token)
        if any(votes.values()):
            best = max(len(each) for each in votes.values())
            first = min(
                (each[0].start, language) for language, each in votes.items() if len(each) == best
            )
            return Tongue(source, first[1], votes[first[1]][0])
    return Tongue(source, assumed)


def _word_of(tokens: list[Token], index: int) -> str | None:
    word = tokens[index].folded
    if len(word) == 2 and tokens[index].text.isupper():
        return None  # it may be a card
    for language in LANGUAGES:
        if word in ONLY[language]:
            return language
    return None


def _only_card(token: Token, language: str) -> bool:
    """Whether a piece is cards or a suit in one language, and not in the other."""
    other = LANGUAGES[1 - LANGUAGES.index(language)]
    shape, against = look(token.plain, language), look(token.plain, other)
    if shape is None:
        return False
    return against is None or (shape.kind == "cards" and against.kind != "cards")


def _card_of(tokens: list[Token], index: int) -> str | None:
    before = look(tokens[index - 1].plain, "pt") if index and tokens[index - 1].text else None
    if before is not None and before.kind == "suit" and before.sign:
        return None  # it may be the ranks of that suit
    for language in LANGUAGES:
        if _only_card(tokens[index], language):
            return language
    return None


def _rank_of(tokens: list[Token], index: int) -> str | None:
    """The language whose letter stands for a rank beside the sign of a suit."""
    shape = look(tokens[index].plain, "pt")
    if shape is None or not shape.sign or shape.kind != "cards":
        return None
    letters = set(tokens[index].plain.upper())
    return "pt" if letters & set("RVDBM") else "en" if letters & set("KQJ") else None
