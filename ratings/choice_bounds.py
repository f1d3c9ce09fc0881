"""Bounds for players without a finite most likely rating, in the model of whole rankings.

Players whom points in both directions hold together have the likelihood of the rankings among themselves,
which holds their strengths where that model has them; the chances of ties and the effects of seats are as
fitted. What sets them apart from the others is looked at in pairs, as in `ratings.bounds`: in this model as
well the odds of two players, whoever else plays, are those of their worths. The order of a whole ranking
would say more, but far too much where there are few: one game of eleven has one order out of 40 million,
which nothing explains as well as strengths that are far apart.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.bounds import Bounds
from ratings.choice_likelihood import Parameters, Slope, slope_of
from ratings.counts import Array
from ratings.landscape import Hill
from ratings.rankings import Rankings

__all__ = ["ChoiceBounds"]

_Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False, kw_only=True)
class ChoiceBounds(Bounds):
    """Bounds of any difference; players are numbered as in the graph."""

    rankings: Rankings
    """What was played, its players numbered as in the graph."""
    parameters: Parameters
    """What was fitted."""
    point: Array
    """The parameters of the fit, players numbered as in the graph."""

    def _hill(self, members: _Integers) -> Hill:
        """The log likelihood of the rankings among players who are a part."""
        labels = np.full(len(self.graph), -1)
        labels[members] = 0
        number = np.zeros(len(self.graph), np.intp)
        number[members] = np.arange(len(members))
        within = self.rankings.within(labels)
        choices = tuple(replace(kind, players=number[kind.players]) for kind in within.choices)
        parameters = replace(self.parameters, players=len(members))
        fixed = self.point[self.parameters.players :]
        return _Choices(replace(within, choices=choices), parameters, fixed)


@dataclass(frozen=True, eq=False)
class _Choices:
    """The log likelihood of rankings in which all but the strengths is known."""

    rankings: Rankings
    parameters: Parameters
    fixed: Array

    def at(self, strengths: Array) -> tuple[float, Array]:
        slope = self._slope(strengths)
        return slope.value, slope.gradient[: len(strengths)]

    def information(self, strengths: Array) -> Array:
        return self._slope(strengths).information[: len(strengths), : len(strengths)]

    def _slope(self, strengths: Array) -> Slope:
        """All of it; the last one is kept, since its parts are asked for one after the other."""
        key = strengths.tobytes()
        if key not in self._last:
            self._last.clear()
            self._last[key] = slope_of(self.rankings, self.parameters, np.append(strengths, self.fixed))
        return self._last[key]

    @cached_property
    def _last(self) -> dict[bytes, Slope]:
        return {}
