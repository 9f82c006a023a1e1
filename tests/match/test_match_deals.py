"""Duplicate deals: who sits where, the same luck for both, and what a bad answer costs."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace

import pytest

from trunfo.engine.cards import SHORT, suit_of
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.following import Dealt
from trunfo.engine.position import Payoff, Position
from trunfo.engine.registry import games
from trunfo.engine.trick import Trick, Trump
from trunfo.engine.trick_game import TrickGame
from trunfo.games.base import Advisor
from trunfo.match.deal import Match, mix, outcome, seatings
from trunfo.match.players import (
    GreedyPlayer,
    NoAnswer,
    Player,
    RandomPlayer,
    legal,
    play_of,
)
from trunfo.match.playing import play
from trunfo.match.spec import Spec, parse

SUECA = games()["sueca"]
RANDOM, GREEDY = Spec("random"), Spec("greedy")


def match(game=SUECA, first=RANDOM, second=GREEDY, seed=1):
    return Match(game, game.rules(), (first, second), seed)


def record(played):
    return json.loads(played.line)


@dataclass(frozen=True)
class Alone(TrickGame):
    """A game for the tests: all alone, five cards each, a trick is worth 1 RISCO."""

    def deal(self, random: Random, rules, dealer=0, number=0):
        cards = random.sample(SHORT.cards, 5 * self.seats)
        hands = tuple(frozenset(cards[5 * seat : 5 * seat + 5]) for seat in range(self.seats))
        trump = Trump(suit_of(cards[0]), cards[0], 0)
        return Position(rules, trump, hands, (), Trick(dealer), dealer)

    def payoff(self, position):
        taken = [0] * self.seats
        for trick in position.tricks:
            taken[self.winner(trick, position.trump.suit)] += 1
        return Payoff(tuple(taken), tuple(float(count) for count in taken))

    def problems(self, state):
        return iter(())

    def knowledge(self, state):
        raise NotImplementedError

    def dealt(self, position):
        return Dealt(position.dealer, tuple(map(tuple, position.hands)))

    def begin(self, rules, dealt):
        raise NotImplementedError


class GreedyOnly(Advisor):
    """An advisor that knows of nothing but the card that brings most."""

    def greedy(self, state):
        return play_of(state, max(legal(state), key=lambda card: (state.pack.worth[card], card)))

    def not_needed(self, *_, **__):
        raise NotImplementedError

    decision = method = result = solution = root = not_needed


ALONE = Alone("everybody-alone", "Everybody alone", ())


@pytest.fixture
def with_advisors(monkeypatch):
    """The game for the tests has an advisor where the others have theirs."""
    module = SimpleNamespace(ADVISOR=GreedyOnly(ALONE))
    monkeypatch.setitem(sys.modules, "trunfo.games.everybody_alone", module)


@dataclass(frozen=True)
class Says(Player):
    """Gives always the same answer, or none."""

    action: object = None

    def play(self, state, seed):
        if self.action is None:
            raise NoAnswer("late", "")
        return self.action


class TestSeatings:
    def test_two_sides_change_places(self):
        assert seatings((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))
        assert seatings((0, 1)) == ((0, 1), (1, 0))

    def test_all_alone_play_one_against_three_in_every_seat_and_the_reverse(self):
        ways = seatings((0, 1, 2, 3))
        assert len(set(ways)) == 8
        assert {sum(seats) for seats in ways} == {1, 3}
        assert set(ways) == {tuple(1 - player for player in seats) for seats in ways}

    @pytest.mark.parametrize("sides", [(0, 1, 0, 1), (0, 1), (0, 1, 2), (0, 1, 2, 3)])
    def test_each_player_sits_equally_often_in_each_seat(self, sides):
        ways = seatings(sides)
        assert all(2 * sum(column) == len(ways) for column in zip(*ways, strict=True))


class TestSeeds:
    @pytest.mark.parametrize("game", [SUECA, ALONE])
    @pytest.mark.parametrize("player", [RandomPlayer(), GreedyPlayer()])
    @pytest.mark.usefixtures("with_advisors")
    def test_a_player_against_itself_is_exactly_0(self, game, player):
        for deal in range(20):
            played = play(match(game), deal, [player, player])
            assert played.outcome[:3] == (0.0, 0.0, (0, 0))
            assert played.outcome.won[0] == played.outcome.won[1]
            plays = [seating["plays"] for seating in record(played)["seatings"]]
            assert all(other == plays[0] for other in plays)

    def test_a_deal_depends_on_seed_and_number_only(self):
        players = [RandomPlayer(), GreedyPlayer()]
        alone = play(match(), 7, players)
        for deal in range(7):
            play(match(), deal, players)
        assert play(match(), 7, players).line == alone.line
        assert play(match(seed=2), 7, players).line != alone.line
        assert play(match(), 8, players).line != alone.line

    def test_every_decision_has_its_own_seed_and_both_seatings_the_same(self):
        asked = []

        class Listens(RandomPlayer):
            def play(self, state, seed):
                asked.append((seed, state.me, len(state.tricks)))
                return super().play(state, seed)

        play(match(), 3, [Listens(), Listens()])
        first, second = asked[:40], asked[40:]
        assert first == second
        assert len({seed for seed, _, _ in first}) == 40
        assert all(seed == mix(1, 3, seat, number) for seed, seat, number in first)

    def test_the_deal_passes_to_the_next_seat(self):
        dealers = [record(play(match(), n, [GreedyPlayer()] * 2))["dealer"] for n in range(5)]
        assert dealers == [0, 1, 2, 3, 0]


class TestRecord:
    def test_a_record_can_be_replayed_by_the_rules(self):
        for deal in range(10):
            written = record(play(match(), deal, [RandomPlayer(), GreedyPlayer()]))
            for seating in written["seatings"]:
                position = SUECA.deal(Random(mix(1, deal)), SUECA.rules(), deal % 4)
                hands = [[SHORT.token(card) for card in sorted(hand)] for hand in position.hands]
                assert written["hands"] == hands
                for token in seating["plays"]:
                    position = SUECA.play(position, SHORT.card(token))
                payoff = SUECA.payoff(position)
                assert tuple(seating["points"]) == payoff.points
                assert tuple(seating["riscos"]) == payoff.riscos
                assert seating["left"] is None

    def test_the_difference_is_a_minus_b_per_deal_and_seat(self):
        seating = {"points": [70, 50, 70, 50], "riscos": [1, -1, 1, -1], "left": None}
        other = {"points": [100, 20, 100, 20], "riscos": [2, -2, 2, -2], "left": None}
        document = {
            "seatings": [
                {"players": [0, 1, 0, 1], **seating}, {"players": [1, 0, 1, 0], **other}
            ]
        }
        # A: 1 and -2, B: -1 and 2; A: 70 and 20, B: 50 and 100.
        assert outcome(document)[:4] == (-1.0, -30.0, (0, 0), (1, 1))

    def test_one_against_three_weighs_every_seat_alike(self):
        takes_all = {"points": [5, 0, 0, 0], "riscos": [5, 0, 0, 0], "left": None}
        document = {"seatings": [{"players": [0, 1, 1, 1], **takes_all},
                                 {"players": [1, 0, 0, 0], **takes_all},
                                 {"players": [1, 0, 1, 1], **takes_all},
                                 {"players": [0, 1, 0, 0], **takes_all}]}
        assert outcome(document).riscos == 0.0


class TestBadAnswers:
    @pytest.mark.parametrize(
        ("action", "why"),
        [
            (None, "late"),
            ({}, "illegal"),
            ({"play": "8C"}, "illegal"),
            ({"play": ["AC"]}, "illegal"),
            ({"play": None}, "illegal"),
            ({"redeal": True}, "illegal"),
            ({"play": "AC", "plan": "win"}, "illegal"),
        ],
    )
    def test_no_legal_answer_pays_as_leaving_and_the_match_goes_on(self, action, why):
        played = play(match(), 0, [Says(action), GreedyPlayer()])
        for seating in record(played)["seatings"]:
            seat = seating["left"]["seat"]
            assert seating["players"][seat] == 0
            assert seating["left"]["why"] == why
            own = [player == 0 for player in seating["players"]]
            assert seating["riscos"] == [-10 if mine else 0 for mine in own]
            assert seating["points"] == [0 if mine else 120 for mine in own]
        assert played.outcome[:4] == (-10.0, -120.0, (2, 0), (0, 2))
        assert played.outcome.silent[0].startswith(why)
        assert played.outcome.silent[1] is None

    def test_a_card_that_is_not_held_or_does_not_follow_is_illegal(self):
        class Revokes(RandomPlayer):
            def play(self, state, seed):
                wrong = set(state.hand) - set(legal(state))
                card = min(wrong) if wrong else legal(state)[0]
                return {"play": state.pack.token(card)}

        played = play(match(), 1, [GreedyPlayer(), Revokes()])
        assert played.outcome.left == (0, 2)
        assert played.outcome.riscos == 10.0


class TestPlayers:
    def test_random_plays_every_legal_card_equally_often(self):
        from trunfo.engine.views import view

        position = SUECA.deal(Random(1), SUECA.rules())
        state = view(SUECA, position, position.turn)
        player = RandomPlayer()
        counts = {}
        for number in range(5000):
            card = player.play(state, mix(5, number))["play"]
            counts[card] = counts.get(card, 0) + 1
        # Chi-square with 9 degrees of freedom: above 27.88 in one of 1000 uniform samples.
        assert len(counts) == 10
        assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 27.88

    def test_greedy_takes_with_the_cheapest_card_that_brings_most(self):
        from trunfo.engine.state import State

        card = SHORT.card
        state = State(
            game=SUECA, rules=SUECA.rules(), me=2, trump=Trump(3),
            hand=tuple(map(card, ["AC", "RC", "2C", "AO"])),
            table=Trick(0, (card("7C"), card("DC"))),
        )
        assert GreedyPlayer().play(state, 0) == {"play": "AC"}  # the partner's 7, the ace on top
        theirs = replace(state, table=Trick(0, (card("3C"), card("AP"))))
        assert GreedyPlayer().play(theirs, 0) == {"play": "2C"}  # ruffed: give the least

    def test_what_a_player_is_called_is_read_back(self):
        for text in ("random", "pimc:worlds=50,objective=points", "pimc:time=0.5",
                     "pimc:until_clear=true", "pimc:time=0.1,until_clear=true",
                     "cheat:objective=points"):
            assert str(parse(text)) == text
            assert parse(str(parse(text))) == parse(text)
        assert str(parse("pimc: objective=points , worlds=50")) == "pimc:worlds=50,objective=points"

    def test_a_command_keeps_its_commas(self):
        spec = parse("external:timeout=2,command=python3 -c 'a,b=1,2'")
        assert dict(spec.options) == {"timeout": 2.0, "command": "python3 -c 'a,b=1,2'"}

    @pytest.mark.parametrize(
        ("text", "code", "names"),
        [
            ("nobody", "unknown_player", "random"),
            ("", "unknown_player", "pimc"),
            ("pimc:world=5", "unknown_option", "worlds"),
            ("random:worlds=5", "unknown_option", "worlds"),
            ("pimc:worlds", "unknown_option", "worlds"),
            ("pimc:worlds=0", "bad_option_value", "from 1"),
            ("pimc:worlds=²", "bad_option_value", "from 1"),
            ("pimc:time=nan", "bad_option_value", "more than 0"),
            ("pimc:time=inf", "bad_option_value", "more than 0"),
            ("pimc:objective=fun", "bad_option_value", "riscos|points"),
            ("pimc:worlds=5,worlds=6", "option_twice", "worlds"),
            ("pimc:worlds=5,time=1", "bad_player", "worlds"),
            ("pimc:worlds=5,until_clear=true", "bad_player", "worlds"),
            ("external:timeout=1", "bad_player", "command"),
            ("external:command=no-such-program-here", "bad_player", "no-such-program-here"),
        ],
    )
    def test_a_player_that_means_nothing_is_refused_with_what_would_be_right(
        self, text, code, names
    ):
        with pytest.raises(UnreadableInput) as refused:
            parse(text)
        assert refused.value.code == code
        assert names in str(refused.value)

    def test_a_budget_goes_to_players_that_take_one_and_have_none(self):
        assert str(parse("pimc").with_budget(worlds=20)) == "pimc:worlds=20"
        assert str(parse("pimc:time=2").with_budget(worlds=20)) == "pimc:time=2"
        assert str(parse("random").with_budget(worlds=20)) == "random"
