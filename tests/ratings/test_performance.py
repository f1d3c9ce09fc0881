"""The performance of one player against opponents whose ratings are known."""

import json
import random
from dataclasses import replace
from itertools import product
from math import isfinite, log, nan, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.caution import AGREE_BY_CHANCE
from ratings.errors import RatingError
from ratings.numerics import normal_quantile, student_quantile
from ratings.performance import Performance, performance
from ratings.results import GameResult
from ratings.values import SCALE, expected

DATA = Path(__file__).parent / "data"
PERFECT: dict[str, Any] = json.loads((DATA / "perfect_bounds.json").read_text())

WIN, TIE, LOSS = (1, 2), (1, 1), (2, 1)


def duels(opponent: str, wins: int = 0, ties: int = 0, losses: int = 0) -> list[GameResult]:
    counts = ((WIN, wins), (TIE, ties), (LOSS, losses))
    return [GameResult(("p", opponent), places) for places, count in counts for _ in range(count)]


def test_the_rating_is_the_one_that_expects_the_score() -> None:
    found = performance(duels("a", 30, 10, 20), "p", {"a": 100})
    assert found.rating == pytest.approx(100 + SCALE * log(35 / 25), abs=1e-9)
    assert found.score == pytest.approx(35 / 60)
    assert (found.games, found.clusters, found.bound) == (60, 60, "")


def test_the_interval_is_from_how_games_scatter() -> None:
    found = performance(duels("a", 30, 10, 20), "p", {"a": 0})
    score = 35 / 60
    scatter = (30 * (1 - score) ** 2 + 10 * (0.5 - score) ** 2 + 20 * score**2) * 60 / 59
    error = SCALE * sqrt(scatter) / (60 * score * (1 - score))
    assert found.rating is not None
    assert found.low == pytest.approx(found.rating - student_quantile(0.975, 59) * error, abs=1e-9)
    assert found.high == pytest.approx(found.rating + student_quantile(0.975, 59) * error, abs=1e-9)


def test_games_of_a_rotation_are_one_observation() -> None:
    """Twice the same result in each rotation is no more evidence than once."""
    once = [GameResult(("p", "a"), places) for places in (WIN, LOSS, TIE, WIN) for _ in range(5)]
    pairs = [(game, f"r{number}") for number, game in enumerate(once)]
    twice = [GameResult(game.players, game.places, rotation=name) for game, name in pairs for _ in range(2)]
    assert performance(twice, "p", {"a": 0}).low == pytest.approx(performance(once, "p", {"a": 0}).low)


def test_several_opponents_and_games_of_more() -> None:
    games = [
        *duels("a", 6, 2, 5),
        *duels("b", 4, 0, 9),
        *(GameResult(("a", "p", "b"), places) for places in ((1, 2, 3), (1, 1, 3), (3, 1, 1), (3, 2, 1))),
    ]
    ratings = {"a": -50.0, "b": 120.0}
    found = performance(games, "p", ratings)
    assert found.rating is not None
    odds = {name: expected(found.rating - rating) for name, rating in ratings.items()}
    against_a, against_b = 7 + (0 + 0.5 + 1 + 1) / 2, 4 + (1 + 1 + 0.5 + 0) / 2
    assert against_a + against_b == pytest.approx(15 * odds["a"] + 15 * odds["b"])
    assert found.score == pytest.approx((against_a + against_b) / 30)


def test_seat_effects_are_taken_into_account() -> None:
    effects = {(2, 0): 20.0, (2, 1): -20.0}
    first = performance(duels("a", 12, 0, 8), "p", {"a": 0}, seat_effects=effects)
    plain = performance(duels("a", 12, 0, 8), "p", {"a": 0})
    assert plain.rating is not None
    assert first.rating == pytest.approx(plain.rating - 40)
    swapped = [GameResult(game.players[::-1], game.places[::-1]) for game in duels("a", 12, 0, 8)]
    second = performance(swapped, "p", {"a": 0}, seat_effects=effects)
    assert second.rating == pytest.approx(plain.rating + 40)


@pytest.mark.parametrize(
    ("level", "reference"),
    [
        (0.95, "two_sided_95_profile_lower (2dlogL=3.8415)"),
        (0.9, "one_sided_95_profile_lower (2dlogL=2.7055)"),
    ],
)
def test_all_won_has_a_lower_end_only(level: float, reference: str) -> None:
    """The reference lets the opponents' ratings move, which makes it 0.1 lower."""
    opponents: dict[str, float] = PERFECT["opponent_ratings_half_noadv"]
    games = [game for opponent in opponents for game in duels(opponent, wins=10)]
    found = performance(games, "p", opponents, level=level)
    assert (found.rating, found.high, found.bound, found.score) == (None, None, ">", 1)
    assert found.low == pytest.approx(PERFECT[reference], abs=0.15)
    assert found.low is not None
    surprise = sum(10 * log(1 / expected(found.low - rating)) for rating in opponents.values())
    assert 2 * surprise == pytest.approx(normal_quantile((1 + level) / 2) ** 2)


