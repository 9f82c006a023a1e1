"""What stands on top: the same for who is advised and who plays, whatever else is found."""

from __future__ import annotations

from random import Random

import pytest
from truths import true_state

from trunfo import advise, parse
from trunfo.advice import Estimate
from trunfo.engine.registry import games, playable
from trunfo.games.base import advisor_of
from trunfo.match.players import PimcPlayer
from trunfo.pimc.choices import is_better
from trunfo.pimc.decision import alike

ONE_ACE = parse("copas; ronda 1; mão ♥R 9 2 ♦A 10 5 ♠DV63 ♣V82")


def codes(advice):
    return {note.code for note in advice.notes}


@pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)
def test_a_player_does_what_is_advised(game):
    """With the same seed and worlds, though it leaves out the objective it does not play for."""
    random = Random(11)
    for _ in range(12):
        state, seed = true_state(game, random), random.randrange(2**60)
        for objective in ("riscos", "points"):
            advice = advise(state, worlds=12, objective=objective, method="playout", seed=seed)
            played = PimcPlayer(worlds=12, objective=objective, method="playout").play(
                state, 2 * seed
            )
            done = [each.action for each in advice.options if "redeal" not in each.action]
            assert played == done[0]


TIED = parse(
    "sueca; regras double_at=90; eu 3; dá direita; trunfo D♦ direita; mão ♥3 ♦47A ♣2;"
    " vazas 1. eu: 2♥ R♣ D♥ A♥ 2. esquerda: A♠ 6♠ 7♠ 4♠ 3. esquerda: 2♦ 3♦ D♦ V♦"
    " 4. parceiro: V♠ R♠ R♥ 5♠ 5. esquerda: 7♣ 5♣ D♣ 4♣; mesa esquerda R♦"
)


def test_cards_that_are_equal_by_the_search_are_told_apart_by_playouts():
    """Whatever their points by the search: in a match these are not looked for."""
    found = [
        advise(TIED, worlds=30, method="pimc", both=both, seed=seed)
        for seed in range(8) for both in (True, False)
    ]
    for both, alone in zip(found[::2], found[1::2], strict=True):
        assert both.best == alone.best
        equal = [each.action for each in both.options if each.delta.mean == 0]
        assert len(equal) > 1
        rough = advise(TIED, worlds=100, method="playout", seed=both.seed)
        assert both.best == next(each.action for each in rough.options if each.action in equal)
    assert any("tie_played_out" in codes(advice) for advice in found)


def test_the_pass_of_the_rules_is_kept_unless_another_is_clearly_better():
    """It is among those that are reported, and the one on top is not by chance another."""
    for seed in range(4):
        advice = advise(ONE_ACE, worlds=1, seed=seed, jobs=2)
        ruled = advisor_of(ONE_ACE.game).by_rule(ONE_ACE)
        (kept,) = (each for each in advice.options if alike(each.action, ruled))
        if advice.options[0] is kept:
            assert "rule_kept" in codes(advice)
        else:
            assert kept.delta.mean < -kept.delta.ci95


def test_an_action_is_better_when_chance_does_not_explain_it():
    for mean in (-0.4, 0.4):  # fewer points are better in some games
        assert is_better(Estimate(mean, 0.3), exact=False)
        assert not is_better(Estimate(mean, 0.4), exact=False)
        assert is_better(Estimate(mean), exact=True)
        assert not is_better(Estimate(mean), exact=False)  # a single world
    assert not is_better(Estimate(0.0), exact=True)


def test_after_the_first_the_rest_follow_by_mean():
    for name in ("copas", "sobe-e-desce"):
        random = Random(3)
        for _ in range(10):
            state = true_state(games()[name], random)
            means = [
                each.riscos.mean for each in advise(state, worlds=8, seed=2).options[1:]
                if each.riscos.mean is not None
            ]
            assert means == sorted(means, reverse=True)
