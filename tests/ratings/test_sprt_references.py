"""The sequential test against reference numbers of several tools; `test_fastchess` has those of one more.

What is compared is exact. Left out are approximations by the variance (`llr_*_alt`, `llr_cutechess`, the
`fastchess_doc` of an earlier version), likelihood ratios of Rao and Kupper's model with ties taken as known
(`llr_bayeselo_fishtest_legacy`, `llr_bayeselo_openbench`) and the LOS of cutechess, which leaves out how much
draws say.
"""

from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from ratings.likelihood_ratio import Model, log_likelihood_ratios, probabilities
from ratings.numerics import normal_cdf, normal_quantile, student_quantile
from ratings.sprt import SprtState, sprt
from ratings.sprt_estimate import sprt_estimate
from ratings.values import SCALE
from tests.ratings.references import Array, bayesian_scores, case_name, reference, rotation_counts

REFERENCE: dict[str, Any] = reference("sprt_llr")
CASES: list[dict[str, Any]] = REFERENCE["cases"]
SINGLE_GAMES = [case for case in CASES if "W" in case]
PAIRS = [case for case in CASES if "W" not in case]
WITH_SCATTER = [case for case in CASES if sum(count > 0 for count in rotation_counts(case)) > 1]
UNBIASED: list[dict[str, Any]] = REFERENCE["sprt_elo_median_unbiased"]
MODELS: tuple[Model, ...] = ("logistic", "normalized")
PRINTED: dict[str, tuple[str, Model, float]] = {
    "Logistic (exact)": ("published_page", "logistic", 1e-4),  # of bounds with three digits
    "cutechess": ("reported", "logistic", 0.005),
    "llr": ("cutechess_unit_test", "logistic", 0.005),
}
"""Single figures with few digits: where they are, what they are about, how close they are."""


def state_of(case: dict[str, Any], model: Model = "logistic") -> SprtState:
    return sprt(rotation_counts(case), case["elo0"], case["elo1"], model=model)


def elo_of(score: float) -> float:
    """In points, the score being at most a thousandth away from 0 or 1, as the tools have it."""
    limited = min(max(score, 1e-3), 1 - 1e-3)
    return SCALE * log(limited / (1 - limited))


def without_zeros(case: dict[str, Any]) -> tuple[float, float, float]:
    """The number of rotations, their mean score and its variance, with a thousandth of one for none."""
    weights, shares = probabilities(np.array([rotation_counts(case)], float))
    scores = np.linspace(0, 1, shares.shape[1])
    mean = float(shares[0] @ scores)
    return float(weights.sum()), mean, float(shares[0] @ (scores - mean) ** 2)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_likelihood_ratio(case: dict[str, Any], model: Model) -> None:
    assert state_of(case, model).llr == pytest.approx(case[f"llr_{model}_exact"], abs=1e-6)


@pytest.mark.parametrize("case", PAIRS, ids=case_name)
def test_normalized_likelihood_ratio_of_openbench(case: dict[str, Any]) -> None:
    assert state_of(case, "normalized").llr == pytest.approx(case["llr_openbench"], abs=1e-6)


@pytest.mark.parametrize("case", SINGLE_GAMES, ids=case_name)
def test_bounds_in_another_model(case: dict[str, Any]) -> None:
    elo0, elo1 = (SCALE * log(score / (1 - score)) for score in bayesian_scores(case))
    counts: Array = np.array([rotation_counts(case)], float)
    (ratio,) = log_likelihood_ratios(counts, np.array([0, 0.5, 1]), 1, elo0, elo1, "logistic")
    assert ratio == pytest.approx(case["llr_bayeselo_bounds_gsprt"], abs=1e-6)


@pytest.mark.parametrize("case", [case for case in CASES if "fastchess_unit_test" in case], ids=case_name)
def test_unit_tests_of_fastchess(case: dict[str, Any]) -> None:
    """Which allow one part in a hundred."""
    model, given = case["fastchess_unit_test"].values()
    own = case["llr_bayeselo_bounds_gsprt"] if model == "bayesian" else state_of(case, model).llr
    assert own == pytest.approx(given, rel=0.01)


@pytest.mark.parametrize("figure", PRINTED)
def test_printed_figures(figure: str) -> None:
    field, model, unit = PRINTED[figure]
    (case,) = (case for case in CASES if field in case)
    assert state_of(case, model).llr == pytest.approx(case[field][figure], abs=unit)


