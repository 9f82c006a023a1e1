"""`trunfo table` from a pipe: following, playing against the program, watching, going on."""

from __future__ import annotations

import pytest
from command_line import run
from tables import GAMES

from trunfo.match.records import records
from trunfo.table.table import Table

STATE = (
    "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;"
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
)


def talk(*arguments: str, lines: str, language: str = "en") -> str:
    """What `trunfo table` says to some lines."""
    code, out, err = run("table", *arguments, "--lang", language, given=lines.encode())
    assert (code, err) == (0, "")
    return out


def watching(name: str) -> list[str]:
    """Arguments that put the rule player into every seat."""
    from trunfo.engine.registry import games

    return [name, *["--seat", "rules"] * games()[name].seats]


@pytest.mark.parametrize("name", GAMES)
def test_the_program_plays_a_deal_of_every_game_to_its_end_and_deals_on(name, tmp_path):
    path = tmp_path / "evening.jsonl"
    out = talk(*watching(name), "--record", str(path), lines="next\nnext\n")
    assert out.count("The deal is over.") == 3
    found = list(records(path))
    assert len(found) == 3
    assert all(record.result is not None for record in found)
    again = talk(*watching(name), "--record", str(path), lines="next\n")
    assert again.count("The deal is over.") == 2
    assert list(records(path))[:3] == found
    assert len(list(records(path))) == 4


def test_a_position_is_followed_with_advice_at_my_turn_and_wrong_lines_change_nothing():
    out = talk(STATE, "--worlds", "5", lines="7♣\nright A♥\nright 2♦\nshow\nright 2♦\n")
    assert "Play " in out
    assert out.count("Your turn.") >= 1
    assert out.count("another's turn (me)") == 2
    assert "Table: partner" in out


def test_portuguese_words_do_the_same():
    out = talk(STATE, "--worlds", "5", "--hints", "asked", language="pt",
               lines="conselho\nV♥\ndesfaz\nmostra\najuda\nporquê\nquem tem\nfim\nV♥\n")
    assert "Jogar " in out
    assert "É a sua vez." in out
    assert "Voltou atrás." in out


def test_what_is_undone_is_asked_again_and_what_if_changes_nothing():
    out = talk(STATE, "--worlds", "5", "--hints", "asked",
               lines="what if 7♣\nwhat if 7♣, right 2♦, right 3♥\n7♣\nundo\nundo\n")
    assert "After that it is the turn of right: say what follows too, up to mine." in out
    assert "Taken back." in out
    assert "There is nothing to take back" in out


def test_why_and_who_holds_what_are_asked_for_at_my_turn_alone():
    out = talk(STATE, "--worlds", "20", "--hints", "asked", lines="why\nwhy 7♣\nwho\nJ♥\nwhy\n")
    assert out.count("Play ") == 2
    assert out.count("Then right, as a player by simple rules would: ") == 2
    assert out.count("Who holds what") == 1
    assert "It is another's turn (right): advice is for me." in out
    assert talk(STATE, "--hints", "never", lines="why\n").count("No advice at this table") == 1
    wrong = talk(STATE, "--worlds", "2", "--hints", "asked", lines="why right 7♣\n")
    assert "Method: " in wrong or "turn" in wrong


def test_the_evening_is_counted_from_its_records_also_when_they_are_taken_up_again(tmp_path):
    path = tmp_path / "evening.jsonl"
    arguments = ["sueca", "--seat", "me", *["--seat", "rules"] * 3, "--hints", "never",
                 "--record", str(path)]
    lines = "right leaves\nnext\nme revoke trick 1\nundo\nleft revoke trick 1\n"
    out = talk(*arguments, lines=lines)
    assert "RISCOS of the evening: me 0, right -10, partner 0, left 0" in out
    assert "RISCOS of the evening: me 4, right -14, partner 4, left -4" in out
    again = talk(*arguments, lines="next\nme leaves\n")
    assert "RISCOS of the evening: me 4, right -14, partner 4, left -4" in again
    assert "RISCOS of the evening: me -6, right -14, partner 4, left -4" in again


def test_an_evening_is_of_one_game_by_one_set_of_rules(tmp_path):
    path = tmp_path / "evening.jsonl"
    assert talk(*watching("bisca"), "--record", str(path), lines="next\n")
    for arguments in (watching("sueca"), [*watching("bisca"), "--rules", "hand_size=7"]):
        code, out, err = run("table", *arguments, "--record", str(path), "--lang", "en")
        assert (code, out) == (2, "")
        assert "evening.jsonl" in err
    assert talk(*watching("bisca"), "--record", str(path), "--rules", "hand_size=3", lines="")


