"""The likelihood of rankings under Davidson and Luce's model of choices with ties, and its derivatives.

Each place of a ranking is a choice among the candidates that are left. A set of k of them takes it with a
chance proportional to delta_k times the geometric mean of their worths; delta_1 is 1, and only numbers of
tied players that occur are possible. A worth is exp(strength + seat effect), all in natural units. (Turner,
van Etten, Firth and Kosmidis 2020, Comput. Stat. 35:1027; Davidson 1970, JASA 65:317.)

It computes, in bulk, for any values of the parameters; which values are best is the business of
`ratings.plackett_luce`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.rankings import Choices, Rankings

__all__ = ["Parameters", "Slope", "slope_of", "slopes_by_choice"]

_Array: TypeAlias = NDArray[np.float64]
_Integers: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True)
class Parameters:
    """What the entries of a parameter vector are: strengths, seat effects, logarithms of deltas."""

    players: int
    """How many strengths."""
    seats: tuple[int, ...]
    """The seats of the rankings that have an effect, by their number there."""
    ties: tuple[int, ...]
    """The numbers of players that were tied somewhere, from 2."""

    @property
    def number(self) -> int:
        """How many entries there are."""
        return self.players + len(self.seats) + len(self.ties)

    @property
    def first_tie(self) -> int:
        """Where the logarithms of deltas begin."""
        return self.players + len(self.seats)


@dataclass(frozen=True)
class Slope:
    """The log likelihood at one point."""

    value: float
    """It itself."""
    gradient: _Array
    """[parameter]: its first derivatives."""
    information: _Array
    """[parameter, parameter]: minus its second derivatives, which the model expects as well."""


def slope_of(rankings: Rankings, parameters: Parameters, point: _Array) -> Slope:
    """The log likelihood of all rankings at a point, which is a vector of parameters."""
    value, number = 0.0, parameters.number
    gradient, information = np.zeros(number + 1), np.zeros((number + 1) ** 2)
    for local in _locals(rankings, parameters):
        logarithms, weight = local.log_chances(point), rankings.number[local.choices.ranking].astype(float)
        value += float(weight @ logarithms[:, local.taken])
        chances = np.exp(logarithms)
        surplus = weight[:, None] * local.surplus(chances)
        covariance = weight[:, None, None] * local.covariance(chances)
        for one in (local.first, local.second):
            gradient += np.bincount(one.ravel(), surplus.ravel(), number + 1)
            for two in (local.first, local.second):
                cell = one[:, :, None] * (number + 1) + two[:, None, :]
                information += np.bincount(cell.ravel(), covariance.ravel(), (number + 1) ** 2)
    square = information.reshape(number + 1, number + 1)[:-1, :-1]
    return Slope(value, gradient[:-1], (square + square.T) / 2)


def slopes_by_choice(
    rankings: Rankings, parameters: Parameters, point: _Array
) -> tuple[_Integers, _Integers, _Array]:
    """What each choice of each ranking contributes to the gradient, once for equal rankings.

    Three arrays of the same length: the ranking, the parameter, and the contribution.
    """
    parts: list[tuple[_Integers, _Integers, _Array]] = []
    for local in _locals(rankings, parameters):
        surplus = local.surplus(np.exp(local.log_chances(point)))
        ranking = np.broadcast_to(local.choices.ranking[:, None], surplus.shape)
        for entry in (local.first, local.second):
            there = entry < parameters.number
            parts.append((ranking[there], entry[there], surplus[there]))
    if not parts:
        return np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0)
    ranking, entry, surplus = (np.concatenate(column) for column in zip(*parts, strict=True))
    return ranking, entry, surplus


@dataclass(frozen=True)
class _Local:
    """Choices of the same kind in coordinates of their own: the candidates, then the ties possible."""

    choices: Choices
    """What they are."""
    first: _Integers
    """[choice, coordinate]: the parameter that a coordinate is, or is the sum of."""
    second: _Integers
    """[choice, coordinate]: the other parameter of the sum; one past the last where there is none."""
    sets: _Array
    """[set, coordinate]: what the logarithm of a set's weight is made of."""
    taken: int
    """The set that took the place."""

    def log_chances(self, point: _Array) -> _Array:
        """[choice, set]: the logarithm of how likely each set was to take the place."""
        padded = np.append(point, 0.0)
        logarithms: _Array = (padded[self.first] + padded[self.second]) @ self.sets.T
        logarithms -= logarithms.max(axis=1, keepdims=True)
        logarithms -= np.log(np.exp(logarithms).sum(axis=1, keepdims=True))
        return logarithms

    def surplus(self, chances: _Array) -> _Array:
        """[choice, coordinate]: the set that took the place, less what was expected."""
        surplus: _Array = self.sets[self.taken] - chances @ self.sets
        return surplus

    def covariance(self, chances: _Array) -> _Array:
        """[choice, coordinate, coordinate]: of the set that takes the place."""
        mean = chances @ self.sets
        products = (self.sets[:, :, None] * self.sets[:, None, :]).reshape(len(self.sets), -1)
        square = (chances @ products).reshape(len(mean), mean.shape[1], mean.shape[1])
        covariance: _Array = square - mean[:, :, None] * mean[:, None, :]
        return covariance


def _locals(rankings: Rankings, parameters: Parameters) -> Iterator[_Local]:
    nowhere = parameters.number
    seat_parameter = np.full(len(rankings.seats), nowhere)
    seat_parameter[list(parameters.seats)] = parameters.players + np.arange(len(parameters.seats))
    for choices in (block for kind in rankings.choices for block in kind.blocks()):
        candidates = choices.players.shape[1]
        ties = [tie for tie in parameters.ties if tie <= candidates]
        ties_here = parameters.first_tie + np.arange(len(ties))
        ties_of_each = np.broadcast_to(ties_here, (len(choices.players), len(ties)))
        first = np.concatenate([choices.players, ties_of_each], axis=1)
        second = np.concatenate([seat_parameter[choices.seats], np.full_like(ties_of_each, nowhere)], axis=1)
        sets = list(_sets(candidates, ties))
        taken = sets.index(tuple(range(choices.tied)))
        yield _Local(choices, first, second, _features(sets, candidates, ties), taken)


def _sets(candidates: int, ties: list[int]) -> Iterator[tuple[int, ...]]:
    """All sets of candidates that may take a place."""
    for size in (1, *ties):
        yield from combinations(range(candidates), size)


def _features(sets: list[tuple[int, ...]], candidates: int, ties: list[int]) -> _Array:
    """[set, coordinate]: 1/k for each of the k candidates in it, and 1 for the tie that it is."""
    features = np.zeros((len(sets), candidates + len(ties)))
    for row, members in enumerate(sets):
        features[row, list(members)] = 1 / len(members)
        if len(members) > 1:
            features[row, candidates + ties.index(len(members))] = 1
    return features
