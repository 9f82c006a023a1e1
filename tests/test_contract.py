"""What every game must keep, kernel and engine together; games are found by the registry."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from games import for_kernel, random_position

from trunfo.engine.cards import cards_of, word_of
from trunfo.engine.registry import playable
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import view
from trunfo.games.base import advisor_of
from trunfo.pimc import encode

HERE = Path(__file__).parent
GAMES = pytest.mark.parametrize("game", playable(), ids=lambda game: game.name)


def module_name(game: TrickGame) -> str:
    return game.name.replace("-", "_")


@GAMES
def test_every_game_has_its_perft_its_playthrough_and_its_own_tests(game):
    name = module_name(game)
    for place in (f"perft/{name}.txt", f"playthroughs/{name}.txt", f"engine/rules/test_{name}.py"):
        assert (HERE / place).stat().st_size > 0


@GAMES
def test_the_kernel_allows_the_cards_that_the_engine_allows_all_through_a_deal(game):
    random = Random(2)
    kernel = encode.kernel_of(game)
    for _ in range(200):
        cards = len(game.pack(game.rules()).cards)
        at = random_position(game, random, random.randrange(1, cards + 1))
        if len(at.playing) < 2:
            continue
        root, hands = for_kernel(game, at)
        assert kernel.legal(root, hands) == word_of(game.legal(at))
        assert at.playing[root.turn] == at.turn


@GAMES
def test_no_card_is_lost_or_made_and_payoffs_add_up(game):
    random = Random(3)
    for _ in range(50):
        at = random_position(game, random, 0)
        cards = [card for cards in (*at.tricks, at.table) for card in cards.cards]
        cards += [card for hand in at.hands for card in hand]
        assert sorted([*cards, *at.aside]) == list(game.pack(at.rules).cards)
        payoff = game.payoff(at)
        sides = game.sides()
        if len(set(sides)) == 2:
            assert sum(payoff.riscos) == 0
            assert sum({side: payoff.points[sides.index(side)] for side in sides}.values()) == 120


@GAMES
def test_perft_counts_of_the_engine_and_of_the_kernel(game):
    """Each line: trump, leader, hands, stock, and the ways to play 0, 1, 2, … cards."""
    for line in (HERE / f"perft/{module_name(game)}.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        case = json.loads(line)
        state = game_state(game, case)
        known = game.knowledge(state)
        playing = [state.hands[seat] for seat in game.playing(state)]
        hands = encode.words_of(playing, state.stock_cards or ())
        kernel = encode.kernel_of(game)
        for depth, count in enumerate(case["counts"]):
            assert kernel.perft(advisor_of(game).root(state, known), hands, depth) == count


CASE_KEYS = ("trump", "hands", "decisions", "stock", "stock_cards")


def game_state(game, case):
    from trunfo import State

    return State.from_json(
        {
            "schema": "trunfo.state/1",
            "game": game.name,
            "table": {"leader": case["leader"], "cards": []},
            **{key: case[key] for key in CASE_KEYS if key in case},
        }
    )


@GAMES
def test_a_whole_game_with_every_answer_is_as_it_was_written_down(game):
    path = HERE / f"playthroughs/{module_name(game)}.txt"
    lines = path.read_text("utf-8").splitlines()
    seed = int(lines[0].removeprefix("# seed "))
    assert list(playthrough(game, seed)) == lines[1:]


def playthrough(game: TrickGame, seed: int):
    """A whole random deal, and at each card all that the engine answers."""
    random = Random(seed)
    at = game.deal(random, game.rules(), dealer=1)
    pack = game.pack(at.rules)

    def names(cards):
        return " ".join(map(pack.token, sorted(cards)))

    for seat, hand in enumerate(at.hands):
        yield f"hand {seat}: {names(hand)}"
    if at.trump and at.trump.card is not None:
        yield f"trump {pack.token(at.trump.card)} with {at.trump.holder}"
    while not at.over:
        if at.phase != "play":
            actions = game.actions(at)
            action = random.choice(actions)
            yield f"{at.turn} has {len(actions)} choices; takes {json.dumps(action)}"
            at = game.act(at, action)
            continue
        legal = game.legal(at)
        card = random.choice(sorted(legal))
        known = game.knowledge(view(game, at, at.turn))
        where = "; ".join(
            f"{holder.name} {holder.seat if holder.seat is not None else ''}".strip()
            + f" {holder.size} of {names(cards_of(holder.allowed))}"
            for holder in known.holders
        )
        yield f"{at.turn} may play {names(legal)}; plays {pack.token(card)}"
        yield f"  points {known.points} tricks {known.taken} unseen: {where}"
        at = game.play(at, card)
    payoff = game.payoff(at)
    yield f"points {payoff.points} riscos {payoff.riscos}"


def test_every_game_in_the_folders_is_listed():
    rooms = [HERE.parent / "engine" / "rules", HERE / "games" / "engine"]
    files = [path for room in rooms for path in room.iterdir() if path.name[0] != "_"]
    assert sorted(path.stem for path in files) == sorted(map(module_name, playable()))


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_what_a_view_knows_at_once_is_what_follows_from_its_state(game, seed):
    random = Random(seed)
    at = game.deal(random, game.rules(), dealer=seed)
    while not at.over:
        seen = view(game, at, at.turn)
        assert game.legal_for(seen) == game.legal_for(replace(seen)) == game.legal(replace(at))
        assert game.actions_for(replace(seen)) == game.actions(at)
        at = game.act(at, random.choice(game.actions(at)))
