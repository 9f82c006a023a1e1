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
import math
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, NoReturn
from zlib import crc32

from trunfo.engine.errors import Message, SystemFault, UnreadableInput, unwritable
from trunfo.engine.game import OptionValue
from trunfo.engine.registry import playable
from trunfo.engine.trick_game import TrickGame
from trunfo.match import given
from trunfo.match.deal import Counts, Match, Outcome, Played, Spent, counted, line_of, outcome
from trunfo.match.spec import Spec, parse
from trunfo.match.statistics import Sprt
from trunfo.version import version

SCHEMA = "trunfo.deals/1"
VERSION = version()
BAD_RECORD = (
    AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError,
    ZeroDivisionError,
)
"""What comes of reading something that is no record."""

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
    by : str
        What the verdict is about, the test too: `riscos` or `points`.
    first : int
        The number of the first deal.
    version : str
        Of trunfo, when the file was begun.
    """

    match: Match
    deals: int
    sprt: Sprt | None = None
    by: str = "riscos"
    first: int = 0
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
            **({"seatings": self.match.seating} if self.match.seating != "one" else {}),
            **({"by": self.by} if self.by != "riscos" else {}),
            **({"first": self.first} if self.first else {}),
            **({"given": given.written(self.match.game, self.match.rules, self.match.given)}
               if self.match.given else {}),
        }
        return sealed(line_of(document))


def sealed(line: str) -> str:
    """A JSON object with the CRC-32 of the bytes before it as its last key."""
    body = line[:-1]
    return f'{body},"crc":"{crc32(body.encode()):08x}"}}'


def opened(line: bytes) -> Any:
    """The object on a whole line.

    Raises
    ------
    ValueError
        If it is none, or not as it was written.
    """
    if line.endswith(b"\r\n"):
        raise ValueError("its lines end in CR LF: something has converted the file")
    body, _, _ = line.rpartition(b',"crc":')
    if line != sealed(body.decode() + "}").encode() + b"\n":
        raise ValueError("its crc is not that of its bytes")
    return json.loads(line)


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
    header, players = read_index(path, SCHEMA, to_play=to_play)
    if len(players) != 2:
        _refuse(path, 1, f"this is no header of `{SCHEMA}` (players)")
    return header


def read_index(
    path: Path, schema: str, *, to_play: bool = True
) -> tuple[Header, tuple[Spec, ...]]:
    """The first line of a file of some schema: what is played, by the first two, and all players.

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
        document = opened(line)
        if document["schema"] != schema:
            raise ValueError(f"schema {document['schema']!r}")
        players = tuple(map(parse if to_play else Spec, document["players"]))
        return _header(document, players), players
    except UnreadableInput:
        raise
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        _refuse(path, 1, f"this is no header of `{schema}` ({error})")


def other_version(path: Path, header: Header) -> UnreadableInput:
    """That a file was begun by another version than this."""
    values = {"path": str(path), "version": header.version}
    template = "`{path}` was begun by trunfo {version}: another version may play differently."
    return UnreadableInput(Message("other_version", template, values))


def _header(document: dict[str, Any], players: tuple[Spec, ...]) -> Header:
    games = {game.name: game for game in playable()}
    game: TrickGame = games[document["game"]]
    options: dict[str, OptionValue] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in document["rules"].items()
    }
    first, second = players[:2]
    seed, deals, start = document["seed"], document["deals"], document.get("first", 0)
    if {type(seed), type(deals), type(start)} != {int} or deals < 1 or start < 0:
        raise ValueError("seed or deals")
    if not 0 <= seed < 2**64:
        raise ValueError("seed")
    if type(document["version"]) is not str:
        raise ValueError("version")
    sprt = _sprt(document["sprt"])
    unit = document.get("unit", "deal")
    if unit not in ("deal", "match"):
        raise ValueError(f"unit {unit!r}")
    seating, by = document.get("seatings", "one"), document.get("by", "riscos")
    if seating not in ("one", "pairs") or by not in ("riscos", "points"):
        raise ValueError("seatings or by")
    rules = game.rules(options)
    dealt = given.read_deals(game, rules, document.get("given", ()))
    if "given" in document and not (unit == "deal" and start + deals <= len(dealt)):
        raise ValueError("given")
    match = Match(game, rules, (first, second), seed, unit == "match", seating, dealt)
    return Header(match, deals, sprt, by, start, document["version"])


