"""The addresses: what the command line says, within their limits, whatever is sent."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
from urllib.parse import urlencode

import pytest
from command_line import run
from page import served

import trunfo
from trunfo.engine.registry import playable
from trunfo.games.base import advisor_of
from trunfo.web.app import page_files
from trunfo.web.desk import Busy, Desk
from trunfo.web.guard import Guard
from trunfo.web.texts import TEXTS

SUECA = "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;" \
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
LONG = {"time": 9, "state": SUECA, "method": "playout"}
OPEN = "sueca; trunfo ♠; mãos eu: A♥ 7♥ direita: R♥ 2♠ parceiro: V♦ D♦ esquerda: 6♣ 5♣;" \
    " sai eu; pontos nós 50 eles 40"


@pytest.fixture(scope="module")
def page():
    with served() as client:
        yield client


def without_time(document):
    return {**document, "elapsed_s": 0}


def played_out(game, **more):
    table = trunfo.Table.deal(game, seed=5, **more)
    while not table.over:
        table.play(table.legal()[-1] if table.phase == "go" else table.legal()[0])
    return table.record()


def test_advice_is_that_of_the_command_line(page):
    options = {"worlds": 50, "why": True, "beliefs": True, "samples": 2, "seed": 3}
    status, found = page.post("advise", state=SUECA, lang="pt", **options)
    line = run("advise", SUECA, "--worlds", "50", "--why", "--beliefs", "--samples", "2",
               "--seed", "3", "--json", "--lang", "pt")
    assert status == 200
    assert without_time(found) == without_time(json.loads(line[1]))


def test_advice_after_some_acts_and_against_an_action(page):
    asked = {"if": "V♥, direita 5♦", "worlds": 20, "versus": "7♣"}
    status, found = page.post("advise", state=SUECA, **asked)
    line = run("advise", SUECA, "--if", asked["if"], "--worlds", "20", "--versus", "7♣", "--json")
    if status == 200:
        assert without_time(found) == without_time(json.loads(line[1]))
    else:
        assert found == json.loads(line[1])


def test_solutions_and_reviews_are_those_of_the_command_line(page, tmp_path):
    assert page.post("solve", state=OPEN)[1] == json.loads(run("solve", OPEN, "--json")[1])
    path = tmp_path / "deal.json"
    record = played_out("sueca")
    path.write_text(record.to_json(), "utf-8")
    line = run("review", str(path), "--worlds", "10", "--seat", "0", "--json")
    assert page.post("review", record=record.to_dict(), worlds=10, seat=0) \
        == (200, json.loads(line[1]))


def test_errors_are_those_of_the_command_line_and_have_status_400(page):
    for state in ("sueca; mão 8♥", "sueca; trunfo ♠; mão A♥ A♥", "", "xadrez", "sueca; mão 1OC"):
        status, found = page.post("advise", state=state, lang="pt")
        if not state:
            assert status == 400
            continue
        line = run("advise", state, "--json", "--lang", "pt")
        assert (status, found) == (400, json.loads(line[1]))


def test_every_example_is_parsed_and_reads_back(page):
    for game in playable():
        for example in advisor_of(game).examples.values():
            status, found = page.post("parse", state=example.text)
            assert status == 200, (example.text, found)
            again = page.post("parse", state=found["state"])[1]
            assert again["state"] == found["state"]
            assert page.post("parse", state=found["text"])[1]["state"] == found["state"]
            assert len(found["view"]["seats"]) == game.seats


def test_what_is_impossible_is_shown_nevertheless(page):
    state = "sueca; trunfo ♠; mão R♥ A♠; sai eu; pontos nós 90 eles 60"
    status, found = page.post("parse", state=state)
    assert status == 400
    assert found["error"]["message"]
    assert found["state"]["hand"] == ["RC", "AE"]
    assert found["view"]["seats"][0]["hand"] == ["AE", "RC"]


@pytest.mark.parametrize("game", [game.name for game in playable()])
def test_a_deal_against_the_program_is_played_from_what_the_client_keeps(page, game):
    status, found = page.post("table", game=game, seed=4)
    for _ in range(200):
        assert status == 200, found
        if found["over"]:
            break
        kept = {"record": found["record"], "series": found["series"], "me": 0}
        if found["seat"] == 0:
            before = found
            status, found = page.post("table", act=before["words"][0], **kept)
            assert status == 200, (before["words"], found)
            undone = page.post("table", undo=True, series=found["series"], record=found["record"])
            assert undone[1]["record"]["acts"] == before["record"]["acts"]
        else:
            status, found = page.post("table", player="rules", **kept)
    assert found["result"] is not None
    record = trunfo.Record.from_json(found["record"])
    assert record.result is not None
    status, following = page.post(
        "table", record=found["record"], series=found["series"], next=True
    )
    whole = trunfo.Table.deal(game, seed=4)
    for act in record.acts:
        whole.play(act)
    whole.next()
    assert following["record"]["dealt"] == whole.record().to_dict()["dealt"]


def test_a_table_goes_on_from_a_state(page):
    status, found = page.post("table", state=SUECA)
    assert status == 200
    assert {"play": "VC"} in found["legal"]
    status, found = page.post("table", record=found["record"], act={"play": "VC"})
    assert found["seat"] == 1
    assert page.post("table", record=found["record"], act={"play": "VC"})[0] == 400


def test_a_stream_firms_and_ends_with_the_plain_answer(page):
    events = page.events("advise/stream", state=SUECA, worlds=3000, seed=2, why="true")
    assert [kind for kind, _ in events].count("done") == 1
    assert events[-1][0] == "done"
    assert all(kind == "partial" for kind, _ in events[:-1])
    plain = page.post("advise", state=SUECA, worlds=3000, seed=2, why=True)[1]
    assert without_time(events[-1][1]) == without_time(plain)


def test_a_review_is_streamed_by_decisions(page):
    record = played_out("sueca")
    events = page.events("review/stream", record=record.to_json(), worlds=5)
    assert events[-1] == ("done", page.post("review", record=record.to_json(), worlds=5)[1])
    assert len(events) > 2


def test_records_of_a_file_and_of_a_match(page, tmp_path):
    record = played_out("bisca")
    status, found = page.post("records", record=f"{record}\n---\n{record}")
    assert status == 200
    assert [each["record"] for each in found["records"]] == [record.to_dict()] * 2
    path = tmp_path / "match.jsonl"
    assert run("match", "rules", "random", "--game", "sueca", "--deals", "1", "--jobs",
               "1", "--out", str(path))[0] == 0  # no second process: the server has threads here
    status, found = page.post("records", record=path.read_text("utf-8"))
    assert status == 200
    assert len(found["records"]) >= 2


def test_a_client_that_leaves_stops_its_search(page):
    """Its place is free long before the nine seconds are over."""
    for path in ("advise/stream", "advise"):
        with socket.create_connection(("127.0.0.1", page.port)) as leaving:
            if path == "advise":
                body = json.dumps(LONG).encode()
                leaving.sendall(b"POST /api/advise HTTP/1.1\r\nHost: localhost\r\nContent-Length:"
                                b" %d\r\n\r\n%b" % (len(body), body))
            else:
                leaving.sendall(f"GET /api/{path}?{urlencode(LONG)} HTTP/1.1\r\nHost: localhost"
                                "\r\n\r\n".encode())
            until(lambda: page.desk.taken == 1)
        until(lambda: page.desk.taken == 0)


def until(holds):
    waiting = threading.Event()
    for _ in range(400):
        if holds():
            return
        waiting.wait(0.01)
    raise AssertionError("it never came to that")


def test_who_finds_too_many_waiting_is_sent_away():
    async def tried():
        desk, going = Desk(1, waiting=1), threading.Event()

        def work(stop):
            going.wait()
            yield "done"

        tasks = [asyncio.ensure_future(desk.think(work, 10)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await desk.think(work, 10)
        going.set()
        assert await asyncio.gather(*tasks) == ["done", "done"]
        assert await desk.think(work, 10) == "done"
        desk.close()

    asyncio.run(tried())


FOREIGN = [
    {"Host": "evil.example"}, {"Host": "evil.example:8000"}, {"Origin": "http://evil.example"},
    {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "192.168.1.7:8000"},
    {"Host": ""},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_foreign_pages_are_refused(page, headers):
    status, answered, data = page.raw("GET", "/api/games", headers=headers)
    assert status == 403
    assert json.loads(data)["error"]["code"] == "foreign"
    assert "content-security-policy" in answered


def test_names_of_this_machine_are_let_in(page):
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000"):
        headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
        assert page.raw("GET", "/api/games", headers=headers)[0] == 200
    wide = Guard(None, "0.0.0.0")
    assert wide._named("192.168.1.7:8000")
    assert not wide._named("evil.example:8000")


WRONG = [
    ("POST", "/api/advise", b"", 400), ("POST", "/api/advise", b"[1]", 400),
    ("POST", "/api/advise", b"{", 400), ("POST", "/api/advise", b"\xff\xfe", 400),
    ("POST", "/api/advise", b"{}", 400), ("POST", "/api/advise", b'{"state":1}', 400),
    ("POST", "/api/advise", b'{"state":{"a":NaN}}', 400),
    ("POST", "/api/advise", b'{"state":"\\ud800"}', 400),
    ("POST", "/api/advise", b'{"state":"x","state2":1}', 400),
    ("POST", "/api/advise", b"[" * 60_000, 400),
    ("POST", "/api/advise", b'{"state":"x","rules":{}}', 400),
    ("POST", "/api/advise", b'{"state":"x","lang":"fr"}', 400),
    ("POST", "/api/advise", b'{"state":"x","lang":[]}', 400),
    ("POST", "/api/advise", b'{"state":"x","seed":' + b"9" * 5000 + b"}", 400),
    ("GET", "/api/advise", None, 405), ("PUT", "/api/parse", b"{}", 405),
    ("POST", "/api/advise/stream", b"{}", 405), ("GET", "/api/advise/stream", None, 400),
    ("GET", "/api/advise/stream?state=a&state=b", None, 400),
    ("GET", "/api/nothing", None, 404), ("POST", "/", b"", 405),
    ("GET", "/../pyproject.toml", None, 404), ("GET", "/..%2f..%2fpyproject.toml", None, 404),
    ("GET", "/static/../../app.py", None, 404), ("GET", "/%00", None, 404),
    ("POST", "/api/parse", b" " * (64 * 1024 + 1), 413),
    ("POST", "/api/review", b" " * (2 * 1024 * 1024 + 1), 413),
    ("POST", "/api/table", b'{"game":"sueca","seed":-1}', 400),
    ("POST", "/api/table", b'{"game":"sueca","state":"x"}', 400),
    ("POST", "/api/table", b'{"game":"sueca","player":"external:command=ls"}', 400),
    ("POST", "/api/table", b'{"game":"sueca","player":"pimc:worlds=1000000"}', 400),
    ("POST", "/api/table", b'{"game":"sueca","player":"pimc:time=100"}', 400),
    ("POST", "/api/table", b'{"game":"sueca","act":7}', 400),
    ("POST", "/api/table", b'{"game":"sueca","names":[1]}', 400),
    ("POST", "/api/table", b'{"game":"sueca","undo":"x"}', 400),
    ("POST", "/api/table", b'{"record":{"schema":"trunfo.record/1"},"series":1}', 400),
    ("POST", "/api/review", b'{"record":7}', 400), ("POST", "/api/records", b'{"record":""}', 400),
    ("POST", "/api/records", b'{"record":"{\\"schema\\":\\"trunfo.match/1\\"}\\n"}', 400),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), WRONG)
def test_whatever_is_wrong_is_told_in_json(page, method, path, body, status):
    found, _, data = page.raw(method, path, body)
    assert found == status
    error = json.loads(data)["error"]
    assert set(error) == {"code", "message", "where"}
    assert "Traceback" not in error["message"]


@pytest.mark.parametrize(
    "more", [{"time": 11}, {"worlds": 100_001}, {"jobs": 4096}, {"samples": 101}, {"time": "1"},
             {"worlds": 1.5}, {"why": 1}, {"objective": "x"}, {"time": 0}],
)
def test_more_than_is_allowed_is_refused(page, more):
    status, found = page.post("advise", state=SUECA, **more)
    assert status == 400
    assert found["error"]["code"] in ("too_much", "bad_option", "wrong_type")


def test_a_body_without_length_is_cut_too(page):
    chunk = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", page.port)) as sender:
        sender.sendall(b"POST /api/parse HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:"
                       b" chunked\r\n\r\n" + chunk * 4 + b"0\r\n\r\n")
        assert b" 413 " in sender.recv(1 << 16)


def test_no_script_but_the_page_s_own(page):
    _, headers, data = page.raw("GET", "/")
    policy = headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert b"<style" not in data
    assert b"style=" not in data
    assert b"onclick" not in data


def test_the_texts_of_the_page_come_in_both_languages(page):
    portuguese, english = (page.get("games", lang=code)[1] for code in ("pt", "en"))
    assert portuguese["texts"].keys() == english["texts"].keys()
    assert all(key == text for key, text in english["texts"].items())
    assert portuguese["texts"]["Advise"] == "Aconselhar"


def test_every_text_of_the_page_is_in_the_catalogue():
    said = set()
    for name, (_, data) in page_files().items():
        if name.endswith(".js"):
            said |= set(re.findall(r'\bt\(\s*"((?:[^"\\]|\\.)*)"', data.decode()))
    assert said == set(TEXTS)


def test_the_page_is_small_and_names_no_game():
    assert sum(len(data) for _, data in page_files().values()) < 200_000
    for name, (_, data) in page_files().items():
        for game in playable():
            assert game.name not in data.decode().lower().replace('"copas"', ""), (name, game.name)
        assert not re.search(r'https?://(?!www\.w3\.org/2000/svg)', data.decode()), name
