"""How ratings came about: moments, live ratings step by step, batch fits of what was known by then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ratings
from arena.tournament.history import moments, rating_history, step_at
from ratings import GameResult


def game(*players: str, rotation: str = "") -> GameResult:
    """A game that ended in the order of the names; seats are in the order of the alphabet."""
    seats = tuple(sorted(players).index(name) for name in players)
    return GameResult(players, tuple(range(1, len(players) + 1)), seats, rotation)


GAMES = [game("ann", "bob"), game("bob", "ann"), game("ann", "cid"), game("bob", "cid"), game("cid", "ann")]


@pytest.mark.parametrize(
    ("ends", "most", "expected"),
    [
        ([], 3, ()),
        ([4], 3, (4,)),
        ([4, 8, 12], 3, (4, 8, 12)),
        ([1, 2, 3, 4, 5, 6], 3, (2, 4, 6)),
        ([1, 2, 3, 4, 5, 6, 7], 3, (2, 4, 7)),
        ([10, 20], 1, (20,)),
    ],
)
def test_moments(ends: list[int], most: int, expected: tuple[int, ...]) -> None:
    assert moments(ends, most) == expected


@given(st.lists(st.integers(1, 10**6), unique=True, min_size=1), st.integers(1, 40))
def test_moments_are_some_of_the_ends_and_the_last_one(ends: list[int], most: int) -> None:
    ends.sort()
    chosen = moments(ends, most)
    assert set(chosen) <= set(ends)
    assert list(chosen) == sorted(set(chosen))
    assert (len(chosen), chosen[-1]) == (min(most, len(ends)), ends[-1])


def test_a_bot_has_steps_from_its_first_game_on() -> None:
    history = rating_history(GAMES, (2, 3, 5))
    assert list(history) == ["ann", "bob", "cid"]
    assert [[(step.games, step.played) for step in history[name]] for name in history] == [
        [(2, 2), (3, 3), (5, 4)],
        [(2, 2), (3, 2), (5, 3)],
        [(3, 1), (5, 3)],
    ]


def test_the_batch_rating_of_a_step_is_that_of_the_games_until_then() -> None:
    history = rating_history(GAMES, (3, 5))
    assert history["bob"][0].batch == ratings.fit(GAMES[:3]).rating("bob")
    assert history["bob"][1].batch == ratings.fit(GAMES).rating("bob")


def test_the_live_rating_goes_game_by_game() -> None:
    steps = rating_history(GAMES[:2], (1, 2), start=1500)
    one, two = ratings.update([1500, 1500], (1, 2))
    assert (steps["ann"][0].live, steps["bob"][0].live) == (one, two)
    after = ratings.update([two, one], (1, 2))  # no effect of the seats is known after one game
    assert (steps["bob"][1].live, steps["ann"][1].live) == tuple(after)


def test_live_ratings_know_the_seat_effects_of_the_moment_before() -> None:
    games = [game("ann", "bob"), game("bob", "ann"), game("ann", "bob")] * 2
    plain = rating_history(games, (6,))
    informed = rating_history(games, (5, 6))
    effects = {one.seat: one.value for one in ratings.fit(games[:5]).seat_effects}
    if effects:
        assert plain["ann"][-1].live != informed["ann"][-1].live
    before = rating_history(games[:5], (5,))
    live = [before["ann"][-1].live, before["bob"][-1].live]
    after = ratings.update(live, (1, 2), seat_effects=[effects.get(0, 0.0), effects.get(1, 0.0)])
    assert [informed["ann"][-1].live, informed["bob"][-1].live] == after


def test_more_games_leave_the_past_as_it_was() -> None:
    longer = rating_history(GAMES, (2, 3, 5))
    shorter = rating_history(GAMES[:3], (2, 3))
    assert {name: steps[: len(shorter[name])] for name, steps in longer.items()} == shorter


def test_groups_are_those_of_the_time() -> None:
    games = [game("ann", "bob"), game("cid", "dan"), game("bob", "cid")]
    history = rating_history(games, (2, 3))
    assert [history[name][0].group for name in ("ann", "bob", "cid", "dan")] == [0, 0, 1, 1]
    assert {history[name][1].group for name in history} == {0}


def test_the_step_at_a_moment() -> None:
    steps = rating_history(GAMES, (3, 5))["cid"]
    assert step_at(steps, 3) == steps[0]
    assert step_at(steps, 5) == steps[1]
    assert step_at(steps, 4) is None
    assert step_at(steps, 6) is None


def test_no_moment_no_history() -> None:
    assert rating_history(GAMES, ()) == {}
