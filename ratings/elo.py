"""Live Elo for two and more players: what each game moves, from the ratings before it.

The result depends on the order of the games, so it is for watching a tournament or a ladder and never ranks
a table. The batch fit is the fixed point of this rule.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp

from ratings.errors import RatingError, shown
from ratings.results import GameResult
from ratings.values import SCALE, check_number, check_points, is_whole

__all__ = ["START", "K", "Table", "update"]

START = 1500.0
"""Where a player begins."""

K = 32.0
"""The most that a game of two moves, in points."""

_NO_EFFECTS: Mapping[tuple[int, int], float] = {}
_OVERFLOW = 700.0
_LARGEST = 1e300
"""Differences between numbers up to this are numbers."""


class Table:
    """Ratings that follow the games one by one, and how each of them came about.

    The same games in the same order give the same bits, one by one or all at once.
    """

    def __init__(
        self,
        start: float = START,
        k: float = K,
        seat_effects: Mapping[tuple[int, int], float] = _NO_EFFECTS,
    ) -> None:
        """Begin without players.

        Args:
            start: where a player begins, in points.
            k: the most that a game of two moves, in points.
            seat_effects: by players of the game and seat what the seat is worth, in points, such as
                those of the last batch fit; seats that are not there are worth nothing.

        Raises:
            RatingError: a number is none or beyond a million points, or `k` is not above 0.
        """
        check_points("start", start)
        _check_k(k)
        for seat, points in seat_effects.items():
            check_points(f"seat effect {seat!r} of", points)
        self.start = start
        """Where a player begins."""
        self.k = k
        """The most that a game of two moves."""
        self.games = 0
        """How many games have been added."""
        self._seat_effects = dict(seat_effects)
        self._histories: dict[str, tuple[list[int], list[float]]] = {}

    def add(self, result: GameResult) -> None:
        """Add one game."""
        self.add_all((result,))

    def add_all(self, results: Iterable[GameResult]) -> None:
        """Add many games, in the order given."""
        histories, start = self._histories, self.start
        for result in results:
            self.games += 1
            moved = []
            for player in result.players:
                history = histories.get(player)
                if history is None:
                    history = histories[player] = ([0], [start])
                moved.append(history)
            before = [history[1][-1] for history in moved]
            effects = self._effects(result.seats) if self._seat_effects else None
            after = _updated(before, result.places, self.k, effects)
            for (numbers, ratings), rating in zip(moved, after, strict=True):
                numbers.append(self.games)
                ratings.append(rating)

    def rating(self, player: str) -> float:
        """The rating now, in points.

        Raises:
            RatingError: the player has no game in the table.
        """
        return self._history(player)[1][-1]

    def ratings(self) -> dict[str, float]:
        """All ratings now, in points, by name."""
        return {player: self._histories[player][1][-1] for player in sorted(self._histories)}

    def history(self, player: str) -> list[tuple[int, float]]:
        """After which game, from 1, the player had which rating; first game 0 with the start.

        Raises:
            RatingError: the player has no game in the table.
        """
        return list(zip(*self._history(player), strict=True))

    def _history(self, player: str) -> tuple[list[int], list[float]]:
        try:
            return self._histories[player]
        except KeyError:
            raise RatingError(f"player {player!r} has no game in the table") from None

    def _effects(self, seats: Sequence[int]) -> list[float]:
        return [self._seat_effects.get((len(seats), seat), 0.0) for seat in seats]


def update(
    ratings: Sequence[float],
    places: Sequence[int],
    k: float = K,
    seat_effects: Sequence[float] | None = None,
) -> list[float]:
    """The ratings after one game: R_i + K/(n-1) * sum over the others of (S_ij - E_ij).

    All are moved at once, from the ratings before the game, so that ties and the order of the
    arguments do not matter; what one wins the others lose. A tie is one half.

    Args:
        ratings: the rating of each player before the game, in points.
        places: the place of each, from 1; equal places are a tie.
        k: the most that a game of two can move, in points.
        seat_effects: what the seat of each is worth, in points.

    Raises:
        RatingError: there are fewer than two players, not as many places or seat effects, or a number is
            none.
    """
    _check_k(k)
    effects = [0.0] * len(ratings) if seat_effects is None else seat_effects
    _check_game(ratings, places, effects)
    return _updated(ratings, places, k, effects)


def _check_game(ratings: Sequence[float], places: Sequence[int], effects: Sequence[float]) -> None:
    if len(ratings) < 2:
        raise RatingError(f"ratings {shown(ratings)}, expected those of two players or more")
    for what, values in (("places", places), ("seat_effects", effects)):
        if len(values) != len(ratings):
            raise RatingError(f"{what} {shown(values)}, expected one for each of {len(ratings)} players")
    for what, values in (("rating", ratings), ("seat effect", effects)):
        for value in values:
            check_number(what, value, -_LARGEST, _LARGEST)
    for place in places:
        if not is_whole(place) or place < 1:
            raise RatingError(f"place {shown(place)}, expected a whole number from 1")


def _check_k(k: float) -> None:
    check_points("k", k)
    if k <= 0:
        raise RatingError(f"k {k!r}, expected more than 0")


def _updated(
    ratings: Sequence[float], places: Sequence[int], k: float, effects: Sequence[float] | None
) -> list[float]:
    """The same for arguments that have been checked."""
    number, strength = len(ratings), ratings
    if effects is not None:
        strength = [rating + effect for rating, effect in zip(ratings, effects, strict=True)]
    step = k / (number - 1)
    after = list(ratings)
    for one in range(number):
        for two in range(one):
            behind = min((strength[two] - strength[one]) / SCALE, _OVERFLOW)
            score = 1.0 if places[one] < places[two] else 0.5 if places[one] == places[two] else 0.0
            moved = step * (score - 1 / (1 + exp(behind)))
            after[one] += moved
            after[two] -= moved
    return after
