"""Solver and advisor for the Portuguese card games Sueca, Bisca, Copas and Sobe e Desce.

>>> import trunfo
>>> state = trunfo.parse("sueca; trunfo ♣; mão A♣ 2♥; mesa esquerda 7♣; saíram -")
"""

from trunfo.advice import Advice, Choice, Estimate, Result, Solution, SolvedChoice
from trunfo.advise import advise, parse, solve
from trunfo.engine.errors import ImpossiblePosition, TrunfoError, UnreadableInput
from trunfo.engine.state import State

__all__ = [
    "Advice",
    "Choice",
    "Estimate",
    "ImpossiblePosition",
    "Result",
    "Solution",
    "SolvedChoice",
    "State",
    "TrunfoError",
    "UnreadableInput",
    "advise",
    "parse",
    "solve",
]
