"""The file of a match: a header, then one line a deal, in order of the deals.

JSON Lines, UTF-8, described in docs/matches.md. Its bytes depend on what the header says and
on nothing else, where players are bounded by worlds. Times, which do depend on more, stand in a
second file beside it, named `….times`.

What is written survives the process: every batch of lines goes to the system in one
write at once. It survives the machine up to the last `fsync`, at most `SYNC` seconds ago. A line
torn by either is dropped when the match is resumed, and its deal played again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NoReturn

from trunfo.engine.errors import Message, UnreadableInput
from trunfo.engine.game import OptionValue
from trunfo.engine.registry import playable
from trunfo.engine.trick_game import TrickGame
from trunfo.match.deal import Counts, Match, Outcome, Played, Spent, counted, outcome
from trunfo.match.spec import Spec, parse
from trunfo.match.statistics import Sprt
from trunfo.version import version

SCHEMA = "trunfo.deals/1"
VERSION = version()
SYNC = 5.0
"""Seconds between calls of `fsync`."""


@dataclass(frozen=True)
class Header:
    """What a match is, and when it ends.

    Parameters
    ----------
    match : Match
        Game, rules, players and seed.
    deals : int
        How many deals, or whole matches, are played at most.
    sprt : Sprt or None
        The sequential test that may end it before.
    version : str
        Of trunfo, when the file was begun.
    """

    match: Match
    deals: int
    sprt: Sprt | None = None
    version: str = VERSION

    def line(self) -> str:
        """The header as it stands in the file."""
        document = {
            "schema": SCHEMA,
            "version": self.version,
            "game": self.match.game.name,
            "rules": dict(self.match.rules),
            "players": [str(spec) for spec in self.match.players],
            "seed": self.match.seed,
            "deals": self.deals,
            "sprt": [self.sprt.d0, self.sprt.d1] if self.sprt else None,
            **({"unit": "match"} if self.match.whole else {}),
        }
        return json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@dataclass(frozen=True)
class Finished:
    """A deal as the file tells it; `spent` where its time is known."""

    deal: int
    record: dict[str, Any]
    outcome: Outcome
    spent: tuple[Spent, Spent] | None
    counts: Counts = ()


def times_path(path: Path) -> Path:
    """The file of the times beside a file of deals."""
    return path.with_name(path.name + ".times")


def read_header(path: Path, *, to_play: bool = True) -> Header:
    """The header of a file.

    Parameters
    ----------
    path : Path
        A file of deals.
    to_play : bool
        Whether the players must be there; if not they are names only.

    Raises
    ------
    UnreadableInput
        If it cannot be read, or is not of this schema.
    """
    with _opened(path) as file:
        line = file.readline()
    if not line.endswith(b"\n"):
        _refuse(path, 1, "the header is not complete")
    try:
        return _header(json.loads(line), parse if to_play else Spec)
    except UnreadableInput:
        raise
    except (KeyError, TypeError, ValueError) as error:
        _refuse(path, 1, f"this is no header of `{SCHEMA}` ({error})")


def _header(document: dict[str, Any], player: Callable[[str], Spec]) -> Header:
    if document["schema"] != SCHEMA:
        raise ValueError(f"schema {document['schema']!r}")
    games = {game.name: game for game in playable()}
    game: TrickGame = games[document["game"]]
    given: dict[str, OptionValue] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in document["rules"].items()
    }
    first, second = (player(text) for text in document["players"])
    seed, deals = document["seed"], document["deals"]
    if type(seed) is not int or type(deals) is not int or not 0 <= seed < 2**64 or deals < 1:
        raise ValueError("seed or deals")
    sprt = Sprt(*document["sprt"]) if document["sprt"] else None
    unit = document.get("unit", "deal")
    if unit not in ("deal", "match"):
        raise ValueError(f"unit {unit!r}")
    match = Match(game, game.rules(given), (first, second), seed, unit == "match")
    return Header(match, deals, sprt, document["version"])


def read_deals(path: Path) -> Iterator[Finished]:
    """The finished deals of a file; a torn last line is passed over.

    Raises
    ------
    UnreadableInput
        If a line that is not the last is no record of the deal that is due.
    """
    game = read_header(path, to_play=False).match.game
    with _opened(path) as file:
        file.readline()
        spent = _read_times(times_path(path))
        for deal, record, result, _ in _records(path, file, game.fewer_points):
            yield Finished(deal, record, result, spent.get(deal), counted(game, record))


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and content of each finished line, one by one, times left aside.

    Raises
    ------
    UnreadableInput
        As `read_deals`.
    """
    with _opened(path) as file:
        file.readline()
        for number, record, _, _ in _records(path, file):
            yield number, record


