"""The generalised likelihood ratio of two hypotheses about the mean of rotation scores, in bulk.

For each hypothesis the distribution that explains the counts best is found among all that satisfy
it, whatever their form; the ratio compares these two. This is exact in the sense that nothing about
the variance is approximated, which matters with few rotations and with lopsided scores. (Van den
Bergh, "Comments on normalized Elo", "A practical introduction to the GSPRT".)

It knows counts and scores only; where an SPRT stops is the business of `ratings.sprt`.
"""

from math import sqrt
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.values import SCALE, expected

__all__ = ["Model", "closest_with_mean", "log_likelihood_jumps", "log_likelihood_ratios", "probabilities"]

Model: TypeAlias = Literal["logistic", "normalized"]
"""What the Elo of a hypothesis means: the mean score, or the mean score by how much it scatters."""

EMPTY = 1e-3
"""What counts of zero are taken for, so that a score that never came about remains possible."""

_Array: TypeAlias = NDArray[np.float64]

_EVEN = 0.5
_ROOT_STEPS = 200
_ROOT_PRECISION = 1e-15
"""Of a multiplier, as a part of the distance between the poles it lies between."""
_ROUNDS = 100
_CLOSE = 1e-13
"""A change of a probability that is none."""
_CLOSE_ENOUGH = 1e-6
"""The change up to which rounding, and not a missing solution, keeps the search from settling."""


def log_likelihood_ratios(
    counts: _Array, scores: _Array, games: int, elo0: float, elo1: float, model: Model
) -> _Array:
    """The log likelihood ratio of `elo1` against `elo0` for each row of counts, natural logarithm.

    Args:
        counts: [test, score], each 0 or more.
        scores: [score], rising from 0 to 1.
        games: games in a rotation, which normalized Elo needs, as it is about single games.
        elo0: a difference in points.
        elo1: a difference in points.
        model: what both differences mean.
    """
    played = counts.sum(axis=1) > 0
    weights, observed = probabilities(counts)
    jumps = log_likelihood_jumps(observed, scores, games, elo0, elo1, model)
    ratios: _Array = np.where(played, (weights * jumps).sum(axis=1), 0.0)
    return ratios


def log_likelihood_jumps(
    observed: _Array, scores: _Array, games: int, elo0: float, elo1: float, model: Model
) -> _Array:
    """What one rotation with each score contributes to the ratio; [test, score].

    With normalized Elo, where the best distribution cannot be found, the hypothesis about mean and
    scatter becomes one about the mean, with the scatter that was observed.
    """
    if model == "logistic":
        best0, best1 = (closest_with_mean(observed, scores, expected(elo)) for elo in (elo0, elo1))
    else:
        best0, best1 = _closest_normalized(observed, scores, games, elo0, elo1)
    jumps: _Array = np.log(best1 / best0)
    return jumps


def probabilities(counts: _Array) -> tuple[_Array, _Array]:
    """The counts without zeros, and what part of their sum each is; both [test, score]."""
    weights: _Array = np.where(counts > 0, counts, EMPTY)
    return weights, weights / weights.sum(axis=1, keepdims=True)


def closest_with_mean(observed: _Array, scores: _Array, mean: float | _Array) -> _Array:
    """The distributions with that mean that explain those observed best; [test, score].

    `mean` is one for all or one for each test, [test, 1], strictly between the least and the greatest of
    `scores`.
    """
    return _closest_centred(observed, np.broadcast_to(scores - mean, observed.shape))


def _closest_centred(observed: _Array, values: _Array) -> _Array:
    """The distributions under which `values` have the mean 0; both signs must be among them.

    Lagrange's multiplier x of the mean gives them as observed / (1 + x * values).
    """
    x = _multipliers(observed, values)
    best: _Array = observed / (1 + x * values)
    return best


