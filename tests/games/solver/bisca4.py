"""Bisca for four in pairs, as the advisor knows it: playouts while there is a stock."""

from __future__ import annotations

from collections.abc import Mapping

from trunfo.engine.rules.bisca4 import GAME
from trunfo.engine.state import State
from trunfo.games.two_sides import SidesAdvisor, payment


class BiscaForFourAdvisor(SidesAdvisor):
    """Cards, and nothing else to decide."""

    def law(self, state: State) -> Mapping[str, int]:
        """How a deal is paid."""
        return payment(state)


ADVISOR = BiscaForFourAdvisor(GAME)
