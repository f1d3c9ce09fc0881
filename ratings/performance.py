"""How strong a player was in some games, seen from the ratings of the opponents, which stay as they are.

The model is that of `ratings.bradley_terry` with everybody else fixed: a game of n players is the pairs
that the player is in, each of weight 1/(n-1), and a tie is one half. So the performance in all games of a
fit is the rating there, but for the virtual draw. It does not know how the opponents got their ratings.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import exp, fsum, log1p, sqrt

from ratings.caution import AGREE_BY_CHANCE, caution, doubt
from ratings.errors import RatingError
from ratings.numerics import normal_quantile, student_quantile
from ratings.results import GameResult
from ratings.uncertainty import VANISHED
from ratings.values import SCALE, check_level, check_points, expected

__all__ = ["Performance", "performance"]

_LEAST_INFORMATION = 1e-12
"""Where all opponents are out of reach, so that an interval remains a number."""

_STEP = 400.0
_NO_EFFECTS: Mapping[tuple[int, int], float] = {}


@dataclass(frozen=True, slots=True)
class Performance:
    """How strong a player was in some games; points of ratings."""

    player: str
    """The name."""
    rating: float | None
    """The rating at which the score is the one expected; None if all was won or all lost."""
    low: float | None
    """The lower end of the interval; None if all was lost."""
    high: float | None
    """The upper end of the interval; None if all was won."""
    bound: str
    """`>` if all was won, so that the rating is above `low`; `<` if all was lost; empty otherwise."""
    score: float
    """The part of the points that the player got, 0..1."""
    games: int
    """How many there were."""
    clusters: int
    """How many rotations, and games without one, they are."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """The player and one opponent in one game."""

    rival: float
    """The rating at which the player would be the opponent's equal, from these seats."""
    scored: float
    """1, one half or 0."""
    weight: float
    """What part of a game it is."""
    cluster: int
    """Pairs with the same number are not independent."""


def performance(
    results: Iterable[GameResult],
    player: str,
    ratings: Mapping[str, float],
    *,
    seat_effects: Mapping[tuple[int, int], float] = _NO_EFFECTS,
    level: float = 0.95,
) -> Performance:
    """The performance of `player` in those of the games that the player was in.

    The interval is that of `ratings.bradley_terry`: from how rotations scatter (CR1, Student's t), or from
    the model where nothing scatters; the wider one where rotations are few, in which the model counts their
    games for less (see `ratings.caution`). If all was won, or all lost, there is one end, from the profile
    likelihood.

    Args:
        results: games, of the player and of others.
        player: the name.
        ratings: of all opponents, in points.
        seat_effects: points that a seat is worth, by number of players and seat from 0; 0 for others.
        level: how often the interval holds the truth, 0..1.

    Raises:
        RatingError: the player was in no game, an opponent has no rating, a number of points is none or
            beyond a million, or `level` is not between 0 and 1.
    """
    check_level(level)
    for seat, points in seat_effects.items():
        check_points(f"seat effect {seat!r} of", points)
    games = [game for game in results if player in game.players]
    if not games:
        raise RatingError(f"{player!r} played no game")
    pairs = _pairs(games, player, ratings, seat_effects)
    score = fsum(pair.weight * pair.scored for pair in pairs) / len(games)
    clusters = 1 + max(pair.cluster for pair in pairs)
    rating, low, high = _estimate(pairs, clusters, level)
    bound = "" if rating is not None else "<" if low is None else ">"
    return Performance(player, rating, low, high, bound, score, len(games), clusters)


