"""What every request and answer passes: whose it is, how long it may be, what a browser may do."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trunfo.web.asked import told

READ_SECONDS, WRITE_SECONDS = 10.0, 20.0
"""How long a body may take to come, and a reader to take in what is sent."""
DRAINED = 16 << 20
"""Bytes of a body that is too long which are taken in and forgotten: a client that is still
sending when the connection is closed does not see the answer."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}

LOCAL = ("localhost", "127.0.0.1", "[::1]")


class Guard:
    """Refuses what other pages send, bounds what clients may keep waiting, adds the headers.

    A page elsewhere that has its name resolved to this machine (DNS rebinding) is known by `Host`,
    one that sends requests across by `Origin` and `Sec-Fetch-Site`.

    Parameters
    ----------
    app : ASGIApp
        What answers.
    host : str
        The address that is listened at.
    """

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1") -> None:
        self.app = app
        self.host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may be passed on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def bounded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await asyncio.wait_for(send(message), WRITE_SECONDS)

        if self._own(Headers(scope=scope)):
            await self.app(scope, receive, bounded)
        else:
            await refuse(bounded, 403, told("foreign", "This page is for its own machine."))

    def _own(self, headers: Headers) -> bool:
        """Whether a request is from the page itself, or from a program of its user."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._named(host):
            return False
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return False
        if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
            return True  # else a link elsewhere to the page is followed, or another page asks
        return (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == (
            "navigate", "document"
        )

    def _named(self, host: str) -> bool:
        """Whether a name is one that this machine is called by where it listens."""
        name = host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host
        name = name.lower()
        if name in (*LOCAL, self.host.lower(), f"[{self.host.lower()}]"):
            return True
        if self.host in LOCAL or self.host == "::1":
            return False
        return name == socket.gethostname().lower() or _is_address(name.strip("[]"))


def _is_address(name: str) -> bool:
    """Whether it is a number: no name, which another page could have resolved to us."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


async def refuse(
    send: Send, status: int, document: object, headers: Mapping[str, str] | None = None
) -> None:
    """Answer with an error, and take nothing more from that connection."""
    body = json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    fields = {
        "content-type": "application/json", "content-length": str(len(body)),
        "connection": "close", **(headers or {}),
    }
    await send({
        "type": "http.response.start", "status": status,
        "headers": [(name.encode(), value.encode()) for name, value in fields.items()],
    })
    await send({"type": "http.response.body", "body": body})


class TooLong(Exception):
    """A body is longer than allowed."""


class TooSlow(Exception):
    """A body took too long to come."""


class Gone(Exception):
    """The client has left."""


async def body(scope: Scope, receive: Receive, most: int) -> bytes:
    """The body of a request, of `most` bytes at most.

    Raises
    ------
    TooLong, TooSlow, Gone
        As it deserves; of a body that is too long no more than the limit is ever kept.
    """
    length = Headers(scope=scope).get("content-length", "0")
    if length.isdecimal() and int(length) > DRAINED:
        raise TooLong

    count = 0

    async def read() -> bytes:
        nonlocal count
        found = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Gone
            part = message.get("body", b"")
            count += len(part)
            if count <= most:
                found += part
            else:
                found.clear()
            if count > DRAINED or (count > most and not message.get("more_body")):
                raise TooLong
            if not message.get("more_body"):
                return bytes(found)

    try:
        return await asyncio.wait_for(read(), READ_SECONDS)
    except TimeoutError:
        raise (TooLong if count > most else TooSlow) from None
