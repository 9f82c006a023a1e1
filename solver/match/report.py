"""A match in words, as a table, as a line that is alive, as JSON and as CSV."""

from __future__ import annotations

import csv
import json
import math
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from trunfo.advice import Estimate
from trunfo.engine.errors import Message, Translate
from trunfo.language import live
from trunfo.match.deal import Spent
from trunfo.match.file import VERSION, read_deals
from trunfo.match.score import Score
from trunfo.match.statistics import BOUND, FEWEST, Running
from trunfo.report.words import Page

SCHEMA = "trunfo.match/1"
REDRAW_S = 0.2
"""Seconds between two drawings of the live line."""

NONE = "n/a"



def match_json(score: Score) -> str:
    """One JSON object, schema `trunfo.match/1`."""
    return json.dumps(match_document(score), allow_nan=False)


def match_document(score: Score) -> dict[str, Any]:
    """What the deals so far say, schema `trunfo.match/1`."""
    header = score.header
    sprt = None
    if header.sprt:
        sprt = {"llr": header.sprt.llr(score.deciding), "verdict": score.verdict}
    spent = [_per_move(part.seconds, part) for part in score.spent]
    document = {
        "schema": SCHEMA,
        "version": VERSION,
        "game": header.match.game.name,
        "players": [str(spec) for spec in header.match.players],
        "deals": score.deals,
        "seed": header.match.seed,
        "riscos": _pair(score.riscos.estimate),
        "points": _pair(score.points.estimate),
        "differ": score.differ / score.deals if score.deals else None,
        "time_per_move_s": spent,
        "sprt": sprt,
        "by": header.by,
        "wins": list(score.won),
        "share_won": score.won[0] / score.playings if score.playings else None,
        "left": list(score.left),
        "without_left": {
            "deals": score.kept_riscos.count,
            "riscos": _pair(score.kept_riscos.estimate),
            "points": _pair(score.kept_points.estimate),
        },
        "cpu_per_move_s": [_per_move(part.cpu, part) for part in score.spent],
    }
    if score.counts:
        document["counts"] = {name: list(both) for name, both in score.counts.items()}
    if header.match.whole:
        document["unit"] = "match"
    if header.match.seating != "one":
        document["seatings"] = header.match.seating
    return document


def _pair(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "ci95": estimate.ci95}


def _per_move(seconds: float | None, spent: Spent) -> float | None:
    return None if seconds is None or not spent.decisions else seconds / spent.decisions


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
    times = [brief_duration(_per_move(part.seconds, part), page) for part in score.spent]
    work = [brief_duration(_per_move(part.cpu, part), page) for part in score.spent]
    rows = [
        (_("RISCOS a deal, A minus B"), shown_estimate(score.riscos.estimate, page)),
        (_("points a deal, A minus B"), shown_estimate(score.points.estimate, page, 2)),
        (_("deals that differ"), _share(score.differ, score.deals, page)),
        (_("deals better for A / for B"), f"{score.better[0]} / {score.better[1]}"),
        (_("playings won by A / by B"), _won(score, page)),
        (_("time per move of A / of B"), " / ".join(times)),
        (_("processor time per move"), " / ".join(work)),
    ]
    rows += [(_counted(name, _), f"{a} / {b}") for name, (a, b) in score.counts.items()]
    if any(score.left):
        rows += [
            (_("no legal answer of A / of B"), f"{score.left[0]} / {score.left[1]}"),
            (_("RISCOS without these deals"), shown_estimate(score.kept_riscos.estimate, page)),
            (_("points without these deals"), shown_estimate(score.kept_points.estimate, page, 2)),
        ]
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


def _won(score: Score, page: Page) -> str:
    shares = [_share(won, score.playings, page) for won in score.won]
    return f"{score.won[0]} / {score.won[1]} ({shares[0]} / {shares[1]})"


def names(score: Score) -> tuple[str, str]:
    """The players as they are called in texts: with their letter, since A and B may be alike."""
    first, second = (spec.label for spec in score.header.match.players)
    return f"A ({first})", f"B ({second})"


