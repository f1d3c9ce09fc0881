"""The batch fit against reference numbers."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from ratings import SCALE, Fit, GameResult, fit
from ratings.bounds import ONE_SIDED, TWO_SIDED
from ratings.numerics import normal_cdf, student_quantile
from tests.ratings.references import digits, fitted, games, reference

TWO_PLAYER: dict[str, Any] = reference("two_player")
MULTIPLAYER: dict[str, Any] = reference("multiplayer")
R_PACKAGES: dict[str, Any] = reference("r_packages")

TWO_PLAYER_FITS = [
    (name, model)
    for name, entry in TWO_PLAYER.items()
    for model, values in entry["ref"].items()
    if model.startswith("half") and "ratings" in values
]
PAIRWISE_FITS = [
    (name, model)
    for name, entry in MULTIPLAYER.items()
    for model in entry
    if model.startswith("pairwise") and "w=1/(n-1)" in model
]


def prior(model: str) -> float:
    """`half_phantom0.5` and `... phantom=1` have one, others have none."""
    return float(model.split("phantom")[1].strip("=")) if "phantom" in model else 0.0


@pytest.mark.parametrize(("name", "model"), TWO_PLAYER_FITS)
def test_two_player_reference(name: str, model: str) -> None:
    values = TWO_PLAYER[name]["ref"][model]
    ours = fitted(games(name), seats="_adv" in model, prior_draws=prior(model))
    assert dict(zip(ours.players, ours.values.tolist(), strict=False)) == pytest.approx(
        values["ratings"], abs=1e-6
    )
    for player in ours.players:
        assert ours.error(ours.model, player) == pytest.approx(values["se_model"][player], abs=1e-6)
        assert ours.error(ours.sandwich, player) == pytest.approx(values["se_sandwich"][player], abs=1e-6)
    if prior(model) == 0:
        assert ours.likelihood == pytest.approx(values["loglik"], abs=1e-6)
    if "seat_advantage" in values:
        assert ours.values[-2] - ours.values[-1] == pytest.approx(values["seat_advantage"], abs=1e-6)
        between = np.array([*[0] * len(ours.players), 1, -1])
        for key, covariance in (("model", ours.model), ("sandwich", ours.sandwich)):
            error = float(np.sqrt(max(between @ covariance @ between, 0)))
            assert error == pytest.approx(values[f"seat_advantage_se_{key}"], abs=1e-6)


@pytest.mark.parametrize("name", [name for name in TWO_PLAYER if "half_noadv" in TWO_PLAYER[name]["ref"]])
@pytest.mark.parametrize("kind", ["model", "sandwich"])
def test_reference_likelihood_of_superiority(name: str, kind: str) -> None:
    ours = fitted(games(name), seats=False, prior_draws=0)
    los = TWO_PLAYER[name]["ref"]["half_noadv"][f"los_{kind}"]
    covariance = getattr(ours, kind)
    for one, two in combinations(range(len(ours.players)), 2):
        expected = los[ours.players[one]][ours.players[two]]
        variance = covariance[one, one] + covariance[two, two] - 2 * covariance[one, two]
        if expected is None:
            assert variance == pytest.approx(0, abs=1e-9)
        else:
            ahead = float(ours.values[one] - ours.values[two])
            assert normal_cdf(ahead / float(np.sqrt(variance))) == pytest.approx(expected, abs=1e-6)


RATED_BY_ORDO = [
    name
    for name, values in TWO_PLAYER.items()
    if values["ordo"]["z200.24_no_adv"]["exit"] == 0 and "half_noadv" in values["ref"]
]


def test_ordo_rates_most_sets() -> None:
    assert len(RATED_BY_ORDO) == len(TWO_PLAYER) - 5


@pytest.mark.parametrize("name", RATED_BY_ORDO)
def test_ordo(name: str) -> None:
    ordo = TWO_PLAYER[name]["ordo"]["z200.24_no_adv"]
    ours = fit(games(name), seats=False, prior_draws=0)
    assert {rating.name: rating.rating for rating in ours.ratings} == pytest.approx(ordo["players"], abs=1e-3)


@pytest.mark.parametrize(("name", "model"), PAIRWISE_FITS)
def test_multiplayer_reference(name: str, model: str) -> None:
    values = MULTIPLAYER[name][model]
    results = games(name)
    if values["cluster"] == "game":
        results = [GameResult(game.players, game.places, game.seats) for game in results]
    ours = fitted(results, seats="no_seats" not in model, prior_draws=prior(model))
    assert ours.clusters == values["clusters"]
    for player, value in zip(ours.players, ours.values.tolist(), strict=False):
        for own, key in (
            (value, "ratings"),
            (ours.error(ours.model, player), "se_naive"),
            (ours.error(ours.sandwich, player), "se_cluster_CR0"),
        ):
            expected = values[key][player]
            assert own == pytest.approx(expected, abs=max(1e-6, digits(expected)))
    for index, (size, seat) in enumerate(ours.seats, len(ours.players)):
        assert ours.values[index] == pytest.approx(values["seat_elo"][str(size)][seat], abs=1e-6)
        error = float(np.sqrt(ours.sandwich[index, index]))
        assert error == pytest.approx(values["seat_se_cluster_CR0"][str(size)][seat], abs=1e-6)


@pytest.mark.parametrize("name", ["ffa_strict", "ffa_ties"])
def test_r(name: str) -> None:
    values = R_PACKAGES[name]["glm_pairwise_half_ties_with_seats"]
    ours = fit(games(name), prior_draws=0)
    assert {one.name: one.rating for one in ours.ratings} == pytest.approx(
        values["ratings_elo_meanzero"], abs=1e-5
    )
    errors = values["se_cluster_with_G_over_G_minus_1"]
    assert {one.name: one.error for one in ours.ratings} == pytest.approx(errors, abs=1e-5)
    effects = {f"n{one.players}s{one.seat + 1}": one.value for one in ours.seat_effects}
    assert {key: effects[key] for key in values["seat_elo"]} == pytest.approx(values["seat_elo"], abs=1e-5)


def test_perfect_bounds() -> None:
    values = reference("perfect_bounds")
    ours = fit(games("perfect_winner"), seats=False)
    winner = ours.rating("P")
    assert (winner.bound, winner.high, winner.games) == (">", None, values["games"])
    assert winner.low == pytest.approx(values["one_sided_95_profile_lower (2dlogL=2.7055)"], abs=1e-3)
    assert winner.rating == pytest.approx(values["half_phantom1 (relative to mean of others)"], abs=1e-6)
    others = ours.places[:4]
    for fall, key in ((ONE_SIDED, "one_sided_95"), (TWO_SIDED, "two_sided_95")):
        (bound,) = (value for name, value in values.items() if name.startswith(key))
        assert SCALE * ours.bounds.bound(int(ours.places[4]), others, fall) == pytest.approx(bound, abs=1e-3)


def half_width(fitted: Fit, name: str) -> float:
    rating = fitted.rating(name)
    assert rating.low is not None
    assert rating.high is not None
    return (rating.high - rating.low) / 2


def test_the_interval_is_the_sandwich_with_students_t() -> None:
    ours = fit(games("pair_wdl"))
    # the reference is in the gauge of the phantom, which is that of the mean for two, and CR0
    error = TWO_PLAYER["pair_wdl"]["ref"]["half_phantom1"]["se_sandwich"]["A"] * np.sqrt(100 / 99)
    assert ours.rating("A").error == pytest.approx(error, abs=1e-6)
    assert half_width(ours, "A") == pytest.approx(student_quantile(0.975, 99) * error, abs=1e-5)
