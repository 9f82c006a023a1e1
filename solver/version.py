"""Which version of the package runs: what resuming a match and the workers of a cluster compare."""

from __future__ import annotations

import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path


@cache
def version() -> str:
    """As it was installed, `0.1.0`; of a checkout with its commit, `0.1.0.dev0+g<commit>`.

    The metadata of an editable install keep the commit that it was made from, so git is
    asked which one is there now.
    """
    installed = metadata.version("trunfo")
    now = commit(Path(__file__).resolve().parents[1])
    return f"{installed.partition('+')[0]}+g{now}" if now else installed


def commit(folder: Path) -> str | None:
    """The first digits of the commit that is checked out; None where that cannot be told.

    Parameters
    ----------
    folder : Path
        The top of a checkout; folders above it are not looked at.
    """
    if not (folder / ".git").exists():
        return None
    asked = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        answer = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):  # no git here, or not for this user
        return None
    return answer.stdout.strip()
