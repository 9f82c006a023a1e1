"""Matches from Python: the same as on the command line, with players that are objects too."""

from __future__ import annotations

import json
import math

import matches
import numpy as np
import pytest
from highest import Highest

import trunfo
from trunfo.match.players import GreedyPlayer, Player, RandomPlayer
from trunfo.match.score import NeverAnswers


class Refuses(Player):
    def play(self, state, seed):
        return {}


def test_it_is_the_match_of_the_command_line():
    result = trunfo.match("random", "greedy", deals=8, seed=5, jobs=1, game="sueca")
    printed = json.loads(
        matches.match("random", "greedy", "--deals", 8, "--seed", 5, "--jobs", 1, "--json").stdout
    )
    found = json.loads(result.to_json())
    for document in (found, printed):
        for clock in ("time_per_move_s", "cpu_per_move_s"):
            document.pop(clock)
    assert found == printed
    assert "A (random) against B (greedy), 8 of 8 deals" in str(result)


def test_results_are_arrays_of_the_deals():
    result = trunfo.match("random", "greedy", deals=8, jobs=1, game="sueca")
    assert result.riscos.dtype == result.points.dtype == np.float64
    assert result.riscos.shape == (8,)
    assert result.won.shape == result.left.shape == (8, 2)
    assert result.riscos.mean() == pytest.approx(result.to_dict()["riscos"]["mean"])
    assert result.won.sum(axis=0).tolist() == result.to_dict()["wins"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_players_may_be_objects(jobs):
    mine = trunfo.match(Highest(name="Mine"), "random", deals=6, jobs=jobs, game="sueca")
    assert "A (Mine) against B (random)" in str(mine)
    assert mine.left.sum() == 0
    by_name = trunfo.match("random", "greedy", deals=6, jobs=1, game="sueca")
    objects = trunfo.match(RandomPlayer(), GreedyPlayer(), deals=6, jobs=jobs, game="sueca")
    assert objects.riscos.tolist() == by_name.riscos.tolist()


def test_one_object_may_play_against_itself():
    player = Highest()
    result = trunfo.match(player, player, game="bisca", deals=2, jobs=1)
    assert result.riscos.tolist() == [0.0, 0.0]


def test_options_are_those_of_the_command_line():
    result = trunfo.match(
        "random", "greedy", game="copas", deals=2, seatings="pairs", by="points", jobs=1,
        rules={"must_lead_two_of_clubs": False},
    )
    assert result.to_dict()["seatings"] == "pairs"
    assert result.to_dict()["by"] == "points"
    assert trunfo.match("random", "random", game="sobe-desce", whole=True, deals=1, jobs=1
                        ).to_dict()["unit"] == "match"
    test = trunfo.match("greedy", "greedy", sprt=(0, 1), deals=300, jobs=1, game="sueca")
    assert len(test.riscos) == 200


def test_a_player_that_never_answers_ends_it():
    with pytest.raises(NeverAnswers, match="Refuses has given no legal answer"):
        trunfo.match(Refuses(), "random", deals=10, jobs=1, game="sueca")


@pytest.mark.parametrize("options", [
    {"game": "whist"}, {"deals": 0}, {"deals": 1.5}, {"seed": -1}, {"jobs": 0},
    {"rules": {"double_at": 92}}, {"rules": {"x": 1}}, {"preset": "9"}, {"by": "luck"},
    {"seatings": "pairs"}, {"seatings": "all"}, {"whole": True}, {"sprt": (1, 0)},
    {"sprt": (math.nan, 1)}, {"sprt": (0, math.nan)}, {"sprt": (-math.inf, math.inf)},
    {"worlds": 5, "time": 1.0},
])
def test_what_makes_no_sense_is_refused(options):
    with pytest.raises(trunfo.UnreadableInput):
        trunfo.match("random", "greedy", **{"game": "sueca", **options})


def test_a_player_must_be_one():
    for wrong in ("nobody", 7, object()):
        with pytest.raises(trunfo.UnreadableInput):
            trunfo.match(wrong, "random", deals=1, game="sueca")
