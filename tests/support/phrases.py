"""The positions as people type them, and how a state is compared with the one they say."""

from __future__ import annotations

import json
from pathlib import Path

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
