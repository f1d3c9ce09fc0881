"""The batch fit against reference numbers."""

from dataclasses import replace
from itertools import permutations
from math import log, prod, sqrt
from typing import Any

import numpy as np
import pytest

from ratings import SCALE, Fit, GameResult, expected, fit
from ratings.bounds import ONE_SIDED, TWO_SIDED
from ratings.numerics import normal_cdf, student_quantile
from tests.ratings.references import digits, fitted, games, reference

TWO_PLAYER: dict[str, Any] = reference("two_player")
MULTIPLAYER: dict[str, Any] = reference("multiplayer")

TWO_PLAYER_FITS = [
    (name, model)
    for name, entry in TWO_PLAYER.items()
    for model, values in entry["ref"].items()
    if model.startswith("half") and "ratings" in values
]
SUPERIORITY = [
    (name, model, kind)
    for name, model in TWO_PLAYER_FITS
    for kind in ("model", "sandwich")
    if f"los_{kind}" in TWO_PLAYER[name]["ref"][model]
]
PAIRWISE_FITS = [
    (name, model) for name, entry in MULTIPLAYER.items() for model in entry if model.startswith("pairwise")
]
COPIES: dict[str, tuple[list[int], int]] = {
    "1/(n-1)": ([1, 1, 1], 1),
    "1": ([1, 2, 3], 1),
    "2/n": ([6, 8, 9], 6),
}
"""How often games of 2, 3 and 4 are there to have a weight, and how many times too large all are then."""


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
    chances = [expected(rating) for rating in ours.values[: len(ours.players)].tolist()]
    virtual = prior(model) / 2 * sum(log(chance) + log(1 - chance) for chance in chances)
    assert ours.likelihood + virtual == pytest.approx(values["loglik"], abs=1e-6)
    if "seat_advantage" in values:
        assert ours.values[-2] - ours.values[-1] == pytest.approx(values["seat_advantage"], abs=1e-6)
        between = np.array([*[0] * len(ours.players), 1, -1])
        for key, covariance in (("model", ours.model), ("sandwich", ours.sandwich)):
            error = float(np.sqrt(max(between @ covariance @ between, 0)))
            assert error == pytest.approx(values[f"seat_advantage_se_{key}"], abs=1e-6)


@pytest.mark.parametrize("name", TWO_PLAYER)
def test_who_met_whom(name: str) -> None:
    """Whoever is not held by points in both directions has a bound."""
    entry, ours = TWO_PLAYER[name], fit(games(name))
    met = len(ours.components) == 1
    held = met and all(rating.bound == "" for rating in ours.ratings)
    assert (met, held) == (entry["weakly_connected"], entry["strongly_connected"])
    assert (len(ours.ratings), ours.clusters) == (entry["players"], entry["games"])


@pytest.mark.parametrize(("name", "model", "kind"), SUPERIORITY)
def test_reference_likelihood_of_superiority(name: str, model: str, kind: str) -> None:
    ours = fitted(games(name), seats="_adv" in model, prior_draws=0)
    los = TWO_PLAYER[name]["ref"][model][f"los_{kind}"]
    covariance = getattr(ours, kind)
    for one, two in permutations(range(len(ours.players)), 2):
        expected = los[ours.players[one]][ours.players[two]]
        variance = covariance[one, one] + covariance[two, two] - 2 * covariance[one, two]
        if expected is None:
            assert variance == pytest.approx(0, abs=1e-9)
        else:
            ahead = float(ours.values[one] - ours.values[two])
            assert normal_cdf(ahead / float(np.sqrt(variance))) == pytest.approx(expected, abs=1e-6)


def copied(results: list[GameResult], copies: list[int], cluster: str) -> list[GameResult]:
    """Each game as often as is said for its size, in a cluster of its own or in that of its block."""
    return [
        replace(game, rotation=str(number) if cluster == "game" else game.rotation)
        for number, game in enumerate(results)
        for _ in range(copies[len(game.players) - 2])
    ]


@pytest.mark.parametrize(("name", "model"), PAIRWISE_FITS)
def test_multiplayer_reference(name: str, model: str) -> None:
    """A weight of all games alike changes nothing but the errors that the model alone has."""
    values, results = MULTIPLAYER[name][model], games(name)
    copies, factor = COPIES[values["weight"]]
    assert len(results) == MULTIPLAYER[name]["games"]
    results = copied(results, copies, values["cluster"])
    ours = fitted(results, seats="no_seats" not in model, prior_draws=prior(model))
    assert ours.clusters == values["clusters"]
    for player, value in zip(ours.players, ours.values.tolist(), strict=False):
        for own, key in (
            (value, "ratings"),
            (ours.error(ours.model, player) * sqrt(factor), "se_naive"),
            (ours.error(ours.sandwich, player), "se_cluster_CR0"),
        ):
            expected = values[key][player]
            assert own == pytest.approx(expected, abs=max(1e-6, digits(expected)))
    for index, (size, seat) in enumerate(ours.seats, len(ours.players)):
        assert ours.values[index] == pytest.approx(values["seat_elo"][str(size)][seat], abs=1e-6)
        error = float(np.sqrt(ours.sandwich[index, index]))
        assert error == pytest.approx(values["seat_se_cluster_CR0"][str(size)][seat], abs=1e-6)


def test_perfect_bounds() -> None:
    values = reference("perfect_bounds")
    ours = fit(games("perfect_winner"), seats=False)
    winner = ours.rating("P")
    assert (winner.bound, winner.high, winner.games) == (">", None, values["games"])
    assert winner.low == pytest.approx(values["one_sided_95_profile_lower (2dlogL=2.7055)"], abs=1e-3)
    assert winner.rating == pytest.approx(values["half_phantom1 (relative to mean of others)"], abs=1e-6)
    others = ours.places[:4]
    beaten = dict(zip("ABCD", opponents(), strict=True))
    assert beaten == pytest.approx(values["opponent_ratings_half_noadv"], abs=1e-7)
    for fall, key in ((ONE_SIDED, "one_sided_95"), (TWO_SIDED, "two_sided_95")):
        (bound,) = (value for name, value in values.items() if name.startswith(key))
        assert SCALE * ours.bounds.bound(int(ours.places[4]), others, fall) == pytest.approx(bound, abs=1e-3)


def opponents() -> list[float]:
    """The ratings of those whom the unbeaten player beat, among themselves."""
    among = [game for game in games("perfect_winner") if "P" not in game.players]
    return [rating.rating for rating in fit(among, seats=False, prior_draws=0).ratings]


@pytest.mark.parametrize("chance", [0.5, 0.05])
def test_ratings_with_that_chance_to_win_every_game(chance: float) -> None:
    rating = reference("perfect_bounds")[f"P(perfect)={chance} no-draw logistic"]
    assert prod(expected(rating - other) ** 10 for other in opponents()) == pytest.approx(chance, rel=1e-8)


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
