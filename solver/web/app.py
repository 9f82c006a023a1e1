"""The addresses and what stands behind them, as a Starlette application.

Starlette and uvicorn rather than Flask and waitress: streams and the departure of clients are
events of the same loop, so that no thread waits for a reader, and a search is told to stop the
moment its reader has gone.
"""

from __future__ import annotations

import asyncio
import json
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl

from joblib import cpu_count
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from trunfo.engine.errors import TrunfoError
from trunfo.language import ENGLISH, Language, language
from trunfo.version import version
from trunfo.web import answers
from trunfo.web.asked import (
    ADVISE,
    MOST_SECONDS,
    PARSE,
    RECORDS,
    REVIEW,
    SOLVE,
    TABLE,
    document,
    query,
    spoken,
    told,
)
from trunfo.web.desk import Busy, Desk
from trunfo.web.guard import Gone, Guard, TooLong, TooSlow, body, refuse

BODY, RECORD_BODY = 64 << 10, 2 << 20
"""Bytes that a body may have; of records."""
REVIEW_SECONDS = 120.0
"""The longest that a whole review may be thought about."""
LIGHT = 2
"""Threads for what needs no thinking."""

Thought = Callable[[Mapping[str, Any], threading.Event, int], Iterator[str]]
TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
}


def application(host: str = "127.0.0.1", cores: int | None = None) -> Guard:
    """All of it, to be served.

    Parameters
    ----------
    host : str
        The address that it is served at: names of others are refused.
    cores : int, optional
        How many think at once; as many as there are cores.
    """
    cores = cpu_count() if cores is None else cores
    desk, light = Desk(cores), ThreadPoolExecutor(LIGHT, thread_name_prefix="trunfo-light")

    def thinking(path: str, work: Thought, keys: Sequence[str], needed: str, **more: Any) -> Route:
        return Route(path, Endpoint(desk, work, keys, (needed,), cores, **more), methods=None)

    def plain(path: str, found: Callable[[Mapping[str, Any]], Any], **more: Any) -> Route:
        def work(asked: Mapping[str, Any], stop: threading.Event, cores: int) -> Iterator[str]:
            yield json.dumps(found(asked), ensure_ascii=False, allow_nan=False)

        return Route(path, Endpoint(light, work, cores=cores, **more), methods=None)

    app = Starlette(routes=[
        thinking("/api/advise", answers.advised, ADVISE, "state"),
        thinking("/api/advise/stream", answers.advised, ADVISE, "state", stream=True),
        thinking("/api/solve", answers.solved, SOLVE, "state"),
        thinking("/api/review", answers.reviewed, REVIEW, "record", most=RECORD_BODY,
                 seconds=REVIEW_SECONDS),
        thinking("/api/review/stream", answers.reviewed, REVIEW, "record", stream=True,
                 seconds=REVIEW_SECONDS),
        Route("/api/table", AtTable(desk, light, cores), methods=None),
        plain("/api/parse", answers.parsed, keys=PARSE, needed=("state",)),
        plain("/api/records", answers.records, keys=RECORDS, needed=("record",),
              most=RECORD_BODY),
        plain("/api/games", answers.described, keys=("lang",), needed=(), get=True),
        Route("/{path:path}", Page(), methods=None),
    ])
    app.state.desk, app.state.light = desk, light
    return Guard(app, host)


