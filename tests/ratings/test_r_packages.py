"""The batch fit against packages for R; `test_plackett_luce` has those for whole rankings."""

from collections import Counter
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from ratings import SCALE, GameResult, fit, read_csv
from tests.ratings.references import DATA, Array, Fitted, fitted, games, reference

REFERENCE: dict[str, Any] = reference("r_packages")
BASEBALL: dict[str, Any] = REFERENCE["bradleyterry2_baseball_home"]
"""The American League of 1987, home being seat 0 (Agresti 1990, Categorical Data Analysis)."""


@pytest.mark.parametrize("name", ["ffa_strict", "ffa_ties"])
def test_logistic_regression(name: str) -> None:
    values = REFERENCE[name]["glm_pairwise_half_ties_with_seats"]
    ours = fit(games(name), prior_draws=0)
    assert {one.name: one.rating for one in ours.ratings} == pytest.approx(
        values["ratings_elo_meanzero"], abs=1e-6
    )
    few = sqrt((ours.clusters - 1) / ours.clusters)
    for key, factor in (("se_cluster_with_G_over_G_minus_1", 1.0), ("se_cluster_CR0", few)):
        errors = {one.name: one.error * factor for one in ours.ratings if one.error is not None}
        assert errors == pytest.approx(values[key], abs=1e-6)
    effects = {f"n{one.players}s{one.seat + 1}": one.value for one in ours.seat_effects}
    assert {key: effects[key] for key in values["seat_elo"]} == pytest.approx(values["seat_elo"], abs=1e-6)


def season() -> list[GameResult]:
    return read_csv(DATA / "baseball.csv")


def contrast(ours: Fitted, name: str) -> Array:
    """What a coefficient is made of: the difference of a team to Baltimore, or that of the two seats."""
    weights = np.zeros(len(ours.values))
    if name == "at.home":
        weights[-2:] = 1, -1
    else:
        weights[ours.players.index(name.removeprefix("team"))] = 1
        weights[ours.players.index("Baltimore")] = -1
    return weights


@pytest.mark.parametrize("name", BASEBALL["coef"])
def test_coefficients_with_home_advantage(name: str) -> None:
    ours = fitted(season(), seats=True, prior_draws=0)
    weights = contrast(ours, name)
    assert weights @ ours.values / SCALE == pytest.approx(BASEBALL["coef"][name], abs=1e-6)
    error = sqrt(weights @ ours.model @ weights) / SCALE
    assert error == pytest.approx(BASEBALL["se"][name], abs=1e-6)


def test_deviance() -> None:
    """Against a model in which each two teams have a chance of their own at each of the two places."""
    ours = fitted(season(), seats=True, prior_draws=0)
    played, won = Counter(game.players for game in season()), Counter(winners(season()))
    saturated = sum(n * log(n / played[teams]) for teams, n in won.items())
    saturated += sum(
        (n - won[teams]) * log(1 - won[teams] / n) for teams, n in played.items() if won[teams] < n
    )
    assert len(played) == 42
    assert 2 * (saturated - ours.likelihood) == pytest.approx(BASEBALL["deviance"], abs=1e-7)


def winners(results: list[GameResult]) -> list[tuple[str, ...]]:
    """Home and guest of the games that were won at home."""
    return [game.players for game in results if game.places == (1, 2)]
