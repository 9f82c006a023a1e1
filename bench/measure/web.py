"""The server of the page under load, and how fast it is: loopback only, a few minutes.

    python bench/measure/web.py [--storm 200] [--requests 10000]

Started as a process of its own, it is asked 200 things at once: advice, tables, positions, files
of the page, paths with `..`, wrong types, bodies of 10 MB; among them readers that take some bytes
at a time and clients that leave. Whatever is answered must be what docs/web.md says. Then 10,000
requests in turn, with the resident memory after each tenth, and 8 clients at once with half a
second each. At last, in this process, how soon a place is free again when a client leaves. Exits
with 1 if an answer or a bound does not hold; wall times of a first use are printed only.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

from joblib import cpu_count

from trunfo.web.app import page_files
from trunfo.web.server import listening, made

STATE = "sueca; trunfo A♣ esquerda; mão ♥V ♣7VD63; mesa parceiro 7♦ 6♦; não tem parceiro ♥;" \
    " saíram R273♠ 762♥ 4♣ A4V6♠ A34V♦; pontos nós 38 eles 14"
OPEN = "sueca; trunfo ♠; mãos eu: A♥ 7♥ direita: R♥ 2♠ parceiro: V♦ D♦ esquerda: 6♣ 5♣;" \
    " sai eu; pontos nós 50 eles 40"
BUSY = {200, 429}


def body(**asked: object) -> bytes:
    """A request as JSON."""
    return json.dumps(asked).encode()


KINDS = [
    ("page", "GET", "/", None, {200}),
    ("script", "GET", "/main.js", None, {200}),
    ("games", "GET", "/api/games?lang=pt", None, {200}),
    ("parse", "POST", "/api/parse", body(state=STATE), {200}),
    ("table", "POST", "/api/table", body(game="bisca", seed=7), {200}),
    ("a player", "POST", "/api/table", body(game="bisca", seed=7, player="rules"), BUSY),
    ("advise", "POST", "/api/advise", body(state=STATE, worlds=20), BUSY),
    ("solve", "POST", "/api/solve", body(state=OPEN), BUSY),
    ("stream", "GET", "/api/advise/stream?" + urlencode({"state": STATE, "worlds": 20}), None,
     BUSY),
    ("10 MB", "POST", "/api/parse", b" " * (10 << 20), {413}),
    ("no JSON", "POST", "/api/advise", b"{", {400}),
    ("wrong type", "POST", "/api/advise", body(state=7), {400, 429}),
    ("too much", "POST", "/api/advise", body(state=STATE, worlds=10**9), {400, 429}),
    ("dots", "GET", "/../../etc/passwd", None, {404}),
    ("dots, coded", "GET", "/%2e%2e/%2e%2e/etc/passwd", None, {404}),
    ("method", "DELETE", "/api/advise", None, {405}),
]
"""What is asked, and which status may be answered."""


def ask(port: int, method: str, path: str, data: bytes | None) -> tuple[int, bytes]:
    """Status and answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
        connection.request(method, path, data)
        answer = connection.getresponse()
        return answer.status, answer.read()


