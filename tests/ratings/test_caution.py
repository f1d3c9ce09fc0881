"""Few clusters say little: intervals and bounds cover the truth, and one win is no certainty."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, permutations, product
from math import comb, factorial, sqrt
from typing import TypeAlias

import numpy as np
import pytest

from ratings import SCALE, Difference, Fit, GameResult, expected, fit, fit_plackett_luce, performance
from ratings.caution import caution, points_apart
from ratings.numerics import normal_quantile
from ratings.tally import Tally

Model: TypeAlias = Callable[..., Fit]

MODELS = pytest.mark.parametrize("model", [fit, fit_plackett_luce])


def rotation(name: str, games: int, wins: int) -> list[GameResult]:
    """Games of two bots who change their seats; the first wins so many."""
    seated = [("a", "b") if number % 2 == 0 else ("b", "a") for number in range(games)]
    return [
        GameResult(pair, (1, 2) if (pair[0] == "a") == (number < wins) else (2, 1), rotation=name)
        for number, pair in enumerate(seated)
    ]


def covers(found: Difference, truth: float = 0.0) -> bool:
    return (found.low is None or found.low <= truth) and (found.high is None or truth <= found.high)


@MODELS
@pytest.mark.parametrize("rotations", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("games", "wins"), [(2, 2), (4, 3), (20, 20), (20, 16)])
def test_the_deal_decides_among_equals(model: Model, rotations: int, games: int, wins: int) -> None:
    """Each deal is that good for one of the two; of the deals all combinations are equally likely."""
    covered = 0
    for lucky in range(rotations + 1):
        played = [
            game
            for number in range(rotations)
            for game in rotation(f"{number}", games, wins if number < lucky else games - wins)
        ]
        covered += comb(rotations, lucky) * covers(model(played).difference("a", "b"))
    assert covered / 2**rotations >= 0.93


@pytest.mark.parametrize("rotations", [1, 2, 3, 4, 5, 6])
def test_performance_where_the_deal_decides(rotations: int) -> None:
    covered = 0
    for lucky in range(rotations + 1):
        played = [
            game
            for number in range(rotations)
            for game in rotation(f"{number}", 20, 16 if number < lucky else 4)
        ]
        found = performance(played, "a", {"b": 0.0})
        assert found.low is not None
        assert found.high is not None
        covered += comb(rotations, lucky) * (found.low <= 0 <= found.high)
    assert covered / 2**rotations >= 0.93


@pytest.mark.parametrize("games", [1, 2, 20])
def test_a_swept_rotation_says_as_much_as_one_win(games: int) -> None:
    found = fit(rotation("r", games, games), seats=False).difference("a", "b")
    assert found.low is not None
    assert found.los is not None
    assert expected(found.low) == pytest.approx(0.05)  # the chance of one who is not better
    assert found.los < 0.82


def test_doubt_fades_as_clusters_become_many() -> None:
    assert caution(np.array([0, 1, 4, 7, 10, 99]), np.full(6, 5.0)).tolist() == [5, 5, 5, 3, 1, 1]
    for rotations in (1, 4, 7, 10):
        played = [game for number in range(rotations) for game in rotation(f"{number}", 5, 2)]
        level = [*played, *(replace(game, places=game.places[::-1]) for game in played)]  # nothing scatters
        row = fit(level, seats=False).rating("a")
        doubt = 1 + 9 * min((10 - rotations) / 6, 1)
        error = (
            SCALE / sqrt(10 * rotations + 0.5) * sqrt(doubt)
        )  # two equal players, the virtual draws included
        assert row.high == pytest.approx(normal_quantile(0.975) * error, rel=1e-6)


def test_with_many_clusters_games_count_as_what_they_are() -> None:
    played = [game for number in range(10) for game in rotation(f"{number}", 2, 2)]
    alone = [GameResult(game.players, game.places) for game in played]
    assert fit(played, seats=False).rating("a").low == fit(alone, seats=False).rating("a").low


@MODELS
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_one_game_decides_nothing(model: Model, size: int) -> None:
    """In whatever order equals end, no bound says that one is better, nor is it likely."""
    fitted = model([GameResult(tuple("abcde"[:size]), tuple(range(1, size + 1)))])
    for one, two in permutations(fitted.players, 2):
        found = fitted.difference(one, two)
        assert covers(found)
        assert found.los is not None
        assert found.los < 0.9


@MODELS
def test_two_games_of_three_rarely_decide(model: Model) -> None:
    """Of equal players; all pairs of orders are equally likely."""
    orders, wrong = list(permutations((1, 2, 3))), 0
    for places in product(orders, repeat=2):
        fitted = model([GameResult(("a", "b", "c"), each) for each in places])
        wrong += sum(not covers(fitted.difference(*pair)) for pair in combinations("abc", 2))
    assert wrong / (3 * factorial(3) ** 2) <= 0.05


@MODELS
@pytest.mark.parametrize("ties", [1, 5, 20, 100])
def test_one_win_where_ties_are_the_rule_is_one_win(model: Model, ties: int) -> None:
    level = [GameResult(("b", "c"), (1, 1))] * ties
    found = model([*level, GameResult(("p", "b"), (1, 2))]).difference("p", "b")
    assert found.low is not None
    assert found.los is not None
    assert expected(found.low) == pytest.approx(0.05, abs=1e-6)
    assert found.los < 0.86


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(
    "places", [(1, 2, 3), (1, 2, 2), (1, 2, 3, 4), (1, 2, 2, 4), (1, 2, 2, 2), (1, 1, 1, 4)]
)
def test_rankings_bound_no_bolder_than_pairs(number: int, places: tuple[int, ...]) -> None:
    games = [GameResult(tuple("pabc"[: len(places)]), places)] * number
    last = "pabc"[len(places) - 1]
    by_pairs, by_rankings = (
        model(games, seats=False).difference("p", last) for model in (fit, fit_plackett_luce)
    )
    assert by_pairs.low is not None
    assert by_rankings.low is not None
    assert by_pairs.los is not None
    assert by_rankings.los is not None
    assert by_rankings.low <= by_pairs.low + 100
    assert by_rankings.los <= max(by_pairs.los, 0.89) + 0.03


def test_a_seat_effect_that_nothing_limits_is_refused() -> None:
    """Two games that all share the first place leave the ties without a limit, and then the seats."""
    played = [("bca", (1, 1, 1)), ("abc", (3, 1, 2)), ("cba", (3, 2, 1)), ("acb", (1, 1, 1))]
    fitted = fit_plackett_luce([GameResult(tuple(names), places) for names, places in played])
    assert fitted.seat_effects == ()
    assert set(fitted.seat_refusals) == {3}


def test_points_between_players_who_are_apart() -> None:
    crowd = GameResult(("a", "b", "c", "d"), (1, 2, 3, 4), rotation="x")
    held = [GameResult(("e", "f"), (1, 2), rotation="x"), GameResult(("f", "e"), (1, 2), rotation="y")]
    duel = GameResult(("a", "b"), (1, 2), rotation="y")
    tally = Tally.of([crowd, *held, duel])
    rank, strong, everybody = np.arange(6), np.array([0, 1, 2, 3, 4, 4]), np.ones(6, bool)
    # the six pairs of the crowd are two points, the duel is one; e and f are held together
    assert points_apart(tally, rank, strong, everybody).tolist() == [1.5, 1.5, 2, 2, 1.5, 1.5]
    assert points_apart(tally, rank, strong, ~everybody).tolist() == [0] * 6
