"""The catalogue, the choice of the language, and terminals that lack characters."""

from __future__ import annotations

import ast
import gettext
import importlib.util
import io
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

import trunfo
from trunfo.language import fit, language, preferred, width

TOP = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("catalogue", TOP / "bench" / "catalogue.py")
catalogue = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(catalogue)

FILES = sorted((TOP / "solver" / "locale").rglob("*.po"))


def read(path: Path) -> Catalog:
    return read_po(io.BytesIO(path.read_bytes()))


# --- The catalogue ---


def test_there_is_a_portuguese_catalogue():
    assert [path.relative_to(TOP / "solver" / "locale").parts[0] for path in FILES] == ["pt"]


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_catalogue_has_exactly_the_texts_of_the_sources(path):
    found = {message.id for message in read(path) if message.id}
    assert found == catalogue.texts()


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_catalogue_is_complete_with_the_same_placeholders(path):
    assert catalogue.to_do(read(path)) == []
    assert not read(path).obsolete


@pytest.mark.parametrize("path", FILES, ids=str)
def test_the_compiled_catalogue_is_the_one_in_the_sources(path):
    folder = Path(trunfo.__file__).parent / "locale"
    compiled = gettext.translation("trunfo", folder, [path.parts[-3]])
    for message in read(path):
        if isinstance(message.id, tuple):
            one, many = message.id
            assert (compiled.ngettext(one, many, 1), compiled.ngettext(one, many, 2)) == (
                message.string
            )
        elif message.id:
            assert compiled.gettext(message.id) == message.string


def test_what_is_to_be_done_in_a_catalogue_is_found():
    broken = Catalog(locale="pt_PT")
    broken.add("new")
    broken.add("{count} cards", "cartas")
    broken.add("old", "velho", flags=["fuzzy"])
    broken.add("good {name}", "bom {name}")
    assert sorted(line.partition(":")[0] for line in catalogue.to_do(broken)) == [
        "fuzzy", "other placeholders", "untranslated",
    ]


def texts_in(source: str) -> list[str]:
    return sorted(catalogue.texts_in(ast.parse(source), Path("x.py"), {"SHARED": ["shared"]}))


def test_texts_are_found_however_they_are_handed_over():
    assert texts_in(
        "def f(_, many, kind):\n"
        "    a = 'one' if many else 'two'\n"
        "    b = {'x': 'three', 'y': 'four'}[kind]\n"
        "    Message('code', a)\n"
        "    fail('code', b, 1)\n"
        "    Message('code', SHARED)\n"
        "    return _('five ' 'six')\n"
    ) == ["five six", "four", "one", "shared", "three", "two"]


def test_a_text_that_cannot_be_found_stops_the_script():
    with pytest.raises(SystemExit, match=r"x\.py:2"):
        texts_in("def f(text):\n    return Message('code', text)\n")


def test_the_header_of_the_catalogue_is_never_taken_for_a_translation():
    assert language("pt").translate("") == ""


# --- The choice ---


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "pt_PT.UTF-8"}, "pt"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "pt_PT", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "pt"}, "pt"),
        ({"LANG": "pt_PT", "LC_MESSAGES": "pt_PT", "LC_ALL": "C"}, "en"),
        ({"LANG": "pt_PT", "LC_ALL": ""}, "pt"),
    ],
)
def test_the_locale_decides_lc_all_before_lc_messages_before_lang(environment, code):
    assert preferred(environment) == code


# --- Terminals ---


@pytest.mark.parametrize(
    ("code", "shown"), [("pt", "7C 7O 7E 7P 7C"), ("en", "7H 7D 7S 7C 7H")]
)
def test_suits_fall_back_to_the_letters_of_the_language(code, shown):
    assert fit("7♥ 7♦ 7♠ 7♣ 7♡", "ascii", code) == shown


def test_signs_and_accents_fall_back_to_what_is_closest():
    text = "vitória ± 1 \N{EN DASH} “mão” … ã\u0303"
    assert fit(text, "ascii", "pt") == 'vitoria +/- 1 - "mao" ... a'
    assert fit("vitória ± 1", "cp1252", "pt") == "vitória ± 1"


def test_what_has_no_stand_in_keeps_its_width():
    assert fit("日x\ufe0fя½", "ascii", "en") == "??x??"


@given(
    st.text(st.characters(codec="utf-16", categories=None) | st.characters()),
    st.sampled_from(["ascii", "cp1252", "latin-1", "cp437", "utf-8", "koi8-r"]),
    st.sampled_from(["pt", "en"]),
)
def test_every_text_can_be_shown_on_every_terminal(text, encoding, code):
    shown = fit(text + "\udc80", encoding, code)
    assert shown.encode(encoding).decode(encoding) == shown


@given(st.text(st.characters(codec="utf-8")))
def test_a_utf_8_terminal_shows_everything_as_it_is(text):
    assert fit(text, "utf-8", "pt") == text


def test_width_counts_columns():
    assert width("A♣") == 2
    assert width("a\u0303") == 1
    assert width("日") == 2
