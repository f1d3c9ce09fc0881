"""Results of games: what they have to be."""

import re
from typing import Any

import pytest

from ratings import GameResult, RatingError


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((("a",), (1,)), "players 'a', expected two or more"),
        ((("a", "a"), (1, 2)), "player 'a' is in a game twice"),
        ((("a", ""), (1, 2)), "player '', expected a name"),
        ((("a", "b"), (1,)), "places 1, expected one for each of 2 players"),
        ((("a", "b"), (0, 1)), "places 0, 1, expected places from 1, each behind all who are better"),
        ((("a", "b"), (2, 2)), "places 2, 2, expected places from 1"),
        ((("a", "b", "c"), (1, 1, 2)), "places 1, 1, 2, expected places from 1"),
        ((("a", "b"), (1, 2), (0, 0)), "seats 0, 0, expected each of 0 to 1 once"),
        ((("a", "b"), (1, 2), (1, 2)), "seats 1, 2, expected each of 0 to 1 once"),
        ((("a", "b"), (1, 2), (0,)), "seats 0, expected each of 0 to 1 once"),
    ],
)
def test_a_game_that_cannot_be(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RatingError, match="^" + re.escape(message)):
        GameResult(*arguments)


def test_seats_are_in_the_order_of_the_players_if_nothing_is_said() -> None:
    assert GameResult(("b", "a", "c"), (1, 1, 3)).seats == (0, 1, 2)
