"""What a request asks for: a JSON object or the keys of an address, checked before work begins."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from trunfo.engine.document.fields import error, members
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.language import LANGUAGES, Language, language

MOST_SECONDS = 10.0
"""The longest that one piece of advice may be thought about."""
MOST_WORLDS = 100_000
MOST_SAMPLES = 100
MOST_RULES = 50

BUDGET = ("time", "worlds", "seed", "jobs")
ADVISE = (
    "state", "rules", "lang", *BUDGET, "until_clear", "objective", "method", "why", "versus",
    "beliefs", "samples", "if",
)
SOLVE = ("state", "rules", "lang")
PARSE = ("state", "rules", "lang", "me")
TABLE = (
    "record", "game", "state", "rules", "names", "seed", "number", "whole", "series", "me", "act",
    "undo", "next", "player", "lang",
)
REVIEW = ("record", "seat", *BUDGET, "deal", "seating", "lang")
RECORDS = ("record", "deal", "lang")
"""The keys of each address."""

FLAGS = ("until_clear", "why", "beliefs")
MOST = {"time": MOST_SECONDS, "worlds": MOST_WORLDS, "samples": MOST_SAMPLES}


def document(body: bytes, keys: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Any]:
    """The object that a body holds.

    Raises
    ------
    UnreadableInput
        If it is no JSON object with these keys.
    """
    try:
        text = body.decode("utf-8-sig")
        found = json.loads(text, parse_constant=_no_number)
        json.dumps(found, ensure_ascii=False).encode()  # halves of characters are no text
    except UnicodeDecodeError as wrong:
        raise _no_text(wrong.start) from None
    except UnicodeEncodeError:
        raise _no_text(0) from None
    except json.JSONDecodeError as wrong:
        message = Message("json_syntax", "This is not JSON: {what}.", {"what": wrong.msg})
        raise UnreadableInput(message, wrong.pos) from None
    except (RecursionError, ValueError):
        raise error("json_syntax", "This JSON is nested too deep.", "") from None
    return dict(members(found, "", tuple(keys), tuple(needed)))


def query(
    pairs: Iterable[tuple[str, str]], keys: Iterable[str], needed: Iterable[str] = ()
) -> dict[str, Any]:
    """The same from the keys of an address: numbers and `true` are read as in JSON.

    Raises
    ------
    UnreadableInput
        If a key is unknown, missing, or there twice.
    """
    found: dict[str, Any] = {}
    for key, text in pairs:
        if key == "rules":
            found.setdefault(key, []).append(text)
        elif key in found:
            raise error("key_twice", "{key} is there twice.", f"/{key}", key=key)
        else:
            found[key] = text if key in ("state", "record", "if", "lang") else _value(text)
    return dict(members(found, "", tuple(keys), tuple(needed)))


def spoken(asked: Mapping[str, Any]) -> Language:
    """The language that is asked for, English if none is.

    Raises
    ------
    UnreadableInput
        If it is none of ours.
    """
    code = asked.get("lang", "en")
    if code not in LANGUAGES:
        text = "{name} must be one of {words}, not {value}."
        values = {"name": "lang", "words": ", ".join(LANGUAGES), "value": repr(code)}
        raise UnreadableInput(Message("bad_option", text, values), "/lang")
    return language(str(code))


def limited(asked: Mapping[str, Any], cores: int) -> dict[str, Any]:
    """The budget of a request, within what a server allows.

    Raises
    ------
    UnreadableInput
        If more is asked for.
    """
    for name, most in {**MOST, "jobs": cores}.items():
        value = asked.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > most:
            text = "{name} can be at most {most} here, not {value}."
            raise error("too_much", text, f"/{name}", name=name, most=most, value=value)
    for name in FLAGS:
        if not isinstance(asked.get(name, False), bool):
            raise error("wrong_type", "true or false is needed here.", f"/{name}")
    return {name: asked[name] for name in BUDGET if asked.get(name) is not None}


def rules(asked: Mapping[str, Any]) -> list[str]:
    """Options of the rules, `option=value` each, on top of what a position says.

    Raises
    ------
    UnreadableInput
        If they are no list of texts.
    """
    found = asked.get("rules", [])
    if not isinstance(found, list) or len(found) > MOST_RULES or not all(
        isinstance(each, str) for each in found
    ):
        raise error("wrong_type", "A list of texts, option=value each, is needed here.", "/rules")
    return list(found)


def told(code: str, sentence: str, where: str | None = None) -> dict[str, Any]:
    """An error as scripts read it, of what is no fault of a position."""
    return {"error": {"code": code, "message": sentence, "where": where}}


def _value(text: str) -> Any:
    """A number, true, false or an object where it is one, else the text."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return text


def _no_number(word: str) -> NoReturn:
    raise json.JSONDecodeError(f"{word} is no number", word, 0)


def _no_text(offset: int) -> UnreadableInput:
    template = "The input is not text in UTF-8: the byte at offset {offset} does not belong there."
    return UnreadableInput(Message("encoding", template, {"offset": offset}), offset)
