"""Live Elo against reference numbers, and what every game keeps."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import GameResult, RatingError
from ratings.elo import START, Table, update
from tests.ratings.references import games, reference

REFERENCE: dict[str, Any] = reference("online_elo")


@pytest.mark.parametrize("case", REFERENCE["cases"], ids=lambda case: str(case["places"]))
def test_one_game(case: dict[str, Any]) -> None:
    new = update(case["ratings"], case["places"], case["K"], case["seat_elo"])
    assert new == pytest.approx(case["new"], abs=1e-8)
    assert sum(new) == pytest.approx(sum(case["ratings"]), abs=1e-8)


def test_many_games_in_a_row() -> None:
    table = Table()
    table.add_all(games("ffa_ties"))
    assert table.ratings() == pytest.approx(REFERENCE["sequential_ffa_ties_K32_start1500_no_seat"], abs=1e-8)


def test_one_by_one_is_as_all_at_once() -> None:
    results = games("ffa_strict")[:200]
    single, bulk = Table(seat_effects={(3, 0): 12.0}), Table(seat_effects={(3, 0): 12.0})
    for result in results:
        single.add(result)
    bulk.add_all(results)
    assert single.ratings() == bulk.ratings()
    assert single.games == bulk.games == 200


def test_history() -> None:
    table = Table(start=1000, k=20)
    table.add(GameResult(("a", "b"), (1, 2)))
    table.add(GameResult(("c", "b"), (1, 1)))
    assert table.history("a") == [(0, 1000), (1, 1010)]
    assert [game for game, _ in table.history("b")] == [0, 1, 2]
    assert [game for game, _ in table.history("c")] == [0, 2]
    assert table.history("b")[-1][1] == table.rating("b")


def test_a_seat_that_is_worth_something_earns_less() -> None:
    table = Table(seat_effects={(2, 0): 50.0, (2, 1): -50.0})
    table.add(GameResult(("a", "b"), (1, 2)))
    table.add(GameResult(("c", "d"), (1, 2), seats=(1, 0)))
    assert START < table.rating("a") < START + 16 < table.rating("c")


def test_mistakes() -> None:
    for arguments in ({"k": 0}, {"start": float("nan")}, {"seat_effects": {(2, 0): float("inf")}}):
        with pytest.raises(RatingError, match=r"expected"):
            Table(**arguments)
    for question in (Table().rating, Table().history):
        with pytest.raises(RatingError, match=r"^player 'x' has no game in the table$"):
            question("x")


@pytest.mark.parametrize("gap", [1e5, 1e300])
def test_a_large_gap_is_a_finite_matter(gap: float) -> None:
    assert update([gap, 0], (1, 2)) == pytest.approx([gap, 0])
    assert update([gap, 0], (2, 1)) == pytest.approx([gap - 32, 32])


@st.composite
def one_game(draw: st.DrawFn) -> tuple[list[float], list[int]]:
    players = draw(st.integers(2, 4))
    ratings = st.floats(-1e4, 1e4)
    return (
        draw(st.lists(ratings, min_size=players, max_size=players)),
        draw(st.lists(st.integers(1, players), min_size=players, max_size=players)),
    )


@given(one_game())
def test_nothing_is_made_or_lost(game: tuple[list[float], list[int]]) -> None:
    ratings, places = game
    assert sum(update(ratings, places)) == pytest.approx(sum(ratings), abs=1e-6)


@given(one_game())
def test_the_order_of_the_players_does_not_matter(game: tuple[list[float], list[int]]) -> None:
    """So tied players are moved alike, wherever they are in the list."""
    ratings, places = game
    backwards = update(ratings[::-1], places[::-1])[::-1]
    assert backwards == pytest.approx(update(ratings, places), abs=1e-9)


@given(one_game())
def test_a_sole_first_place_never_costs_anything(game: tuple[list[float], list[int]]) -> None:
    ratings, places = game
    places = [1, *(place + 1 for place in places[1:])]
    assert update(ratings, places)[0] >= ratings[0]
