"""The search is the one whose node count was written down."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[2] / "bench" / "proofs"


def test_the_node_count_is_the_one_written_down():
    run = subprocess.run(
        [sys.executable, str(BENCH / "signature.py")], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == (BENCH / "signature.txt").read_text()
