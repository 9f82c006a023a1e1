"""Advice and solutions as people read them: a sentence, a table, what to know about it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from trunfo.advice import Advice, Estimate, Result, Solution, SolvedChoice
from trunfo.engine.errors import Message, Translate
from trunfo.engine.position import Action
from trunfo.engine.state import State, seat_message
from trunfo.language import width
from trunfo.report.words import Page, label, sentence

UNKNOWN = "\N{EN DASH}"
DECIMALS = {"riscos": 3, "points": 2}


def advice_text(advice: Advice, page: Page | None = None) -> str:
    """The advice in one line, a table of every action, and what to know about the figures.

    Parameters
    ----------
    advice : Advice
        The answer to a position.
    page : Page, optional
        For whom; an English page of 80 columns if not given.
    """
    page = page or Page()
    _ = page.language.translate
    lines = [page.style("advice", page.fit(_headline(advice, _)))]
    known = [choice for choice in advice.options if choice.points.mean is not None]
    if known:
        columns = [_labels([choice.action for choice in advice.options], advice.state, _)]
        columns += _figures(advice, page)
        lines += ["", *_table(columns, page)]
    lines += ["", *_footer(advice, page)]
    return "\n".join(lines)


def solution_text(solution: Solution, page: Page | None = None) -> str:
    """The best action in one line, and a table of the exact values of all."""
    page = page or Page()
    _ = page.language.translate
    state, options = solution.state, solution.options
    if not options:
        lines = [page.style("advice", page.fit(_over(solution.result, state, _)))]
    else:
        best = options[0]
        equal = [
            label(state, option.action, _) for option in options[1:] if _equal(option, best)
        ]
        text = sentence(state, best.action, _) + "."
        if equal:
            text += " " + _("Just as good: {cards}.").format(cards=", ".join(equal))
        columns = [_labels([option.action for option in options], state, _)]
        columns += _exact(state, options, page)
        lines = [page.style("advice", page.fit(text)), "", *_table(columns, page), ""]
        if isinstance(best.points, tuple):
            exact = _("Exact values for every player, all cards known and best play by each.")
        else:
            exact = _("Exact values for the side to move, all cards known and best play by all.")
        lines += _paragraph(exact, page)
    for note in solution.notes:
        lines += _paragraph(note.text(_), page, bullet="- ")
    return "\n".join(lines)


def _equal(one: SolvedChoice, other: SolvedChoice) -> bool:
    """Whether two cards bring the same."""
    return one.riscos == other.riscos and one.points == other.points


def _exact(state: State, options: Sequence[SolvedChoice], page: Page) -> Iterator[list[str]]:
    """The columns of exact values; where every seat plays for itself, a column for each."""
    _ = page.language.translate
    first = options[0]
    if not isinstance(first.points, tuple):
        for title, values, signed in (
            ("RISCOS", [option.riscos for option in options], True),
            (_("points"), [option.points for option in options], False),
        ):
            cells = [UNKNOWN if value is None else _figure(value, page, signed) for value in values]
            yield [title, *cells]
        return
    paid = [option.riscos for option in options if isinstance(option.riscos, tuple)]
    decimals = 0 if all(map(_whole, paid)) else DECIMALS["riscos"]
    for seat in range(len(first.points)):
        name = seat_message(state.game, state, seat).text(_)
        cells = [page.number(riscos[seat], decimals, signed=True) for riscos in paid]
        yield [f"RISCOS {name}", *(cells or [UNKNOWN] * len(options))]
    for seat in range(len(first.points)):
        name = seat_message(state.game, state, seat).text(_)
        title = _("points {seat}").format(seat=name)
        yield [title, *(_figure(option.points, page, False, seat) for option in options)]


def _figure(value: float | tuple[float, ...], page: Page, signed: bool, seat: int = 0) -> str:
    return page.number(value[seat] if isinstance(value, tuple) else value, 0, signed)


def _whole(values: tuple[float, ...]) -> bool:
    return all(value == int(value) for value in values)


def _headline(advice: Advice, _: Translate) -> str:
    if not advice.options:
        return _over(advice.result, advice.state, _)
    state, (best, *others) = advice.state, advice.options
    text = sentence(state, best.action, _) + "."
    if best.plan is not None:
        text += " " + _(advice.words.plans[best.plan].sentence)
    if advice.forced == "one_action":
        return text + " " + _("Nothing else is allowed.")
    if advice.forced == "all_equal":
        return text + " " + _("It makes no difference: whatever is played brings the same.")
    equal, close = [], []
    sign = -1 if advice.objective == "points" and state.game.fewer_points else 1
    for choice in others:
        mean, margin = choice.delta.mean, choice.delta.ci95 or 0.0
        if mean is None:
            continue
        mean *= sign
        if mean == 0 and margin == 0:
            equal.append(label(state, choice.action, _))
        elif mean + margin >= 0:
            close.append(label(state, choice.action, _))
    if equal:
        unit = "RISCOS" if advice.objective == "riscos" else _("points")
        template = _("Just as good in {unit}: {cards}.")
        text += " " + template.format(unit=unit, cards=", ".join(equal))
    if close:
        text += " " + _("Not clearly worse: {cards}.").format(cards=", ".join(close))
    return text


def _over(result: Result | None, state: State, _: Translate) -> str:
    text = _("The deal is over.")
    if result is None:
        return text
    if isinstance(result.points, tuple):
        shown = _by_seat(state, [str(points) for points in result.points], _)
        text += " " + _("Points: {points}.").format(points=shown)
    elif result.points is not None:
        text += " " + _("Points of my side: {points}.").format(points=result.points)
    if isinstance(result.riscos, tuple):
        text += f" RISCOS: {_by_seat(state, [_paid(paid) for paid in result.riscos], _)}."
    elif result.riscos is not None:
        text += f" RISCOS: {_paid(result.riscos)}."
    return text


def _paid(riscos: float) -> str:
    """RISCOS that are certain: a sign where there is something to pay."""
    if riscos != int(riscos):
        return f"{riscos:+.3f}"
    return f"{int(riscos):+d}" if riscos else "0"


def _by_seat(state: State, values: Sequence[str], _: Translate) -> str:
    """A value of each seat, with its name."""
    return ", ".join(
        f"{seat_message(state.game, state, seat).text(_)} {value}"
        for seat, value in enumerate(values)
    )


def _labels(actions: Sequence[Action], state: State, _: Translate) -> list[str]:
    title = _("card") if state.phase == "play" else _("action")
    return [title, *(label(state, action, _) for action in actions)]


def _figures(advice: Advice, page: Page) -> Iterator[list[str]]:
    """The columns of numbers, each with its title first."""
    _ = page.language.translate
    options, decimals = advice.options, DECIMALS[advice.objective]
    yield _estimates("RISCOS", [choice.riscos for choice in options], 3, True, page)
    yield _estimates(_("points"), [choice.points for choice in options], 2, False, page)
    yield _estimates(_("difference"), [choice.delta for choice in options], decimals, True, page)
    yield from _outcomes(advice, page)
    for name in dict.fromkeys(name for choice in options for name in choice.chances):
        chances = [choice.chances.get(name) for choice in options]
        yield [_(advice.words.chances[name]), *(_chance(chance, page) for chance in chances)]
    if any(choice.plan is not None for choice in options):
        plans = advice.words.plans
        words = ["" if choice.plan is None else _(plans[choice.plan].word) for choice in options]
        yield [_("plan"), *words]


def _estimates(
    title: str, estimates: Sequence[Estimate | None], decimals: int, signed: bool, page: Page
) -> list[str]:
    """A column of `mean ± half-width`, the signs one below the other."""
    means, margins = [], []
    for estimate in estimates:
        mean = estimate.mean if estimate else None
        margin = estimate.ci95 if estimate else None
        if mean == 0 and margin == 0:
            margin = None  # the same in every deal: nothing to be unsure of
        means.append(UNKNOWN if mean is None else page.number(mean, decimals, signed))
        margins.append("" if margin is None else page.fit(" ± ") + page.number(margin, decimals))
    left, right = max(map(len, means)), max(map(len, margins))
    pairs = zip(means, margins, strict=True)
    return [title, *(mean.rjust(left) + margin.ljust(right) for mean, margin in pairs)]


def _outcomes(advice: Advice, page: Page) -> Iterator[list[str]]:
    """The columns that the outcomes make."""
    outcomes = [choice.outcomes for choice in advice.options]
    if all(given is None for given in outcomes):
        return
    for column in advice.words.outcomes:
        sums = [None if given is None else column.of(given) for given in outcomes]
        if column.chance:
            cells = [_chance(value, page) for value in sums]
        else:
            cells = [UNKNOWN if value is None else page.number(value, 2) for value in sums]
        yield [page.language.translate(column.title), *cells]


def _chance(chance: float | None, page: Page) -> str:
    return UNKNOWN if chance is None else page.chance(chance)


def _table(columns: Sequence[Sequence[str]], page: Page) -> Iterator[str]:
    """Rows of columns, the first aligned left, the others right; titles on top."""
    fitted = [[page.fit(cell) for cell in column] for column in columns]
    sizes = [max(map(width, column)) for column in fitted]
    for number, row in enumerate(zip(*fitted, strict=True)):
        cells = []
        for place, (cell, size) in enumerate(zip(row, sizes, strict=True)):
            pad = " " * (size - width(cell))
            cells.append(cell + pad if place == 0 else pad + cell)
        line = "  ".join(cells).rstrip()
        yield page.style("header" if number == 0 else "best", line) if number < 2 else line


# --- What to know about the figures -------------------------------------------------------


def _footer(advice: Advice, page: Page) -> Iterator[str]:
    _ = page.language.translate
    if advice.options:
        yield from _paragraph(_deals(advice, _), page)
    method = _("Method: {method}. Seed: {seed}. Time: {seconds} s.").format(
        method=advice.method, seed=advice.seed, seconds=page.number(advice.elapsed_s, 2)
    )
    yield from _paragraph(method, page)
    for text in (*map(_, advice.approximations), *_prefixes(advice, _)):
        yield from _paragraph(text, page, bullet="- ")
    for note in advice.notes:
        yield from _paragraph(note.text(_), page, bullet="- ")


def _deals(advice: Advice, _: Translate) -> str:
    if not advice.worlds:
        return _("No deal had to be tried out.")
    if advice.exhaustive:
        text = _("Deals tried out: {worlds}, all that are possible; no sampling error.")
    else:
        text = _("Deals tried out: {worlds}, drawn at random; ± is the 95% interval.")
    return text.format(worlds=advice.worlds)


def _prefixes(advice: Advice, _: Translate) -> Iterator[str]:
    """Columns that cover fewer deals than the rest."""
    best = advice.options[0] if advice.options else None
    for title, estimate in (
        ("RISCOS", best and best.riscos), (_("points"), best and best.points)
    ):
        if estimate and estimate.worlds is not None:
            yield _("Column {title}: the first {worlds} deals only.").format(
                title=title, worlds=estimate.worlds
            )


def _paragraph(text: str, page: Page, bullet: str = "") -> list[str]:
    return textwrap.wrap(
        page.fit(text), page.width, initial_indent=bullet, subsequent_indent=" " * len(bullet),
        break_long_words=False, break_on_hyphens=False,
    )


def note_lines(notes: Sequence[Message], page: Page) -> list[str]:
    """Notes as running text, one paragraph each."""
    return [line for note in notes
            for line in _paragraph(note.text(page.language.translate), page)]
