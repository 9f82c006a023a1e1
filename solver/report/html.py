"""Reports in a notebook."""

from __future__ import annotations

from html import escape


def block(text: str) -> str:
    """A text as it stands, its columns below each other."""
    return f'<pre style="line-height:1.3">{escape(text)}</pre>'
