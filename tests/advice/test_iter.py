"""Advice that firms: each answer from more worlds, the last as if asked for at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from games import random_position

import trunfo
from trunfo.advice import Advice
from trunfo.advise import advise, advise_iter, parse, solve
from trunfo.engine.game import Game
from trunfo.engine.registry import games
from trunfo.engine.state import State
from trunfo.engine.trick import Trick
from trunfo.engine.trick_game import TrickGame
from trunfo.engine.views import open_view, view

ENDLESS = 10**9
"""A number of worlds that nobody waits for."""

OFTEN = 0.001
"""Seconds between answers: as good as after every chunk."""

EXAMPLE = (
    "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;"
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
)
SCORES = "pontuação eu 12 direita 11 frente 17 esquerda 20"


def early(name: str, left: int) -> State:
    """What who is to play knows early in a deal, so many cards being left in hands.

    So early that there are more deals than `ENDLESS`: they are drawn, not all listed.
    """
    game = games()[name]
    assert isinstance(game, TrickGame)
    at = random_position(game, Random(3), left)
    assert len(game.legal(at)) > 1
    return view(game, at, at.turn)


POSITIONS = {
    "sueca-play": early("sueca", 32),
    "bisca-play": early("bisca", 6),
    "copas-play": early("copas", 44),
    "copas-pass": parse("copas; ronda 1; mão ♥R 9 2 ♦A 10 5 ♠DV63 ♣V82"),
    "sobe-trump": parse(f"sobe-desce; mão A♦ R♦ 7♠; dá esquerda; {SCORES}"),
    "sobe-go": parse(
        f"sobe-desce; trunfo ♠ escolheu direita; mão A♠ 7♠ 2♥ 4♦ 5♣; {SCORES};"
        " trocas direita 2 frente 2 esquerda 2"
    ),
    "sobe-play": parse(
        f"sobe-desce; trunfo ♦ escolheu direita; trocas direita 1 frente 1 esquerda 2 eu 2;"
        f" {SCORES}; mão R♦ 2♦ 5♠ 3♥ 4♥; mesa direita 6♣ V♦ 7♦"
    ),
}
EVERYWHERE = pytest.mark.parametrize("state", POSITIONS.values(), ids=POSITIONS)
REPORTED = pytest.mark.parametrize(
    "state", [state for state in POSITIONS.values() if state.phase != "pass"],
    ids=[name for name, state in POSITIONS.items() if state.phase != "pass"],
)
"""Without passes: with endless worlds they are chosen among for ever."""


def bytes_of(advice: Advice) -> str:
    document = json.loads(advice.to_json())
    del document["elapsed_s"]
    return json.dumps(document)


def timeless(advice: Advice) -> Advice:
    return replace(advice, elapsed_s=0.0)


def test_every_game_and_phase_is_among_the_positions() -> None:
    assert {(state.game.name, state.phase) for state in POSITIONS.values()} == {
        ("sueca", "play"), ("bisca", "play"), ("copas", "play"), ("copas", "pass"),
        ("sobe-e-desce", "trump"), ("sobe-e-desce", "go"), ("sobe-e-desce", "play"),
    }


# --- The last answer ---


@EVERYWHERE
def test_the_last_is_what_advise_returns_byte_for_byte(state: State) -> None:
    options: dict[str, Any] = {"worlds": 70, "seed": 5}
    wanted = advise(state, jobs=1, **options)
    for jobs in (1, 3):
        *shown, last = advise_iter(state, jobs=jobs, every=OFTEN, **options)
        assert bytes_of(last) == bytes_of(wanted)
        assert timeless(last) == timeless(wanted)
        counts = [advice.worlds for advice in (*shown, last)]
        assert counts == sorted(counts)
        assert counts[0] > 0


@EVERYWHERE
def test_until_clear_the_last_is_what_advise_returns(state: State) -> None:
    wanted = advise(state, until_clear=True, jobs=1)
    *shown, last = advise_iter(state, until_clear=True, jobs=2)
    assert bytes_of(last) == bytes_of(wanted)
    counts = [advice.worlds for advice in (*shown, last)]
    assert counts == sorted(counts)


@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("objective", ["riscos", "points"])
def test_it_takes_the_options_of_advise(objective: str, both: bool) -> None:
    options: dict[str, Any] = {"worlds": 60, "objective": objective, "both": both, "jobs": 2}
    *_, last = advise_iter(EXAMPLE, every=OFTEN, **options)
    assert timeless(last) == timeless(advise(EXAMPLE, **options))
    assert last.objective == objective


def test_only_when_all_worlds_have_been_met_there_is_no_error_left() -> None:
    game = games()["sueca"]
    assert isinstance(game, TrickGame)
    at = random_position(game, Random(12), 16)
    state = view(game, at, at.turn)
    *shown, last = advise_iter(state, worlds=100_000, method="playout", jobs=2, every=OFTEN)
    assert last.exhaustive
    for advice in shown:
        assert advice.exhaustive == (advice.worlds == last.worlds)


def test_what_needs_no_worlds_is_one_answer() -> None:
    for text in (
        "copas; ronda 4; mão ♥2 3 ♠D; mesa direita ♠4; pontos 0 0 3 0",
        "sobe-desce; trunfo ♦ escolheu eu; foram eu; ficaram direita frente esquerda; fase jogar;"
        " mão -; pontuação eu 5 direita 11 frente 6 esquerda 7",
    ):
        (only,) = advise_iter(text, worlds=ENDLESS, jobs=2, every=OFTEN)
        assert only.forced is not None
        assert timeless(only) == timeless(advise(text))


# --- Growing, stopping, leaving ---


def grown(answers: Iterator[Advice]) -> list[Advice]:
    """Answers up to the first that is from more worlds than the first."""
    found = [next(answers)]
    for advice in islice(answers, 2_000):
        found.append(advice)
        if advice.worlds > found[0].worlds:
            break
    assert found[0].worlds < found[-1].worlds
    return found


@REPORTED
def test_answers_grow_while_worlds_are_left(state: State) -> None:
    answers = advise_iter(state, worlds=ENDLESS, jobs=2, method="playout", every=OFTEN)
    found = grown(answers)
    answers.close()  # type: ignore[attr-defined]
    for advice in found:
        assert advice.best is not None
        assert advice.worlds == advice.options[0].worlds
        assert not advice.exhaustive


@REPORTED
def test_stopped_in_the_middle_it_ends_with_what_so_many_worlds_say(state: State) -> None:
    """With one thread the worlds finished are the first ones: as if so many had been asked for.

    Before play at least 1,024 are tried where a number is asked for.
    """
    stop = threading.Event()
    answers = advise_iter(
        state, worlds=ENDLESS, jobs=1, method="playout", every=OFTEN, stop=stop, seed=4
    )
    found = grown(answers)
    if state.phase != "play":
        found += [next(answer for answer in answers if answer.worlds >= 1024)]
    stop.set()
    found += answers
    last = found[-1]
    assert found[-2].worlds <= last.worlds < ENDLESS
    wanted = advise(state, worlds=last.worlds, jobs=2, method="playout", seed=4)
    assert bytes_of(last) == bytes_of(wanted)


class Later(threading.Event):
    """An event that sets itself when it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self._left = looks

    def is_set(self) -> bool:
        self._left -= 1
        if self._left < 0:
            self.set()
        return super().is_set()


