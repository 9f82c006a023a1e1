"""A match in words, as a table, as a line that is alive, as JSON and as CSV."""

from __future__ import annotations

import csv
import json
import math
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from trunfo.advice import Estimate
from trunfo.engine.errors import Message, Translate
from trunfo.match.file import read_deals
from trunfo.match.run import Score
from trunfo.match.statistics import BOUND, FEWEST
from trunfo.report.words import Page

SCHEMA = "trunfo.match/1"
REDRAW_S = 0.2
"""Seconds between two drawings of the live line."""

NONE = "n/a"


def match_json(score: Score) -> str:
    """One JSON object, schema `trunfo.match/1`."""
    header = score.header
    sprt = None
    if header.sprt:
        sprt = {"llr": header.sprt.llr(score.riscos), "verdict": score.verdict}
    document = {
        "schema": SCHEMA,
        "game": header.match.game.name,
        "players": [str(spec) for spec in header.match.players],
        "deals": score.deals,
        "seed": header.match.seed,
        "riscos": _pair(score.riscos.estimate),
        "points": _pair(score.points.estimate),
        "differ": score.differ / score.deals if score.deals else None,
        "time_per_move_s": [_per_move(score, 0), _per_move(score, 1)],
        "sprt": sprt,
    }
    if score.counts:
        document["counts"] = {name: list(both) for name, both in score.counts.items()}
    if header.match.whole:
        document["unit"] = "match"
    return json.dumps(document, allow_nan=False)


def _pair(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "ci95": estimate.ci95}


def _per_move(score: Score, player: int) -> float | None:
    decisions = score.decisions[player]
    return score.seconds[player] / decisions if decisions else None


# --- for people ------------------------------------------------------------------------


def match_text(score: Score, page: Page | None = None) -> str:
    """The final table, and in words what is established."""
    page = page or Page()
    _ = page.language.translate
    header = score.header
    first, second = names(score)
    values = {
        "game": header.match.game.title, "a": first, "b": second,
        "deals": score.deals, "of": header.deals, "seed": header.match.seed,
    }
    head = Message(
        "match_head", "{game}: {a} against {b}, {deals} of {of} deals, seed {seed}", values
    )
    times = [_duration(_per_move(score, player), page) for player in (0, 1)]
    rows = [
        (_("RISCOS a deal, A minus B"), _shown(score.riscos.estimate, page)),
        (_("points a deal, A minus B"), _shown(score.points.estimate, page, 2)),
        (_("deals that differ"), _share(score.differ, score.deals, page)),
        (_("deals better for A / for B"), f"{score.wins[0]} / {score.wins[1]}"),
        (_("time per move of A / of B"), " / ".join(times)),
    ]
    rows += [(_counted(name, _), f"{a} / {b}") for name, (a, b) in score.counts.items()]
    if any(score.left):
        rows.append((_("no legal answer of A / of B"), f"{score.left[0]} / {score.left[1]}"))
    width = max(len(label) for label, _value in rows)
    lines = [head.text(_)]
    if header.match.whole:
        said = _("Each deal is a whole match here: RISCOS and final scores are its own.")
        lines.append(f"  {said}")
    lines += [f"  {label:<{width}}  {value}" for label, value in rows]
    lines += [message.text(_) for message in established(score, page)]
    return page.fit("\n".join(lines))


def _counted(name: str, _: Translate) -> str:
    """What a game counts, in words."""
    text = {
        "moons_made": "moons of A / of B",
        "moons_suffered": "paid for a moon of another: A / B",
    }[name]
    return _(text)


def names(score: Score) -> tuple[str, str]:
    """The players as they are called in texts: with their letter, since A and B may be alike."""
    first, second = (str(spec) for spec in score.header.match.players)
    return f"A ({first})", f"B ({second})"


def established(score: Score, page: Page) -> list[Message]:
    """What the deals so far have shown, one sentence for the mean and one for the test."""
    found = [_strength(score, page)]
    sprt = score.header.sprt
    if sprt is None:
        return found
    llr = sprt.llr(score.riscos)
    values = {
        "d0": _brief(sprt.d0, page), "d1": _brief(sprt.d1, page), "fewest": FEWEST,
        "llr": NONE if llr is None else page.number(llr, 2, signed=True),
        "bound": page.number(BOUND, 2),
    }
    template = {
        "d1": "Sequential test: a difference of {d1} RISCOS a deal is accepted against {d0}"
        " (LLR {llr}, bound {bound}).",
        "d0": "Sequential test: a difference of {d0} RISCOS a deal is accepted against {d1}"
        " (LLR {llr}, bound -{bound}).",
        "open": "Sequential test: still open between {d0} and {d1} RISCOS a deal"
        " (LLR {llr}, bounds ±{bound}, from {fewest} deals on).",
    }[sprt.verdict(score.riscos)]
    return [*found, Message("sprt_verdict", template, values)]


