"""Tables at which every card is known: acts, turns, results, undo, matches."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from table_proofs import is_what_the_plain_rules_make_of_it, looks_the_same_from
from tables import (
    GAMES,
    game_named,
    played,
    position_of,
    random_act,
    random_rules,
    replayed,
    until,
)

from trunfo.engine.errors import ImpossiblePosition, TrunfoError, UnreadableInput
from trunfo.ext.random import mix
from trunfo.games.base import advisor_of
from trunfo.match.deal import Match
from trunfo.match.playing import play
from trunfo.match.spec import parse
from trunfo.table.acts import Act
from trunfo.table.table import Table

BY_GAME = pytest.mark.parametrize("name", GAMES)


@BY_GAME
def test_random_games_are_what_the_plain_rules_make_of_them(name):
    random, game = Random(name), game_named(name)
    for number in range(20):
        table = played(random, name, number, random_rules(random, game))
        is_what_the_plain_rules_make_of_it(table)


@BY_GAME
def test_undo_takes_back_any_number_of_acts_and_no_more_than_there_are(name):
    random = Random(1)
    record = played(random, name, 3, {}).record()
    for count in range(1, len(record.acts) + 1, 7):
        table = Table.of(record)
        table.undo(count)
        assert table.record() == until(record, len(record.acts) - count)
    with pytest.raises(ImpossiblePosition) as wrong:
        Table.of(record).undo(len(record.acts) + 1)
    assert wrong.value.code == "nothing_to_undo"


@BY_GAME
def test_a_seat_knows_the_same_of_two_deals_that_look_the_same_to_it(name):
    random, game = Random(name), game_named(name)
    found = [
        looks_the_same_from(
            random, played(random, name, number, random_rules(random, game)).record())
        for number in range(60)
    ]
    assert sum(found) >= 20


@BY_GAME
def test_it_deals_what_a_match_with_the_seed_deals(name):
    game = game_named(name)
    rules = game.rules()
    for number in (0, 1, 5, 6):
        start = advisor_of(game).opening(
            Random(mix(9, number)), rules, number % game.seats, number
        )
        table = Table.deal(name, seed=9, number=number)
        at = position_of(table)
        assert at.hands == start.hands
        assert at.stock == start.stock
        assert at.dealer == number % game.seats
        assert getattr(at, "round", None) == getattr(start, "round", None)
        assert getattr(at, "scores", (20,) * 4) == (20,) * 4


@BY_GAME
def test_the_next_deal_of_a_session_is_the_next_deal_of_the_match(name):
    random = Random(2)
    table = Table.deal(name, seed=4, number=7)
    with pytest.raises(ImpossiblePosition) as early:
        table.next()
    assert early.value.code == "deal_not_over"
    while not table.over:
        table.play(random_act(random, table))
    first = table.record()
    table.next()
    assert table.record() == Table.deal(name, seed=4, number=8).record()
    assert table.records() == (first, table.record())
    assert not table.match_over
    with pytest.raises(ImpossiblePosition):
        table.undo()


def test_a_match_of_sobe_e_desce_is_what_a_match_between_players_plays():
    game = game_named("sobe-e-desce")
    players = (parse("greedy"), parse("random"))
    match = Match(game, game.rules(), players, 6, whole=True)
    found = json.loads(play(match, 2, [each.build() for each in players]).line)
    for seating in found["seatings"]:
        table = Table.deal("sobe-e-desce", seed=6, number=2, whole=True)
        for number, plays in enumerate(seating["plays"]):
            if number:
                assert not table.match_over
                table.next()
            for action in plays:
                table.play(action)
        assert table.match_over
        assert list(table.match_result.points) == seating["points"]
        assert list(table.match_result.riscos) == seating["riscos"]
        with pytest.raises(ImpossiblePosition):
            table.next()


def test_a_match_of_sobe_e_desce_carries_scores_and_absences_from_deal_to_deal():
    random, game = Random(8), game_named("sobe-e-desce")
    table = Table.deal("sobe-e-desce", seed=2, whole=True)
    while True:
        while not table.over:
            table.play(random_act(random, table))
        end, dealer = position_of(table), position_of(table).dealer
        if table.match_over:
            break
        table.next()
        at = position_of(table)
        assert at.scores == game.scores_after(end)
        assert at.absences == game.absences_after(end)
        assert at.dealer == (dealer + 1) % 4
    assert min(game.scores_after(end)) <= 0
    assert table.match_result == table.result
    assert table.result.riscos == game.payoff(end).riscos


def win(table: Table, points: tuple[int, int], riscos: int) -> None:
    """Replace the deal under way by one that pays so much to seats 0 and 2."""
    from trunfo.engine.position import Payoff
    from trunfo.table.deals import Ended

    paid = Payoff((*points, *points), (float(riscos), float(-riscos)) * 2)
    table._deals.append(Ended(table._deals[-1], paid))
    table._acts.append(Act.of({"seat": 0, "play": "AC"}))


@pytest.mark.parametrize(
    ("rules", "deals", "points", "over"),
    [
        ({"preset": "001"}, (1, 1), (2, 0), False),
        ({"preset": "001"}, (2, -1, 2), (4, 1), True),
        ({"preset": "001"}, (0, 0, 1), (3, 0), False),
        ({"preset": "001"}, (0, -2, 1), (1, 3), False),
        ({"preset": "001"}, (4,), (4, 0), True),
        ({"preset": "001", "tie": "double"}, (0, 0, 1), (4, 0), True),
        ({"preset": "001", "tie": "nothing"}, (0, 0, 1), (1, 0), False),
        ({"match_target": 7}, (2, -4), (2, 7), True),
    ],
)
def test_game_points_of_a_sueca_match(rules, deals, points, over):
    table = Table.deal("sueca", rules=rules, whole=True)
    for number, riscos in enumerate(deals):
        assert not table.match_over
        if number:
            table.next()
        win(table, (60, 60), riscos)
    assert table.match_over == over
    after = table.standing_after()
    assert after.points == points * 2
    if over:
        assert table.match_result.points == points * 2
        assert table.match_result.riscos == (float(sum(deals)), float(-sum(deals))) * 2


def test_a_match_of_copas_has_four_rounds_and_pays_their_sum():
    random = Random(3)
    table = Table.deal("copas", seed=1, whole=True)
    results = []
    for number in range(4):
        assert position_of(table).round == number + 1
        while not table.over:
            table.play(random_act(random, table))
        results.append(table.result)
        assert table.match_over == (number == 3)
        if number < 3:
            table.next()
    riscos = [sum(result.riscos[seat] for result in results) for seat in range(4)]
    assert list(table.match_result.riscos) == riscos


@pytest.mark.parametrize("name", ["bisca", "sueca"])
def test_there_is_no_whole_match_where_the_rules_have_none(name):
    with pytest.raises(UnreadableInput) as wrong:
        Table.deal(name, whole=True)
    assert wrong.value.code == "no_match"


def test_a_new_deal_is_asked_for_by_the_leader_with_a_low_hand_and_has_the_same_dealer():
    rules, asked = {"low_hand_redeal": True}, 0
    for number in range(60):
        table = Table.deal("sueca", seed=3, number=number, rules=rules)
        low = table.game.pack(table.rules).worth_of(table.state(table.seat).hand) <= 10
        assert ({"redeal": True} in table.legal()) == low
        if not low:
            with pytest.raises(ImpossiblePosition) as wrong:
                table.play({"redeal": True})
            assert wrong.value.code == "no_redeal"
            continue
        asked += 1
        table.play("novo jogo")
        assert table.over
        assert table.result is None
        before = position_of(table)
        table.next()
        assert position_of(table).dealer == before.dealer
        assert position_of(table).hands != before.hands
    assert asked


@pytest.mark.parametrize(
    ("name", "riscos"),
    [("sueca", (0, -10, 0, 0)), ("bisca", (0, -10)), ("copas", (0, -10, 0, 0)),
     ("sobe-e-desce", (0, -100, 0, 0))],
)
def test_who_leaves_pays_alone(name, riscos):
    table = Table.deal(name, whole=name in ("copas", "sobe-e-desce"))
    table.play({"seat": 1, "leave": True})
    assert table.over
    assert table.result.riscos == riscos
    assert table.match_over == (name in ("copas", "sobe-e-desce"))
    table.undo()
    assert not table.over


def test_a_proven_revoke_counts_as_every_trick_for_the_other_pair():
    table = Table.deal("sueca", seed=1)
    for _ in range(5):
        table.play(table.legal()[0])
    with pytest.raises(ImpossiblePosition) as wrong:
        table.play({"seat": 2, "revoke": {"trick": 3}})
    assert wrong.value.code == "no_such_trick"
    table.play({"seat": 2, "revoke": {"trick": 1}})
    assert table.result.riscos == (-4, 4, -4, 4)


@pytest.mark.parametrize("name", ["copas", "sobe-e-desce"])
def test_a_proven_breach_ends_a_deal_of_players_alone_without_result(name):
    record = played(Random(1), name, 3, {}).record()
    table = Table.of(until(record, len(record.acts) - 3))
    table.play({"seat": 2, "revoke": {"trick": 1}})
    assert table.over
    assert table.result is None


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("7X", "not_a_card"),
        ({"play": "8C"}, "rank_not_in_pack"),
        ({"play": "AC", "trump": "P"}, "no_act"),
        ({}, "no_act"),
        ({"jump": 1}, "unknown_key"),
        ({"seat": 4, "play": "AC"}, "wrong_number"),
        ({"trump": "X"}, "not_a_suit"),
        ({"go": True, "discard": ["AC", "AC"]}, "card_twice"),
        ({"go": False, "exchanged": 2}, "stays_and_exchanges"),
        ({"revoke": {"trick": 0}}, "wrong_number"),
        ({"leave": True}, "seat_missing"),
        ({"seat": 1, "leave": 1}, "wrong_type"),
        ({"play": 7}, "wrong_type"),
        ({"pass": "AC"}, "wrong_type"),
    ],
)
def test_what_is_no_act_is_refused_and_changes_nothing(act, code):
    table = Table.deal("sueca", seed=1)
    with pytest.raises(UnreadableInput) as wrong:
        table.play(act)
    assert wrong.value.code == code
    assert not table.acts


@BY_GAME
def test_every_card_that_may_not_be_played_is_refused_by_name(name):
    random, game, refused = Random(name), game_named(name), 0
    for number in range(12):
        record = played(random, name, number, random_rules(random, game)).record()
        for table, act in replayed(record):
            if table.phase != "play" or random.random() < 0.8 or "redeal" in act:
                continue
            legal = {each["play"] for each in table.legal() if "play" in each}
            pack = game.pack(table.rules)
            token = random.choice([t for t in map(pack.token, pack.cards) if t not in legal])
            with pytest.raises(ImpossiblePosition) as wrong:
                table.play({"seat": act.seat, "play": token})
            card = pack.rank_of(pack.card(token)).translate(str.maketrans("RVD", "KJQ"))
            assert card + "♥♦♠♣"["COEP".index(token[-1])] in wrong.value.message.text()
            refused += 1
    assert refused > 30


@pytest.mark.parametrize("name", ["copas", "sobe-e-desce"])
def test_decisions_before_play_are_checked(name):
    random, game = Random(4), game_named(name)
    wrong_acts = [
        {"pass": None}, {"pass": ["AC", "RC"]}, {"play": "AC"}, {"go": True, "exchanged": 2},
        {"trump": "turn"}, {"got": ["AC"]}, {"turned": "AC"}, {"go": False}, {"redeal": True},
    ]
    for number in range(10):
        table = Table.deal(name, number=number, rules=random_rules(random, game))
        while table.phase != "play":
            legal = [Act.of(each) for each in table.legal()]
            for act in wrong_acts:
                if Act.of(act) not in legal:
                    before = table.record()
                    with pytest.raises(TrunfoError):
                        table.play(act)
                    assert table.record() == before
            table.play(random_act(random, table))


def test_who_must_go_is_told_why_he_cannot_stay_out():
    table = Table.deal("sobe-e-desce", seed=3)
    table.play("trunfo copas")
    with pytest.raises(ImpossiblePosition) as wrong:
        table.play("fico")
    assert wrong.value.code == "must_go"
    assert "trump is hearts" in wrong.value.message.text()


def test_another_seat_and_a_deal_that_is_over_are_named():
    table = Table.deal("sueca", seed=1)
    with pytest.raises(ImpossiblePosition) as wrong:
        table.play({"seat": (table.seat + 1) % 4, "play": "AC"})
    assert wrong.value.code == "out_of_turn"
    record = played(Random(1), "bisca", 1, {}).record()
    with pytest.raises(ImpossiblePosition) as over:
        Table.of(record).play("AC")
    assert over.value.code == "deal_over"


def test_the_arena_and_a_table_agree_on_what_a_deal_pays():
    players = (parse("random"), parse("greedy"))
    for name in GAMES:
        game = game_named(name)
        match = Match(game, game.rules(), players, 5)
        line = json.loads(play(match, 4, [each.build() for each in players]).line)
        for seating in line["seatings"]:
            table = Table.deal(name, seed=5, number=4)
            if "scores" in line:
                dealt = replace(table.record().dealt, scores=tuple(line["scores"]))
                table = Table.of(replace(table.record(), dealt=dealt))
            for action in seating["plays"]:
                table.play(action)
            assert list(table.result.points) == seating["points"]


def test_a_table_from_a_state_goes_on_from_there():
    table = Table(
        "sueca; trunfo ♣; mão 7♣ 2♥; mesa parceiro R♣ 2♣; pontos nós 50 eles 51;"
        " não tem direita ♥"
    )
    assert table.seat == 0
    table.play("7♣")
    table.play("direita 3♣")
    table.play("eu 2♥")
    with pytest.raises(ImpossiblePosition):
        table.play("direita 7♥")
    table.play("direita V♦")
    table.play("parceiro D♦")
    with pytest.raises(ImpossiblePosition) as wrong:
        table.play("esquerda R♦")  # then there would be more than 120 points
    assert wrong.value.code == "illegal_card"
    table.play("esquerda 6♦")
    assert table.over
    assert table.result.points == (69, 51, 69, 51)
    assert table.result.riscos == (1, -1, 1, -1)


def test_a_table_with_all_hands_given_goes_on_to_its_result():
    table = Table(
        "sueca; trunfo ♠; sai eu; pontos nós 50 eles 40;"
        " mãos eu: A♥ 7♥, direita: R♥ 2♠, parceiro: V♦ D♦, esquerda: 6♣ 5♣"
    )
    for card in ("A♥", "R♥", "V♦", "6♣", "7♥", "2♠", "D♦", "5♣"):
        table.play(card)
    assert table.result.points == (68, 52, 68, 52)


def test_a_player_may_have_a_name():
    table = Table.deal("sueca", seed=1, names=("Ana", "Rui", "Eva", "Zé"))
    seat = table.seat
    legal = table.legal()[0]["play"]
    table.play(f"{table.names[seat]} {legal}")
    assert table.acts[0] == {"seat": seat, "play": legal}
    assert table.state(2).seats == ("Ana", "Rui", "Eva", "Zé")
    with pytest.raises(ImpossiblePosition) as wrong:
        table.play(f"{table.names[seat]} {legal}")
    assert table.names[seat] in str(wrong.value)
