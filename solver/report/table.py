"""Advice and solutions as people read them, a table, and as scripts do, one JSON object."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trunfo.advice import Advice, Choice, Estimate, Result, Solution, SolvedChoice
from trunfo.engine.cards import SUIT_LETTERS, card_message, suit_message
from trunfo.engine.errors import Message, Translate, as_written
from trunfo.engine.position import Action
from trunfo.engine.state import State, seat_message
from trunfo.games import stakes_of
from trunfo.language import ENGLISH, Language, fit, width

Style = Callable[[str, str], str]
"""From a role (`advice`, `header`, `best`) and a text to the text in colours."""

UNKNOWN = "\N{EN DASH}"
DECIMALS = {"riscos": 3, "points": 2}
PLAIN_OUTCOMES = {"normal", "out", "1", "2", "3", "4", "5"}
"""Outcomes that are left when the others do not happen: no column of their own."""


def unstyled(role: str, text: str) -> str:
    """No colours."""
    return text


@dataclass(frozen=True)
class Page:
    """Whom and what a report is for.

    Parameters
    ----------
    language : Language
        The reader's language.
    encoding : str
        What the page can hold; suits become letters where it has no symbols.
    width : int
        Columns that running text may take; the table takes what it needs.
    style : Style
        Colours.
    """

    language: Language = ENGLISH
    encoding: str = "utf-8"
    width: int = 80
    style: Style = unstyled

    def fit(self, text: str) -> str:
        """A text with nothing in it that the page cannot hold."""
        return fit(text, self.encoding, self.language.code)

    def number(self, value: float, decimals: int, signed: bool = False) -> str:
        """A number with so many decimals, zero without a sign."""
        shown = f"{value:+.{decimals}f}" if signed else f"{value:.{decimals}f}"
        if not any(digit in "123456789" for digit in shown):
            shown = shown.lstrip("+-")
        return shown.replace(".", self.language.decimal)

    def chance(self, value: float) -> str:
        """A probability in percent: 0 and 100 stand only for the impossible and the certain."""
        if 0 < value < 0.0005:
            return "<" + self.number(0.1, 1) + "%"
        if 0.9995 <= value < 1:
            return ">" + self.number(99.9, 1) + "%"
        return self.number(100 * value, 1) + "%"


# --- JSON ---------------------------------------------------------------------------------


def advice_json(advice: Advice, translate: Translate = as_written) -> str:
    """One JSON object, schema `trunfo.advice/1`, on one line of ASCII characters.

    Parameters
    ----------
    advice : Advice
        The answer to a position.
    translate : Translate
        For the texts of the notes.

    Raises
    ------
    ValueError
        If a number is infinite or no number.
    """
    document: dict[str, Any] = {
        "schema": "trunfo.advice/1",
        "game": advice.state.game.name,
        "phase": advice.state.phase,
        "me": advice.state.me,
        "objective": advice.objective,
        "seed": advice.seed,
        "worlds": advice.worlds,
        "exhaustive": advice.exhaustive,
        "elapsed_s": advice.elapsed_s,
        "method": advice.method,
        "forced": advice.forced,
        "notes": [{"code": note.code, "text": note.text(translate)} for note in advice.notes],
        "best": None if advice.best is None else dict(advice.best),
        "options": [_choice_json(choice) for choice in advice.options],
    }
    return _dumps(document, advice.result)


def solution_json(solution: Solution, translate: Translate = as_written) -> str:
    """One JSON object, schema `trunfo.solution/1`, on one line of ASCII characters.

    The schema has no place for texts: `translate` changes nothing.
    """
    document: dict[str, Any] = {
        "schema": "trunfo.solution/1",
        "game": solution.state.game.name,
        "best": None if solution.best is None else dict(solution.best),
        "options": [
            {"action": dict(option.action), "points": option.points, "riscos": option.riscos}
            for option in solution.options
        ],
    }
    return _dumps(document, solution.result)


def _choice_json(choice: Choice) -> dict[str, Any]:
    return {
        "action": dict(choice.action),
        "riscos": None if choice.riscos is None else _estimate_json(choice.riscos),
        "points": _estimate_json(choice.points),
        "delta": _estimate_json(choice.delta),
        "outcomes": None if choice.outcomes is None else dict(choice.outcomes),
        "chances": dict(choice.chances),
        "plan": choice.plan,
        "worlds": choice.worlds,
    }


def _estimate_json(estimate: Estimate) -> dict[str, Any]:
    document: dict[str, Any] = {"mean": estimate.mean, "ci95": estimate.ci95}
    if estimate.worlds is not None:
        document["worlds"] = estimate.worlds
    return document


def _dumps(document: dict[str, Any], result: Result | None) -> str:
    if result is not None:
        document["result"] = {"points": result.points, "riscos": result.riscos}
    return json.dumps(document, allow_nan=False)


# --- Actions in words ---------------------------------------------------------------------


def _cards(state: State, tokens: Sequence[str], _: Translate) -> str:
    pack = state.pack
    return " ".join(card_message(pack, pack.card(token)).text(_) for token in tokens)


def label(state: State, action: Action, _: Translate) -> str:
    """An action as it stands in a table: `7♣`, `stay out`."""
    if "play" in action:
        return _cards(state, [action["play"]], _)
    if "pass" in action:
        return _cards(state, action["pass"], _)
    if "trump" in action:
        if action["trump"] == "turn":
            return _("turn up")
        return suit_message(SUIT_LETTERS.index(action["trump"])).text(_)
    if action.get("redeal"):
        return _("new deal")
    if not action["go"]:
        return _("stay out")
    if not action["discard"]:
        return _("go, exchange nothing")
    return _("go, throw away {cards}").format(cards=_cards(state, action["discard"], _))


def sentence(state: State, action: Action, _: Translate) -> str:
    """An action as advice, without full stop: `Play 7♣`."""
    what = label(state, action, _)
    if "play" in action:
        return _("Play {card}").format(card=what)
    if "pass" in action:
        return _("Pass {cards}").format(cards=what)
    if "trump" in action and action["trump"] != "turn":
        return _("Choose {suit} as trump").format(suit=what)
    return what[:1].upper() + what[1:]


# --- The table ----------------------------------------------------------------------------


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


def _plan(plan: str, _: Translate) -> str:
    """How it is to go on after the action advised."""
    text = {"shoot": "Plan: take everything, as long as that is possible."}[plan]
    return _(text)


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
        text += " " + _plan(best.plan, _)
    if advice.forced == "one_action":
        return text + " " + _("Nothing else is allowed.")
    if advice.forced == "all_equal":
        return text + " " + _("It makes no difference: whatever is played brings the same.")
    equal, close = [], []
    sign = stakes_of(state.game).sign[advice.objective]
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
    if any("5" in (choice.outcomes or ()) for choice in options):
        yield [_("tricks"), *(_tricks(choice.outcomes, page) for choice in options)]
    for title, chances in _chances(advice, _):
        cells = [UNKNOWN if chance is None else page.chance(chance) for chance in chances]
        yield [title, *cells]
    if any(choice.plan is not None for choice in options):
        yield [_("plan"), *(_word(choice.plan, _) for choice in options)]


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


def _chances(advice: Advice, _: Translate) -> Iterator[tuple[str, list[float | None]]]:
    """Title and values of the columns of probabilities.

    For games that are won and lost the chances of at least a win, a double win and a
    sweep; for others every outcome, and what else the advice tells.
    """
    outcomes = [choice.outcomes for choice in advice.options]
    names = next((list(given) for given in outcomes if given is not None), [])
    if "win_sweep" in names:
        double_at = f"{advice.state.rules.get('double_at')}+"
        for title, sums in (
            (_("win"), ("win", "win_double", "win_sweep")),
            (double_at, ("win_double", "win_sweep")),
            (_("sweep"), ("win_sweep",)),
        ):
            yield title, [_total(given, sums) for given in outcomes]
    else:
        for name in names:
            if name not in PLAIN_OUTCOMES:
                yield _title(name, _), [_total(given, (name,)) for given in outcomes]
    for name in dict.fromkeys(name for choice in advice.options for name in choice.chances):
        yield _title(name, _), [choice.chances.get(name) for choice in advice.options]


def _tricks(outcomes: Mapping[str, float] | None, page: Page) -> str:
    """The number of tricks to be expected."""
    if outcomes is None:
        return UNKNOWN
    mean = sum(int(name) * chance for name, chance in outcomes.items() if name.isdigit())
    return page.number(mean, 2)


def _word(plan: str | None, _: Translate) -> str:
    """A plan in a word; nothing where it is plain."""
    if plan is None:
        return ""
    word = {"shoot": "moon"}[plan]
    return _(word)


def _title(name: str, _: Translate) -> str:
    """What a probability is called on top of its column."""
    title = {
        "moon_mine": "my moon", "moon_other": "other moon", "queen": "queen ♠",
        "0": "no trick", "break_even": "break-even",
    }[name]
    return _(title)


def _total(outcomes: Mapping[str, float] | None, names: Sequence[str]) -> float | None:
    return None if outcomes is None else sum(outcomes[name] for name in names)


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
    for text in (*_approximations(advice, _), *_prefixes(advice, _)):
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


def _approximations(advice: Advice, _: Translate) -> Iterator[str]:
    """What the method leaves out, in plain words."""
    if not advice.worlds or any(note.code == "stock_empty" for note in advice.notes):
        return  # nothing is hidden from anybody
    if advice.state.phase == "pass":
        yield _(
            "Approximate: the others are taken to pass by simple rules, and each deal is then"
            " played out by simple rules of play, every player seeing only his own cards."
        )
        if advice.exhaustive:
            return
        yield _(
            "The choice, among the passes that looked best, was made on other deals than those"
            " that the figures are from."
        )
        return
    if advice.state.phase in ("trump", "go"):
        yield _(
            "Approximate: from then on everybody goes, exchanges and stays out by simple rules, as"
            " boldly as the match makes it right for him; who has decided is taken to have done so."
        )
    if "pimc" in advice.method:
        yield _(
            "Approximate: from this card on, each deal is searched as if everybody saw"
            " all the cards. Real players cannot, so hiding and finding out count for nothing."
        )
    if "playout" in advice.method:
        yield _(
            "Approximate: from this card on, each deal is played out by simple rules of play,"
            " every player seeing only his own cards."
        )
    if any(note.code == "lead_weight" for note in advice.notes):
        yield _(
            "Approximate: each player plays what is best on average over all he cannot see;"
            " but for the lead, what a card tells about the rest of a hand counts for nothing."
        )
    elif "nested" in advice.method:
        yield _(
            "Approximate: each player plays what is best on average over all he cannot see;"
            " what a card played tells about the rest of that hand counts for nothing."
        )


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
