"""The command `trunfo review`: a finished deal looked back at."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator

import click

from trunfo.advice import SAME
from trunfo.cli.parts import Command, json_option, lang_option, number, page, say
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.state import seat_message
from trunfo.language import Language
from trunfo.match.records import records
from trunfo.report.words import Page
from trunfo.table.actions import write_action
from trunfo.table.acts import Act
from trunfo.table.record import Record
from trunfo.table.review import Losses, Review, Reviewed, Totals, review
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
        examples=[
            "trunfo review evening.jsonl --worlds 200",
            "trunfo review match.jsonl --deal 3 --seating 0 --json",
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
    @json_option(spoken)
    @lang_option(spoken)
    @click.pass_context
    def run(
        ctx: click.Context, /, argument: str, seat: int | None, time: float | None,
        worlds: int | None, seed: int, jobs: int | None, deal: int | None, seating: int | None,
        as_json: bool,
    ) -> None:
        if time is not None and worlds is not None:
            ctx.fail(_("Give --worlds, or --time, --until-clear or both of these."))
        found: Iterable[Record] = (
            read_stream(bounded(sys.stdin)) if argument == "-"
            else records(argument, deal=deal, seating=seating)
        )
        totals, count = Totals(), 0
        for record in found:
            looked = review(
                record, seat=seat, time=time, worlds=worlds, seed=seed, jobs=jobs
            )
            totals.add(looked)
            count += 1
            if as_json:
                say(looked.to_json())
                continue
            if count > 1:
                say("")
            for line in review_lines(looked, page(spoken)):
                say(line)
        if not count:
            raise UnreadableInput(Message("empty", "There is no record."))
        if count > 1 and as_json:
            say(json.dumps(totals.to_dict(), ensure_ascii=False, allow_nan=False))
        elif count > 1:
            say("\n" + page(spoken).fit(_("All {count} deals together:").format(count=count)))
            for who, lost in totals:
                name = who if isinstance(who, str) else _("seat {seat}").format(seat=who)
                say(_losses(name, lost, page(spoken)))

    return run


def review_lines(found: Review, page: Page) -> Iterator[str]:
    """A review for people: one line a decision that mattered, the rest counted."""
    _, record = page.language.translate, found.record
    table = Table.of(record)
    state = table.seen_by(record.me or 0)

    def name(seat: int) -> str:
        return page.fit(seat_message(record.game, state, seat).text(_))

    yield page.fit(_("{game}, {count} acts").format(
        game=record.game.title, count=len(record.acts)
    ))
    if record.result is not None:
        yield page.fit(_("Result: {riscos} RISCOS").format(riscos=", ".join(
            f"{name(seat)} {value:+g}" for seat, value in enumerate(record.result.riscos)
        )))
    if found.par is not None and found.start is not None:
        yield page.fit(
            _("With all cards open, before act {number}: {riscos} RISCOS").format(
                number=found.start, riscos=", ".join(
                    f"{name(seat)} {value:+g}" for seat, value in enumerate(found.par.riscos)
                )
            )
        )
    mattered = [each for each in found.decisions if each.verdict not in (None, SAME)]
    for each in mattered:
        yield page.fit(_mistake(each, table, page))
    weighed = sum(each.honest is not None for each in found.decisions)
    yield page.fit(_("{count} other decisions were as good as the best.").format(
        count=weighed - len(mattered)
    ))
    for seat in range(record.game.seats):
        yield _losses(name(seat), found.losses(seat), page)


def _mistake(each: Reviewed, table: Table, page: Page) -> str:
    """A decision that cost something: `12. direita V♣: -0.40 RISCOS (mistake), better A♣`."""
    _, code = page.language.translate, page.language.code
    assert each.honest is not None
    assert each.best is not None
    words = {
        "slight": _("slight"), "mistake": _("mistake"), "grave": _("grave mistake"),
    }
    assert each.verdict in words
    made, best = (write_action(act, table, code) for act in (each.act, Act.of(each.best)))
    return _("{number}. {made}: -{loss} RISCOS ({verdict}); better: {best}").format(
        number=each.number, made=made, loss=f"{each.honest.mean or 0.0:.2f}",
        verdict=words[each.verdict], best=best,
    )


def _losses(name: str, lost: Losses, page: Page) -> str:
    _ = page.language.translate
    text = _("{name}: {count} decisions, {loss} RISCOS lost").format(
        name=name, count=lost.decisions, loss=f"{lost.honest.mean or 0.0:.2f}"
    )
    if lost.hindsight is not None:
        text += _("; {riscos} with all cards open").format(
            riscos=f"{lost.hindsight.riscos[0]:.2f}"
        )
    return page.fit(text)
