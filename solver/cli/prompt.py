"""Lines that a person types: with completion, history and advice below where there is a terminal.

That takes the extra `table` (prompt_toolkit). Without it, from a pipe and on a terminal on which
nothing may be drawn anew, lines are plain.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from trunfo.advise import BATCH_SECONDS
from trunfo.cli.parts import page
from trunfo.cli.thinking import Thinking
from trunfo.engine.text.vocabulary import fold
from trunfo.language import Language, fit, live
from trunfo.report.table import in_short
from trunfo.report.words import Page, unstyled

MENU = 5
"""Lines that are kept free for completions."""
MOST_ROWS = 6
"""Actions that are shown below the prompt while advice firms."""


class Lines:
    """The lines of a conversation.

    Parameters
    ----------
    spoken : Language
        The reader's language.
    """

    def __init__(self, spoken: Language) -> None:
        self.spoken = spoken
        self.choices: Callable[[], list[str]] = list
        self.thinking: Thinking | None = None
        self._terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._prompt = _toolkit(self) if self._terminal and live(sys.stdout) else None
        if self._prompt is not None:
            self.thinking = Thinking()

    def read(self) -> str | None:
        """The next line; None behind the last."""
        try:
            if self._prompt is not None:
                line: str = self._prompt.prompt("> ")
                return line
            if self._terminal:
                return input("> ")
        except EOFError:
            return None
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def __iter__(self) -> Iterator[str]:
        return iter(self.read, None)

    def below(self) -> str:
        """What stands below the prompt: the advice as far as it has been thought."""
        advice = self.thinking.advice if self.thinking is not None else None
        if advice is None:
            return ""
        here: Page = replace(page(self.spoken), style=unstyled)
        room = shutil.get_terminal_size().lines - MENU - 6
        return "\n".join(in_short(advice, here, min(MOST_ROWS, room)))


def completed(typed: str, choices: list[str], code: str) -> Iterator[str]:
    """The choices that begin as what is typed, suits as signs or letters, accents or none."""
    start = fold(typed.lstrip())
    for choice in choices:
        if any(fold(form).startswith(start) for form in (choice, fit(choice, "ascii", code))):
            yield choice


def _toolkit(lines: Lines) -> Any:
    """A prompt with completion, history and advice; None without the extra `table`."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import InMemoryHistory
    except ImportError:
        return None

    class Legal(Completer):
        """Completes legal acts and the words of the prompt."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            """What begins as the line does."""
            typed = document.text_before_cursor
            for choice in completed(typed, lines.choices(), lines.spoken.code):
                yield Completion(choice, start_position=-len(typed))

    def below() -> str | None:
        return lines.below() or None

    return PromptSession(
        completer=Legal(), history=InMemoryHistory(), bottom_toolbar=below,
        reserve_space_for_menu=MENU, refresh_interval=BATCH_SECONDS,
    )
