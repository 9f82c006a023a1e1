"""That long work goes on: a line on a terminal, drawn again and again, and gone in the end."""

from __future__ import annotations

import shutil
from typing import TextIO

from trunfo.advice import Advice
from trunfo.language import Language, live, width
from trunfo.report.words import Page, label

QUIET_S = 1.5
"""Seconds in which nothing is shown: most answers are there by then."""


class Progress:
    """Shows advice as it firms; as a context it takes its line away in the end.

    Parameters
    ----------
    stream : TextIO
        Standard error; nothing is shown on anything but a terminal.
    spoken : Language
        The reader's language.
    """

    def __init__(self, stream: TextIO, spoken: Language) -> None:
        self.shown = live(stream)
        self._stream = stream
        self._page = Page(spoken, stream.encoding or "utf-8")
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._drawn:
            self._draw("")

    def __call__(self, advice: Advice) -> None:
        """Show how many deals have been tried out, and what is best so far."""
        if not self.shown or advice.elapsed_s < QUIET_S or not advice.options:
            return
        _ = self._page.language.translate
        best = advice.options[0]
        text = _("{seconds} s, {worlds} deals, best so far: {action}").format(
            seconds=self._page.number(advice.elapsed_s, 0), worlds=advice.worlds,
            action=label(advice.state, best.action, _),
        )
        self._draw(self._page.fit(text))

    def tell(self, text: str, **values: object) -> None:
        """Show how far it is: an English text of the catalogue with its values."""
        if self.shown:
            self._draw(self._page.fit(self._page.language.translate(text).format(**values)))

    def _draw(self, line: str) -> None:
        columns = shutil.get_terminal_size().columns
        while width(line) >= columns:
            line = line[:-1]
        self._stream.write(f"\r{line}\x1b[K")
        self._stream.flush()
        self._drawn = bool(line)
