"""What advice promises: exact where it can be, fair where it samples, the same bytes again."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from games import Oracle, random_position

import trunfo
from trunfo.advise import advise, parse, solve
from trunfo.engine.cards import SHORT
from trunfo.engine.game import Game
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.trick import Trick
from trunfo.engine.views import open_view, view
from trunfo.games.side_values import Valuer

SUECA = games()["sueca"]
EXAMPLE = (
    "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;"
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
)


def bytes_of(advice: trunfo.Advice) -> str:
    document = json.loads(advice.to_json())
    del document["elapsed_s"]
    return json.dumps(document)


def redealings(at: Position, seat: int) -> list[Position]:
    """All deals of the unseen cards that fit what `seat` has seen, by brute force.

    Independent of the sampler: every division of the unseen cards is tried, and kept if
    no one holds a suit in which he did not follow and the turned-up card is in its place.
    """
    others = [other for other in range(4) if other != seat]
    unseen = sorted(card for other in others for card in at.hands[other])
    voids = {other: set[int]() for other in others}
    for trick in (*at.tricks, at.table):
        for index, card in enumerate(trick.cards):
            player = trick.seat(index, range(4))
            if player in voids and card // 16 != trick.cards[0] // 16:
                voids[player].add(trick.cards[0] // 16)

    def fits(other: int, card: int) -> bool:
        turned = at.trump
        if card == turned.card and other != turned.holder:
            return False
        return card // 16 not in voids[other]

    found = []

    def deal(index: int, hands: dict[int, frozenset[int]]) -> None:
        if index == len(unseen):
            all_hands = tuple(hands.get(s, at.hands[s]) for s in range(4))
            found.append(replace(at, hands=all_hands))
            return
        for other in others:
            if len(hands[other]) < len(at.hands[other]) and fits(other, unseen[index]):
                deal(index + 1, {**hands, other: hands[other] | {unseen[index]}})

    deal(0, {other: frozenset() for other in others})
    return found


def enumerable_endings(count: int, cards: int) -> list[Position]:
    random = Random(9)
    found: list[Position] = []
    while len(found) < count:
        at = random_position(SUECA, random, random.randrange(2, 4 * cards + 1))
        if len(SUECA.legal(at)) > 1:
            found.append(at)
    return found


@pytest.mark.parametrize("objective", ["riscos", "points"])
def test_advice_in_enumerable_endings_is_the_plain_average_over_all_worlds(objective):
    for at in enumerable_endings(12, 2):
        worlds = redealings(at, at.turn)
        advice = advise(view(SUECA, at, at.turn), worlds=100_000, objective=objective)
        if advice.forced:
            continue
        assert advice.exhaustive
        assert advice.worlds == len(worlds)
        for column in ("riscos", "points"):
            oracle = Oracle(SUECA, column)
            values = [oracle.card_values(world) for world in worlds]
            for option in advice.options:
                card = SHORT.card(option.action["play"])
                estimate = getattr(option, column)
                assert estimate.mean == sum(value[card] for value in values) / len(values)
                assert estimate.ci95 is None
        means = [getattr(option, objective).mean for option in advice.options]
        assert means == sorted(means, reverse=True)


def test_exchanging_the_unseen_hands_leaves_advice_byte_for_byte_the_same():
    for at in enumerable_endings(8, 3):
        others = redealings(at, at.turn)[:3]
        advices = {bytes_of(advise(view(SUECA, w, w.turn), worlds=20)) for w in (at, *others)}
        assert len(advices) == 1


@pytest.mark.parametrize("method", ["pimc", "playout"])
def test_the_same_bytes_for_the_same_seed_and_worlds_whatever_the_jobs(method):
    state = parse(EXAMPLE)
    one, two, three = (
        bytes_of(advise(state, worlds=37, method=method, jobs=jobs, seed=5)) for jobs in (1, 2, 3)
    )
    assert one == two == three
    assert one != bytes_of(advise(state, worlds=37, method=method, seed=6))


def test_until_clear_stops_by_the_values_alone_and_is_the_same_whatever_the_jobs():
    state = parse(EXAMPLE)
    one, two = (advise(state, until_clear=True, jobs=jobs) for jobs in (1, 2))
    assert bytes_of(one) == bytes_of(two)
    assert one.worlds % 16 == 0
    assert one.worlds >= 32


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failure_in_one_thread_ends_the_decision(monkeypatch, jobs):
    played_out = Valuer._played_out

    def fail_later(valuer, first, worlds, limits):
        if first > 3 * len(worlds):
            raise RuntimeError("no more")
        return played_out(valuer, worlds, limits)

    monkeypatch.setattr(Valuer, "__call__", fail_later)
    with pytest.raises(RuntimeError, match="no more"):
        advise(parse(EXAMPLE), worlds=10**9, method="playout", jobs=jobs)


def test_until_clear_within_a_time_is_the_same_where_it_ends_before_the_time():
    state = parse(EXAMPLE)
    alone = advise(state, until_clear=True, objective="points")
    within = advise(state, until_clear=True, objective="points", time=1000.0)
    assert bytes_of(alone) == bytes_of(within)


def test_until_clear_within_a_time_ends_with_the_time():
    at = SUECA.deal(Random(3), SUECA.rules())
    advice = advise(view(SUECA, at, at.turn), until_clear=True, time=0.001, method="pimc")
    assert advice.worlds < 32
    assert "time_short" in {note.code for note in advice.notes}


def test_worlds_without_the_cards_gone_agree_with_the_points_exactly():
    state = parse(EXAMPLE.replace(" saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦;", ""))
    known = SUECA.knowledge(state)
    from trunfo.pimc.worlds import Worlds

    chunk = Worlds(state, known, 10, 1).chunk(0, 500)
    table = sum(1 << card for card in known.table)
    for hands in chunk.tolist():
        gone = SHORT.word & ~(hands[0] | hands[1] | hands[2] | hands[3] | table)
        cards = [card for card in SHORT.cards if gone >> card & 1]
        assert len(cards) == 16
        assert SHORT.worth_of(cards) == 52
        assert hands[3] >> SHORT.card("AP") & 1
        assert not hands[2] & 0xFFFF


def test_delta_is_the_paired_difference_and_zero_for_the_best():
    advice = advise(parse(EXAMPLE), worlds=64)
    best = advice.options[0]
    assert best.delta.mean == 0
    for option in advice.options:
        assert math.isclose(option.delta.mean, option.riscos.mean - best.riscos.mean, abs_tol=1e-12)
        assert option.delta.mean <= 0
        assert math.isclose(sum(option.outcomes.values()), 1)


def test_riscos_are_the_mean_of_the_outcomes():
    paid = {
        "lose_sweep": -4, "lose_double": -2, "lose": -1, "draw": 0,
        "win": 1, "win_double": 2, "win_sweep": 4,
    }
    for option in advise(parse(EXAMPLE), worlds=50).options:
        mean = sum(paid[name] * chance for name, chance in option.outcomes.items())
        assert math.isclose(mean, option.riscos.mean, abs_tol=1e-12)


def test_intervals_are_those_of_the_sample():
    advice = advise(parse(EXAMPLE), worlds=400, objective="points")
    option = advice.options[0]
    # Two halves drawn from other streams agree with the whole within their intervals.
    again = advise(parse(EXAMPLE), worlds=400, objective="points", seed=2)
    other = next(o for o in again.options if o.action == option.action)
    margin = 2 * (other.points.ci95 + option.points.ci95)
    assert abs(other.points.mean - option.points.mean) < margin


def test_one_legal_card_is_answered_at_once():
    state = parse("sueca; trunfo ♣; mão 7♥ 2♠; mesa esquerda A♥; pontos nós 50 eles 40")
    advice = advise(state)
    assert (advice.forced, advice.worlds) == ("one_action", 0)
    assert advice.best == {"play": "7C"}
    assert advice.options[0].riscos.mean is None


def test_one_legal_card_in_a_known_deal_has_its_value():
    state = parse(
        "sueca; trunfo ♣; mãos eu: 2♥, direita: 3♥, parceiro: 4♥, esquerda: 7♥;"
        " mesa eu; pontos nós 70 eles 40"
    )
    advice = advise(state)
    assert (advice.forced, advice.worlds) == ("one_action", 0)
    assert (advice.options[0].points.mean, advice.options[0].riscos.mean) == (70, 1)


def test_no_points_left_makes_every_card_equal():
    gone = " ".join(SHORT.token(card) for card in SHORT.cards if card % 16 > 4)
    rest = "2E 3E 4E 5E 6E 2P 3P 4P"
    state = parse(f"sueca; trunfo ♣; mão 2♥ 3♥ 4♦; saíram {gone} {rest}; pontos nós 70 eles 50")
    advice = advise(state)
    assert (advice.forced, advice.worlds) == ("all_equal", 0)
    assert {option.riscos.mean for option in advice.options} == {1.0}
    assert {option.points.mean for option in advice.options} == {70.0}
    assert [option.delta.mean for option in advice.options] == [0.0, 0.0, 0.0]


def test_a_sweep_still_open_is_not_taken_for_equal():
    gone = " ".join(SHORT.token(card) for card in SHORT.cards if card % 16 > 4)
    state = parse(f"sueca; trunfo ♣; mão 2♥ 3♥ 6♦ 6♥ 6♣; saíram {gone}; pontos nós 120 eles 0")
    assert advise(state, worlds=50).forced is None


def test_a_deal_that_is_over_is_answered_with_its_result():
    at = random_position(SUECA, Random(4), 0)
    advice = advise(view(SUECA, at, 2))
    assert (advice.forced, advice.options, advice.best) == ("over", (), None)
    payoff = SUECA.payoff(at)
    assert (advice.result.points, advice.result.riscos) == (payoff.points[2], payoff.riscos[2])


def test_somebody_elses_turn_is_named():
    state = parse("sueca; trunfo ♣; mão A♣ 2♥; mesa parceiro 7♦")
    with pytest.raises(trunfo.ImpossiblePosition) as caught:
        advise(state)
    assert caught.value.code == "not_my_turn"
    assert "left" in str(caught.value)


def test_points_that_no_forgotten_cards_can_make_are_an_impossible_position():
    state = parse("sueca; trunfo ♣; mão 2♥ 3♥ 4♥ 5♥ 6♥ 2♦ 3♦ 4♦; pontos nós 80 eles 2")
    with pytest.raises(trunfo.ImpossiblePosition) as caught:
        advise(state, worlds=10)
    assert (caught.value.code, caught.value.where) == ("no_world", "/points")


@pytest.mark.parametrize(("points", "facts", "where", "says"), [
    ("100 2", "tem direita A♣; tem esquerda A♠", "/known/1/has/0",
     "A♠ cannot be in one hand (left)"),
    ("100 2", "tem esquerda A♠ A♣; não tem direita ♥", "/known/0/has/1",
     "A♣ cannot be in one hand (left)"),
    ("100 11", "tem direita A♣; não tem parceiro A♠; tem esquerda 7♠", "/known/0/has/0",
     "A♣ cannot be in one hand (right)"),
    ("5 5", "não tem parceiro A♠; tem esquerda 7♠", "/points", "cards that are not named"),
])
def test_the_fact_that_no_deal_fits_with_the_points_is_named(points, facts, where, says):
    state = parse(f"sueca; trunfo ♣; mão 2♥ 3♥ 6♦ 6♥ 6♣; sai eu; pontos {points}; {facts}")
    with pytest.raises(trunfo.ImpossiblePosition) as caught:
        advise(state, worlds=10)
    assert (caught.value.code, caught.value.where) == ("no_world", where)
    assert says in str(caught.value)


def test_without_points_riscos_are_unknown_and_points_count_from_now_on():
    advice = advise(parse("sueca; trunfo ♣; sai eu; mão A♣ 2♥"), worlds=30)
    assert advice.objective == "points"
    assert all(option.riscos.mean is None and option.outcomes is None for option in advice.options)
    assert "points_unknown" in {note.code for note in advice.notes}
    assert all(0 <= option.points.mean <= 120 for option in advice.options)


def test_equal_cards_are_ordered_as_a_careful_player_would():
    gone = " ".join(SHORT.token(card) for card in SHORT.cards if card % 16 > 4)
    state = parse(f"sueca; trunfo ♥; mão 3♥ 2♦ 5♦ 2♥ 6♦; saíram {gone}; pontos nós 70 eles 50")
    played = [option.action["play"] for option in advise(state).options]
    assert played == ["2O", "5O", "6O", "2C", "3C"]


def test_a_very_short_time_still_gets_an_answer_and_says_how():
    at = SUECA.deal(Random(3), SUECA.rules())
    advice = advise(view(SUECA, at, at.turn), time=0.001, method="pimc", objective="points")
    assert advice.method == "playout"
    assert "time_short" in {note.code for note in advice.notes}
    assert advice.options[0].points.mean is not None


@pytest.mark.parametrize(
    "options",
    [
        {"worlds": 0}, {"time": 0}, {"time": -1.0}, {"time": math.nan}, {"time": math.inf},
        {"worlds": 3, "time": 1.0}, {"worlds": 3, "until_clear": True}, {"jobs": 0},
        {"seed": -1}, {"seed": 1 << 64}, {"objective": "tricks"}, {"method": "guess"},
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(trunfo.UnreadableInput) as caught:
        advise(parse("sueca; trunfo ♣; sai eu; mão A♣ 2♥"), **options)
    assert caught.value.code == "bad_option"


def test_a_game_without_rules_yet_is_refused_by_name():
    lerpa = Game(name="lerpa", title="Lerpa", words=("lerpa",))
    with pytest.raises(trunfo.UnreadableInput, match="Lerpa") as caught:
        advise(State(game=lerpa, rules=lerpa.rules(), me=0, hand=(0,)))
    assert caught.value.code == "no_advice"


def test_solve_gives_every_card_the_value_that_the_engine_finds():
    random = Random(8)
    for left in range(1, 13):
        at = random_position(SUECA, random, left)
        solution = solve(open_view(SUECA, at))
        for column in ("points", "riscos"):
            expected = Oracle(SUECA, column).card_values(at)
            found = {SHORT.card(o.action["play"]): getattr(o, column) for o in solution.options}
            assert found == expected


def test_solve_needs_all_hands():
    with pytest.raises(trunfo.UnreadableInput) as caught:
        solve(parse("sueca; trunfo ♣; mão A♣ 2♥"))
    assert caught.value.code == "missing_key"


def test_advice_on_an_open_deal_is_exact():
    at = random_position(SUECA, Random(12), 12)
    state = open_view(SUECA, at)
    advice, solution = advise(state), solve(state)
    assert advice.exhaustive
    assert advice.worlds == 1
    assert [o.action for o in advice.options] == [o.action for o in solution.options]
    assert [o.riscos.mean for o in advice.options] == [o.riscos for o in solution.options]


def test_a_state_that_was_made_by_hand_is_checked_too():
    state = State(game=SUECA, rules=SUECA.rules(), me=0, hand=(1, 1), table=Trick(0))
    with pytest.raises(trunfo.ImpossiblePosition):
        advise(state)


def test_standard_error_is_that_of_the_textbook():
    from trunfo.pimc.statistics import standard_error

    values = np.array([1, 4, 2, 2, 7, -3], dtype=np.int64)
    assert math.isclose(standard_error(values), values.std(ddof=1) / math.sqrt(6))


LOW = "2C 3C 4C 5C 2O 3O 4O 5O DE VE"  # 5 points


def test_the_leader_of_a_low_hand_may_ask_for_a_new_deal_and_should():
    advice = advise(parse(f"sueca; regras 001; trunfo ♣; sai eu; mão {LOW}"), worlds=20)
    assert advice.best == {"redeal": True}
    first, second = advice.options[:2]
    assert first.riscos.mean > second.riscos.mean
    assert math.isclose(second.delta.mean, second.riscos.mean - first.riscos.mean)
    assert math.isclose(sum(first.outcomes.values()), 1)
    assert "redeal_table" in {note.code for note in advice.notes}
    assert len(advice.options) == 11


@pytest.mark.parametrize(
    "text",
    [
        f"sueca; trunfo ♣; sai eu; mão {LOW}",  # not by the default rules
        f"sueca; regras 001; trunfo ♣; sai eu; mão {LOW.replace('2C', 'AC')}",  # 16 points
        f"sueca; regras 001; trunfo ♣; mesa direita 7♥; mão {LOW}",  # somebody else leads
        f"sueca; regras 001; trunfo ♣; sai eu; mão {LOW.replace('2C ', '')}",  # later
    ],
)
def test_only_the_leader_may_ask_for_a_new_deal_and_only_with_a_low_hand(text):
    advice = advise(parse(text), worlds=5, method="playout")
    assert {"redeal": True} not in [option.action for option in advice.options]


@pytest.mark.parametrize("text", [
    "sueca; trunfo ♠; mão A♠ 7♠ 2♥; sai eu; pontos nós 50 eles 31",
    "bisca 3; trunfo 6♦ monte; monte 28; mão 7♥ D♦ 4♠; mesa ele R♥; saíram A♠ 3♠ R♣ 7♣ 2♥ V♥;"
    " pontos 14 14",
])
def test_the_outcomes_of_two_sides_have_the_names_of_the_schema(text):
    best = trunfo.advise(text, worlds=20).options[0]
    assert best.outcomes is not None
    assert list(best.outcomes) == [
        "lose_sweep", "lose_double", "lose", "draw", "win", "win_double", "win_sweep",
    ]
