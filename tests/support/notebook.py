"""Notebooks run without Jupyter: the code of each cell, and what it shows.

Run as a program it runs a notebook and keeps what comes out:
``.venv/bin/python tests/support/notebook.py examples/trunfo.ipynb``.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def code_cells(notebook: Json) -> list[Json]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def shown(source: str, names: Json) -> list[Json]:
    """Run a cell: what it prints, and the value of the expression at its end."""
    tree, out, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs: list[Json] = []
    if out.getvalue():
        text = out.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        outputs.append({"data": _data(value), "metadata": {}, "output_type": "display_data"})
    return outputs


def _data(value: Any) -> Json:
    """A value as a notebook keeps it."""
    data = {"text/plain": [repr(value)]}
    for kind in ("html", "svg"):
        show = getattr(value, f"_repr_{kind}_", None)
        if show is not None:
            name = {"html": "text/html", "svg": "image/svg+xml"}[kind]
            data[name] = show().splitlines(keepends=True)
    return data


def run(notebook: Json) -> None:
    """Run all cells, one after the other, and keep what each shows."""
    names: Json = {"__name__": "notebook"}
    for cell in code_cells(notebook):
        cell["outputs"] = shown("".join(cell["source"]), names)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    read = json.loads(path.read_text("utf-8"))
    run(read)
    path.write_text(json.dumps(read, ensure_ascii=False, indent=1) + "\n", "utf-8")