class Endpoint:
    """An address: reads what is asked, has it worked out, and answers.

    Parameters
    ----------
    worker : Desk or ThreadPoolExecutor
        Who works it out: one of those who think, or a thread for what is quick.
    work : callable
        Given what is asked, yields texts; the last is the answer.
    keys, needed : sequence of str
        What may be asked, and what must.
    cores : int
        How many cores there are.
    most : int
        Bytes of a body.
    seconds : float
        How long it may think.
    stream : bool
        Whether it answers by events, and is asked by its address alone.
    get : bool
        Whether it is asked by its address alone.
    """

    def __init__(
        self, worker: Desk | ThreadPoolExecutor, work: Thought, keys: Sequence[str] = (),
        needed: Sequence[str] = (), cores: int = 1, *, most: int = BODY,
        seconds: float = MOST_SECONDS, stream: bool = False, get: bool = False,
    ) -> None:
        self.worker, self.work, self.keys, self.needed = worker, work, keys, needed
        self.cores, self.most, self.seconds = cores, most, seconds
        self.stream, self.method = stream, "GET" if stream or get else "POST"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; whatever goes wrong is told as JSON."""
        code = ENGLISH
        try:
            if scope["method"] != self.method:
                sentence = f"This address is asked by {self.method}."
                await refuse(send, 405, told("method", sentence), {"allow": self.method})
                return
            asked = await self._asked(scope, receive)
            code = _language(asked)
            await until_gone(self._answer(asked, send), receive)
        except TrunfoError as wrong:
            await _json(send, 400, answers.failed(wrong, code))
        except TooLong:
            sentence = f"A body may have {self.most} bytes here."
            await refuse(send, 413, told("too_long", sentence))
        except TooSlow:
            await refuse(send, 408, told("too_slow", "The body did not come in time."))
        except Busy:
            sentence = "Too many are waiting: ask again in a moment."
            await _json(send, 429, told("busy", sentence), {"retry-after": "1"})
        except (Gone, TimeoutError, OSError):
            return  # nobody is there to be told
        except Exception as wrong:
            traceback.print_exc()
            await _json(send, 500, internal(wrong))

    async def _asked(self, scope: Scope, receive: Receive) -> dict[str, Any]:
        if self.method == "POST":
            return document(await body(scope, receive, self.most), self.keys, self.needed)
        pairs = parse_qsl(
            scope["query_string"].decode("latin-1"), keep_blank_values=True, errors="replace"
        )
        return query(pairs, self.keys, self.needed)

    async def _answer(self, asked: Mapping[str, Any], send: Send) -> None:
        if self.stream:
            await self._events(asked, send)
            return
        if isinstance(self.worker, Desk):
            text = await self.worker.think(
                lambda stop: self.work(asked, stop, self.cores), self.seconds
            )
        else:
            text = await asyncio.get_running_loop().run_in_executor(
                self.worker, lambda: list(self.work(asked, threading.Event(), self.cores))[-1]
            )
        status = 400 if text.startswith('{"error"') else 200
        await _sent(send, status, text.encode())

    async def _events(self, asked: Mapping[str, Any], send: Send) -> None:
        """Send what is known so far again and again, then the answer."""
        assert isinstance(self.worker, Desk)
        begun = False

        async def event(kind: str, text: str) -> None:
            nonlocal begun
            if not begun:
                begun = True
                await send({"type": "http.response.start", "status": 200, "headers": [
                    (b"content-type", b"text/event-stream; charset=utf-8"),
                    (b"x-accel-buffering", b"no"),
                ]})
            data = f"event: {kind}\ndata: {text}\n\n".encode()
            await send({"type": "http.response.body", "body": data, "more_body": True})

        try:
            last = await self.worker.think(
                lambda stop: self.work(asked, stop, self.cores), self.seconds,
                lambda text: event("partial", text),
            )
        except TrunfoError as wrong:
            if not begun:
                raise
            failed = answers.failed(wrong, _language(asked))
            await event("failed", json.dumps(failed, ensure_ascii=False))
        else:
            await event("done", last)
        await send({"type": "http.response.body", "body": b""})


class AtTable(Endpoint):
    """`/api/table`: quick, but where a player of the program has to think."""

    def __init__(self, desk: Desk, light: ThreadPoolExecutor, cores: int) -> None:
        super().__init__(light, answers.at_table, TABLE, cores=cores)
        self.desk = desk

    async def _answer(self, asked: Mapping[str, Any], send: Send) -> None:
        if asked.get("player") is None:
            await super()._answer(asked, send)
            return
        text = await self.desk.think(
            lambda stop: self.work(asked, stop, self.cores), self.seconds
        )
        await _sent(send, 200, text.encode())


class Page:
    """The files of the page, which are read once: there is no other way to a file."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, or say that there is none."""
        found = page_files().get(scope["path"].lstrip("/") or "index.html")
        if found is None:
            await _json(send, 404, told("not_found", "There is nothing here."))
        elif scope["method"] not in ("GET", "HEAD"):
            await refuse(
                send, 405, told("method", "This address is asked by GET."), {"allow": "GET"}
            )
        else:
            kind, data = found
            await Response(data, media_type=kind)(scope, receive, send)


@cache
def page_files() -> Mapping[str, tuple[str, bytes]]:
    """Type and content of every file of the page, by its path."""
    found = {}
    folders = [("", files("trunfo.web") / "static")]
    for before, folder in folders:
        for each in folder.iterdir():
            if each.is_dir():
                folders.append((f"{before}{each.name}/", each))
            elif (kind := TYPES.get(f".{each.name.rpartition('.')[2]}")) is not None:
                found[before + each.name] = kind, each.read_bytes()
    return found


async def until_gone(answer: Any, receive: Receive) -> None:
    """Wait for an answer to be given; if its reader leaves before, it is given up."""

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    answering, leaving = asyncio.ensure_future(answer), asyncio.ensure_future(gone())
    try:
        await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise Gone
        answering.result()
    finally:
        for task in (answering, leaving):
            task.cancel()
        await asyncio.gather(answering, leaving, return_exceptions=True)


def internal(wrong: Exception) -> dict[str, Any]:
    """What is said of a fault of ours: no more than what it was."""
    sentence = (
        f"Internal error in trunfo {version()}: {type(wrong).__name__}. Please report it, with the"
        " position and this line."
    )
    return told("internal", sentence)


def _language(asked: Mapping[str, Any]) -> Language:
    """The language to say in what is wrong; English where it is that which is wrong."""
    try:
        return spoken(asked)
    except TrunfoError:
        return language("en")


async def _json(
    send: Send, status: int, found: object, headers: Mapping[str, str] | None = None
) -> None:
    data = json.dumps(found, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    await _sent(send, status, data, headers)


async def _sent(
    send: Send, status: int, data: bytes, headers: Mapping[str, str] | None = None
) -> None:
    fields = {
        "content-type": "application/json", "content-length": str(len(data)), **(headers or {})
    }
    await send({
        "type": "http.response.start", "status": status,
        "headers": [(name.encode(), value.encode()) for name, value in fields.items()],
    })
    await send({"type": "http.response.body", "body": data})
