"""The model of whole rankings against reference numbers, against the other model, and at the edges."""

import json
import random
from dataclasses import astuple, replace
from functools import cache
from math import exp, isfinite, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ratings.bradley_terry import fit
from ratings.choice_likelihood import Parameters, slope_of
from ratings.errors import RatingError
from ratings.files import read_csv
from ratings.fit import Rating
from ratings.plackett_luce import PlackettLuceFit, fit_plackett_luce
from ratings.rankings import Rankings
from ratings.results import GameResult
from ratings.values import SCALE

DATA = Path(__file__).parent / "data"
INPUTS = sorted(path.stem for path in (DATA / "inputs").glob("*.csv"))
OURS: dict[str, Any] = json.loads((DATA / "multiplayer.json").read_text())
R: dict[str, Any] = json.loads((DATA / "r_packages.json").read_text())
TWO_PLAYER: dict[str, Any] = json.loads((DATA / "two_player.json").read_text())
MULTIPLAYER = ("ffa_tiny", "ffa_strict", "ffa_ties")
STRICT = ("rr4_nodraw", "cycle3", "one_game_win", "seat_only")
REFERENCES = [
    pytest.param(name, kind == "davidson_luce_seats", OURS[name][kind], id=f"{name}-{kind}")
    for name in MULTIPLAYER
    for kind in ("davidson_luce_no_seats", "davidson_luce_seats")
    if kind in OURS[name]
]
WITH_SEATS = [
    pytest.param(name, R[name][kind], id=name)
    for name, kind in (
        ("ffa_strict", "coxph_rank_ordered_logit_with_seats"),
        ("ffa_ties", "clogit_davidson_luce_with_seats"),
    )
]


@cache
def games_of(name: str) -> tuple[GameResult, ...]:
    return tuple(read_csv(DATA / "inputs" / f"{name}.csv"))


@cache
def fitted(name: str, seats: bool = True, prior_draws: float = 1.0) -> PlackettLuceFit:
    return fit_plackett_luce(games_of(name), seats=seats, prior_draws=prior_draws)


def close(number: float, unit: float = 1e-6) -> Any:
    """Equal to a reference that has eight digits."""
    return pytest.approx(number, abs=unit, rel=6e-8)


def model_errors(found: PlackettLuceFit) -> dict[str, float]:
    """The standard errors if games are independent of each other, by player."""
    errors = np.sqrt(np.diag(found.uncertainty.fisher))
    return {name: float(errors[found.places[number]]) for number, name in enumerate(found.players)}


def numbers(row: Rating) -> list[float]:
    return [value for value in astuple(row) if isinstance(value, float)]


@pytest.mark.parametrize(("name", "seats", "reference"), REFERENCES)
def test_ratings_and_ties(name: str, seats: bool, reference: dict[str, Any]) -> None:
    found = fitted(name, seats, 0)
    assert {row.name: row.rating for row in found.ratings} == {
        player: close(rating) for player, rating in reference["ratings"].items()
    }
    assert found.ties == {int(tied): close(delta) for tied, delta in reference["delta"].items()}
    assert found.log_likelihood == close(reference["loglik"])


@pytest.mark.parametrize(("name", "seats", "reference"), REFERENCES)
def test_standard_errors_of_the_model(name: str, seats: bool, reference: dict[str, Any]) -> None:
    found = fitted(name, seats, 0)
    assert model_errors(found) == {player: close(error) for player, error in reference["se"].items()}


@pytest.mark.parametrize(("name", "seats", "reference"), REFERENCES)
def test_seat_effects(name: str, seats: bool, reference: dict[str, Any]) -> None:
    found = fitted(name, seats, 0)
    values = [each for size in sorted(reference.get("seat_elo", ())) for each in reference["seat_elo"][size]]
    errors = [each for size in sorted(reference.get("seat_se", ())) for each in reference["seat_se"][size]]
    by_model = np.sqrt(np.diag(found.uncertainty.fisher))[len(found.players) :]
    assert [effect.value for effect in found.seat_effects] == [close(value) for value in values]
    assert by_model.tolist() == [close(error) for error in errors]


@pytest.mark.parametrize("name", MULTIPLAYER)
def test_r_package_plackett_luce(name: str) -> None:
    reference, found = R[name]["PlackettLuce_0.4.5_npseudo0"], fitted(name, False, 0)
    ratings, errors = reference["ratings_elo_meanzero"], reference["se_elo"]
    assert {row.name: row.rating for row in found.ratings} == pytest.approx(ratings, abs=1e-5)
    assert model_errors(found) == pytest.approx(errors, abs=1e-5)
    assert found.log_likelihood == pytest.approx(reference["loglik"], abs=1e-5)
    assert {f"tie{tied}": delta for tied, delta in found.ties.items()} == pytest.approx(
        reference["delta"], abs=1e-6
    )


