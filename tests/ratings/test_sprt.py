"""The sequential test at the edges, and how often it errs; `test_sprt_references` has its numbers."""

import random
from math import inf, isfinite, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.sprt import chances_of, rotation_halves, simulate, tilted
from ratings.errors import RatingError
from ratings.likelihood_ratio import Model, log_likelihood_ratios
from ratings.results import GameResult
from ratings.rotation_scores import RotationScores
from ratings.sprt import Verdict, sprt
from ratings.sprt_estimate import SprtEstimate, sprt_estimate
from ratings.values import SCALE

MODELS: tuple[Model, ...] = ("logistic", "normalized")


def test_one_win_says_next_to_nothing() -> None:
    """The approximation with the variance has 16 and more here, and the usual formula a certainty."""
    state = sprt([0, 0, 1], 0, 50)
    assert state.llr == pytest.approx(0.134, abs=5e-4)
    assert state.verdict is Verdict.OPEN
    estimate = sprt_estimate(state)
    assert estimate is not None
    assert estimate.elo is None
    assert estimate.high is None
    assert estimate.low is not None
    assert estimate.low < -100
    assert 0.8 < estimate.los < 0.9


@pytest.mark.parametrize("counts", [[0, 50, 0], [0, 0, 50, 0, 0], [0, 0, 0, 50, 0, 0, 0]])
def test_draws_only_are_no_certainty(counts: list[int]) -> None:
    estimate = sprt_estimate(sprt(counts, 0, 10))
    assert estimate is not None
    assert estimate.elo == 0
    assert estimate.los == 0.5
    assert estimate.low is not None
    assert estimate.high == pytest.approx(-estimate.low)
    assert 5 < -estimate.low < 50


def test_one_win_and_one_loss_have_an_interval() -> None:
    estimate = sprt_estimate(sprt([1, 0, 1], 0, 10))
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.low < -100


@settings(max_examples=50)
@given(
    st.lists(st.integers(0, 40), min_size=1, max_size=4).flatmap(
        lambda half: st.permutations([*half, 0, *half[::-1]])
    ),
    st.floats(-100, 50),
    st.floats(5, 60),
    st.sampled_from(MODELS),
)
def test_every_figure_is_a_number(counts: list[int], elo0: float, width: float, model: Model) -> None:
    state = sprt(counts, elo0, elo0 + width, model=model)
    estimate = sprt_estimate(state) or SprtEstimate(None, None, None, 0.5)
    figures = (state.llr, state.score, state.elo, state.normalized_elo, estimate.elo, estimate.low)
    assert all(figure is None or isfinite(figure) for figure in (*figures, estimate.high))
    assert 0 <= estimate.los <= 1


@given(st.lists(st.integers(0, 200), min_size=5, max_size=5), st.sampled_from(MODELS))
def test_the_other_player_sees_the_opposite(counts: list[int], model: Model) -> None:
    ours, theirs = sprt(counts, -10, 40, model=model), sprt(counts[::-1], -40, 10, model=model)
    assert ours.llr == pytest.approx(-theirs.llr, abs=1e-6)


def test_no_rotation_is_no_evidence() -> None:
    state = sprt([0, 0, 0], 0, 10)
    assert (state.llr, state.verdict, state.games) == (0, Verdict.OPEN, 0)
    assert (state.score, state.elo, state.normalized_elo) == (None, None, None)
    assert sprt_estimate(state) is None


@pytest.mark.parametrize("model", MODELS)
def test_verdicts(model: Model) -> None:
    assert sprt([10, 20, 40], 0, 50, model=model).verdict is Verdict.ELO1
    assert sprt([40, 20, 10], 0, 50, model=model).verdict is Verdict.ELO0
    assert sprt([10, 20, 12], 0, 50, model=model).verdict is Verdict.OPEN


def test_large_hypotheses_of_normalized_elo() -> None:
    many = sprt([1, 5, 30, 100, 200], 0, 800, model="normalized")
    assert isfinite(many.llr)
    assert many.verdict is Verdict.ELO1


def test_where_normalized_elo_has_no_solution_the_mean_is_tested() -> None:
    """Two rotations with one odd score, for which the search goes round in circles."""
    scores = (0.282, 0.366, 0.486, 0.571, 0.572, 0.735, 0.802, 0.975)
    state = sprt(RotationScores(scores, (0, 0, 0, 0, 2, 0, 0, 0), 1), 0, 2 * SCALE, model="normalized")
    assert isfinite(state.llr)
    assert state.verdict is Verdict.OPEN


def test_scores_need_not_be_evenly_spaced() -> None:
    even = sprt([3, 4, 9], 0, 30)
    padded = RotationScores((0.0, 0.25, 0.5, 1.0), (3, 0, 4, 9), 1)
    assert sprt(padded, 0, 30).llr == pytest.approx(even.llr, abs=0.01)


def test_many_tests_at_once_are_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(1)
    counts = rng.multinomial(30, [0.1, 0.2, 0.3, 0.2, 0.2], 20)
    for model in MODELS:
        together = log_likelihood_ratios(counts.astype(float), np.linspace(0, 1, 5), 2, 0, 30, model)
        alone = [sprt(row.tolist(), 0, 30, model=model).llr for row in counts]
        assert together == pytest.approx(alone, abs=1e-9)


def duel(first: str, second: str, rotation: str) -> GameResult:
    return GameResult((first, second, "other"), (1, 2, 3), (0, 1, 2), rotation)