@EVERYWHERE
@pytest.mark.parametrize("looks", [1, 4])
@pytest.mark.parametrize("jobs", [1, 2])
def test_stopped_at_any_time_it_still_answers(state: State, looks: int, jobs: int) -> None:
    before = set(threading.enumerate())
    advice = list(advise_iter(state, worlds=ENDLESS, jobs=jobs, stop=Later(looks), every=None))
    (last,) = advice
    assert last.best is not None
    assert 0 < last.worlds < ENDLESS
    value = last.options[0].riscos if last.objective == "riscos" else last.options[0].points
    assert value is not None
    assert value.mean is not None
    assert set(threading.enumerate()) == before


@EVERYWHERE
def test_stopped_before_it_begins_it_still_answers(state: State) -> None:
    stop = threading.Event()
    stop.set()
    for budget in ({"worlds": ENDLESS}, {"time": 1e5}, {"until_clear": True, "time": 1e5}):
        *_, last = advise_iter(state, jobs=2, stop=stop, **budget)  # type: ignore[arg-type]
        assert last.best is not None
        assert 0 < last.worlds < ENDLESS


@EVERYWHERE
def test_who_leaves_early_leaves_no_thread_behind(state: State) -> None:
    endless: dict[str, Any] = {"worlds": ENDLESS}
    budget = {"until_clear": True} if state.phase == "pass" else endless
    before = set(threading.enumerate())
    answers = advise_iter(state, jobs=2, method="playout", every=OFTEN, **budget)
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    assert set(threading.enumerate()) == before
    for _ in advise_iter(state, jobs=2, method="playout", every=OFTEN, **budget):
        break
    assert set(threading.enumerate()) == before