def test_all_lost_is_the_mirror_image() -> None:
    won = performance(duels("a", wins=7), "p", {"a": 0})
    lost = performance(duels("a", losses=7), "p", {"a": 0})
    assert (lost.rating, lost.low, lost.bound, lost.score) == (None, None, "<", 0)
    assert won.low is not None
    assert lost.high == pytest.approx(-won.low)


def test_one_win_says_little() -> None:
    found = performance(duels("a", wins=1), "p", {"a": 0})
    assert found.low is not None
    assert found.low < -200


def test_level_scores_have_an_interval() -> None:
    found = performance(duels("a", ties=40), "p", {"a": 0})
    assert found.rating == pytest.approx(0, abs=1e-9)
    assert found.high == pytest.approx(2 * SCALE / sqrt(40) * normal_quantile(0.975))


def test_one_all_says_next_to_nothing() -> None:
    found = performance(duels("a", wins=1, losses=1), "p", {"a": 0})
    assert found.rating == pytest.approx(0, abs=1e-9)
    assert found.high is not None
    assert found.high > 500


def test_few_rotations_have_the_wider_interval_of_the_two() -> None:
    games = duels("a", AGREE_BY_CHANCE - 2, 0, 1)
    found = performance(games, "p", {"a": 0})
    information = len(games) * found.score * (1 - found.score)
    scatter = information * len(games) / (len(games) - 1)
    by_scatter = student_quantile(0.975, len(games) - 1) * sqrt(scatter) / information
    assert found.rating is not None
    assert found.high is not None
    assert found.high - found.rating == pytest.approx(SCALE * by_scatter)
    level = [replace(game, rotation=f"{number}") for number in range(5) for game in duels("a", 1, 0, 1)]
    found = performance(level, "p", {"a": 0})
    doubt = 1 + 5 / 6  # of five rotations, whose two games each may be little more than one
    assert found.high == pytest.approx(SCALE * normal_quantile(0.975) * sqrt(4 / 10 * doubt))


def test_a_swept_rotation_is_one_win() -> None:
    one = performance(duels("a", 1), "p", {"a": 0})
    many = performance([replace(game, rotation="r") for game in duels("a", 20)], "p", {"a": 0})
    assert many.low == pytest.approx(one.low)
    assert one.low is not None
    assert expected(one.low) == pytest.approx(0.05)  # the chance of one who is not better


def figures(found: Performance) -> tuple[float | None, ...]:
    return found.rating, found.low, found.high, found.score


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.permutations([1, 2])), min_size=1, max_size=30),
    st.randoms(),
)
def test_the_order_of_games_and_the_names_do_not_matter(
    games: list[tuple[str, list[int]]], shuffle: random.Random
) -> None:
    results = [
        GameResult(("p", opponent), (places[0], places[1]), rotation=opponent) for opponent, places in games
    ]
    ratings = {"a": -30.0, "b": 10.0, "c": 250.0}
    first = performance(results, "p", ratings)
    renamed = {"a": "z", "b": "y", "c": "x"}
    others = [
        GameResult(("q", renamed[game.players[1]]), game.places, rotation=game.rotation) for game in results
    ]
    shuffle.shuffle(others)
    second = performance(others, "q", {renamed[name]: rating for name, rating in ratings.items()})
    assert figures(first) == figures(second)


@pytest.mark.parametrize(
    ("far", "places"), list(product([0.0, 1e3, 1e5], [[WIN, LOSS], [WIN], [LOSS], [TIE]]))
)
def test_every_figure_is_a_number(far: float, places: list[tuple[int, int]]) -> None:
    games = [GameResult(("p", name), place) for name, place in zip("ab", places, strict=False)]
    found = performance(games, "p", {"a": -far, "b": far})
    assert all(figure is None or isfinite(figure) for figure in figures(found))


def test_games_of_others_do_not_count() -> None:
    games = duels("a", 5, 5, 5)
    assert performance([*games, GameResult(("a", "b"), WIN)], "p", {"a": 0}) == performance(
        games, "p", {"a": 0}
    )


@pytest.mark.parametrize(
    ("player", "ratings", "level", "message"),
    [
        ("q", {"a": 0.0}, 0.95, "'q' played no game"),
        ("p", {}, 0.95, "opponent 'a' has no rating"),
        ("p", {"a": nan}, 0.95, "opponent 'a' at nan, expected a number from -1000000 to 1000000"),
        ("p", {"a": 1e308}, 0.95, r"opponent 'a' at 1e\+308, expected a number"),
        ("p", {"a": 0.0}, 95.0, "level 95.0, expected one between 0 and 1"),
        ("p", {"a": 0.0}, 1e-300, "level 1e-300, expected one between 0 and 1, by 1e-09 at least"),
        ("p", {"a": 0.0}, 1 - 1e-16, "level 0.99999[0-9]*, expected one between 0 and 1"),
    ],
)
def test_mistakes(player: str, ratings: dict[str, float], level: float, message: str) -> None:
    with pytest.raises(RatingError, match=message):
        performance(duels("a", 1, 1, 1), player, ratings, level=level)
