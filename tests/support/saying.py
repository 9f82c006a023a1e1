"""What a text says, and the error that it raises: for tests of the notation."""

from __future__ import annotations

import pytest

from trunfo.engine.document import document
from trunfo.engine.errors import TrunfoError
from trunfo.engine.text import notation


def said(text, **options):
    """What a text says, as the document without its schema."""
    written = document.write(notation.read(text, **options).state)
    del written["schema"]
    return written


def hand(cards, game="copas"):
    """The cards of a hand."""
    return said(f"{game}; mão {cards}").get("hand")


def error_of(text):
    """The error that a text raises."""
    with pytest.raises(TrunfoError) as caught:
        notation.parse(text)
    return caught.value


def underlined(error):
    """The part of the line under which there are carets."""
    line, carets = error.excerpt.split("\n")
    start = carets.index("^")
    return line[start : start + carets.count("^")]
