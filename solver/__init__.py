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

import gc
import signal
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if sys.argv[:1] == ["-m"] or "".join(sys.argv[:1]).endswith("/trunfo"):  # we are the program
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Until `main` begins Ctrl-C ends it as any other: Python would print in which import.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What is loaded is there to stay: looking through it for garbage takes a tenth of the start.
    gc.set_threshold(50_000)

if TYPE_CHECKING:
    from trunfo.advice import Advice, Choice, Estimate, Result, Solution, SolvedChoice
    from trunfo.advise import advise, advise_iter, parse, solve
    from trunfo.bulk import advise_many
    from trunfo.engine.errors import ImpossiblePosition, TrunfoError, UnreadableInput
    from trunfo.engine.state import State
    from trunfo.match.library import MatchResult, match
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

MODULES = {
    "Act": "table.acts",
    "Advice": "advice",
    "Choice": "advice",
    "Estimate": "advice",
    "ImpossiblePosition": "engine.errors",
    "MatchResult": "match.library",
    "Record": "table.record",
    "Result": "advice",
    "Review": "table.review",
    "Solution": "advice",
    "SolvedChoice": "advice",
    "State": "engine.state",
    "Table": "table.table",
    "TrunfoError": "engine.errors",
    "UnreadableInput": "engine.errors",
    "advise": "advise",
    "advise_iter": "advise",
    "advise_many": "bulk",
    "match": "match.library",
    "parse": "advise",
    "records": "match.records",
    "review": "table.review",
    "solve": "advise",
}
"""Where names are: their modules are loaded at the first use, and no program needs them all."""


class _Package(ModuleType):
    """The package, whose `trunfo.advise` and `trunfo.match` stay functions.

    The import system would give their names to the modules that are called so too.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in MODULES):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
