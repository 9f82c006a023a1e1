"""Solver and advisor for the Portuguese card games Sueca, Bisca, Copas and Sobe e Desce.

>>> import trunfo
>>> state = trunfo.parse("sueca; trunfo ♣; sai eu; mão A♣ 7♥ 2♥; pontos nós 50 eles 40")
>>> advice = trunfo.advise(state, worlds=100, seed=1)
>>> advice.best, advice.options[0].riscos.mean
({'play': 'AP'}, 1.0)

What cannot be right is said with its place.

>>> trunfo.parse("sueca; trunfo ♣; mão A♣ A♣")
Traceback (most recent call last):
trunfo.engine.errors.ImpossiblePosition: The card A♣ is there twice.
sueca; trunfo ♣; mão A♣ A♣
                        ^^
"""

import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if (
    (sys.argv[:1] == ["-m"] or "".join(sys.argv[:1]).endswith("/trunfo"))  # we are the program
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
):
    # Until `main` begins Ctrl-C ends it as any other: Python would print in which import it came.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from trunfo.advice import Advice, Choice, Estimate, Result, Solution, SolvedChoice
from trunfo.advise import advise, advise_iter, parse, solve
from trunfo.engine.errors import ImpossiblePosition, TrunfoError, UnreadableInput
from trunfo.engine.state import State
from trunfo.match.library import MatchResult, match

if TYPE_CHECKING:
    from trunfo.bulk import advise_many
    from trunfo.match.records import records
    from trunfo.table.acts import Act
    from trunfo.table.record import Record
    from trunfo.table.review import Review, review
    from trunfo.table.table import Table

__all__ = [
    "Act",
    "Advice",
    "Choice",
    "Estimate",
    "ImpossiblePosition",
    "MatchResult",
    "Record",
    "Result",
    "Review",
    "Solution",
    "SolvedChoice",
    "State",
    "Table",
    "TrunfoError",
    "UnreadableInput",
    "advise",
    "advise_iter",
    "advise_many",
    "match",
    "parse",
    "records",
    "review",
    "solve",
]

WHEN_ASKED_FOR = {
    "Act": "trunfo.table.acts",
    "Record": "trunfo.table.record",
    "Review": "trunfo.table.review",
    "Table": "trunfo.table.table",
    "advise_many": "trunfo.bulk",
    "records": "trunfo.match.records",
    "review": "trunfo.table.review",
}
"""Where names are that most programs do without: their modules are loaded at the first use."""


def __getattr__(name: str) -> Any:
    if name not in WHEN_ASKED_FOR:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(WHEN_ASKED_FOR[name]), name)
    globals()[name] = found
    return found
