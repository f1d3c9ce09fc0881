"""Live Elo for two and more players: what each game moves, from the ratings before it.

The result depends on the order of the games, so it is for watching a tournament and never ranks a
table. It keeps no ratings itself.
"""

from collections.abc import Sequence

from ratings.values import expected

__all__ = ["START", "update"]

START = 1500.0
"""Where a player begins."""


def update(ratings: Sequence[float], places: Sequence[int], k: float = 32.0) -> list[float]:
    """The ratings after one game: R_i + K/(n-1) * sum over the others of (S_ij - E_ij).

    All are moved at once, from the ratings before the game, so that ties and the order of the
    arguments do not matter; the sum of the ratings stays what it was. A tie is one half.

    Args:
        ratings: the rating of each player before the game, in points.
        places: the place of each, from 1; equal places are a tie.
        k: the most that a game of two can move, in points.
    """
    step = k / (len(ratings) - 1)
    return [rating + step * _surplus(seat, ratings, places) for seat, rating in enumerate(ratings)]


def _surplus(seat: int, ratings: Sequence[float], places: Sequence[int]) -> float:
    """How much more than expected one player scored against the others."""
    return sum(
        _score(places[seat], place) - expected(ratings[seat] - rating)
        for other, (rating, place) in enumerate(zip(ratings, places, strict=True))
        if other != seat
    )


def _score(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)
