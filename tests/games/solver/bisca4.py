"""Bisca for four, in pairs: the test of what the advisor needs to know of a further game."""

from __future__ import annotations

from collections.abc import Mapping

from trunfo.engine.rules.bisca4 import GAME
from trunfo.engine.state import State
from trunfo.games.two_sides import TwoSidesAdvisor, payment


class PairsBiscaAdvisor(TwoSidesAdvisor):
    """Playouts while there is a stock, then as any game of two sides."""

    def law(self, state: State) -> Mapping[str, int]:
        """How a deal is paid."""
        return payment(state)


ADVISOR = PairsBiscaAdvisor(GAME)