def test_a_match_that_is_paid_at_its_end_counts_then(tmp_path):
    out = talk(*watching("sobe-e-desce"), lines="next\n" * 40)
    assert "The match is over." in out
    before, _, after = out.partition("The match is over.")
    assert before.count("RISCOS of the evening: me 0, right 0, across 0, left 0") == (
        before.count("RISCOS of the evening"))
    assert "RISCOS of the evening: me 0, right 0, across 0, left 0" not in after.partition(
        "Sobe e Desce")[0]


def test_nobody_shows_what_he_passes_or_throws_away():
    out = talk("copas", "--seat", "rules", "--seat", "me", *["--seat", "rules"] * 2,
               "--hints", "never", lines="quit\n")
    assert "pass" in out
    assert "left passes -" in out or "right passes -" in out or "across passes -" in out


def test_a_game_with_real_cards_is_asked_for():
    seats = ["--seat", "me", "--seat", "typed"]
    out = talk("bisca", *seats, "--hints", "never",
               lines="trunfo 6♦ monte; mão 7♥ D♦ 4♠; sai eu\n7♥\n2♣\n3♠\n", language="pt")
    assert "Mão: ♠ 4, ♥ 7, ♦ D" in out or "Mão: ♦ D, ♥ 7, ♠ 4" in out
    assert "Que cartas recebeu?" in out


def test_a_deal_in_which_nothing_is_left_to_decide_can_be_ended():
    hands = "me: A♥ 7♥, right: K♥ 2♦, partner: J♦ Q♦, left: 6♣ 5♣"
    out = talk(f"sueca; trump ♠; leads me; points us 50 them 40; hands {hands}",
               "--seat", "me", *["--seat", "typed"] * 3, "--hints", "never",
               lines="A♥\nclaim\n")
    assert "The deal is over." in out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["table"], 2),
        (["table", "xadrez"], 2),
        (["table", "sueca", "--seat", "me"], 2),
        (["table", "sueca", *["--seat", "me"] * 4], 2),
        (["table", "bisca", "--seat", "me", "--seat", "nobody"], 2),
        (["table", STATE, "--seat", "me", *["--seat", "rules"] * 3], 2),
        (["table", "bisca", "--whole"], 2),
        (["review", "/no/such/file"], 2),
    ],
)
def test_what_cannot_be_is_refused_with_its_exit_code(arguments, code):
    found, out, err = run(*arguments, "--lang", "en")
    assert (found, out) == (code, "")
    assert err


def test_a_hidden_seat_is_not_played_by_the_program_and_its_cards_are_typed():
    out = talk("copas", *["--seat", "rules"] * 3, "--seat", "me", "--hints", "never",
               lines="left 2♥\nsave\n")
    assert "The program plays there" in out
    assert "Say the name of the file." in out


def test_an_evening_goes_on_with_another_seed_and_other_cards(tmp_path):
    kept = tmp_path / "evening.jsonl"
    for seed, count in ((7, 1), (8, 2), (9, 3)):
        out = talk("sueca", "--seed", str(seed), "--record", str(kept), *("--seat", "rules") * 4,
                   lines="next\n" * (seed > 7))
        assert "RISCOS of the evening" in out
        found = list(records(kept))
        assert len(found) == count
    assert [record.dealt.dealer for record in found] == [0, 1, 2]
    assert len({record.dealt.hands for record in found}) == 3
    assert found[1].dealt.hands == Table.deal("sueca", seed=8, number=1).record().dealt.hands


def test_what_is_typed_of_the_hand_may_be_wrong_at_first_and_what_is_assumed_is_said():
    seats = ["--seat", "me", *("--seat", "typed") * 3]
    out = talk("sueca", *seats, "--hints", "never",
               lines="trunfo 2♣\n\nmão R♣ 7♣ D♣ 6♣ A♥ 7♥ D♥ 5♦ 4♦ 2♠; trunfo 2♣ esquerda\nquit\n")
    assert "Nothing says who leads" in out
    assert "Your turn." in out
    assert talk("sueca", *seats, lines="quit\n").count("\n") == 1
