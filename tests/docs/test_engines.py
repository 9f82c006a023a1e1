"""docs/engines.md shows a question and an answer of every phase, and they are real ones."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from itertools import pairwise
from pathlib import Path

import engines
import pytest

from trunfo.engine.registry import games, playable
from trunfo.engine.state import State
from trunfo.match.external import PROTOCOL, spelled_out

DOCUMENT = Path(__file__).parents[2] / "docs" / "engines.md"
BLOCKS = [
    json.loads(text)
    for text in re.findall(r"^```json\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
]
PAIRS = [
    (said, answer) for said, answer in pairwise(BLOCKS) if "ask" in said
]


def test_every_phase_is_shown():
    phases = {phase for game in playable() for phase in game.phases}
    assert {said["state"]["phase"] for said, _ in PAIRS} == phases
    assert BLOCKS[0]["hello"] == PROTOCOL
    assert BLOCKS[-1] == {"quit": True}


@pytest.mark.parametrize(("said", "answer"), PAIRS)
def test_questions_are_as_they_are_put_and_the_example_answers_so(said, answer):
    state = State.from_json(said["state"])
    game = games()[said["state"]["game"]]
    assert json.loads(json.dumps(spelled_out(state))) == said["state"]
    actions = [dict(action) for action in game.actions_for(state)]
    assert said["legal"] in (actions, None)
    assert sorted(answer["action"]) in [sorted(action) for action in actions]
    hello = {"hello": PROTOCOL, "game": game.name, "rules": said["state"]["rules"]}
    lines = "".join(f"{json.dumps(line)}\n" for line in (hello, said, {"quit": True}))
    done = subprocess.run(
        shlex.split(engines.PYTHON_EXAMPLE), input=lines, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout.splitlines()[1]) == answer
