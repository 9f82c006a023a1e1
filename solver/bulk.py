"""Advice in bulk: many positions, answered in order by processes or on a Dask cluster."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, TypeVar

from trunfo.advice import Advice
from trunfo.advise import advise
from trunfo.engine.errors import Message, TrunfoError, UnreadableInput
from trunfo.engine.state import State
from trunfo.engine.text.notation import Parsed, parse
from trunfo.language import language
from trunfo.scheduler import client_of, first_answer, threads_of, workers_end

AHEAD = 2
"""Positions a process, or chunks a thread of a cluster, that are under way at most: what bounds the
memory."""

ATTEMPTS = 3
"""How often what is under way is tried on processes that die."""

CHUNK_S, LARGEST = 0.5, 64
"""Seconds that a cluster should be busy with what it is sent at a time, and positions at most."""

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
    """The answers of a function to some items, in order, as they come.

    An item whose process is ended from outside is tried again.

    Raises
    ------
    SystemFault
        If that happens again and again.
    """
    given = iter(items)
    if scheduler is not None:
        yield from _on_cluster(function, given, jobs, scheduler)
    elif jobs == 1:
        yield from map(function, given)
    else:
        yield from _in_processes(function, given, jobs)


def _in_processes(
    function: Callable[[Item], Answer], given: Iterator[Item], jobs: int | None
) -> Iterator[Answer]:
    from concurrent.futures.process import BrokenProcessPool  # of which that of joblib is one

    unanswered: deque[Item] = deque()
    lost = 0
    while True:
        again = chain(list(unanswered), given)
        unanswered.clear()
        try:
            for answer in _parallel(function, again, unanswered, jobs):
                unanswered.popleft()
                lost = 0
                yield answer
            return
        except BrokenProcessPool:
            lost += 1
            if lost == ATTEMPTS:
                raise workers_end() from None


def _parallel(
    function: Callable[[Item], Answer], given: Iterator[Item], unanswered: deque[Item],
    jobs: int | None,
) -> Iterator[Answer]:
    """Answers of processes; what they have been given is noted in `unanswered`."""
    from joblib import Parallel, delayed

    wanted = True

    def handed_out() -> Iterator[Any]:
        while wanted:
            for item in islice(given, 1):
                unanswered.append(item)
                yield delayed(function)(item)
                break
            else:
                return

    parallel = Parallel(
        n_jobs=-1 if jobs is None else jobs, return_as="generator",
        pre_dispatch=f"{AHEAD} * n_jobs",
    )
    answers = parallel(handed_out())
    try:
        for answer in answers:  # noqa: UP028 - `yield from` would hand on that we are closed
            yield answer
    finally:
        wanted = False
        for _ in answers:  # the few under way: to break them off is noisy
            pass


def _on_cluster(
    function: Callable[[Item], Answer], given: Iterator[Item], jobs: int | None, scheduler: str
) -> Iterator[Answer]:
    """Answers of a Dask cluster, which is sent as many items at a time as take half a second.

    Not by joblib: it waits for ever for an item of which workers die.
    """
    size = 1
    under_way: deque[Any] = deque()
    with client_of(scheduler) as client:
        while True:
            most = AHEAD * threads_of(client, jobs)
            while len(under_way) < most and (chunk := list(islice(given, size))):
                under_way.append(client.submit(_timed, function, chunk, pure=False))
            if not under_way:
                return
            answers, seconds = first_answer(under_way)
            under_way.popleft()
            size = max(1, min(int(len(answers) * CHUNK_S / seconds), 2 * size, LARGEST))
            yield from answers


def _timed(
    function: Callable[[Item], Answer], items: Sequence[Item]
) -> tuple[list[Answer], float]:
    """The answers to some items, and the seconds that they took."""
    began = time.perf_counter()
    answers = [function(item) for item in items]
    return answers, time.perf_counter() - began