@pytest.mark.parametrize("name", MULTIPLAYER)
@pytest.mark.parametrize(("kind", "prior_draws"), [("npseudo0", 0), ("npseudo0.5", 1)])
def test_coefficients_of_r_package_plackett_luce(name: str, kind: str, prior_draws: float) -> None:
    """Logarithms of worths by that of the first player, and of deltas."""
    found = fitted(name, False, prior_draws)
    first = found.ratings[0].rating
    coefficients = {row.name: (row.rating - first) / SCALE for row in found.ratings}
    coefficients |= {f"tie{tied}": log(delta) for tied, delta in found.ties.items() if delta is not None}
    assert coefficients == pytest.approx(R[name][f"PlackettLuce_0.4.5_{kind}"]["raw_coef"], abs=1e-6)


@pytest.mark.parametrize("name", MULTIPLAYER)
def test_virtual_draws_are_pseudo_rankings(name: str) -> None:
    """Of which the R package has half a win and half a loss; its errors leave them out."""
    reference, found = R[name]["PlackettLuce_0.4.5_npseudo0.5"], fitted(name, False, 1)
    ratings, deltas = reference["ratings_elo_meanzero"], reference["delta"]
    assert {row.name: row.rating for row in found.ratings} == pytest.approx(ratings, abs=1e-5)
    expected = {int(tied.removeprefix("tie")): delta for tied, delta in deltas.items()}
    assert found.ties == pytest.approx(expected, abs=1e-5)
    assert found.log_likelihood == pytest.approx(reference["loglik"], abs=1e-5)
    assert errors_without_prior(name, found) == pytest.approx(reference["se_elo"], abs=1e-5)


def errors_without_prior(name: str, found: PlackettLuceFit) -> dict[str, float]:
    """From the information of the games alone, at a fit without seats."""
    number, rankings = len(found.players), Rankings.of(games_of(name), found.players)
    parameters = Parameters(number, (), tuple(found.ties))
    # on which side of the phantom the mean is makes no difference to the games
    information = slope_of(rankings, parameters, point_of(found)).information
    information[:number, :number] += 1
    centring = np.eye(number) - 1 / number
    covariance = centring @ np.linalg.inv(information)[:number, :number] @ centring
    return dict(zip(found.players, SCALE * np.sqrt(np.diag(covariance)), strict=True))


def point_of(found: PlackettLuceFit) -> NDArray[np.float64]:
    """The parameters of a fit without seats."""
    deltas = [log(delta) for delta in found.ties.values() if delta is not None]
    return np.array([*(row.rating / SCALE for row in found.ratings), *deltas])


@pytest.mark.parametrize(("name", "reference"), WITH_SEATS)
def test_r_packages_with_seats(name: str, reference: dict[str, Any]) -> None:
    found = fitted(name, True, 0)
    ratings, errors = reference["ratings_elo_meanzero"], reference["se_elo"]
    effects = {f"n{each.players}s{each.seat + 1}": each.value for each in found.seat_effects}
    deltas = {f"tie{tied}": delta for tied, delta in found.ties.items()}
    assert {row.name: row.rating for row in found.ratings} == pytest.approx(ratings, abs=1e-5)
    assert model_errors(found) == pytest.approx(errors, abs=1e-5)
    assert {seat: effects[seat] for seat in reference["seat_elo"]} == pytest.approx(
        reference["seat_elo"], abs=1e-5
    )
    assert deltas == pytest.approx(reference.get("delta", {}), abs=1e-5)
    assert found.log_likelihood == pytest.approx(reference["loglik"], abs=1e-5)


@pytest.mark.parametrize("name", ["gap_800", "one_game_bridge", "pair_balanced"])
def test_games_of_two_are_davidsons_model(name: str) -> None:
    """With the first seat's advantage, the difference of both effects, in wins and losses but not in ties."""
    reference, found = TWO_PLAYER[name]["ref"]["davidson_adv"], fitted(name, True, 0)
    assert {row.name: row.rating for row in found.ratings} == pytest.approx(reference["ratings"], abs=1e-6)
    assert model_errors(found) == pytest.approx(reference["se_model"], abs=1e-6)
    first, second = found.seat_effects
    assert first.value - second.value == pytest.approx(reference["seat_advantage"], abs=1e-6)
    (one, covariance), (_, two) = found.uncertainty.fisher[-2:, -2:].tolist()
    assert (one + two - 2 * covariance) ** 0.5 == pytest.approx(
        reference["seat_advantage_se_model"], abs=1e-6
    )
    assert found.ties[2] == pytest.approx(reference["nu"], abs=1e-6)
    assert found.log_likelihood == pytest.approx(reference["loglik"], abs=1e-6)