def _multipliers(observed: _Array, values: _Array) -> _Array:
    """The root of sum(observed * values / (1 + x * values)) for each test, [test, 1].

    The sum falls from pole to pole. Newton's method on it times the distances from the two poles,
    which is almost a straight line, halving the interval where Newton leaves it.
    """
    first = -1 / values.max(axis=1, keepdims=True)
    last = -1 / values.min(axis=1, keepdims=True)
    low, high = first, last
    x: _Array = np.zeros_like(first)
    enough = _ROOT_PRECISION * (last - first)
    for _ in range(_ROOT_STEPS):
        parts = values / (1 + x * values)
        value = (observed * parts).sum(axis=1, keepdims=True)
        slope = -(observed * parts**2).sum(axis=1, keepdims=True)
        low, high = np.where(value >= 0, x, low), np.where(value <= 0, x, high)
        near = (x - first) * (last - x)
        step = value * near / (slope * near + value * (first + last - 2 * x))
        following = np.where((x - step > low) & (x - step < high), x - step, (low + high) / 2)
        settled = np.abs(following - x) <= enough
        if settled.all():
            break
        x = np.where(settled, x, following)
    return x


def _closest_normalized(
    observed: _Array, scores: _Array, games: int, elo0: float, elo1: float
) -> tuple[_Array, _Array]:
    """The best distributions under both hypotheses, of the same kind for each test."""
    heights = [elo / (2 * SCALE) * sqrt(games) for elo in (elo0, elo1)]
    (best0, found0), (best1, found1) = (_closest_with_height(observed, scores, each) for each in heights)
    missing = ~(found0 & found1)
    if missing.any():
        best0[missing], best1[missing] = (
            _closest_with_scatter(observed[missing], scores, each) for each in heights
        )
    return best0, best1


def _closest_with_height(observed: _Array, scores: _Array, height: float) -> tuple[_Array, NDArray[np.bool_]]:
    """The best distributions whose mean is `height` standard deviations above one half.

    Also for each test whether it was found. Given a mean and a deviation the condition is linear to first
    order, so that it is solved again and again, from a distribution that satisfies it.
    """
    best = np.tile(_tilted(scores, height), (len(observed), 1))
    change = np.full(len(observed), np.inf)
    active = np.arange(len(observed))
    for _ in range(_ROUNDS):
        values = _linearised(best[active], scores, height)
        solvable = (values.min(axis=1) < 0) & (values.max(axis=1) > 0)
        change[active[~solvable]] = np.inf
        active, values = active[solvable], values[solvable]
        if not len(active):
            break
        better = _closest_centred(observed[active], values)
        change[active] = np.abs(better - best[active]).max(axis=1)
        best[active] = better
        active = active[change[active] > _CLOSE]
    return best, change <= _CLOSE_ENOUGH


def _linearised(best: _Array, scores: _Array, height: float) -> _Array:
    """What must have the mean 0 for the condition to hold, to first order around `best`."""
    mean = (best * scores).sum(axis=1, keepdims=True)
    deviation = np.sqrt((best * (scores - mean) ** 2).sum(axis=1, keepdims=True))
    scatter = (1 + ((scores - mean) / deviation) ** 2) / 2
    values: _Array = scores - _EVEN - height * deviation * scatter
    return values


def _tilted(scores: _Array, height: float) -> _Array:
    """The even distribution over the scores, tilted exponentially until its height is as asked."""
    low, high = -1000.0, 1000.0
    while low < (tilt := (low + high) / 2) < high:
        exponents = tilt * (scores - _EVEN)
        weights = np.exp(exponents - exponents.max())
        tilted: _Array = weights / weights.sum()
        mean = float(tilted @ scores)
        deviation = sqrt(float(tilted @ (scores - mean) ** 2))
        if mean - _EVEN < height * deviation:
            low = tilt
        else:
            high = tilt
    return tilted


def _closest_with_scatter(observed: _Array, scores: _Array, height: float) -> _Array:
    """Instead: the best with the mean that `height` would be with the deviation that was observed."""
    mean = (observed * scores).sum(axis=1, keepdims=True)
    deviation = np.sqrt((observed * (scores - mean) ** 2).sum(axis=1, keepdims=True))
    margin = 1e-9 * (scores[-1] - scores[0])
    wanted = np.clip(_EVEN + height * deviation, scores[0] + margin, scores[-1] - margin)
    return closest_with_mean(observed, scores, wanted)
