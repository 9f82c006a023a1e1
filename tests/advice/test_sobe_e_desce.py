"""Advice in Sobe e Desce: the trump, going or staying out with the exchange, cards; the match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import pytest

import trunfo
from trunfo.advice import Advice, Choice
from trunfo.advise import advise
from trunfo.engine.cards import SHORT, word_of
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.views import view
from trunfo.ext.rules.sobe_e_desce import going_worlds, policy_going, policy_trump
from trunfo.games.sobe_e_desce import ADVISOR
from trunfo.games.sobe_e_desce.inference import LikelyWorlds, likely_deals, likely_hands
from trunfo.games.sobe_e_desce.match_value import value, values_after
from trunfo.games.sobe_e_desce.table import Seats
from trunfo.match.deal import Match
from trunfo.match.playing import play
from trunfo.match.spec import parse
from trunfo.pimc.worlds import Worlds

GAME = games()["sobe-e-desce"]
EVEN = "pontuação eu 15 direita 15 frente 15 esquerda 15"
POINTS = np.full(4, -1, dtype=np.float32)


def ask(text: str, **options: Any) -> Advice:
    """Advice on a position, `sobe-desce` being said."""
    return trunfo.advise(trunfo.parse(f"sobe-desce; {text}"), **{"worlds": 400, **options})


def option(advice: Advice, action: Mapping[str, Any]) -> Choice:
    """The option with that action."""
    return next(choice for choice in advice.options if choice.action == action)


def may_stay(advice: Advice) -> bool:
    """Whether staying out is among the options."""
    return any(choice.action == {"go": False} for choice in advice.options)


def cards(tokens: str) -> int:
    """Cards as a set."""
    return word_of(SHORT.card(token) for token in tokens.split())


# --- trump -------------------------------------------------------------------------------


def test_a_hand_of_one_suit_makes_it_trump() -> None:
    for letter in "OEP":
        advice = ask(f"mão A{letter} R{letter} 7{letter}; dá esquerda; {EVEN}")
        assert advice.best == {"trump": letter}
        assert advice.worlds == 1024  # before play so many at least
        assert len(advice.options) == 5


def test_a_hand_of_nothing_turns_up_or_makes_everybody_go() -> None:
    advice = ask(f"mão 2O 3E 4P; dá esquerda; {EVEN}")
    assert advice.best in ({"trump": "turn"}, {"trump": "C"})


def test_turning_up_is_a_mean_over_the_cards_that_may_come() -> None:
    """Between the worst and the best suit, and far from the best of each world."""
    advice = ask(f"mão AE RE 7E; dá esquerda; {EVEN}", worlds=1000)
    turn = option(advice, {"trump": "turn"}).points.mean
    named = [choice.points.mean for choice in advice.options if choice.action["trump"] != "turn"]
    assert turn is not None
    assert min(mean for mean in named if mean is not None) + 0.5 < turn


def test_without_turning_up_there_are_four_suits() -> None:
    advice = ask(f"regras turn_up=false; mão AE RE 7E; dá esquerda; {EVEN}", worlds=50)
    assert len(advice.options) == 4


def test_outcomes_of_a_trump_add_up() -> None:
    for choice in ask(f"mão AE RO 7C; dá esquerda; {EVEN}").options:
        assert choice.outcomes is not None
        assert sum(choice.outcomes.values()) == pytest.approx(1)
        assert choice.outcomes["out"] == 0


# --- who must go -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"trunfo ♥ escolheu esquerda; trocas esquerda 2; {EVEN}", "hearts"),
        (
            "trunfo ♠ escolheu esquerda; trocas esquerda 2;"
            " pontuação eu 5 direita 15 frente 15 esquerda 15",
            "five",
        ),
        (f"trunfo ♠ escolheu esquerda; trocas esquerda 2; faltas eu 2; {EVEN}", "absences"),
        (f"trunfo ♠ escolheu eu; {EVEN}", "chooser"),
    ],
)
def test_who_must_go_is_told_why(text: str, why: str) -> None:
    advice = ask(f"mão 2O 3O 4C 5C 2P; {text}")
    assert not may_stay(advice)
    assert len(advice.options) >= 5
    assert f"forced_{why}" in [note.code for note in advice.notes]
    assert "break_even" not in advice.options[0].chances


def test_a_third_deal_out_in_a_row_is_not_allowed_and_a_second_is() -> None:
    text = f"mão 2O 3O 4C 5C 2P; trunfo ♠ escolheu esquerda; trocas esquerda 2; {EVEN}"
    assert ask(f"{text}; faltas eu 1").best == {"go": False}
    assert not may_stay(ask(f"{text}; faltas eu 2"))


# --- going and staying out ---------------------------------------------------------------

MIDDLING = "mão 7E 4E 2O 3O 4C; trunfo ♠ escolheu esquerda; trocas esquerda 2"


def test_a_strong_hand_goes_and_keeps_what_is_strong() -> None:
    best = ask(f"mão AE RE 7E 2O 3C; trunfo ♠ escolheu esquerda; trocas esquerda 2; {EVEN}").best
    assert best is not None
    assert best["go"] is True
    assert not set(best["discard"]) & {"AE", "RE", "7E"}


def test_a_hopeless_hand_stays_out() -> None:
    text = "mão 2O 3O 4C 5C 2P; trunfo ♠ escolheu frente; trocas frente 2 esquerda 1"
    assert ask(f"{text}; {EVEN}", worlds=300).best == {"go": False}


def test_going_is_better_where_no_trick_is_less_likely_than_breaks_even() -> None:
    advice = ask(f"{MIDDLING}; {EVEN}", worlds=1000)
    staying = option(advice, {"go": False}).riscos
    assert staying is not None
    for choice in advice.options:
        if choice.action["go"]:
            assert choice.scored
            assert choice.outcomes is not None
            better = (choice.riscos.mean or 0) > (staying.mean or 0)
            assert better == (choice.outcomes["0"] < choice.chances["break_even"])


def test_the_options_are_staying_out_and_the_best_few_exchanges() -> None:
    advice = ask(f"{MIDDLING}; {EVEN}")
    assert may_stay(advice)
    assert sum(choice.action["go"] for choice in advice.options) >= 5
    means = [choice.riscos.mean for choice in advice.options if choice.riscos]
    assert means == sorted(means, reverse=True)


def test_nobody_else_goes() -> None:
    text = f"mão 2O 3O 4C 5C 2P; regras preset=002; trunfo ♣ escolheu esquerda; {EVEN}"
    advice = ask(f"{text}; ficaram direita frente esquerda")
    assert advice.best == {"go": True, "discard": []}
    assert advice.worlds == 0
    assert advice.options[0].points.mean == 5
    assert "alone" in [note.code for note in advice.notes]


def test_the_same_question_has_the_same_answer_on_any_number_of_threads() -> None:
    def answer(jobs: int) -> dict[str, Any]:
        found = json.loads(ask(f"{MIDDLING}; {EVEN}", worlds=600, jobs=jobs).to_json())
        found.pop("elapsed_s")
        return dict(found)

    assert answer(1) == answer(2) == answer(3)


def test_a_card_said_to_be_in_a_hand_is_there() -> None:
    """With the ace of trumps said to be to the right, my king is worth less."""
    strong = f"mão RE 2O 3O 4C 5C; trunfo ♠ escolheu esquerda; trocas esquerda 2; {EVEN}"

    def none(text: str) -> float:
        advice = ask(text, worlds=1000)
        going = next(choice for choice in advice.options if choice.action["go"])
        assert going.outcomes is not None
        return going.outcomes["0"]

    assert none(f"{strong}; tem direita AE") > none(strong) + 0.02


# --- what the score says -----------------------------------------------------------------

JACK = "VE 2O 3O 4C 5C"
"""A hand that is just not good enough where nothing is at stake."""


def gain(hand: str, scores: str, trump: str = "♠") -> float:
    """What going at its best is worth more than staying out, in RISCOS."""
    advice = ask(
        f"mão {hand}; trunfo {trump} escolheu esquerda; trocas esquerda 2; pontuação {scores}",
        worlds=4000,
    )
    staying = option(advice, {"go": False}).riscos
    going = next(choice.riscos for choice in advice.options if choice.action["go"])
    assert staying is not None
    assert going is not None
    return (going.mean or 0) - (staying.mean or 0)


def test_with_a_point_more_than_five_i_stay_out_and_with_five_i_must_go() -> None:
    text = f"mão {JACK}; trunfo ♠ escolheu esquerda; trocas esquerda 2"
    others = "direita 15 frente 15 esquerda 15"
    assert ask(f"{text}; pontuação eu 6 {others}", worlds=2000).best == {"go": False}
    assert not may_stay(ask(f"{text}; pontuação eu 5 {others}"))


def test_an_opponent_about_to_win_makes_me_go() -> None:
    assert gain(JACK, "eu 7 direita 15 frente 15 esquerda 15") < 0
    assert gain(JACK, "eu 7 direita 15 frente 15 esquerda 2") > 0


def test_a_third_player_far_behind_makes_me_go() -> None:
    """Who wins is paid more: there is more to play for."""
    assert gain(JACK, "eu 8 direita 9 frente 9 esquerda 9") < 0
    assert gain(JACK, "eu 8 direita 9 frente 31 esquerda 9") > 0


def test_clubs_make_me_go() -> None:
    """All is doubled, what is lost too; but two tricks bring me home sooner."""
    even = "eu 15 direita 15 frente 15 esquerda 15"
    assert gain(JACK, even) < 0
    assert gain("VP 2O 3O 4C 5C", even, "♣") > 0


# --- worlds ------------------------------------------------------------------------------


def drawn(count: int = 300, **changes: Any) -> np.ndarray:
    """Worlds before the seat after the chooser decides, trump being spades."""
    worlds = np.zeros((count, 6), dtype=np.uint64)
    given: dict[str, Any] = {
        "seat": 1, "hand": cards("2O 3O 4C 5C 2P"), "trump": 2, "chosen": -1, "turned": -1,
        "went": 1, "exchanged": [2, -1, -1, -1], "forced": 1,
        "may": [(1 << 64) - 1] * 4, "held": [0] * 4,
    }
    assert going_worlds(1, 0, worlds, POINTS, **(given | changes)) == count
    return worlds


def stock_of(row: np.ndarray) -> list[int]:
    """The cards to be drawn, in their order."""
    return row[4:].astype("<u8").view(np.uint8).tolist()[:15]


def test_in_every_world_each_card_is_in_one_place() -> None:
    for row in drawn():
        hands = [int(hand) for hand in row[:4]]
        everything = [*hands, word_of(stock_of(row))]
        assert [hand.bit_count() for hand in hands] == [5] * 4
        assert len(set(stock_of(row))) == 15
        assert sum(part.bit_count() for part in everything) == 35
        assert sum(everything) == everything[0] | everything[1] | everything[2] | everything[
            3
        ] | everything[4]


def test_a_turned_up_card_is_never_drawn_again() -> None:
    turned = SHORT.card("6E")
    kept = 0
    for row in drawn(turned=turned, chosen=4):
        assert turned not in stock_of(row)
        kept += int(row[0]) >> turned & 1
    assert kept > 0


def test_who_exchanged_little_holds_more_trumps() -> None:
    def trumps(exchanged: int) -> float:
        spades = cards("2E 3E 4E 5E 6E DE VE RE 7E AE")
        rows = drawn(exchanged=[exchanged, -1, -1, -1])
        return float(np.mean([(int(row[0]) & spades).bit_count() for row in rows]))

    assert trumps(1) > trumps(3) > trumps(5)


def test_who_stayed_out_of_his_own_will_had_a_poor_hand() -> None:
    """So more of the high trumps are left for the others."""
    high = cards("AE 7E RE")

    def left(went: int) -> float:
        rows = drawn(
            seat=2, forced=1, went=went, exchanged=[2, 2, -1, -1], count=1500,
        ) if went == 3 else drawn(
            seat=2, forced=1, went=went, exchanged=[2, -1, -1, -1], count=1500,
        )
        return float(np.mean([(int(row[3]) & high).bit_count() for row in rows]))

    assert left(1) > left(3)


SPADES, SIDE_ACES = "2E 3E 4E 5E 6E DE VE RE 7E AE", "AC AO AP"


@pytest.mark.parametrize("exchanged", [1, 2, 3])
@pytest.mark.parametrize(
    ("has", "lacks", "turned"),
    [
        ("AE", "", -1), ("6O", "", -1), ("", "AE 2E 3E AC 2C 3C 6O", -1), ("RE 2C", "7E", -1),
        ("5E", "", "5E"), ("7E", "", "4E"),
    ],
)
def test_a_fact_leaves_of_the_worlds_those_in_which_it_holds(
    has: str, lacks: str, turned: str, exchanged: int
) -> None:
    """As likely as they are among all worlds: trumps and aces of the chooser, trumps of another."""
    held, barred = cards(has), cards(lacks)
    card = -1 if turned == -1 else SHORT.card(turned)
    given = {"exchanged": [exchanged, -1, -1, -1], "turned": card, "chosen": -1}
    anywhere = (1 << 64) - 1
    others = anywhere & ~held & ~(0 if card < 0 else 1 << card)

    def means(rows: np.ndarray) -> list[tuple[float, float]]:
        found = []
        for place, wanted in ((0, SPADES), (0, SIDE_ACES), (2, SPADES)):
            numbers = [(int(hand) & cards(wanted)).bit_count() for hand in rows[:, place]]
            found.append((float(np.mean(numbers)), float(np.var(numbers)) / len(numbers)))
        return found

    free = drawn(12_000, **given)
    hands = free[:, 0].astype(object)
    chosen = np.array([not held & ~int(hand) and not barred & int(hand) for hand in hands])
    told = drawn(
        3_000, **given, may=[anywhere & ~barred, others, others, others], held=[held, 0, 0, 0]
    )
    assert chosen.sum() >= 30
    for (one, first), (other, second) in zip(means(free[chosen]), means(told), strict=True):
        assert abs(one - other) <= 4 * (first + second) ** 0.5 + 1e-9


CHOSE = (
    "trunfo ♣ escolheu esquerda; trocas esquerda 2; mão 7♣ R♥ 6♦ 4♠ 2♠;"
    " pontuação eu 11 direita 6 frente 17 esquerda 20; faltas eu 1 frente 2"
)


def dealt_hands(text: str, count: int = 100) -> list[list[int]]:
    """The hands by place from the chooser, and the cards to be drawn, of some worlds."""
    state = trunfo.parse(f"sobe-desce; {text}")
    worlds = likely_deals(Seats.of(state, state.game.knowledge(state)), 1)
    return worlds.chunk(0, count).tolist()


@pytest.mark.parametrize(
    ("fact", "inside", "outside"),
    [
        ("não tem esquerda ♣", "", "AP 7P RP VP DP 6P 5P 4P 3P 2P"),
        ("tem esquerda 2♥ 3♥ 2♦ 3♦ 5♠", "2C 3C 2O 3O 5E", ""),
        ("tem esquerda A♣; não tem esquerda R♣ ♦", "AP", "RP 2O 3O 4O 5O 6O DO VO RO 7O AO"),
    ],
)
def test_facts_about_who_has_exchanged_hold_in_every_world(
    fact: str, inside: str, outside: str
) -> None:
    """A chooser may throw trumps away, or have none: what he would do by rule proves nothing."""
    for row in dealt_hands(f"{CHOSE}; {fact}"):
        assert row[0].bit_count() == 5
        assert row[0] & cards(inside) == cards(inside)
        assert not row[0] & cards(outside)
    assert ask(f"{CHOSE}; {fact}", worlds=20).worlds == 1024


def test_what_fits_no_hand_is_left_out_and_said() -> None:
    def codes(text: str) -> list[str]:
        return [note.code for note in ask(f"{CHOSE}{text}", worlds=10).notes]

    assert "inference_left_out" not in codes("")
    assert "inference_left_out" not in codes("; tem esquerda A♣")
    assert "inference_left_out" in codes("; tem esquerda 2♥ 3♥ 2♦ 3♦ 5♠")


def test_facts_about_one_seat_leave_enough_for_the_next() -> None:
    """The right has five of seven cards, of which those before it may have but two."""
    lacks = " ".join(
        SHORT.token(card) for card in SHORT.cards
        if SHORT.token(card) not in ("AP", "RP", "VP", "DP", "6P", "5P", "4P")
    )
    text = "trunfo ♣ escolheu frente; trocas frente 1 esquerda 2; mão 7♣ R♥ 6♦ 4♠ 2♠"
    seven = cards("AP RP VP DP 6P 5P 4P")
    for row in dealt_hands(f"{text}; {EVEN}; não tem direita {lacks}"):
        assert [hand.bit_count() for hand in row[:4]] == [5] * 4
        assert row[3] & seven == row[3]


def test_cards_of_who_stayed_out_are_not_drawn() -> None:
    text = "trunfo ♣ escolheu frente; trocas frente 2; ficaram esquerda; mão 2♠ 3♠ 4♠ 5♥ 6♥"
    for row in dealt_hands(f"{text}; {EVEN}; tem esquerda 7♥ 2♥ 3♦ 4♦ 2♦"):
        stock = row[4:]
        drawn_cards = word_of(np.array(stock, dtype="<u8").view(np.uint8).tolist()[:10])
        assert not drawn_cards & cards("7C 2C 3O 4O 2O")
        assert row[1] == cards("7C 2C 3O 4O 2O")


def test_with_all_hands_there_is_one_deal_and_only_what_is_drawn_is_chance() -> None:
    text = (
        "trunfo ♣ escolheu esquerda; trocas esquerda 2;"
        " mãos eu: 7♣ R♥ 6♦ 4♠ 2♠ direita: A♣ 2♦ 3♦ 5♠ 6♠ frente: 7♥ 6♥ 5♥ 4♦ 5♦"
        f" esquerda: 2♥ 3♥ 2♣ 3♣ A♥; {EVEN}"
    )
    rows = dealt_hands(text)
    assert {tuple(row[:4]) for row in rows} == {
        (cards("2C 3C 2P 3P AC"), cards("7P RC 6O 4E 2E"), cards("AP 2O 3O 5E 6E"),
         cards("7C 6C 5C 4O 5O"))
    }
    assert len({tuple(row[4:]) for row in rows}) == len(rows)
    advice = ask(text, worlds=2)
    assert advice.worlds == 1024
    assert not {"inference", "inference_left_out"} & {note.code for note in advice.notes}


@pytest.mark.parametrize("fact", ["", "; não tem esquerda ♣", "; tem esquerda 2♥ 3♥ 2♦ 3♦ 5♠"])
def test_a_short_time_is_enough_for_an_answer(fact: str) -> None:
    assert ask(f"{CHOSE}{fact}", worlds=None, time=0.05).best is not None


def test_the_order_of_the_cards_gone_need_not_be_known_in_play() -> None:
    advice = ask(
        "trunfo ♦ escolheu direita; trocas direita 1 frente 1 esquerda 2 eu 2; sai eu;"
        f" {EVEN}; mão R♦ 2♦ 5♠ 3♥; saíram 6♣ 2♣ 7♥ 4♣", worlds=20,
    )
    assert advice.worlds == 20
    assert "inference" not in [note.code for note in advice.notes]


@pytest.mark.parametrize("seed", range(3))
def test_a_player_who_sees_all_cards_decides_on_going_too(seed: int) -> None:
    match = Match(GAME, GAME.rules(), (parse("cheat"), parse("rules")), seed)
    record = json.loads(
        play(match, 0, [parse("cheat").build(), parse("rules").build()]).line
    )
    assert [seating["left"] for seating in record["seatings"]] == [None] * 8


# --- the rule player, and matches ---------------------------------------------------------


def test_the_policies_decide_what_may_be_done() -> None:
    assert policy_trump(cards("AE RE 7E"), POINTS, forced=1) == 2
    assert policy_going(1, cards("2O 3O 4C 5C 2P"), 2, POINTS, went=1, forced=1) == -1
    thrown = policy_going(1, cards("AE RE 4C 5C 2P"), 2, POINTS, went=1, forced=1)
    assert thrown == cards("4C 5C 2P")


def test_whole_matches_end_with_a_winner_who_gets_what_the_others_have_left() -> None:
    match = Match(GAME, GAME.rules(), (parse("rules"), parse("random")), 1, whole=True)
    players = [parse("rules").build(), parse("random").build()]
    record = json.loads(play(match, 0, players).line)
    assert len(record["seatings"]) == 8
    for seating in record["seatings"]:
        scores, paid = seating["points"], seating["riscos"]
        assert min(scores) <= 0
        assert sum(paid) == 0
        winner = paid.index(max(paid))
        assert scores[winner] == min(scores)
        assert paid[winner] == sum(max(0, score) for score in scores) - max(0, scores[winner])
        assert seating["left"] is None


def test_a_player_against_himself_is_even_in_whole_matches() -> None:
    match = Match(GAME, GAME.rules(), (parse("rules"), parse("rules")), 3, whole=True)
    players = [parse("rules").build(), parse("rules").build()]
    played = play(match, 1, players)
    assert played.outcome.riscos == 0
    assert played.outcome.points == 0


def test_deals_valued_by_the_table_add_up_to_what_the_match_pays() -> None:
    """Deal after deal, what the match is worth changes by what the deal is said to bring."""
    rules = GAME.rules()
    position = GAME.deal(Random(1), rules)
    start = position
    brought = np.zeros(4)
    player = parse("rules").build()
    for deal in range(200):
        before = position
        while not position.over:
            position = GAME.act(position, player.play(view(GAME, position, position.turn), 1))
        brought += ADVISOR.paid(before, position)
        if GAME.match_over(position):
            break
        position = GAME.next_deal(position, Random(deal + 2))
    worth = value(start.scores, start.chooser, start.absences, rules)
    assert brought + worth == pytest.approx(list(GAME.payoff(position).riscos), abs=0.02)


def test_single_deals_of_a_match_between_players_begin_anywhere() -> None:
    match = Match(GAME, GAME.rules(), (parse("rules"), parse("random")), 1)
    players = [parse("rules").build(), parse("random").build()]
    scores = {tuple(json.loads(play(match, deal, players).line)["scores"]) for deal in (0, 1)}
    assert len(scores) == 2


def test_payoffs_are_the_values_of_the_match_after_the_deal() -> None:
    state = trunfo.parse(
        "sobe-desce; trunfo ♣ escolheu esquerda; trocas esquerda 2; foram eu frente;"
        " ficaram direita; mesa esquerda 4C; mão 7♣ R♥ 6♦ 4♠ 2♠;"
        " pontuação eu 11 direita 6 frente 17 esquerda 20"
    )
    known = GAME.knowledge(state)
    payoffs = ADVISOR.ends_worth(state, known)
    seats = Seats.of(state, known)
    assert payoffs.shape == (216, 3)
    # I take two, who sits across three: with clubs four and six points.
    after = np.array([[7, 6, 11, 30]], dtype=np.int32)
    stayed = np.array([[0, 1, 0, 0]], dtype=np.int32)
    wanted = values_after(after, seats.at.chooser, stayed, state.rules)[0]
    assert payoffs[2 * 36 + 3 * 6].tolist() == pytest.approx(wanted[[0, 2, 3]].tolist())


def test_a_solution_has_scores_and_riscos_of_every_seat() -> None:
    """All cards known; who stayed out keeps his score."""
    state = trunfo.parse(
        "sobe-desce; trunfo ♣ escolheu esquerda; trocas esquerda 2; foram eu frente;"
        " ficaram direita; mesa esquerda 4♦; pontuação eu 11 direita 6 frente 17 esquerda 20;"
        " mãos eu: 7♣ R♦ 6♦ A♦ 2♠ direita: - frente: A♣ 2♦ 3♦ 5♠ 6♠ esquerda: 2♣ 3♣ A♥ 7♥"
    )
    options = trunfo.solve(state).options
    assert {choice.action["play"] for choice in options} == {"RO", "6O", "AO"}
    for choice in options:
        assert isinstance(choice.points, tuple)
        assert isinstance(choice.riscos, tuple)
        assert choice.points[1] == 6
        assert sum(choice.riscos) == pytest.approx(0, abs=1e-3)
    own = [choice.riscos[0] for choice in options if isinstance(choice.riscos, tuple)]
    assert own == sorted(own, reverse=True)


def test_a_deal_that_is_over_has_paid() -> None:
    state = trunfo.parse(
        "sobe-desce; trunfo ♦ escolheu eu; foram eu; ficaram direita frente esquerda; fase jogar;"
        " mão -; pontuação eu 5 direita 11 frente 6 esquerda 7"
    )
    result = trunfo.advise(state).result
    assert result is not None
    assert result.points == (0, 11, 6, 7)
    assert result.riscos == (24, -11, -6, -7)


def test_advice_on_a_card_reckons_with_the_match() -> None:
    text = (
        "trunfo ♣ escolheu esquerda; trocas esquerda 2; foram eu frente; ficaram direita;"
        " mesa esquerda 4♦; mão 7♣ R♦ 6♦ A♦ 2♠"
    )
    advice = ask(f"{text}; pontuação eu 11 direita 6 frente 17 esquerda 20", worlds=60)
    assert {choice.action["play"] for choice in advice.options} == {"RO", "6O", "AO"}
    assert advice.best in ({"play": "AO"}, {"play": "RO"})
    for choice in advice.options:
        assert choice.outcomes is not None
        assert sum(choice.outcomes.values()) == pytest.approx(1)
        assert choice.points.mean is not None
        assert -10 <= choice.points.mean - 11 <= 10


def test_riscos_are_unknown_where_nobody_knows_who_took_the_tricks_so_far():
    deal = (
        "sobe-desce; trunfo ♦ escolheu eu; trocas eu 1 direita 2 frente 1; ficaram esquerda;"
        " pontuação eu 9 direita 6 frente 17 esquerda 20; sai eu; "
    )
    advice = trunfo.advise(trunfo.parse(deal + "mão 4♦ 2♠ 3♥"), worlds=50)
    assert advice.objective == "points"
    assert all(option.riscos.mean is None and option.outcomes is None for option in advice.options)
    hands = "mãos eu: A♦ 2♠, direita: R♦ 3♠, frente: 4♥ 5♥, esquerda: -"
    assert trunfo.solve(trunfo.parse(deal + hands)).options[0].riscos is None


# --- worlds for a card ------------------------------------------------------------------


def likely(text: str, count: int = 400) -> tuple[State, list[list[int]]]:
    state = trunfo.parse(text)
    return state, likely_source(state, 1).chunk(0, count).tolist()


def likely_source(state: State, seed: int) -> LikelyWorlds:
    known = state.game.knowledge(state)
    worlds = likely_hands(Seats.of(state, known), seed, Worlds(state, known, 0, seed))
    assert isinstance(worlds, LikelyWorlds)
    return worlds


PLAYED = (
    "sobe-desce; trunfo ♦ escolheu direita; trocas direita 1 frente 1 esquerda 2 eu 2;"
    " pontuação eu 9 direita 6 frente 17 esquerda 20; "
)


def test_likely_worlds_keep_to_everything_that_is_known():
    """The right led no ace of trump, and the left did not follow clubs nor overtrump with it."""
    state, worlds = likely(
        PLAYED + "mão R♦ 2♦ 5♠ 3♥; deitei fora 3♠ 4♠;"
        " vazas 1. direita: 6♣ 2♣ 7♥ 4♣; mesa direita V♥"
    )
    me, right, left = 0, 1, 3
    ace, thrown = 1 << SHORT.card("AO"), word_of([SHORT.card("3E"), SHORT.card("4E")])
    clubs, trumps = 0xFFFF << 48, 0xFFFF << 16
    assert len(worlds) == 400
    for hands in worlds:
        assert hands[me] == word_of(state.hand or ())
        assert [hand.bit_count() for hand in hands] == [4, 3, 4, 4]
        assert not hands[right] & ace
        assert not hands[left] & (clubs | trumps)
        together = 0
        for hand in hands:
            assert not together & hand
            together |= hand
        assert not together & thrown


def test_who_exchanged_few_cards_is_taken_to_hold_better_ones():
    def trumps(exchanged: int) -> float:
        _, worlds = likely(
            f"sobe-desce; trunfo ♦ escolheu direita; trocas direita 2 frente {exchanged} eu 2;"
            " ficaram esquerda; pontuação eu 9 direita 16 frente 17 esquerda 20;"
            " mão R♦ 2♦ 5♠ 3♥ 4♥; mesa direita 6♣"
        )
        return sum((hands[2] & 0xFFFF << 16).bit_count() for hands in worlds) / len(worlds)

    assert trumps(1) > trumps(3) + 0.5


def test_likely_worlds_do_not_depend_on_how_many_are_asked_for():
    text = PLAYED + "mão R♦ 2♦ 5♠ 3♥ 4♥; mesa direita 6♣ V♦ 7♦"
    state = trunfo.parse(text)
    worlds = likely_source(state, 5)
    parts = [worlds.chunk(0, 7), worlds.chunk(7, 13)]
    assert np.array_equal(worlds.chunk(0, 20), np.concatenate(parts))
    one, two = (trunfo.advise(state, worlds=60, jobs=jobs).to_json() for jobs in (1, 2))
    assert json.loads(one)["options"] == json.loads(two)["options"]


def test_what_was_decided_counts_in_the_play_unless_it_is_left_out():
    state = trunfo.parse(PLAYED + "mão R♦ 2♦ 5♠ 3♥ 4♥; mesa direita 6♣ V♦ 7♦")
    with_it = advise(state, worlds=300, jobs=1)
    plain = advise(state, worlds=300, jobs=1, without=("inference",))
    assert "inference" in [note.code for note in with_it.notes]
    assert "inference" not in [note.code for note in plain.notes]
    assert with_it.options[0].riscos.mean < plain.options[0].riscos.mean


def test_who_plays_for_points_does_not_mind_that_an_opponent_is_about_to_win():
    """Staying out nearly loses the match then, so more is risked for it than for the score."""
    random = Random(6)
    goes = {"riscos": 0, "points": 0}
    for _ in range(100):
        hand = " ".join(map(SHORT.token, random.sample(SHORT.cards, 5)))
        state = trunfo.parse(
            f"sobe-desce; trunfo ♠ escolheu direita; mão {hand};"
            " trocas direita 2 frente 2 esquerda 2; pontuação eu 12 direita 1 frente 17 esquerda 20"
        )
        for objective in goes:
            goes[objective] += ADVISOR.by_rule(state, objective)["go"]
    assert 0 < goes["points"] < goes["riscos"]
