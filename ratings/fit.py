"""What a batch fit says: ratings with intervals, differences, ranks, expected scores.

It has no opinion on how the fit was made. Nothing in it is ever infinite or NaN: what is not known is None,
with a side or a reason. Numbers are rounded to 1e-7 points, so that players whom nothing tells apart
are equal to the last digit.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ratings.bounds import Bounds
from ratings.counts import Array
from ratings.errors import RatingError, shown
from ratings.numerics import normal_cdf
from ratings.ranks import rank_intervals
from ratings.tally import LARGEST_GAME
from ratings.uncertainty import FEW_CLUSTERS, Uncertainty
from ratings.values import SCALE, expected, is_whole

__all__ = ["CONFIDENCE", "Difference", "Fit", "Rating", "SeatEffect", "inside", "rounded"]

CONFIDENCE = 0.95
"""Of all intervals."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong one player is, and how sure that is."""

    name: str
    """The player."""
    rating: float
    """In points, from the mean or the anchor of its component.

    With a `bound` the prior made it, but never beyond the bound: if it were, it is the bound itself, and all
    whom the games put on the far side of the player are moved at least as far.
    """
    error: float | None
    """The standard error, in points; None for one who met nobody."""
    low: float | None
    """The lower end of the 95 % interval, or the 95 % lower bound; None if there is no limit."""
    high: float | None
    """The upper end of the 95 % interval, or the 95 % upper bound; None if there is no limit."""
    bound: str
    """"" an interval, ">" more than `low`, "<" less than `high`, "?" the games say neither."""
    games: int
    """How many games it played."""
    score: float
    """The sum over its games of the mean over the opponents of 1, 1/2 or 0."""
    clusters: int
    """In how many clusters it played; under 50 the interval is a rough one."""
    component: int
    """The index in `Fit.components`; ratings in different ones cannot be compared."""


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """What a seat is worth."""

    players: int
    """The number of players of the games."""
    seat: int
    """The seat, from 0 for the one who moves first."""
    value: float
    """In points; the seats of games of one size have the mean 0."""
    error: float
    """The standard error, in points."""
    low: float
    """The lower end of the 95 % interval."""
    high: float
    """The upper end of the 95 % interval."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one player is than another, or why that is not known."""

    first: str
    """The one."""
    second: str
    """The other."""
    value: float | None
    """In points; None with a `refusal`.

    It is that of the two ratings. With a `bound` the prior made it, and if it were beyond the bound it is the
    bound itself.
    """
    error: float | None
    """The standard error, from the joint covariance."""
    low: float | None
    """The lower end of the 95 % interval, or the 95 % lower bound; None if there is no limit."""
    high: float | None
    """The upper end of the 95 % interval, or the 95 % upper bound; None if there is no limit."""
    los: float | None
    """The likelihood that the first is better, 0..1: that of a normal variable to be positive."""
    bound: str
    """As of a `Rating`."""
    clusters: int
    """The smaller number of clusters of the two; under 50 the interval is a rough one."""
    refusal: str
    """Why there is no number; else empty."""


