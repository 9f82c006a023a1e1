"""What the page says: English sentences, each with its translation from the catalogue."""

from __future__ import annotations

from trunfo.engine.errors import Translate, as_written

TEXTS = (
    as_written("Advise"),
)
"""Every text of the page; the files in `static/` name them in English."""


def texts(translate: Translate) -> dict[str, str]:
    """By the English text what is said for it."""
    return {text: translate(text) for text in TEXTS}