@pytest.mark.parametrize("bounds", REFERENCE["bounds"])
def test_bounds(bounds: dict[str, float]) -> None:
    state = sprt([1, 1, 1], 0, 10, alpha=bounds["alpha"], beta=bounds["beta"])
    assert state.lower == pytest.approx(bounds["lower"], abs=1e-8)
    assert state.upper == pytest.approx(bounds["upper"], abs=1e-8)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_counts_of_none_are_those_of_fishtest(case: dict[str, Any]) -> None:
    """And so are Elo, its error and LOS, which `SprtState` has from the counts as they are."""
    rotations, mean, variance = without_zeros(case)
    error, given = sqrt(variance / rotations), case["fishtest_get_elo"]
    half = normal_quantile(0.975) * error
    assert elo_of(mean) == pytest.approx(given["elo"], rel=1e-8, abs=1e-12)
    assert (elo_of(mean + half) - elo_of(mean - half)) / 2 == pytest.approx(given["elo95"], rel=1e-8)
    assert normal_cdf((mean - 0.5) / error) == pytest.approx(given["los"], abs=1e-8)


@pytest.mark.parametrize("case", PAIRS, ids=case_name)
def test_mean_variance_and_normalized_elo_of_pairs(case: dict[str, Any]) -> None:
    _, mean, variance = without_zeros(case)
    assert mean == pytest.approx(case["mu"], rel=1e-8)
    assert variance == pytest.approx(case["var_per_pair"], rel=1e-8)
    normalized = 2 * SCALE * (mean - 0.5) / sqrt(2 * variance)
    assert normalized == pytest.approx(case["nelo"], rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("case", [case for case in CASES if min(rotation_counts(case)) > 0], ids=case_name)
def test_state_where_no_count_is_none(case: dict[str, Any]) -> None:
    state, given = state_of(case), case["fishtest_get_elo"]
    assert state.elo == pytest.approx(given["elo"], abs=1e-6)
    if "nelo" in case:
        assert state.score == pytest.approx(case["mu"], abs=1e-8)
        assert state.rotations.variance == pytest.approx(case["var_per_pair"], abs=1e-8)
        assert state.normalized_elo == pytest.approx(case["nelo"], abs=1e-6)
    score, error = score_and_error(state)
    assert normal_cdf((score - 0.5) / error) == pytest.approx(given["los"], abs=1e-8)


def score_and_error(state: SprtState) -> tuple[float, float]:
    assert state.score is not None
    assert state.rotations.standard_error is not None
    return state.score, state.rotations.standard_error


@pytest.mark.parametrize("case", [case for case in SINGLE_GAMES if case in WITH_SCATTER], ids=case_name)
def test_elo_of_cutechess(case: dict[str, Any]) -> None:
    state, given = state_of(case), case["cutechess_elo"]
    score, error = score_and_error(state)
    half = normal_quantile(0.975) * error
    assert state.elo == pytest.approx(given["elo"], abs=1e-6)
    if given["err95"] is None:
        assert score + half > 1
    else:
        assert (elo_of(score + half) - elo_of(score - half)) / 2 == pytest.approx(given["err95"], abs=1e-6)


@pytest.mark.parametrize("case", [case for case in SINGLE_GAMES if case not in WITH_SCATTER], ids=case_name)
def test_where_cutechess_has_no_elo(case: dict[str, Any]) -> None:
    """For draws only it has an error of 0, which `test_sprt` is about."""
    given = case["cutechess_elo"]["elo"]
    assert state_of(case).elo == (None if given is None else pytest.approx(given))


@pytest.mark.parametrize("case", WITH_SCATTER, ids=case_name)
def test_interval_with_students_t(case: dict[str, Any]) -> None:
    """Without scatter openbench has one of no width."""
    state = state_of(case)
    score, error = score_and_error(state)
    half = student_quantile(0.975, state.rotations.rotations - 1) * error
    ends = elo_of(score - half), elo_of(score), elo_of(score + half)
    assert ends == pytest.approx(case["openbench_elo_t"], abs=1e-5)
    assert state.elo == pytest.approx(case["openbench_elo_t"][1], abs=1e-6)


@pytest.mark.parametrize("case", UNBIASED)
def test_estimate_of_a_test_that_may_stop(case: dict[str, Any]) -> None:
    state = sprt(case["R"], case["elo0"], case["elo1"], model=case["model"])
    estimate = sprt_estimate(state, motion="normal")
    assert estimate is not None
    assert estimate.elo == pytest.approx(case["elo"], abs=1e-6)
    assert (estimate.low, estimate.high) == pytest.approx(case["ci"], abs=1e-6)
    assert estimate.los == pytest.approx(case["LOS"], abs=1e-8)
    assert state.llr == pytest.approx(case["LLR"], abs=1e-6)
    assert (state.lower, state.upper) == pytest.approx((case["a"], case["b"]), abs=1e-8)


@pytest.mark.parametrize("case", UNBIASED[:2])
def test_with_many_rotations_both_motions_agree(case: dict[str, Any]) -> None:
    state = sprt(case["R"], case["elo0"], case["elo1"])
    exact, normal = sprt_estimate(state), sprt_estimate(state, motion="normal")
    assert exact is not None
    assert normal is not None
    for one, other in ((exact.elo, normal.elo), (exact.low, normal.low), (exact.high, normal.high)):
        assert one == pytest.approx(other, abs=1e-3)
