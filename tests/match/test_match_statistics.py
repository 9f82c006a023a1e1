"""Intervals and the sequential test, against closed forms and published numbers."""

from __future__ import annotations

import math
import statistics
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trunfo.match.statistics import BOUND, FEWEST, Running, Sprt, ci95, student


def running(values):
    seen = Running()
    for value in values:
        seen.add(value)
    return seen


PUBLISHED = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306,
             9: 2.262, 10: 2.228, 15: 2.131, 20: 2.086, 29: 2.045, 30: 2.042, 40: 2.021,
             60: 2.000, 120: 1.980}


@pytest.mark.parametrize(("freedom", "quantile"), PUBLISHED.items())
def test_students_t_is_that_of_the_tables(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=5.01e-4)


def test_students_t_in_closed_form_and_in_the_limit():
    assert student(1) == pytest.approx(math.tan(0.475 * math.pi), rel=1e-10)  # Cauchy
    assert student(2) == pytest.approx(0.95 * math.sqrt(2 / (1 - 0.95**2)), rel=1e-10)
    assert student(10**9) == pytest.approx(statistics.NormalDist().inv_cdf(0.975), rel=1e-8)
    falling = [student(freedom) for freedom in range(1, 200)]
    assert falling == sorted(falling, reverse=True)  # the series meets the expansion


@pytest.mark.parametrize(
    ("values", "mean"),
    [([], None), ([3.0], 3.0), ([1.0, 2.0], 1.5), ([0.0] * 50, 0.0), ([0.1] * 1000, 0.1)],
)
def test_small_or_equal_samples_have_no_interval(values, mean):
    estimate = running(values).estimate
    assert estimate.mean == mean
    assert estimate.ci95 is None


def test_the_interval_of_four_values_by_hand():
    estimate = running([1.0, 2.0, 3.0, 6.0]).estimate
    assert estimate.mean == 3.0
    assert estimate.ci95 == pytest.approx(student(3) * math.sqrt(14 / 3 / 4))


@given(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=40))
def test_running_values_are_those_of_the_whole_sample(values):
    seen = running(values)
    assert seen.mean == pytest.approx(statistics.fmean(values), rel=1e-12, abs=1e-12)
    assert seen.variance == pytest.approx(statistics.variance(values), rel=1e-12)
    assert seen == running(sorted(values))
    assert (ci95(seen.count, seen.variance) is None) == (seen.variance == 0)


def test_the_interval_covers_the_truth_in_95_of_100_samples():
    random, covered = Random(7), 0
    for _ in range(2000):
        estimate = running(random.gauss(0.3, 1.0) for _ in range(8)).estimate
        covered += abs(estimate.mean - 0.3) <= estimate.ci95
    # Binomial with p = 0.95: SD 9.7; five of them either way.
    assert abs(covered - 1900) < 49


class TestSequentialTest:
    def test_the_bounds_are_walds_for_5_percent(self):
        assert pytest.approx(2.944, abs=5e-4) == BOUND

    def test_the_log_likelihood_ratio_in_closed_form(self):
        values = [1.0, -1.0, 2.0, 0.0]
        mean, variance = statistics.fmean(values), statistics.variance(values)
        by_hand = sum(
            math.log(statistics.NormalDist(0.4, variance**0.5).pdf(value))
            - math.log(statistics.NormalDist(0.1, variance**0.5).pdf(value))
            for value in values
        )
        assert Sprt(0.1, 0.4).llr(running(values)) == pytest.approx(by_hand)
        assert by_hand == pytest.approx(4 * 0.3 * (mean - 0.25) / variance)

    def test_without_spread_there_is_no_ratio_and_no_bound(self):
        for values in ([], [1.0], [1.0, 1.0], [0.0] * 500):
            assert Sprt(0.0, 1.0).llr(running(values)) is None
            assert Sprt(0.0, 1.0).bounds(running(values)) is None

    def test_a_mean_of_exactly_the_middle_is_no_success(self):
        """Of differences that are all 0, halfway between the two hypotheses, the lower is told."""
        same = running([0.0] * FEWEST)
        assert same.mean == 0
        assert Sprt(-1.0, 1.0).verdict(same) == "d0"
        assert Sprt(-1.0, 0.5).verdict(same) == "d1"

    @pytest.mark.parametrize(
        ("value", "verdict"), [(0.0, "d0"), (0.5, "d0"), (0.75, "d1"), (1.0, "d1"), (-9.0, "d0")]
    )
    def test_where_all_deals_are_equal_the_nearer_difference_is_told(self, value, verdict):
        test = Sprt(0.0, 1.0)
        assert test.verdict(running([value] * (FEWEST - 1))) == "open"
        assert test.verdict(running([value] * FEWEST)) == verdict

    def test_the_bounds_are_the_means_at_which_it_ends(self):
        seen = running([0.0, 1.0, 2.0] * 100)
        low, high = Sprt(0.5, 1.25).bounds(seen)
        for bound, sign in ((low, -1), (high, 1)):
            shifted = running([value + bound - 1.0 for value in (0.0, 1.0, 2.0)] * 100)
            assert Sprt(0.5, 1.25).llr(shifted) == pytest.approx(sign * BOUND)

    def test_it_never_stops_before_200_deals(self):
        values = [10.0, 12.0] * (FEWEST // 2)
        assert Sprt(0.0, 1.0).verdict(running(values[:-1])) == "open"
        assert Sprt(0.0, 1.0).verdict(running(values)) == "d1"
        assert Sprt(20.0, 21.0).verdict(running(values)) == "d0"

    def test_wrong_verdicts_are_as_rare_as_promised(self):
        """At the truth d0 at most 5% d1 and the reverse; Wald's bounds err on the safe side."""
        wrong = 0
        for number in range(200):
            random, seen = Random(number), Running()
            truth = 0.3 * (number % 2)
            test = Sprt(0.0, 0.3)
            while (verdict := test.verdict(seen)) == "open":
                seen.add(round(random.gauss(truth, 1.5), 2))
            wrong += (verdict == "d1") != (truth > 0)
        # Binomial with p = 0.05: mean 10, SD 3.1; four of them above.
        assert wrong <= 22
