"""A scheduler of a Dask cluster (extra `trunfo[dask]`) that matches and advice in bulk use."""

from __future__ import annotations

from typing import Any

from trunfo.engine.errors import Message, UnreadableInput

CONNECT_S = 5
"""Seconds that a scheduler has to answer."""


def client_of(address: str, *, default: bool = False) -> Any:
    """A client of a scheduler, for all of joblib if it is to be the default.

    Raises
    ------
    UnreadableInput
        If Dask is not installed, or nobody answers at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        text = "Dask is not installed: pip install 'trunfo[dask]'."
        raise UnreadableInput(Message("no_dask", text)) from None
    try:
        return Client(address, timeout=CONNECT_S, set_as_default=default)
    except (OSError, ValueError, TimeoutError) as error:
        values = {"address": address, "why": str(error)}
        template = "No Dask scheduler answers at `{address}`: {why}."
        raise UnreadableInput(Message("no_scheduler", template, values)) from None
