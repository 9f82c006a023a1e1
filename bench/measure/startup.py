"""What a command costs that computes nothing, beside `python -c "import numpy, click"`.

Run as ``.venv/bin/python bench/measure/startup.py [RUNS]``. Processor time, the children's too;
the runs alternate, and of each command the least counts: other programs only ever add to it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}
LIMIT = 1.6
PROGRAM = str(Path(sys.executable).with_name("trunfo"))
BARE = [sys.executable, "-c", "import numpy, click"]
FORCED = "sueca; trunfo ♣; sai eu; mão A♣; pontos nós 50 eles 40"
COMMANDS = {
    "trunfo --version": [PROGRAM, "--version"],
    "trunfo advise, one card": [PROGRAM, "advise", FORCED],
    "trunfo advise, one card, in Portuguese": [PROGRAM, "advise", FORCED, "--lang", "pt"],
}


def seconds(arguments: list[str]) -> float:
    """Processor time of a command, in seconds."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(arguments, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main(runs: int = 20) -> int:
    """Print the least times and their ratios; return 1 where one is above the limit."""
    every = {"bare": BARE, **COMMANDS}
    for arguments in every.values():
        seconds(arguments)  # byte code is written, files are in memory
    spent: dict[str, list[float]] = {name: [] for name in every}
    for _ in range(runs):
        for name, arguments in every.items():
            spent[name].append(seconds(arguments))
    least = {name: min(times) for name, times in spent.items()}
    for name, time in least.items():
        print(f"{name:40} {1000 * time:5.0f} ms  {time / least['bare']:.2f}")
    return int(max(least.values()) > LIMIT * least["bare"])


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
