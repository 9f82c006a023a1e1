"""Frozen records: what follows from one is found once; the same with some fields changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

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
        kept = vars(arguments[-1])
        if key not in kept:
            kept[key] = function(*arguments, **named)
        answer: R = kept[key]
        return answer

    return found


def changed(record: Record, **values: Any) -> Record:
    """A frozen dataclass object with some of its fields changed.

    As `dataclasses.replace`, at a third of its price, which matters where a match makes several
    of them for every card: nothing is checked, and what has been found about it is not copied.
    """
    after = object.__new__(type(record))
    fields, before = vars(after), vars(record)
    for name in record.__dataclass_fields__:  # type: ignore[attr-defined]
        fields[name] = before[name]
    fields.update(values)
    return after
