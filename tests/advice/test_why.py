"""Why: every figure is a plain count over the deals, and the card that decides is named."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest
from games import random_position

from trunfo.advise import advise, parse
from trunfo.engine.cards import cards_of
from trunfo.engine.registry import games
from trunfo.engine.views import view
from trunfo.games.base import advisor_of
from trunfo.games.reasons import side_reasons
from trunfo.language import language
from trunfo.pimc.blocks import Block, Each, Moments
from trunfo.pimc.budget import Budget
from trunfo.pimc.decision import Payoffs, Question
from trunfo.pimc.worlds import Worlds
from trunfo.report.why import why_sentence
from trunfo.report.words import percent

EXAMPLES = [
    (name, kind) for name in ("sueca", "bisca", "copas", "sobe-e-desce")
    for kind in advisor_of(games()[name]).examples if kind not in ("over", "solve", "redeal")
]
BY_EXAMPLE = pytest.mark.parametrize(("name", "kind"), EXAMPLES)


def example(name, kind):
    """The position of the help."""
    return parse(advisor_of(games()[name]).examples[kind].text)


@BY_EXAMPLE
def test_why_changes_nothing_else_and_does_not_hang_on_the_number_of_threads(name, kind):
    state = example(name, kind)
    plain = advise(state, worlds=60, seed=4, jobs=1)
    told = [advise(state, worlds=60, seed=4, jobs=jobs, why=True, samples=3) for jobs in (1, 2)]
    assert told[0].options == plain.options
    first, second = (json.loads(each.to_json()) for each in told)
    for key in ("why", "certain", "beliefs", "next", "samples"):
        assert first[key] == second[key], key
        assert json.loads(plain.to_json())[key] is None


@BY_EXAMPLE
def test_beliefs_sum_to_one_and_samples_are_deals(name, kind):
    advice = advise(example(name, kind), worlds=60, seed=4, beliefs=True, samples=4)
    assert (advice.why, advice.next, advice.certain) == (None, None, None)
    for belief in advice.beliefs.values():
        rest = (belief.stock, belief.out, belief.gone)
        assert sum(belief.seats) + sum(each or 0.0 for each in rest) == pytest.approx(1, abs=1e-12)
        assert belief.seats[advice.state.me] == 0
    assert len(advice.samples) == 4
    for sample in advice.samples:
        hidden = [token for seat, hand in enumerate(sample.hands)
                  if seat != advice.state.me for token in hand or ()]
        hidden += sample.stock or ()
        assert len(hidden) == len(set(hidden))
        assert set(hidden) <= set(advice.beliefs)


@pytest.mark.parametrize(("name", "left"), [("sueca", 12), ("copas", 12)])
def test_beliefs_and_shares_are_plain_counts_over_all_deals(name, left):
    game, random = games()[name], Random(3)
    position = random_position(game, random, left)
    state = view(game, position, position.turn)
    advice = advise(state, worlds=20_000, why=True)
    assert advice.exhaustive
    known = state.game.knowledge(state)
    rows = Worlds(state, known, 20_000, 7).chunk(0, advice.worlds)  # in another order
    assert len(rows) == advice.worlds
    playing = list(game.playing(state))
    for token, belief in advice.beliefs.items():
        card = state.pack.card(token)
        for place, seat in enumerate(playing):
            if seat != state.me:
                count = sum(card in cards_of(int(row[place])) for row in rows)
                assert belief.seats[seat] == pytest.approx(count / len(rows), abs=1e-12)
    why = advice.why
    assert why.better + why.worse + why.same == pytest.approx(1, abs=1e-12)
    for fact in why.facts:
        mean = fact.share * fact.where + (1 - fact.share) * fact.elsewhere
        assert mean == pytest.approx(-advice.options[1].delta.mean, abs=1e-12)
    again = advise(state, worlds=20_000, why=True, seed=99)
    assert again.beliefs == advice.beliefs
    for one, two in zip(why.facts, again.why.facts, strict=True):
        assert (one.fact, one.seat, one.card, one.suit) == (two.fact, two.seat, two.card, two.suit)
        for name in ("share", "where", "elsewhere", "explains"):
            assert getattr(one, name) == pytest.approx(getattr(two, name), abs=1e-12)


def test_the_card_that_decides_is_named():
    advice = advise(
        "copas; ronda 4; mão ♥R 2 ♠DV ♣8; mesa frente ♠4 ♠2; pontos 0 3 0 2",
        worlds=2000, seed=1, why=True,
    )
    named = {fact.card for fact in advice.why.facts if fact.fact == "card"}
    assert {"RE", "AE"} & named  # only these take the trick from the queen and jack of spades
    assert "spades decides" in why_sentence(advice)
    assert "de espadas decide" in why_sentence(advice, language("pt").translate)


@pytest.mark.parametrize(
    "text",
    [
        "bisca; trunfo ♣; mão ♣V7; mesa ele 2♠; monte 0; saíram A♣",
        "sobe-desce; eu 1; dá esquerda; trunfo ♣ escolheu eu; mão ♣V7; vazas 1. eu: 7♥ 5♥ A♥"
        " 2. esquerda: 6♦ 2♣ V♦ 3. eu: 4♣ 6♠ 5♣; mesa esquerda 2♠; ficaram direita;"
        " trocas esquerda 3 eu 2 frente 4; deitei fora ♦3D",
    ],
)
def test_a_trump_between_mine_decides_with_which_the_trick_is_taken(text):
    """Both take it. The king loses to the seven that is kept, and takes a jack."""
    advice = advise(text, worlds=2000, seed=1, why=True)
    assert (advice.best, advice.why.versus) == ({"play": "VP"}, {"play": "7P"})
    (fact,) = advice.why.facts
    assert (fact.fact, fact.card) == ("card", "RP")
    assert fact.where > 0 == pytest.approx(fact.elsewhere)
    assert "king of clubs decides" in why_sentence(advice)


def test_a_lead_that_an_opponent_can_only_trump_forces_him():
    """Whoever may have the suit, has no trump left, or is the partner, is not forced."""

    def codes(facts: str, best: str, other: str) -> list[str]:
        state = parse(f"sueca; trunfo ♠; eu saio; mão A♥ 3♥ 5♦ 2♠; {facts}")
        question = Question(
            state, state.game.knowledge(state), Budget(worlds=1), "points", "auto", 1, 1, True,
            frozenset(), 0.0,
        )
        cards = (state.pack.card(token) for token in (best, other))
        return [reason.code for reason in side_reasons(question, *cards)]

    assert codes("não tem direita ♥", "3C", "5O") == ["forces"]
    assert codes("não tem esquerda ♥", "3C", "5O") == ["forces"]
    for facts in ("", "não tem parceiro ♥", "não tem direita ♥♠"):
        assert codes(facts, "3C", "5O") != ["forces"]
    assert codes("não tem direita ♥", "3C", "AC") != ["forces"]  # so would the other


def test_every_share_in_a_sentence_stands_in_the_json():
    advice = advise(example("sueca", "play"), worlds=400, seed=1, why=True)
    sentence = json.loads(advice.to_json())["why"]["sentence"]
    why = advice.why
    shares = {why.same, why.better, why.worse, *(fact.share for fact in why.facts)}
    for word in sentence.replace("(", " ").replace(")", " ").split():
        if word.endswith("%"):
            assert word in set(map(percent, shares))
    assert "king of clubs decides: with my partner" in sentence


def test_against_the_action_that_was_asked_about():
    advice = advise(example("sueca", "play"), worlds=200, seed=1, why=True, versus="3♣")
    assert advice.why.versus == {"play": "3P"}
    assert "3♣" in why_sentence(advice)


def test_what_is_certain_is_said_and_what_is_not_is_not():
    won = advise("sueca; trunfo ♣; sai eu; mão A♣; pontos nós 50 eles 40; saíram 2♣", worlds=50,
                 why=True)
    assert won.certain is not None
    assert (won.certain.holds, won.certain.proved) == ("always", True)
    lost = advise("sueca; trunfo ♣; sai eu; mão 2♥ 3♥; pontos nós 20 eles 70", worlds=50, why=True)
    assert (lost.certain.outcome, lost.certain.holds) == ("draw", "never")
    open_ = advise(example("bisca", "play"), worlds=50, why=True)
    assert open_.certain is None


class Plain(Payoffs):
    """No outcomes."""

    def outcomes(self, columns, action):
        return {"win": float((columns["riscos"][:, action] > 0).mean())}

    def thrift(self, state, card):
        return (card,)


@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_blocks_say_together_what_all_values_say(dtype):
    numbers = np.random.default_rng(5)
    lots = {
        name: numbers.integers(-4, 5, (900, 3)).astype(dtype) * (1 if dtype is np.int64 else 0.37)
        for name in ("riscos", "points")
    }
    whole = Each(lots, Plain(), exact=False)
    parts = [
        Block.of({name: each[a:b] for name, each in lots.items()}, Plain())
        for a, b in ((0, 300), (300, 700), (700, 900))
    ]
    told = parts[0].and_then(parts[1]).and_then(parts[2])
    assert told.count("riscos") == 900
    for one in range(3):
        mean = told.mean("points", one, 900)
        assert mean.mean == pytest.approx(whole.mean("points", one, 900).mean, rel=1e-12)
        assert mean.ci95 == pytest.approx(whole.mean("points", one, 900).ci95, rel=1e-9)
        assert told.outcomes(one)["win"] == pytest.approx(whole.outcomes(one)["win"])
        for other in range(3):
            gap = told.gap("riscos", one, other)
            assert gap.mean == pytest.approx(whole.gap("riscos", one, other).mean, abs=1e-12)
            assert gap.ci95 == pytest.approx(whole.gap("riscos", one, other).ci95, abs=1e-9)


def test_no_values_are_no_moments():
    some = Moments.of(np.array([1, 2, 3]))
    assert Moments.of(np.array([], dtype=np.int64)).and_then(some) == some
    assert some.and_then(Moments.of(np.array([], dtype=np.int64))) == some