def slow(port: int) -> str:
    """Read the longest answer some bytes at a time."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as reader:
        reader.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        taken = b""
        while part := reader.recv(2048):
            taken += part
            time.sleep(0.005)
    return "ok" if b" 200 " in taken[:40] and taken.endswith(b"}") else "cut"


def cut(port: int) -> str:
    """Leave in the middle of a request, or of an answer."""
    with socket.create_connection(("127.0.0.1", port)) as leaving:
        leaving.sendall(b"POST /api/advise HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500"
                        b"\r\n\r\n{")
    with socket.create_connection(("127.0.0.1", port)) as leaving:
        query = urlencode({"state": STATE, "time": 9, "method": "playout"})
        leaving.sendall(f"GET /api/advise/stream?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .encode())
    return "ok"


def storm(port: int, count: int) -> bool:
    """Ask `count` things at once; whether all that came was documented."""
    found: Counter[str] = Counter()
    wrong: list[str] = []
    start = threading.Barrier(count)

    def one(number: int) -> None:
        start.wait()
        kinds = len(KINDS) + 2
        if number % kinds >= len(KINDS):
            does = (slow, cut)[number % kinds - len(KINDS)]
            said = does(port)
            found[f"{does.__name__} {said}"] += 1
            if said != "ok":
                wrong.append(does.__name__)
            return
        name, method, path, data, allowed = KINDS[number % kinds]
        try:
            status, text = ask(port, method, path, data)
        except OSError as failed:  # still sending when it had its answer
            found[f"{name} closed"] += 1
            if name != "10 MB":
                wrong.append(f"{name}: {failed!r}")
            return
        found[f"{name} {status}"] += 1
        if status not in allowed or b"Traceback" in text:
            wrong.append(f"{name}: {status} {text[:200]!r}")

    begun = time.perf_counter()
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(one, range(count)))
    print(f"{count} at once, {time.perf_counter() - begun:.1f} s:", dict(sorted(found.items())))
    print("not as documented:", wrong or "nothing")
    return not wrong


def memory(process: int) -> float:
    """Resident memory, in MiB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def flat(port: int, process: int, count: int) -> bool:
    """Many requests in turn; whether memory stays after the first fifth."""
    quick = [kind for kind in KINDS if kind[0] != "10 MB"]
    sizes: list[float] = []

    def one(number: int) -> bool:
        _, method, path, data, allowed = quick[number % len(quick)]
        return ask(port, method, path, data)[0] in allowed

    with ThreadPoolExecutor(4) as pool:
        fine = True
        for first in range(0, count, max(1, count // 10)):
            fine &= all(pool.map(one, range(first, min(count, first + count // 10))))
            sizes.append(memory(process))
    print(f"memory after each tenth of {count} requests, MiB:",
          ", ".join(f"{size:.0f}" for size in sizes))
    return fine and sizes[-1] - sizes[1] < 8


def eight(port: int) -> bool:
    """Eight clients at once, half a second of thought each."""
    bound = 8 * 0.5 / cpu_count() + 1
    start = threading.Barrier(8)

    def one(_: int) -> float:
        start.wait()
        begun = time.perf_counter()
        status, _data = ask(port, "POST", "/api/advise", body(state=STATE, time=0.5))
        assert status == 200
        return time.perf_counter() - begun

    with ThreadPoolExecutor(8) as pool:
        taken = max(pool.map(one, range(8)))
    print(f"8 clients with 0.5 s each: the last after {taken:.2f} s, bound {bound:.2f} s")
    return taken <= bound


def leaving() -> bool:
    """How long after a client has left its place is free."""
    found, ready = listening("127.0.0.1", 0), threading.Event()
    server = made("127.0.0.1", ready.set)
    thread = threading.Thread(target=server.run, args=([found],))
    thread.start()
    ready.wait()
    desk = server.config.app.app.state.desk  # type: ignore[union-attr]
    query = urlencode({"state": STATE, "time": 9, "method": "playout"})
    times, first = [], []
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", found.getsockname()[1])) as client:
            begun = time.perf_counter()
            client.sendall(f"GET /api/advise/stream?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n"
                           .encode())
            while b"event:" not in client.recv(1 << 16):
                pass
            first.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        while desk.taken:
            time.sleep(0.001)
        times.append(time.perf_counter() - begun)
    server.should_exit = True
    thread.join()
    print(f"first event of a stream: the first {first[0]:.3f} s, then at most {max(first[1:]):.3f}"
          " s (aim 0.15 s)")
    print(f"a client has left, its place is free: at most {max(times):.3f} s (bound 0.2 s)")
    return max(times) <= 0.2


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--storm", type=int, default=200)
    parser.add_argument("--requests", type=int, default=10_000)
    chosen = parser.parse_args()
    print("load:", ", ".join(f"{each:.1f}" for each in os.getloadavg()), "cores:", cpu_count())
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "trunfo", "web", "--port", "0", "--no-open"],
        stdout=subprocess.PIPE, text=True,
    ) as process:
        try:
            assert process.stdout is not None
            told = re.search(r":(\d+)/", process.stdout.readline())
            assert told is not None
            port, ready = int(told[1]), time.perf_counter()
            for path in ("", "api/games?lang=pt", *page_files()):
                assert ask(port, "GET", f"/{path}", None)[0] == 200
            loaded = time.perf_counter()
            print(f"the command is ready after {ready - begun:.2f} s; the page, its files and words"
                  f" {loaded - ready:.3f} s (aim 0.5 s)")
            good = [
                eight(port), storm(port, chosen.storm),
                flat(port, process.pid, chosen.requests),
            ]
        finally:
            process.terminate()
    good.append(leaving())
    print("all of it holds" if all(good) else "something does not hold")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