def _strength(score: Score, page: Page) -> Message:
    mean, ci95 = score.riscos.estimate.mean, score.riscos.estimate.ci95
    first, second = names(score)
    if mean is None:
        return Message("no_deals", "Nothing is established: no deal is finished.")
    if ci95 is None:
        template = (
            "Not established which is stronger: the deals so far are too few, or all alike."
        )
        return Message("no_spread", template)
    if abs(mean) <= ci95:
        template = "Not established which is stronger: {a} minus {b} is {difference} RISCOS a deal."
        values = {"a": first, "b": second, "difference": _shown(score.riscos.estimate, page)}
        return Message("not_established", template, values)
    template = "{better} is stronger than {worse}: {difference} RISCOS a deal (95% interval)."
    better, worse = (first, second) if mean > 0 else (second, first)
    difference = _shown(Estimate(abs(mean), ci95), page)
    return Message(
        "stronger", template, {"better": better, "worse": worse, "difference": difference}
    )


def _shown(estimate: Estimate, page: Page, places: int = 3) -> str:
    """A difference with its interval: `+0.310 ± 0.052`, `+0.310 ± n/a`, `n/a`."""
    if estimate.mean is None:
        return NONE
    width = NONE if estimate.ci95 is None else page.number(estimate.ci95, places)
    return f"{page.number(estimate.mean, places, signed=True)} ± {width}"


def _share(part: int, whole: int, page: Page) -> str:
    return f"{page.number(100 * part / whole, 1)}%" if whole else NONE


def _brief(value: float, page: Page) -> str:
    """Three digits that count, without an exponent where people would not write one."""
    return f"{value:.3g}".replace(".", page.language.decimal)


def _duration(seconds: float | None, page: Page) -> str:
    if seconds is None:
        return NONE
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_brief(seconds / size, page)} {unit}"
    return f"{_brief(seconds / 1e-6, page)} µs"


class Progress:
    """How far a match is: one live line on a terminal, else a line every tenth of the way.

    Parameters
    ----------
    stream : TextIO
        Standard error.
    done : int
        Deals that were finished before this run.
    """

    def __init__(self, stream: TextIO, done: int = 0, page: Page | None = None) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._page = page or Page()
        self._before = done
        self._started = time.monotonic()
        self._drawn = -math.inf
        self._tenth: int | None = None

    def __call__(self, score: Score) -> None:
        """Show where the match is, if it is time to."""
        now = time.monotonic()
        if self._live:
            if now - self._drawn >= REDRAW_S:
                self._drawn = now
                columns = shutil.get_terminal_size().columns
                self._stream.write(f"\r{self._line(score, now)[: columns - 1]}\x1b[K")
                self._stream.flush()
            return
        tenth = 10 * score.deals // score.header.deals
        if self._tenth is None:
            self._tenth = 10 * self._before // score.header.deals
        if tenth > self._tenth:
            self._tenth = tenth
            print(self._line(score, now), file=self._stream, flush=True)

    def end(self) -> None:
        """Take the live line away."""
        if self._live:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _line(self, score: Score, now: float) -> str:
        passed = max(now - self._started, 1e-9)
        speed = (score.deals - self._before) / passed
        rest = (score.header.deals - score.deals) / speed if speed else None
        values = {
            "deals": score.deals, "of": score.header.deals,
            "riscos": _shown(score.riscos.estimate, self._page),
            "points": _shown(score.points.estimate, self._page, 2),
            "speed": _brief(speed, self._page), "left": _clock(rest),
        }
        template = (
            "{deals}/{of} deals  RISCOS {riscos}  points {points}  {speed} deals/s  {left} left"
        )
        line = Message("progress", template, values)
        return self._page.fit(line.text(self._page.language.translate))


def _clock(seconds: float | None) -> str:
    if seconds is None or seconds > 1e7:
        return NONE
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def write_csv(paths: Iterable[Path], stream: TextIO) -> None:
    """The deals of some files as a table: A minus B per deal and seat, and who left.

    Raises
    ------
    UnreadableInput
        If one of the files cannot be right.
    """
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["file", "deal", "riscos", "points", "left_a", "left_b"])
    for path in paths:
        for finished in read_deals(path):
            riscos, points, left = finished.outcome
            table.writerow([path.name, finished.deal, riscos, points, *left])
