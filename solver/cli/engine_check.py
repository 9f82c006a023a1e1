"""The command that puts a program to the test that is to play matches: `trunfo engine-check`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from trunfo.advise import SECONDS
from trunfo.cli.parts import Command, json_option, lang_option, number, page, say
from trunfo.engine.document.options import game_named
from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.registry import playable
from trunfo.language import Language
from trunfo.match.base import NoAnswer
from trunfo.match.check import SCHEMA, GameCheck, check, starts
from trunfo.match.external import PROTOCOL, ExternalPlayer
from trunfo.match.file import VERSION
from trunfo.match.report import NONE, brief_duration

EXIT_FAULTS = 1
MOST_DEALS = 10_000


def engine_check_command(spoken: Language) -> click.Command:
    """`trunfo engine-check`."""
    _ = spoken.translate

    @click.command(
        "engine-check", cls=Command, language=spoken,
        short_help=_("Put a program to the test that is to play matches."),
        help=_(
            "Play a program against chance, in all games and phases and many deals, and say what"
            " it does wrong.\n\nCOMMAND is one word of the shell: the program and its arguments."
        ),
        examples=lambda: [
            "trunfo engine-check 'python3 engine.py'",
            "trunfo engine-check 'node engine.js' --deals 100 --json",
        ],
    )
    @click.argument("command", metavar=_("COMMAND"))
    @click.option("--game", multiple=True, metavar="GAME", help=_(
        "This game only; may be repeated."
    ))
    @click.option(
        "--deals", type=number(int, 1, MOST_DEALS, spoken), default=20, show_default=True,
        metavar="N", help=_("Deals of each game."),
    )
    @click.option(
        "--seed", type=number(int, 0, 2**64 - 1, spoken), default=1, show_default=True,
        metavar="N", help=_("Where the random numbers start."),
    )
    @click.option(
        "--time", type=number(float, *SECONDS, spoken), metavar="SECONDS",
        help=_("Seconds a move that the program is told to take."),
    )
    @click.option(
        "--timeout", type=number(float, *SECONDS, spoken), metavar="SECONDS",
        help=_("Seconds after which an answer is late."),
    )
    @click.option(
        "--start", type=number(float, *SECONDS, spoken), default=30.0,
        show_default=True, metavar="SECONDS", help=_("Seconds that it may take to start."),
    )
    @json_option(spoken)
    @lang_option(spoken)
    def engine_check(
        command: str, game: tuple[str, ...], deals: int, seed: int, time: float | None,
        timeout: float | None, start: float, as_json: bool,
    ) -> int:
        games = [game_named(name) for name in game] or list(playable())
        try:
            program = ExternalPlayer(command=command, time=time, timeout=timeout, start=start)
        except ValueError as error:
            values = {"player": command, "why": str(error)}
            raise UnreadableInput(Message("bad_player", "`{player}`: {why}.", values)) from None
        report = _Report(spoken, as_json)
        with report.of(program):
            report.started(*starts(program, games[0]))
            for found in check(program, games, deals, seed):
                report.game(found)
        return report.end()

    return engine_check


class _Report:
    """What is found, told as it comes, or as one JSON object at the end."""

    def __init__(self, spoken: Language, as_json: bool) -> None:
        self._ = spoken.translate
        self._page = page(spoken)
        self._as_json = as_json
        self._document: dict[str, Any] = {
            "schema": SCHEMA, "version": VERSION, "engine": None, "start_s": None, "fault": None,
            "games": [], "quits": None,
        }

    @contextmanager
    def of(self, program: ExternalPlayer) -> Iterator[None]:
        """While the program runs: a start that fails, and how it ends."""
        try:
            yield
            self._document["quits"] = program.quit()
        except NoAnswer as fault:
            self._document["fault"] = {"why": fault.why, "answer": fault.answer}
        finally:
            program.close()

    def started(self, seconds: float, greeting: dict[str, Any]) -> None:
        """It has said hello."""
        self._document |= {
            "start_s": seconds, "engine": {key: greeting[key] for key in ("name", "version")}
        }
        self._say(
            self._("{name} {version} speaks {protocol}, started in {time}."),
            name=greeting["name"], version=greeting["version"], protocol=PROTOCOL,
            time=brief_duration(seconds, self._page),
        )

    def game(self, found: GameCheck) -> None:
        """A game is done."""
        self._document["games"].append(found.document())
        phases = ", ".join(f"{phase} {count}" for phase, count in found.asked.items())
        self._say(
            self._(
                "{game}: {deals} deals, asked {questions} times ({phases}), slowest answer {time}."
            ),
            game=found.game.title, deals=found.deals, questions=found.asked.total(),
            phases=phases or NONE, time=brief_duration(found.slowest, self._page),
        )
        if found.repeatable is False:
            self._say(self._(
                "  Asked the same again it did something else: results do not repeat."
            ))
        for fault in found.faults:
            self._say(self._("  Fault: {why}. {answer}"), why=fault.why, answer=fault.answer)
            if fault.question is not None:
                asked = json.dumps(fault.question, ensure_ascii=False)
                self._say(self._("    asked: {question}"), question=asked)

    def end(self) -> int:
        """The verdict, and the exit code."""
        document = self._document
        fault = document["fault"]
        faulty = fault is not None or any(game["faults"] for game in document["games"])
        if fault is not None:
            self._say(self._("It did not start: {why}. {answer}"), **fault)
        if document["quits"] is False:
            self._say(self._("It did not end within two seconds when told to quit: it was ended."))
        if self._as_json:
            say(json.dumps({**document, "ok": not faulty}, allow_nan=False))
        else:
            self._say(self._("It does something wrong." if faulty else "Nothing is wrong."))
        return EXIT_FAULTS if faulty else 0

    def _say(self, text: str, **values: Any) -> None:
        if not self._as_json:
            say(self._page.fit(text.format(**values)).rstrip())
