"""The running mean of a match with its interval, as a picture (extra `trunfo[plots]`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.errors import Message, Translate, UnreadableInput, as_written, unwritable
from trunfo.match.file import read_deals, read_header
from trunfo.match.statistics import FEWEST, Running, Sprt

POINTS = 2000
"""Points of a curve at most; more than there are pixels tell nothing."""


TOLD = 10
"""Deals from which on the picture is as high as the curve: its beginning is wild."""

MARGIN = 0.05


class Curve(NamedTuple):
    """A match after each of its deals; NaN where there is no such thing yet, a gap in the picture.

    Parameters
    ----------
    deals, mean, width : float64[n]
        How many, the mean difference, and the half-width of its 95% interval.
    bounds : float64[n, 2]
        The means at which the sequential test, if any, ends the match.
    """

    deals: NDArray[np.float64]
    mean: NDArray[np.float64]
    width: NDArray[np.float64]
    bounds: NDArray[np.float64]


def running(differences: Sequence[float], sprt: Sprt | None = None) -> Curve:
    """Mean, interval and bounds of the test after each deal of a match.

    Parameters
    ----------
    differences : sequence of float
        One a deal.
    sprt : Sprt, optional
        The sequential test.
    """
    table = np.full((len(differences), 5), np.nan)
    seen = Running()
    for row, value in zip(table, differences, strict=True):
        seen.add(value)
        mean, ci95 = seen.estimate.mean, seen.estimate.ci95
        row[:2] = seen.count, mean
        if ci95 is not None:
            row[2] = ci95
        bounds = sprt.bounds(seen) if sprt and seen.count >= FEWEST else None
        if bounds is not None:
            row[3:] = bounds
    return Curve(table[:, 0], table[:, 1], table[:, 2], table[:, 3:])


def _height(curve: Curve) -> tuple[float, float]:
    """Lowest and highest value that the picture must hold: intervals once they tell something."""
    told = slice(min(TOLD, len(curve.mean) - 1), None)
    width = np.nan_to_num(curve.width[told])
    values = np.concatenate((curve.mean, curve.mean[told] - width, curve.mean[told] + width))
    return float(values.min()), float(values.max())


def plot(
    paths: Sequence[Path], target: Path, translate: Translate = as_written, by: str | None = None
) -> None:
    """Draw the difference per deal of one or more files against the number of deals.

    The bounds of a sequential test are drawn from the deal on that it may first end after.

    Parameters
    ----------
    paths : sequence of Path
        Files of matches.
    target : Path
        A picture; its ending says of which kind.
    by : str, optional
        `riscos` or `points`; that of the files if not given.

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
    if not target.suffix:  # matplotlib would write another file, with an ending of its own
        values = {"path": str(target)}
        template = "`{path}` has no ending that says which kind of picture to write, such as .png."
        raise UnreadableInput(Message("file_unwritable", template, values))
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.axhline(0, color="black", linewidth=0.8)
    low, high = 0.0, 0.0
    column = None
    for path in paths:
        header = read_header(path, to_play=False)
        column = by or header.by
        found = [getattr(finished.outcome, column) for finished in read_deals(path)]
        if not found:
            continue
        curve = running(found, header.sprt if column == header.by else None)
        step = max(1, len(found) // POINTS)
        shown = Curve(*(part[::step] for part in curve))
        low, high = min(low, _height(curve)[0]), max(high, _height(curve)[1])
        first, second = header.match.players
        (line,) = axes.plot(
            shown.deals, shown.mean, label=f"{first.label} - {second.label}",
            marker="." if len(found) == 1 else None,
        )
        axes.fill_between(
            shown.deals, shown.mean - shown.width, shown.mean + shown.width, alpha=0.2,
            linewidth=0, color=line.get_color(),
        )
        axes.plot(shown.deals, shown.bounds, color=line.get_color(), linestyle="--", linewidth=0.8)
    margin = MARGIN * (high - low) or 1.0
    axes.set_ylim(low - margin, high + margin)
    axes.set_xlabel(translate("deals"))
    axes.set_ylabel(
        translate("points a deal, mean and 95% interval") if column == "points"
        else translate("RISCOS a deal, mean and 95% interval")
    )
    if axes.lines[1:]:
        axes.legend()
    try:
        figure.savefig(target)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError):
            raise unwritable(target, error) from None
        values = {"path": str(target), "why": str(error)}
        template = "`{path}` cannot be written: {why}."
        raise UnreadableInput(Message("file_unwritable", template, values)) from None
