"""Actions and acts in words: `V♣`, `passo A♣ D♠ R♠`, `vou 4♠`, `direita tirou 7♦`.

One reader for all places where people write what is done: tables, records, `--if`. In Portuguese
or English, with or without accents; a seat may stand before it. What can be read in both
languages is read in the one asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from trunfo.engine.cards import SUIT_LETTERS, SUIT_SYMBOLS, Pack, rank_message, suit_of
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import Rules
from trunfo.engine.text.notation import read_cards
from trunfo.engine.text.source import Source, shown
from trunfo.engine.text.vocabulary import (
    LANGUAGES,
    NONE,
    SEAT_WORDS,
    SEATS,
    SUIT_SIGNS,
    SUITS,
    fold,
)
from trunfo.engine.trick_game import TrickGame
from trunfo.table.acts import TURN, Act, read_act
from trunfo.table.deals import DRAW


@dataclass(frozen=True)
class Verb:
    """How something that is done is said.

    Parameters
    ----------
    kind : str
        What it is: the key of an act, `turn`, `stay` or `received`.
    words : mapping
        By language, folded: how the player himself says it, how it is said of another, other
        forms.
    """

    kind: str
    words: Mapping[str, tuple[str, ...]]


def _verb(kind: str, portuguese: str, english: str) -> Verb:
    return Verb(kind, {"pt": tuple(portuguese.split("|")), "en": tuple(english.split("|"))})


VERBS = (
    _verb("play", "jogo|joga|jogou|joguei|saio|sai|saiu|saio com|sai com|saiu com|ponho|poe|pos"
          "|corto com|corta com|cortou com", "play|plays|played|lead|leads|led|ruffs with"),
    _verb("pass", "passo|passa|passou|passei", "pass|passes|passed"),
    _verb("trump", "trunfo|escolhe|escolheu|escolho", "trump|chooses|chose|choose"),
    _verb("turn", "viro|vira|virou|virei", "turn|turns"),
    _verb("go", "vou|vai|foi|fui", "go|goes|went"),
    _verb("stay", "fico|fica|ficou|fiquei", "stay|stays|stayed"),
    _verb("redeal", "novo jogo|pede novo jogo|peco novo jogo|pediu novo jogo|nova partida",
          "redeal|new deal|asks for a new deal"),
    _verb("got", "tirei|tirou|tiro|tira", "drew|draws|draw|got|gets"),
    _verb("received", "recebi|recebeu|recebo|recebe", "received|receives|receive"),
    _verb("turned", "virada|virado|virou-se|vira-se", "turned"),
    _verb("leave", "desisto|desiste|desistiu", "leave|leaves"),
    _verb("revoke", "renuncia|renunciou|renunciei", "revoke|revokes|revoked"),
)
TRICK = {"pt": "vaza", "en": "trick"}
ARTICLES = ("o", "a", "the")
"""What may stand before a seat."""
SUIT_NAMES = {
    language: tuple(
        next(word for word, letter in SUITS[language].items() if letter == suit)
        for suit in SUIT_LETTERS
    )
    for language in LANGUAGES
}
"""The words for the suits, by language."""
ENGLISH_SUITS = {"H": "C", "D": "O", "S": "E", "C": "P"}
"""Suits by their English letters."""

_SPLIT = re.compile(r'"[^"]*"|[^,;\n"]+|"')
_WORD = re.compile(r'"[^"]*"|\S+')


class AtTable(Protocol):
    """What has to be known to read an action."""

    @property
    def game(self) -> TrickGame:
        """The game."""

    @property
    def rules(self) -> Rules:
        """Its options."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""

    @property
    def me(self) -> int | None:
        """From whom `right` and `left` are seen."""

    @property
    def phase(self) -> str:
        """What is decided now."""

    @property
    def seat(self) -> int | None:
        """The seat to act."""

    def knows(self, seat: int) -> bool:
        """Whether the hand of a seat is known."""


