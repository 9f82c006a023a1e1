"""Solver and advisor for the Portuguese card games Sueca, Bisca, Copas and Sobe e Desce.

>>> import trunfo
>>> state = trunfo.parse("sueca; trunfo ♣; mão A♣ 2♥; mesa esquerda 7♣; saíram -")
"""

from trunfo.advice import Advice, Choice, Estimate, Result, Solution, SolvedChoice
from trunfo.advise import advise, parse, solve
from trunfo.engine.errors import ImpossiblePosition, TrunfoError, UnreadableInput
from trunfo.engine.state import State
from trunfo.match.records import records
from trunfo.table.acts import Act
from trunfo.table.record import Record
from trunfo.table.table import Table

__all__ = [
    "Act",
    "Advice",
    "Choice",
    "Estimate",
    "ImpossiblePosition",
    "Record",
    "Result",
    "Solution",
    "SolvedChoice",
    "State",
    "Table",
    "TrunfoError",
    "UnreadableInput",
    "advise",
    "parse",
    "records",
    "solve",
]
