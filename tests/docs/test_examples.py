"""The scripts in examples/ run as a stranger would run them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def script(name: str, *arguments: str) -> list[str]:
    """The lines that a script prints."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / name), *arguments],
        capture_output=True, encoding="utf-8", check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_position_prints_the_table_and_each_legal_card_as_data():
    lines = script("position.py")
    assert lines[0].startswith("Sueca; ")
    assert any(line.startswith("Play ") for line in lines)
    data = [line.split() for line in lines[lines.index("", lines.index("") + 1) :] if "won" in line]
    assert sorted(words[0] for words in data) == ["3P", "6P", "7P", "DP", "VC", "VP"]
    means = [float(words[1]) for words in data]
    assert means == sorted(means, reverse=True)


def test_a_player_of_ones_own_plays_a_match_and_the_miser_loses_it():
    riscos, points = script("own_player.py", "60")
    for line in (riscos, points):
        mean, ci95 = map(float, re.findall(r"[+-]?\d+\.\d+", line))
        assert mean + ci95 < 0


def test_a_chart_of_a_position_is_drawn(tmp_path):
    target = tmp_path / "chart.svg"
    (line,) = script("chart.py", str(target))
    cards = line.partition(": ")[2].split(", ")
    assert len(cards) == 5
    assert target.read_text("utf-8").count("<svg") == 1


def test_a_game_between_two_players_of_ones_own_takes_twenty_lines():
    lines = script("two_players.py")
    assert re.match(r"[+-]\d+ RISCOS in 10 deals; the first: sueca", lines[0])
    assert "vazas 1. " in "\n".join(lines)
    code = (EXAMPLES / "two_players.py").read_text("utf-8").split("\n\n\n", 1)[1]
    assert len([line for line in code.splitlines() if line.strip()]) <= 25
