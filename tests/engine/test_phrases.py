"""Positions as people type them: each has its right reading, or must be refused where it is wrong.

`tests/data/phrases.jsonl` holds a position a line, with the state it says (`expect.state`, other
states as good in `expect.or`) or the exit code of its error and the words the error is about.
"""

from __future__ import annotations

import re

import pytest
from phrases import READ, REFUSED, normal

import trunfo
from trunfo.engine.text import notation


def places(text, about):
    """Where a part stands in a text, as a whole word where it does."""
    spans = [match.span() for match in re.finditer(re.escape(about), text)]
    return [
        (start, end) for start, end in spans
        if not (about[0].isalnum() and text[:start][-1:].isalnum())
        and not (about[-1].isalnum() and text[end:][:1].isalnum())
    ] or spans


@pytest.mark.parametrize("entry", READ, ids=[entry["id"] for entry in READ])
def test_what_people_type_is_read_as_they_mean_it(entry):
    parsed = notation.parse(entry["text"])
    expected = [entry["expect"]["state"], *entry["expect"].get("or", ())]
    assert normal(parsed.state.to_json()) in [normal(state) for state in expected]
    assert ("spelling" in [note.code for note in parsed.notes]) == ("note" in entry)
    assert notation.parse(str(parsed.state)).state == parsed.state


def understood(entry):
    """Read a position; where only the answer tells that it cannot be, ask for one."""
    state = trunfo.parse(entry["text"])
    assert entry["expect"].get("stage") == "advise", str(state)
    trunfo.advise(state, worlds=2)


@pytest.mark.parametrize("entry", REFUSED, ids=[entry["id"] for entry in REFUSED])
def test_what_is_not_certain_or_cannot_be_is_refused_in_its_place(entry):
    expect = entry["expect"]
    with pytest.raises(trunfo.TrunfoError) as caught:
        understood(entry)
    codes = expect["error"] if isinstance(expect["error"], list) else [expect["error"]]
    assert caught.value.exit_code in codes
    if expect.get("about") and isinstance(caught.value.where, int):
        where = caught.value.where
        assert any(start <= where < end for start, end in places(entry["text"], expect["about"]))
