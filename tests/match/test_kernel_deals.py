"""Deals played wholly in the kernel: the same as decision by decision, to the last byte."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from trunfo.engine.registry import games, playable
from trunfo.match.deal import Match
from trunfo.match.file import Header, Writer, times_path
from trunfo.match.kernel_deals import play_in_kernel, self_play_of
from trunfo.match.players import RandomPlayer, RulesPlayer
from trunfo.match.playing import play_deals
from trunfo.match.processes import Here
from trunfo.match.report import match_document
from trunfo.match.run import run
from trunfo.match.score import Score
from trunfo.match.signals import Stop
from trunfo.match.spec import Given, parse

ALL = [game.name for game in playable()]
PAIRS = [("random", "greedy"), ("rules", "random"), ("rules", "greedy")]


def match(name, players=("rules", "random"), whole=False, seating="one", **rules):
    game = games()[name]
    preset = rules.pop("preset", "")
    first, second = (parse(player) if isinstance(player, str) else player for player in players)
    return Match(game, game.rules(rules, preset), (first, second), 2**40 + 7, whole, seating)


def assert_same(match, first, count):
    """The kernel has played the deals as they are played decision by decision."""
    found = play_in_kernel(match, self_play_of(match), first, count)
    bare = play_in_kernel(replace(match, lines=False), self_play_of(match), first, count)
    for slow, fast, short in zip(play_deals(match, first, count), found, bare, strict=True):
        assert fast.line == slow.line
        assert fast == slow._replace(spent=None)
        assert short == slow._replace(spent=None, line="")


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("players", PAIRS, ids=" ".join)
def test_deals_are_the_same_decision_by_decision(name, players):
    assert_same(match(name, players), 3, 5)


@pytest.mark.parametrize("rules", [
    {"preset": "001"}, {"double_at": 90, "sweep": "points"},
], ids=str)
def test_they_are_by_every_option_of_sueca(rules):
    assert_same(match("sueca", **rules), 0, 4)


@pytest.mark.parametrize("rules", [
    {"hand_size": 11}, {"hand_size": 5, "follow_when_stock_empty": False},
], ids=str)
def test_they_are_by_every_option_of_bisca(rules):
    assert_same(match("bisca", **rules), 0, 4)


@pytest.mark.parametrize("rules", [
    {"must_lead_two_of_clubs": False, "hearts_must_be_broken": True},
    {"queen_above_jack": True, "direction": "right"},
], ids=str)
def test_they_are_by_every_option_of_copas(rules):
    assert_same(match("copas", **rules), 0, 4)


@pytest.mark.parametrize("rules", [
    {"preset": "002"}, {"match_end": "first_reached", "must_go": ()},
    {"undertrump": "forced", "turn_up": False},
], ids=str)
def test_they_are_by_every_option_of_sobe_e_desce(rules):
    assert_same(match("sobe-e-desce", **rules), 0, 6)


@pytest.mark.parametrize("name", [game.name for game in playable() if not game.partners
                                  and game.seats == 4])
def test_they_are_in_pairs_of_seats(name):
    assert_same(match(name, seating="pairs"), 0, 3)


@pytest.mark.parametrize("name", [name for name in ALL if self_play_of(match(name, whole=True))])
def test_whole_matches_are_the_same(name):
    assert_same(match(name, whole=True), 1, 2)


@pytest.mark.parametrize("name", ALL)
def test_a_match_is_the_same_in_all_but_its_times(name, tmp_path, monkeypatch):
    documents, files = [], []
    for way in ("kernel", "one by one"):
        head = Header(match(name, ("rules", "greedy")), 6)
        score, path = Score(head), tmp_path / way
        with Writer(path, head) as writer:
            run(score, writer, Here(), Stop())
        documents.append(match_document(score))
        files.append(path.read_bytes())
        times = times_path(path).read_bytes()
        assert bool(times) == (way != "kernel")
        monkeypatch.setattr(RulesPlayer, "chair", None)
    assert files[0] == files[1]
    for key in ("time_per_move_s", "cpu_per_move_s"):
        assert documents[0].pop(key) == [None, None]
        assert None not in documents[1].pop(key)
    assert documents[0] == documents[1]


@dataclass(frozen=True)
class Careful(RulesPlayer):
    """Another player, whatever it is derived from."""


@pytest.mark.parametrize("players", [
    ("rules", "pimc:worlds=1"), ("cheat", "random"),
    ("rules", Given("Careful", player=Careful())),
], ids=str)
def test_other_players_are_asked_one_by_one(players):
    assert self_play_of(match("sueca", players)) is None


def test_objects_of_the_kernels_players_are_those_players():
    players = (Given("RandomPlayer", player=RandomPlayer()), "greedy")
    assert self_play_of(match("sueca", players)) is not None


def test_a_game_may_say_that_its_deals_are_played_one_by_one(monkeypatch):
    from trunfo.games.base import advisor_of

    game = games()["bisca4"]
    monkeypatch.setattr(type(advisor_of(game)), "self_play", lambda self, rules: None)
    assert self_play_of(match("bisca4")) is None
