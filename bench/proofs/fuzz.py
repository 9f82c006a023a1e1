"""Feed broken text, JSON and match files to whatever reads them: an hour of it finds nothing.

Run, with `.[dev]` installed::

    python bench/proofs/fuzz.py [--minutes 60] [--seed 1]

Positions, documents, records and match files that are right are changed at random (bytes, tokens,
values of any type, deep nesting, seals made right again) and read. Each must be taken, or
refused by an error of the library; anything else is printed with what it came from, and ends
the run with 1. Printed at the end are how many of each kind were taken and refused, and the longest
time that one took, of the processor.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests" / "support"))
from truths import true_state

import trunfo
from trunfo.engine.errors import TrunfoError
from trunfo.engine.registry import playable
from trunfo.match.deal import Match
from trunfo.match.file import Header, Writer, read_deals, read_header, sealed
from trunfo.match.playing import play_deals
from trunfo.match.records import records
from trunfo.match.spec import parse as player
from trunfo.table.stream import parse_record

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**400, 1.5, float("nan"), float("inf"), "",
    "A", "AC", "♣", "\0", "\ud800", [], {}, [[]], [None], {"a": 1}, "x" * 5000, [0] * 50,
)
PIECES = (
    "", " ", ";", ":", "\n", "\r\n", "#", ",", "-", "?", "♠", "♥", "A♠", "10",
    "99999999999999999999", "eu", "direita", "mão", "trunfo", "não tem", "e", "A", "C", "\ufeff",
    "\u200b", "\u0421", "(", "{", "[",
    "pontos", "vazas", "1.", "é", "\udcff", "\0", "copas", "sueca",
)


def main() -> int:
    """Fuzz until time is up; 1 if something was neither taken nor refused."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    told, slowest = Counter[str](), (0.0, "")
    with tempfile.TemporaryDirectory() as folder:
        kinds = _kinds(Path(folder))
        number = 0
        while time.monotonic() < until:
            random = Random(f"{options.seed} {number}")
            kind = random.choice(sorted(kinds))
            make, read = kinds[kind]
            given = make(random)
            began = time.process_time()
            try:
                read(given)
                told[f"{kind} taken"] += 1
            except TrunfoError as error:
                str(error)
                told[f"{kind} refused"] += 1
            except Exception as error:
                print(f"{options.seed} {number} {kind}: {type(error).__name__}: {error}\n{given!r}")
                return 1
            took = time.process_time() - began
            slowest = max(slowest, (took, f"{kind} {number}"))
            number += 1
    for name, count in sorted(told.items()):
        print(f"{name}: {count}")
    print(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")
    return 0


Kind = tuple[Callable[[Random], Any], Callable[[Any], object]]


def _kinds(folder: Path) -> dict[str, Kind]:
    """How each kind of input is made, and who reads it."""
    path = folder / "run.jsonl"
    matches = [_match_file(folder, number) for number in range(2 * len(playable()))]

    def state(random: Random) -> Any:
        return true_state(random.choice(playable()), random)

    def file(random: Random) -> bytes:
        return _bad_file(random, random.choice(matches))

    def read_file(given: bytes) -> None:
        path.write_bytes(given)
        for reader in (read_header, read_deals, records):
            try:
                for _ in reader(path) if reader is not read_header else [read_header(path)]:
                    pass
            except TrunfoError as error:
                str(error)

    def record(random: Random) -> str:
        text = random.choice(matches)
        whole = folder / "whole.jsonl"
        whole.write_bytes(text)
        found = next(iter(records(whole)))
        return found.to_json() if random.random() < 0.5 else str(found)

    return {
        "text": (lambda random: _typed(random, str(state(random))), trunfo.parse),
        "bytes": (lambda random: _typed(random, _junk(random)), trunfo.parse),
        "json": (lambda random: _changed(random, state(random).to_dict()), trunfo.State.from_json),
        "json text": (
            lambda random: _typed(random, state(random).to_json()), trunfo.State.from_json
        ),
        "record": (lambda random: _typed(random, record(random)), parse_record),
        "match file": (file, read_file),
    }


def _junk(random: Random) -> str:
    return "".join(random.choice(PIECES) for _ in range(random.randrange(60)))


def _typed(random: Random, text: str) -> str:
    """A text with some slips."""
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        place = random.randrange(len(text) + 1)
        end = min(len(text), place + random.choice((0, 0, 1, 2, 10)))
        put = random.choice((random.choice(PIECES), text[place:end] * 2))
        text = text[:place] + put + text[end:]
    if random.random() < 0.01:
        text = random.choice("[{") * random.choice((500, 5_000, 100_000)) + text
    return text


def _changed(random: Random, document: Any) -> str:
    """A document with odd values in some places, as JSON."""
    for _ in range(random.choice((1, 1, 2, 4))):
        document = _odd(random, document)
    return json.dumps(document)


def _odd(random: Random, value: Any) -> Any:
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(sorted(value))
        how = random.random()
        if how < 0.1:
            return {name: each for name, each in value.items() if name != key}
        if how < 0.15:
            return value | {key + "x": value[key]}
        return value | {key: _odd(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        how = random.random()
        if how < 0.1:
            return value[:place] + value[place + 1 :]
        if how < 0.2:
            return value + value[place:]
        return [*value[:place], _odd(random, value[place]), *value[place + 1 :]]
    if isinstance(value, int) and random.random() < 0.5:
        return value + random.choice((-1, 1, 100, -100))
    return random.choice(ODD)


def _match_file(folder: Path, number: int) -> bytes:
    """A small match file that is right."""
    game = playable()[number % len(playable())]
    whole = number >= len(playable()) and hasattr(game, "next_deal")
    match = Match(game, game.rules(), (player("random"), player("greedy")), number, whole)
    path = folder / f"{number}.jsonl"
    header = Header(match, 2)
    with Writer(path, header) as writer:
        writer.append(play_deals(match, 0, 2))
    return path.read_bytes()


def _bad_file(random: Random, data: bytes) -> bytes:
    """A match file with bytes or values changed, sealed again or not."""
    lines = data.splitlines(keepends=True)
    row = random.randrange(len(lines))
    if random.random() < 0.7:
        document = json.loads(lines[row])
        document.pop("crc")
        text = _changed(random, document)
        if random.random() < 0.02:
            text = '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"
        if text.endswith("}"):
            lines[row] = sealed(text).encode() + b"\n"
    else:
        place, put = random.randrange(len(lines[row])), random.randbytes(random.randrange(3))
        lines[row] = lines[row][:place] + put + lines[row][place + 1 :]
    if random.random() < 0.1:
        lines.insert(row, random.choice(lines))
    return b"".join(lines)


if __name__ == "__main__":
    sys.exit(main())
