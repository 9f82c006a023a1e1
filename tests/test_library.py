"""The library's face: what its objects are to a user's program and in a notebook."""

import json
import pickle

import numpy as np
import pytest

import trunfo

POSITION = "sueca; trunfo ♣; sai eu; mão A♣ 7♥ 2♥; pontos nós 50 eles 40"
OPEN = (
    "sueca; trunfo ♠; sai eu; pontos nós 50 eles 40;"
    " mãos eu: A♥ 7♥, direita: R♥ 2♠, parceiro: V♦ D♦, esquerda: 6♣ 5♣"
)


@pytest.fixture(scope="module", params=["state", "advice", "solution"])
def thing(request):
    return {
        "state": lambda: trunfo.parse(POSITION),
        "advice": lambda: trunfo.advise(POSITION, worlds=10),
        "solution": lambda: trunfo.solve(OPEN),
    }[request.param]()


def test_repr_is_one_line_and_short(thing):
    assert "\n" not in repr(thing)
    assert len(repr(thing)) < 200


def test_things_are_hashable_equal_by_value_and_picklable(thing):
    again = pickle.loads(pickle.dumps(thing))
    assert again == thing
    assert hash(again) == hash(thing)


def test_to_json_is_the_text_and_to_dict_the_object(thing):
    assert json.loads(thing.to_json()) == thing.to_dict()
    assert "\n" not in thing.to_json()


def test_the_notes_of_reading_a_text_are_in_advice_and_solution():
    for answer in (
        trunfo.advise(POSITION.replace("trunfo", "trunffo"), worlds=10),
        trunfo.solve(OPEN.replace("trunfo", "trunffo")),
    ):
        assert answer.notes[0].code == "spelling"
        assert "trunffo" in str(answer)


def test_a_notebook_shows_them(thing):
    assert thing._repr_html_().startswith("<pre")
    assert "<script" not in thing._repr_html_()


def test_texts_are_portuguese_where_that_is_asked_for():
    advice = trunfo.advise(POSITION, worlds=10)
    assert "Jogar" in advice.to_text("pt")
    assert "Play" in advice.to_text()


def test_numbers_of_numpy_are_numbers():
    plain = trunfo.advise(POSITION, worlds=10, seed=3, jobs=1)
    same = trunfo.advise(POSITION, worlds=np.int64(10), seed=np.uint8(3), jobs=np.int32(1))
    left_out = {"elapsed_s": 0.0}
    assert {**plain.to_dict(), **left_out} == {**same.to_dict(), **left_out}


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": 1.5}, {"worlds": float("nan")}, {"worlds": "10"}, {"worlds": 0}, {"worlds": True},
        {"jobs": 10**6}, {"seed": 2**63}, {"time": float("nan")}, {"time": "1"}, {"time": 0},
        {"objective": "win"}, {"method": None}, {"without": ["luck"]},
    ],
    ids=str,
)
def test_every_option_is_checked_with_an_error_of_ours(wrong):
    with pytest.raises(trunfo.UnreadableInput) as refused:
        trunfo.advise(POSITION, **wrong)
    assert refused.value.code == "bad_option"
    assert next(iter(wrong)) in str(refused.value)
