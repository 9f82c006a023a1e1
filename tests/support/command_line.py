"""Running the command line, in this process or as one of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import Any
from unittest import mock

from trunfo.cli import main

QUICK = "sueca; trunfo ♠; mão A♠ 7♠ 2♥; sai eu; pontos nós 50 eles 31"
"""A position that is answered at once, with three cards to choose from."""

EXAMPLE = (
    "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;"
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
)
"""The position that `advise --example` supplies to Portuguese readers."""

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR", "CI", "TRUNFO_DEBUG")


def surroundings(environment: dict[str, str]) -> dict[str, str]:
    """The environment of this process, but for what the program looks at, and more."""
    kept = {name: value for name, value in os.environ.items() if name not in LOCALE}
    return kept | environment


def run(
    *arguments: str, given: bytes = b"", encoding: str = "utf-8", **environment: str
) -> tuple[int, str, str]:
    """Run the program here: exit code, standard output, standard error."""
    out, err = io.BytesIO(), io.BytesIO()
    with (
        mock.patch.dict(os.environ, surroundings(environment), clear=True),
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))),
        mock.patch.object(sys, "stdout", io.TextIOWrapper(out, encoding, newline="\n")),
        mock.patch.object(sys, "stderr", io.TextIOWrapper(err, encoding, newline="\n")),
    ):
        code = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        return code, out.getvalue().decode(encoding), err.getvalue().decode(encoding)


def process(
    *arguments: str, given: bytes = b"", encoding: str = "utf-8", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a process of its own; bytes come out."""
    return subprocess.run(
        [sys.executable, "-m", "trunfo", *arguments], input=given, capture_output=True,
        check=False, env=surroundings({"PYTHONIOENCODING": encoding, **environment}),
    )


def advise(*arguments: str, given: bytes = b"") -> dict[str, Any]:
    """The answer of `advise --json` to a small budget."""
    code, out, err = run("advise", *arguments, "--worlds", "3", "--json", given=given)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    answer: dict[str, Any] = json.loads(out)
    return answer
