"""How large the difference is, seen from a test that may stop early.

A test that stops as soon as it has seen enough tends to stop on a lucky streak, so that the mean score
exaggerates. Here the outcomes of the test are put in an order, from early defeats to early victories; the
difference under which half of them are worse is right as often too high as too low. The path of the ratio is
taken for a Brownian motion between the two bounds. (Siegmund 1985, Sequential Analysis, chapters III and IV.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import erfc, exp, expm1, log, pi, sqrt
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ratings.errors import RatingError, shown
from ratings.likelihood_ratio import closest_with_mean, log_likelihood_jumps, probabilities
from ratings.numerics import normal_cdf, normal_quantile
from ratings.rotation_scores import RotationScores
from ratings.sprt import SprtState
from ratings.values import SCALE, check_level, expected

__all__ = ["Motion", "SprtEstimate", "sprt_estimate"]

Motion: TypeAlias = Literal["exact", "normal"]
"""How the path of a test is modelled."""

_FAR = 2000.0
"""A difference in points beyond which none is looked for."""

_IMAGES = 8
"""More reflections than matter as long as the motion is not wider than the space between the bounds."""

_WAVES = np.arange(1, 25)
"""More waves than matter once the motion is wider than that."""


@dataclass(frozen=True, slots=True)
class SprtEstimate:
    """The difference between the two players, in points of ratings, whatever the model of the test."""

    elo: float | None
    """As likely too high as too low; None where all was won or lost, or it is beyond 2000."""
    low: float | None
    """The lower end of the interval; None where there is none."""
    high: float | None
    """The upper end of the interval; None where there is none."""
    los: float
    """How sure it is that the player is the stronger one: how likely a worse outcome is among equals."""


def sprt_estimate(state: SprtState, level: float = 0.95, motion: Motion = "exact") -> SprtEstimate | None:
    """The difference that a test has found so far, whether it has stopped or not; None without rotations.

    Args:
        state: where the test stands; if it has passed a bound, it is taken to have stopped there.
        level: how often the interval holds the difference, 0..1.
        motion: `exact` takes drift and scatter of the ratio from the likeliest distribution with each
            difference; `normal` takes the scatter observed for all, as the tools of chess engines do, which
            is the same with many rotations and far too sure of itself with few.

    Raises:
        RatingError: `level` is not between 0 and 1, or `motion` is neither.
    """
    check_level(level)
    if motion not in get_args(Motion):
        raise RatingError(f"motion {shown(motion)}, expected {' or '.join(get_args(Motion))}")
    if not state.rotations.rotations:
        return None
    if not state.rotations.variance:
        return _of_one_score(state.rotations, level)
    path = (_exact_path if motion == "exact" else _normal_path)(state)
    elo, low, high = (_where(path.chance_of_worse, p) for p in (0.5, (1 + level) / 2, (1 - level) / 2))
    return SprtEstimate(elo, low, high, path.chance_of_worse(0.0))


def _of_one_score(rotations: RotationScores, level: float) -> SprtEstimate:
    """The estimate where all rotations ended alike, so that nothing is known of their scatter.

    From the likelihood alone: a mean between the score and an end of the scale is explained best by rotations
    of these two kinds.
    """
    score = rotations.scores[max(range(len(rotations.counts)), key=rotations.counts.__getitem__)]
    least, greatest = rotations.scores[0], rotations.scores[-1]
    share = exp(-(normal_quantile((1 + level) / 2) ** 2) / (2 * rotations.rotations))
    low, high = share * score + (1 - share) * least, share * score + (1 - share) * greatest
    level_share = (0.5 - least) / (score - least) if score > 0.5 else (greatest - 0.5) / (greatest - score)
    surprise = sqrt(max(-2 * rotations.rotations * log(level_share), 0.0))
    los = normal_cdf(surprise if score > 0.5 else -surprise)
    return SprtEstimate(_elo(score), _elo(low), _elo(high), los)


def _elo(score: float) -> float | None:
    """The difference that an expected score stands for; None for 0 and 1."""
    return SCALE * log(score / (1 - score)) if 0 < score < 1 else None


def _where(chance: Callable[[float], float], p: float) -> float | None:
    """The difference at which the chance, which falls, is p; None if that is far away."""
    low, high = -_FAR, _FAR
    if not chance(low) > p > chance(high):
        return None
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle) > p else (low, middle)
    return (low + high) / 2


@dataclass(frozen=True)
class _Path:
    """How the ratio moved, and how it would have for another difference."""

    state: SprtState
    """Where the test stands."""
    llr: float
    """Where the path has come to."""
    rotations: float
    """After how many rotations."""
    moments: Callable[[float], tuple[float, float]]
    """The mean and variance of a step, from the mean score."""

    def chance_of_worse(self, elo: float) -> float:
        """How likely a worse outcome is if the difference is `elo`; it falls with it."""
        lower, upper = self.state.lower, self.state.upper
        stopped = min(max(self.llr, lower), upper)
        time = self.rotations * (stopped / self.llr if stopped != self.llr else 1.0)
        drift, variance = self.moments(expected(elo))
        return _chance_left_of(drift * time, variance * time, upper - lower, -lower, stopped - lower)


def _exact_path(state: SprtState) -> _Path:
    scores = np.array(state.rotations.scores)
    weights, observed = probabilities(np.array([state.rotations.counts], float))
    jumps = log_likelihood_jumps(observed, scores, state.rotations.games, state.elo0, state.elo1, state.model)

    def moments(mean: float) -> tuple[float, float]:
        possible = closest_with_mean(observed, scores, _inside(mean, scores))
        drift = float((possible * jumps).sum())
        return drift, float((possible * (jumps - drift) ** 2).sum())

    return _Path(state, state.llr, float(weights.sum()), moments)


def _normal_path(state: SprtState) -> _Path:
    scores = np.array(state.rotations.scores)
    weights, observed = probabilities(np.array([state.rotations.counts], float))
    score = float((observed * scores).sum())
    variance = float((observed * (scores - score) ** 2).sum())
    mean0, mean1 = (_hypothetical_mean(state, elo, variance) for elo in (state.elo0, state.elo1))
    slope = (mean1 - mean0) / variance

    def moments(mean: float) -> tuple[float, float]:
        return slope * (mean - (mean0 + mean1) / 2), slope**2 * variance

    rotations = float(weights.sum())
    return _Path(state, rotations * moments(score)[0], rotations, moments)


def _hypothetical_mean(state: SprtState, elo: float, variance: float) -> float:
    """The mean score under a hypothesis, given how rotations scatter."""
    if state.model == "logistic":
        return expected(elo)
    return 0.5 + elo / (2 * SCALE) * sqrt(state.rotations.games * variance)


def _inside(mean: float, scores: NDArray[np.float64]) -> float:
    """The mean score, moved a little if no rotation can have it on average."""
    margin = 1e-9 * float(scores[-1] - scores[0])
    return min(max(mean, float(scores[0]) + margin), float(scores[-1]) - margin)


def _chance_left_of(drift: float, variance: float, span: float, start: float, end: float) -> float:
    """How likely a Brownian motion leaves 0..span at 0, or is below `end`, when its time is up.

    Args:
        drift: the mean of its motion, if nothing stopped it, over the whole time.
        variance: that of its motion over the whole time.
        span: where it is stopped, as it is at 0.
        start: where it begins.
        end: what divides those not stopped.
    """
    chance = (_by_images if variance <= span**2 else _by_waves)(drift, variance, span, start, end)
    return min(max(chance, 0.0), 1.0)


def _by_waves(drift: float, variance: float, span: float, start: float, end: float) -> float:
    """By the eigenfunctions of the motion, which die out the faster the longer it lasts.

    All that ever leave at 0, less those that do it later, plus those that are below `end` then.
    """
    pull = drift / variance
    wave = _WAVES * pi / span
    fading = np.exp(-(wave**2) * variance / 2) * np.sin(wave * start) / (pull**2 + wave**2)
    left = float(fading @ (pull * np.sin(wave * end) - wave * np.cos(wave * end)))
    return _ever(pull, span, start) + 2 / span * exp(pull * (end - start) - drift * pull / 2) * left


def _ever(pull: float, span: float, start: float) -> float:
    """How likely it leaves at 0 rather than at `span`, given all the time it needs."""
    if abs(pull * span) < 1e-12:
        return 1 - start / span
    if pull > 0:
        return exp(-2 * pull * start) * expm1(-2 * pull * (span - start)) / expm1(-2 * pull * span)
    return expm1(2 * pull * (span - start)) / expm1(2 * pull * span)


def _by_images(drift: float, variance: float, span: float, start: float, end: float) -> float:
    """By reflections of the start in both bounds, of which the more matter the longer it lasts."""
    pull, deviation = drift / variance, sqrt(variance)
    inside = left = 0.0
    for image in range(-_IMAGES, _IMAGES + 1):
        shift = 2 * image * span
        for place, sign in ((start + shift, 1), (shift - start, -1)):
            moved = place + drift
            inside += sign * _between(pull * (place - start), -moved / deviation, (end - moved) / deviation)
        distance = start + shift
        left += _first_passage(distance, pull, start, abs(drift), deviation)
    return inside + left


def _first_passage(distance: float, pull: float, start: float, drift: float, deviation: float) -> float:
    """What one image contributes to leaving at 0 in time: the inverse Gaussian distribution."""
    far = abs(distance)
    near = _weighted(-pull * start - abs(pull) * far, (drift - far) / deviation)
    beyond = _weighted(-pull * start + abs(pull) * far, -(drift + far) / deviation)
    return near + beyond if distance > 0 else -near - beyond


def _between(exponent: float, low: float, high: float) -> float:
    """The chance of a standard normal variable between `low` and `high`, times e to `exponent`."""
    if low > 0:
        low, high = -high, -low
    return _weighted(exponent, high) - _weighted(exponent, low)


def _weighted(exponent: float, x: float) -> float:
    """The chance of a standard normal variable below `x`, times e to `exponent`, which may be huge."""
    far = x < -30  # where the chance itself is no longer a number
    logarithm = -x * x / 2 - log(-x * sqrt(2 * pi)) - 1 / x**2 if far else log(erfc(-x / sqrt(2)) / 2)
    return exp(min(exponent + logarithm, 700.0))
