"""The server of the page, in a thread of the test's own process, and questions to it."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from trunfo.web.server import listening, made


@contextmanager
def served(host: str = "127.0.0.1") -> Iterator[Client]:
    """A server that answers, until the block ends."""
    found, ready = listening("127.0.0.1", 0), threading.Event()
    server = made(host, ready.set)
    thread = threading.Thread(target=server.run, args=([found],))
    thread.start()
    assert ready.wait(20)
    try:
        yield Client(found.getsockname()[1], server)
    finally:
        server.should_exit = True
        thread.join()
        found.close()


class Client:
    """Asks the server, a connection each time."""

    def __init__(self, port: int, server: Any) -> None:
        self.port = port
        self.desk = server.config.app.app.state.desk

    def raw(
        self, method: str, path: str, body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any, bytes]:
        """Status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def post(self, path: str, **asked: Any) -> tuple[int, Any]:
        """Status and document of an address that is asked by an object."""
        status, _, data = self.raw("POST", f"/api/{path}", json.dumps(asked).encode())
        return status, json.loads(data)

    def get(self, path: str, **asked: Any) -> tuple[int, Any]:
        """Status and document of an address that is asked by its keys."""
        status, _, data = self.raw("GET", f"/api/{path}?{urlencode(asked)}")
        return status, json.loads(data)

    def events(self, path: str, **asked: Any) -> list[tuple[str, Any]]:
        """Kind and document of all that a stream sends."""
        status, headers, data = self.raw("GET", f"/api/{path}?{urlencode(asked)}")
        assert status == 200, data
        assert headers["content-type"].startswith("text/event-stream")
        found = []
        for block in data.decode().strip().split("\n\n"):
            kind, text = block.split("\n")
            found.append((kind.removeprefix("event: "), json.loads(text.removeprefix("data: "))))
        return found
