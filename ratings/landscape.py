"""The log likelihood of games among players who can go apart for ever, by their strengths.

It has two kinds of terms. Players whom points in both directions hold together, a part, have a largest one
among themselves; and where all points between two players were got by one of them, it grows towards 0 for
ever as the two go apart. What the likelihood of a part is made of is not known here.
"""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array, Counts

__all__ = ["Encounters", "Hill", "Integers", "Landscape", "Part", "eliminated", "halved"]

Integers: TypeAlias = NDArray[np.int64]

_STEPS = 200
_LAST_STEP = 1e-7
"""Natural units: Newton squares what is missing, so that a step this short is the last one."""

_OVERSHOT = 0.25
"""The most that may be left of the slope along a step, downwards, before it is halved."""

_FLOOR = 1e-13
"""Added to what bends too little to be told from level."""


class Hill(Protocol):
    """A log likelihood by the strengths of its players."""

    def at(self, strengths: Array) -> tuple[float, Array]:
        """It itself and its first derivatives."""
        ...

    def information(self, strengths: Array) -> Array:
        """Minus its second derivatives, in which the same step for all is nothing."""
        ...


@dataclass(frozen=True, eq=False)
class Encounters:
    """What pairs of players did against each other from two seats, by the numbers that they have here."""

    first: Integers
    """The one."""
    second: Integers
    """The other."""
    ahead: Array
    """How far the seats put the first ahead, in natural units."""
    scored: Array
    """The points that the first got."""
    played: Array
    """The points that the two played for."""

    @classmethod
    def of(cls, counts: Counts) -> "Encounters":
        """All that met; seat effects are known."""
        layer, first, second = np.nonzero(counts.played)
        ahead = np.zeros(len(layer)) if counts.offsets is None else counts.offsets[layer]
        cells = layer, first, second
        return cls(first, second, ahead, counts.scored[cells], counts.played[cells])

    def chosen(self, which: NDArray[np.bool_]) -> "Encounters":
        """Some of them."""
        return Encounters(
            self.first[which], self.second[which], self.ahead[which], self.scored[which], self.played[which]
        )

    def among(self, members: Integers, number: int) -> "Encounters":
        """Those among some of `number` players, who are numbered in the order given."""
        place = np.full(number, -1)
        place[members] = np.arange(len(members))
        inside = self.chosen((place[self.first] >= 0) & (place[self.second] >= 0))
        first, second = place[inside.first], place[inside.second]
        return Encounters(first, second, inside.ahead, inside.scored, inside.played)

    def at(self, strengths: Array) -> tuple[float, Array]:
        """The log likelihood and its first derivatives."""
        lead, odds = self._lead(strengths)
        behind = self.played - self.scored
        missing = float(self.scored @ np.maximum(-lead, 0) + behind @ np.maximum(lead, 0))
        missing += float(self.played @ np.log1p(odds))
        chance = np.where(lead > 0, 1, odds) / (1 + odds)
        return -missing, self._spread(self.scored - self.played * chance, len(strengths))

    def variance(self, strengths: Array) -> Array:
        """[pair]: that of the points."""
        _, odds = self._lead(strengths)
        variance: Array = self.played * odds / (1 + odds) ** 2
        return variance

    def times(self, variance: Array, way: Array) -> Array:
        """The information times a vector."""
        return self._spread(variance * (way[self.first] - way[self.second]), len(way))

    def diagonal(self, variance: Array, number: int) -> Array:
        """[player]: the diagonal of the information."""
        one, two = (np.bincount(side, variance, number) for side in (self.first, self.second))
        return np.asarray(one + two, np.float64)

    def information(self, strengths: Array) -> Array:
        """[player, player]: minus the second derivatives."""
        number, variance = len(strengths), self.variance(strengths)
        cell = self.first * number + self.second
        between = np.bincount(cell, variance, number * number).reshape(number, number)
        information = np.asarray(-(between + between.T), np.float64)
        np.einsum("ii->i", information)[:] = self.diagonal(variance, number)
        return information

    def _lead(self, strengths: Array) -> tuple[Array, Array]:
        """[pair]: how far the first is ahead, and the odds of whoever is behind."""
        lead = strengths[self.first] - strengths[self.second] + self.ahead
        return lead, np.exp(-np.abs(lead))

    def _spread(self, amounts: Array, number: int) -> Array:
        """[player]: what the first of each pair gets and the second loses."""
        won, lost = (np.bincount(side, amounts, number) for side in (self.first, self.second))
        return np.asarray(won - lost, np.float64)


@dataclass(frozen=True, eq=False)
class Part:
    """Players whom points in both directions hold together, and where they are likeliest."""

    hill: Hill
    """The log likelihood of the games among them."""
    summit: Array
    """The strengths that make it largest."""
    height: float
    """How large it is there."""

    @classmethod
    def of(cls, hill: Hill, start: Array) -> "Part":
        """Climb the hill by damped Newton; the mean of the strengths remains."""
        strengths, (value, gradient) = start, hill.at(start)
        for _ in range(_STEPS):
            step = eliminated(hill.information(strengths), gradient)
            step = halved(hill, strengths, gradient, step)
            strengths = strengths + step
            value, gradient = hill.at(strengths)
            if np.abs(step).max(initial=0) <= _LAST_STEP:
                break
        return cls(hill, strengths, value)


@dataclass(frozen=True, eq=False)
class Landscape:
    """All games of some players."""

    parts: tuple[tuple[Integers, Part], ...]
    """Players held together, by their numbers here; who is in no part is alone."""
    across: Encounters
    """The pairs of players that are not in the same part, of whom one got all points."""

    def at(self, strengths: Array) -> tuple[float, Array]:
        """The log likelihood less its supremum, and its first derivatives."""
        value, gradient = self.across.at(strengths)
        for members, part in self.parts:
            height, slope = part.hill.at(strengths[members])
            value += height - part.height
            gradient[members] += slope
        return value, gradient

    def information(self, strengths: Array) -> Array:
        """[player, player]: minus the second derivatives."""
        information = self.across.information(strengths)
        for members, part in self.parts:
            information[np.ix_(members, members)] += part.hill.information(strengths[members])
        return information


def eliminated(information: Array, right: Array) -> Array:
    """The solution of a system in which the same step for all is nothing; right sides add up to 0."""
    regular = information + 1
    np.einsum("ii->i", regular)[:] += _FLOOR
    return np.asarray(np.linalg.solve(regular, right), np.float64)


def halved(hill: Hill, strengths: Array, gradient: Array, step: Array) -> Array:
    """A step uphill, shortened until it does not overshoot what is best along it."""
    slope = float(step @ gradient)
    while np.abs(step).max(initial=0) > _LAST_STEP:
        if float(step @ hill.at(strengths + step)[1]) >= -_OVERSHOT * slope:
            break
        step, slope = step / 2, slope / 2
    return step