def split(text: str) -> Iterator[str]:
    """The actions of a list, separated by commas, semicolons or line breaks."""
    found = ""
    place = 0
    for match in _SPLIT.finditer(text):
        if any(mark in text[place : match.start()] for mark in ",;\n"):
            if found.strip():
                yield found.strip()
            found = ""
        found += match.group()
        place = match.end()
    if found.strip():
        yield found.strip()


def read_action(text: str, table: AtTable, language: str = "pt", me: int | None = None) -> Act:
    """The act that some words stand for.

    Parameters
    ----------
    text : str
        One action, a seat before it or not; or an act as JSON.
    table : AtTable
        Where it is done.
    language : {"pt", "en"}
        How to read what could be either.
    me : int, optional
        From whom `right` and `left` are seen; else the table's own seat, else seat 0.

    Raises
    ------
    UnreadableInput
        If it means nothing; whether it is allowed is not asked here.
    """
    text = text.replace("\ufeff", " ").strip()
    if text.startswith("{"):
        try:
            return read_act(json.loads(text), table.game, table.rules)
        except (json.JSONDecodeError, RecursionError):
            raise UnreadableInput(Message("json_syntax", "This is not JSON: {what}.",
                                          {"what": shown(text)})) from None
    return _Reader(text, table, language, table.me or 0 if me is None else me).act()


