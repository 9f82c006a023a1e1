"""Serving the page: an address, a loop, a clean end."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from trunfo.engine.errors import Message, TrunfoError
from trunfo.web.app import application

LONGEST_ADDRESS = 256 << 10
"""Bytes of the head of a request: the address of a stream holds a position or a record."""
BACKLOG = 512


class NoPort(TrunfoError):
    """The address cannot be listened at."""

    exit_code = 1


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any that is free.

    Raises
    ------
    NoPort
        If it is in use, or not to be had.
    """
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(kind, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as wrong:
        found.close()
        values = {"host": host, "port": port, "why": wrong.strerror or "?"}
        text = "{host}, port {port}, cannot be used: {why}."
        if wrong.errno == errno.EADDRINUSE:
            text = (
                "Port {port} is in use: perhaps the page is open already. Take another one, with"
                " --port, or 0 for any that is free."
            )
        raise NoPort(Message("no_port", text, values)) from None
    return found


def serve(found: socket.socket, host: str, ready: Callable[[], None] | None = None) -> None:
    """Serve until it is interrupted.

    Parameters
    ----------
    found : socket
        From `listening`.
    host : str
        The address, as it was asked for.
    ready : callable, optional
        Called as soon as requests are answered.
    """
    server = made(host, ready)
    with suppress(KeyboardInterrupt):
        server.run([found])


def made(host: str, ready: Callable[[], None] | None = None) -> uvicorn.Server:
    """A server of the page."""
    app = application(host)
    desk = app.app.state.desk  # type: ignore[attr-defined]

    class Server(uvicorn.Server):
        """Tells when it is ready, and those who think to stop when it ends."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if ready is not None:
                ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            desk.close()
            await super().shutdown(sockets)

    return Server(uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off", http="h11", ws="none",
        timeout_keep_alive=5, timeout_graceful_shutdown=1, server_header=False,
        h11_max_incomplete_event_size=LONGEST_ADDRESS, backlog=BACKLOG,
    ))
