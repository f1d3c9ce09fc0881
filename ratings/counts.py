"""The counts of a Bradley-Terry model, and its likelihood with two derivatives.

A layer is a kind of pairs, [i, j] being i who sat first against j. The parameters are the strengths
of the players and then the effects of seats, all in natural units; the chance of i is the logistic of
the difference between its strength with seat and the other one's. Which seats have an effect is
decided elsewhere, and so is where the scale begins: the same step for all changes nothing.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.tally import KINDS, WEIGHTS, Tally

__all__ = ["NO_SEATS", "Array", "Counts", "Outcome", "add_transposed", "chance", "logistic"]

Array: TypeAlias = NDArray[np.float64]

NO_SEATS = (0, 0, 0)
"""The kind of a layer in which seats do not matter."""

_OVERFLOW = 250.0
"""Natural units beyond which nothing changes; the exponential of three times as much is still a number."""

_BLOCK = 1 << 15
_TILE = 100


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
        present = _present(tally.kind)
        cell = tally.first * number
        cell += tally.second
        if len(present) > 1:
            layer = np.zeros(len(KINDS), np.int64)
            layer[present] = np.arange(len(present))
            cell += (layer * number**2)[tally.kind]
        shape = (len(present), number, number)
        weights = WEIGHTS[present][:, None, None]
        scored = _sums(cell, tally.halves.astype(np.float64), shape)
        scored *= weights / 2
        played = _sums(cell, None, shape)
        played *= weights
        return cls(tuple(KINDS[kind] for kind in present), scored, played)

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

    @property
    def points(self) -> Array:
        """[i, j]: all points that i got against j, from whatever seats."""
        return np.asarray(_total(self.scored) + _total(self.played - self.scored).T, np.float64)

    @cached_property
    def outcome(self) -> "Outcome":
        """What is worth keeping of the points."""
        points = self.points
        return Outcome(points > 0, points.sum(axis=1), points.sum(axis=0))

    @cached_property
    def _scores(self) -> tuple[Array, Array]:
        """[layer, player], twice: what those who sat first scored, and what was scored against the others."""
        return self.scored.sum(axis=2), self.scored.sum(axis=1)

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
        shape = (len(self.kinds), len(players), len(players))
        scored, played = np.empty(shape), np.empty(shape)
        for rows in self._blocks():  # out needs a mode that cannot fail, or it is buffered
            for source, target in ((self.scored, scored), (self.played, played)):
                source.take(players[rows], axis=1).take(players, axis=2, out=target[:, rows], mode="clip")
        return Counts(self.kinds, scored, played, self.offsets)

    def with_effects(self, effects: Array) -> "Counts":
        """The same counts where the effects of seats are known, the strengths the only parameters."""
        return Counts((NO_SEATS,) * len(self.kinds), self.scored, self.played, self.design @ effects)

    def chances(self, parameters: Array) -> Array:
        """[layer, i, j]: the expected score of i against j."""
        against, behind = self.odds(parameters)
        chances = np.empty(self.played.shape)
        for rows in self._blocks():
            chance(against[None, rows, None], behind[:, None, :], chances[:, rows])
        return chances

    def odds(self, parameters: Array) -> tuple[Array, Array]:
        """[i] and [layer, j]: the two factors of the odds against i when it meets j."""
        strength = np.clip(parameters[: self.players], -_OVERFLOW, _OVERFLOW)
        offsets = self.design @ parameters[self.players :] if self.offsets is None else self.offsets
        ahead = np.exp(-np.clip(offsets, -_OVERFLOW, _OVERFLOW))
        return np.exp(-strength), np.exp(strength)[None, :] * ahead[:, None]

    def likelihood(self, parameters: Array) -> float:
        """The logarithm of it, without a constant."""
        chances = self.chances(parameters)
        behind = self.played - self.scored
        return float((self.scored * _log(chances)).sum() + (behind * _log(1 - chances)).sum())

    def gradient(self, chances: Array) -> Array:
        """The first derivatives of the log likelihood by all parameters."""
        return self._derivatives((rows, chances[:, rows]) for rows in self._blocks())[0]

    def information(self, chances: Array) -> Array:
        """The Fisher information: minus the second derivatives."""
        return self._derivatives((rows, chances[:, rows]) for rows in self._blocks())[1]

    def derivatives(self, parameters: Array) -> tuple[Array, Array]:
        """The gradient and the information at some parameters, whose chances are not kept."""
        against, behind = self.odds(parameters)
        return self._derivatives(
            (rows, chance(against[None, rows, None], behind[:, None, :])) for rows in self._blocks()
        )

    def _blocks(self) -> Iterator[slice]:
        """All players, so few at a time that what is made of their games stays in the cache."""
        size = max(_BLOCK // max(self.played[:, :1].size, 1), 1)
        return (slice(start, start + size) for start in range(0, self.players, size))

    def _derivatives(self, blocks: Iterable[tuple[slice, Array]]) -> tuple[Array, Array]:
        """The gradient and the information, by chances of some players against all others at a time."""
        number, (of_first, of_second) = self.players, self._scores
        surplus, against = of_first.copy(), of_second.copy()
        first, second = np.zeros_like(surplus), np.zeros_like(surplus)
        information = np.empty((number + len(self.seats),) * 2)
        between = information[:number, :number]
        for rows, chances in blocks:
            expected = self.played[:, rows] * chances
            surplus[:, rows] -= expected.sum(axis=2)
            against -= expected.sum(axis=1)
            expected *= chances - 1  # minus the variance
            first[:, rows] -= expected.sum(axis=2)
            second -= expected.sum(axis=1)
            between[rows] = _total(expected)
        add_transposed(between)
        np.einsum("ii->i", between)[:] += (first + second).sum(axis=0)
        information[:number, number:], information[number:, number:] = self._with_seats(first, second)
        information[number:, :number] = information[:number, number:].T
        by_player, by_seat = (surplus - against).sum(axis=0), self.design.T @ surplus.sum(axis=1)
        return np.concatenate([by_player, by_seat]), information

    def unresolved(self) -> tuple[Array, Array]:
        """The parts of the information with seat effects when all chances are even.

        [player, effect] and [effect, effect].
        """
        return self._with_seats(self.played.sum(axis=2) / 4, self.played.sum(axis=1) / 4)

    def _with_seats(self, first: Array, second: Array) -> tuple[Array, Array]:
        """From the sums of variances of each player in the first and in the second seat of each layer."""
        return (first - second).T @ self.design, self.design.T @ (first.sum(axis=1)[:, None] * self.design)


@dataclass(frozen=True, eq=False)
class Outcome:
    """Who got points against whom, and how many."""

    graph: NDArray[np.bool_]
    """[i, j]: whether i got any against j."""
    scored: Array
    """[player]: those it got."""
    lost: Array
    """[player]: those that others got against it."""


def add_transposed(matrix: Array) -> None:
    """Add its transpose to a square matrix, in place and by tiles, which stay in the cache."""
    tiles = [slice(start, start + _TILE) for start in range(0, len(matrix), _TILE)]
    for number, rows in enumerate(tiles):
        for columns in tiles[number:]:
            matrix[rows, columns] += matrix[columns, rows].T
            matrix[columns, rows] = matrix[rows, columns].T


def chance(against: Array, behind: Array, out: Array | None = None) -> Array:
    """The expected score where the odds against it have these factors; put into `out` if that is given."""
    with np.errstate(over="ignore"):  # odds beyond all numbers are a chance of 0
        odds = np.multiply(against, behind, out=out)
    odds += 1
    return np.divide(1, odds, out=odds)


def _present(kind: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds that there are."""
    if len(kind) and kind.min() == kind.max():
        return kind[:1]
    return np.flatnonzero(np.bincount(kind, minlength=len(KINDS)))


def _sums(cell: NDArray[np.int64], weights: Array | None, shape: tuple[int, int, int]) -> Array:
    """Whole numbers, so that the order of the pairs does not matter."""
    return np.bincount(cell, weights, prod(shape)).reshape(shape).astype(np.float64, copy=False)


def _total(layers: Array) -> Array:
    return np.asarray(layers[0] if len(layers) == 1 else layers.sum(axis=0), np.float64)


def logistic(x: Array) -> Array:
    """The chance of one who is `x` natural units better."""
    return 1 / (1 + np.exp(np.minimum(-x, 2 * _OVERFLOW)))


def _log(chances: Array) -> Array:
    return np.log(np.maximum(chances, np.exp(-3 * _OVERFLOW)))