def _records(
    path: Path, file: BinaryIO, fewer: bool = False
) -> Iterator[tuple[int, dict[str, Any], Outcome, int]]:
    """Number, record, outcome, and where in the file it ends, of each whole line."""
    end = file.tell()
    deal = 0
    while line := file.readline():
        end += len(line)
        try:
            if not line.endswith(b"\n"):
                return
            record = json.loads(line)
            if record["deal"] != deal:
                raise ValueError("wrong number")
            result = outcome(record, fewer=fewer)
        except (KeyError, TypeError, ValueError, ZeroDivisionError, IndexError):
            if not file.read(1):
                return  # The last line: torn in the middle of what the disk had got.
            _refuse(path, deal + 2, f"this is no record of deal {deal}")
        yield deal, record, result, end
        deal += 1


def _read_times(path: Path) -> dict[int, tuple[Spent, Spent]]:
    """Times by deal, as far as they can be read: nothing but a display depends on them."""
    found: dict[int, tuple[Spent, Spent]] = {}
    with suppress(OSError), path.open("rb") as file:
        for line in file:
            with suppress(KeyError, TypeError, ValueError):
                document = json.loads(line)
                first, second = (Spent(float(s), int(n)) for s, n in document["spent"])
                found[int(document["deal"])] = (first, second)
    return found


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        values = {"path": str(path), "why": error.strerror or "?"}
        raise UnreadableInput(
            Message("file_unreadable", "`{path}` cannot be read: {why}.", values)
        ) from None


def _refuse(path: Path, line: int, why: str) -> NoReturn:
    values = {"path": str(path), "line": line, "why": why}
    raise UnreadableInput(Message("bad_match_file", "`{path}`, line {line}: {why}.", values))


class Writer:
    """Appends finished deals to a file, and their times to the one beside it.

    Parameters
    ----------
    path : Path
        The file of deals.
    append : bool
        Go on with the file, after dropping a torn last line; else begin it, which
        is refused if it exists.
    header : Header
        What stands, or will stand, in its first line.

    Raises
    ------
    UnreadableInput
        If the file exists, cannot be written, or is in use by another match.
    """

    def __init__(self, path: Path, header: Header, *, append: bool = False) -> None:
        self._synced = time.monotonic()
        try:
            self._deals = path.open("r+b" if append else "xb", buffering=0)
        except FileExistsError:
            values = {"path": str(path)}
            template = "`{path}` exists: go on with `--resume {path}`, or give another name."
            raise UnreadableInput(Message("file_exists", template, values)) from None
        except OSError as error:
            values = {"path": str(path), "why": error.strerror or "?"}
            raise UnreadableInput(
                Message("file_unwritable", "`{path}` cannot be written: {why}.", values)
            ) from None
        try:
            _lock(self._deals, path)
            self._times = self._begun(path, header, append)
        except BaseException:
            self._deals.close()
            raise

    def _begun(self, path: Path, header: Header, append: bool) -> Any:
        """Write the header, or mend what is there; the file of times, open to append."""
        if append:
            return _repaired_times(times_path(path), self._repair(path))
        _write(self._deals, header.line().encode() + b"\n")
        self.sync()
        return times_path(path).open("wb", buffering=0)

    def _repair(self, path: Path) -> int:
        """Cut off what is torn; how many deals are finished."""
        end, finished = len(self._deals.readline()), 0
        for deal, _, _, after in _records(path, self._deals):
            end, finished = after, deal + 1
        self._deals.truncate(end)
        self._deals.seek(end)
        return finished

    def append(self, played: Iterable[Played]) -> None:
        """Append deals, which must be the next ones."""
        batch = list(played)
        _write(self._deals, "".join(f"{deal.line}\n" for deal in batch).encode())
        _write(self._times, b"".join(_time_line(deal.deal, deal.spent) for deal in batch))
        if time.monotonic() - self._synced > SYNC:
            self.sync()

    def sync(self) -> None:
        """Wait until the disk has what was written."""
        os.fsync(self._deals.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        """Sync and close."""
        self.sync()
        self._deals.close()
        self._times.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()


def _write(file: Any, data: bytes) -> None:
    while data:
        data = data[file.write(data) :]


def _time_line(deal: int, spent: tuple[Spent, Spent]) -> bytes:
    pairs = [[round(part.seconds, 6), part.decisions] for part in spent]
    return json.dumps({"deal": deal, "spent": pairs}, separators=(",", ":")).encode() + b"\n"


def _repaired_times(path: Path, finished: int) -> Any:
    """The file of times, with the lines of finished deals that can be read, open to append."""
    known = _read_times(path)
    file = path.open("wb", buffering=0)
    kept = (_time_line(deal, known[deal]) for deal in sorted(known) if deal < finished)
    _write(file, b"".join(kept))
    return file


def _lock(file: Any, path: Path) -> None:
    """Two matches must not write one file; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # not on this system: then it is up to the user
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        template = "`{path}` is being written by another match."
        raise UnreadableInput(Message("file_in_use", template, {"path": str(path)})) from None
