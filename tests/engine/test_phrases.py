"""Positions as people type them: each has its right reading, or must be refused where it is wrong.

`tests/data/phrases.jsonl` holds a position a line, with the state it says (`expect.state`, other
states as good in `expect.or`) or the exit code of its error and the words the error is about.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import trunfo
from trunfo.engine.text import notation

PHRASES = Path(__file__).parents[1] / "data" / "phrases.jsonl"
ENTRIES = [json.loads(line) for line in PHRASES.read_text(encoding="utf-8").splitlines()]
READ = [entry for entry in ENTRIES if "state" in entry["expect"]]
REFUSED = [entry for entry in ENTRIES if "error" in entry["expect"]]
UNORDERED = ("hand", "played", "discarded")


def normal(state):
    """A state without its schema, everything sorted whose order means nothing."""
    state = {key: value for key, value in json.loads(json.dumps(state)).items() if key != "schema"}
    for key in UNORDERED:
        if key in state:
            state[key] = sorted(state[key])
    for key in ("passed", "received"):
        if key in state:
            state[key]["cards"].sort()
    for hand in state.get("hands", ()):
        hand.sort()
    if "must_go" in state.get("rules", {}):
        state["rules"]["must_go"].sort()
    facts = {}
    for fact in state.get("known", ()):
        seat = facts.setdefault(fact["seat"], {})
        for key in ("has", "lacks", "void"):
            if fact.get(key):
                seat.setdefault(key, set()).update(fact[key])
    if facts:
        state["known"] = [
            {"seat": seat} | {key: sorted(values) for key, values in sorted(facts[seat].items())}
            for seat in sorted(facts)
        ]
    return state


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


@pytest.mark.parametrize("entry", REFUSED, ids=[entry["id"] for entry in REFUSED])
def test_what_is_not_certain_or_cannot_be_is_refused_in_its_place(entry):
    expect = entry["expect"]
    with pytest.raises(trunfo.TrunfoError) as caught:
        state = trunfo.parse(entry["text"])
        assert expect.get("stage") == "advise", str(state)
        trunfo.advise(state, worlds=2)
    codes = expect["error"] if isinstance(expect["error"], list) else [expect["error"]]
    assert caught.value.exit_code in codes
    if expect.get("about") and isinstance(caught.value.where, int):
        where = caught.value.where
        assert any(start <= where < end for start, end in places(entry["text"], expect["about"]))
