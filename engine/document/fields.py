"""Plain values of a document: their types and bounds, and errors that carry a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trunfo.engine.cards import SUIT_LETTERS, SUIT_SYMBOLS, rank_message
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import Game
from trunfo.engine.text.source import shown
from trunfo.engine.text.vocabulary import LONGEST_WORD, fold

LONGEST_LIST = 256
MOST = 9999
"""Bounds of what is read at all; whether it can be right is for the rules to say."""


def error(code: str, template: str, where: str, **values: Any) -> UnreadableInput:
    """An error about the value at a JSON pointer."""
    return UnreadableInput(Message(code, template, values), where)


def member(where: str, key: str) -> str:
    """The JSON pointer of an object's member."""
    return f"{where}/{key.replace('~', '~0').replace('/', '~1')}"


def missing(key: str, where: str) -> UnreadableInput:
    """The error that something needed is not there."""
    return error("missing_key", "{key} is missing.", where, key=key)


def not_in_game(game: Game, key: str, where: str, means: Iterable[str]) -> UnreadableInput:
    """The error that a key means nothing in a game."""
    template = "{key} means nothing in {game}; what does: {keys}."
    return error(
        "key_not_in_game", template, where, key=key, game=game.title, keys=", ".join(means)
    )


def unknown(kind: str, word: str, choices: Iterable[str], where: str) -> UnreadableInput:
    """The error that a word is none of the choices, which names those that are like it."""
    from difflib import get_close_matches  # here: it takes long to load, and few need it

    folded = {fold(choice): choice for choice in choices}
    near = get_close_matches(fold(word), folded, 3) if len(word) <= LONGEST_WORD else []
    if near:
        template = {
            "key": "There is no key {word}. Do you mean {choices}?",
            "game": "There is no game {word}. Do you mean {choices}?",
            "option": "There is no option {word}. Do you mean {choices}?",
            "preset": "There are no rules {word}. Do you mean {choices}?",
            "phase": "There is no phase {word}. Do you mean {choices}?",
        }[kind]
    else:
        template = {
            "key": "There is no key {word}. There are: {choices}.",
            "game": "There is no game {word}. There are: {choices}.",
            "option": "There is no option {word}. There are: {choices}.",
            "preset": "There are no rules {word}. There are: {choices}.",
            "phase": "There is no phase {word}. There are: {choices}.",
        }[kind]
    listed = ", ".join(folded[choice] for choice in near or folded)
    return error(f"unknown_{kind}", template, where, word=shown(word), choices=listed)


def not_in_pack(token: str) -> Message:
    """The sentence that the game is played without the rank of a card."""
    template = "There is no {card} in the pack: the game has no {rank}."
    rank = rank_message(token[:-1])
    suit = SUIT_SYMBOLS[SUIT_LETTERS.index(token[-1])]
    card = Message("card", "{rank}{suit}", {"rank": rank, "suit": suit})
    return Message("rank_not_in_pack", template, {"card": card, "rank": rank})


def too_many_cards(most: int) -> Message:
    """The sentence that a list holds more cards than there are."""
    return Message("too_many_cards", "More cards than the {most} of the pack.", {"most": most})


def members(
    value: object, where: str, keys: Iterable[str], needed: Iterable[str] = ()
) -> Mapping[str, Any]:
    """A JSON object with no keys but these, in which the needed ones are there."""
    if not isinstance(value, Mapping):
        raise error("wrong_type", "An object is needed here.", where)
    for key in value:
        if not isinstance(key, str):
            raise error("wrong_type", "The keys of an object must be texts.", where)
        if key not in keys:
            raise unknown("key", key, keys, member(where, key))
    twice = getattr(value, "twice", None)
    if twice is not None:
        template = "{key} is there twice."
        raise error("key_twice", template, member(where, twice), key=shown(twice))
    for key in needed:
        if key not in value:
            raise missing(key, where)
    return value


def items(value: object, where: str, length: int | None = None) -> list[Any]:
    """A JSON array, of this length or of any that is not absurd."""
    if not isinstance(value, (list, tuple)):
        raise error("wrong_type", "A list is needed here.", where)
    if length is not None and len(value) != length:
        template = "A list of {length} is needed here, not of {found}."
        raise error("wrong_length", template, where, length=length, found=len(value))
    if len(value) > LONGEST_LIST:
        raise error("too_long", "A list of {found} is too long.", where, found=len(value))
    return list(value)


def integer(value: object, where: str, least: int = 0, most: int = MOST) -> int:
    """A whole number between bounds."""
    if type(value) is not int or not least <= value <= most:
        template = "A whole number from {least} to {most} is needed here."
        raise error("wrong_number", template, where, least=least, most=most)
    return value


def flag(value: object, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise error("wrong_type", "true or false is needed here.", where)
    return value


def text(value: object, where: str) -> str:
    """A JSON string."""
    if not isinstance(value, str):
        raise error("wrong_type", "A text is needed here.", where)
    return value
