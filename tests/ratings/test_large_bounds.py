"""Bounds in large tables, where those whom points hold together are taken as a parabola."""

import random
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

import ratings.bounds
from ratings import SCALE, Fit, GameResult, fit, fit_plackett_luce

Model: TypeAlias = Callable[..., Fit]


def table(players: int, unbeaten: int, games: int, size: int, seed: int) -> list[GameResult]:
    """Players of about the same strength, and some who win whatever they play, if not against each other."""
    chance = random.Random(seed)
    names = [f"p{number:03}" for number in range(players)]
    best = set(names[:unbeaten])
    results = []
    for _ in range(games):
        group = chance.sample(names, size)
        marks = [chance.random() + (name in best) for name in group]
        if len(best & set(group)) < 2:
            places = tuple(1 + sum(other > mark for other in marks) for mark in marks)
            results.append(GameResult(tuple(group), places))
    return results


def with_leagues() -> list[GameResult]:
    """Besides, a few who hold each other together above all others, and one above them."""
    league = [GameResult(pair, (1, 2)) for pair in (("u", "v"), ("v", "w"), ("w", "u"))] * 3
    above = [GameResult((name, f"p{number:03}"), (1, 2)) for name in "uvw" for number in range(30, 36)]
    return [*table(60, 3, 400, 2, 5), *league, *above, *[GameResult(("x", "u"), (1, 2))] * 12]


def bounds(fitted: Fit) -> dict[str, tuple[float | None, float | None]]:
    return {row.name: (row.low, row.high) for row in fitted.ratings if row.bound in ("<", ">")}


@pytest.mark.parametrize(
    ("model", "games"),
    [
        (fit, table(60, 4, 1500, 2, 1)),
        (fit, table(60, 4, 250, 2, 2)),  # few games each, so that the parabola touches more than once
        (fit, table(60, 4, 200, 4, 3)),
        (fit, with_leagues()),
        (fit_plackett_luce, table(50, 2, 300, 2, 4)),
    ],
)
def test_a_parabola_bounds_as_elimination_does(
    model: Model, games: list[GameResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings.bounds, "_LARGE", 25)
    found = bounds(model(games))
    monkeypatch.setattr(ratings.bounds, "_LARGE", 10_000)
    eliminated = bounds(model(games))
    assert len(found) >= 2
    assert found.keys() == eliminated.keys()
    for name, ends in found.items():
        assert ends == pytest.approx(eliminated[name], abs=1e-6)


def test_a_large_table_is_eliminated_for_the_first_bound_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings.bounds, "_LARGE", 50)
    fitted = fit(table(80, 6, 2000, 2, 1))
    unbeaten = [
        int(place) for place, row in zip(fitted.places, fitted.ratings, strict=True) if row.bound == ">"
    ]
    other = int(fitted.places[fitted.players.index("p050")])
    sizes: list[int] = []
    solve = np.linalg.solve

    def counted(matrix: "np.typing.NDArray[np.float64]", right: "np.typing.NDArray[np.float64]") -> object:
        sizes.append(len(matrix))
        return solve(matrix, right)

    monkeypatch.setattr(np.linalg, "solve", counted)
    for place in unbeaten:
        assert SCALE * fitted.bounds.bound(place, np.array([other])) > -1000
    assert len(unbeaten) == 6
    assert max(sizes, default=0) <= 50
