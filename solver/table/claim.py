"""Whether what is left of a deal can still change what it pays, and how it then ends."""

from __future__ import annotations

from trunfo.advise import solve
from trunfo.engine.errors import TrunfoError
from trunfo.table.acts import Act
from trunfo.table.table import Table
from trunfo.table.unveiled import Hands, hands_by_counting, unveiled

MOST_ACTS = 1500
"""Acts that are tried: three tricks of four players, mostly; what takes more counts as open."""


def decided(table: Table) -> tuple[Act, ...] | None:
    """How a deal ends, with best play, if nothing that is left can change its RISCOS.

    Every way to play on is tried; None where one of them pays otherwise, where hands are
    hidden that counting does not tell, and where too much is left to be tried.
    """
    if table.over or table.phase != "play" or table.seat is None:
        return None
    hands = hands_by_counting(table)
    if hands is None:
        return None
    trial = Table.of(table.record())
    before = len(trial.acts)
    if not _all_alike(trial):
        return None
    while not trial.over:
        trial.play(_best(trial, hands))
    return trial.acts[before:]


def _all_alike(trial: Table) -> bool:
    """Whether every way to play on pays the same."""
    paid: set[tuple[float, ...]] = set()
    tried = 0

    def alike() -> bool:
        nonlocal tried
        if trial.over:
            result = trial.result
            if result is None:
                return False
            paid.add(result.riscos)
            return len(paid) == 1
        if trial.phase != "play":
            return False
        for action in trial.legal():
            tried += 1
            if "redeal" in action or tried > MOST_ACTS:
                return False
            trial.play(action)
            same = alike()
            trial.undo()
            if not same:
                return False
        return True

    return alike()


def _best(trial: Table, hands: Hands) -> Act:
    """What is best with all cards open; the first legal card where that is out of reach."""
    state = trial.state()
    if state.hands is None:
        gone = {state.pack.card(act["play"]) for act in trial.acts if "play" in act}
        left = tuple(tuple(card for card in hand if card not in gone) for hand in hands)
        state = unveiled(state, left)
    try:
        found = solve(state).options
    except TrunfoError:
        found = ()
    return Act.of(found[0].action if found else trial.legal()[0])
