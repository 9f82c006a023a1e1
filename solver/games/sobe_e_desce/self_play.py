"""What Sobe e Desce says of the deals that the kernel plays by itself.

What its numbers mean stands in `ext/rules/sobe_e_desce/selfplay.pxi`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.cards import PAUS, SUIT_LETTERS
from trunfo.engine.rules.sobe_e_desce.duties import FEW, LONGEST_ABSENCE
from trunfo.engine.rules.sobe_e_desce.scores import START, TRICKS, match_winner, settlement
from trunfo.engine.rules.sobe_e_desce.state import FIRST
from trunfo.games.self_play import Paid, SelfPlay, Standings, Whole
from trunfo.games.sobe_e_desce.match_value import SEATS, flags_of, table, values, values_after
from trunfo.games.sobe_e_desce.table import BY_POINTS, OUT, TURN_UP

STAYS, GOES = 1 << 62, 1 << 63
"""Bits of acts: stays out; goes, the rest being the set of cards thrown away."""

Results = NDArray[np.int16]


class SobeSelfPlay(SelfPlay):
    """Single deals by what they do to the match, and whole matches."""

    drawn: ClassVar[tuple[int, ...]] = (START,) * SEATS

    def law(self) -> dict[str, int]:
        """The options that the play of cards hangs on."""
        return {
            "always_beat": int(self.rules["beat"] == "always"),
            "force_undertrump": int(self.rules["undertrump"] == "forced"),
        }

    def first(self, numbers: Whole, drawn: NDArray[np.int32]) -> Standings:
        """Scores from 1 to 20, nobody stayed out."""
        scores = drawn.astype(np.int64) + 1
        return Standings(numbers % SEATS, numbers, scores, np.zeros_like(scores))

    def begun(self, numbers: Whole) -> Standings:
        """Twenty points each."""
        scores = np.full((len(numbers), SEATS), START, np.int64)
        return Standings(numbers % SEATS, numbers, scores, np.zeros_like(scores))

    def starts(self, at: Standings) -> NDArray[np.float64]:
        """Who must go, two options, and how bold each is, from the chooser on."""
        must_go = self.rules["must_go"]
        assert isinstance(must_go, tuple)
        scores, absences = (_from_chooser(at, part) for part in (at.scores, at.absences))
        forced = np.zeros(scores.shape, bool)
        forced[:, 0] = "chooser" in must_go
        forced |= ("five" in must_go) & (scores <= FEW)
        forced |= ("absences" in must_go) & (absences >= LONGEST_ABSENCE)
        bold = table().boldness(scores.astype(np.int32), flags_of(absences.astype(np.int32)))
        bold[~forced[:, 0], 0] = BY_POINTS  # the table takes it that the chooser must go
        found = np.empty((len(scores), 3 + SEATS))
        found[:, 0] = forced @ (1 << np.arange(SEATS))
        found[:, 1] = "hearts" in must_go
        found[:, 2] = bool(self.rules["turn_up"])
        found[:, 3:] = bold
        return found

    def paid(self, at: Standings, results: Results) -> Paid:
        """Scores after the deal, and by how much it changes what the match is worth."""
        after, stayed = _after(at, results)
        riscos = self._settled(at, results, after)
        going = (after > 0).all(axis=1)
        for chooser in range(SEATS):
            rows = (at.dealers + 1) % SEATS == chooser
            before = values(
                at.scores[rows].astype(np.int32), chooser, at.absences[rows].astype(np.int32),
                self.rules,
            )
            worth = rows & going
            riscos[worth] = values_after(
                after[worth].astype(np.int32), chooser,
                stayed[worth].astype(np.int32), self.rules,
            )
            riscos[rows] -= before.astype(np.float64)
        return Paid(after, riscos)

    def carried(
        self, at: Standings, results: Results
    ) -> tuple[Standings, Paid, NDArray[np.bool_]]:
        """Scores and absences go on, the next seat deals; over where somebody is at 0 or below."""
        after, stayed = _after(at, results)
        over: NDArray[np.bool_] = np.min(after, axis=1) <= 0
        paid = Paid(after, self._settled(at, results, after))
        return Standings((at.dealers + 1) % SEATS, at.numbers, after, stayed), paid, over

    def _settled(
        self, at: Standings, results: Results, after: Whole
    ) -> NDArray[np.float64]:
        """What is paid where the match is over, else 0."""
        riscos = np.zeros(after.shape)
        for row in np.flatnonzero((after <= 0).any(axis=1)).tolist():
            taken = results[row, :, 1].tolist()
            takers = [
                seat for trick in range(TRICKS) for seat in range(SEATS) if taken[seat] >> trick & 1
            ]
            scores = after[row].tolist()
            winner = match_winner(
                at.scores[row].tolist(), scores, takers, (int(at.dealers[row]) + 1) % SEATS,
                int(results[row, 0, 2]), self.rules,
            )
            assert winner is not None
            riscos[row] = settlement(scores, winner)
        return riscos

    def opening(
        self, at: Standings, row: int, pack: Sequence[int]
    ) -> dict[str, str]:
        """The first three cards, the dealer, how all stand."""
        dealer = int(at.dealers[row])
        places = [(seat - dealer - 1) % SEATS for seat in range(SEATS)]
        hands = [
            self.cards(sorted(pack[FIRST * place : FIRST * (place + 1)])) for place in places
        ]
        return {
            "hands": f"[{','.join(hands)}]",
            "dealer": str(dealer),
            "scores": f"[{','.join(map(str, at.scores[row].tolist()))}]",
            "absences": f"[{','.join(map(str, at.absences[row].tolist()))}]",
        }

    def written(self, acts: Sequence[int]) -> list[str]:
        """The trump, four decisions, then cards."""
        quoted = self.quoted
        trump = "turn" if acts[0] == TURN_UP else SUIT_LETTERS[acts[0]]
        found = [f'{{"trump":"{trump}"}}']
        for act in acts[1:]:
            if act & GOES:
                found.append(f'{{"go":true,"discard":{self.listed(act ^ GOES)}}}')
            else:
                found.append('{"go":false}' if act & STAYS else quoted[act])
        return found


def _from_chooser(at: Standings, by_seat: Whole) -> Whole:
    """Columns by seat as columns from the chooser on."""
    seats = (at.dealers[:, None] + 1 + np.arange(SEATS)) % SEATS
    found: Whole = np.take_along_axis(by_seat, seats, axis=1)
    return found


def _after(at: Standings, results: Results) -> tuple[Whole, Whole]:
    """Scores and absences after deals."""
    tricks = results[..., 0].astype(np.int64)
    worth = np.where(results[:, :1, 2] == PAUS, 2, 1)
    change = np.where(tricks > 0, -worth * tricks, np.where(tricks == 0, TRICKS * worth, 0))
    return at.scores + change, np.where(tricks == OUT, at.absences + 1, 0)