def test_rotations_of_results() -> None:
    results = [
        *(duel("a", "b", "r0") for _ in range(3)),
        *(duel(*players, "r1") for players in (("a", "b"), ("b", "a"), ("b", "a"))),
        GameResult(("b", "a", "other"), (1, 1, 3), rotation="r2"),
        GameResult(("a", "c", "other"), (1, 2, 3), rotation="r3"),
    ]
    scores = RotationScores.between(results, "a", "b")
    assert scores == RotationScores.from_counts([0, 0, 1, 0, 0, 0, 1])
    random.Random(0).shuffle(results)
    assert RotationScores.between(results, "a", "b") == scores
    assert RotationScores.between(results, "b", "a").counts == scores.counts[::-1]
    assert RotationScores.between([duel("a", "b", "r0")], "a", "b", games=3).rotations == 0


def test_games_without_a_rotation_stand_alone() -> None:
    results = [GameResult(("a", "b"), places) for places in ((1, 2), (2, 1), (1, 1), (1, 2))]
    assert RotationScores.between(results, "a", "b").counts == (1, 1, 2)


@pytest.mark.parametrize(
    ("counts", "elos", "named", "message"),
    [
        ([1, 2], (0, 10), {}, "2 counts"),
        ([1, -2, 1], (0, 10), {}, "count -2"),
        ([1, 2, 1], (10, 10), {}, "elo0 10 and elo1 10"),
        ([1, 2, 1], (0, nan), {}, "elo1 nan"),
        ([1, 2, 1], (0, inf), {}, "elo1 inf"),
        ([1, 2, 1], (0, 1e6), {}, "elo 1000000.0"),
        ([1, 2, 1], (0, 1e6), {"model": "normalized"}, "elo 1000000.0"),
        ([1, 2, 1], (0, 10), {"alpha": 0.0}, "alpha 0.0"),
        ([1, 2, 1], (0, 10), {"beta": 1.5}, "beta 1.5"),
        ([1, 2, 1], (0, 10), {"alpha": 0.5, "beta": 0.5}, "expected a rate from 1e-09 to below 0.5"),
        ([1, 2, 1], (0, 10), {"model": "bayesian"}, "model 'bayesian', expected logistic or normalized"),
    ],
)
def test_mistakes(counts: list[int], elos: tuple[float, float], named: dict[str, Any], message: str) -> None:
    with pytest.raises(RatingError, match=message):
        sprt(counts, *elos, **named)


@pytest.mark.parametrize(
    ("scores", "counts", "games", "message"),
    [
        ((0.0, 0.5, 0.5, 1.0), (1, 1, 1, 1), 1, "expected them to rise"),
        ((0.0, 0.5, 2.0), (1, 1, 1), 1, "expected shares"),
        ((0.5, 1.0), (1, 1), 1, "some below one half"),
        ((0.0, 1.0), (1, 1, 1), 1, "3 counts of 2 scores"),
        ((0.0, 1.0), (1, 1), 0, "0 games in a rotation"),
    ],
)
def test_scores_that_are_none(
    scores: tuple[float, ...], counts: tuple[int, ...], games: int, message: str
) -> None:
    with pytest.raises(RatingError, match=message):
        RotationScores(scores, counts, games)


def test_results_that_do_not_fit() -> None:
    results = [duel("a", "b", "r0") for _ in range(3)]
    with pytest.raises(RatingError, match="'a' and 'c' never met"):
        RotationScores.between(results, "a", "c")
    with pytest.raises(RatingError, match="'a' against itself"):
        RotationScores.between(results, "a", "a")
    with pytest.raises(RatingError, match="3 games in a rotation, expected 2"):
        RotationScores.between(results, "a", "b", games=2)


@pytest.mark.parametrize(("level", "motion"), [(1.0, "exact"), (0.95, "fast")])
def test_estimates_that_are_none(level: float, motion: Any) -> None:
    with pytest.raises(RatingError, match=r"level 1\.0|motion 'fast'"):
        sprt_estimate(sprt([1, 1, 1], 0, 10), level, motion)


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_error_rates_with_games_that_depend_on_each_other(players: int, model: Model) -> None:
    """Within three standard errors of the nominal 5 %; `benchmarks.sprt` measures more closely."""
    rng, runs = np.random.default_rng(players), 200
    chances = chances_of(rotation_halves(players, rng, 20_000))
    below, above = (
        simulate(tilted(chances, players, elo, model), players, 0, 100, model, 0.05, runs, rng)
        for elo in (0, 100)
    )
    noise = 3 * (0.05 * 0.95 / runs) ** 0.5
    assert below.accepted <= 0.05 + noise
    assert 1 - above.accepted <= 0.05 + noise
    assert below.open == above.open == 0


@pytest.mark.parametrize("named", [{"alpha": 0.9}, {"alpha": 1e-320}, {"beta": 1e-320}])
def test_rates_that_no_test_can_keep_are_refused(named: dict[str, Any]) -> None:
    with pytest.raises(RatingError, match="expected a rate from"):
        sprt([3, 0, 2], 0, 10, **named)


def test_hypotheses_that_are_the_same_but_for_rounding_are_refused() -> None:
    with pytest.raises(RatingError, match=r"below elo1, by 0\.01 at least"):
        sprt([3, 0, 2], 0, 5e-324)
