"""What cannot be rated is refused in a sentence that names it, whatever it is."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ratings import (
    GameResult,
    RatingError,
    RotationScores,
    Table,
    Tally,
    fit,
    fit_plackett_luce,
    performance,
    sprt,
    sprt_estimate,
    update,
)

GAMES = [GameResult(("a", "b"), places) for places in ((1, 2), (2, 1), (1, 1), (1, 2))]
FITTED = fit(GAMES)

NUMBERS: dict[str, Callable[[Any], object]] = {
    "anchor": lambda value: fit(GAMES, anchors={"a": value}),
    "anchor of rankings": lambda value: fit_plackett_luce(GAMES, anchors={"a": value}),
    "draws": lambda value: fit(GAMES, prior_draws=value),
    "draws of rankings": lambda value: fit_plackett_luce(GAMES, prior_draws=value),
    "opponent": lambda value: performance(GAMES, "a", {"b": value}),
    "seat": lambda value: performance(GAMES, "a", {"b": 0}, seat_effects={(2, 0): value}),
    "level": lambda value: performance(GAMES, "a", {"b": 0}, level=value),
    "level of a test": lambda value: sprt_estimate(sprt([1, 2, 3], 0, 5), level=value),
    "elo0": lambda value: sprt([1, 2, 3], value, 5),
    "elo1": lambda value: sprt([1, 2, 3], 0, value),
    "alpha": lambda value: sprt([1, 2, 3], 0, 5, alpha=value),
    "beta": lambda value: sprt([1, 2, 3], 0, 5, beta=value),
    "count": lambda value: sprt([1, 2, value], 0, 5),
    "score": lambda value: RotationScores((0.0, 0.5, value), (1, 1, 1), 1),
    "games": lambda value: RotationScores((0.0, 0.5, 1.0), (1, 1, 1), value),
    "start": lambda value: Table(start=value),
    "k": lambda value: Table(k=value),
    "seat of a table": lambda value: Table(seat_effects={(2, 0): value}),
    "rating": lambda value: update([0, value], (1, 2)),
    "k of one game": lambda value: update([0, 0], (1, 2), value),
    "seat of one game": lambda value: update([0, 0], (1, 2), seat_effects=(0, value)),
    "size": lambda value: FITTED.expected_score("a", "b", value),
    "seat of a score": lambda value: FITTED.expected_score("a", "b", 2, (0, value)),
    "places": lambda value: GameResult(("a", "b"), (1, value)),
    "seats": lambda value: GameResult(("a", "b"), (1, 2), (0, value)),
}
VALUES = [1e308, -1e308, float("inf"), float("nan"), 10**400, 10**5000, "x", None, True, 1.5j, [1]]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: str(value) if value != 10**5000 else "endless")
@pytest.mark.parametrize("question", NUMBERS)
def test_a_number_that_is_none_or_too_large(question: str, value: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RatingError, match="expected") as caught:
            NUMBERS[question](value)
    assert len(str(caught.value)) < 220


@pytest.mark.parametrize("level", [0, 1, -1, 1e-300, 1 - 1e-16])
def test_levels_next_to_never_and_always(level: float) -> None:
    for question in ("level", "level of a test"):
        with pytest.raises(RatingError, match=r"^level .* expected one between 0 and 1, by 1e-09 at least$"):
            NUMBERS[question](level)
    for close in (1e-9, 1 - 1e-9):
        found = performance(GAMES, "a", {"b": 0}, level=close)
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.high


def test_the_largest_numbers_give_numbers() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for model in (fit, fit_plackett_luce):
            row = model(GAMES, anchors={"a": 1e6, "b": -1e6}, prior_draws=1e6).rating("a")
            assert row.low is not None
            assert row.low <= row.rating <= 1e6
        far = performance(GAMES, "a", {"b": -1e6}, seat_effects={(2, 0): 1e6, (2, 1): -1e6})
        assert far.low is not None
        assert sprt([10**12, 0, 10**12], 0, 5).llr < 0


@pytest.mark.parametrize("count", [-1, 2.5, True, 10**400])
def test_counts_that_are_none(count: Any) -> None:
    with pytest.raises(
        RatingError, match=r"^count .* expected a whole number, 0 or more, up to 1000000000000$"
    ):
        sprt([1, count, 3], 0, 5)


def test_counts_of_an_array_are_counts() -> None:
    assert sprt(list(np.array([3, 4, 5])), 0, 5).llr == sprt([3, 4, 5], 0, 5).llr


@pytest.mark.parametrize("k", [0, -1, -0.0])
def test_a_game_that_would_move_nothing(k: float) -> None:
    for question in ("k", "k of one game"):
        with pytest.raises(RatingError, match=r"^k .* expected more than 0$"):
            NUMBERS[question](k)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0], (1,)), r"ratings \[1.0\], expected those of two players or more"),
        (([1.0, 2.0], (1,)), r"places \(1,\), expected one for each of 2 players"),
        (([1.0, 2.0], (1, 0)), "place 0, expected a whole number from 1"),
        (([1.0, 2.0], (1, 1.5)), "place 1.5, expected a whole number from 1"),
        (([1.0, 2.0], (1, 2), 32, [0.0]), r"seat_effects \[0.0\], expected one for each of 2 players"),
    ],
)
def test_a_game_that_live_ratings_cannot_take(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RatingError, match=f"^{message}$"):
        update(*arguments)


def of_arrays(players: Any, seated: Any, places: Any, rotations: Any = None) -> Tally:
    return Tally.of_arrays(players, seated, places, rotations)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ab", [[0, 1]], [[1, 2, 3]]), r"shapes \(1, 2\) and \(1, 3\), expected twice \[game, seat\]"),
        (("ab", [0, 1], [1, 2]), r"shapes \(2,\) and \(2,\), expected twice"),
        (("ab", [[0]], [[1]]), r"shapes \(1, 1\) and \(1, 1\), expected twice"),
        (("ab", [[0, 1], [1]], [[1, 2], [1]]), "seated in rows of different lengths, expected an array"),
        (("ab", [[0.0, 1.0]], [[1, 2]]), "seated of type float64, expected whole numbers"),
        (("ab", [[False, True]], [[1, 2]]), "seated of type bool, expected whole numbers"),
        (("ab", [["0", "1"]], [[1, 2]]), "seated of type .*, expected whole numbers"),
        (("ab", [[0, 10**400]], [[1, 2]]), "seated of type object, expected whole numbers"),
        (
            ("ab", np.array([[0, 2**64 - 1]], np.uint64), [[1, 2]]),
            "seated up to 18446744073709551615, expected",
        ),
        (("ab", [[0, -1]], [[1, 2]]), "player -1, expected 0 to 1"),
        (("ab", [[0, 2]], [[1, 2]]), "player 2, expected 0 to 1"),
        (("abc", [[0, 1], [2, 2]], [[1, 2], [1, 2]]), "player 'c' is in game 1 twice"),
        (("aba", [[0, 1]], [[1, 2]]), "player 'a' is there twice, expected distinct players"),
        ((["a", ""], [[0, 1]], [[1, 2]]), "player '', expected a name"),
        ((["a", 7], [[0, 1]], [[1, 2]]), "player 7, expected a name"),
        (("ab", [[0, 1]], [[0, 1]]), r"places 0, 1 of game 0, expected places from 1"),
        (("ab", [[0, 1], [1, 0]], [[1, 1], [2, 2]]), r"places 2, 2 of game 1, expected places from 1"),
        (("abc", [[0, 1, 2]], [[1, 1, 2]]), r"places 1, 1, 2 of game 0, expected places from 1"),
        (("ab", [[0, 1]], [[1, float("nan")]]), "places of type float64, expected whole numbers"),
        (("ab", [[0, 1]], [[1, 2]], [0, 1]), r"rotations of shape \(2,\), expected \(1,\)"),
        (("ab", [[0, 1], [0, 1]], [[1, 2], [1, 2]], [0]), r"rotations of shape \(1,\), expected \(2,\)"),
        (("ab", [[0, 1]], [[1, 2]], [0.5]), "rotations of type float64, expected whole numbers"),
        (("abcdefghijkl", [range(12)], [range(1, 13)]), "a game of 12 players, expected at most 11"),
    ],
)
def test_arrays_that_are_no_games(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RatingError, match=f"^{message}"):
        of_arrays(*arguments)


def test_arrays_of_every_kind_of_whole_numbers() -> None:
    for kind in (np.int8, np.uint8, np.int32, np.uint64):
        tally = of_arrays(
            "ba", np.array([[0, 1]], kind), np.array([[2, 1]], kind), np.array([200]).astype(kind)
        )
        assert fit(tally).rating("a").bound == ">"
    assert of_arrays("ab", np.zeros((0, 2)), np.zeros((0, 2))).clusters == 0


def test_what_is_no_game() -> None:
    for model in (fit, fit_plackett_luce):
        with pytest.raises(RatingError, match=r"^\('a', 'b'\), expected the result of a game$"):
            model([("a", "b")])  # type: ignore[list-item]
    with pytest.raises(
        RatingError, match=r"^a tally has the pairs of games and not their rankings, expected"
    ):
        fit_plackett_luce(Tally.of(GAMES))  # type: ignore[arg-type]
    with pytest.raises(RatingError, match=r"^player 7, expected a name$"):
        Tally.of(GAMES, [7])  # type: ignore[list-item]


@pytest.mark.parametrize("size", [-1, 0, 1, 12])
def test_sizes_that_no_game_has(size: int) -> None:
    for seats in (None, (0, 1)):
        with pytest.raises(RatingError, match=f"^a game of {size} players, expected 2 to 11$"):
            FITTED.expected_score("a", "b", size, seats)


@pytest.mark.parametrize("seats", [(0, -1), (1, 1), (0, 3), (0,), (0, 1, 2), (0, 0.5)])
def test_seats_that_no_game_has(seats: Any) -> None:
    with pytest.raises(RatingError, match=r"^seats \(.*\), expected two of 0 to 2$"):
        FITTED.expected_score("a", "b", 3, seats)
