"""The table of a fit: order, groups, live ratings and where their anchors put them."""

import pytest

import ratings
from arena.tournament.groups import group_numbers
from arena.tournament.rating_table import live_shifts, live_table, rating_table
from ratings import GameResult

DUELS = [
    GameResult(("ann", "bob"), (1, 2)),
    GameResult(("bob", "ann"), (1, 2)),
    GameResult(("bob", "ann"), (1, 2)),
    GameResult(("dan", "eve"), (1, 2)),
    GameResult(("cid", "dan"), (1, 2)),
]
"""Two groups that never met: cid, dan, eve and ann, bob."""


def test_the_largest_group_comes_first_and_the_best_first_in_each() -> None:
    table = rating_table(ratings.fit(DUELS))
    assert [(one.name, one.group) for one in table] == [
        ("cid", 0),
        ("dan", 0),
        ("eve", 0),
        ("bob", 1),
        ("ann", 1),
    ]


def test_groups_of_one_size_are_in_the_order_of_names() -> None:
    games = [GameResult(("dan", "ann"), (1, 2)), GameResult(("bob", "cid"), (1, 2))]
    assert group_numbers(ratings.fit(games)) == {"ann": 0, "dan": 0, "bob": 1, "cid": 1}


def test_a_line_has_what_the_fit_says() -> None:
    fit = ratings.fit(DUELS)
    (bob,) = (one for one in rating_table(fit) if one.name == "bob")
    rating = fit.rating("bob")
    assert (bob.rating, bob.low, bob.high, bob.error) == (
        rating.rating,
        rating.low,
        rating.high,
        rating.error,
    )
    assert (bob.games, bob.score, bob.rotations, bob.rank) == (3, 2, 3, fit.rank_intervals()["bob"])
    assert bob.percentage == pytest.approx(200 / 3)


def test_live_ratings_have_no_intervals() -> None:
    live = {"ann": 30.0, "bob": -30.0, "cid": 1.0, "dan": 2.0, "eve": 3.0}
    table = live_table(ratings.fit(DUELS), live)
    assert [one.name for one in table] == ["eve", "dan", "cid", "ann", "bob"]
    assert {(one.low, one.high, one.bound, one.rank, one.error) for one in table} == {(None,) * 5}


def test_anchors_move_their_own_group_alone() -> None:
    live = {"ann": 30.0, "bob": -30.0, "cid": 1.0, "dan": 2.0, "eve": 3.0}
    fit = ratings.fit(DUELS)
    assert live_shifts(fit, live, {}) == dict.fromkeys(live, 0.0)
    shifts = live_shifts(fit, live, {"ann": 1030.0, "bob": 990.0})
    assert shifts == {"ann": 1010.0, "bob": 1010.0, "cid": 0.0, "dan": 0.0, "eve": 0.0}
