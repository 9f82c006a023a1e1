"""What is asked about a position: an action that is always listed, the state after some acts."""

from __future__ import annotations

import pytest
from tables import GAMES

from trunfo.advice import GRAVE, MISTAKE, SAME, SLIGHT, Choice, Estimate
from trunfo.advise import advise, parse
from trunfo.engine.errors import ImpossiblePosition
from trunfo.engine.registry import games
from trunfo.games.base import advisor_of
from trunfo.pimc.choices import judged
from trunfo.pimc.decision import alike
from trunfo.table.table import Table

POSITION = (
    "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;"
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
)


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_is_listed_when_asked_about_and_changes_nothing_else(name):
    for kind, example in advisor_of(games()[name]).examples.items():
        if kind in ("over", "solve"):
            continue
        state = parse(example.text)
        plain = advise(state, worlds=20, seed=3, jobs=1)
        legal = Table(state).legal()
        for action in legal[:: max(1, len(legal) // 3)]:
            asked = advise(state, worlds=20, seed=3, jobs=1, versus=action)
            assert asked.best == plain.best
            assert sum(alike(option.action, action) for option in asked.options) == 1
            others = [each for each in asked.options if not alike(each.action, action)]
            listed = [each for each in plain.options if not alike(each.action, action)]
            assert [each.action for each in others] == [each.action for each in listed]
            assert others == listed


def test_an_action_that_is_not_allowed_is_refused_by_name():
    with pytest.raises(ImpossiblePosition, match="4♣ has been played"):
        advise(POSITION, worlds=1, versus="4♣")


def test_after_some_acts_the_advice_is_that_of_the_state_then():
    table = Table(parse(POSITION))
    for act in ("3♣", "direita 2♦"):
        table.play(act)
    after = advise(POSITION, worlds=20, seed=1, after="3♣, direita 2♦")
    assert after.state == table.state(0)
    assert after.options == advise(table.state(0), worlds=20, seed=1).options


def test_whose_turn_it_is_then_is_named():
    with pytest.raises(ImpossiblePosition, match="turn of partner") as wrong:
        advise(POSITION, worlds=1, after="V♥, direita R♦")
    assert wrong.value.exit_code == 3
    with pytest.raises(ImpossiblePosition, match="Act 3, R♥"):
        advise(POSITION, worlds=1, after="V♥, A♥, R♥")


@pytest.mark.parametrize(
    ("loss", "exact", "verdict"),
    [
        (Estimate(0.05, 0.04), False, SLIGHT), (Estimate(0.1, 0.04), False, MISTAKE),
        (Estimate(0.5, 0.1), False, GRAVE), (Estimate(0.5, 0.5), False, SAME),
        (Estimate(-0.5, 0.1), False, SAME), (Estimate(0.5, None), False, SAME),
        (Estimate(0.001, None), True, SLIGHT), (Estimate(0.0, None), True, SAME),
    ],
)
def test_a_loss_counts_if_it_cannot_be_chance(loss, exact, verdict):
    best, other = (
        Choice({"play": card}, Estimate(0.0), Estimate(0.0), Estimate(0.0), loss=lost)
        for card, lost in (("AC", Estimate(0.0)), ("RC", loss))
    )
    assert [each.verdict for each in judged([best, other], (0.1, 0.5), exact=exact)] == [
        SAME, verdict,
    ]


def test_without_points_there_is_no_verdict():
    advice = advise("sueca; trunfo ♣; sai eu; mão A♣ 7♥ 2♥; saíram A♥ R♥", worlds=20)
    assert {option.verdict for option in advice.options} == {None}


def test_verdicts_are_about_riscos_whatever_the_objective():
    advice = advise(POSITION, worlds=200, objective="points")
    riscos = [option.riscos.mean for option in advice.options]
    losses = [riscos[0] - each for each in riscos]
    assert [option.loss.mean for option in advice.options] == pytest.approx(losses)
