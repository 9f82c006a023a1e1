"""A player that is another program: `trunfo.engine/1`, one JSON object a line in and out.

    {"hello":"trunfo.engine/1","game":…,"rules":{…},"time":…,"version":…}
                                                        answered by {"name":…,"version":…}
    {"ask":1,"seed":…,"deal":…,"seat":…,"state":{…},"legal":[…],"time":…}
                                                        answered by {"answer":1,"action":{…}}
    {"over":{"points":[…],"riscos":[…]}}
    {"quit":true}

docs/engines.md shows it from the other side. The program is started once per process of
ours that needs it, before any clock runs, and anew after it has failed.
"""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from trunfo.engine.errors import unwritable
from trunfo.engine.game import Rules
from trunfo.engine.position import Action
from trunfo.engine.state import State
from trunfo.engine.trick_game import TrickGame
from trunfo.match.base import NoAnswer, Player, option, seconds, text
from trunfo.match.program import Program
from trunfo.version import version

PROTOCOL = "trunfo.engine/1"
DEFAULT_TIMEOUT_S = 10.0
SEED_BITS = 53
"""Seeds of programs are whole numbers that JavaScript has, too."""

LISTED = ("play", "trump")
"""Phases in which all legal actions are told; in the others they are many."""


@dataclass(frozen=True)
class ExternalPlayer(Player):
    """A program of somebody else.

    Parameters
    ----------
    time : float or None
        Seconds a move that the program is told to take.
    timeout : float or None
        Seconds an answer may take; if not given, twice `time` and a second, or 10. A program
        that is late is ended, and started again for the next deal.
    start : float
        Seconds it may take to start.
    log : str
        The file to which its standard error is appended.
    command : str
        The program and its arguments, split as a shell would, run without a shell.
    """

    runs_programs: ClassVar[bool] = True
    time: float | None = option(None, seconds)
    timeout: float | None = option(None, seconds)
    start: float = option(30.0, seconds)
    log: str = option("", text)
    command: str = option("", str)
    _session: Session = field(
        default_factory=lambda: Session(), init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        words = shlex.split(self.command)
        if not words:
            raise ValueError("`command=…` must name a program, as the last option")
        if shutil.which(words[0]) is None:
            raise ValueError(f"there is no program `{words[0]}`")

    @property
    def limit(self) -> float:
        """Seconds after which an answer is late."""
        if self.timeout is not None:
            return self.timeout
        return DEFAULT_TIMEOUT_S if self.time is None else 2 * self.time + 1

    def begin(self, game: TrickGame, rules: Rules, number: tuple[int, ...]) -> None:
        """Have the program running, so that its start counts for no move."""
        self._session.begin(self, game, rules, number)

    def play(self, state: State, seed: int) -> Action:
        """Ask the program."""
        return self._session.ask(self, state, seed)

    def over(self, points: Sequence[float], riscos: Sequence[float]) -> None:
        """Tell it what the deal has brought."""
        self._session.tell({"over": {"points": list(points), "riscos": list(riscos)}})

    def cpu(self) -> float | None:
        """Processor seconds of the program, and of what it has started."""
        return self._session.cpu()

    @property
    def greeting(self) -> dict[str, Any]:
        """What the program answered when it was started: its name and version."""
        return self._session.greeting

    def quit(self) -> bool | None:
        """End the program; whether it has ended by itself when told to, None if it did not run."""
        return self._session.quit()

    def close(self) -> None:
        """End the program."""
        self.quit()


class Session:
    """The program of a player while it runs, and what it has been told."""

    def __init__(self) -> None:
        self.greeting: dict[str, Any] = {}
        self._program: Program | None = None
        self._setting: tuple[str, Rules] | None = None
        self._number: tuple[int, ...] = ()
        self._asked = 0
        self._failed: tuple[tuple[int, ...], NoAnswer] | None = None

    def begin(
        self, player: ExternalPlayer, game: TrickGame, rules: Rules, number: tuple[int, ...]
    ) -> None:
        """Start the program where it does not run.

        Raises
        ------
        NoAnswer
            If it does not start; it is not tried again in this deal.
        """
        self._number = number
        if self._program is not None:
            if self._setting == (game.name, rules) and self._program.quiet:
                self._program.look()
                return
            self.quit()
        if self._failed and self._failed[0] == number:
            raise self._failed[1]
        try:
            self._start(player, game, rules)
        except NoAnswer as fault:
            self._failed = (number, fault)
            raise

    def _start(self, player: ExternalPlayer, game: TrickGame, rules: Rules) -> None:
        try:
            self._program = Program(shlex.split(player.command), player.log)
        except OSError as error:
            raise unwritable(player.log, error) from None
        hello = {
            "hello": PROTOCOL, "game": game.name, "rules": dict(rules), "time": player.time,
            "version": version(),
        }
        self._asked = 0
        self._setting = (game.name, rules)
        answer = self._answered(hello, player.start)
        if not all(isinstance(answer.get(key), str) for key in ("name", "version")):
            self._abandon()
            raise NoAnswer("unreadable", json.dumps(answer))
        self.greeting = answer
        self._program.look()

    def ask(self, player: ExternalPlayer, state: State, seed: int) -> Action:
        """What the program does; started where nobody has begun a deal with it."""
        game = state.game
        assert isinstance(game, TrickGame)
        if self._program is None:
            self.begin(player, game, state.rules, self._number or (0,))
        self._asked += 1
        ask = question(game, state, seed, self._number, player.time)
        answer = self._answered({"ask": self._asked, **ask}, player.limit)
        action = answer.get("action")
        if answer.get("answer") != self._asked or not isinstance(action, dict):
            self._abandon()
            raise NoAnswer("unreadable", json.dumps(answer))
        return action

    def _answered(self, said: dict[str, Any], limit: float) -> dict[str, Any]:
        """The object that it answers; the program is ended if that fails."""
        assert self._program is not None
        try:
            line = self._program.ask(_line(said), limit)
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                raise NoAnswer("unreadable", line) from None
            if not isinstance(answer, dict):
                raise NoAnswer("unreadable", line)
        except KeyboardInterrupt:  # the match is broken off
            self.quit()
            raise
        except BaseException:
            # An answer that comes after all must not be taken for the next one.
            self._abandon()
            raise
        return answer

    def tell(self, said: dict[str, Any]) -> None:
        """Tell the program something, if it runs."""
        if self._program is not None:
            self._program.tell(_line(said))

    def cpu(self) -> float | None:
        """Processor seconds of the program so far."""
        return None if self._program is None else self._program.cpu()

    def quit(self) -> bool | None:
        """Tell the program to end, and end it; whether it did so by itself, None if none runs."""
        program, self._program = self._program, None
        return None if program is None else program.end(_line({"quit": True}))

    def _abandon(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.end()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Session, ())


def question(
    game: TrickGame, state: State, seed: int, number: tuple[int, ...], time: float | None
) -> dict[str, Any]:
    """What a program is asked in a state: all that its seat knows, spelled out."""
    numbers = dict(zip(("deal", "match"), reversed(number), strict=False))
    return {
        "seed": seed >> 64 - SEED_BITS,
        **numbers,
        "seat": state.me,
        "state": spelled_out(state),
        "legal": (
            list(game.actions_for(state)) if state.phase in LISTED else None
        ),
        "time": time,
    }


def spelled_out(state: State) -> dict[str, Any]:
    """The document of a state with what goes without saying, too: rules, phase, tricks."""
    document = state.to_dict()
    said = {key: document.pop(key) for key in ("schema", "game")}
    said |= {"rules": dict(state.rules), "phase": state.phase}
    if state.phase == "play":
        document = {"tricks": [], **document}
    return {**said, **{key: document[key] for key in document if key not in said}}


def _line(said: dict[str, Any]) -> str:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


__all__ = ["PROTOCOL", "ExternalPlayer", "question", "spelled_out"]
