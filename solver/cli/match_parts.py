"""What the commands about matches are made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

from trunfo.engine.errors import unwritable
from trunfo.language import Language
from trunfo.match.statistics import Sprt

MOST_RISCOS = 1e6


def pair(spoken: Language) -> Callable[[str], Sprt]:
    """The type of `--sprt`: two differences in RISCOS a deal, the smaller one first."""

    def convert(value: str) -> Sprt:
        try:
            d0, d1 = (float(part) for part in value.split(","))
        except ValueError:
            d0 = d1 = math.nan
        if -MOST_RISCOS <= d0 < d1 <= MOST_RISCOS:
            return Sprt(d0, d1)
        template = spoken.translate("{value} is no pair of numbers D0,D1 with D0 below D1.")
        raise click.BadParameter(template.format(value=value))

    return convert


@contextmanager
def created(path: Path) -> Iterator[TextIO]:
    """A file to write text to.

    Raises
    ------
    SystemFault
        If it cannot be written.
    """
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise unwritable(path, error) from None


def said(value: object) -> str:
    """The value of an option as it is given."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, Sprt):
        return f"{value.d0:g},{value.d1:g}"
    if isinstance(value, Mapping):
        return " ".join(f"{key}={value[key]}" for key in value)
    return str(value)
