"""Live Elo against computed reference cases, and what it promises of any game."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.elo import START, update

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "elo.json").read_text())


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: str(case["places"]))
def test_one_game(case: dict[str, Any]) -> None:
    new = update(case["ratings"], case["places"], case["K"])
    assert new == pytest.approx(case["new"], abs=1e-8)


def test_many_games_in_a_row() -> None:
    ratings = dict.fromkeys(DATA["sequence"]["ratings"], START)
    for players, places in DATA["sequence"]["games"]:
        new = update([ratings[player] for player in players], places)
        ratings.update(zip(players, new, strict=True))
    assert ratings == pytest.approx(DATA["sequence"]["ratings"], abs=1e-8)


@st.composite
def games(draw: st.DrawFn) -> tuple[list[float], list[int]]:
    players = draw(st.integers(2, 4))
    ratings = st.floats(-1e4, 1e4)
    return (
        draw(st.lists(ratings, min_size=players, max_size=players)),
        draw(st.lists(st.integers(1, players), min_size=players, max_size=players)),
    )


@given(games())
def test_nothing_is_made_or_lost(game: tuple[list[float], list[int]]) -> None:
    ratings, places = game
    assert sum(update(ratings, places)) == pytest.approx(sum(ratings), abs=1e-6)


@given(games())
def test_the_order_of_the_players_does_not_matter(game: tuple[list[float], list[int]]) -> None:
    ratings, places = game
    backwards = update(ratings[::-1], places[::-1])[::-1]
    assert backwards == pytest.approx(update(ratings, places), abs=1e-9)


@given(games())
def test_a_sole_first_place_never_costs_anything(game: tuple[list[float], list[int]]) -> None:
    ratings, places = game
    places = [1, *(place + 1 for place in places[1:])]
    assert update(ratings, places)[0] >= ratings[0]
