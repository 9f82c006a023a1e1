"""What Copas says of the deals that the kernel plays by itself.

What its numbers mean stands in `ext/rules/copas/selfplay.pxi`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import PenaltyPack
from trunfo.engine.rules.copas import HAND
from trunfo.engine.rules.copas.following import SEATS
from trunfo.engine.rules.copas.passing import ROUNDS, step
from trunfo.games.self_play import Paid, SelfPlay, Standings

PASSING = 1 << 63
"""The bit of an act that says that it is a set of cards passed."""


class CopasSelfPlay(SelfPlay):
    """Four rounds in turn, three of them with a pass."""

    def law(self) -> dict[str, int]:
        """The options that the play hangs on."""
        pack = self.pack
        assert isinstance(pack, PenaltyPack)
        return {
            "queen": pack.queen,
            "lead_two": int(bool(self.rules["must_lead_two_of_clubs"])),
            "break_hearts": int(bool(self.rules["hearts_must_be_broken"])),
        }

    def starts(self, at: Standings) -> NDArray[np.float64]:
        """Seats ahead to whom cards are passed."""
        ahead = np.array([[step(self.rules, number + 1)] for number in range(ROUNDS)], np.float64)
        return ahead[at.numbers % ROUNDS]

    def paid(self, at: Standings, results: NDArray[np.int16]) -> Paid:
        """Penalty points and RISCOS."""
        return Paid(results[..., 0].astype(np.int64), results[..., 1].astype(np.float64))

    def opening(
        self, at: Standings, row: int, pack: Sequence[int]
    ) -> dict[str, str]:
        """Hands, dealer, and who is to pass or to lead."""
        number = int(at.numbers[row]) % ROUNDS + 1
        hands = [sorted(pack[HAND * seat : HAND * (seat + 1)]) for seat in range(SEATS)]
        passes = step(self.rules, number) != 0
        found = {"me": "0"} if passes else {}
        found |= {
            "hands": f"[{','.join(map(self.cards, hands))}]",
            "dealer": str(at.dealers[row]),
        }
        if not passes:
            two = self.pack.card("2P")
            leader = next(seat for seat, hand in enumerate(hands) if two in hand)
            found["table"] = f'{{"leader":{leader},"cards":[]}}'
        return found | {"round": str(number)}

    def written(self, acts: Sequence[int]) -> list[str]:
        """Passes, then cards."""
        quoted = self.quoted
        return [
            f'{{"pass":{self.listed(act ^ PASSING)}}}' if act & PASSING else quoted[act]
            for act in acts
        ]
