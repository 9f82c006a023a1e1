"""Run cython-lint on the kernel, the text includes too.

    python bench/lint_kernel.py

cython-lint passes over `.pxi` files, so each `.pyx` is first written out with its
includes in place.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

EXT = Path(__file__).parents[1] / "ext"
INCLUDE = re.compile(r'^include "([^"]+)"$', re.MULTILINE)


def expanded(source: Path) -> str:
    """The text of a module with its includes in place, however deep."""
    def included(found: re.Match[str]) -> str:
        return expanded((source.parent / found[1]).resolve()).rstrip()

    return INCLUDE.sub(included, source.read_text("utf-8"))


def main() -> int:
    """Lint every module; the exit code of cython-lint."""
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted([*EXT.rglob("*.pyx"), *EXT.rglob("*.pxd")]):
            target = Path(folder) / source.relative_to(EXT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(expanded(source), "utf-8")
        # It starts pycodestyle by name: the one that is installed beside it.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        return subprocess.run(
            [
                sys.executable, "-m", "cython_lint.cython_lint",
                "--max-line-length", "100", folder,
            ],
            check=False, env={**os.environ, "PATH": path},
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
