"""The command `trunfo review`: a finished deal looked back at."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from trunfo.bulk import ordered
from trunfo.cli.parts import Command, json_option, lang_option, number, page, say
from trunfo.cli.progress import Progress
from trunfo.engine.errors import Message, TrunfoError, UnreadableInput, as_written, unwritable
from trunfo.engine.state import seat_message
from trunfo.language import Language
from trunfo.match.records import records
from trunfo.report.why import why_sentence
from trunfo.report.words import TOGETHER, Page, wrapped
from trunfo.table.record import Record
from trunfo.table.review import review, review_iter
from trunfo.table.review_html import page_begin, page_end, page_part, summary
from trunfo.table.reviewed import Losses, Review, Totals
from trunfo.table.stream import bounded, read_stream
from trunfo.table.table import Table


def review_command(spoken: Language) -> click.Command:
    """`trunfo review`."""
    _ = spoken.translate

    @click.command(
        "review", cls=Command, language=spoken,
        short_help=_("Look back at a finished deal."),
        help=_(
            "Look back at a deal: what each decision cost, by what could be known then and with"
            " all cards open.\n\n"
            "RECORD is a file of records, text or JSON, or of a match, or - for standard input."
        ),
        examples=lambda: [
            "trunfo review evening.jsonl --worlds 200",
            "trunfo review match.jsonl --deal 3 --seating 0 --html deal.html",
        ],
    )
    @click.argument("argument", metavar=_("RECORD"))
    @click.option("--seat", type=number(int, 0, 3, spoken), metavar="N", help=_(
        "Weigh only the decisions of this seat, from 0 in order of play."
    ))
    @click.option("--time", type=number(float, 0.001, 1_000_000, spoken), metavar=_("SECONDS"),
                  help=_("How long each decision is thought about; the default is 1."))
    @click.option("--worlds", type=number(int, 1, 10**9, spoken), metavar="N", help=_(
        "Try out so many deals, drawn at random among those that are possible."
    ))
    @click.option("--seed", type=number(int, 0, 2**63 - 1, spoken), default=1, show_default=True,
                  metavar="N", help=_("Where the random numbers start: the same seed, the same"
                                      " deals."))
    @click.option("--jobs", type=number(int, 1, 1024, spoken), metavar="N", help=_(
        "How many cores to use; all of them if not given."
    ))
    @click.option("--deal", type=number(int, 0, 10**9, spoken), metavar="N", help=_(
        "Of a match, or of several records, only this deal, from 0."
    ))
    @click.option("--seating", type=number(int, 0, 99, spoken), metavar="K", help=_(
        "Of a match only this seating, from 0."
    ))
    @click.option("--html", metavar=_("FILE"), type=click.Path(dir_okay=False), help=_(
        "Write a page that needs nothing but itself: curve, cards, every decision with its table."
    ))
    @json_option(spoken)
    @lang_option(spoken)
    @click.pass_context
    def run(
        ctx: click.Context, /, argument: str, seat: int | None, time: float | None,
        worlds: int | None, seed: int, jobs: int | None, deal: int | None, seating: int | None,
        html: str | None, as_json: bool,
    ) -> None:
        if time is not None and worlds is not None:
            ctx.fail(_("Give --worlds, or --time, --until-clear or both of these."))
        if html is not None and as_json:
            ctx.fail(_("Give --json or --html, not both."))
        read: Iterable[Record] = (
            read_stream(bounded(sys.stdin)) if argument == "-"
            else records(argument, deal=deal, seating=seating)
        )
        options = {
            "seat": seat, "time": time, "worlds": worlds, "seed": seed, "why": not as_json,
        }
        out = _Json() if as_json else _Text(spoken) if html is None else _Page(html, spoken)
        totals, count = Totals(), 0
        with Progress(sys.stderr, spoken) as progress, out:
            for found in _reviews(read, jobs, options, progress):
                totals.add(found)
                count += 1
                out.part(found, count)
            if not count:
                raise UnreadableInput(Message("empty", "There is no record."))
            out.end(totals if count > 1 else None, count)

    return run


def _reviews(
    read: Iterable[Record], jobs: int | None, options: Mapping[str, Any], progress: Progress
) -> Iterator[Review]:
    """The reviews of some records in order: of one by threads, of more by processes."""
    given = _caught(read)
    first = list(islice(given, 2))
    if len(first) < 2:
        for record in map(_thrown, first):
            for so_far in review_iter(record, jobs=jobs, **options):
                progress.tell(
                    as_written("{number} of {count} acts looked back at"),
                    number=len(so_far.decisions), count=len(record.acts),
                )
            yield so_far
        return
    for done, found in enumerate(
        ordered(partial(_reviewed, options=options), chain(first, given), jobs), 1
    ):
        yield _thrown(found)
        progress.tell(as_written("{number} deals looked back at"), number=done)


def _caught(read: Iterable[Record]) -> Iterator[Record | TrunfoError]:
    """Records, at last the error that ends them: it is raised where it is reached, not before."""
    try:
        yield from read
    except TrunfoError as wrong:
        yield wrong


def _thrown(found: Any) -> Any:
    if isinstance(found, TrunfoError):
        raise found
    return found


def _reviewed(record: Record | TrunfoError, options: Mapping[str, Any]) -> Review | TrunfoError:
    """A review made by one thread; what is no record stays what it is."""
    if isinstance(record, TrunfoError):
        return record
    try:
        return review(record, jobs=1, **options)
    except TrunfoError as wrong:
        return wrong


# What is written


class _Json:
    """A line of JSON for each review, then one for the totals."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *raised: object) -> None:
        pass

    def part(self, found: Review, number: int) -> None:
        """A review."""
        say(found.to_json())

    def end(self, totals: Totals | None, count: int) -> None:
        """The totals, if there was more than one."""
        if totals is not None:
            say(json.dumps(totals.to_dict(), ensure_ascii=False, allow_nan=False))


