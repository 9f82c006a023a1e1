"""Advice and solutions as people read them: a sentence, a table, what to know about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from trunfo.advice import (
    GRAVE,
    MISTAKE,
    SAME,
    SLIGHT,
    Advice,
    Estimate,
    Result,
    Solution,
    SolvedChoice,
)
from trunfo.engine.errors import Message, Translate, as_written
from trunfo.engine.position import Action
from trunfo.engine.state import State, seat_message
from trunfo.report.columns import Column, Table, table
from trunfo.report.position import position_text
from trunfo.report.words import TOGETHER, Page, label, sentence, wrapped

VERDICT_WORDS = {
    SLIGHT: as_written("slip"), MISTAKE: as_written("mistake"), GRAVE: as_written("blunder"),
}
"""What verdicts are called; `same` is told by nothing."""

UNKNOWN = "\N{EN DASH}"
DECIMALS = {"riscos": 3, "points": 2}


def advice_text(
    advice: Advice, page: Page | None = None, *, beliefs: bool | None = None
) -> str:
    """The position as understood, the advice, a table of every action, what to know about it.

    Parameters
    ----------
    advice : Advice
        The answer to a position.
    page : Page, optional
        For whom; an English page of 80 columns if not given.
    beliefs : bool, optional
        Whether to tell of every hidden card where it is; else of the main ones if why was asked.
    """
    from trunfo.report.hidden import told_beliefs, told_next, told_samples, told_why

    page = page or Page()
    every = advice.next is None and advice.why is None if beliefs is None else beliefs
    _ = page.language.translate
    lines = [position_text(advice.state, advice.assumed, page), ""]
    lines += _advised(_headline(advice, page), page)
    lines += told_why(advice, page)
    shown = Table(())
    if any(choice.points.mean is not None for choice in advice.options):
        columns = [_labels([choice.action for choice in advice.options], advice.state, _)]
        shown = table([*columns, *_figures(advice, page)], page)
        lines += ["", *shown.lines]
    for part in (
        told_next(advice, page), told_beliefs(advice, page, every=every),
        told_samples(advice, page),
    ):
        lines += ["", *part] if part else []
    if advice.options:
        lines += ["", *_footer(advice, shown, page)]
    return "\n".join(lines)


def in_short(advice: Advice, page: Page, rows: int) -> list[str]:
    """The advice, a table of the best actions, how many deals: for advice that still firms.

    Parameters
    ----------
    advice : Advice
        The answer so far.
    page : Page
        For whom.
    rows : int
        Actions that are shown at most.
    """
    lines = _advised(_headline(advice, page), page)
    options = advice.options[:rows]
    if not advice.worlds or rows < 1:
        return lines
    labels = _labels([choice.action for choice in options], advice.state, page.language.translate)
    lines += table([labels, *_figures(replace(advice, options=options), page)], page).lines
    return [*lines, *wrapped(_deals(advice, page.language.translate), page)]


def solution_text(solution: Solution, page: Page | None = None) -> str:
    """The position as understood, the best action, and a table of the exact values of all."""
    page = page or Page()
    _ = page.language.translate
    state, options = solution.state, solution.options
    lines = [position_text(state, solution.notes, page), ""]
    if not options:
        return "\n".join([*lines, *_advised(_over(solution.result, state, page), page)])
    best = options[0]
    equal = [_joined(state, option.action, _) for option in options[1:] if _equal(option, best)]
    text = sentence(state, best.action, _) + "."
    if equal:
        text += " " + _("Just as good: {cards}.").format(cards=", ".join(equal))
    labels = _labels([option.action for option in options], state, _)
    shown = table([labels, *_exact(state, options, page)], page)
    if isinstance(best.points, tuple):
        exact = _("Exact values for every player, all cards known and best play by each.")
    else:
        exact = _("Exact values for the side to move, all cards known and best play by all.")
    lines += [*_advised(text, page), "", *shown.lines, "", *wrapped(exact, page)]
    lines += _left_out(shown, page)
    return "\n".join(lines)


def _advised(text: str, page: Page) -> list[str]:
    return [page.style("advice", line) for line in wrapped(text, page)]


def _joined(state: State, action: Action, _: Translate) -> str:
    """An action that stands in one line."""
    return label(state, action, _).replace(" ", TOGETHER)


def _equal(one: SolvedChoice, other: SolvedChoice) -> bool:
    """Whether two cards bring the same."""
    return one.riscos == other.riscos and one.points == other.points


def _exact(state: State, options: Sequence[SolvedChoice], page: Page) -> Iterator[Column]:
    """The columns of exact values; where every seat plays for itself, a column for each."""
    _ = page.language.translate
    first = options[0]
    if not isinstance(first.points, tuple):
        for title, values, signed in (
            ("RISCOS", [option.riscos for option in options], True),
            (_("points"), [option.points for option in options], False),
        ):
            yield Column(title, tuple(
                UNKNOWN if value is None else _figure(value, page, signed) for value in values
            ))
        return
    paid = [option.riscos for option in options if isinstance(option.riscos, tuple)]
    decimals = 0 if all(map(_whole, paid)) else DECIMALS["riscos"]
    mover = state.table.leader if state.table else None
    for seat in range(len(first.points)):
        name = seat_message(state.game, state, seat).text(_)
        cells, short = (
            tuple(page.number(riscos[seat], places, signed=True) for riscos in paid)
            for places in (decimals, min(decimals, 1))
        )
        unknown = (UNKNOWN,) * len(options)
        rank = 0 if seat == mover else 2 + seat
        yield Column(f"RISCOS {name}", cells or unknown, rank, short)
    for seat in range(len(first.points)):
        name = seat_message(state.game, state, seat).text(_)
        title = _("points {seat}").format(seat=name)
        figures = (_figure(option.points, page, False, seat) for option in options)
        yield Column(title, tuple(figures), rank=len(first.points) + 2)


def _figure(value: float | tuple[float, ...], page: Page, signed: bool, seat: int = 0) -> str:
    return page.number(value[seat] if isinstance(value, tuple) else value, 0, signed)


def _whole(values: tuple[float, ...]) -> bool:
    return all(value == int(value) for value in values)


def _headline(advice: Advice, page: Page) -> str:
    _ = page.language.translate
    if not advice.options:
        return _over(advice.result, advice.state, page)
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
            equal.append(_joined(state, choice.action, _))
        elif mean + margin >= 0:
            close.append(_joined(state, choice.action, _))
    if len(others) > 1 and len(equal) + len(close) == len(others):
        return text + " " + _("It hardly matters here: nothing is clearly worse.")
    if equal:
        unit = "RISCOS" if advice.objective == "riscos" else _("points")
        template = _("Just as good in {unit}: {cards}.")
        text += " " + template.format(unit=unit, cards=", ".join(equal))
    if close:
        text += " " + _("Not clearly worse: {cards}.").format(cards=", ".join(close))
    return text


def _over(result: Result | None, state: State, page: Page) -> str:
    _ = page.language.translate
    text = _("The deal is over.")
    if result is None:
        return text
    if isinstance(result.points, tuple):
        shown = _by_seat(state, [str(points) for points in result.points], _)
        text += " " + _("Points: {points}.").format(points=shown)
    elif result.points is not None:
        text += " " + _("Points of my side: {points}.").format(points=result.points)
    if isinstance(result.riscos, tuple):
        text += f" RISCOS: {_by_seat(state, [_paid(paid, page) for paid in result.riscos], _)}."
    elif result.riscos is not None:
        text += f" RISCOS: {_paid(result.riscos, page)}."
    return text


def _paid(riscos: float, page: Page) -> str:
    """RISCOS that are certain: a sign where there is something to pay."""
    return page.number(riscos, 0 if riscos == int(riscos) else 3, signed=True)


def _by_seat(state: State, values: Sequence[str], _: Translate) -> str:
    """A value of each seat, with its name."""
    return ", ".join(
        f"{seat_message(state.game, state, seat).text(_)} {value}"
        for seat, value in enumerate(values)
    )


def _labels(actions: Sequence[Action], state: State, _: Translate) -> Column:
    title = _("card") if state.phase == "play" else _("action")
    return Column(title, tuple(label(state, action, _) for action in actions))


def _figures(advice: Advice, page: Page) -> Iterator[Column]:
    """The columns of numbers.

    Where there is no room these stay: the objective, the difference, the plan, what else is
    paid or counted, and of the chances the first.
    """
    _ = page.language.translate
    options = advice.options
    riscos = [choice.riscos for choice in options]
    points = [choice.points for choice in options]
    deltas = [choice.delta for choice in options]
    wanted, decimals = advice.objective, DECIMALS[advice.objective]
    for name, title, estimates in (("riscos", "RISCOS", riscos), ("points", _("points"), points)):
        rank = 0 if name == wanted else 4
        if rank and all(estimate.mean is None for estimate in estimates):
            continue
        yield _estimates(title, estimates, DECIMALS[name], name == "riscos", page, rank)
    yield _estimates(_("difference"), deltas, decimals, True, page, 1)
    if any(choice.verdict not in (None, SAME) for choice in options):
        words = (
            "" if choice.verdict in (None, SAME) else _(VERDICT_WORDS[choice.verdict])
            for choice in options
        )
        yield Column(_("verdict"), tuple(words), 2)
    for number, column in enumerate((*_outcomes(advice, page), *_chances(advice, page))):
        yield replace(column, rank=3 if number == 0 else 4 + number)
    if any(choice.plan is not None for choice in options):
        plans = advice.words.plans
        words = ("" if choice.plan is None else _(plans[choice.plan].word) for choice in options)
        yield Column(_("plan"), tuple(words), 2)


def _estimates(
    title: str, estimates: Sequence[Estimate], decimals: int, signed: bool, page: Page,
    rank: int,
) -> Column:
    """A column of `mean ± half-width`, the signs one below the other."""
    means, margins = [], []
    for estimate in estimates:
        mean, margin = estimate.mean, estimate.ci95
        if mean == 0 and margin == 0:
            margin = None  # the same in every deal: nothing to be unsure of
        means.append(UNKNOWN if mean is None else page.number(mean, decimals, signed))
        margins.append("" if margin is None else page.fit(" ± ") + page.number(margin, decimals))
    left, right = max(map(len, means)), max(map(len, margins))
    pairs = zip(means, margins, strict=True)
    cells = tuple(mean.rjust(left) + margin.ljust(right) for mean, margin in pairs)
    return Column(title, cells, rank, short=tuple(means) if right else ())


def _outcomes(advice: Advice, page: Page) -> Iterator[Column]:
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
        yield Column(page.language.translate(column.title), tuple(cells))


def _chances(advice: Advice, page: Page) -> Iterator[Column]:
    """The columns of what else is worth knowing."""
    options = advice.options
    for name in dict.fromkeys(name for choice in options for name in choice.chances):
        cells = tuple(_chance(choice.chances.get(name), page) for choice in options)
        yield Column(page.language.translate(advice.words.chances[name]), cells)


def _chance(chance: float | None, page: Page) -> str:
    return UNKNOWN if chance is None else page.chance(chance)


# --- What to know about the figures -------------------------------------------------------


def _footer(advice: Advice, shown: Table, page: Page) -> Iterator[str]:
    _ = page.language.translate
    yield from wrapped(_deals(advice, _), page)
    seconds = f"{page.number(advice.elapsed_s, 2)}{TOGETHER}s"
    method = _("Method: {method}. Seed: {seed}. Time: {seconds}.").format(
        method=_method(advice.method, _), seed=advice.seed, seconds=seconds
    )
    yield from wrapped(method, page)
    yield from _left_out(shown, page)
    for text in (*map(_, advice.approximations), *_prefixes(advice, _)):
        yield from _point(text, page)
    for note in advice.notes:
        if note not in advice.assumed:
            yield from _point(note.text(_), page)


def _method(method: str, _: Translate) -> str:
    """What a method does, and its name."""
    does = {"pimc": _("search"), "playout": _("played out"), "nested": _("draws worked out")}
    return f"{does[method]} ({method})" if method in does else method


def _left_out(shown: Table, page: Page) -> list[str]:
    """What there was no room for."""
    if not shown.left_out:
        return []
    text = page.language.translate("No room here for: {columns}.")
    return _point(text.format(columns=", ".join(shown.left_out)), page)


def _point(text: str, page: Page) -> list[str]:
    return wrapped(text, page, first="- ", then="  ")


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


def note_lines(notes: Sequence[Message], page: Page) -> list[str]:
    """Notes as running text, one paragraph each."""
    return [line for note in notes
            for line in wrapped(note.text(page.language.translate), page)]
