"""The command `trunfo table`: a game under way, followed or played against the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from trunfo.cli.input import read_state, state_text
from trunfo.cli.parts import Command, lang_option, number, page, say
from trunfo.cli.prompt import Lines
from trunfo.cli.session import ME, TYPED, WORDS, Begun, Session
from trunfo.engine.document.options import on_top, read_rules
from trunfo.engine.errors import Message, TrunfoError, UnreadableInput
from trunfo.engine.registry import games
from trunfo.engine.text.vocabulary import fold
from trunfo.engine.trick_game import TrickGame
from trunfo.games.base import usual_game
from trunfo.language import Language
from trunfo.match.base import Player
from trunfo.match.records import records
from trunfo.match.spec import parse
from trunfo.report.words import wrapped
from trunfo.table.record import Record
from trunfo.table.start import Series
from trunfo.table.table import Table

OPPONENT = "rules"
"""Who sits in the other seats if nobody is named."""


def table_command(spoken: Language) -> click.Command:
    """`trunfo table`."""
    _ = spoken.translate

    @click.command(
        "table", cls=Command, language=spoken,
        short_help=_("Follow a game card by card, or play against the program."),
        help=_(
            "A game under way. With a position it is followed on from there: what the others"
            " do is typed, and advice is shown at my turn. With the name of a game the program"
            " deals, and plays the seats that are given to players of `trunfo match`.\n\n"
            "One line an act, from a terminal or a pipe; `help` at the prompt tells the words."
        ),
        examples=lambda: [
            f"trunfo table {usual_game().name}",
            f"trunfo table {usual_game().name} --hints asked --record evening.jsonl",
            f"trunfo table {usual_game().name} --seat me --seat typed --seat typed --seat typed",
        ],
    )
    @click.argument("argument", metavar=_("[GAME|STATE]"), required=False)
    @click.option("--seat", "seats", multiple=True, metavar=_("PLAYER"), help=_(
        "Who sits in each seat, once a seat in order of play: me, typed, or a player of match."
    ))
    @click.option("--seed", type=number(int, 0, 2**63 - 1, spoken), default=1, show_default=True,
                  metavar="N", help=_("Where the random numbers start: the same seed, the same"
                                      " deals."))
    @click.option("--whole", is_flag=True, help=_("A whole match, in games that have one."))
    @click.option("--record", "keep", metavar=_("FILE"), type=click.Path(dir_okay=False),
                  help=_("Keep the deals in a file; one that exists is taken up again."))
    @click.option("--rules", multiple=True, metavar=_("KEY=VALUE"), help=_(
        "An option of the rules, on top of what STATE says; may be repeated."
        " See: trunfo rules GAME."
    ))
    @click.option("--hints", type=click.Choice(["never", "asked", "always"]), help=_(
        "When advice is shown; always where a game is followed, else when it is asked for."
    ))
    @click.option("--time", type=number(float, 0.001, 1_000_000, spoken), metavar=_("SECONDS"),
                  help=_("How long advice is thought about; the default is 1."))
    @click.option("--worlds", type=number(int, 1, 10**9, spoken), metavar="N", help=_(
        "Try out so many deals, drawn at random among those that are possible."
    ))
    @lang_option(spoken)
    @click.pass_context
    def run(
        ctx: click.Context, /, argument: str | None, seats: tuple[str, ...], seed: int,
        whole: bool, keep: str | None, rules: tuple[str, ...], hints: str | None,
        time: float | None, worlds: int | None,
    ) -> None:
        if time is not None and worlds is not None:
            ctx.fail(_("Give --worlds, or --time, --until-clear or both of these."))
        budget: dict[str, Any] = {"worlds": worlds} if worlds is not None else {"time": time or 1.0}
        path = Path(keep) if keep else None
        lines = Lines(spoken)
        session = _session(argument, seats, seed, whole, path, rules, lines, spoken)
        if session is None:
            return
        session.budget = budget
        followed = session.again is not None or session.table.me is not None
        session.hints = hints or ("always" if followed else "asked")
        _talk(session, lines)

    return run


# How it begins


def _session(
    argument: str | None, seats: tuple[str, ...], seed: int, whole: bool, keep: Path | None,
    rules: tuple[str, ...], lines: Lines, spoken: Language,
) -> Session | None:
    """The table, who sits at it, what has been played before; None if nobody begins."""
    before: list[Record] = []
    if keep is not None and keep.exists() and keep.stat().st_size:
        before = list(records(keep))
    if before:
        _same_game(before, argument, rules, keep)
        return _resumed(before, seats, seed, whole, keep, lines, spoken)
    game = _game(argument)
    if game is None:
        if argument is None:
            text = "Say which game, or give a position."
            raise UnreadableInput(Message("game_missing", text))
        table, assumed = _from_text(state_text(argument), rules)
        return Session(table, _sitting(table, seats), page(spoken), keep=keep, assumed=assumed,
                       again=_asker(table, rules, lines, spoken))
    if _nobody_deals(seats):
        asked = _asked_for(game, seats.index(ME), rules, lines, spoken)
        if asked is None:
            return None
        table, assumed = asked
        return Session(table, _sitting(table, seats), page(spoken), keep=keep, assumed=assumed,
                       again=_asker(table, rules, lines, spoken))
    whole = whole or _always_whole(game)
    table = Table.deal(game.name, seed=seed, rules=on_top(game, rules), whole=whole)
    return Session(table, _sitting(table, seats), page(spoken), keep=keep)


def _same_game(
    before: list[Record], argument: str | None, rules: tuple[str, ...], keep: Path | None
) -> None:
    """An evening is of one game; what the command line says must not contradict its file.

    Raises
    ------
    UnreadableInput
        If it does.
    """
    kept = before[-1]
    asked = _game(argument) or kept.game
    others = [record.game for record in before if record.game != kept.game]
    if others or asked != kept.game:
        text = "The deals kept in {path} are of {game}, not of {other}."
        values = {"path": str(keep), "game": kept.game.title, "other": (*others, asked)[0].title}
        raise UnreadableInput(Message("other_game", text, values))
    if rules and read_rules(kept.game, on_top(kept.game, rules)) != kept.rules:
        text = "The deals kept in {path} are played by other rules."
        raise UnreadableInput(Message("other_game", text, {"path": str(keep)}))


def _resumed(
    before: list[Record], seats: tuple[str, ...], seed: int, whole: bool, keep: Path | None,
    lines: Lines, spoken: Language,
) -> Session:
    """A table that goes on with the last record of a file."""
    last = before[-1]
    whole = whole or _always_whole(last.game)
    if last.dealt is not None and last.dealt.open:
        table = Table.resumed(before, Series(seed, 0, whole))
        return Session(table, _sitting(table, seats), page(spoken), keep=keep,
                       before=before[: len(before) - len(table.records())])
    table = Table.of(last)
    return Session(table, _sitting(table, seats), page(spoken), keep=keep, before=before[:-1],
                   again=_asker(table, (), lines, spoken))


def _always_whole(game: TrickGame) -> bool:
    """Whether a deal of a game means nothing outside a match."""
    return game.first_standing(game.rules()).scores is not None


def _game(argument: str | None) -> TrickGame | None:
    """The game, if the argument is the name of one."""
    for game in games().values():
        if argument is not None and fold(argument.strip()) in (game.name, *game.words):
            return game
    return None


def _nobody_deals(seats: tuple[str, ...]) -> bool:
    """Whether a game is played with real cards: I see my hand, and nobody else is a program."""
    return ME in seats and set(seats) == {ME, TYPED}


def _sitting(table: Table, seats: tuple[str, ...]) -> list[str | Player]:
    """Who sits in each seat."""
    count = table.game.seats
    if not seats:
        me = table.me if table.me is not None else table.seen_by(0).me or 0
        others = TYPED if table.is_followed else OPPONENT
        seats = tuple(ME if seat == me else others for seat in range(count))
    if len(seats) != count:
        text = "Say who sits in each seat: --seat {count} times."
        raise UnreadableInput(Message("seats_missing", text, {"count": count}))
    if seats.count(ME) > 1:
        raise UnreadableInput(Message("me_twice", "Only one seat can be `me`."))
    found: list[str | Player] = []
    for seat, who in enumerate(seats):
        if who not in (ME, TYPED) and not table.knows(seat):
            text = "A player of the program cannot sit where the hand is hidden: say `typed`."
            raise UnreadableInput(Message("seat_hidden", text))
        found.append(who if who in (ME, TYPED) else parse(who).build())
    return found


def _asked_for(
    game: TrickGame, me: int, rules: tuple[str, ...], lines: Lines, spoken: Language
) -> Begun | None:
    """A table from the hand that a person types; None if he would rather not."""
    write = page(spoken)
    say(write.fit(spoken.translate(
        "Type what you know, as a position: hand, trump, who deals or leads."
    )))
    for text in lines:
        if fold(text.strip()) in map(fold, WORDS["quit"]):
            break
        if not text.strip():
            continue
        try:
            return _from_text(_position(game, text, me), rules)
        except TrunfoError as wrong:
            for line in wrapped(wrong.message.text(spoken.translate), write):
                say(line)
            if wrong.excerpt:
                say(write.fit(wrong.excerpt))
    return None


def _position(game: TrickGame, text: str, me: int) -> str:
    """What was typed as the text of a position."""
    return f"{game.words[0]}; {text}; eu {me}" if me else f"{game.words[0]}; {text}"


def _from_text(text: str, rules: tuple[str, ...]) -> Begun:
    """The table of a position, and what had to be assumed in reading it."""
    read = read_state(text, rules)
    table = Table(read.state)
    return Begun(table, (*read.notes, *table.game.knowledge(read.state).notes))


def _asker(
    table: Table, rules: tuple[str, ...], lines: Lines, spoken: Language
) -> Callable[[str], Begun | None]:
    """How the next deal of a game that is followed is asked for."""
    game, me = table.game, table.me or 0

    def ask(rest: str) -> Begun | None:
        if not rest:
            return _asked_for(game, me, rules, lines, spoken)
        return _from_text(_position(game, rest, me), rules)

    return ask


# The conversation


def _talk(session: Session, lines: Lines) -> None:
    """Talk until the input ends or `quit`."""
    lines.choices = session.choices
    session.thinking = lines.thinking
    session.store()
    try:
        for answer in session.begin():
            say(answer)
        for line in lines:
            for answer in session.line(line):
                say(answer)
            if session.ended:
                break
    except KeyboardInterrupt:
        session.store()
        raise
    finally:
        if session.thinking is not None:
            session.thinking.stop()
        for player in session.seats:
            if isinstance(player, Player):
                player.close()
