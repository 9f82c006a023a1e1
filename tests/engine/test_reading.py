"""What is not understood is never dropped, and never taken for something else."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from phrases import READ, normal

from trunfo.engine.errors import TrunfoError
from trunfo.engine.text import notation

FILLER = {
    "pt": "e o a os as um uma de do da dos das no na ao à com é".split(),  # noqa: SIM905
    "en": "and of the a is".split(),  # noqa: SIM905
}
TOKEN = re.compile(r"[^\s;,:()|#]+")
TELLS = re.compile("[0-9♥♦♠♣]")
texts = st.sampled_from([entry for entry in READ if "#" not in entry["text"]])


def position(text):
    """What a text says; None if it is refused."""
    try:
        return normal(notation.read(text).state.to_dict())
    except TrunfoError:
        return None


@given(texts, st.data())
def test_filler_added_says_the_same_or_is_refused(entry, data):
    text = entry["text"]
    gap = data.draw(st.sampled_from([match.end() for match in re.finditer(r"\s+", text)]))
    word = data.draw(st.sampled_from(FILLER[entry["lang"]]))
    assert position(f"{text[:gap]}{word} {text[gap:]}") in (None, position(text))


@given(texts, st.data(), st.sampled_from(["xyzzy", "talvez", "ou", "?", "9Z", "..."]))
def test_no_word_may_be_another_without_meaning(entry, data, word):
    text = entry["text"]
    if "jogadores" in text or "players" in text:
        return  # any word may be a name
    start, end = data.draw(st.sampled_from([match.span() for match in TOKEN.finditer(text)]))
    assert position(text[:start] + word + text[end:]) is None


@given(texts, st.data())
def test_no_card_and_no_number_can_be_left_out_unnoticed(entry, data):
    text = entry["text"]
    words = [match.span() for match in TOKEN.finditer(text) if TELLS.search(match.group())]
    if not words:
        return
    start, end = data.draw(st.sampled_from(words))
    if text[:start].endswith("bisca "):
        return  # the usual number of cards
    assert position(text[:start] + text[end:]) != position(text)


@given(texts, st.data())
def test_another_card_is_another_position(entry, data):
    text = entry["text"]
    cards = [match.span() for match in re.finditer(r"\b[2-6](?=[♥♦♠♣])", text)]
    if not cards:
        return
    start, end = data.draw(st.sampled_from(cards))
    other = "2" if text[start:end] != "2" else "3"
    assert position(text[:start] + other + text[end:]) != position(text)
