"""The sequential test against a tool that ends its searches early, and how early it does.

The tool looks for the multiplier of the mean that `ratings.likelihood_ratio` finds to the last digit, and is
content with an interval of 2e-3 around it. Where many games were played this shows in the fourth digit of
the log likelihood ratio. A search that stops at the same moment has the same digits.
"""

from collections.abc import Callable
from math import copysign, inf, isfinite, log
from typing import Any

import numpy as np
import pytest

from ratings.likelihood_ratio import closest_with_mean, probabilities
from ratings.numerics import normal_cdf, normal_quantile
from ratings.sprt import SprtState, sprt
from ratings.values import SCALE, expected
from tests.ratings.references import Array, bayesian_scores, case_name, digits, reference, rotation_counts

CASES: list[dict[str, Any]] = reference("fastchess_run")
BAYESIAN = [case for case in CASES if "W" in case and min(case["W"], case["L"]) > 0]
WITH_SCATTER = [case for case in CASES if sum(count > 0 for count in rotation_counts(case)) > 1]
PRECISION = 1e-3
"""Of the multiplier, after which the tool stops."""


def state_of(case: dict[str, Any]) -> SprtState:
    return sprt(rotation_counts(case), case["elo0"], case["elo1"])


def shares_of(case: dict[str, Any]) -> Array:
    """[score]: what part of the rotations had it, none of them 0."""
    shares: Array = probabilities(np.array([rotation_counts(case)], float))[1][0]
    return shares


def logistic_means(case: dict[str, Any]) -> tuple[float, float]:
    return expected(case["elo0"]), expected(case["elo1"])


def early_root(value: Callable[[float], float], low: float, high: float) -> float:
    """A root of a function that falls from infinity to minus infinity, to `PRECISION` and no better.

    Oliveira and Takahashi's method (2020, ACM Trans. Math. Softw. 47:5) as the tool has it: what the article
    does about chords that lead too far from the middle never applies, as the tool begins at the higher end,
    where the difference of both ends has the other sign.
    """
    at_low, at_high = inf, -inf
    while high - low > 2 * PRECISION:
        tried = middle = (low + high) / 2
        if isfinite(at_low - at_high):
            away = middle - (at_low * high - at_high * low) / (at_low - at_high)
            nudge = 0.1 * (high - low) ** 2  # from where the chord crosses 0 towards the middle
            tried = middle - copysign(max(abs(away) - nudge, 0.0), away)
        found = value(tried)
        if found == 0:
            return tried
        if found > 0:
            low, at_low = tried, found
        else:
            high, at_high = tried, found
    return (low + high) / 2


def centred(case: dict[str, Any], mean: float) -> tuple[Array, Array]:
    """What part of the rotations had each score, and how far that is above a mean."""
    shares = shares_of(case)
    return shares, np.linspace(0, 1, len(shares)) - mean


def early_distribution(case: dict[str, Any], mean: float) -> Array:
    """The best one with about that mean."""
    shares, values = centred(case, mean)
    multiplier = early_root(
        lambda x: float((shares * values / (1 + x * values)).sum()), -1 / values[-1], -1 / values[0]
    )
    best: Array = shares / (1 + multiplier * values)
    return best


def exact_distribution(case: dict[str, Any], mean: float) -> Array:
    """Ours."""
    shares, values = centred(case, mean)
    best: Array = closest_with_mean(shares[None], np.linspace(0, 1, len(values)), mean)[0]
    return best


def ratio(case: dict[str, Any], best: list[Array]) -> float:
    weights = probabilities(np.array([rotation_counts(case)], float))[0][0]
    return float(weights @ np.log(best[1] / best[0]))


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_normalized_likelihood_ratio(case: dict[str, Any]) -> None:
    found = sprt(rotation_counts(case), case["elo0"], case["elo1"], model="normalized").llr
    assert found == pytest.approx(case["llr_normalized"], abs=1e-5)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_logistic_likelihood_ratio(case: dict[str, Any]) -> None:
    given = case["llr_logistic"]
    early = ratio(case, [early_distribution(case, mean) for mean in logistic_means(case)])
    assert early == pytest.approx(given, abs=1.01 * digits(given))
    assert state_of(case).llr == pytest.approx(given, abs=2e-3)


@pytest.mark.parametrize("case", BAYESIAN, ids=case_name)
def test_bayesian_likelihood_ratio(case: dict[str, Any]) -> None:
    """A hypothesis in that model is one about the mean; without wins or losses the tool gives 0."""
    given, means = case["llr_bayesian"], bayesian_scores(case)
    early = ratio(case, [early_distribution(case, mean) for mean in means])
    assert early == pytest.approx(given, abs=1.01 * digits(given))
    exact = ratio(case, [exact_distribution(case, mean) for mean in means])
    assert exact == pytest.approx(given, abs=2e-3)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_exact_distribution_has_the_mean_that_the_early_one_misses(case: dict[str, Any]) -> None:
    exact: list[Array] = []
    for mean in logistic_means(case):
        _, values = centred(case, mean)
        exact.append(exact_distribution(case, mean))
        missed = abs(float(early_distribution(case, mean) @ values))
        assert abs(float(exact[-1] @ values)) <= 1e-6 * missed + 1e-15
    assert state_of(case).llr == pytest.approx(ratio(case, exact), abs=1e-9)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_score_elo_and_normalized_elo(case: dict[str, Any]) -> None:
    """Where the tool has infinity or no number, we have none."""
    state = state_of(case)
    assert state.score == pytest.approx(case["score"], abs=1e-8)
    for ours, given in ((state.elo, float(case["elo"])), (state.normalized_elo, float(case["nelo"]))):
        assert ours == (pytest.approx(given, abs=1e-6) if isfinite(given) else None)


@pytest.mark.parametrize("case", WITH_SCATTER, ids=case_name)
def test_standard_error(case: dict[str, Any]) -> None:
    state = state_of(case)
    score, error, quantile = state.score, state.rotations.standard_error, normal_quantile(0.975)
    assert score is not None
    assert error is not None
    if case["elo_err95"] != "nan":
        low, high = (
            SCALE * log(end / (1 - end)) for end in (score - quantile * error, score + quantile * error)
        )
        assert (high - low) / 2 == pytest.approx(float(case["elo_err95"]), abs=1e-6)
    assert 2 * SCALE * quantile / state.games**0.5 == pytest.approx(float(case["nelo_err95"]), abs=1e-6)
    surely = normal_cdf((score - 0.5) / error)
    assert 100 * surely == pytest.approx(float(case["los"].rstrip("% ")), abs=0.0051)