def test_nothing_is_begun_before_the_first_answer_is_asked_for() -> None:
    before = set(threading.enumerate())
    answers = advise_iter(POSITIONS["sueca-play"], worlds=ENDLESS, jobs=2)
    assert set(threading.enumerate()) == before
    answers.close()  # type: ignore[attr-defined]


# --- Errors are raised by the call ---


@pytest.mark.parametrize(
    "options",
    [
        {"worlds": 0}, {"time": 0}, {"worlds": 3, "time": 1.0}, {"worlds": 3, "until_clear": True},
        {"jobs": 0}, {"seed": -1}, {"objective": "tricks"}, {"method": "guess"},
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_refused_by_the_call(options: dict[str, Any]) -> None:
    with pytest.raises(trunfo.UnreadableInput) as refused:
        advise_iter(EXAMPLE, **options)
    assert refused.value.code == "bad_option"


def test_a_state_that_cannot_be_is_refused_by_the_call() -> None:
    game = games()["sueca"]
    twice = State(game=game, rules=game.rules(), me=0, hand=(1, 1), table=Trick(0))
    with pytest.raises(trunfo.ImpossiblePosition):
        advise_iter(twice)
    with pytest.raises(trunfo.ImpossiblePosition):
        advise_iter("sueca; trunfo ♣; sai eu; mão A♣ 2♥; saíram A♣")


def test_somebody_elses_turn_is_refused_by_the_call() -> None:
    with pytest.raises(trunfo.ImpossiblePosition) as refused:
        advise_iter("sueca; trunfo ♣; mão A♣ 2♥; mesa parceiro 7♦")
    assert refused.value.code == "not_my_turn"


def test_a_text_that_cannot_be_read_is_refused_by_the_call() -> None:
    with pytest.raises(trunfo.UnreadableInput):
        advise_iter("sueca; trunfo ♣; mão 8♣")


def test_a_game_without_advice_is_refused_by_the_call() -> None:
    lerpa = Game(name="lerpa", title="Lerpa", words=("lerpa",))
    with pytest.raises(trunfo.UnreadableInput) as refused:
        advise_iter(State(game=lerpa, rules=lerpa.rules(), me=0, hand=(0,)))
    assert refused.value.code == "no_advice"


# --- Text in place of a state ---


@EVERYWHERE
def test_json_is_accepted_in_place_of_a_state(state: State) -> None:
    text = state.to_json()
    wanted = bytes_of(advise(state, worlds=30))
    assert bytes_of(advise(text, worlds=30)) == wanted
    *_, last = advise_iter(text, worlds=30)
    assert bytes_of(last) == wanted


def test_a_typed_position_is_accepted_in_place_of_a_state() -> None:
    wanted = bytes_of(advise(parse(EXAMPLE), worlds=30))
    assert bytes_of(advise(EXAMPLE, worlds=30)) == wanted
    *_, last = advise_iter(EXAMPLE, worlds=30)
    assert bytes_of(last) == wanted


def test_a_text_is_solved_as_its_state_is() -> None:
    typed = (
        "copas; mãos eu: ♥A 2, esquerda: ♥3 ♣3, frente: ♣4 ♣5, direita: ♦A; eu 0;"
        " mesa direita ♥R; pontos 0 0 0 22"
    )
    assert solve(typed) == solve(parse(typed))
    game = games()["sueca"]
    assert isinstance(game, TrickGame)
    at = game.deal(Random(1), game.rules())
    while sum(map(len, at.hands)) > 12:
        at = game.play(at, min(game.legal(at)))
    state = open_view(game, at)
    assert solve(state.to_json()) == solve(state)
