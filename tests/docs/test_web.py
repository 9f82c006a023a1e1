"""The calls of curl in docs/web.md are answered as it says.

They are read, not run: the tests need no curl.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from page import served

DOCUMENT = Path(__file__).parents[2] / "docs" / "web.md"
CONSOLE = re.compile(r"^```console\n\$ (curl .*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CALLS = CONSOLE.findall(DOCUMENT.read_text("utf-8"))


@pytest.fixture(scope="module")
def page():
    with served() as client:
        yield client


def asked(call):
    """Method, path and body of a call of curl, of whose options these are enough."""
    words = iter(shlex.split(call)[1:])
    data, address, get = [], "", False
    for word in words:
        if word == "-G":
            get = True
        elif word == "-d":
            data.append(next(words))
        elif word == "--data-urlencode":
            key, _, value = next(words).partition("=")
            data.append(f"{key}={quote(value)}")
        elif word not in ("-s", "-N"):
            address = word
    parts = urlsplit(address)
    assert parts.netloc == "localhost:8000", call
    query = "&".join([*([parts.query] if parts.query else []), *(data if get else [])])
    path = f"{parts.path}?{query}" if query else parts.path
    return ("POST", path, data[0].encode()) if data and not get else ("GET", path, None)


def test_every_kind_of_address_is_shown():
    shown = {asked(call)[1].partition("?")[0] for call, _ in CALLS}
    assert {f"/api/{name}" for name in (
        "advise", "solve", "parse", "table", "advise/stream", "games")} <= shown


@pytest.mark.parametrize(("call", "answer"), CALLS)
def test_a_call_is_answered_as_the_page_says(page, call, answer):
    method, path, body = asked(call)
    status, _, data = page.raw(method, path, body)
    text = data.decode()
    assert status == (400 if answer.startswith('{"error"') else 200)
    place = 0
    for passage in answer.strip().split("…"):
        found = text.find(passage.strip(), place)
        assert found >= 0, (passage, text[:2000])
        place = found + len(passage.strip())
