"""What a match of Sobe e Desce is worth to its players: expected RISCOS from the four scores.

A table made by `python bench/tables/match_value.py` (`match_table`): players who go by the rule
policies, but go or stay out by what it does to this very value, play on from every state. It
holds for the default rules; `approximate` says where it does not.

A state is the scores from the next chooser on, and the deals stayed out in a row as far as
they matter under the default rules: who chooses next must go anyway, and who has just chosen
was in. So the next but one chooser, who has been in two deals ago at the latest, may have
stayed out once, and the next but two twice; nothing else makes a difference.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from trunfo.engine.errors import Message
from trunfo.engine.game import OptionValue, Rules
from trunfo.engine.registry import games
from trunfo.ext.rules.sobe_e_desce_match import read_values

SEATS = 4
STEP = 1 / 128
"""RISCOS that one unit of the stored table stands for."""

Lot = TypeVar("Lot", bound=np.generic)

Values = NDArray[np.float32]
"""Expected RISCOS: `[…, seat]`."""


@dataclass(frozen=True)
class MatchTable:
    """Match values and the policy that goes with them.

    Parameters
    ----------
    header : mapping
        Which rules, version and command it was made for and by.
    values : float32[4, end, end, end, end, 4]
        By flags and scores, less one, of the seats from the next chooser on: what the match
        is worth to each of them. Flags: 1 if the seat after the chooser has stayed out of the
        last two deals, 2 if the seat after that one has stayed out of the last.
    levels : uint8[4, end, end, end, end, 3]
        How boldly the seats 1 to 3 go: an index into `break_even`.
    break_even : float32[levels]
        The greatest chance of no trick with which a player of a level goes.
    """

    header: Mapping[str, Any]
    values: Values
    levels: NDArray[np.uint8]
    break_even: NDArray[np.float32]

    @property
    def end(self) -> int:
        """The highest score in the table."""
        return int(self.values.shape[1])

    def look(self, scores: NDArray[np.int32], flags: NDArray[np.uint8]) -> Values:
        """Values of states given as the table has them, chooser first; see `look` in the kernel.

        Parameters
        ----------
        scores : int32[n, 4]
        flags : uint8[n]
        """
        found = np.empty((len(scores), SEATS), dtype=np.float32)
        read_values(self.values, np.ascontiguousarray(scores), np.ascontiguousarray(flags), found)
        return found

    def boldness(self, scores: NDArray[np.int32], flags: NDArray[np.uint8]) -> Values:
        """Greatest chances of no trick with which the seats go, chooser first: `[n, 4]`.

        Beyond the table's end as at its end; the chooser's is 1, he must go.
        """
        at = np.minimum(scores, self.end) - 1
        levels = self.levels[flags, at[:, 0], at[:, 1], at[:, 2], at[:, 3]]
        bold = np.ones((len(scores), SEATS), dtype=np.float32)
        known = levels < len(self.break_even)
        bold[:, 1:][known] = self.break_even[levels[known]]
        return bold


def flags_of(absences: NDArray[np.int32]) -> NDArray[np.uint8]:
    """The flags of a state from deals stayed out in a row, seats from the next chooser on.

    Parameters
    ----------
    absences : int32[n, 4]
    """
    flags = (absences[:, 1] >= 2) + 2 * (absences[:, 2] >= 1)
    return flags.astype(np.uint8)


TURNED = np.array([[(seat + first) % SEATS for seat in range(SEATS)] for first in range(SEATS)])
"""By the seat that comes first, the seats in order of play."""


def from_seat(lots: NDArray[Lot], first: int) -> NDArray[Lot]:
    """Columns by seat, `[n, 4]`, in order of play from a seat on (negative: the way back)."""
    return lots[:, TURNED[first % SEATS]]


# --- reading it --------------------------------------------------------------------------


def values(
    scores: NDArray[np.int32], chooser: int, absences: NDArray[np.int32], rules: Rules
) -> Values:
    """What matches are worth before a deal: expected RISCOS of each seat.

    Parameters
    ----------
    scores : int32[n, 4]
        Of the seats; 1 or more. Beyond the table's end values go on in a straight line.
    chooser : int
        Who names the trump of the coming deal.
    absences : int32[n, 4]
        Deals that each seat has stayed out in a row.
    rules : Rules
        Where they are not those of the table the values approximate; see `approximate`.

    Returns
    -------
    float32[n, 4]
        They add up to zero.
    """
    flags = flags_of(from_seat(absences, chooser))
    return from_seat(table().look(from_seat(scores, chooser), flags), -chooser)


def value(
    scores: Sequence[int], chooser: int, absences: Sequence[int], rules: Rules
) -> tuple[float, ...]:
    """What one match is worth before a deal; see `values`."""
    found = values(
        np.array([scores], dtype=np.int32), chooser, np.array([absences], dtype=np.int32), rules
    )
    return tuple(found[0].tolist())


def values_after(
    scores: NDArray[np.int32], chooser: int, absences: NDArray[np.int32], rules: Rules
) -> Values:
    """What matches are worth after a deal: RISCOS paid where it ended them, else expected.

    Parameters
    ----------
    scores : int32[n, 4]
        After the deal; where one is 0 or less the match is over. Of several the lowest
        wins, of equal ones the first in order of play from the chooser.
    chooser : int
        Who named the trump of the deal that is over; the next seat names the next one's.
    absences : int32[n, 4]
        After the deal.
    rules : Rules
        See `values`.
    """
    over = (scores <= 0).any(axis=1)
    found = values(np.maximum(scores, 1), (chooser + 1) % SEATS, absences, rules)
    ended = from_seat(scores[over], chooser)
    paid = table().look(ended, np.zeros(len(ended), dtype=np.uint8))
    found[over] = from_seat(paid, -chooser)
    return found


def approximate(rules: Rules) -> Message | None:
    """What is to be said of values under rules that the table was not made for."""
    made_for: Mapping[str, OptionValue] = table().header["rules"]
    names = [
        name for name, option in made_for.items()
        if rules[name] != (tuple(option) if isinstance(option, list) else option)
    ]
    if not names:
        return None
    text = (
        "The value of the match is from a table for the default rules: with {options} as they"
        " are here it is an approximation."
    )
    return Message("match_value_approximate", text, {"options": ", ".join(names)})


# --- the file ----------------------------------------------------------------------------


def rules_of_table() -> dict[str, Any]:
    """The options that matter to the value, as they are by default."""
    rules = games()["sobe-e-desce"].rules()
    return {name: rules[name] for name in rules if name != "direction"}


@cache
def table() -> MatchTable:
    """The table of the package."""
    with files("trunfo").joinpath("tables", "sobe_e_desce.npz").open("rb") as stream:
        stored = np.load(stream)
        return MatchTable(
            header=json.loads(str(stored["header"])),
            values=unpacked(stored["values"]),
            levels=_digits(stored["levels"], len(stored["break_even"]) + 1),
            break_even=stored["break_even"],
        )


def _digits(stored: NDArray[np.int16], ways: int) -> NDArray[np.uint8]:
    """Three levels from the one number that stands for them."""
    return np.stack(
        [stored // ways**2, stored // ways % ways, stored % ways], axis=-1
    ).astype(np.uint8)


def packed(values: Values) -> NDArray[np.int16]:
    """Values as they are stored: of three seats, and small where they can be.

    In units of `STEP`; with flags less those without, and of these the differences from one
    score of the last seat to the next. What the fourth seat has is what the others have not.
    """
    whole: NDArray[np.int16] = np.rint(values[..., :3] / STEP).astype(np.int16)
    whole[1:] -= whole[:1]
    whole[0] = np.diff(whole[0], axis=3, prepend=np.int16(0))
    return whole


def unpacked(stored: NDArray[np.int16]) -> Values:
    """Values from what is stored; see `packed`."""
    whole = stored.copy()
    whole[0] = np.cumsum(whole[0], axis=3, dtype=np.int16)
    whole[1:] += whole[:1]
    found = np.empty((*whole.shape[:-1], SEATS), dtype=np.float32)
    found[..., :3] = whole * np.float32(STEP)
    found[..., 3] = -found[..., :3].sum(axis=-1)
    return found
