"""Games as environments of PettingZoo: its own tests, and that nothing hidden is seen."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import trunfo
from trunfo.engine.errors import UnreadableInput
from trunfo.engine.registry import games, playable
from trunfo.match.deal import Match, opening_of
from trunfo.match.spec import parse
from trunfo.rl import env

ALL = [game.name for game in playable()]
THEIRS = ("Observation is not a NumPy array", "Observation space for each agent probably")
"""What api_test warns of wherever an observation is a dict with a mask, as in its own games."""


@pytest.mark.filterwarnings(*(f"ignore:{text}" for text in THEIRS))
@pytest.mark.parametrize("name", ALL)
def test_pettingzoo_finds_nothing_wrong(name, capsys):
    api_test(env(name, render_mode="ansi"), num_cycles=200)
    seed_test(lambda: env(name), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def played(table, random, look=lambda agent, observation: None):
    """Play a deal at random; what is paid to each agent."""
    paid = {}
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        if over:
            paid[agent] = reward
            table.step(None)
            continue
        look(agent, observation)
        table.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return paid


@pytest.mark.parametrize("name", ALL)
def test_the_mask_is_what_the_rules_allow_and_numbers_read_back(name):
    table = env(name)
    inner = table.unwrapped
    seen = set()

    def look(agent, observation):
        position, hand = inner.position, sorted(inner.position.hands[inner.position.turn])
        allowed = {
            inner.actions.number(action, hand): action
            for action in inner.game.actions(position)
        }
        assert set(np.flatnonzero(observation["action_mask"])) == set(allowed)
        for number, action in allowed.items():
            assert dict(inner.actions.action(number, hand)) == dict(action)
        assert table.observation_space(agent).contains(observation)
        seen.add(position.phase)

    for number in range(6):
        table.reset(seed=3, options={"number": number})
        played(table, Random(number), look)
    assert seen == set(inner.game.phases)


@pytest.mark.parametrize("name", ALL)
def test_deals_and_rewards_are_those_of_a_match(name):
    game = games()[name]
    match = Match(game, game.rules(), (parse("random"), parse("random")), 11)
    table = env(name)
    table.reset(seed=11)
    for number in range(4):
        if number:
            table.reset()
        start = opening_of(match, number)
        assert table.unwrapped.position == start
        paid = played(table, Random(number))
        end = table.unwrapped.position
        riscos = trunfo.games.base.advisor_of(game).paid(start, end)
        assert list(paid.values()) == list(riscos)
        assert list(paid) == table.possible_agents


@pytest.mark.parametrize("name", ALL)
def test_the_parts_of_a_vector_fill_it(name):
    table = env(name)
    table.reset(seed=1)
    layout = table.unwrapped.observer.layout
    ends = [part.start for part in layout.values()] + [table.unwrapped.observer.size]
    assert ends == [0, *(part.stop for part in layout.values())]

    def look(agent, observation):
        vector = observation["observation"]
        hand = vector[list(layout["hand"])]
        cards = table.unwrapped.actions.pack.cards
        inner = table.unwrapped.position
        assert {cards[place] for place in np.flatnonzero(hand)} == set(inner.hands[inner.turn])
        assert vector[list(layout["phase"])].sum() == 1

    played(table, Random(1), look)


@pytest.mark.parametrize("name", [game.name for game in playable() if game.seats == 4])
def test_what_others_hold_is_not_seen(name):
    table = env(name)
    table.reset(seed=2)
    inner = table.unwrapped
    me, position = inner.position.turn, inner.position
    shown = position.trump.card if position.trump else None
    one, other = ((me + step) % 4 for step in (1, 2))
    first, second = (
        next(card for card in sorted(position.hands[seat]) if card != shown)
        for seat in (one, other)
    )
    before = table.observe(f"seat_{me}")["observation"]
    hands = list(position.hands)
    hands[one] = hands[one] - {first} | {second}
    hands[other] = hands[other] - {second} | {first}
    inner.position = trunfo.engine.frozen.changed(position, hands=tuple(hands))
    assert np.array_equal(before, table.observe(f"seat_{me}")["observation"])
    assert not np.array_equal(
        before, table.observe(f"seat_{one}")["observation"]
    )


def test_what_is_not_allowed_is_refused():
    table = env("sueca")
    table.reset(seed=1)
    mask = table.observe(table.agent_selection)["action_mask"]
    forbidden = int(np.flatnonzero(mask == 0)[0])
    for action in (forbidden, len(mask), -1, None, "7", 1.5):
        with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
            table.step(action)
    for wrong in ({"game": "xadrez"}, {"game": "sueca", "rules": {"double_at": 7}},
                  {"game": "sueca", "render_mode": "human"}):
        with pytest.raises(UnreadableInput):
            env(**wrong)


@pytest.mark.parametrize(("wrong", "named"), [
    ({"seed": -1}, "seed"), ({"seed": "one"}, "seed"), ({"seed": 2**64}, "seed"),
    ({"options": {"number": -1}}, "number"), ({"options": {"number": "one"}}, "number"),
])
def test_a_reset_that_is_refused_names_what_is_wrong_and_changes_nothing(wrong, named):
    table = env("sueca")
    table.reset(seed=1)
    with pytest.raises(ValueError, match=named):
        table.reset(**wrong)
    table.reset()
    second = table.observe(table.agent_selection)["observation"]
    table.reset(seed=np.int64(1), options={"number": np.int64(1)})
    assert np.array_equal(second, table.observe(table.agent_selection)["observation"])


def test_an_open_deal_can_be_shown():
    table = env("bisca", render_mode="ansi")
    table.reset(seed=1)
    state = trunfo.parse(table.render())
    assert state.hands is not None
    assert env("bisca").unwrapped.render() is None
