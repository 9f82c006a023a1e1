"""What the deals of a match say so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from trunfo.engine.errors import Message
from trunfo.match.base import MatchFailed
from trunfo.match.deal import Counts, Outcome, Spent
from trunfo.match.file import Header
from trunfo.match.statistics import Running

PATIENCE = 3
"""Deals after which a player must have given a legal answer."""


class NeverAnswers(MatchFailed):
    """A player has given no legal answer in its first deals: there is nothing to measure."""


@dataclass
class Score:
    """What the deals so far say: A minus B, per deal and seat. Flat, however many there are.

    Parameters
    ----------
    header : Header
        The match.
    riscos, points : Running
        Paired differences, one a deal.
    kept_riscos, kept_points : Running
        Those of the deals that nobody has left.
    differ : int
        Deals in which they are not both 0.
    better : list of int
        Deals that were better in RISCOS for A, for B.
    won : list of int
        Playings, that is deals in one seating, that were better in RISCOS for A, for B.
    left : list of int
        Playings that ended because A, or B, gave no legal answer.
    silent : list of str or None
        For A and B, what came instead of an answer; None for who has given a legal one.
    spent : list of Spent
        Time of A and B over the deals whose time is known.
    counts : dict
        What the game counts besides, by name, for A and B.
    """

    header: Header
    riscos: Running = field(default_factory=Running)
    points: Running = field(default_factory=Running)
    kept_riscos: Running = field(default_factory=Running)
    kept_points: Running = field(default_factory=Running)
    differ: int = 0
    better: list[int] = field(default_factory=lambda: [0, 0])
    won: list[int] = field(default_factory=lambda: [0, 0])
    left: list[int] = field(default_factory=lambda: [0, 0])
    silent: list[str | None] = field(default_factory=lambda: [None, None])
    spent: list[Spent] = field(default_factory=lambda: [Spent(), Spent()])
    counts: dict[str, list[int]] = field(default_factory=dict)

    @property
    def deals(self) -> int:
        """How many deals are finished."""
        return self.riscos.count

    def add(
        self, outcome: Outcome, spent: tuple[Spent, Spent] | None, counts: Counts = ()
    ) -> None:
        """Take in the next deal."""
        for name, both in counts:
            sums = self.counts.setdefault(name, [0, 0])
            for player in (0, 1):
                sums[player] += both[player]
        for player in (0, 1):
            if self.deals == 0 or self.silent[player] is not None:
                self.silent[player] = outcome.silent[player]
            self.left[player] += outcome.left[player]
            self.won[player] += outcome.won[player]
            if spent is not None:
                self.spent[player] = self.spent[player].plus(spent[player])
        self.riscos.add(outcome.riscos)
        self.points.add(outcome.points)
        if not any(outcome.left):
            self.kept_riscos.add(outcome.riscos)
            self.kept_points.add(outcome.points)
        self.differ += outcome.riscos != 0 or outcome.points != 0
        self.better[0] += outcome.riscos > 0
        self.better[1] += outcome.riscos < 0

    @property
    def playings(self) -> int:
        """How many playings there were, in all seatings."""
        return self.deals * len(self.header.match.seatings)

    @property
    def deciding(self) -> Running:
        """The column that the verdict is about."""
        return self.riscos if self.header.by == "riscos" else self.points

    def demand_answers(self) -> None:
        """Raise if a player has had its chance, and never answered.

        Raises
        ------
        NeverAnswers
            With what came instead.
        """
        if self.deals < min(PATIENCE, self.header.deals):
            return
        for spec, instead in zip(self.header.match.players, self.silent, strict=True):
            if instead is not None:
                values = {"player": spec.label, "instead": instead, "deals": self.deals}
                template = (
                    "{player} has given no legal answer in its first {deals} deals: {instead}."
                )
                raise NeverAnswers(Message("never_answers", template, values))

    @property
    def verdict(self) -> str | None:
        """Of the sequential test: `d0`, `d1` or `open`; None where none was asked for."""
        return self.header.sprt.verdict(self.deciding) if self.header.sprt else None

    @property
    def complete(self) -> bool:
        """Whether all deals are played, or the sequential test has ended the match."""
        return self.deals >= self.header.deals or self.verdict in ("d0", "d1")
