"""Reviews: honest losses are those of fresh advice, results are par and the changes since."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random

import pytest
from command_line import run
from table_proofs import adds_up
from tables import GAMES, followed, played, replayed, until

from trunfo.advise import advise
from trunfo.match.spec import parse
from trunfo.table.review import Totals, made_of, review, review_iter
from trunfo.table.review_html import review_html
from trunfo.table.stream import write_stream
from trunfo.table.table import Table

BY_GAME = pytest.mark.parametrize("name", GAMES)


@BY_GAME
def test_each_decision_is_weighed_as_by_fresh_advice(name):
    record = played(Random(2), name, 2, {}).record()
    found = review(record, worlds=4, jobs=1)
    assert [each.number for each in found.decisions] == list(range(1, len(record.acts) + 1))
    for (table, act), each in zip(replayed(record), found.decisions, strict=True):
        assert each.act == act
        advice = advise(table.state(act.seat), worlds=4, seed=1)
        assert each.forced == (advice.forced is not None)
        if each.forced:
            assert (each.honest, each.verdict, each.best) == (None, None, None)
            continue
        assert each.best == advice.best
        asked = advise(table.state(act.seat), worlds=4, seed=1, versus=act.action)
        assert asked.best == advice.best
        made = made_of(asked, act)
        assert each.honest.mean == max(0.0, -made.delta.mean)
        assert each.honest.ci95 == made.delta.ci95
        assert each.verdict == made.verdict


@BY_GAME
def test_the_result_is_par_and_the_changes_since_and_nothing_is_won_in_hindsight(name):
    for number in range(2):
        record = played(Random(name), name, number, {}).record()
        adds_up(review(record, worlds=1, jobs=1, seat=0))


def test_a_player_that_takes_advice_loses_nothing_honestly():
    player = parse("pimc:worlds=4").build()
    table = Table.deal("sueca", seed=3)
    while not table.over:
        state = table.state(table.seat)
        table.play(advise(state, worlds=4, seed=1).best if table.seat == 0 else
                   player.play(state, 1))
    assert review(table.record(), worlds=4, seat=0).losses(0).honest.mean == 0


@pytest.mark.parametrize(("name", "number"), [
    ("sueca", 1), ("bisca", 1), ("bisca4", 1), ("copas", 1), ("copas", 3), ("sobe-e-desce", 1),
])
def test_of_a_record_of_one_seat_all_is_weighed_that_it_and_the_finished_play_tell(name, number):
    whole = played(Random(1), name, number, {}).record()
    record = followed(whole, 1).record()
    found = review(record, worlds=2)
    json.dumps(found.to_dict(), allow_nan=False)
    by_act = [each for each in found.decisions if not {"got", "turned"} & set(each.act)]
    others = 0
    for seen, known in zip(by_act, review(whole, worlds=2).decisions, strict=True):
        if seen.seat == 1 and seen.act == known.act:
            assert (seen.honest, seen.best, seen.forced) == (
                known.honest, known.best, known.forced)
        elif seen.honest is not None:
            assert (seen.honest, seen.best) == (known.honest, known.best)
            others += 1
        if seen.after is not None:
            assert seen.after.points == known.after.points
    if name == "copas" and number == 1:
        assert not others  # nobody but they themselves knows what the others have passed
    elif name != "sobe-e-desce":
        assert others
    if name == "sueca":
        assert found.start == 1
        assert others == sum(
            each.honest is not None and each.seat != 1 for each in by_act
        )


def test_of_a_deal_that_was_broken_off_no_hidden_hand_is_told():
    table = Table.of(until(followed(played(Random(1), "sueca", 1, {}).record(), 1).record(), 30))
    table.play({"seat": 2, "leave": True})
    found = review(table.record(), worlds=1)
    assert all(each.honest is None for each in found.decisions if each.seat != 1)


def test_after_leaving_the_loss_is_not_counted_and_the_result_stands():
    table = Table.of(until(played(Random(1), "sueca", 1, {}).record(), 30))
    table.play({"seat": 1, "leave": True})
    found = review(table.record(), worlds=1)
    last = found.decisions[-1]
    assert last.after == table.result
    assert last.hindsight is None
    assert last.honest is None


def test_a_deal_in_which_no_card_is_led_has_no_par_but_its_result():
    table = Table.deal("sobe-e-desce", seed=1)
    table.play({"trump": "E"})
    while not table.over:
        table.play({"go": {"go": False} not in table.legal()})
    found = review(table.record(), worlds=4)
    assert (found.start, found.par) == (None, None)
    adds_up(found)
    assert "svg" in review_html(found)


def test_totals_are_by_name_where_there_are_names():
    record = played(Random(1), "bisca", 1, {}).record()
    totals = Totals()
    for names in (("Ana", "Rui"), ("Rui", "Ana")):
        totals.add(review(replace(record, names=names), worlds=1))
    found = totals.to_dict()
    assert [player["name"] for player in found["players"]] == ["Ana", "Rui"]
    assert found["players"][0]["decisions"] == found["players"][1]["decisions"]


class Page(HTMLParser):
    """What a page refers to, and what is open while it is read."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        assert not {"src", "srcset", "data", "action"} & set(given)
        if "id" in given:
            assert given["id"] not in self.ids
            self.ids.add(given["id"])
        if "href" in given:
            self.links.add(given["href"])
        if tag not in ("meta", "line", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in ("meta", "line", "circle"):
            self.open.pop()

    def handle_endtag(self, tag):
        if tag != "circle":
            assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_a_page_needs_nothing_but_itself_and_every_card_leads_to_its_decision(lang, tmp_path):
    several = [played(Random(1), name, 1, {}).record() for name in GAMES if name != "sueca"]
    several.append(followed(several[0], 0).record())
    path, target = tmp_path / "some.jsonl", tmp_path / "page.html"
    path.write_text("".join(write_stream(several)), "utf-8")
    code, _, err = run("review", str(path), "--worlds", "1", "--seat", "0", "--jobs", "1",
                       "--lang", lang, "--html", str(target))
    assert (code, err) == (0, "")
    text = target.read_text("utf-8")
    page = Page(text)
    assert not page.open
    assert page.links
    assert {link.removeprefix("#") for link in page.links} <= page.ids
    assert page.tags.count("section") == len(several) + 1
    assert page.tags.count("svg") == len(several)
    assert page.tags.count("details") == len({link for link in page.links if "d" in link})
    assert not re.search(r"url\(|@import|https?:", text)
    assert "prefers-color-scheme:dark" in text
    assert "@media print" in text
    assert ("Decisões que contaram" in text) == (lang == "pt")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "some.jsonl"]


