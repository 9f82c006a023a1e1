"""Copas: advice on cards and passes, exact solutions, players, and what is said about them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from command_line import run
from games import random_position

import trunfo
from trunfo.advise import advise, parse, solve
from trunfo.engine.position import Position
from trunfo.engine.registry import games
from trunfo.engine.views import open_view, view
from trunfo.games.copas import ADVISOR
from trunfo.games.copas.payoffs import penalties
from trunfo.match.deal import Match
from trunfo.match.file import Header
from trunfo.match.playing import play
from trunfo.match.report import match_json, match_text
from trunfo.match.score import Score
from trunfo.match.spec import parse as player

COPAS = games()["copas"]
PASS = "copas; ronda 1; mão ♥R 9 2 ♦A 10 5 ♠DV63 ♣V82"


def bytes_of(advice: trunfo.Advice) -> str:
    document = json.loads(advice.to_json())
    del document["elapsed_s"]
    return json.dumps(document)


def ending(random: Random, cards: int, rules=None) -> Position:
    """A position of a random deal with a choice between cards, up to so many in a hand."""
    while True:
        at = random_position(COPAS, random, random.randrange(2, 4 * cards + 1), rules)
        if len(COPAS.legal(at)) > 1:
            return at


# --- An oracle: plain max^n in the plain engine, and all worlds by brute force --------------


def best_play(at: Position, root: int, known: dict) -> trunfo.engine.game.Payoff:
    """What comes of a position when each seat does the best for itself.

    Of cards that are equal to a seat it plays the one that is worst for `root`, then the
    lowest.
    """
    if at.over:
        return COPAS.payoff(at)
    key = (at.hands, at.table, tuple(taken(at)))
    if key not in known:
        turn = at.turn
        ends = [best_play(COPAS.play(at, card), root, known) for card in sorted(COPAS.legal(at))]
        known[key] = max(ends, key=lambda end: (end.riscos[turn], -end.riscos[root]))
    return known[key]


def taken(at: Position) -> list[int]:
    points = [0] * 4
    for trick in at.tricks:
        points[COPAS.winner(trick, None)] += COPAS.pack(at.rules).worth_of(trick.cards)
    return points


def card_ends(at: Position) -> dict[str, trunfo.engine.game.Payoff]:
    """The end after each legal card, by its name."""
    known: dict = {}
    token = COPAS.pack(at.rules).token
    return {
        token(card): best_play(COPAS.play(at, card), at.turn, known)
        for card in sorted(COPAS.legal(at))
    }


def redealings(at: Position, seat: int) -> Iterator[Position]:
    """All deals of the unseen cards that fit what a seat has seen: voids, and nothing else."""
    others = [other for other in range(4) if other != seat]
    unseen = sorted(card for other in others for card in at.hands[other])
    voids = {other: set() for other in others}
    for trick in (*at.tricks, at.table):
        for index, card in enumerate(trick.cards):
            who = trick.seat(index, range(4))
            if who in voids and card // 16 != trick.cards[0] // 16:
                voids[who].add(trick.cards[0] // 16)
    sent = {card: at_seat for at_seat, card in passed_by(at, seat)}

    def deal(index: int, hands: dict[int, frozenset[int]]) -> Iterator[Position]:
        if index == len(unseen):
            yield replace(at, hands=tuple(hands.get(s, at.hands[s]) for s in range(4)))
            return
        card = unseen[index]
        for other in others:
            room = len(hands[other]) < len(at.hands[other])
            if room and card // 16 not in voids[other] and sent.get(card, other) == other:
                yield from deal(index + 1, {**hands, other: hands[other] | {card}})

    yield from deal(0, {other: frozenset() for other in others})


def passed_by(at: Position, seat: int) -> list[tuple[int, int]]:
    """To whom each card went that a seat has passed."""
    state = view(COPAS, at, seat)
    return [(state.passed.seat, card) for card in state.passed.cards] if state.passed else []


# --- Cards --------------------------------------------------------------------------------


def test_advice_in_enumerable_endings_is_the_plain_average_of_max_n_over_all_worlds():
    random = Random(4)
    for _ in range(12):
        at = ending(random, 2)
        advice = advise(view(COPAS, at, at.turn), worlds=100_000, method="pimc")
        if advice.forced:
            continue
        ends = [card_ends(world) for world in redealings(at, at.turn)]
        assert (advice.exhaustive, advice.worlds, advice.method) == (True, len(ends), "pimc")
        for option in advice.options:
            card = option.action["play"]
            riscos = [end[card].riscos[at.turn] for end in ends]
            points = [end[card].points[at.turn] for end in ends]
            assert option.riscos.mean == pytest.approx(sum(riscos) / len(ends))
            assert option.points.mean == pytest.approx(sum(points) / len(ends))
            assert option.riscos.ci95 is None
            moons = sum(paid == 104 for paid in riscos) / len(ends)
            assert option.outcomes["moon_mine"] == pytest.approx(moons)
        means = [option.riscos.mean for option in advice.options]
        assert means == sorted(means, reverse=True)


def test_solutions_have_the_points_and_riscos_of_every_seat():
    random = Random(5)
    for _ in range(15):
        at = ending(random, 3)
        solution = solve(open_view(COPAS, at))
        ends = card_ends(at)
        assert {option.action["play"] for option in solution.options} == set(ends)
        for option in solution.options:
            end = ends[option.action["play"]]
            assert (option.points, option.riscos) == (end.points, end.riscos)
        mine = [option.riscos[at.turn] for option in solution.options]
        assert mine == sorted(mine, reverse=True)
        document = json.loads(solution.to_json())
        assert document["schema"] == "trunfo.solution/1"
        assert document["options"][0]["riscos"] == list(solution.options[0].riscos)


def test_exchanging_the_unseen_hands_leaves_advice_byte_for_byte_the_same():
    random = Random(6)
    for _ in range(5):
        at = ending(random, 3)
        others = [world for world, _ in zip(redealings(at, at.turn), range(3), strict=False)]
        advices = {
            bytes_of(advise(view(COPAS, world, world.turn), worlds=20)) for world in (at, *others)
        }
        assert len(advices) == 1


QUEEN_DUMP = (
    "copas; ronda 4; mão ♥2 3 ♦4 ♠D 5; mesa frente ♣A ♣3; não tem eu ♣; pontos 0 5 0 0"
)


def test_the_queen_of_spades_goes_where_she_is_not_taken():
    advice = advise(parse(QUEEN_DUMP), worlds=200)
    assert advice.best == {"play": "DE"}
    assert advice.options[0].chances["queen"] == 0
    assert max(option.chances["queen"] for option in advice.options) > 0.1


SHOOTING = "copas; ronda 4; mão ♥A R V 10 3 ♠A R ♦A R 4 ♣A R; sai eu; pontos 0 0 0 0"


def test_a_hand_that_can_take_everything_is_played_to_take_everything():
    with_plan, without = (
        {option.action["play"]: option for option in advice.options}
        for advice in (
            advise(parse(SHOOTING), worlds=200),
            advise(parse(SHOOTING), worlds=200, without=["shoot"]),
        )
    )
    best = next(iter(with_plan.values()))
    assert best.outcomes["moon_mine"] > 0.8
    assert best.riscos.mean > 80
    assert best.points.mean < 10
    assert math.isclose(sum(best.outcomes.values()), 1)
    shooting = [card for card, option in with_plan.items() if option.plan == "shoot"]
    assert shooting
    for card in shooting:
        assert with_plan[card].riscos.mean > without[card].riscos.mean
    assert {option.plan for option in without.values()} == {None}


def test_once_another_has_points_nobody_shoots():
    advice = advise(
        parse("copas; ronda 4; mão ♥A R V D 10 9 8 ♠A R V; sai eu; pontos 0 1 0 0"), worlds=50
    )
    assert {option.plan for option in advice.options} == {None}
    assert all(option.outcomes["moon_mine"] == 0 for option in advice.options)


def test_one_point_is_taken_to_keep_another_from_the_moon():
    # The right has taken 22 points, and leads a heart that nobody but me can take.
    state = parse(
        "copas; mãos eu: ♥A 2, esquerda: ♥3 ♣3, frente: ♣4 ♣5, direita: ♦A; eu 0;"
        " mesa direita ♥R; pontos 0 0 0 22"
    )
    advice = advise(state, method="pimc")
    assert advice.best == {"play": "AC"}


def test_when_all_points_are_gone_every_card_is_equal_at_once():
    gone = [card for card in COPAS.pack(COPAS.rules()).cards if card < 16]
    token = COPAS.pack(COPAS.rules()).token
    text = " ".join(map(token, gone))
    state = parse(
        f"copas; mão ♦A 2 ♣3; saíram {text} DE 2E 3E 4E 5E 6E 7E 8E 9E 10E 2P 4P 5P 6P 7P 8P 9P"
        " 10P VP DP RP AP VE RE AE 3O 4O; sai eu; pontos 3 13 10 0"
    )
    advice = advise(state)
    assert (advice.forced, advice.worlds) == ("all_equal", 0)
    assert {option.riscos.mean for option in advice.options} == {23.0}
    assert {option.points.mean for option in advice.options} == {3.0}
    assert {option.delta.mean for option in advice.options} == {0.0}


def test_one_legal_card_is_answered_at_once():
    advice = advise(parse("copas; ronda 4; mão ♥2 3 ♠D; mesa direita ♠4; pontos 0 0 3 0"))
    assert (advice.forced, advice.worlds, advice.best) == ("one_action", 0, {"play": "DE"})
    assert advice.options[0].riscos.mean is None


@pytest.mark.parametrize("method", ["pimc", "playout"])
def test_the_same_bytes_for_the_same_seed_and_worlds_whatever_the_jobs(method):
    random = Random(8)
    at = ending(random, 5)
    state = view(COPAS, at, at.turn)
    one, two, three = (
        bytes_of(advise(state, worlds=37, method=method, jobs=jobs, seed=5)) for jobs in (1, 2, 3)
    )
    assert one == two == three


def test_without_points_riscos_are_unknown_and_points_count_from_now_on():
    advice = advise(parse("copas; mão ♥2 ♦A ♠5; sai eu"), worlds=20)
    assert advice.objective == "points"
    assert {option.riscos.mean for option in advice.options} == {None}
    assert {option.outcomes for option in advice.options} == {None}
    means = [option.points.mean for option in advice.options]
    assert means == sorted(means)
    assert all(option.delta.mean >= 0 for option in advice.options)


def test_the_plan_of_each_half_of_the_worlds_is_chosen_by_the_other():
    """Noise alone: the better of two plans that are worth the same must not be worth more."""
    random = np.random.default_rng(1)
    state = parse(SHOOTING)
    known = COPAS.knowledge(state)
    means = []
    for _ in range(300):
        ends = {}
        for plan in ("", "shoot"):
            ends[plan] = np.zeros((20, 1, 4), dtype=np.int8)
            ends[plan][:, 0, 0] = random.integers(0, 14, 20)
        columns = ADVISOR.payoffs.columns(state, known, ends, "riscos", exact=False)
        means.append(columns["riscos"].mean())
    error = np.std(means) / math.sqrt(len(means))
    assert abs(np.mean(means) - (26 - 6.5)) < 4 * error


def test_penalty_points_of_results():
    results = np.array([0, 13, 16, 29, 20], dtype=np.int8)
    assert penalties(results).tolist() == [0, 13, 13, 26, 17]


# --- Passing ------------------------------------------------------------------------------


def test_a_pass_is_advised_with_the_best_five_at_least():
    advice = advise(parse(PASS), worlds=1500)
    document = json.loads(advice.to_json())
    assert (document["phase"], document["method"], document["worlds"]) == ("pass", "playout", 1500)
    assert len(document["options"]) >= 5
    hand = set(["RC", "9C", "2C", "AO", "10O", "5O", "DE", "VE", "6E", "3E", "VP", "8P", "2P"])
    passes = [tuple(option["action"]["pass"]) for option in document["options"]]
    assert len(set(passes)) == len(passes)
    for option, cards in zip(document["options"], passes, strict=True):
        assert len(set(cards) & hand) == 3
        assert option["worlds"] == 1500
        assert math.isclose(sum(option["outcomes"].values()), 1)
        assert set(option["chances"]) == {"queen"}
        assert option["plan"] in (None, "shoot")
        best = document["options"][0]
        gap = option["riscos"]["mean"] - best["riscos"]["mean"]
        assert math.isclose(option["delta"]["mean"], gap, abs_tol=1e-9)


@pytest.mark.parametrize("worlds", [1, 70, 1100])
def test_a_pass_is_the_same_bytes_whatever_the_jobs(worlds):
    state = parse(PASS)
    one, two, three = (
        bytes_of(advise(state, worlds=worlds, jobs=jobs, seed=2)) for jobs in (1, 2, 3)
    )
    assert one == two == three
    assert json.loads(one)["worlds"] == max(worlds, 1024)


def test_a_pass_until_clear_reports_batches_of_worlds():
    one, two = (advise(parse(PASS), until_clear=True, jobs=jobs) for jobs in (1, 2))
    assert bytes_of(one) == bytes_of(two)
    assert one.worlds % 64 == 0


def test_the_queen_of_spades_is_passed_from_a_short_suit():
    advice = advise(parse("copas; ronda 1; mão ♥2 3 4 ♦2 3 4 5 ♠D R ♣2 3 5 6"), worlds=100)
    assert "DE" in advice.best["pass"]


def test_a_hand_that_can_take_everything_keeps_its_high_cards():
    advice = advise(parse("copas; ronda 1; mão ♥A R V D 10 9 8 ♠A R V ♦2 ♣2 4"), worlds=200)
    best = advice.options[0]
    assert not {"AC", "RC", "VC", "AE", "RE", "VE"} & set(best.action["pass"])
    assert best.outcomes["moon_mine"] > 0.3


def test_with_every_hand_known_a_pass_has_one_world():
    at = COPAS.deal(Random(1), COPAS.rules(), 0, 0)
    advice = advise(open_view(COPAS, at), worlds=10)
    assert (advice.exhaustive, advice.worlds) == (True, 1)
    assert advice.options[0].riscos.ci95 is None


def test_without_the_duty_to_lead_the_two_of_clubs_a_pass_is_advised_too():
    state = parse(PASS + "; regras must_lead_two_of_clubs=não")
    assert len(advise(state, worlds=10).options) >= 5


# --- Words --------------------------------------------------------------------------------


def test_typed_in_either_language_a_position_has_the_same_answer():
    portuguese = "copas; ronda 4; mão ♥R 2 ♠DV ♣8; mesa frente ♠4 ♠2; pontos 0 3 0 2"
    english = "copas; round 4; hand ♥K 2 ♠QJ ♣8; table across ♠4 ♠2; points 0 3 0 2"
    one, two = (bytes_of(advise(parse(text), worlds=30)) for text in (portuguese, english))
    assert one == two


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("Pass ", "queen", "my moon")), ("pt", ("Passar ", "dama", "faço os 26"))],
)
def test_the_table_of_a_pass(language, words):
    code, out, _ = run("advise", PASS, "--worlds", "20", "--lang", language)
    assert code == 0
    columns = titles(out)
    for word in words:
        assert word in out or word in columns


def titles(out: str) -> list[str]:
    """The titles of the columns of a table, which may stand in several lines."""
    lines = out.splitlines()
    heads = ("card ", "action", "jogada")
    last = next(number for number, line in enumerate(lines) if line.startswith(heads))
    first = max(number for number in range(last) if not lines[number]) + 1
    words = [(found.start(), found.end(), found.group())
             for line in lines[first : last + 1] for found in re.finditer(r"\S+( \S+)*", line)]
    ends = sorted({end for start, end, word in words})
    return [" ".join(word for start, e, word in words if e == end) for end in ends]


def test_the_table_of_a_solution_has_columns_for_every_seat():
    text = (
        "copas; mãos eu: ♥A ♦3, esquerda: ♥3 ♣3, frente: ♣4 ♣5, direita: ♠R ♦A; sai eu;"
        " pontos 2 0 0 22"
    )
    code, out, _ = run("solve", text, "--lang", "en")
    assert code == 0
    columns = titles(out)
    for word in ("RISCOS me", "RISCOS left", "points right"):
        assert word in columns


def test_a_deal_that_is_over_is_answered_with_what_every_seat_has():
    at = random_position(COPAS, Random(3), 0)
    payoff = COPAS.payoff(at)
    state = view(COPAS, at, 0)
    advice = json.loads(advise(state).to_json())
    assert (advice["forced"], advice["options"]) == ("over", [])
    assert advice["result"] == {"points": list(payoff.points), "riscos": list(payoff.riscos)}
    assert "RISCOS" in str(advise(state))


@pytest.mark.parametrize(
    ("text", "code", "exit_code"),
    [
        ("copas; ronda 4; mão ♥2 3 ♠D; sai direita; pontos 5 0 0 3", "not_my_turn", 3),
        ("copas; ronda 4; fase passar; mão ♥R 9 2 ♦A 10 5 ♠DV63 ♣V82", "no_pass", 3),
        (PASS + "; passei esquerda 2C RC 9C; fase passar", "not_my_turn", 3),
    ],
)
def test_what_is_wrong_has_a_code_of_its_own(text, code, exit_code):
    found, out, _ = run("advise", text, "--json")
    assert found == exit_code
    assert json.loads(out)["error"]["code"] == code


def test_solving_more_than_can_be_searched_is_refused():
    at = random_position(COPAS, Random(2), 32)
    with pytest.raises(trunfo.UnreadableInput) as caught:
        solve(open_view(COPAS, at))
    assert (caught.value.code, caught.value.where) == ("too_large", "/hands")


# --- Players ------------------------------------------------------------------------------


def match(first: str, second: str) -> Match:
    return Match(COPAS, COPAS.rules(), (player(first), player(second)), 7)


@pytest.mark.parametrize(
    "name",
    [
        "random", "greedy", "rules", "pimc:worlds=4", "pimc:worlds=2,shoot=false",
        "pimc:worlds=2,passing=rules", "pimc:worlds=2,defence=false",
    ],
)
def test_every_player_plays_whole_deals(name):
    game = match(name, "rules")
    players = [spec.build() for spec in game.players]
    for deal in (0, 3):  # with a pass, and without
        played = play(game, deal, players)
        assert played.outcome.left == (0, 0)
        for seating in json.loads(played.line)["seatings"]:
            assert sum(seating["riscos"]) in (78, 104)


def test_who_sees_every_card_passes_and_plays_by_what_it_sees():
    at = COPAS.deal(Random(5), COPAS.rules(), 0, 0)
    cheat = player("cheat").build()
    while at.phase == "pass":
        action = cheat.play(open_view(COPAS, at), 1)
        assert action == cheat.play(open_view(COPAS, at), 1)
        at = COPAS.act(at, action)
    late = random_position(COPAS, Random(9), 14)
    best = solve(open_view(COPAS, late)).options[0]
    chosen = cheat.play(open_view(COPAS, late), 1)
    values = {option.action["play"]: option for option in solve(open_view(COPAS, late)).options}
    assert values[chosen["play"]].riscos[late.turn] == best.riscos[late.turn]


def test_moons_are_counted_for_who_made_and_who_suffered_them():
    game = match("random", "random")
    players = [spec.build() for spec in game.players]
    score = Score(Header(game, 1))
    played = play(game, 0, players)
    counts = dict(played.counts)
    assert set(counts) == {"moons_made", "moons_suffered"}
    made = 0
    for seating in json.loads(played.line)["seatings"]:
        made += sum(paid == 104 for paid in seating["riscos"])
    assert sum(counts["moons_made"]) == made
    assert sum(counts["moons_suffered"]) == 3 * made
    score.add(played.outcome, played.spent, (("moons_made", (2, 1)), ("moons_suffered", (3, 6))))
    assert json.loads(match_json(score))["counts"] == {
        "moons_made": [2, 1], "moons_suffered": [3, 6],
    }
    assert "2 / 1" in match_text(score)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        # The right has all points so far. I keep what can stop it, and stop it.
        ("mão ♥A 5 3; mesa direita ♠A; não tem eu ♠; pontos 0 0 0 16", "3C"),
        ("mão ♥A 5 3; mesa direita ♥R; pontos 0 0 0 16", "AC"),
        ("mão ♥5 ♦A 3; mesa direita ♠A; não tem eu ♠; pontos 0 0 0 18", "3O"),
        # The trick goes to another: a point for him is the end of it.
        ("mão ♥A 5 ♦3; mesa frente ♠A 4; não tem eu ♠; pontos 0 0 0 18", "5C"),
    ],
)
def test_the_rule_player_keeps_another_from_the_moon(text, card):
    state = parse(f"copas; ronda 4; {text}")
    assert player("rules").build().play(state, 1) == {"play": card}


def test_greedy_players_are_better_than_random_ones():
    game = match("greedy", "random")
    players = [spec.build() for spec in game.players]
    assert sum(play(game, deal, players).outcome.riscos for deal in range(12)) > 0


def test_solve_tells_no_riscos_where_nobody_knows_what_was_won_so_far():
    open_hands = "copas; mãos eu: ♥A ♠D, esquerda: ♥2 ♦3, frente: ♥5 ♦4, direita: ♠A ♠3; sai eu"
    unknown, known = (solve(parse(open_hands + end)) for end in ("", "; pontos 0 0 8 2"))
    assert [option.riscos for option in unknown.options] == [None, None]
    assert unknown.options[0].points == (16, 0, 0, 0)
    assert "\N{EN DASH}" in str(unknown)
    assert known.options[0].riscos == (10, 26, 18, 24)


def test_with_every_card_that_counts_gone_there_is_nothing_to_choose_whatever_the_points():
    gone = "copas; mão A♦ 2♦; sai eu; saíram ♥ARVD1098765432 ♠D"
    answer = advise(parse(gone), worlds=5)
    assert (answer.forced, answer.worlds) == ("all_equal", 0)
    assert all(option.riscos.mean is None for option in answer.options)
    still = advise(parse(gone.removesuffix(" ♠D")), worlds=5)
    assert still.forced is None
