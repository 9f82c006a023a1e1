"""Characters that only look like those of a card, or cannot be seen at all."""

from __future__ import annotations

import unicodedata

from trunfo.engine.errors import Message
from trunfo.engine.text.source import shown

_LOOK_ALIKE = {
    **dict(zip("АВЕКМНОРСТУХ", "ABEKMHOPCTYX", strict=True)),  # noqa: RUF001  # Cyrillic
    **dict(zip("авекмнорстух", "abekmhopctyx", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),  # noqa: RUF001  # Greek
    **dict(zip("ορνυ", "opvu", strict=True)),  # noqa: RUF001
}


def strange(text: str) -> Message | None:
    """The sentence about the first character that is not what it seems; None if there is none."""
    for char in text[:200]:
        code = f"U+{ord(char):04X}"
        if char in _LOOK_ALIKE:
            template = "{token} holds a {code} that only looks like {letter}."
            values = {"token": shown(text), "code": code, "letter": _LOOK_ALIKE[char]}
            return Message("look_alike", template, values)
        if unicodedata.category(char) in ("Cf", "Cc", "Co", "Cn", "Cs", "Zs"):
            template = "{token} holds an invisible character, {code}: take it out."
            return Message("invisible", template, {"token": shown(text), "code": code})
    return None
