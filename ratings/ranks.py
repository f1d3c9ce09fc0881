"""Which ranks a player may have in truth.

The interval of a player covers its true rank with 95 % or more: it is compared with each of the m - 1
others of its component at the level 5 % / (m - 1) (Bonferroni), and only those found better or worse
are before or behind it for sure. Comparing each pair at 5 % would be wrong too often: of ten equal
players about every third would be given a place that it does not have. Intervals are not simultaneous:
each is right with 95 %, not all of them together, since a reader looks at one bot.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array
from ratings.uncertainty import Uncertainty

__all__ = ["rank_intervals"]


def rank_intervals(
    strengths: Array, uncertainty: Uncertainty, component: NDArray[np.int64], confidence: float
) -> list[tuple[int, int]]:
    """For each player the best and the worst rank, from 1, that cannot be ruled out.

    Args:
        strengths: of each player, in points.
        uncertainty: of them.
        component: of each player; those with different numbers cannot be compared.
        confidence: the least probability that an interval covers the true rank.
    """
    number = len(strengths)
    rivals = np.maximum(np.bincount(component, minlength=1)[component] - 1, 1)
    _, half = uncertainty.of_differences(1 - (1 - confidence) / rivals[:, None])
    comparable = component[:, None] == component[None, :]
    ahead = strengths[:, None] - strengths[None, :]
    before: NDArray[Any] = (comparable & (ahead < -half)).sum(axis=1)
    behind: NDArray[Any] = (comparable & (ahead > half)).sum(axis=1)
    return [(1 + int(better), number - int(worse)) for better, worse in zip(before, behind, strict=True)]