class _Reader:
    """Reads one action."""

    def __init__(self, text: str, table: AtTable, language: str, me: int) -> None:
        self.text = text
        self.table = table
        self.language = language
        self.me = me
        self.words = list(_WORD.finditer(text))
        self.place = 0

    def act(self) -> Act:
        """The act."""
        seat = self._seat()
        kind = self._verb()
        found = self._cards_alone() if kind is None else getattr(self, f"_{kind}")()
        if self.place < len(self.words):
            raise self.no_action()
        act = Act.of(found)
        return act if seat is None or "turned" in act else act.by(seat)

    def rest(self) -> str:
        """What has not been read yet."""
        return self.text[self.words[self.place].start() :] if self.place < len(self.words) else ""

    def next(self) -> str:
        """The next word, folded; empty behind the last."""
        return fold(self.words[self.place].group()) if self.place < len(self.words) else ""

    def _seat(self) -> int | None:
        """A seat, if one stands first and something after it."""
        place = int(len(self.words) > 2 and self.next() in ARTICLES)
        if len(self.words) < 2 + place:
            return None
        word = self.words[place].group().rstrip(":")
        seat = seat_named(word, self.table, self.me)
        if seat is not None:
            self.place = place + 1
            self._settle(word)
        return seat

    def _settle(self, word: str) -> None:
        """A seat's word tells the language."""
        found = [language for language in LANGUAGES if fold(word) in SEATS[language]]
        if len(found) == 1:
            self.language = found[0]

    def _verb(self) -> str | None:
        """What is done, if a word says it."""
        left = fold(" ".join(word.group() for word in self.words[self.place :]))
        order = (self.language, *(each for each in LANGUAGES if each != self.language))
        for language in order:
            for verb in VERBS:
                for form in sorted(verb.words[language], key=len, reverse=True):
                    if left == form or left.startswith(f"{form} "):
                        self.place += form.count(" ") + 1
                        self.language = language
                        return verb.kind
        return None

    def no_action(self) -> UnreadableInput:
        """The error that what is left is no action."""
        return self.fail("no_action", "{text} is no action. Actions: {examples}.")

    def fail(self, code: str, template: str) -> UnreadableInput:
        """The error about what has not been read."""
        start = self.words[self.place].start() if self.place < len(self.words) else 0
        source = Source(self.text)
        end = len(self.text)
        values = {
            "text": shown(self.rest() or self.text), "examples": EXAMPLES[self.language]
        }
        return source.error(Message(code, template, values), (start, end))

    def _cards(self) -> list[str]:
        """The cards that follow, up to the end."""
        if not self.rest() or self.rest() in NONE:
            self.place = len(self.words)
            return []
        pack, start = self._pack(), self.words[self.place].start()
        try:
            cards, _ = read_cards(self.rest(), pack, self.language)
        except UnreadableInput as wrong:
            if self._is_a_sentence(wrong):
                raise self.no_action() from None
            offset = wrong.where if isinstance(wrong.where, int) else 0
            excerpt = Source(self.text).excerpt((start + offset, start + offset + 1))
            raise UnreadableInput(wrong.message, start + offset, excerpt) from None
        self.place = len(self.words)
        return [pack.token(card) for card in cards]

    def _is_a_sentence(self, wrong: UnreadableInput) -> bool:
        """Whether what was taken for cards begins with a word that is none, and has more."""
        found = self.words[self.place :]
        return (
            wrong.code == "not_a_card" and wrong.where == 0 and len(found) > 1
            and found[0].group().isalpha()
        )

    def _pack(self) -> Pack:
        return self.table.game.pack(self.table.rules)

    def _cards_alone(self) -> dict[str, Any]:
        """Cards without a verb: one that is played, or what the phase asks for."""
        if not self.rest():
            raise self.no_action()
        cards = self._cards()
        if self.table.phase == DRAW:
            if self.table.seat is None and len(cards) == 1:
                return {"turned": cards[0]}
            return {"got": cards}
        if self.table.phase == "pass" and len(cards) > 1:
            return {"pass": cards}
        if len(cards) != 1:
            self.place = 0
            raise self.fail("bad_action", "{text}: one card is played at a time.")
        return {"play": cards[0]}

    def _one_card(self) -> str:
        cards = self._cards()
        if len(cards) != 1:
            self.place = 0
            raise self.fail("bad_action", "{text}: one card has to be named.")
        return cards[0]

    def _play(self) -> dict[str, Any]:
        return {"play": self._one_card()}

    def _pass(self) -> dict[str, Any]:
        hidden = self.rest() in NONE
        cards = self._cards()
        return {"pass": None if hidden else cards}

    def _trump(self) -> dict[str, Any]:
        word = self.rest()
        if fold(word) in {form for verb in VERBS if verb.kind == "turn"
                          for form in verb.words[self.language]}:
            self.place = len(self.words)
            return {"trump": TURN}
        suit = suit_named(word, self.language)
        if suit is None:
            raise self.fail("bad_action", "{text} is no suit.")
        self.place = len(self.words)
        return {"trump": suit}

    def _turn(self) -> dict[str, Any]:
        return {"trump": TURN}

    def _go(self) -> dict[str, Any]:
        word = self.next()
        if word.isdecimal() and len(word) < 3 and self.place == len(self.words) - 1:
            self.place += 1
            return {"go": True, "exchanged": int(word)}
        cards = self._cards()
        return {"go": True, "discard": cards} if cards else {"go": True}

    def _stay(self) -> dict[str, Any]:
        return {"go": False}

    def _redeal(self) -> dict[str, Any]:
        return {"redeal": True}

    def _got(self) -> dict[str, Any]:
        cards = self._cards()
        if not cards:
            raise self.fail("bad_action", "{text}: which cards?")
        return {"got": cards}

    _received = _got

    def _turned(self) -> dict[str, Any]:
        return {"turned": self._one_card()}

    def _leave(self) -> dict[str, Any]:
        return {"leave": True}

    def _revoke(self) -> dict[str, Any]:
        if self.next() == TRICK[self.language]:
            self.place += 1
        word = self.next()
        if not (word.isascii() and word.isdecimal() and len(word) < 3 and int(word)):
            raise self.fail("bad_action", "{text}: say the number of the trick.")
        self.place += 1
        return {"revoke": {"trick": int(word)}}


EXAMPLES = {
    "pt": "V♣; passo A♣ D♠ R♠; trunfo paus; viro; vou 4♠; fico; tirei 7♦; direita desiste",
    "en": "J♣; pass A♣ Q♠ K♠; trump clubs; turn; go 4♠; stay; drew 7♦; right leaves",
}


