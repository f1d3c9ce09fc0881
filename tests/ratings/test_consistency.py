"""What a fit says of a player or of two never contradicts itself, in both models, whatever was played."""

import random
from collections.abc import Callable
from itertools import chain, permutations, product
from math import isfinite
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings import Difference, Fit, GameResult, Rating, fit, fit_plackett_luce

Model: TypeAlias = Callable[..., Fit]

CLOSE = 1e-6
"""Points; more than what is rounded away."""


@st.composite
def few_games(draw: st.DrawFn) -> list[GameResult]:
    """Of 2 to 4 players, in groups that may never meet, with ties and with players who win everything."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    groups = ["abcd", "wxyz"][: chance.randint(1, 2)]
    strength = {name: chance.choice([0, 0, 1, 5, 50]) for name in "abcdwxyz"}
    marks = chance.choice([1, 2, 9])
    results = []
    for number in range(chance.randint(1, 14)):
        group = chance.choice(groups)
        players = chance.sample(group, chance.randint(2, 4))
        scores = [strength[name] + chance.randrange(marks) for name in players]
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        rotation = f"{number // 3}" if chance.random() < 0.5 else ""
        results.append(GameResult(tuple(players), places, rotation=rotation))
    return results


def check_ends(row: Rating | Difference, value: float) -> None:
    assert all(end is None or isfinite(end) for end in (value, row.low, row.high))
    there = (row.low is not None, row.high is not None)
    assert there == {"": (True, True), ">": (True, False), "<": (False, True), "?": (False, False)}[row.bound]
    assert row.low is None or row.low <= value
    assert row.high is None or value <= row.high


def check_ranks(fitted: Fit) -> None:
    intervals = fitted.rank_intervals()
    for row in fitted.ratings:
        rivals = [other.rating for other in fitted.ratings if other.component == row.component]
        best, worst = intervals[row.name]
        assert best <= 1 + sum(other > row.rating + CLOSE for other in rivals)
        assert worst >= 1 + sum(other > row.rating - CLOSE for other in rivals) - sum(
            abs(other - row.rating) <= CLOSE for other in rivals
        )


def check_difference(fitted: Fit, found: Difference) -> None:
    if found.value is None:
        assert fitted.rating(found.first).component != fitted.rating(found.second).component
        return
    check_ends(found, found.value)
    assert found.los is not None
    assert abs(found.value) < CLOSE or (found.los > 0.5) == (found.value > 0)
    apart = fitted.rating(found.first).rating - fitted.rating(found.second).rating
    assert found.value == pytest.approx(apart, abs=CLOSE) or found.value in (found.low, found.high)


def check_mirrored(one: Difference, two: Difference) -> None:
    for value, other in ((one.value, two.value), (one.low, two.high), (one.high, two.low)):
        assert (value is None) == (other is None)
        assert value is None or value == pytest.approx(-(other or 0.0), abs=CLOSE, rel=1e-9)


def check(fitted: Fit) -> None:
    for row in fitted.ratings:
        check_ends(row, row.rating)
    check_ranks(fitted)
    pairs = {pair: fitted.difference(*pair) for pair in permutations(fitted.players, 2)}
    likelihoods = dict(zip(product(fitted.players, repeat=2), chain(*fitted.los_matrix()), strict=True))
    for (one, two), found in pairs.items():
        check_difference(fitted, found)
        check_mirrored(found, pairs[two, one])
        assert likelihoods[one, two] == pytest.approx(found.los, abs=1e-6)


@settings(max_examples=30)
@given(few_games(), st.sampled_from([0.01, 1, 20]), st.booleans())
def test_pairs(games: list[GameResult], prior_draws: float, seats: bool) -> None:
    check(fit(games, prior_draws=prior_draws, seats=seats))


@settings(max_examples=20)
@given(few_games(), st.sampled_from([0.01, 1, 20]), st.booleans())
def test_rankings(games: list[GameResult], prior_draws: float, seats: bool) -> None:
    check(fit_plackett_luce(games, prior_draws=prior_draws, seats=seats))


@settings(max_examples=10)
@given(few_games(), st.floats(-3000, 3000), st.floats(-3000, 3000))
def test_anchors(games: list[GameResult], one: float, two: float) -> None:
    names = sorted({name for game in games for name in game.players})
    anchors = {names[0]: one, names[-1]: two}
    for model in (fit, fit_plackett_luce):
        check(model(games, anchors=anchors))


@pytest.mark.parametrize("model", [fit, fit_plackett_luce])
def test_a_rating_that_the_prior_pulls_beyond_its_bound_is_the_bound(model: Model) -> None:
    fitted = model([GameResult(("a", "b"), (1, 2))] * 40, prior_draws=20)
    winner, loser = fitted.ratings
    assert winner.rating == winner.low
    assert loser.rating == loser.high
    difference = fitted.difference("a", "b")
    assert difference.value == difference.low == pytest.approx(winner.rating - loser.rating)


@pytest.mark.parametrize("model", [fit, fit_plackett_luce])
def test_who_is_moved_to_its_bound_overtakes_nobody(model: Model) -> None:
    main = [GameResult(pair, (1, 2)) for pair in (("a", "b"), ("b", "c"), ("c", "a"))] * 40
    above = [GameResult(("x", name), (1, 2)) for name in "abc"] * 40
    fitted = model([*main, *above, *[GameResult(("y", "x"), (1, 2))] * 40], prior_draws=20)
    first, second = fitted.rating("y"), fitted.rating("x")
    assert second.rating == second.low
    assert first.rating >= second.rating
    check(fitted)


def test_everybody_in_a_single_game_of_many_is_within_the_bounds() -> None:
    crowd = GameResult(tuple("abcdefghijk"), tuple(range(1, 12)))
    for model in (fit, fit_plackett_luce):
        check(model([crowd]))
