"""Deals between players that the kernel has itself, played wholly in the kernel.

What comes of them, and the bytes of the file, are the same as when every decision is asked for one
by one (`trunfo.match.playing`): only that no time is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trunfo.ext.selfplay import CHAIRS
from trunfo.games.base import Advisor, advisor_of
from trunfo.games.self_play import Acts, Paid, SelfPlay, Whole, mixed
from trunfo.match.deal import (
    MOST_DEALS,
    Match,
    Outcome,
    Played,
    counted,
    outcome,
    plain,
)
from trunfo.match.spec import Given, Spec, player_class

AT_ONCE = 250
"""Deals that are played in one call: enough that what a call costs does not count."""


def chair_of(spec: Spec) -> int | None:
    """The place of a player among those of the kernel; None if it is none of them.

    A class that is derived from one of them is another player.
    """
    kind = type(spec.player) if isinstance(spec, Given) else player_class(spec.name)
    chair = vars(kind).get("chair")
    return None if chair is None else CHAIRS.index(chair)


def self_play_of(match: Match) -> SelfPlay | None:
    """How the kernel plays the deals of a match by itself; None if Python must play them."""
    found = advisor_of(match.game).self_play(match.rules)
    if found is None or match.given or None in map(chair_of, match.players):
        return None
    if match.whole and found.begun(np.zeros(1, np.int64)) is None:
        return None
    return found


def play_in_kernel(
    match: Match, playing: SelfPlay, first: int, count: int
) -> list[Played]:
    """Play some deals, or whole matches, in a row.

    Parameters
    ----------
    playing : SelfPlay
        What `self_play_of` says of the match.
    """
    numbers = np.arange(first, first + count, dtype=np.int64)
    table = _Whole if match.whole else _Single
    return table(match, playing, numbers).played()


class Text(NamedTuple):
    """Parts of a line in JSON: the deal, and what was done in each of its seatings."""

    head: str
    plays: list[str]


def _whole_or_not(riscos: NDArray[np.float64]) -> list[list[list[float]]]:
    """RISCOS by deal, seating and seat as they stand in a record."""
    if (riscos % 1).any():
        return [
            [[plain(value) for value in seats] for seats in deal] for deal in riscos.tolist()
        ]
    found: list[list[list[float]]] = riscos.astype(np.int64).tolist()
    return found


def _numbers(row: Sequence[float]) -> str:
    return f"[{','.join(map(repr, row))}]"


class _Table:
    """Deals, or matches, in all their seatings; playing `p` is deal `p // seatings`."""

    def __init__(self, match: Match, playing: SelfPlay, numbers: Whole) -> None:
        self.match, self.playing, self.numbers = match, playing, numbers
        self.seats = match.seatings
        self.seatings = np.array(self.seats, np.int8)
        self.deal_of = np.repeat(np.arange(len(numbers), dtype=np.int32), len(self.seatings))
        players = np.array([chair_of(spec) for spec in match.players], np.int8)
        self.chairs = np.tile(players[self.seatings], (len(numbers), 1))
        self.keys = mixed(match.seed, numbers)

    def played(self) -> list[Played]:
        """What is due for each number."""
        paid, texts = self.results()
        shape = (len(self.numbers), len(self.seatings), self.match.game.seats)
        points, riscos = paid.points.reshape(shape), paid.riscos.reshape(shape)
        outcomes = self._outcomes(points, riscos)
        game = self.match.game
        counts = type(advisor_of(game)).tallies is not Advisor.tallies
        had_by, got_by, found = points.tolist(), _whole_or_not(riscos), []
        for index, number in enumerate(self.numbers.tolist()):
            had, got = had_by[index], got_by[index]
            record: dict[str, Any] = {}
            if counts or outcomes is None:
                record = {"seatings": [
                    {"players": seats, "points": one, "riscos": two, "left": None}
                    for seats, one, two in zip(self.seats, had, got, strict=True)
                ]}
            found.append(Played(
                number,
                "" if texts is None else self._line(number, texts[index], had, got),
                outcome(record, fewer=game.fewer_points) if outcomes is None else outcomes[index],
                None,
                counted(game, record) if counts else (),
            ))
        return found

    def results(self) -> tuple[Paid, list[Text] | None]:
        """What is paid by playing and seat, and where lines are wanted what stands in them."""
        raise NotImplementedError

    def _line(
        self, number: int, text: Text, points: list[list[int]], riscos: list[list[float]]
    ) -> str:
        """The line of a deal, put together as `line_of` writes it."""
        rows = zip(self.seats, text.plays, points, riscos, strict=True)
        seatings = ",".join([
            f'{{"players":{_numbers(seats)},"plays":[{plays}],"points":{_numbers(one)},'
            f'"riscos":{_numbers(two)},"left":null}}'
            for seats, plays, one, two in rows
        ])
        return f'{{"deal":{number},{text.head}"seatings":[{seatings}]}}'

    def _outcomes(
        self, points: Whole, riscos: NDArray[np.float64]
    ) -> list[Outcome] | None:
        """What deals say whose RISCOS are whole; None where sums of them would be rounded."""
        if (riscos % 1).any():
            return None
        first = self.seatings == 0
        sizes = (int(first.sum()), int((~first).sum()))

        def difference(values: NDArray[Any]) -> NDArray[np.float64]:
            sums = [np.where(mask, values, 0).sum((1, 2)) for mask in (first, ~first)]
            found: NDArray[np.float64] = sums[0] / sizes[0] - sums[1] / sizes[1]
            return found

        each = (
            np.where(first, riscos, 0).sum(2) / first.sum(1)
            - np.where(first, 0, riscos).sum(2) / (~first).sum(1)
        )
        more = difference(points)
        if self.match.game.fewer_points:
            more = -more
        columns = zip(
            difference(riscos).tolist(), more.tolist(), (each > 0).sum(1).tolist(),
            (each < 0).sum(1).tolist(), strict=True,
        )
        return [Outcome(paid, had, (0, 0), (a, b)) for paid, had, a, b in columns]

    def _plays(self, acts: Acts, row: int) -> str:
        return ",".join(self.playing.written(acts.acts[row, : acts.made[row]].tolist()))


class _Single(_Table):
    """Single deals."""

    def results(self) -> tuple[Paid, list[Text] | None]:
        """Each deal in all seatings."""
        playing = self.playing
        packs, drawn = playing.deal(self.keys, playing.drawn)
        deals = playing.first(self.numbers, drawn)
        at = deals.of(self.deal_of)
        acts, results = playing.play(
            packs, self.deal_of, self.keys[self.deal_of], at, self.chairs
        )
        paid = playing.paid(at, results)
        if not self.match.lines:
            return paid, None
        each, dealt = len(self.seatings), packs.tolist()
        return paid, [
            Text(
                "".join([
                    f'"{key}":{value},'
                    for key, value in playing.opening(deals, deal, dealt[deal]).items()
                ]),
                [self._plays(acts, each * deal + place) for place in range(each)],
            )
            for deal in range(len(self.numbers))
        ]


class _Whole(_Table):
    """Whole matches: the deals of all playings that go on are played together."""

    def results(self) -> tuple[Paid, list[Text] | None]:
        """Deal after deal, until each match is over."""
        playing, seats = self.playing, self.match.game.seats
        begun = playing.begun(self.numbers)
        assert begun is not None
        at = begun.of(self.deal_of)
        going = np.arange(len(self.deal_of))
        points = np.zeros((len(going), seats), np.int64)
        riscos = np.zeros((len(going), seats), np.float64)
        plays: list[list[str]] = [[] for _ in going]
        for deal in range(MOST_DEALS):
            keys = mixed(self.keys, np.full(len(self.keys), deal, np.int64))
            packs, _ = playing.deal(keys, ())
            which = self.deal_of[going]
            acts, results = playing.play(packs, which, keys[which], at, self.chairs[going])
            after, paid, over = playing.carried(at, results)
            for row, place in enumerate(going.tolist() if self.match.lines else ()):
                plays[place].append(f"[{self._plays(acts, row)}]")
            points[going], riscos[going] = paid
            going, at = going[~over], after.of(~over)
            if not len(going):
                break
        if not self.match.lines:
            return Paid(points, riscos), None
        each, joined = len(self.seatings), [",".join(deals) for deals in plays]
        return Paid(points, riscos), [
            Text("", joined[first : first + each]) for first in range(0, len(joined), each)
        ]