def seat_named(word: str, table: AtTable, me: int) -> int | None:
    """The seat that a word names: a player's name, or a seat as `me` sees it."""
    if len(word) > 1 and word[0] == word[-1] == '"':
        word = word[1:-1]
    folded = fold(word)
    for seat, name in enumerate(table.names):
        if fold(name) == folded:
            return seat
    words = table.game.seat_words(table.rules)
    for language in LANGUAGES:
        meant = SEATS[language].get(folded)
        for alike in {"partner": ("partner", "across"), "across": ("across", "partner")}.get(
            meant or "", (meant,)
        ):
            if alike in words:
                return (me + words.index(alike)) % table.game.seats
    return None


def suit_named(word: str, language: str) -> str | None:
    """The letter of a suit that is named by a word, a symbol or a letter; None if it is none."""
    folded = fold(word)
    for each in (language, *LANGUAGES):
        if folded in SUITS[each]:
            return SUITS[each][folded]
    if word[:1] in SUIT_SIGNS and not word[1:].strip("\ufe0e\ufe0f"):
        return SUIT_LETTERS[SUIT_SIGNS[word[0]]]
    letter = "O" if word.upper() == "U" else word.upper()
    if language == "en" and letter in ENGLISH_SUITS:
        return ENGLISH_SUITS[letter]
    return letter if len(letter) == 1 and letter in SUIT_LETTERS else None


# Writing


def card_text(pack: Pack, token: str, language: str = "pt") -> str:
    """A card as it is written in a language: `V♣`, `J♣`."""
    card = pack.card(token)
    rank = pack.rank_of(card)
    if language == "en":
        rank = rank_message(rank).template
    return rank + SUIT_SYMBOLS[suit_of(card)]


def seat_text(table: AtTable, seat: int, language: str = "pt", me: int | None = None) -> str:
    """A seat as `seat_named` reads it: the player's name, or the seat's word."""
    if table.names:
        return f'"{table.names[seat]}"'
    words = table.game.seat_words(table.rules)
    me = table.me or 0 if me is None else me
    word = words[(seat - me) % table.game.seats]
    return SEAT_WORDS[word] if language == "pt" else word


def write_action(act: Act, table: AtTable, language: str = "pt", me: int | None = None) -> str:
    """An act in words, its seat before it if it says one; `read_action` gives it back."""
    pack = table.game.pack(table.rules)
    me = table.me or 0 if me is None else me
    before, form = "", 0
    if act.seat is not None:
        before = f"{seat_text(table, act.seat, language, me)} "
        form = 0 if act.seat == me else 1

    def said(kind: str) -> str:
        forms = next(verb.words[language] for verb in VERBS if verb.kind == kind)
        word = forms[min(form, len(forms) - 1)]
        return "renúncia" if word == "renuncia" or (kind == "revoke" and language == "pt") else word

    def cards(tokens: tuple[str, ...]) -> str:
        return " ".join(card_text(pack, token, language) for token in tokens) or "-"

    if "play" in act:
        return before + card_text(pack, act["play"], language)
    if "pass" in act:
        return f"{before}{said('pass')} {cards(act['pass'] or ())}"
    if "trump" in act:
        if act["trump"] == TURN:
            return before + said("turn")
        suit = SUIT_NAMES[language][SUIT_LETTERS.index(act["trump"])]
        forms = {"pt": "trunfo", "en": "trump"}
        return f"{before}{forms[language]} {suit}"
    if "go" in act:
        if not act["go"]:
            return before + said("stay")
        if act.get("discard"):
            return f"{before}{said('go')} {cards(act['discard'])}"
        count = act.get("exchanged")
        return f"{before}{said('go')}" + (f" {count}" if count else "")
    if "redeal" in act:
        return before + {"pt": "novo jogo", "en": "redeal"}[language]
    if "got" in act:
        verb = said("got" if len(act["got"]) == 1 else "received")
        return f"{before}{verb} {cards(act['got'])}"
    if "turned" in act:
        return f"{said('turned')} {card_text(pack, act['turned'], language)}"
    if "leave" in act:
        return before + said("leave")
    return f"{before}{said('revoke')} {TRICK[language]} {act['revoke']['trick']}"
