"""`trunfo web` itself: it says where the page is, opens it, gives way, and ends."""

from __future__ import annotations

import http.client
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager
from urllib.parse import urlencode

import pytest
from command_line import run, surroundings

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")
LONG = {"time": 9, "method": "playout", "state":
        "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; saíram R273♠ 762♥ 4♣ A4V6♠"
        " A34V♦; pontos nós 38 eles 14"}


@contextmanager
def started(*options):
    """The command as a process of its own, and the port that it has told."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "trunfo", "web", "--port", "0", "--no-open", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=surroundings({"PYTHONIOENCODING": "utf-8"}),
    ) as process:
        try:
            told = ADDRESS.search(process.stdout.readline())
            assert told
            yield process, int(told[1])
        finally:
            process.kill()


def test_it_says_where_the_page_is_and_ctrl_c_ends_it():
    with started("--lang", "pt") as (process, port):
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as connection:
            connection.request("GET", "/")
            assert connection.getresponse().read().startswith(b"<!doctype html>")
        assert "Ctrl-C" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
        assert (process.returncode, err) == (0, "")


def test_ctrl_c_ends_it_while_somebody_is_answered():
    with started() as (process, port), socket.create_connection(("127.0.0.1", port)) as asking:
        asking.sendall(f"GET /api/advise/stream?{urlencode(LONG)} HTTP/1.1\r\nHost: localhost"
                       "\r\n\r\n".encode())
        assert b"event: partial" in asking.recv(1 << 16) + asking.recv(1 << 16)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
        assert process.returncode == 0
        assert "Traceback" not in err


def test_a_port_in_use_is_told_with_what_to_do():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, out, err = run("web", "--port", port, "--no-open")
        assert (code, out) == (1, "")
        assert port in err
        assert "--port" in err
        assert "0 for any that is free" in " ".join(err.split())


def test_an_address_of_another_machine_is_told():
    code, _, err = run("web", "--host", "192.0.2.1", "--port", "0", "--no-open")
    assert code == 1
    assert "192.0.2.1" in err


@pytest.mark.parametrize(("options", "times"), [([], 1), (["--no-open"], 0)])
def test_the_browser_is_opened_unless_it_is_not_wanted(monkeypatch, options, times):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("trunfo.web.server.serve", lambda found, host, ready: (
        ready(), found.close()
    ))
    code, out, _ = run("web", "--port", "0", "--lang", "pt", *options)
    assert code == 0
    assert len(opened) == times
    assert all(ADDRESS.match(address) and address.endswith("lang=pt") for address in opened)
    assert ADDRESS.search(out)


def test_a_missing_extra_is_told(monkeypatch):
    for name in ("trunfo.web.server", "uvicorn"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, out, err = run("web", "--no-open")
    assert (code, out) == (1, "")
    assert "trunfo[web]" in err