def _sprt(bounds: Any) -> Sprt | None:
    if bounds is None:
        return None
    d0, d1 = (float(bound) for bound in bounds)
    if not -math.inf < d0 < d1 < math.inf:
        raise ValueError("sprt")
    return Sprt(d0, d1)


def read_deals(path: Path) -> Iterator[Finished]:
    """The finished deals of a file; a torn last line is passed over.

    Raises
    ------
    UnreadableInput
        If a line that is not the last is no record of the deal that is due.
    """
    header = read_header(path, to_play=False)
    game = header.match.game
    with _opened(path) as file:
        file.readline()
        spent = _read_times(times_path(path))
        for deal, record, result, _ in _records(path, file, header):
            yield Finished(deal, record, result, spent.get(deal), counted(game, record))


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number and content of each finished line, one by one, times left aside.

    Raises
    ------
    UnreadableInput
        As `read_deals`.
    """
    header = read_header(path, to_play=False)
    with _opened(path) as file:
        file.readline()
        for number, record, _, _ in _records(path, file, header):
            yield number, record


def _records(
    path: Path, file: BinaryIO, header: Header
) -> Iterator[tuple[int, dict[str, Any], Outcome, int]]:
    """Number, record, outcome, and where in the file it ends, of each whole line."""
    end = file.tell()
    deal, row = header.first, 2
    while line := file.readline():
        end += len(line)
        try:
            if not line.endswith(b"\n"):
                return
            record = opened(line)
            if record["deal"] != deal:
                raise ValueError("wrong number")
            result = outcome(record, fewer=header.match.game.fewer_points)
        except BAD_RECORD as error:
            if not file.read(1):
                return  # The last line: torn in the middle of what the disk had got.
            _refuse(path, row, f"this is no record of deal {deal} ({error})")
        yield deal, record, result, end
        deal, row = deal + 1, row + 1


def _read_times(path: Path) -> dict[int, tuple[Spent, Spent]]:
    """Times by deal, as far as they can be read: nothing but a display depends on them."""
    found: dict[int, tuple[Spent, Spent]] = {}
    with suppress(OSError), path.open("rb") as file:
        for line in file:
            with suppress(*BAD_RECORD):
                document = json.loads(line)
                first, second = (
                    Spent(float(seconds), int(moves), None if cpu is None else float(cpu))
                    for seconds, moves, cpu in document["spent"]
                )
                found[int(document["deal"])] = (first, second)
    return found


def _opened(path: Path) -> BinaryIO:
    try:
        if path.exists() and not path.is_file():
            _refuse(path, 1, "this is no regular file")
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
        If the file exists, or is in use by another match.
    SystemFault
        If one of them cannot be written: later too.
    """

    def __init__(self, path: Path, header: Header, *, append: bool = False) -> None:
        self._path, self._synced = path, time.monotonic()
        try:
            if append:
                _opened(path).close()  # says what is wrong where it is no file
            self._deals = path.open("r+b" if append else "xb", buffering=0)
        except FileExistsError:
            values = {"path": str(path)}
            template = "`{path}` exists: go on with `--resume {path}`, or give another name."
            raise UnreadableInput(Message("file_exists", template, values)) from None
        except OSError as error:
            raise unwritable(path, error) from None
        try:
            _lock(self._deals, path)
            if append:
                self._deals = _with_header(self._deals, path, header)
            self._times = self._begun(path, header, append)
        except BaseException:
            self._deals.close()
            if not append:  # else a second try would find that it exists
                path.unlink(missing_ok=True)
            raise

    def _begun(self, path: Path, header: Header, append: bool) -> Any:
        """Write the header, or mend what is there; the file of times, open to append."""
        if append:
            return _repaired_times(times_path(path), self._repair(path, header))
        times = _created(times_path(path))
        try:
            _write(self._deals, sealed_header(header), path)
            self.sync()
        except BaseException:
            times.close()
            times_path(path).unlink(missing_ok=True)
            raise
        return times

    def _repair(self, path: Path, header: Header) -> int:
        """Cut off what is torn; the number after that of the last finished deal."""
        end, finished = len(self._deals.readline()), header.first
        for deal, _, _, after in _records(path, self._deals, header):
            end, finished = after, deal + 1
        self._deals.truncate(end)
        self._deals.seek(end)
        return finished

    def append(self, played: Iterable[Played]) -> None:
        """Append deals, which must be the next ones."""
        batch = list(played)
        lines = "".join(f"{sealed(deal.line)}\n" for deal in batch).encode()
        _write(self._deals, lines, self._path)
        timed = ((deal.deal, deal.spent) for deal in batch)
        times = b"".join(_time_line(deal, spent) for deal, spent in timed if spent)
        _write(self._times, times, times_path(self._path))
        if time.monotonic() - self._synced > SYNC:
            self.sync()

    def sync(self) -> None:
        """Wait until the disk has what was written, and see that the file is still there."""
        try:
            os.fsync(self._deals.fileno())
        except OSError as error:
            raise unwritable(self._path, error) from None
        self._synced = time.monotonic()
        try:
            there = os.path.samestat(os.stat(self._path), os.fstat(self._deals.fileno()))
        except OSError:
            there = False
        if not there:
            text = "`{path}` was removed or replaced while it was written: its deals are lost."
            raise SystemFault(Message("file_gone", text, {"path": str(self._path)}))

    def close(self) -> None:
        """Sync and close."""
        try:
            self.sync()
        finally:
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
        if error is None:
            self.close()
            return
        with suppress(SystemFault):  # what went wrong before is told
            self.close()


