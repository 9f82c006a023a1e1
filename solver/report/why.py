"""Why, in words."""

from __future__ import annotations

from trunfo.advice import Advice
from trunfo.engine.errors import Translate, as_written


def why_sentence(advice: Advice, translate: Translate = as_written) -> str:
    """Why the best action, in one or two sentences; empty where nothing is worth saying."""
    return ""
