"""Bounds for players without a finite most likely rating, by the model of whole rankings.

As in `ratings.bounds`, a bound is where twice the log likelihood, all other players at their best for it,
falls short of its supremum by the 95 % point. The supremum is that of games in which everybody is out of
reach of those who never scored against them. Virtual draws have no part in it; the effects of seats and the
chances of ties are taken as they were fitted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from ratings.bounds import ONE_SIDED, Bounds
from ratings.choice_likelihood import Parameters, Slope, slope_of
from ratings.counts import Array
from ratings.graph import strong_components
from ratings.rankings import Rankings

__all__ = ["ChoiceBounds"]

_STEPS = 100
_LAST_STEP = 1e-9
_STRIDE = 1.0
_FAR = 60.0
"""Natural units: a contrast beyond this is not looked for."""

_Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ChoiceBounds(Bounds):
    """Bounds of any difference; players are numbered as in the graph."""

    rankings: Rankings
    """What was played, its players numbered as in the graph."""
    parameters: Parameters
    """What was fitted."""
    point: Array
    """The parameters of the fit, players numbered as in the graph."""

    def bound(self, player: int, others: _Integers, fall: float = ONE_SIDED) -> float:
        """The bound of the player's strength less the mean of the others', in natural units."""
        members = self._between(player, others)
        inside = np.isin(np.arange(len(self.graph)), members)
        together = self._likelihood(np.where(inside, 0, -1), members)
        apart = np.full(len(self.graph), -1)
        apart[members] = strong_components(self.graph[np.ix_(members, members)])
        start = self.point[members]
        supremum = self._likelihood(apart, members)(_maximum(self._likelihood(apart, members), start)).value
        contrast = (members == player) - np.isin(members, others) / len(others)
        sign = 1.0 if self.side(player, others) == ">" else -1.0
        return _crossing(_Profile(together, contrast, start, supremum), fall, sign)

    def _likelihood(self, labels: _Integers, members: _Integers) -> "Callable[[Array], Slope]":
        """That of the games with players of different labels out of reach, by the members' strengths."""
        rankings = self.rankings.within(labels)

        def slope(strengths: Array) -> Slope:
            point = self.point.copy()
            point[members] = strengths
            whole = slope_of(rankings, self.parameters, point)
            return Slope(whole.value, whole.gradient[members], whole.information[np.ix_(members, members)])

        return slope


def _maximum(likelihood: Callable[[Array], Slope], start: Array, contrast: Array | None = None) -> Array:
    """The likeliest strengths from `start`, by damped Newton, along which the contrast stays as it is.

    Directions in which nothing changes are left alone.
    """
    strengths, here = start, likelihood(start)
    plane = np.eye(len(start)) if contrast is None else _orthogonal(contrast)
    for _ in range(_STEPS):
        information = plane @ here.information @ plane
        step = plane @ np.linalg.lstsq(information, plane @ here.gradient, rcond=1e-12)[0]
        there = likelihood(strengths + step)
        while there.value < here.value - 1e-10 * (1 + abs(here.value)) and np.abs(step).max() > _LAST_STEP:
            step = step / 2
            there = likelihood(strengths + step)
        strengths, here = strengths + step, there
        if np.abs(step).max() <= _LAST_STEP:
            break
    return strengths


def _orthogonal(contrast: Array) -> Array:
    """The projection on all directions in which a contrast does not change."""
    projection: Array = np.eye(len(contrast)) - np.outer(contrast, contrast) / float(contrast @ contrast)
    return projection


@dataclass(eq=False)
class _Profile:
    """How far the log likelihood is below its supremum as a function of one contrast of the strengths."""

    likelihood: Callable[[Array], Slope]
    """By the strengths."""
    contrast: Array
    """By player; the sum is 0."""
    strengths: Array
    """Where the last search has ended, and the next one begins."""
    supremum: float
    """What is approached when the contrast grows without limit."""

    def log_gap(self, value: float) -> float:
        """The logarithm of twice the gap for a value of the contrast."""
        c = self.contrast
        start = self.strengths + c * (value - float(c @ self.strengths)) / float(c @ c)
        self.strengths = _maximum(self.likelihood, start, c)
        return log(max(2 * (self.supremum - self.likelihood(self.strengths).value), 1e-300))


def _crossing(profile: _Profile, fall: float, sign: float) -> float:
    """The contrast at which the gap is `fall`; the gap falls in the direction of `sign`."""
    wanted = log(fall)
    near = far = float(profile.contrast @ profile.strengths)
    stride = _STRIDE
    near_gap = far_gap = profile.log_gap(near) - wanted
    while far_gap > 0 and abs(far) < _FAR:
        near, near_gap, far, stride = far, far_gap, far + sign * stride, stride * 2
        far_gap = profile.log_gap(far) - wanted
    while near_gap <= 0 and abs(near) < _FAR:
        far, far_gap, near, stride = near, near_gap, near - sign * stride, stride * 2
        near_gap = profile.log_gap(near) - wanted
    return _falsi(profile, wanted, (near, near_gap), (far, far_gap))


def _falsi(profile: _Profile, wanted: float, one: tuple[float, float], two: tuple[float, float]) -> float:
    """The root between two points, by false position (Pegasus; Dowell, Jarratt 1972, BIT 12:503)."""
    (a, gap_a), (b, gap_b) = one, two
    for _ in range(_STEPS):
        if abs(a - b) <= _LAST_STEP or gap_a == gap_b:
            break
        middle = b - gap_b * (b - a) / (gap_b - gap_a)
        gap = profile.log_gap(middle) - wanted
        if abs(middle - b) <= _LAST_STEP:
            return middle
        if (gap > 0) != (gap_b > 0):
            a, gap_a = b, gap_b
        else:
            gap_a *= gap_b / (gap_b + gap)
        b, gap_b = middle, gap
    return b
