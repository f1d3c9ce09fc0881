"""How much less the games of a few clusters say than as many independent ones would.

The games of a cluster hang together, in the worst case so closely that all of them say the same. How closely
shows in how clusters scatter, but a few of them agree by chance. So there is full doubt with up to four
clusters, none with ten and more, and it fades in a straight line between them. In full doubt all games of a
cluster count as one, and a bound is where the chance of such games is 5 %; without any, games count as
what they are, and a bound is by the 95 % point of chi-squared, which takes many of them.
"""

from math import log
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array, Counts
from ratings.tally import KINDS, Tally

__all__ = ["AGREE_BY_CHANCE", "EXACT", "ONE_SIDED", "caution", "doubt", "games_of_seats", "points_apart"]

ONE_SIDED = 2.705543454095404
"""The 90 % point of chi-squared with one degree of freedom: 5 % on the one side that there is."""

EXACT = 2 * log(20) / ONE_SIDED
"""How many times as far twice the log likelihood has to fall for a chance of 5 %."""

AGREE_BY_CHANCE = 10
"""Fewer clusters than this may agree by chance: so long there is some doubt."""

_FULL = 4
"""Up to so many clusters there is full doubt."""

_UNITS = 2520
"""A point is as many; so is its share in games of up to eleven."""

_Integers: TypeAlias = NDArray[np.int64]


def doubt(clusters: _Integers | int) -> Array:
    """How much of it is left, 1 to 0, with some numbers of clusters."""
    left = np.asarray((AGREE_BY_CHANCE - clusters) / (AGREE_BY_CHANCE - _FULL), np.float64)
    return np.clip(left, 0, 1)


def caution(clusters: _Integers | int, games: Array | float) -> Array:
    """How many times as large the variance is with so many clusters of so many games each on average."""
    factor: Array = 1 + (np.maximum(games, 1) - 1) * doubt(clusters)
    return factor


def games_of_seats(counts: Counts) -> Array:
    """[seat effect]: how many games there were of as many players."""
    first = {kind[0]: played.sum() for kind, played in zip(counts.kinds, counts.played, strict=True)}
    return np.array([first[size] * (size - 1) for size, _ in counts.seats])


def points_apart(tally: Tally, rank: _Integers, strong: _Integers, few: NDArray[np.bool_]) -> Array:
    """[player]: the mean over its clusters of the points between players who are apart for ever.

    Args:
        tally: the games.
        rank: [player of the tally]: the number that it has in the other arguments and the result.
        strong: [player]: the part, which points in both directions hold together.
        few: [player]: those to look at; for others it is 0.
    """
    number = len(rank)
    if not few.any():
        return np.zeros(number)
    first, second = rank[tally.first], rank[tally.second]
    shares = np.array([_UNITS // (size - 1) for size, _, _ in KINDS])[tally.kind]
    apart = np.where(strong[first] != strong[second], shares, 0)
    points = np.bincount(tally.cluster, apart, tally.clusters)
    sides = [(tally.cluster * number + side)[few[side]] for side in (first, second)]
    cluster, player = np.divmod(np.unique(np.concatenate(sides)), number)
    total, clusters = np.bincount(player, points[cluster], number), np.bincount(player, minlength=number)
    return np.asarray(total / _UNITS / np.maximum(clusters, 1), np.float64)