def _with_header(file: Any, path: Path, header: Header) -> Any:
    """The file with this header, open and locked: another one where that says something new.

    It takes the place of the old one when it is whole, so that nothing is lost on the way.
    """
    line = sealed_header(header)
    if file.readline() == line:
        file.seek(0)
        return file
    path = path.resolve()  # a link stays one
    fresh_path = path.with_name(path.name + ".new")
    fresh = _created(fresh_path, "w+b")
    try:
        _lock(fresh, path)
        _write(fresh, line, fresh_path)
        while part := file.read(1 << 20):
            _write(fresh, part, fresh_path)
        try:
            os.fsync(fresh.fileno())
            fresh_path.replace(path)
        except OSError as error:
            raise unwritable(path, error) from None
    except BaseException:
        fresh.close()
        fresh_path.unlink(missing_ok=True)
        raise
    file.close()
    fresh.seek(0)
    return fresh


def sealed_header(header: Header) -> bytes:
    """The first line of a file."""
    return header.line().encode() + b"\n"


def _created(path: Path, mode: str = "wb") -> Any:
    """A file to write to, without a buffer."""
    try:
        return path.open(mode, buffering=0)
    except OSError as error:
        raise unwritable(path, error) from None


def _write(file: Any, data: bytes, path: Path) -> None:
    try:
        while data:
            data = data[file.write(data) :]
    except OSError as error:
        raise unwritable(path, error) from None


def _time_line(deal: int, spent: tuple[Spent, Spent]) -> bytes:
    pairs = [
        [round(part.seconds, 6), part.decisions, part.cpu and round(part.cpu, 6)]
        for part in spent
    ]
    return json.dumps({"deal": deal, "spent": pairs}, separators=(",", ":")).encode() + b"\n"


def _repaired_times(path: Path, finished: int) -> Any:
    """The file of times, with the lines of finished deals that can be read, open to append."""
    known = _read_times(path)
    file = _created(path)
    kept = (_time_line(deal, known[deal]) for deal in sorted(known) if deal < finished)
    _write(file, b"".join(kept), path)
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
