"""The parameters of Davidson and Luce's model that explain rankings best, with virtual draws.

Each player has virtual draws against a phantom at 0: half of each is a win, half a loss, in games of two that
may be tied like others. (Turner, van Etten, Firth and Kosmidis 2020, Comput. Stat. 35:1027, where half a draw
is a pseudo-ranking.) It knows numbers of players, not names, and nothing of scales.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ratings.choice_likelihood import Parameters, Slope, slope_of, slopes_by_choice
from ratings.counts import Array
from ratings.rankings import Rankings
from ratings.values import SCALE, expected

__all__ = ["NO_LIMIT", "ChoiceModel"]

NO_LIMIT = 14.0
"""The logarithm of a delta above this means that where a tie was possible there was one."""

_GUARD = 1e-8
"""How many virtual choices each delta has, half of them ties, so that it is finite in any case."""

_STEPS = 300
_LONGEST_STEP = 5.0
"""Natural units."""
_LAST_STEP = 1e-10
_LAST_STEP_WITHOUT_LIMIT = 1e-3
_CHUNK = 4_000_000


@dataclass(frozen=True, eq=False)
class ChoiceModel:
    """Rankings with a prior, and the parameters that explain them best."""

    rankings: Rankings
    """What was played."""
    parameters: Parameters
    """What is fitted."""
    prior_draws: float
    """How many virtual draws each player has against the phantom at 0."""
    pins: Array
    """[parameter, parameter]: ones for each two, before the deltas, whose difference alone matters."""

    def likeliest(self) -> Array | None:
        """The parameters, in natural units; None if there is no finite maximum.

        Damped Newton from 0; the likelihood is concave.
        """
        point: Array = np.zeros(self.parameters.number)
        here = self.slope(point)
        for _ in range(_STEPS):
            try:
                step = np.linalg.solve(here.information + self.pinned, here.gradient)
            except np.linalg.LinAlgError:
                return None
            step = step * min(1.0, _LONGEST_STEP / max(np.abs(step).max(initial=0), _LONGEST_STEP))
            there = self.slope(point + step)
            while there.value < here.value - 1e-9 * (1 + abs(here.value)) and np.abs(step).max() > _LAST_STEP:
                step = step / 2
                there = self.slope(point + step)
            point, here = point + step, there
            if (np.abs(step) <= self._precision(point)).all():
                return point
        return None

    def _precision(self, point: Array) -> Array:
        """[parameter]: the guard alone holds a delta without a limit, which gets lost in rounding."""
        without_limit = np.arange(len(point)) >= self.parameters.first_tie
        without_limit &= point > NO_LIMIT
        return np.where(without_limit, _LAST_STEP_WITHOUT_LIMIT, _LAST_STEP)

    @cached_property
    def pinned(self) -> Array:
        """What makes the information regular and changes nothing else."""
        pinned = np.zeros((self.parameters.number,) * 2)
        pinned[: len(self.pins), : len(self.pins)] = self.pins
        return pinned

    def log_likelihood(self, point: Array) -> float:
        """That of the games alone."""
        return slope_of(self.rankings, self.parameters, point).value

    def slope(self, point: Array) -> Slope:
        """The log likelihood with the prior and its derivatives."""
        slope = slope_of(self.rankings, self.parameters, point)
        prior = self._prior(point)
        return Slope(
            slope.value + prior.value, slope.gradient + prior.gradient, slope.information + prior.information
        )

    def _prior(self, point: Array) -> Slope:
        """That of the virtual draws, and of the guard of each delta."""
        number, ties = self.parameters.number, self.parameters.first_tie
        gradient, information = np.zeros(number), np.zeros((number, number))
        players = np.arange(self.parameters.players)
        pair_tie = ties if 2 in self.parameters.ties else None
        logarithms = _against_phantom(point[players], None if pair_tie is None else float(point[pair_tie]))
        chances = np.exp(logarithms)
        tied = np.zeros(len(players)) if pair_tie is None else chances[2]
        score = chances[0] + tied / 2
        draws = self.prior_draws
        value = draws / 2 * float(logarithms[:2].sum())
        gradient[players] = draws * (0.5 - score)
        information[players, players] = draws * (chances[0] + tied / 4 - score**2)
        if pair_tie is not None:
            gradient[pair_tie] -= draws * float(tied.sum())
            information[pair_tie, pair_tie] = draws * float((tied * (1 - tied)).sum())
            information[players, pair_tie] = information[pair_tie, players] = draws * tied * (0.5 - score)
        for entry in range(ties, number):
            chance = expected(SCALE * float(point[entry]))
            value -= _GUARD / 2 * float(np.logaddexp(0, point[entry]) + np.logaddexp(0, -point[entry]))
            gradient[entry] += _GUARD * (0.5 - chance)
            information[entry, entry] += _GUARD * chance * (1 - chance)
        return Slope(value, gradient, information)

    def scatter(self, point: Array) -> Array:
        """[parameter, parameter]: the sum over the clusters of the products of their gradients."""
        ranking, entry, surplus = slopes_by_choice(self.rankings, self.parameters, point)
        order = np.argsort(ranking, kind="stable")
        ranking, entry, surplus = ranking[order], entry[order], surplus[order]
        first = np.searchsorted(ranking, np.arange(len(self.rankings.number) + 1))
        products = np.zeros((self.parameters.number,) * 2)
        clusters = max(_CHUNK // max(self.parameters.number, 1), 1)
        for start in range(0, self.rankings.clusters, clusters):
            low, high = np.searchsorted(self.rankings.cluster, [start, start + clusters])
            members, times = self.rankings.ranking[low:high], self.rankings.times[low:high]
            parts = _ranges(first[members], first[members + 1])
            sizes = first[members + 1] - first[members]
            row = np.repeat(self.rankings.cluster[low:high] - start, sizes)
            cell = row * self.parameters.number + entry[parts]
            weights = surplus[parts] * np.repeat(times, sizes)
            block = np.bincount(cell, weights, clusters * self.parameters.number)
            block = block.reshape(clusters, self.parameters.number)
            products += block.T @ block
        return products


def _against_phantom(strengths: Array, log_delta: float | None) -> Array:
    """[2 or 3, player]: the logarithms of the chances to win, to lose and to tie against the phantom."""
    logarithms = [strengths, np.zeros_like(strengths)]
    if log_delta is not None:
        logarithms.append(strengths / 2 + log_delta)
    table = np.stack(logarithms)
    total: Array = np.logaddexp.reduce(table, axis=0)
    return table - total


def _ranges(first: NDArray[np.intp], last: NDArray[np.intp]) -> NDArray[np.intp]:
    """All whole numbers from each of `first` to before each of `last`, one range after the other."""
    sizes = last - first
    ends = np.cumsum(sizes)
    ranges: NDArray[np.intp] = np.arange(int(sizes.sum())) + np.repeat(first - ends + sizes, sizes)
    return ranges
