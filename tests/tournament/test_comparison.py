"""Two bots beside each other, by hand on small cases."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ratings
from arena.tournament.comparison import SURE, CommonOpponent, Comparison, Verdict, compared
from ratings import GameResult


def duels(first: str, second: str, won: int, lost: int) -> list[GameResult]:
    """Games of two, by turns in either seat."""
    results = [(1, 2)] * won + [(2, 1)] * lost
    return [
        GameResult((first, second), places, (turn % 2, 1 - turn % 2)) for turn, places in enumerate(results)
    ]


def test_the_score_is_that_of_the_two_alone() -> None:
    games = [
        GameResult(("ann", "bob", "cid"), (1, 2, 3), rotation="x"),
        GameResult(("bob", "cid", "ann"), (1, 1, 3), rotation="x"),
        GameResult(("cid", "ann", "bob"), (1, 2, 2), rotation="y"),
        GameResult(("ann", "bob"), (1, 2)),
        *duels("ann", "cid", 2, 1),
    ]
    one = compared(games, "ann", "bob")
    assert (one.points, one.games, one.rotations) == (2.5, 4, 3)
    other = compared(games, "bob", "ann")
    assert (other.points, other.games, other.rotations) == (1.5, 4, 3)


def test_common_opponents_are_those_of_games_without_the_other() -> None:
    games = [
        GameResult(("ann", "bob", "eve"), (1, 2, 3)),  # eve is no opponent apart from this game
        *duels("ann", "cid", 2, 1),
        *duels("bob", "cid", 1, 1),
        *duels("ann", "dan", 1, 0),
    ]
    assert compared(games, "ann", "bob").common == (CommonOpponent("cid", 3, 2),)


def test_the_difference_is_that_of_a_fit_of_all_games() -> None:
    games = [*duels("ann", "cid", 5, 3), *duels("bob", "cid", 2, 6)]
    one = compared(games, "ann", "bob")
    assert one.games == 0
    assert one.difference == ratings.fit(games).difference("ann", "bob")


def verdict(games: list[GameResult]) -> Verdict:
    one = compared(games, "ann", "bob")
    assert swapped(compared(games, "bob", "ann")) is one.verdict
    return one.verdict


def swapped(one: Comparison) -> Verdict:
    return {Verdict.FIRST: Verdict.SECOND, Verdict.SECOND: Verdict.FIRST}.get(one.verdict, one.verdict)


@pytest.mark.parametrize(
    ("won", "lost", "expected"),
    [
        (1, 0, Verdict.OPEN),
        (2, 0, Verdict.OPEN),  # its bound is above 0, its likelihood is not enough
        (3, 0, Verdict.OPEN),
        (1, 1, Verdict.OPEN),
        (19, 0, Verdict.OPEN),  # too few, whatever they say
        (20, 0, Verdict.FIRST),
        (0, 20, Verdict.SECOND),
        (80, 40, Verdict.FIRST),
        (62, 58, Verdict.OPEN),
    ],
)
def test_verdict(won: int, lost: int, expected: Verdict) -> None:
    assert verdict(duels("ann", "bob", won, lost)) is expected


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from([(1, 2), (2, 1), (1, 1)])), min_size=1))
def test_an_interval_leaves_out_0_only_if_the_likelihood_suffices(
    games: list[tuple[int, tuple[int, int]]],
) -> None:
    pairs = [("ann", "bob"), ("bob", "cid"), ("cid", "ann")]
    played = [GameResult(pairs[pair], places, rotation=f"{n // 2}") for n, (pair, places) in enumerate(games)]
    played += duels("ann", "bob", 1, 1)
    one = ratings.fit(played).difference("ann", "bob")
    if not one.bound and one.low is not None and one.low > 0:
        assert one.los is not None
        assert one.los >= SURE


@pytest.mark.parametrize(("won", "lost"), [(16, 6), (20, 1)])
def test_the_interval_decides_and_not_the_likelihood(won: int, lost: int) -> None:
    one = compared(duels("ann", "bob", won, lost), "ann", "bob")
    assert one.difference.los is not None
    assert one.difference.low is not None
    assert one.difference.los >= SURE
    assert one.difference.low < 0
    assert one.verdict is Verdict.OPEN


def test_who_never_met_even_through_others_is_not_compared() -> None:
    games = [*duels("ann", "cid", 3, 2), *duels("bob", "dan", 3, 2)]
    one = compared(games, "ann", "bob")
    assert one.verdict is Verdict.NEVER_MET
    assert (one.difference.value, one.difference.los, one.points, one.common) == (None, None, 0, ())


def test_the_order_of_the_games_is_of_no_account() -> None:
    games = [*duels("ann", "cid", 5, 3), *duels("bob", "cid", 2, 6), *duels("ann", "bob", 4, 3)]
    shuffled = random.Random(1).sample(games, len(games))
    assert compared(shuffled, "ann", "bob") == compared(games, "ann", "bob")


def test_a_bot_without_games_is_refused() -> None:
    with pytest.raises(ratings.RatingError, match="eve"):
        compared(duels("ann", "bob", 1, 1), "ann", "eve")
