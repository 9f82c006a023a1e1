"""A review as a page by itself: the curve, the deal, every decision with its table.

Nothing is loaded from elsewhere: style and charts stand in the page. It follows the reader's
light or dark, and can be printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from trunfo.advice import SAME, Advice, Choice
from trunfo.engine.cards import SUIT_SYMBOLS
from trunfo.engine.errors import as_written
from trunfo.engine.position import Payoff
from trunfo.engine.state import seat_message
from trunfo.language import language
from trunfo.report.position import by_suit, position_text
from trunfo.report.svg import Line, Mark, chart
from trunfo.report.table import UNKNOWN, VERDICT_WORDS
from trunfo.report.why import why_sentence
from trunfo.report.words import TOGETHER, Page, label
from trunfo.table.actions import card_text, seat_text, write_action
from trunfo.table.acts import Act
from trunfo.table.deals import unordered
from trunfo.table.reviewed import Losses, Review, Reviewed, Totals
from trunfo.table.table import Table

STYLE = """
:root{color-scheme:light dark;--s1:#c2185b;--s2:#00897b;--s3:#8e6bbf;
--page:#fff;--ink:#1c2024;--soft:#667;--line:#d8dce2;--card:#f5f6f8;
--red:#b3261e;--us:#1f6feb;--open:#888;--slight:#b58900;--mistake:#d9660a;--grave:#c62828;
--good:#2e7d32}
@media(prefers-color-scheme:dark){:root{--page:#15181c;--ink:#e4e7eb;--soft:#9aa3ad;--line:#333a42;
--card:#1e2329;--red:#ff8a80;--us:#6aa9ff;--open:#8a929b;--slight:#e0b400;--mistake:#ff9a4d;
--grave:#ff6b6b;--good:#7bc67e}}
.trunfo{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;
max-width:60rem;margin:0 auto;padding:1rem}
.trunfo h1,.trunfo h2,.trunfo h3{line-height:1.2;margin:1.4em 0 .4em}
.trunfo table{border-collapse:collapse;margin:.5rem 0;font-variant-numeric:tabular-nums}
.trunfo th,.trunfo td{padding:.15rem .6rem;border-bottom:1px solid var(--line);text-align:right}
.trunfo th:first-child,.trunfo td:first-child{text-align:left}
.trunfo .wide{overflow-x:auto}
.trunfo .tricks td{text-align:left}
.trunfo .led{font-weight:600}
.trunfo .red{color:var(--red)}
.trunfo .made{background:var(--card)}
.trunfo .soft{color:var(--soft)}
.trunfo .slight{color:var(--slight)}.trunfo .mistake{color:var(--mistake)}
.trunfo .grave{color:var(--grave)}.trunfo .same{color:var(--good)}
.trunfo a{color:inherit}
.trunfo details{border:1px solid var(--line);border-radius:.4rem;margin:.4rem 0;padding:.3rem .7rem}
.trunfo details:target{outline:2px solid var(--us)}
.trunfo summary{cursor:pointer}
.trunfo svg.chart{width:100%;height:auto;color:var(--ink)}
.trunfo svg text{font-size:12px;fill:var(--soft)}
.trunfo svg line.grid{stroke:var(--line)}.trunfo svg line.zero{stroke:var(--soft)}
.trunfo svg polyline{fill:none;stroke-width:2;stroke:var(--us)}
.trunfo svg polyline.open{stroke:var(--open);stroke-dasharray:4 4}
.trunfo svg polyline.s1{stroke:var(--s1)}.trunfo svg polyline.s2{stroke:var(--s2)}
.trunfo svg polyline.s3{stroke:var(--s3)}
.trunfo .s0{color:var(--us)}.trunfo .s1{color:var(--s1)}.trunfo .s2{color:var(--s2)}
.trunfo .s3{color:var(--s3)}
.trunfo svg circle{fill:var(--page);stroke:var(--us);stroke-width:1.5}
.trunfo svg circle.slight{fill:var(--slight);stroke:var(--slight)}
.trunfo svg circle.mistake{fill:var(--mistake);stroke:var(--mistake)}
.trunfo svg circle.grave{fill:var(--grave);stroke:var(--grave)}
.trunfo svg circle.same{fill:var(--us);stroke:none;opacity:.6}
@media print{:root{color-scheme:light;--page:#fff;--ink:#000;--soft:#444;--line:#bbb;--card:#eee}
.trunfo{max-width:none;padding:0}.trunfo section{break-after:page}
.trunfo details{break-inside:avoid}
.trunfo details::details-content{content-visibility:visible;block-size:auto}}
"""
PRINTED = "addEventListener('beforeprint',()=>document.querySelectorAll('details')" \
    ".forEach(each=>each.open=true))"


def review_html(found: Review, lang: str = "en") -> str:
    """A review as part of a page, with its style: for notebooks."""
    part = "".join(_Part(found, Page(language(lang)), 1).lines())
    return f'<style>{STYLE}</style><div class="trunfo">{part}</div>'


def page_begin(page: Page) -> str:
    """The beginning of a page of reviews."""
    title = escape(page.language.translate("Reviews"))
    return (
        f'<!doctype html><html lang="{page.language.code}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>trunfo · {title}</title><style>{STYLE}body{{margin:0;background:var(--page)}}"
        f'</style></head><body><main class="trunfo">'
    )


def page_part(found: Review, page: Page, number: int) -> str:
    """The part of a page about one record, counted from 1."""
    return "".join(_Part(found, page, number).lines())


def page_end(totals: Totals | None, page: Page, count: int) -> str:
    """The end of a page, with what the players have lost in all, if it has several parts."""
    text = ""
    if totals is not None:
        _ = page.language.translate
        names = [
            (who if isinstance(who, str) else _("seat {seat}").format(seat=who), lost)
            for who, lost in totals
        ]
        title = _("All {count} deals together:").format(count=count).rstrip(":")
        text = f"<section><h2>{escape(title)}</h2>{_players(names, page)}</section>"
    return f"{text}</main><script>{PRINTED}</script></body></html>\n"


class _Part:
    """Tells one review."""

    def __init__(self, found: Review, page: Page, number: int) -> None:
        self.found, self.page, self.number = found, page, number
        self.record, self.game = found.record, found.record.game
        self.translate = page.language.translate
        self.table = Table.of(found.record)
        self.me = found.record.me or 0
        self.state = self.table.seen_by(self.me)

    def lines(self) -> Iterator[str]:
        """The whole part."""
        _ = self.translate
        yield f'<section id="r{self.number}"><h2>{self.number}. {escape(self.game.title)}</h2>'
        yield self.result()
        yield f"<h3>{escape(_('Expected RISCOS, act by act'))}</h3>"
        yield self.curve()
        yield f"<h3>{escape(_('What was lost'))}</h3>"
        yield _players(
            [(self.name(seat), self.found.losses(seat)) for seat in range(self.game.seats)],
            self.page,
        )
        yield f"<h3>{escape(_('The deal'))}</h3>"
        yield from self.deal()
        yield from self.tricks()
        mattered = [each for each in self.found.decisions if each.matters]
        others = [each for each in self.found.decisions
                  if each.advice is not None and not each.matters]
        yield f"<h3>{escape(_('Decisions that mattered'))}</h3>"
        if not mattered:
            yield f"<p>{escape(_('None: every decision was as good as the best.'))}</p>"
        for each in mattered:
            yield self.decision(each)
        if others:
            yield f"<h3>{escape(_('The other decisions'))}</h3>"
            for each in others:
                yield self.decision(each)
        yield "</section>"

    def name(self, seat: int) -> str:
        """A seat's name."""
        return seat_message(self.game, self.state, seat).text(self.translate)

    def fit(self, text: str) -> str:
        """A text as HTML, red suits in red."""
        found = escape(text.replace(TOGETHER, " "))
        for symbol in SUIT_SYMBOLS[:2]:
            found = found.replace(symbol, f'<span class="red">{symbol}</span>')
        return found

    def act(self, act: Act) -> str:
        """An act in words."""
        return told(act, self.table, self.me, self.page)

    def result(self) -> str:
        """Points and RISCOS of each seat, and what the deal was worth with all cards open."""
        _, found = self.translate, self.found
        rows: list[tuple[str, Payoff]] = []
        if self.record.result is not None:
            rows.append((_("Result"), self.record.result))
        if found.par is not None and found.start is not None:
            text = _("With all cards open, before act {number}")
            rows.append((text.format(number=found.start), found.par))
        if not rows:
            return f"<p>{escape(_('It has no result.'))}</p>"
        seats = range(self.game.seats)
        head = "".join(f"<th>{escape(self.name(seat))}</th>" for seat in seats)
        body = "".join(
            f"<tr><td>{escape(title)}</td>" + "".join(
                f"<td>{paid.points[seat]} · {_number(self.page, paid.riscos[seat])}</td>"
                for seat in seats
            ) + "</tr>"
            for title, paid in rows
        )
        points = escape(_("points · RISCOS"))
        return (
            f'<div class="wide"><table><tr><th class="soft">{points}</th>{head}</tr>'
            f"{body}</table></div>"
        )

    # The curve

    def curve(self) -> str:
        """What each act let expect, by the advice of its seat; and with all cards open."""
        _, sides = self.translate, self.game.sides()
        two = len(set(sides)) == 2
        mine = sides[self.me]
        values: dict[int, list[tuple[float, float]]] = {}
        marks = []
        for each in self.found.decisions:
            made = _made(each)
            if made is None or each.seat is None or made.riscos.mean is None:
                continue
            side = sides[each.seat]
            sign = -1.0 if two and side != mine else 1.0
            place = (float(each.number), sign * made.riscos.mean)
            values.setdefault(mine if two else side, []).append(place)
            marks.append(Mark(place, self.summary(each), self.place(each), each.verdict or ""))
        result = self.record.result
        if result is not None:
            for side, points in values.items():
                seat = sides.index(side)
                points.append((len(self.found.decisions) + 1.0, result.riscos[seat]))
        lines = [
            Line(self.name(sides.index(side)), points, f"s{side}" if not two else "")
            for side, points in sorted(values.items())
        ]
        seen = [
            (float(each.number), each.after.riscos[sides.index(mine)])
            for each in self.found.decisions if each.after is not None
        ]
        lines.append(Line(_("with all cards open"), seen, "open"))
        whose = self.name(self.me) if two else _("every seat")
        text = _("The line: what could be expected for {seat} after each act, by the advice of who"
                 " acted. Dashed: what the deal was worth for {me} with all cards open.")
        note = text.format(seat=whose, me=self.name(self.me))
        drawing = chart(lines, marks, _("Expected RISCOS, act by act"), _("act"))
        names = "".join(
            f'<span class="s{side}">&#9644;</span> {escape(self.name(sides.index(side)))} '
            for side in sorted(values) if not two
        )
        return (
            f'<div class="wide">{drawing}</div><p>{names}</p><p class="soft">{escape(note)}</p>'
        )

    def place(self, each: Reviewed) -> str:
        """The id of a decision on the page."""
        return f"r{self.number}d{each.number}"

    # The deal

    def deal(self) -> Iterator[str]:
        """The hands as they were dealt, the stock, the trump."""
        _, record, pack = self.translate, self.record, self.record.pack
        dealt = record.dealt
        if dealt is None:
            assert record.start is not None
            text = position_text(record.start, (), self.page)
            yield f"<p>{self.fit(text)}</p>"
            return
        trump = dealt.trump.suit if dealt.trump else None
        yield "<table>"
        for seat, hand in enumerate(dealt.hands):
            shown = _("hidden") if hand is None else by_suit(pack, hand, trump, _)
            yield f'<tr><td>{escape(self.name(seat))}</td><td style="text-align:left">'
            yield f"{self.fit(shown)}</td></tr>"
        if dealt.stock:
            stock = " ".join(card_text(pack, pack.token(card), self.page.language.code)
                             for card in dealt.stock)
            yield f'<tr><td>{escape(_("stock, in order"))}</td><td style="text-align:left">'
            yield f"{self.fit(stock)}</td></tr>"
        yield "</table>"

    def tricks(self) -> Iterator[str]:
        """What was done before play, and the tricks, each card with what it cost."""
        _ = self.translate
        before = [each for each in self.found.decisions if "play" not in each.act]
        if before:
            yield "<p>" + "; ".join(self.linked(each, with_seat=True) for each in before) + "</p>"
        cards = [each for each in self.found.decisions if "play" in each.act]
        if not cards:
            return
        yield f'<div class="wide"><table class="tricks"><tr><th>{escape(_("trick"))}</th>'
        seats = range(self.game.seats)
        yield "".join(f"<th>{escape(self.name(seat))}</th>" for seat in seats) + "</tr>"
        for number, trick in enumerate(self.by_trick(cards), 1):
            by_seat = {each.seat: each for each in trick}
            yield f"<tr><td>{number}</td>"
            for seat in seats:
                each = by_seat.get(seat)
                led = ' class="led"' if each is trick[0] else ""
                yield f"<td{led}>{self.linked(each) if each is not None else ''}</td>"
            yield "</tr>"
        yield f'</table></div><p class="soft">{escape(_("Bold: the card led."))}</p>'

    def by_trick(self, cards: Sequence[Reviewed]) -> Iterator[Sequence[Reviewed]]:
        """The cards of each trick; of one that had begun when the record did, the rest."""
        size = len(self.game.playing(self.state))
        start = self.record.start
        begun = len(start.table.cards) if start is not None and start.table is not None else 0
        for first in range(-begun, len(cards), size):
            yield cards[max(first, 0) : first + size]

    def linked(self, each: Reviewed, *, with_seat: bool = False) -> str:
        """An act, coloured by what it cost, that leads to its decision."""
        text = self.act(each.act if with_seat else each.act.action)
        if each.advice is None:
            return self.fit(text)
        kind = each.verdict if each.matters else ""
        return f'<a class="{kind}" href="#{self.place(each)}">{self.fit(text)}</a>'

    # Decisions

    def summary(self, each: Reviewed) -> str:
        """A decision in a line: who, what, what it cost, what would have been better."""
        return summary(each, self.table, self.me, self.page)

    def decision(self, each: Reviewed) -> str:
        """A decision that opens to its table."""
        advice = each.advice
        assert advice is not None
        why = why_sentence(advice, self.translate) if each.matters else ""
        said = f"<p>{self.fit(why)}</p>" if why else ""
        seats = tuple(map(self.name, range(self.game.seats)))
        state = replace(advice.state, seats=seats)
        seen = self.fit(position_text(state, advice.assumed, self.page))
        opened = " open" if each.matters else ""
        return (
            f'<details id="{self.place(each)}"{opened}><summary class="{each.verdict or ""}">'
            f'{self.fit(self.summary(each))}</summary>{said}<p class="soft">{seen}</p>'
            f'<div class="wide">{self.options(advice, each)}</div></details>'
        )

    def options(self, advice: Advice, each: Reviewed) -> str:
        """The table of what could have been done."""
        _, page, made = self.translate, self.page, unordered(each.act.action)
        head = (_("action"), "RISCOS", "±", _("difference"), "±", _("points"), "")
        rows = []
        for choice in advice.options:
            cells = (
                page.number(choice.riscos.mean or 0.0, 3, signed=True)
                if choice.riscos.mean is not None else UNKNOWN,
                _width(page, choice.riscos.ci95),
                page.number(choice.delta.mean or 0.0, 3, signed=True),
                _width(page, choice.delta.ci95),
                page.number(choice.points.mean, 1) if choice.points.mean is not None else UNKNOWN,
            )
            kind = ' class="made"' if unordered(choice.action) == made else ""
            word = escape(_(WORDS[choice.verdict])) if choice.verdict else ""
            rows.append(
                f"<tr{kind}><td>{self.fit(label(advice.state, choice.action, _))}</td>"
                + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
                + f'<td class="{choice.verdict or ""}">{word}</td></tr>'
            )
        titles = "".join(f"<th>{escape(title)}</th>" for title in head)
        deals = _("{count} deals tried out").format(count=advice.worlds)
        return f'<table><tr>{titles}</tr>{"".join(rows)}</table><p class="soft">{escape(deals)}</p>'


WORDS: Mapping[str, str] = {SAME: as_written("as good"), **VERDICT_WORDS}
"""Verdicts in words, texts of the catalogue."""


def summary(each: Reviewed, table: Table, me: int, page: Page) -> str:
    """A decision in a line: `12. right J♣: -0.40 RISCOS (mistake); better: A♣`."""
    _, code = page.language.translate, page.language.code
    text = f"{each.number}. {told(each.act, table, me, page)}"
    if each.honest is None:
        return text
    if not each.matters:
        return f"{text}: {_('as good')}"
    assert each.best is not None
    assert each.verdict is not None
    loss = page.number(each.honest.mean or 0.0, 2)
    if each.honest.ci95:
        loss += page.fit(" ± ") + page.number(each.honest.ci95, 2)
    lost = _("{act}: {loss} RISCOS lost ({verdict}); better: {best}.")
    return lost.format(
        act=text, loss=loss, verdict=_(WORDS[each.verdict]),
        best=write_action(each.best, table, code, me),
    )


def told(act: Act, table: Table, me: int, page: Page) -> str:
    """An act in words for a reader: a seat's name stands without quotes."""
    text = write_action(act, table, page.language.code, me)
    if act.seat is None:
        return text
    quoted = seat_text(table, act.seat, page.language.code, me)
    name = seat_message(table.game, table.seen_by(me), act.seat).text(page.language.translate)
    return name + text.removeprefix(quoted)


def _made(each: Reviewed) -> Choice | None:
    """The option that was taken."""
    if each.advice is None:
        return None
    wanted = unordered(each.act.action)
    return next(
        (choice for choice in each.advice.options if unordered(choice.action) == wanted), None
    )


def _players(names: Sequence[tuple[str, Losses]], page: Page) -> str:
    """What each player has lost."""
    _ = page.language.translate
    head = (_("player"), _("decisions"), _("RISCOS lost"), "±", _("with all cards open"))
    rows = []
    for name, lost in names:
        cells: list[Any] = [
            lost.decisions, page.number(lost.honest.mean or 0.0, 2),
            page.number(lost.honest.ci95 or 0.0, 2),
            UNKNOWN if lost.hindsight is None else page.number(lost.hindsight.riscos[0], 2),
        ]
        rows.append(f"<tr><td>{escape(name)}</td>"
                    + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    return f'<div class="wide"><table><tr>{titles}</tr>{"".join(rows)}</table></div>'


def _number(page: Page, value: float) -> str:
    return page.number(value, 0 if value == int(value) else 2, signed=True)


def _width(page: Page, value: float | None) -> str:
    return "" if not value else page.number(value, 3)
