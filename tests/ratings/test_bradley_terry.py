"""The batch fit against reference numbers, the edge cases that break fits, and its invariances."""

import json
import random
from collections.abc import Iterable
from dataclasses import replace
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import SCALE, Game, Rating, expected, rate
from ratings.bradley_terry import FEW_CLUSTERS

DATA = Path(__file__).parent / "data"
TWO_PLAYER: dict[str, Any] = json.loads((DATA / "two_player.json").read_text())
TINY: dict[str, Any] = json.loads((DATA / "multiplayer.json").read_text())["ffa_tiny"]

WIN, TIE, LOSS = (1, 2), (1, 1), (2, 1)


def two_player_games(name: str) -> list[Game]:
    """The games of a reference set, each a cluster of its own."""
    numbers = {player: number for number, player in enumerate(sorted(TWO_PLAYER[name]["ratings"]))}
    games: list[Game] = []
    for white, black, *counts in TWO_PLAYER[name]["pairs"]:
        for places, count in zip((WIN, TIE, LOSS), counts, strict=True):
            pair = (numbers[white], numbers[black])
            games += [Game(pair, places, f"{len(games) + i}") for i in range(count)]
    return games


def half_width(rating: Rating) -> float:
    return (rating.high - rating.low) / 2


def duel(outcomes: Iterable[tuple[int, int]]) -> list[Rating]:
    return rate([Game((0, 1), places, str(i)) for i, places in enumerate(outcomes)], 2)


@pytest.mark.parametrize("name", TWO_PLAYER)
def test_ratings_of_two_player_games(name: str) -> None:
    reference: dict[str, float] = TWO_PLAYER[name]["ratings"]
    mean = sum(reference.values()) / len(reference)  # the reference is anchored at the phantom
    fitted = [rating.rating for rating in rate(two_player_games(name), len(reference))]
    assert fitted == pytest.approx([reference[key] - mean for key in sorted(reference)], abs=1e-6)


@pytest.mark.parametrize("name", TWO_PLAYER)
def test_every_interval_is_finite_and_has_a_width(name: str) -> None:
    for rating in rate(two_player_games(name), len(TWO_PLAYER[name]["ratings"])):
        assert isfinite(rating.low)
        assert isfinite(rating.high)
        assert half_width(rating) > 5


def test_ratings_of_games_of_two_and_three() -> None:
    numbers = {player: number for number, player in enumerate(sorted(TINY["ratings"]))}
    games = [
        Game(tuple(numbers[player] for player in players), tuple(places), block)
        for block, players, places in TINY["games"]
    ]
    mean = sum(TINY["ratings"].values()) / len(numbers)
    fitted = [rating.rating for rating in rate(games, len(numbers))]
    assert fitted == pytest.approx([TINY["ratings"][key] - mean for key in numbers], abs=1e-5)


def test_the_interval_is_the_sandwich_with_students_t() -> None:
    # 60 wins, 20 draws, 20 losses: the variance of the score, through the slope of the curve
    (fitted, _) = duel([WIN] * 60 + [TIE] * 20 + [LOSS] * 20)
    chance = expected(2 * fitted.rating)
    scatter = 60 * (1 - chance) ** 2 + 20 * (0.5 - chance) ** 2 + 20 * chance**2
    virtual = expected(fitted.rating) * (1 - expected(fitted.rating))
    slope = 200 * chance * (1 - chance) + virtual
    error = SCALE * sqrt(scatter * 100 / 99) / slope
    assert error == pytest.approx(16.418719 * sqrt(100 / 99), abs=1e-5)  # the reference is CR0
    assert half_width(fitted) == pytest.approx(1.984217 * error, rel=1e-5)


@pytest.mark.parametrize("rotations", [1, FEW_CLUSTERS - 1, 50])
def test_level_rotations_get_the_fisher_interval(rotations: int) -> None:
    level = [Game((0, 1), places, str(i)) for i in range(rotations) for places in (WIN, LOSS)]
    error = SCALE / sqrt(2 * rotations + 0.5)  # two equal players, the virtual draws included
    assert half_width(rate(level, 2)[0]) == pytest.approx(1.959964 * error, rel=1e-6)


