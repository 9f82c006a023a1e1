"""The match value of Sobe e Desce: what must hold whatever the cards, and matches played."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trunfo.engine.registry import games
from trunfo.ext.rules.sobe_e_desce_match import read_values, sweep
from trunfo.games.sobe_e_desce.match_table import (
    COLUMNS,
    CONTEXTS,
    FORCED,
    TRICKS,
    WAYS,
    WORTH,
    Solution,
    chances_of,
    levels_of,
    outcome_of,
    outcomes,
    play_matches,
)
from trunfo.games.sobe_e_desce.match_value import (
    approximate,
    flags_of,
    packed,
    table,
    unpacked,
    value,
    values,
    values_after,
)

GAME = games()["sobe-e-desce"]
RULES = GAME.rules()
HERE = (0, 0, 0, 0)
SCORES = st.tuples(*[st.integers(1, 45)] * 4)
SOME = st.tuples(*[st.integers(0, 2)] * 4)


def of(*scores: int, chooser: int = 0, absences: tuple[int, ...] = HERE) -> tuple[float, ...]:
    """What a match is worth before a deal."""
    return value(scores, chooser, absences, RULES)


# --- what must hold ----------------------------------------------------------------------


@settings(deadline=None)
@given(SCORES, st.integers(0, 3), SOME)
def test_values_add_up_to_zero(
    scores: tuple[int, ...], chooser: int, absences: tuple[int, ...]
) -> None:
    assert sum(value(scores, chooser, absences, RULES)) == pytest.approx(0, abs=2e-4)


@settings(deadline=None)
@given(SCORES, st.integers(0, 3), SOME, st.integers(1, 3))
def test_only_the_way_from_the_chooser_counts(
    scores: tuple[int, ...], chooser: int, absences: tuple[int, ...], turn: int
) -> None:
    def turned(lots: tuple[float, ...]) -> tuple[float, ...]:
        return (*lots[-turn:], *lots[:-turn])

    there = value(turned(scores), (chooser + turn) % 4, turned(absences), RULES)
    assert there == turned(value(scores, chooser, absences, RULES))


def test_whoever_is_lower_is_better_off() -> None:
    for scores in permutations((3, 9, 15, 21)):
        found = of(*scores)
        assert sorted(found, reverse=True) == [found[scores.index(low)] for low in (3, 9, 15, 21)]


def test_a_point_less_is_worth_something_everywhere_in_the_table() -> None:
    """A lower score is not worse, but for the duty to go with five points or fewer."""
    own = table().values[0, :, :, :, :, 0]
    change = np.diff(own, axis=0)
    assert (change[5:].mean(axis=(1, 2, 3)) < -0.3).all()
    assert (change < 0.1).mean() > 0.99


def test_the_chooser_gains_by_choosing() -> None:
    assert of(15, 15, 15, 15)[0] > 0.3


def test_nobody_wins_or_loses_more_than_there_is() -> None:
    end = table().end
    assert table().values.max() <= 3 * (end + 20)
    assert table().values.min() >= -(end + 20)


# --- the end of a match ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "chooser", "paid"),
    [
        ((0, 11, 2, 5), 0, (18, -11, -2, -5)),
        ((-1, -3, 4, 10), 0, (-0.0, 14, -4, -10)),
        ((0, 7, 0, 5), 0, (12, -7, 0, -5)),
        ((0, 7, 0, 5), 1, (0, -7, 12, -5)),
        ((6, 7, 8, -2), 2, (-6, -7, -8, 21)),
    ],
)
def test_a_match_that_is_over_pays_what_the_others_have_left(
    scores: tuple[int, ...], chooser: int, paid: tuple[float, ...]
) -> None:
    found = values_after(
        np.array([scores], np.int32), chooser, np.array([HERE], np.int32), RULES
    )
    assert found[0].tolist() == list(paid)


def test_after_a_deal_the_next_seat_chooses() -> None:
    scores, absences = np.array([[9, 12, 3, 17]], np.int32), np.array([[0, 1, 0, 0]], np.int32)
    after = values_after(scores, 1, absences, RULES)
    assert after.tolist() == values(scores, 2, absences, RULES).tolist()


# --- beyond the table's end --------------------------------------------------------------


@pytest.mark.parametrize("far", [31, 40])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_beyond_its_end_the_table_goes_on_in_a_straight_line(far: int, seat: int) -> None:
    end = table().end
    rows = [[10, 12, 14, 16] for _ in range(3)]
    for row, score in zip(rows, (end - 1, end, far), strict=True):
        row[seat] = score
    before, last, found = (np.array(of(*row)) for row in rows)
    near = min(far - end, 6)
    points = near + (far - end - near) / max(1, before[seat] - last[seat])
    assert found == pytest.approx(last + points * (last - before), abs=1e-3)


@pytest.mark.parametrize("far", [31, 40])
def test_who_is_far_behind_loses_nearly_a_riscos_a_point(far: int) -> None:
    lost = of(far, 10, 10, 10)[0] - of(far - 1, 10, 10, 10)[0]
    assert -1.2 <= lost < -0.8
    assert of(far, 10, 10, 10)[1] > of(25, 10, 10, 10)[1]


# --- absences ----------------------------------------------------------------------------


def test_only_absences_that_lead_to_a_duty_count() -> None:
    assert flags_of(np.array([[2, 1, 0, 0], [0, 2, 0, 0], [0, 0, 1, 2]])).tolist() == [0, 1, 2]
    assert of(12, 12, 12, 12, absences=(2, 1, 0, 1)) == of(12, 12, 12, 12)
    assert of(12, 12, 12, 12, absences=(0, 2, 0, 0)) != of(12, 12, 12, 12)


def test_to_be_made_to_go_is_no_advantage() -> None:
    made = of(12, 12, 12, 12, absences=(0, 2, 0, 0))[1]
    assert made < of(12, 12, 12, 12)[1]


# --- other rules -------------------------------------------------------------------------


def test_other_rules_are_said_to_be_approximate() -> None:
    assert approximate(RULES) is None
    assert approximate(GAME.rules({"direction": "left"})) is None
    message = approximate(GAME.rules(preset="002"))
    assert message is not None
    assert "must_go" in str(message.values["options"])


# --- how it is made ----------------------------------------------------------------------


def test_every_way_a_deal_can_end_is_an_outcome() -> None:
    assert len(TRICKS) == len(WORTH) == 276
    results = np.zeros((len(TRICKS), 15), dtype=np.int8)
    results[:, 0] = np.where(WORTH == 2, 3, 0)
    results[:, 2] = ((TRICKS >= 0) << np.arange(4)).sum(axis=1)
    results[:, 7:11] = np.maximum(TRICKS, 0)
    assert outcome_of(results).tolist() == list(range(len(TRICKS)))


def test_whom_the_levels_make_go_goes() -> None:
    context = FORCED * WAYS**2 + FORCED * WAYS + FORCED
    assert levels_of(context) == (FORCED, FORCED, FORCED)
    counts = outcomes(context, 1, 2000)
    assert counts.sum() == counts[(TRICKS >= 0).all(axis=1)].sum() == 2000


def test_the_bolder_a_seat_the_more_often_it_goes() -> None:
    shares = []
    for level in range(FORCED):
        counts = outcomes(level * WAYS**2 + 2 * WAYS + 2, 1, 4000)
        shares.append(counts[TRICKS[:, 1] >= 0].sum() / 4000)
    assert shares == sorted(shares)
    assert shares[-1] - shares[0] > 0.3


def test_a_sweep_does_what_a_slow_reading_of_the_rules_says() -> None:
    """One state, its outcomes gone through by hand."""
    random = np.random.default_rng(1)
    end, flags, scores = 19, 2, (3, 8, 6, 9)  # nobody can get beyond the end
    chances = np.zeros((CONTEXTS, COLUMNS), dtype=np.float32)
    chances[:, : len(TRICKS)] = random.dirichlet(np.ones(len(TRICKS)), CONTEXTS)
    solution = Solution(chances, end)
    solution.values[:] = random.normal(size=solution.values.shape)
    solution.levels[:] = random.integers(0, FORCED, solution.levels.shape)
    old, levels = solution.values.copy(), solution.levels.copy()
    place = tuple(score - 1 for score in scores)
    context = int(levels[(flags, *place)] @ [WAYS**2, WAYS, 1])
    wanted = np.zeros(4)
    for outcome, (tricks, worth) in enumerate(zip(TRICKS.tolist(), WORTH.tolist(), strict=True)):
        after = [
            score + (0 if won < 0 else 5 * worth if won == 0 else -worth * won)
            for score, won in zip(scores, tricks, strict=True)
        ]
        found = np.zeros((1, 4), dtype=np.float32)
        if min(after) <= 0:
            read_values(old, np.array([after], np.int32), np.zeros(1, np.uint8), found)
            wanted += chances[context, outcome] * found[0]
            continue
        onward = (tricks[2] < 0) * 1 + (tricks[3] < 0) * 2  # seat 2 had been out once
        turned = np.array([[*after[1:], after[0]]], np.int32)
        read_values(old, turned, np.array([onward], np.uint8), found)
        wanted += chances[context, outcome] * np.roll(found[0], 1)
    state = np.ravel_multi_index(place, (end,) * 4)
    sweep(
        solution.values, solution.levels, chances, TRICKS, WORTH,
        np.array([state], dtype=np.uint32), choices=FORCED,
    )
    assert solution.values[(flags, *place)] == pytest.approx(wanted, abs=1e-4)


def test_the_iteration_settles() -> None:
    """A small table from few deals: it settles, and nobody gains what nobody loses."""
    counts = np.stack([outcomes(context, 3, 400) for context in range(CONTEXTS)])
    solution = Solution(chances_of(counts), 8)
    steps = list(solution.converge(2, 40, 0.05))
    assert steps[-1][1] < 0.05
    assert solution.change == steps[-1][1]
    assert np.abs(solution.values.sum(axis=-1)).max() < 1e-3


def test_what_is_stored_is_what_was_found_but_for_rounding() -> None:
    part = table().values[:, :6, :6, :6, :6]
    assert np.abs(unpacked(packed(part)) - part).max() < 1e-5


def test_matches_pay_what_the_table_says() -> None:
    """The whole proof is `python bench/tables/match_value.py check`."""
    starts = ((20, 20, 20, 20), (3, 8, 14, 22), (2, 12, 12, 31))
    matches = 1500
    rows = np.repeat(np.array(starts, dtype=np.int32), matches, axis=0)
    paid, lasted = play_matches(table(), rows, 5)
    assert (paid.sum(axis=1) == 0).all()
    assert (lasted > 0).all()
    paid = paid.reshape(len(starts), matches, 4)
    expected = table().look(np.array(starts, dtype=np.int32), np.zeros(3, dtype=np.uint8))
    z = (paid.mean(axis=1) - expected) * matches**0.5 / paid.std(axis=1)
    assert np.abs(z).max() < 3.5


def test_a_start_from_other_seeds_gives_other_matches_and_the_same_seed_the_same() -> None:
    rows = np.full((50, 4), 8, dtype=np.int32)
    first, again, other = (play_matches(table(), rows, seed)[0] for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
