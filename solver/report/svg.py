"""A chart as SVG, made by hand so that a page needs nothing but itself."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 28
"""Margins: for the figures on the left and below."""
TICKS = 5


@dataclass(frozen=True)
class Line:
    """A line of a chart.

    Parameters
    ----------
    name : str
        What it shows.
    points : sequence of (float, float)
        From left to right.
    kind : str
        A class of the style sheet.
    """

    name: str
    points: Sequence[tuple[float, float]]
    kind: str = ""


@dataclass(frozen=True)
class Mark:
    """A point that stands out and leads somewhere.

    Parameters
    ----------
    place : (float, float)
        Where.
    text : str
        What is shown when it is pointed at.
    target : str
        The id of what it leads to.
    kind : str
        A class of the style sheet.
    """

    place: tuple[float, float]
    text: str
    target: str
    kind: str = ""


def chart(lines: Sequence[Line], marks: Sequence[Mark], title: str, below: str) -> str:
    """Lines and marks over numbers from left to right.

    Parameters
    ----------
    lines, marks : sequence
        What is drawn; a line without points is left out.
    title : str
        What it shows, for readers who do not see it.
    below : str
        What the numbers from left to right are.
    """
    places = [place for line in lines for place in line.points] + [mark.place for mark in marks]
    if not places:
        return ""
    scale = _Scale(places)
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        *_grid(scale, below),
    ]
    for line in lines:
        if line.points:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(scale.at, line.points))
            parts.append(
                f'<polyline class="{escape(line.kind)}" points="{path}">'
                f"<title>{escape(line.name)}</title></polyline>"
            )
    for mark in marks:
        x, y = scale.at(mark.place)
        parts.append(
            f'<a href="#{escape(mark.target)}"><circle class="{escape(mark.kind)}" '
            f'cx="{x:.1f}" cy="{y:.1f}" r="4.5"><title>{escape(mark.text)}</title></circle></a>'
        )
    return "".join([*parts, "</svg>"])


class _Scale:
    """From numbers to places on the chart."""

    def __init__(self, places: Iterable[tuple[float, float]]) -> None:
        xs, ys = zip(*places, strict=True)
        self.first, self.last = min(xs), max(max(xs), min(xs) + 1)
        self.step = _step(max(max(ys), 0) - min(min(ys), 0) or 1.0)
        self.low = math.floor(min(min(ys), 0) / self.step) * self.step
        self.high = max(math.ceil(max(max(ys), 0) / self.step) * self.step, self.low + self.step)

    def at(self, place: tuple[float, float]) -> tuple[float, float]:
        x, y = place
        across = (x - self.first) / (self.last - self.first)
        up = (y - self.low) / (self.high - self.low)
        return (
            LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)
        )

    def levels(self) -> Iterator[float]:
        for number in range(round((self.high - self.low) / self.step) + 1):
            yield self.low + number * self.step


def _step(span: float) -> float:
    """A round step of which some make up a span."""
    rough = span / TICKS
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(power * each for each in (1, 2, 5, 10) if power * each >= rough * 0.999)


def _grid(scale: _Scale, below: str) -> Iterator[str]:
    for level in scale.levels():
        _, y = scale.at((scale.first, level))
        kind = "zero" if abs(level) < scale.step / 2 else "grid"
        yield f'<line class="{kind}" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{level:g}</text>'
    step = max(1, round(_step(scale.last - scale.first)))
    for number in range(math.ceil(scale.first / step) * step, int(scale.last) + 1, step):
        x, _ = scale.at((number, scale.low))
        yield f'<text x="{x:.1f}" y="{HEIGHT - 12}" text-anchor="middle">{number}</text>'
    yield f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 1}" text-anchor="end">{escape(below)}</text>'
