"""The counts of a Bradley-Terry model, and its likelihood with two derivatives.

A layer is a kind of pairs, [i, j] being i who sat first against j. The parameters are the strengths
of the players and then the effects of seats, all in natural units; the chance of i is the logistic of
the difference between its strength with seat and the other one's. Which seats have an effect is
decided elsewhere, and so is where the scale begins: the same step for all changes nothing.
"""

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.tally import KINDS, WEIGHTS, Tally

__all__ = ["NO_SEATS", "Array", "Counts", "logistic"]

Array: TypeAlias = NDArray[np.float64]

NO_SEATS = (0, 0, 0)
"""The kind of a layer in which seats do not matter."""

_OVERFLOW = 250.0
"""Natural units beyond which nothing changes; the exponential of three times as much is still a number."""


@dataclass(frozen=True, eq=False)
class Counts:
    """Points scored and played for, by layer and pair of players."""

    kinds: tuple[tuple[int, int, int], ...]
    """Of each layer the players of its games, the seat of the first and the seat of the second."""
    scored: Array
    """[layer, i, j]: the points i got against j."""
    played: Array
    """[layer, i, j]: the points that the two played for."""
    offsets: Array | None = None
    """Of each layer how far its seat puts the first ahead, in natural units, where that is known."""

    @classmethod
    def of(cls, tally: Tally) -> "Counts":
        """The counts of a tally, players in the same order, one layer for each kind of pairs."""
        number = len(tally.players)
        present = np.flatnonzero(np.bincount(tally.kind, minlength=len(KINDS)))
        layer = np.zeros(len(KINDS), np.int64)
        layer[present] = np.arange(len(present))
        cell = (layer[tally.kind] * number + tally.first) * number + tally.second
        shape = (len(present), number, number)
        weights = WEIGHTS[present][:, None, None]
        scored = _sums(cell, tally.halves, shape) * (weights / 2)
        return cls(tuple(KINDS[kind] for kind in present), scored, _sums(cell, None, shape) * weights)

    @property
    def players(self) -> int:
        """How many players there are."""
        return int(self.scored.shape[1])

    @cached_property
    def seats(self) -> tuple[tuple[int, int], ...]:
        """Of each seat effect the players of the game and the seat."""
        sizes = sorted({size for size, _, _ in self.kinds} - {0})
        return tuple((size, seat) for size in sizes for seat in range(size))

    @cached_property
    def design(self) -> Array:
        """[layer, effect]: 1 for the seat of the first, -1 for that of the second."""
        effect = {seat: number for number, seat in enumerate(self.seats)}
        matrix = np.zeros((len(self.kinds), len(self.seats)))
        for layer, (size, first, second) in enumerate(self.kinds):
            if size:
                matrix[layer, effect[size, first]] = 1
                matrix[layer, effect[size, second]] = -1
        return matrix

    @cached_property
    def points(self) -> Array:
        """[i, j]: all points that i got against j, from whatever seats."""
        behind = self.played - self.scored
        points: Array = self.scored.sum(axis=0) + behind.sum(axis=0).T
        return points

    def with_seats(self, sizes: Container[int]) -> "Counts":
        """The same counts where seats matter in games of these sizes only."""
        kept = [layer for layer, kind in enumerate(self.kinds) if kind[0] in sizes]
        other = [layer for layer, kind in enumerate(self.kinds) if kind[0] not in sizes]
        if not other:
            return self
        kinds = (NO_SEATS, *(self.kinds[layer] for layer in kept))
        scored = np.concatenate([self.scored[other].sum(axis=0)[None], self.scored[kept]])
        played = np.concatenate([self.played[other].sum(axis=0)[None], self.played[kept]])
        return Counts(kinds, scored, played)

    def select(self, players: NDArray[np.int64]) -> "Counts":
        """The counts among some players only, in the order given."""
        scored, played = (
            matrix.take(players, axis=1).take(players, axis=2) for matrix in (self.scored, self.played)
        )
        return Counts(self.kinds, scored, played, self.offsets)

    def with_effects(self, effects: Array) -> "Counts":
        """The same counts where the effects of seats are known, the strengths the only parameters."""
        return Counts((NO_SEATS,) * len(self.kinds), self.scored, self.played, self.design @ effects)

    def chances(self, parameters: Array) -> Array:
        """[layer, i, j]: the expected score of i against j."""
        strength = np.clip(parameters[: self.players], -_OVERFLOW, _OVERFLOW)
        offsets = self.design @ parameters[self.players :] if self.offsets is None else self.offsets
        behind = np.exp(strength)[None, :] * np.exp(-np.clip(offsets, -_OVERFLOW, _OVERFLOW))[:, None]
        with np.errstate(over="ignore"):  # odds beyond all numbers are a chance of 0
            odds = np.exp(-strength)[None, :, None] * behind[:, None, :]  # against i
        odds += 1
        chances: Array = np.divide(1, odds, out=odds)
        return chances

    def likelihood(self, parameters: Array) -> float:
        """The logarithm of it, without a constant."""
        chances = self.chances(parameters)
        behind = self.played - self.scored
        return float((self.scored * _log(chances)).sum() + (behind * _log(1 - chances)).sum())

    def gradient(self, chances: Array) -> Array:
        """The first derivatives of the log likelihood by all parameters."""
        surplus = self.played * chances
        np.subtract(self.scored, surplus, out=surplus)
        of_first = surplus.sum(axis=2)
        by_player = (of_first - surplus.sum(axis=1)).sum(axis=0)
        return np.concatenate([by_player, self.design.T @ of_first.sum(axis=1)])

    def information(self, chances: Array) -> Array:
        """The Fisher information: minus the second derivatives."""
        variance = 1 - chances
        variance *= chances
        variance *= self.played
        first, second = variance.sum(axis=2), variance.sum(axis=1)
        between = variance.sum(axis=0) if len(variance) != 1 else variance[0]
        number = self.players
        matrix = np.empty((number + len(self.seats),) * 2)
        np.add(between, between.T, out=matrix[:number, :number])
        np.negative(matrix[:number, :number], out=matrix[:number, :number])
        np.einsum("ii->i", matrix[:number, :number])[:] += (first + second).sum(axis=0)
        matrix[:number, number:], matrix[number:, number:] = self._with_seats(first, second)
        matrix[number:, :number] = matrix[:number, number:].T
        return matrix

    def unresolved(self) -> tuple[Array, Array]:
        """The parts of the information with seat effects when all chances are even.

        [player, effect] and [effect, effect].
        """
        return self._with_seats(self.played.sum(axis=2) / 4, self.played.sum(axis=1) / 4)

    def _with_seats(self, first: Array, second: Array) -> tuple[Array, Array]:
        """From the sums of variances of each player in the first and in the second seat of each layer."""
        return (first - second).T @ self.design, self.design.T @ (first.sum(axis=1)[:, None] * self.design)


def logistic(x: Array) -> Array:
    """The chance of one who is `x` natural units better."""
    return 1 / (1 + np.exp(np.minimum(-x, 2 * _OVERFLOW)))


def _log(chances: Array) -> Array:
    return np.log(np.maximum(chances, np.exp(-3 * _OVERFLOW)))


def _sums(cell: NDArray[np.int64], weights: NDArray[np.int64] | None, shape: tuple[int, int, int]) -> Array:
    """Whole numbers, so that the order of the pairs does not matter."""
    size = shape[0] * shape[1] * shape[2]
    return np.asarray(np.bincount(cell, weights, size).reshape(shape), np.float64)