def test_few_clusters_get_the_fisher_interval() -> None:
    few = duel([WIN, LOSS, *[TIE] * (FEW_CLUSTERS - 3)])
    assert half_width(few[0]) == pytest.approx(1.959964 * SCALE / sqrt(FEW_CLUSTERS - 0.5), rel=1e-6)


def test_one_win_each_is_not_a_certainty() -> None:
    level = rate([Game((0, 1), WIN, "a"), Game((0, 1), LOSS, "a")], 2)
    assert [rating.rating for rating in level] == pytest.approx([0, 0], abs=1e-9)
    assert half_width(level[0]) > 100


def test_games_of_one_cluster_count_as_what_they_are() -> None:
    """Pairs of games that always end alike tell less than twice as many single ones."""
    outcomes = [WIN, WIN, LOSS] * 20
    single = rate([Game((0, 1), o, f"{i}{j}") for i, o in enumerate(outcomes) for j in "ab"], 2)
    paired = rate([Game((0, 1), o, f"{i}") for i, o in enumerate(outcomes) for _ in "ab"], 2)
    assert single[0].rating == paired[0].rating
    assert half_width(paired[0]) == pytest.approx(sqrt(2) * half_width(single[0]), rel=0.02)


def test_nobody_and_nothing() -> None:
    assert rate([], 0) == []
    assert [rating.rating for rating in rate([], 3)] == [0.0, 0.0, 0.0]
    (alone,) = rate([], 1)
    assert (alone.rating, alone.low, alone.high) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("games", [1, 40, 100_000])
def test_a_perfect_score_stays_finite(games: int) -> None:
    winner, loser = duel([WIN] * games)
    assert winner.rating == -loser.rating > 100
    assert half_width(winner) > 100


def test_shared_winners_are_rated_alike_and_above_the_third() -> None:
    first, second, third = rate([Game((0, 1, 2), (1, 1, 3), str(i)) for i in range(20)], 3)
    assert first.rating == pytest.approx(second.rating, abs=1e-6)
    assert first.rating > third.rating + 100


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[Game], int]:
    players = draw(st.integers(2, 6))
    chance = random.Random(draw(st.integers(0, 2**32)))
    games = []
    for number in range(draw(st.integers(0, 60))):
        group = chance.sample(range(players), chance.randint(2, min(4, players)))
        places = [chance.randint(1, len(group)) for _ in group]
        games.append(Game(tuple(group), tuple(places), f"{number // chance.randint(1, 4)}"))
    return games, players


@given(tournaments(), st.randoms(use_true_random=False))
def test_shuffling_changes_no_bit(tournament: tuple[list[Game], int], chance: random.Random) -> None:
    games, players = tournament
    shuffled = [
        replace(game, players=game.players[::-1], places=game.places[::-1])
        for game in chance.sample(games, len(games))
    ]
    assert rate(shuffled, players) == rate(games, players)


@given(tournaments())
def test_the_fit_explains_the_points(tournament: tuple[list[Game], int]) -> None:
    """At the maximum everybody's points, virtual draw included, are the expected ones."""
    games, players = tournament
    ratings = [each.rating for each in rate(games, players)]
    surplus = dict.fromkeys(range(players), 0.0)
    for game in games:
        for own, one in zip(game.places, game.players, strict=True):
            for place, other in zip(game.places, game.players, strict=True):
                if one != other:
                    score = (own < place) + (own == place) / 2
                    chance = expected(ratings[one] - ratings[other])
                    surplus[one] += (score - chance) / (len(game.players) - 1)
    # what the games leave over is what the virtual draw takes, never more than half a point
    assert all(abs(value) <= 0.5 for value in surplus.values())
    assert sum(surplus.values()) == pytest.approx(0, abs=1e-8)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)


@given(tournaments())
def test_everything_is_finite(tournament: tuple[list[Game], int]) -> None:
    for rating in rate(*tournament):
        assert isfinite(rating.low)
        assert isfinite(rating.high)
        assert rating.low <= rating.rating <= rating.high


@pytest.mark.parametrize(
    ("difference", "chance"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (1e9, 1.0), (-1e9, 0.0)]
)
def test_expected_score(difference: float, chance: float) -> None:
    assert expected(difference) == pytest.approx(chance, abs=1e-12)