def test_several_records_are_looked_back_at_by_processes_with_the_same_results(tmp_path):
    several = [played(Random(1), "bisca", number, {}).record() for number in (1, 2, 3)]
    path = tmp_path / "some.jsonl"
    path.write_text("".join(write_stream(several)) + "{}\n", "utf-8")
    found = [run("review", str(path), "--worlds", "2", "--json", "--jobs", jobs)
             for jobs in ("1", "2")]
    assert found[0] == found[1]
    code, out, _ = found[0]
    assert code == 2
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line.get("schema") for line in lines] == ["trunfo.review/1"] * 3 + [None]
    assert "error" in lines[-1]


def test_a_page_that_cannot_be_written_is_told(tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text("".join(write_stream([played(Random(1), "bisca", 1, {}).record()])), "utf-8")
    code, out, err = run("review", str(path), "--worlds", "1", "--html",
                         str(tmp_path / "no" / "page.html"))
    assert (code, out) == (1, "")
    assert "page.html" in err


def test_a_review_shows_itself_in_a_notebook_and_as_one_line():
    found = review(played(Random(1), "bisca", 1, {}).record(), worlds=1)
    assert repr(found) == "<Review of bisca, 40 acts>"
    assert not Page(found._repr_html_()).open


def test_a_review_grows_decision_by_decision():
    record = until(played(Random(1), "bisca", 1, {}).record(), 12)
    partial = list(review_iter(record, worlds=1))
    assert partial[-1] == review(record, worlds=1)
    counts = [len(each.decisions) for each in partial]
    assert counts == sorted(counts)
    assert counts[0] == 1


def test_the_command_prints_a_review_a_line_and_then_the_totals(tmp_path):
    several = [played(Random(1), "bisca", number, {}).record() for number in (1, 2)]
    path = tmp_path / "two.jsonl"
    path.write_text("".join(write_stream(several)), "utf-8")
    code, out, err = run("review", str(path), "--worlds", "2", "--json")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["schema"] for line in lines] == ["trunfo.review/1"] * 2 + ["trunfo.totals/1"]
    assert lines[1] == json.loads(review(several[1], worlds=2).to_json())
    code, one, err = run("review", str(path), "--worlds", "2", "--deal", "1", "--lang", "en")
    assert (code, err) == (0, "")
    assert "decisions" in one
    assert all(len(line) <= 80 for line in one.splitlines())