def test_davidsons_model_without_a_finite_fit() -> None:
    """One game was won, and ties have no limit beside it; virtual draws make everything finite."""
    (name,) = (name for name, entry in TWO_PLAYER.items() if "status" in entry["ref"].get("davidson_adv", {}))
    for seats in (False, True):
        with pytest.raises(RatingError, match="no finite fit"):
            fitted(name, seats, 0)
    assert fitted(name).rating("A").rating > fitted(name).rating("B").rating


def test_clustered_errors_are_from_the_surpluses_of_rotations() -> None:
    """Rotation by rotation, each looked at by itself."""
    games, found = games_of("ffa_ties"), fitted("ffa_ties", False, 0)
    number, point = len(found.players), point_of(found)
    parameters = Parameters(number, (), tuple(found.ties))
    rotations = sorted({game.rotation for game in games})
    surpluses = [
        slope_of(
            Rankings.of([game for game in games if game.rotation == rotation], found.players),
            parameters,
            point,
        ).gradient
        for rotation in rotations
    ]
    information = slope_of(Rankings.of(games, found.players), parameters, point).information
    information[:number, :number] += 1
    centring = np.eye(number) - 1 / number
    moves = np.array(surpluses) @ np.linalg.inv(information)[:, :number] @ centring
    factor = len(rotations) / (len(rotations) - 1)
    errors = SCALE * np.sqrt(factor * (moves**2).sum(axis=0))
    assert [row.error for row in found.ratings] == pytest.approx(errors.tolist(), abs=1e-5)


@pytest.mark.parametrize("name", STRICT)
@pytest.mark.parametrize("seats", [False, True])
def test_games_of_two_without_ties_are_those_of_the_other_model(name: str, seats: bool) -> None:
    other, found = fit(games_of(name), seats=seats), fitted(name, seats)
    for ours, theirs in zip(found.ratings, other.ratings, strict=True):
        assert numbers(ours) == pytest.approx(numbers(theirs), abs=1e-5)
        assert ours.bound == theirs.bound
    for one, two in zip(found.seat_effects, other.seat_effects, strict=True):
        assert astuple(one) == pytest.approx(astuple(two), abs=1e-5)
    assert found.seat_refusals == other.seat_refusals


def unbeaten_games() -> list[GameResult]:
    games = list(games_of("rr4_nodraw"))
    for opponent in "ABCD":
        games += [GameResult(("P", opponent), (1, 2)), GameResult((opponent, "P"), (2, 1))] * 5
    return games


def test_an_unbeaten_player_has_a_bound() -> None:
    games = unbeaten_games()
    found, other = fit_plackett_luce(games), fit(games)
    ours, theirs = found.rating("P"), other.rating("P")
    assert (ours.bound, ours.high) == (">", None)
    assert ours.low is not None
    assert ours.low == pytest.approx(theirs.low, abs=1e-3)
    one, two = found.difference("A", "P"), other.difference("A", "P")
    assert (one.bound, one.low) == ("<", None)
    assert one.high == pytest.approx(two.high, abs=1e-3)


@pytest.mark.parametrize("name", INPUTS)
def test_every_figure_is_a_number(name: str) -> None:
    found = fitted(name)
    figures = [value for row in found.ratings for value in numbers(row)]
    figures += [value for effect in found.seat_effects for value in astuple(effect)]
    figures += [delta for delta in found.ties.values() if delta is not None]
    assert all(isfinite(figure) for figure in (*figures, found.log_likelihood))
    assert all(row.low is None or row.high is None or row.low < row.high for row in found.ratings)


def test_draws_only_are_level_but_not_for_sure() -> None:
    for row in fitted("all_draws").ratings:
        assert row.rating == pytest.approx(0, abs=1e-6)
        assert row.high is not None
        assert row.high > 10


def test_groups_that_never_met_are_not_compared() -> None:
    found = fitted("disconnected")
    assert len(found.components) == 2
    difference = found.difference("A", "X")
    assert difference.value is None
    assert "never met" in difference.refusal
    assert found.expected_score("A", "X") is None


