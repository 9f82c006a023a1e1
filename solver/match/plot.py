"""The running mean of a match with its interval, as a picture (extra `trunfo[plots]`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.errors import Message, Translate, UnreadableInput, as_written
from trunfo.match.file import read_deals, read_header
from trunfo.match.statistics import Running

FIRST = 10
"""Deals before the curve begins: the interval is wider than the picture before."""

POINTS = 2000
"""Points of a curve at most; more than there are pixels tell nothing."""


def running(differences: Sequence[float]) -> NDArray[np.float64]:
    """Deals, mean and half-width of the 95% interval after each deal of a match.

    Parameters
    ----------
    differences : sequence of float
        One a deal.

    Returns
    -------
    float64[n, 3]
        The half-width is NaN where there is no interval: a gap in the picture.
    """
    table = np.empty((len(differences), 3))
    seen = Running()
    for index, value in enumerate(differences):
        seen.add(value)
        mean, ci95 = seen.estimate.mean, seen.estimate.ci95
        table[index] = (seen.count, mean, np.nan if ci95 is None else ci95)
    return table


def plot(paths: Sequence[Path], target: Path, translate: Translate = as_written) -> None:
    """Draw the RISCOS per deal of one or more files against the number of deals.

    Parameters
    ----------
    paths : sequence of Path
        Files of matches.
    target : Path
        A picture; its ending says of which kind.

    Raises
    ------
    UnreadableInput
        If matplotlib is not installed, a file cannot be right, or the picture cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        text = "Matplotlib is not installed: pip install 'trunfo[plots]'."
        raise UnreadableInput(Message("no_matplotlib", text)) from None
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.axhline(0, color="black", linewidth=0.8)
    for path in paths:
        first, second = read_header(path, to_play=False).match.players
        table = running([finished.outcome.riscos for finished in read_deals(path)])
        table = table[FIRST:] if len(table) > FIRST else table
        table = table[:: max(1, len(table) // POINTS)]
        deals, mean, width = table.T
        (line,) = axes.plot(deals, mean, label=f"{first} - {second}")
        axes.fill_between(
            deals, mean - width, mean + width, alpha=0.2, linewidth=0, color=line.get_color()
        )
    axes.set_xlabel(translate("deals"))
    axes.set_ylabel(translate("RISCOS a deal, mean and 95% interval"))
    axes.legend()
    try:
        figure.savefig(target)
    except (OSError, ValueError) as error:
        values = {"path": str(target), "why": str(error)}
        template = "`{path}` cannot be written: {why}."
        raise UnreadableInput(Message("file_unwritable", template, values)) from None
