"""How good a player is at least, or at most, whom the games set no limit on the other side.

One who won everything has no finite most likely rating, but a low one would make the wins unlikely: the
bound is where twice the log likelihood, all other players at their best for it, falls short of its
supremum by the 95 % point. Virtual draws have no part in it. Games count as independent, and seat
effects are taken as they were fitted.
"""

from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array, Counts
from ratings.graph import Graph, reached, strong_components
from ratings.newton import Model

__all__ = ["ONE_SIDED", "TWO_SIDED", "Bounds"]

ONE_SIDED = 2.705543454095404
"""The 90 % point of chi-squared with one degree of freedom: 5 % on the one side that there is."""

TWO_SIDED = 3.841458820694124
"""The 95 % point."""

_STEPS = 100
_LAST_STEP = 1e-6
"""Natural units: Newton squares what is missing, so that a step this short is the last one."""

_LAST_INNER_STEP = 1e-4
"""The same where what is missing is squared once more, since the likelihood is level at its best."""

_LONGEST_STEP = 4.0
_NOTHING = 1e-7


@dataclass(frozen=True, eq=False)
class Bounds:
    """What is needed to bound any difference."""

    counts: Counts
    """What was played, seat effects known."""
    graph: Graph
    """Who scored against whom."""
    start: Array
    """The strengths of a fit with a prior, in natural units, where the search begins."""

    def side(self, player: int, others: NDArray[np.int64]) -> str:
        """What the games say of the player against the mean of others.

        "" limits on both sides, ">" a lower one alone, "<" an upper one alone, "?" none.
        """
        one = np.zeros(len(self.graph), bool)
        one[player] = True
        above = bool(reached(self.graph, one)[others].all())
        below = bool(reached(self.graph.T, one)[others].all())
        return {(True, True): "", (True, False): ">", (False, True): "<"}.get((above, below), "?")

    def bound(self, player: int, others: NDArray[np.int64], fall: float = ONE_SIDED) -> float:
        """The bound of the player's strength less the mean of the others', in natural units.

        Args:
            player: of a side that is ">" or "<".
            others: whose mean it is compared with.
            fall: how far twice the log likelihood falls from its supremum.
        """
        members = self._between(player, others)
        counts = self.counts.select(members)
        contrast = (members == player) - np.isin(members, others) / len(others)
        profile = _Profile(counts, contrast, self._supremum(members))
        sign = 1.0 if self.side(player, others) == ">" else -1.0
        return profile.where(fall, self.start[members], sign)

    def _between(self, player: int, others: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those who cannot go up or down without limit while the player stays with the others."""
        tied = self.graph.copy()
        tied[player, others] = tied[others, player] = True
        labels = strong_components(tied)
        return np.flatnonzero(labels == labels[player])

    @cached_property
    def _strong(self) -> NDArray[np.int64]:
        return strong_components(self.graph)

    @cached_property
    def _maxima(self) -> dict[int, float]:
        """The largest log likelihoods of the strong components that have been asked for."""
        return {}

    def _supremum(self, members: NDArray[np.int64]) -> float:
        """The log likelihood when all strong components are far apart; `members` are whole ones."""
        labels = np.unique(self._strong[members]).tolist()
        for label in labels:
            if label not in self._maxima:
                own = np.flatnonzero(self._strong == label)
                self._maxima[label] = _free_maximum(self.counts.select(own))
        return sum(self._maxima[label] for label in labels)


def _free_maximum(counts: Counts) -> float:
    """The largest log likelihood of players who are one strong component."""
    if counts.players == 1:
        return 0.0
    strengths = Model(counts, 0.0, np.ones((counts.players,) * 2)).likeliest
    assert strengths is not None, "a strong component has a finite maximum"
    return counts.likelihood(strengths)


@dataclass(frozen=True, eq=False)
class _Profile:
    """The log likelihood as a function of one contrast of the strengths, all else at its best."""

    counts: Counts
    contrast: Array
    """By player; the sum is 0."""
    supremum: float
    """What the log likelihood comes near when the contrast grows without limit."""

    def where(self, fall: float, start: Array, sign: float) -> float:
        """The contrast at which twice the log likelihood is `fall` below the supremum.

        `sign` is 1 if that is approached upwards, else -1. Newton's method is used on the logarithm
        of the gap, which is nearly straight there.
        """
        strengths, contrast = start, float(self.contrast @ start)
        for _ in range(_STEPS):
            strengths, slope = self._best(strengths, contrast)
            gap = 2 * (self.supremum - self.counts.likelihood(strengths))
            if gap < _NOTHING:
                contrast -= sign * _LONGEST_STEP
                continue
            step = log(gap / fall) * gap / (2 * slope)
            contrast += min(max(step, -_LONGEST_STEP), _LONGEST_STEP)
            if abs(step) < _LAST_STEP:
                break
        return contrast

    def _best(self, strengths: Array, contrast: float) -> tuple[Array, float]:
        """The likeliest strengths of that contrast, and the slope of the log likelihood along it."""
        c = self.contrast
        strengths = strengths + c * (contrast - float(c @ strengths)) / float(c @ c)
        gradient = self._gradient(strengths)
        multiplier = 0.0
        for _ in range(_STEPS):
            step, multiplier = self._step(strengths, gradient)
            slope, length = float(step @ gradient), 1.0
            following = self._gradient(strengths + step)
            while float(step @ following) < -slope / 4 and np.abs(length * step).max() > _LAST_STEP:
                length /= 2
                following = self._gradient(strengths + length * step)
            strengths, gradient = strengths + length * step, following
            if np.abs(step).max() <= _LAST_INNER_STEP:
                break
        return strengths, multiplier

    def _gradient(self, strengths: Array) -> Array:
        return self.counts.gradient(self.counts.chances(strengths))

    def _step(self, strengths: Array, gradient: Array) -> tuple[Array, float]:
        """Newton's step that leaves the contrast as it is, and the multiplier of that constraint."""
        information = self.counts.information(self.counts.chances(strengths)) + 1
        bordered = np.block(
            [[information, self.contrast[:, None]], [self.contrast[None, :], np.zeros((1, 1))]]
        )
        solution = np.linalg.solve(bordered, np.append(gradient, 0))
        return solution[:-1], float(solution[-1])
