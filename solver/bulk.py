"""Advice in bulk: many positions, answered in order by processes or on a Dask cluster."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import takewhile
from typing import Any, TypeVar

from trunfo.advice import Advice
from trunfo.advise import advise
from trunfo.engine.errors import Message, TrunfoError, UnreadableInput
from trunfo.engine.state import State
from trunfo.engine.text.notation import Parsed, parse
from trunfo.language import language

AHEAD = 2
"""Positions a process that are under way at most: what bounds the memory."""

LONGEST = 1 << 20
"""Bytes of a line; a position takes less than 10,000."""

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def advise_many(
    states: Iterable[State | str | Mapping[str, Any]],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    **options: Any,
) -> Iterator[Advice | TrunfoError]:
    """Advise on many positions, one answer after the other, in order.

    It reads only a few positions ahead, so that there may be any number of them.

    Parameters
    ----------
    states : iterable
        Positions, or their texts, or their JSON as text or object.
    jobs : int, optional
        Processes, all cores if not given.
    scheduler : str, optional
        Of a Dask cluster that answers instead: `tcp://host:8786` (extra `trunfo[dask]`).
    **options
        As in `advise`: `worlds`, `time`, `seed`, `objective`, …; each position is answered by
        one thread.

    Yields
    ------
    Advice or TrunfoError
        What `advise` answers; in place of that the error, if it raises one.

    Raises
    ------
    UnreadableInput
        If Dask is asked for and not installed, or nobody answers there.
    """
    return ordered(partial(_advice, options=options), states, jobs, scheduler)


def _advice(state: Any, options: Mapping[str, Any]) -> Advice | TrunfoError:
    try:
        if isinstance(state, Mapping):
            state = State.from_json(state)
        return advise(state, jobs=1, **options)
    except TrunfoError as error:
        return error


def advise_line(
    numbered: tuple[int, bytes], options: Mapping[str, Any], rules: tuple[str, ...], code: str
) -> tuple[str, bool]:
    """The line that answers a line, and whether it is advice.

    Parameters
    ----------
    numbered : tuple
        The number of the line, from 1, and its bytes.
    options : mapping
        Of `advise`.
    rules : tuple of str
        As on the command line.
    code : str
        The language of its texts.
    """
    number, line = numbered
    translate = language(code).translate
    try:
        parsed = _parsed(line, rules)
        try:
            advice = advise(parsed.state, jobs=1, notes=parsed.notes, **options)
        except TrunfoError as error:
            raise parsed.placed(error) from None
        return f'{{"line": {number}, ' + advice.to_json(translate)[1:], True
    except TrunfoError as error:
        told = {
            "code": error.code, "message": error.message.text(translate), "where": error.where
        }
        return json.dumps({"line": number, "error": told}), False


def _parsed(line: bytes, rules: tuple[str, ...]) -> Parsed:
    if len(line) > LONGEST:
        template = "The input is longer than {limit} bytes: that is no position."
        raise UnreadableInput(Message("too_long", template, {"limit": LONGEST}))
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        template = (
            "The input is not text in UTF-8: the byte at offset {offset} does not belong there."
        )
        values = {"offset": error.start}
        raise UnreadableInput(Message("encoding", template, values), error.start) from None
    if not text.strip():
        raise UnreadableInput(Message("empty", "The line is empty: give a position."))
    return parse(text, rules=rules)


def ordered(
    function: Callable[[Item], Answer],
    items: Iterable[Item],
    jobs: int | None = None,
    scheduler: str | None = None,
) -> Iterator[Answer]:
    """The answers of a function to some items, in order, as they come."""
    if scheduler is None and jobs == 1:
        yield from map(function, items)
        return
    from joblib import Parallel, delayed

    with _on(scheduler):
        parallel = Parallel(
            n_jobs=-1 if jobs is None else jobs, return_as="generator",
            pre_dispatch=f"{AHEAD} * n_jobs",
        )
        wanted = True
        answers = parallel(
            delayed(function)(item) for item in takewhile(lambda _: wanted, items)
        )
        try:
            for answer in answers:  # noqa: UP028 - `yield from` would hand on that we are closed
                yield answer
        finally:
            wanted = False
            for _ in answers:  # the few under way: to break them off is noisy
                pass


@contextmanager
def _on(scheduler: str | None) -> Iterator[None]:
    """Where joblib computes: processes here, or a cluster."""
    if scheduler is None:
        yield
        return
    from joblib import parallel_config

    from trunfo.scheduler import client_of

    with client_of(scheduler, default=True), parallel_config(backend="dask"):
        yield