@dataclass(frozen=True, eq=False)
class Fit:
    """The result of a batch fit."""

    ratings: tuple[Rating, ...]
    """All players, by name."""
    components: tuple[tuple[str, ...], ...]
    """Players who met, directly or through others, by name; the order is that of the first names."""
    seat_effects: tuple[SeatEffect, ...]
    """By size of the game and seat, where the games can tell them."""
    seat_refusals: Mapping[int, str]
    """Why there are no effects of the seats in games of this many players."""
    clusters: int
    """How many clusters there were."""
    places: NDArray[np.int64]
    """[player by name]: its index in what follows, which is in an order that names have no part in."""
    strengths: Array
    """[player]: the ratings as they are shown, not rounded."""
    uncertainty: Uncertainty
    """The joint distribution of players and seat effects, in points."""
    bounds: Bounds
    """What the games say where the likelihood has no maximum."""

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The names, sorted."""
        return tuple(rating.name for rating in self.ratings)

    @cached_property
    def few_clusters(self) -> tuple[str, ...]:
        """Those who played in so few clusters, under 50, that their intervals are rough."""
        return tuple(rating.name for rating in self.ratings if rating.clusters < FEW_CLUSTERS)

    @property
    def covariance(self) -> Array:
        """[player, player], by name: the clustered (CR1) covariance of the ratings, in points squared."""
        return self.uncertainty.clustered[np.ix_(self.places, self.places)]

    def rating(self, name: str) -> Rating:
        """The rating of a player.

        Raises:
            RatingError: nobody is called that.
        """
        return self.ratings[self._index(name)]

    def difference(self, first: str, second: str) -> Difference:
        """How much better `first` is than `second`.

        Raises:
            RatingError: nobody is called that, or it is the same player twice.
        """
        one, two = self._index(first), self._index(second)
        if one == two:
            raise RatingError(f"player {first!r} twice, expected two players")
        clusters = min(self.ratings[one].clusters, self.ratings[two].clusters)
        if not self._met(one, two):
            refusal = f"{first!r} and {second!r} never met, neither directly nor through others"
            return Difference(first, second, None, None, None, None, None, "?", clusters, refusal)
        one, two = int(self.places[one]), int(self.places[two])
        ahead = float(self.strengths[one] - self.strengths[two])
        error, half = self.uncertainty.of_difference(one, two, CONFIDENCE)
        side = self.bounds.side(one, np.array([two]))
        low, high = self._limits(one, two, ahead, half, side)
        value = inside(rounded(ahead), low, high)
        sure = ahead if value * ahead > 0 else value
        los = round(normal_cdf(sure / error), 9) if error > 0 else 0.5
        return Difference(first, second, value, rounded(error), low, high, los, side, clusters, "")

    def los_matrix(self) -> tuple[tuple[float | None, ...], ...]:
        """[player, player], by name: the likelihood that the first is better, 0..1.

        It is None for a player and itself, and for two that never met.
        """
        error, _ = self.uncertainty.of_differences(CONFIDENCE)
        ahead = self.strengths[:, None] - self.strengths[None, :]
        standard = np.divide(ahead, error, out=np.zeros_like(ahead), where=error > 0)
        likelihoods = [
            [round(normal_cdf(float(x)), 9) if one != two and self._met(one, two) else None for two, x in row]
            for one, row in enumerate(map(enumerate, standard[np.ix_(self.places, self.places)]))
        ]
        for one, two in self._contradicted():
            likelihoods[one][two] = self.difference(self.players[one], self.players[two]).los
            likelihoods[two][one] = self.difference(self.players[two], self.players[one]).los
        return tuple(map(tuple, likelihoods))

    def rank_intervals(self) -> dict[str, tuple[int, int]]:
        """By name the best and the worst rank, from 1, that the games leave open with 95 %.

        See `ratings.ranks`. Whom a player never met may be before or behind it.
        """
        component = np.empty(len(self.places), np.int64)
        component[self.places] = [rating.component for rating in self.ratings]
        intervals = rank_intervals(self.strengths, self.uncertainty, component, CONFIDENCE)
        return {name: intervals[place] for name, place in zip(self.players, self.places, strict=True)}

    def expected_score(
        self, first: str, second: str, size: int = 2, seats: tuple[int, int] | None = None
    ) -> float | None:
        """The expected score of `first` against `second`, 0..1; None if they never met.

        Args:
            first: the one.
            second: the other.
            size: how many players their game has.
            seats: the seats of the two, from 0; without them, or where the effects of seats are not
                known, none has an advantage.

        Raises:
            RatingError: nobody is called that, no game has that size, or one of that size no such seats.
        """
        one, two = self._index(first), self._index(second)
        _check_seats(size, seats)
        if not self._met(one, two):
            return None
        ahead = float(self.strengths[self.places[one]] - self.strengths[self.places[two]])
        if seats is not None:
            effects = {(effect.players, effect.seat): effect.value for effect in self.seat_effects}
            ahead += effects.get((size, seats[0]), 0.0) - effects.get((size, seats[1]), 0.0)
        return expected(ahead)

    def _index(self, name: str) -> int:
        try:
            return self._indices[name]
        except KeyError:
            raise RatingError(f"player {name!r} is not among those rated") from None

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {rating.name: number for number, rating in enumerate(self.ratings)}

    def _met(self, one: int, two: int) -> bool:
        return self.ratings[one].component == self.ratings[two].component

    def _contradicted(self) -> Iterator[tuple[int, int]]:
        """By name players whom the games put above somebody, and the prior not."""
        strengths = self.strengths[self.places]
        for one, place in enumerate(self.places.tolist()):
            below = self.bounds.below(place)[self.places]
            for two in np.flatnonzero(below & (strengths >= strengths[one])).tolist():
                yield one, two

    def _limits(
        self, one: int, two: int, value: float, half: float, side: str
    ) -> tuple[float | None, float | None]:
        if side == "":
            return rounded(value - half), rounded(value + half)
        if side == "?":
            return None, None
        bound = rounded(SCALE * self.bounds.bound(one, np.array([two])))
        return (bound, None) if side == ">" else (None, bound)


def _check_seats(size: int, seats: tuple[int, int] | None) -> None:
    if not is_whole(size) or not 2 <= size <= LARGEST_GAME:
        raise RatingError(f"a game of {shown(size)} players, expected 2 to {LARGEST_GAME}")
    if seats is None:
        return
    if (
        len(seats) != 2
        or seats[0] == seats[1]
        or not all(is_whole(seat) and 0 <= seat < size for seat in seats)
    ):
        raise RatingError(f"seats {shown(seats)}, expected two of 0 to {size - 1}")


def inside(value: float, low: float | None, high: float | None) -> float:
    """The value, or the limit that it is beyond."""
    if low is not None:
        value = max(value, low)
    return value if high is None else min(value, high)


def rounded(points: float) -> float:
    """To 1e-7 points and without a negative 0."""
    return round(points, 7) + 0.0
