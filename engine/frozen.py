"""Frozen records: what follows from one is found once; the same with some fields changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache, wraps
from operator import itemgetter
from typing import Any, Generic, ParamSpec, TypeVar, overload

Record = TypeVar("Record")
P = ParamSpec("P")
R = TypeVar("R")


def found_once(function: Callable[P, R]) -> Callable[P, R]:
    """A function of a frozen record, its last argument, that keeps its answer with the record.

    So what follows from a state is found once, whoever asks. Any other argument must be one that
    the record itself determines, such as the game of a state.
    """
    key = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def found(*arguments: P.args, **named: P.kwargs) -> R:
        kept = arguments[-1].__dict__
        if key not in kept:
            kept[key] = function(*arguments, **named)
        answer: R = kept[key]
        return answer

    found.key = key  # type: ignore[attr-defined]
    return found


def keep(function: Callable[..., R], record: object, answer: R) -> None:
    """Keep with a record the answer of a `found_once` function, for who knows it already."""
    record.__dict__[function.key] = answer  # type: ignore[attr-defined]


class kept_property(Generic[R]):
    """`functools.cached_property` without the lock that it takes before Python 3.12.

    The lock costs as much as most of what is found here, and two threads that find the same
    thing at once do no harm.
    """

    def __init__(self, function: Callable[[Any], R]) -> None:
        self._function = function
        self._name = function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, record: None, owner: type) -> kept_property[R]: ...

    @overload
    def __get__(self, record: object, owner: type) -> R: ...

    def __get__(self, record: object | None, owner: type) -> kept_property[R] | R:
        if record is None:
            return self
        found = record.__dict__[self._name] = self._function(record)
        return found


def changed(record: Record, **values: Any) -> Record:
    """A frozen dataclass object with some of its fields changed.

    As `dataclasses.replace`, at a third of its price, which matters where a match makes several
    of them for every card: nothing is checked, and what has been found about it is not copied.
    """
    kind: type = type(record)
    after: Record = object.__new__(kind)
    names, values_of = _fields(kind)
    after.__dict__.update(zip(names, values_of(record.__dict__), strict=True), **values)
    return after


def made(kind: Callable[..., Record], values: dict[str, Any]) -> Record:
    """A frozen dataclass object, at a third of the price of calling its class.

    Every field without a default must be given; nothing is checked.
    """
    assert isinstance(kind, type)
    record: Record = object.__new__(kind)
    record.__dict__.update(_defaults(kind))
    record.__dict__.update(values)
    return record


@cache
def _fields(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    names = tuple(each.name for each in fields(kind))
    return names, itemgetter(*names)


@cache
def _defaults(kind: type) -> dict[str, Any]:
    return {each.name: each.default for each in fields(kind)}
