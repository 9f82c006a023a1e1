"""The notebook in examples/ runs, and shows what it says."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import pytest
from notebook import code_cells, run

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))
TIMED = re.compile(r"(Time: |in )\d+(\.\d+)? s")


def plain(cell: dict) -> list[str]:
    """What a cell shows as text, but for times."""
    lots = [each.get("text") or each["data"]["text/plain"] for each in cell["outputs"]]
    return [TIMED.sub("", "".join(lot)) for lot in lots]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_says(path):
    kept = json.loads(path.read_text("utf-8"))
    again = copy.deepcopy(kept)
    run(again)
    for before, after in zip(code_cells(kept), code_cells(again), strict=True):
        assert plain(before) == plain(after), before["source"]


def test_there_is_one():
    assert NOTEBOOKS