class _Text(_Json):
    """For people: a line for each decision that mattered."""

    def __init__(self, spoken: Language) -> None:
        self.page = page(spoken)

    def part(self, found: Review, number: int) -> None:
        """A review."""
        if number > 1:
            say("")
        for line in review_lines(found, self.page):
            say(line)

    def end(self, totals: Totals | None, count: int) -> None:
        """The totals."""
        if totals is None:
            return
        _ = self.page.language.translate
        say("\n" + self.page.fit(_("All {count} deals together:").format(count=count)))
        for who, lost in totals:
            name = who if isinstance(who, str) else _("seat {seat}").format(seat=who)
            for line in _losses(name, lost, self.page):
                say(line)


class _Page(_Json):
    """A page in a file."""

    def __init__(self, path: str, spoken: Language) -> None:
        self.path = Path(path)
        self.beside = self.path.with_name(self.path.name + ".new")
        self.page = Page(spoken)

    def __enter__(self) -> None:
        with self._telling():
            self.file = self.beside.open("w", encoding="utf-8")
            self.file.write(page_begin(self.page))

    def __exit__(self, *raised: object) -> None:
        self.file.close()
        self.beside.unlink(missing_ok=True)

    def part(self, found: Review, number: int) -> None:
        """A review."""
        with self._telling():
            self.file.write(page_part(found, self.page, number))

    def end(self, totals: Totals | None, count: int) -> None:
        """The totals; the page is there when it is whole."""
        with self._telling():
            self.file.write(page_end(totals, self.page, count))
            self.file.close()
            self.beside.replace(self.path)
        say(self.page.language.translate("Written: {path}").format(path=self.path))

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Say it in words if the file cannot be written."""
        try:
            yield
        except OSError as wrong:
            raise unwritable(self.path, wrong) from None


def review_lines(found: Review, page: Page) -> Iterator[str]:
    """A review for people: one line a decision that mattered, the rest counted."""
    _, record = page.language.translate, found.record
    table = Table.of(record)
    me = record.me or 0
    state = table.seen_by(me)

    def name(seat: int) -> str:
        return seat_message(record.game, state, seat).text(_)

    def told(text: str, riscos: Sequence[float], **values: Any) -> list[str]:
        listed = ", ".join(
            f"{name(seat)}{TOGETHER}" + page.number(value, 0 if value == int(value) else 2, True)
            for seat, value in enumerate(riscos)
        )
        return wrapped(text.format(riscos=listed, **values), page, then="  ")

    yield page.fit(_("{game}, {count} acts").format(
        game=record.game.title, count=len(record.acts)
    ))
    if record.result is not None:
        yield from told(_("Result: {riscos} RISCOS"), record.result.riscos)
    if found.par is not None and found.start is not None:
        text = _("With all cards open, before act {number}: {riscos} RISCOS")
        yield from told(text, found.par.riscos, number=found.start)
    mattered = [each for each in found.decisions if each.matters]
    for each in mattered:
        why = why_sentence(each.advice, _) if each.advice is not None else ""
        yield from wrapped(f"{summary(each, table, me, page)} {why}".rstrip(), page, then="  ")
    weighed = sum(each.honest is not None for each in found.decisions)
    text = (
        _("There was nothing to decide.") if not weighed
        else _("{count} other decisions were as good as the best.") if mattered
        else _("All {count} decisions were as good as the best.")
    )
    yield from wrapped(text.format(count=weighed - len(mattered)), page)
    for seat in range(record.game.seats):
        yield from _losses(name(seat), found.losses(seat), page)


def _losses(name: str, lost: Losses, page: Page) -> list[str]:
    _ = page.language.translate
    text = _("{name}: {count} decisions, {loss} RISCOS lost").format(
        name=name, count=lost.decisions, loss=page.number(lost.honest.mean or 0.0, 2)
    )
    if lost.hindsight is not None:
        text += _("; {riscos} with all cards open").format(
            riscos=page.number(lost.hindsight.riscos[0], 2)
        )
    return wrapped(text, page, then="  ")