def established(score: Score, page: Page) -> list[Message]:
    """What the deals so far have shown, one sentence for the mean and one for the test."""
    found = [_strength(score, score.deciding, page)]
    if any(score.left):
        kept = score.kept_riscos if score.header.by == "riscos" else score.kept_points
        found.append(_without_left(_strength(score, kept, page)))
    sprt = score.header.sprt
    if sprt is None:
        return found
    llr = sprt.llr(score.deciding)
    values = {
        "d0": _brief(sprt.d0, page), "d1": _brief(sprt.d1, page), "fewest": FEWEST,
        "llr": NONE if llr is None else page.number(llr, 2, signed=True),
        "bound": page.number(BOUND, 2), "column": _column(score),
    }
    template = {
        "d1": "Sequential test: a difference of {d1} {column} a deal is accepted against {d0}"
        " (LLR {llr}, bound {bound}).",
        "d0": "Sequential test: a difference of {d0} {column} a deal is accepted against {d1}"
        " (LLR {llr}, bound -{bound}).",
        "open": "Sequential test: still open between {d0} and {d1} {column} a deal"
        " (LLR {llr}, bounds ±{bound}, from {fewest} deals on).",
    }[sprt.verdict(score.deciding)]
    return [*found, Message("sprt_verdict", template, values)]


def _column(score: Score) -> Message:
    """What the verdict is counted in, in words."""
    word = "points" if score.header.by == "points" else "RISCOS"
    return Message(score.header.by, word)


def _without_left(said: Message) -> Message:
    template = "Without the deals that somebody left: {said}"
    return Message("without_left", template, {"said": said})


def _strength(score: Score, seen: Running, page: Page) -> Message:
    mean, ci95 = seen.estimate.mean, seen.estimate.ci95
    first, second = names(score)
    if mean is None:
        return Message("no_deals", "Nothing is established: no deal is finished.")
    if ci95 is None:
        template = (
            "Not established which is stronger: the deals so far are too few, or all alike."
        )
        return Message("no_spread", template)
    places = 3 if score.header.by == "riscos" else 2
    column = _column(score)
    if abs(mean) <= ci95:
        template = (
            "Not established which is stronger: {a} minus {b} is {difference} {column} a deal."
        )
        values = {
            "a": first, "b": second, "difference": shown_estimate(seen.estimate, page, places),
            "column": column,
        }
        return Message("not_established", template, values)
    template = "{better} is stronger than {worse}: {difference} {column} a deal (95% interval)."
    better, worse = (first, second) if mean > 0 else (second, first)
    values = {
        "better": better, "worse": worse, "column": column,
        "difference": shown_estimate(Estimate(abs(mean), ci95), page, places),
    }
    return Message("stronger", template, values)


def shown_estimate(estimate: Estimate, page: Page, places: int = 3) -> str:
    """A difference with its interval: `+0.310 ± 0.052`, `+0.310 ± n/a`, `n/a`."""
    if estimate.mean is None:
        return NONE
    width = NONE if estimate.ci95 is None else page.number(estimate.ci95, places)
    return f"{page.number(estimate.mean, places, signed=True)} ± {width}"


def _share(part: int, whole: int, page: Page) -> str:
    return f"{page.number(100 * part / whole, 1)}%" if whole else NONE


def _brief(value: float, page: Page) -> str:
    """Three digits that count, without an exponent where people would not write one."""
    text = f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return text.replace(".", page.language.decimal)


def brief_duration(seconds: float | None, page: Page) -> str:
    """A time in the unit that suits it."""
    if seconds is None:
        return NONE
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_brief(seconds / size, page)} {unit}"
    return f"{_brief(seconds / 1e-6, page)} µs"


class Progress:
    """How far a match is: one live line on a terminal, else a line now and then.

    Without a terminal that is after the first deals, and after every tenth of the way.

    Parameters
    ----------
    stream : TextIO
        Standard error.
    done : int
        Deals that were finished before this run.
    """

    def __init__(self, stream: TextIO, done: int = 0, page: Page | None = None) -> None:
        self._stream = stream
        self._live = live(stream)
        self._page = page or Page()
        self._before = done
        self._started = time.monotonic()
        self._drawn = -math.inf
        self._tenth = 0
        self._told = False

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
        if score.deals == self._before:
            self._tenth = tenth
        elif tenth > self._tenth or not self._told:
            self._tenth, self._told = tenth, True
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
            "riscos": shown_estimate(score.riscos.estimate, self._page),
            "points": shown_estimate(score.points.estimate, self._page, 2),
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
            found = finished.outcome
            table.writerow([path.name, finished.deal, found.riscos, found.points, *found.left])
