"""Seat effects that the games cannot tell are refused, and never make a winner."""

import warnings

import pytest

from ratings import GameResult, fit

Games = list[GameResult]


def game(first: str, second: str, winner: str, rotation: int) -> GameResult:
    return GameResult((first, second), (1, 2) if winner == first else (2, 1), rotation=str(rotation))


def seat_decides(rotations: int, swept: int) -> Games:
    """Who moves second wins every game, but for the rotations that `a` won both games of."""
    return [
        one
        for number in range(rotations)
        for one in (
            game("a", "b", "a" if number < swept else "b", number),
            game("b", "a", "a", number),
        )
    ]


def one_loss(games: int) -> Games:
    """All games but one were won by `a`."""
    return [
        game("a", "b", "b" if number == 0 else "a", number // 2)
        if number % 2 == 0
        else game("b", "a", "a", number // 2)
        for number in range(games)
    ]


@pytest.mark.parametrize(
    "games", [seat_decides(20, 1), seat_decides(20, 2), seat_decides(100, 2), one_loss(200)]
)
def test_players_and_seats_that_only_together_have_no_limit_are_told_apart_by_no_number(games: Games) -> None:
    found = fit(games)
    assert (found.seat_effects, dict(found.seat_refusals)) == (
        (),
        {2: "the games set no limit to what the seats are worth"},
    )


def test_two_swept_rotations_among_many_level_ones_make_no_winner() -> None:
    difference = fit(seat_decides(20, 2)).difference("a", "b")
    assert difference.low is not None
    assert difference.low < 0 < difference.high  # type: ignore[operator]
    assert difference.value == pytest.approx(35, abs=5)


def test_a_seat_that_both_players_won_and_lost_in_has_an_effect() -> None:
    games = [*seat_decides(10, 2), game("a", "b", "a", 90), game("b", "a", "b", 90)]
    assert [effect.seat for effect in fit(games).seat_effects] == [0, 1]


@pytest.mark.parametrize("games", [60, 100, 200, 400])
def test_one_loss_among_many_wins_is_fitted_without_a_warning(games: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fit(one_loss(games)).difference("a", "b").low is not None


def test_seats_that_run_away_are_refused_without_a_number_beyond_all_numbers() -> None:
    games = [game("ann", "dan", "dan", number) for number in range(39)]
    games += [game("ann", "bob", "ann", 39), game("bob", "cid", "cid", 40), game("dan", "bob", "bob", 41)]
    fitted = fit(games)
    assert list(fitted.seat_refusals) == [2]
    assert [rating.bound for rating in fitted.ratings] == ["", "", ">", ""]
