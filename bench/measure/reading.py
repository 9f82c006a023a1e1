"""How long reading a position takes: milliseconds of processor, median and slowest tenth.

    python bench/measure/reading.py [FILE]

FILE holds a position a line as JSON with a key `text`; without it `tests/data/phrases.jsonl`.
The last line is of a position of 40 pieces.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from contextlib import suppress
from pathlib import Path

from trunfo.engine.errors import TrunfoError
from trunfo.engine.text import notation

FORTY = (
    "sueca; trunfo A♣ da esquerda; mão valete de copas, 7 V D 6 3 de paus; mesa parceiro 7♦ 6♦;"
    " parceiro não tem copas; saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
)
REPEATED = 20


def milliseconds(text: str) -> float:
    """The processor time of reading a text, the mean of several times."""
    started = time.process_time()
    for _ in range(REPEATED):
        with suppress(TrunfoError):
            notation.read(text)
    return (time.process_time() - started) / REPEATED * 1000


def main() -> None:
    """Print the times."""
    default = Path(__file__).parents[2] / "tests" / "data" / "phrases.jsonl"
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    lines = path.read_text(encoding="utf-8").splitlines()
    times = sorted(milliseconds(json.loads(line)["text"]) for line in lines)
    print(f"{len(times)} positions: median {statistics.median(times):.2f} ms,"
          f" nine tenths below {times[len(times) * 9 // 10]:.2f} ms, slowest {times[-1]:.2f} ms")
    print(f"40 pieces: {milliseconds(FORTY):.2f} ms")


if __name__ == "__main__":
    main()