def _pairs(
    games: Iterable[GameResult],
    player: str,
    ratings: Mapping[str, float],
    seat_effects: Mapping[tuple[int, int], float],
) -> list[_Pair]:
    clusters: defaultdict[str | int, int] = defaultdict(lambda: len(clusters))
    pairs = []
    for number, game in enumerate(games):
        size, own = len(game.players), game.players.index(player)
        cluster = clusters[game.rotation or number]
        for other, opponent in enumerate(game.players):
            if other == own:
                continue
            if opponent not in ratings:
                raise RatingError(f"opponent {opponent!r} has no rating")
            check_points(f"opponent {opponent!r} at", ratings[opponent])
            effects = [seat_effects.get((size, game.seats[seat]), 0.0) for seat in (own, other)]
            ahead = (game.places[own] < game.places[other]) - (game.places[own] > game.places[other])
            rival = ratings[opponent] + effects[1] - effects[0]
            pairs.append(_Pair(rival, (1 + ahead) / 2, 1 / (size - 1), cluster))
    return pairs


def _estimate(
    pairs: list[_Pair], clusters: int, level: float
) -> tuple[float | None, float | None, float | None]:
    """The rating and both ends of its interval."""
    scores = {pair.scored for pair in pairs}
    if scores == {1.0}:
        return None, _bound(pairs, clusters, level, 1), None
    if scores == {0.0}:
        return None, None, _bound(pairs, clusters, level, -1)
    rating = _root(pairs, lambda guess: _surplus(pairs, guess))
    error = _half_width(pairs, rating, clusters, level)
    return rating, rating - error, rating + error


def _surplus(pairs: list[_Pair], rating: float) -> float:
    """How much more was scored than a player with that rating would, in games."""
    return fsum(pair.weight * (pair.scored - expected(rating - pair.rival)) for pair in pairs)


def _bound(pairs: list[_Pair], clusters: int, level: float, side: int) -> float:
    """The rating that makes winning all, or with side -1 losing all, just too unlikely."""
    enough = _enough(pairs, clusters, level)

    def likelier(rating: float) -> float:
        surprises = [pair.weight * _softplus(side * (pair.rival - rating) / SCALE) for pair in pairs]
        return side * (fsum(surprises) - enough)

    return _root(pairs, likelier)


def _enough(pairs: list[_Pair], clusters: int, level: float) -> float:
    """How far the log likelihood has to fall for that."""
    many, left = normal_quantile((1 + level) / 2) ** 2 / 2, float(doubt(clusters))
    return (many + (max(-log1p(-level), many) - many) * left) * _caution(pairs, clusters)


def _caution(pairs: list[_Pair], clusters: int) -> float:
    """How many times as large the variance is as that of independent games."""
    return float(caution(clusters, fsum(pair.weight for pair in pairs) / clusters))


def _softplus(x: float) -> float:
    """The logarithm of 1 + e^x."""
    return max(x, 0.0) + log1p(exp(-abs(x)))


def _root(pairs: list[_Pair], falling: Callable[[float], float]) -> float:
    """Where a function of the rating that falls is 0, by halving."""
    low, high = min(pair.rival for pair in pairs), max(pair.rival for pair in pairs)
    step = _STEP
    while falling(low) <= 0 or falling(high) > 0:
        low, high, step = low - step, high + step, step * 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return middle


def _half_width(pairs: list[_Pair], rating: float, clusters: int, level: float) -> float:
    """Half of the interval, in points."""
    expectations = [expected(rating - pair.rival) for pair in pairs]
    information = fsum(
        pair.weight * each * (1 - each) for pair, each in zip(pairs, expectations, strict=True)
    )
    information = max(information, _LEAST_INFORMATION)
    by_cluster: list[list[float]] = [[] for _ in range(clusters)]
    for pair, each in zip(pairs, expectations, strict=True):
        by_cluster[pair.cluster].append(pair.weight * (pair.scored - each))
    scatter = fsum(fsum(surpluses) ** 2 for surpluses in by_cluster) * clusters / max(clusters - 1, 1)
    tail = (1 + level) / 2
    by_model = normal_quantile(tail) * sqrt(_caution(pairs, clusters) / information)
    if clusters == 1 or scatter <= VANISHED * information:
        return SCALE * by_model
    by_scatter = student_quantile(tail, clusters - 1) * sqrt(scatter) / information
    return SCALE * (by_scatter if clusters >= AGREE_BY_CHANCE else max(by_scatter, by_model))
