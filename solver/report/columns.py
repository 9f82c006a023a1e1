"""Tables that fit: titles are broken, then margins and columns left out, then labels broken."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from trunfo.language import width
from trunfo.report.words import Page

BETWEEN = 2
"""Blanks between two columns."""
LEAST_LABEL = 8
"""Columns of the page that labels get at least."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    title : str
        What stands above.
    cells : tuple of str
        One for each row.
    rank : int
        How soon it is left out where there is no room, the highest first; 0 stays.
    short : tuple of str
        The cells as they may be where there is no room; empty where that makes no difference.
    """

    title: str
    cells: tuple[str, ...]
    rank: int = 0
    short: tuple[str, ...] = ()

    def size(self, *, broken: bool) -> int:
        """The width, with the title in one line or broken at its blanks."""
        title = self.title.split() if broken else [self.title]
        return max(map(width, (*title, *self.cells)))


@dataclass(frozen=True)
class Table:
    """A table as it is shown.

    Parameters
    ----------
    lines : tuple of str
        Titles and rows.
    left_out : tuple of str
        Titles of the columns for which there was no room.
    """

    lines: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def table(columns: Sequence[Column], page: Page) -> Table:
    """Columns side by side, the first aligned left, the others right.

    Where they do not fit in the page's width, titles are broken at blanks, then cells are
    shortened, then columns left out, by rank (of rank 1 they are shortened only when they would
    be left out next); at last the cells of the first are broken.
    """
    kept = [
        Column(
            page.fit(column.title), tuple(map(page.fit, column.cells)), column.rank,
            tuple(map(page.fit, column.short)),
        )
        for column in columns
    ]
    broken = _total(kept, broken=False) > page.width
    left_out: list[str] = []
    while broken and _total(kept, broken=True) > page.width:
        worst = max(kept, key=_spared)
        if worst.short:
            kept[kept.index(worst)] = replace(worst, cells=worst.short, short=())
        elif worst.rank:
            left_out += [column.title for column in kept if column.rank == worst.rank]
            kept = [column for column in kept if column.rank != worst.rank]
        else:
            break
    sizes = [column.size(broken=broken) for column in kept]
    sizes[0] = max(min(sizes[0], page.width - _joined(sizes[1:])), min(sizes[0], LEAST_LABEL))
    return Table(tuple(_lines(kept, sizes, page)), tuple(left_out))


def _spared(column: Column) -> tuple[bool, int, bool]:
    """What is shortened or left out first has the highest."""
    return column.rank > 1 and bool(column.short), column.rank, bool(column.short)


def _joined(sizes: Sequence[int]) -> int:
    """The width of some columns with the blanks before each of them."""
    return sum(sizes) + BETWEEN * len(sizes)


def _total(columns: Sequence[Column], *, broken: bool) -> int:
    return _joined([column.size(broken=broken) for column in columns]) - BETWEEN


def _lines(columns: Sequence[Column], sizes: Sequence[int], page: Page) -> Iterator[str]:
    titles = [_broken(column.title, size) for column, size in zip(columns, sizes, strict=True)]
    height = max(map(len, titles))
    yield from (
        page.style("header", line)
        for line in _row([[""] * (height - len(title)) + title for title in titles], sizes)
    )
    for number, cells in enumerate(zip(*(column.cells for column in columns), strict=True)):
        row = [_broken(cells[0], sizes[0]), *([cell] for cell in cells[1:])]
        for line in _row(row, sizes):
            yield page.style("best", line) if number == 0 else line


def _broken(text: str, size: int) -> list[str]:
    if width(text) <= size:
        return [text]
    return textwrap.wrap(text, size, subsequent_indent="", break_on_hyphens=False)


def _row(cells: Sequence[Sequence[str]], sizes: Sequence[int]) -> Iterator[str]:
    """The lines of one row, of cells of one or several lines."""
    for parts in zip_longest(*cells, fillvalue=""):
        padded = []
        for place, (part, size) in enumerate(zip(parts, sizes, strict=True)):
            pad = " " * (size - width(part))
            padded.append(part + pad if place == 0 else pad + part)
        yield (" " * BETWEEN).join(padded).rstrip()