@pytest.mark.parametrize("name", ["perfect_winner", "one_game_win"])
def test_without_virtual_draws_a_rating_may_be_infinite(name: str) -> None:
    with pytest.raises(RatingError, match="without virtual draws"):
        fitted(name, False, 0)


def test_seats_that_decide_everything_are_refused() -> None:
    """Those of `ffa_tiny` have no largest likelihood."""
    found = fitted("ffa_tiny", True, 0)
    assert not found.seat_effects
    assert set(found.seat_refusals) == {2, 3}
    assert found.rating("a").rating == fitted("ffa_tiny", False, 0).rating("a").rating


def test_ties_that_always_happen_have_no_limit() -> None:
    games = [GameResult(("a", "b", "c"), (1, 1, 1))] * 4 + [GameResult(("a", "b"), (1, 2))]
    found = fit_plackett_luce(games)
    assert found.ties == {3: None}
    assert isfinite(found.log_likelihood)


def test_the_expected_score_counts_ties_half() -> None:
    found = fitted("ffa_ties", False)
    worth = exp((found.rating("F0").rating - found.rating("F5").rating) / SCALE)
    delta = found.ties[2]
    assert delta is not None
    expected = (worth + delta * worth**0.5 / 2) / (worth + delta * worth**0.5 + 1)
    assert found.expected_score("F0", "F5") == pytest.approx(expected)
    assert found.expected_score("F5", "F0") == pytest.approx(1 - expected)


def test_anchors_move_the_scale() -> None:
    plain = fitted("ffa_ties")
    anchored = fit_plackett_luce(games_of("ffa_ties"), anchors={"F3": 1500})
    assert anchored.rating("F3").rating == 1500
    gap = plain.rating("F0").rating - plain.rating("F3").rating
    assert anchored.rating("F0").rating == pytest.approx(1500 + gap)


@pytest.mark.parametrize("anchors", [{"nobody": 0.0}, {"F3": float("nan")}])
def test_anchors_that_are_none(anchors: dict[str, float]) -> None:
    with pytest.raises(RatingError, match="anchor"):
        fit_plackett_luce(games_of("ffa_ties"), anchors=anchors)


def test_no_games_are_no_players() -> None:
    assert fit_plackett_luce([]).ratings == ()


@settings(max_examples=25)
@given(st.randoms())
@pytest.mark.parametrize("name", ["ffa_tiny", "perfect_both"])
def test_neither_order_nor_names_matter(name: str, shuffle: random.Random) -> None:
    first, games = fitted(name), list(games_of(name))
    shuffle.shuffle(games)
    names = list(first.players)
    shuffle.shuffle(names)
    renamed = dict(zip(first.players, names, strict=True))
    second = fit_plackett_luce([turned(game, renamed, shuffle) for game in games])
    for row in first.ratings:
        other = second.rating(renamed[row.name])
        assert replace(other, name=row.name, component=row.component) == row
    assert second.seat_effects == first.seat_effects
    assert second.ties == first.ties


def turned(game: GameResult, names: dict[str, str], shuffle: random.Random) -> GameResult:
    """The same game with other names, listed in another order."""
    listed = list(zip(game.players, game.places, game.seats, strict=True))
    shuffle.shuffle(listed)
    players, places, seats = zip(*listed, strict=True)
    return GameResult(tuple(names[player] for player in players), places, seats, game.rotation)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.integers(1, 12), st.sampled_from([1, 2, 50]), st.booleans())
def test_whatever_was_played_every_figure_is_a_number(
    rng: random.Random, games: int, points: int, seats: bool
) -> None:
    """The fewer points there are, the more ties; with one point all games end level."""
    results = [random_game(rng, points) for _ in range(games)]
    found = fit_plackett_luce(results, seats=seats)
    for row in found.ratings:
        assert all(isfinite(value) for value in numbers(row))
        assert {"": 2, ">": 1, "<": 1, "?": 0}[row.bound] == sum(
            end is not None for end in (row.low, row.high)
        )
    assert all(isfinite(value) for effect in found.seat_effects for value in astuple(effect))


def random_game(rng: random.Random, points: int) -> GameResult:
    players = rng.sample("abcdef", rng.randint(2, 4))
    scores = [rng.randrange(points) for _ in players]
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    seats = rng.sample(range(len(players)), len(players))
    return GameResult(tuple(players), places, tuple(seats), rng.choice(["", "r0", "r1"]))
