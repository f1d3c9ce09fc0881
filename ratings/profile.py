"""Where a contrast of strengths makes games too unlikely: the search for a bound.

All else is at its best for the contrast, which makes a profile of the log likelihood; the bound is where its
gap has a given size. The search goes along the profile by Newton's method on the logarithm of the gap,
which is nearly straight. (Venzon and Moolgavkar 1988, Appl. Stat. 37:87.) It does not know who is compared
with whom or why.
"""

from dataclasses import dataclass, replace
from math import log

import numpy as np

from ratings.counts import Array
from ratings.landscape import Encounters, Integers, Landscape, Part, eliminated, halved
from ratings.newton import inverse

__all__ = ["LargePart", "bound_along"]

_STEPS = 200
_LAST_STEP = 1e-6
"""Natural units: Newton squares what is missing, so that a step this short is the last one."""

_NEAR = 0.5
"""Natural units that all else may be from its best for a step along the profile to make sense."""

_LONGEST_STEP = 4.0
_NOTHING = 1e-7

_ROUNDS = 30
_CLOSE = 1e-9
"""A difference of log likelihoods that moves no bound by anything that is shown."""

_RESIDUAL = 1e-5
"""A part of a step; the next one makes up for what is missing."""

_CONJUGATE_STEPS = 200
_FLOOR = 1e-300


@dataclass(frozen=True, eq=False)
class LargePart:
    """A part of so many players that it is taken as a parabola, made once for all bounds."""

    part: Part
    """What it is."""
    bend: Array
    """The information at its summit."""
    inverse: Array
    """That of the information plus ones, which make it regular."""

    @classmethod
    def of(cls, part: Part) -> "LargePart":
        """Make the parabola at the summit."""
        bend = part.hill.information(part.summit)
        return cls(part, bend, inverse(bend + 1))


def bound_along(
    landscape: Landscape,
    contrast: Array,
    start: Array,
    fall: float,
    sign: float,
    large: tuple[Integers, LargePart] | None = None,
) -> float:
    """The value of a contrast at which the gap of its profile is `fall`.

    Args:
        landscape: the games.
        contrast: by player; the sum is 0.
        start: the strengths at which the search begins.
        fall: more than 0.
        sign: 1 if the gap shrinks as the contrast grows, else -1.
        large: a part which is not in `landscape`, and its players. Its parabola touches it where the search
            began, and where one has ended the next one begins until they agree.
    """
    if large is None:
        return float(contrast @ _Search(landscape, contrast, fall, sign).end(start))
    members, whole = large
    strengths, hill = start.copy(), _Parabola(whole.bend, whole.part.summit, whole.part.height)
    strengths[members] = whole.part.summit
    for _ in range(_ROUNDS):
        part = (members, Part(hill, whole.part.summit, whole.part.height))
        flat = replace(landscape, parts=(*landscape.parts, part))
        strengths = _LargeSearch(flat, contrast, fall, sign, members, whole.inverse).end(strengths)
        value, slope = whole.part.hill.at(strengths[members])
        if abs(value - hill.at(strengths[members])[0]) <= _CLOSE:
            break
        hill = _Parabola(whole.bend, strengths[members], value, slope)
    return float(contrast @ strengths)


@dataclass(frozen=True, eq=False)
class _Parabola:
    """A hill near one point, bent as at its summit."""

    bend: Array
    centre: Array
    value: float
    slope: Array | float = 0.0

    def at(self, strengths: Array) -> tuple[float, Array]:
        way = strengths - self.centre
        fall = self.bend @ way
        return self.value + float(np.sum(way * (self.slope - fall / 2))), self.slope - fall

    def information(self, strengths: Array) -> Array:
        del strengths
        return self.bend


@dataclass(frozen=True, eq=False)
class _Search:
    """One search, by elimination."""

    hill: Landscape
    contrast: Array
    fall: float
    sign: float

    def end(self, strengths: Array) -> Array:
        """The strengths that it ends at."""
        for _ in range(_STEPS):
            value, gradient = self.hill.at(strengths)
            free, along = self.solved(strengths, np.stack([gradient, self.contrast], axis=1)).T
            reach = float(self.contrast @ along)
            slope = float(self.contrast @ free) / reach
            level = free - slope * along
            if np.abs(level).max() > _NEAR:
                strengths = strengths + halved(self.hill, strengths, gradient, level)
                continue
            step = self._step(-2 * value - float(level @ gradient), slope)
            strengths = strengths + level + along * (step / reach)
            if max(abs(step), float(np.abs(level).max())) <= _LAST_STEP:
                break
        return strengths

    def _step(self, gap: float, slope: float) -> float:
        """How far to go along the contrast, where the profile has that gap and slope."""
        if gap < _NOTHING:
            return -self.sign * _LONGEST_STEP
        step = log(gap / self.fall) * gap / (2 * slope)
        return min(max(step, -_LONGEST_STEP), _LONGEST_STEP)

    def solved(self, strengths: Array, right: Array) -> Array:
        """[player, 2]: the information's inverse times both right sides."""
        return eliminated(self.hill.information(strengths), right)


@dataclass(frozen=True, eq=False)
class _LargeSearch(_Search):
    """One search, the last part of the landscape being a parabola whose inverse is known."""

    members: Integers
    inverse: Array

    def solved(self, strengths: Array, right: Array) -> Array:
        """By conjugate gradients, scaled by the inverse of the parabola, which few steps solve.

        The product of the parabola and a direction need not be made: it is made of residuals.
        """
        own, rest = self.members, self._rest(strengths)
        scale = 1 / rest.diagonal(len(right))[:, None]
        solution, residual, direction = np.zeros_like(right), right, np.zeros_like(right)
        bent, last = np.zeros((len(own), right.shape[1])), np.full(right.shape[1], np.inf)
        for _ in range(_CONJUGATE_STEPS):
            scaled = residual * scale
            scaled[own] = self.inverse @ residual[own]
            if (np.abs(scaled).max(axis=0) <= _RESIDUAL * np.abs(solution).max(axis=0)).all():
                break
            fresh = (residual * scaled).sum(axis=0)
            turned = _ratio(fresh, last)
            direction, bent = scaled + turned * direction, residual[own] + turned * bent
            product = rest.times(direction)
            product[own] += bent
            length, last = _ratio(fresh, (direction * product).sum(axis=0)), fresh
            solution, residual = solution + length * direction, residual - length * product
        return solution

    def _rest(self, strengths: Array) -> "_Rest":
        """All but the parabola."""
        small = self.hill.parts[:-1]
        bends = tuple((own, part.hill.information(strengths[own])) for own, part in small)
        return _Rest(self.hill.across, self.hill.across.variance(strengths), bends)


@dataclass(frozen=True, eq=False)
class _Rest:
    """The information of all but a parabola."""

    across: Encounters
    variance: Array
    """[pair]."""
    bends: tuple[tuple[Integers, Array], ...]
    """Of the small parts."""

    def times(self, ways: Array) -> Array:
        """Its product with some columns."""
        product = np.stack([self.across.times(self.variance, way) for way in ways.T], axis=1)
        for own, bend in self.bends:
            product[own] += bend @ ways[own]
        return product

    def diagonal(self, number: int) -> Array:
        diagonal = self.across.diagonal(self.variance, number)
        for own, bend in self.bends:
            diagonal[own] += np.diag(bend)
        return np.maximum(diagonal, _FLOOR)


def _ratio(above: Array, below: Array) -> Array:
    """0 where there is nothing left to solve."""
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)
