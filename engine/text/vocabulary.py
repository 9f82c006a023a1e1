"""The words of positions written as text, in Portuguese and in English.

All words stand here folded: lower case, without accents (`fold`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from trunfo.engine.cards import COPAS, ESPADAS, OUROS, PAUS

LANGUAGES = ("pt", "en")
LONGEST_WORD = 64


def fold(text: str) -> str:
    """A word in lower case and without accents, whatever its Unicode normal form.

    What is longer than any word can be is left as it is: normalising a long row of
    combining marks takes time that grows with its square.
    """
    if len(text) > LONGEST_WORD:
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if unicodedata.category(char) != "Mn").lower()


KEYS = (
    # Portuguese, English, key of the document that the entry goes into
    ("jogo", "game", "game"),
    ("regras", "rules", "rules"),
    ("jogadores", "players", "seats"),
    ("eu", "me", "me"),
    ("fase", "phase", "phase"),
    ("dá", "dealer", "dealer"),
    ("trunfo", "trump", "trump"),
    ("mão", "hand", "hand"),
    ("mãos", "hands", "hands"),
    ("vazas", "tricks", "tricks"),
    ("mesa", "table", "table"),
    ("sai", "leads", "table"),
    ("saíram", "played", "played"),
    ("tem", "has", "known"),
    ("não tem", "lacks", "known"),
    ("pontos", "points", "points"),
    ("monte", "stock", "stock"),
    ("ronda", "round", "round"),
    ("passei", "passed", "passed"),
    ("recebi", "received", "received"),
    ("pontuação", "scores", "scores"),
    ("faltas", "absences", "absences"),
    ("foram", "in", "decisions"),
    ("ficaram", "out", "decisions"),
    ("trocas", "exchanged", "decisions"),
    ("deitei fora", "discarded", "discarded"),
)
"""The keys as they are shown; what is read is folded. The English word names the entry."""

ENTRY_KEYS: Mapping[str, str] = {english: key for _, english, key in KEYS}
"""The key of the document, by English word."""

Lexicon = Mapping[str, Mapping[str, str]]
"""By language, by folded word: what the word stands for (an English word, a rank, a suit)."""


def key_words(language: str) -> Mapping[str, str]:
    """The keys as they are shown in a language, by English word."""
    return {english: (portuguese, english)[LANGUAGES.index(language)]
            for portuguese, english, _ in KEYS}


def _lexicon(rows: Iterable[tuple[str, str, str]]) -> Lexicon:
    """Rows of Portuguese words, English words, meaning."""
    lexicon: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for *columns, meaning in rows:
        for language, words in zip(LANGUAGES, columns, strict=True):
            lexicon[language].update({fold(word): meaning for word in words.split("|")})
    return lexicon


ENTRIES = _lexicon((portuguese, english, english) for portuguese, english, _ in KEYS)

SEATS = _lexicon((
    ("eu", "me", "me"), ("direita", "right", "right"), ("esquerda", "left", "left"),
    ("parceiro", "partner", "partner"), ("frente", "across", "across"),
    ("ele", "opponent", "opponent"),
))
SEAT_WORDS: Mapping[str, str] = {
    "me": "eu", "right": "direita", "left": "esquerda", "partner": "parceiro",
    "across": "frente", "opponent": "ele",
}
"""The Portuguese seat words as they are written, by English word."""

WORDS = _lexicon((
    ("nós", "us", "us"), ("eles", "them", "them"),
    ("monte", "stock", "stock"), ("escolheu", "chose", "chose"), ("virada", "turned", "turned"),
    ("tem", "has", "has"), ("não", "lacks", "lacks"),
))
"""What else stands in values, between seats, cards and numbers."""

PHASES = _lexicon((
    ("jogar", "play", "play"), ("passar", "pass", "pass"),
    ("trunfo", "trump", "trump"), ("ir", "go", "go"),
))
PHASE_WORDS: Mapping[str, str] = {
    meaning: word for word, meaning in PHASES["pt"].items()
}

OF = _lexicon((("de", "of", "of"),))

RANKS = _lexicon((
    ("ás", "ace", "A"), ("rei", "king", "R"), ("valete", "jack", "V"), ("dama", "queen", "D"),
    ("dois|duque", "two|deuce", "2"), ("três|terno", "three", "3"),
    ("quatro|quadra", "four", "4"), ("cinco|quina", "five", "5"), ("seis|sena", "six", "6"),
    ("sete|bisca|manilha", "seven", "7"), ("oito", "eight", "8"), ("nove", "nine", "9"),
    ("dez", "ten", "10"),
))

SUITS = _lexicon((
    ("copas|copa", "hearts|heart", "C"), ("ouros|ouro", "diamonds|diamond", "O"),
    ("espadas|espada", "spades|spade", "E"), ("paus|pau", "clubs|club", "P"),
))

SUIT_SIGNS: Mapping[str, int] = {
    "♥": COPAS, "♡": COPAS, "♦": OUROS, "♢": OUROS,
    "♠": ESPADAS, "♤": ESPADAS, "♣": PAUS, "♧": PAUS,
}
TRUE = frozenset({"sim", "yes", "true", "on"})
FALSE = frozenset({"nao", "no", "false", "off"})
NONE = frozenset({"-", "–", "—"})  # noqa: RUF001  # dashes of every length


RESERVED = frozenset(
    word
    for lexicon in (ENTRIES, SEATS, WORDS, PHASES, OF, RANKS, SUITS)
    for words in lexicon.values()
    for word in words
)
"""Words that are never a player's name unless they stand in quotation marks."""
