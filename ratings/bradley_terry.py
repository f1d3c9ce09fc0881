"""The batch fit that ranks a table: Bradley-Terry on pairs, with honest error bars.

A game of n players is its n(n-1)/2 pairs, each of weight 1/(n-1); a tie is one half to both. Every
player also has one virtual draw against a phantom fixed at 0, which keeps the fit finite for one
who won or lost everything. After the fit the mean is subtracted. (Hunter 2004, Ann. Stat. 32:384.)

The result is a function of the set of games, to the last bit: points are summed as whole numbers
and clusters in sorted order, so neither the order of the games nor that of their players matters.
It does not know seats, deals or why a game ended.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.values import SCALE, Game, Rating

__all__ = ["FEW_CLUSTERS", "rate"]

FEW_CLUSTERS = 10
"""A player in fewer clusters than this gets the Fisher interval, not the sandwich."""

_Array: TypeAlias = NDArray[np.float64]
_Integers: TypeAlias = NDArray[np.intp]

_POINT = 840
"""One point in the units of a tally: half of 1/(n-1) is whole up to n = 8, so sums are exact."""

_PHANTOM_DRAWS = 1.0
_NORMAL_975 = 1.959963984540054
_STEPS = 100
_GRADIENT = 1e-11
"""Where Newton stops: the largest surplus of a player, in points of score per point played."""

_VANISHED = 0.01
"""A sandwich variance below this part of the Fisher variance: the residuals have vanished."""


def rate(games: Iterable[Game], players: int) -> list[Rating]:
    """The rating and 95 % interval of each of `players` players, who are numbered from 0.

    The intervals are the cluster-robust (CR1) sandwich in the gauge where the ratings have the mean
    0, with Student's t. Where the sandwich means nothing they come from the Fisher information with
    the virtual draws: for a player in few clusters, where the residuals vanish (every rotation
    ended level), and for all when some players scored nothing at all against the others. Nothing is
    ever infinite or NaN; a player without games stands where the phantom does.
    """
    if players == 0:
        return []
    tally = _Tally.of(games, players)
    strength = _fit(tally.points)
    errors = SCALE * _half_widths(tally, strength)
    centred = SCALE * (strength - strength.mean())
    return [
        Rating(float(rating), float(rating - error), float(rating + error))
        for rating, error in zip(centred, errors, strict=True)
    ]


@dataclass(frozen=True)
class _Tally:
    """Everything the model needs from the games."""

    points: _Array
    """[i, j]: the points i scored against j."""
    cluster: _Integers
    """Of each entry, a cluster and an ordered pair of players that met in it, the cluster."""
    first: _Integers
    """Of each entry the player."""
    second: _Integers
    """Of each entry the opponent."""
    scored: _Array
    """Of each entry the points of the player against the opponent."""
    played: _Array
    """Of each entry the points that the two played for."""

    @classmethod
    def of(cls, games: Iterable[Game], players: int) -> "_Tally":
        cluster, first, second, scored, played = _ordered_pairs(list(games))
        # one entry for all games of a cluster in which two players met, whatever the order of them
        codes, entry = np.unique((cluster * players + first) * players + second, return_inverse=True)
        cluster, first, second = codes // players**2, codes // players % players, codes % players
        own = np.bincount(entry, scored, len(codes))  # whole numbers, so that the sums are exact
        total = np.bincount(entry, played, len(codes))
        points = np.zeros((players, players))
        np.add.at(points, (first, second), own)
        return cls(points / _POINT, cluster, first, second, own / _POINT, total / _POINT)

    def clusters(self) -> int:
        return int(self.cluster.max(initial=-1)) + 1

    def clusters_of_each(self) -> _Integers:
        """In how many clusters each player was."""
        there = np.zeros((self.clusters(), len(self.points)), bool)
        there[self.cluster, self.first] = True
        number: _Integers = there.sum(axis=0)
        return number


def _ordered_pairs(games: Sequence[Game]) -> _Integers:
    """Five rows with a column for each game and two of its players, in both orders.

    The rows are the number of the cluster, the player, the opponent, the points of the player
    against the opponent, and the points that were to be had, both in units of 1/_POINT.
    """
    names = sorted({game.cluster for game in games})
    numbers = {name: number for number, name in enumerate(names)}
    blocks = [np.zeros((5, 0), np.intp)]
    for size in {len(game.players) for game in games}:
        alike = [game for game in games if len(game.players) == size]
        cluster = np.array([numbers[game.cluster] for game in alike])
        players = np.array([game.players for game in alike]).T
        places = np.array([game.places for game in alike]).T
        weight = np.full(len(alike), _POINT // (size - 1))
        for one, two in permutations(range(size), 2):
            halves = np.sign(places[two] - places[one]) + 1
            blocks.append(np.stack([cluster, players[one], players[two], weight * halves // 2, weight]))
    return np.concatenate(blocks, axis=1)


def _fit(points: _Array) -> _Array:
    """The most likely strengths, in natural units, by damped Newton.

    The virtual draws make the likelihood strictly concave, so that the only maximum is found from
    anywhere; a step that does not climb is halved.
    """
    strength = np.zeros(len(points))
    likelihood = _likelihood(points, strength)
    enough = _GRADIENT * (1 + float(points.sum(axis=1).max()))
    for _ in range(_STEPS):
        gradient = _gradient(points, strength)
        if float(np.abs(gradient).max()) <= enough:
            break
        step = np.linalg.solve(_information(points, strength), gradient)
        while (climbed := _likelihood(points, strength + step)) < likelihood and step.any():
            step /= 2
        strength, likelihood = strength + step, climbed
    return strength


def _likelihood(points: _Array, strength: _Array) -> float:
    """The logarithm of it, virtual draws included."""
    behind = strength[None, :] - strength[:, None]
    virtual = np.logaddexp(0, strength) + np.logaddexp(0, -strength)
    return -float((points * np.logaddexp(0, behind)).sum() + _PHANTOM_DRAWS / 2 * virtual.sum())


def _gradient(points: _Array, strength: _Array) -> _Array:
    surplus = points - (points + points.T) * _chances(strength)
    virtual: _Array = _PHANTOM_DRAWS * (0.5 - _logistic(strength))
    gradient: _Array = surplus.sum(axis=1) + virtual
    return gradient


def _information(points: _Array, strength: _Array) -> _Array:
    """The Fisher information: minus the second derivatives of the log likelihood."""
    chances = _chances(strength)
    between = (points + points.T) * chances * chances.T
    alone = _logistic(strength)
    own = between.sum(axis=1) + _PHANTOM_DRAWS * alone * (1 - alone)
    information: _Array = np.diag(own) - between
    return information


def _chances(strength: _Array) -> _Array:
    """[i, j]: the expected score of i against j."""
    return _logistic(strength[:, None] - strength[None, :])


def _logistic(x: _Array) -> _Array:
    odds = np.exp(-np.abs(x))  # at most 1, so that nothing overflows
    chance: _Array = np.where(x >= 0, 1, odds) / (1 + odds)
    return chance


def _half_widths(tally: _Tally, strength: _Array) -> _Array:
    """Half of each 95 % interval, in natural units."""
    centring = np.eye(len(strength)) - 1 / len(strength)
    inverse = centring @ np.linalg.inv(_information(tally.points, strength))
    fisher = np.diag(inverse @ centring)
    robust = _sandwich(tally, strength, inverse)
    clusters = tally.clusters_of_each()
    usable = (clusters >= FEW_CLUSTERS) & (robust > _VANISHED * fisher)
    if not _all_connected(tally.points):
        usable[:] = False
    quantile = np.where(usable, _student_975(np.maximum(clusters - 1, 1)), _NORMAL_975)
    half_widths: _Array = quantile * np.sqrt(np.maximum(np.where(usable, robust, fisher), 0))
    return half_widths


def _sandwich(tally: _Tally, strength: _Array, inverse: _Array) -> _Array:
    """The variance of each strength from how much the clusters' surpluses scatter (CR1)."""
    number = tally.clusters()
    if number < 2:
        return np.zeros(len(strength))
    expected = tally.played * _chances(strength)[tally.first, tally.second]
    surplus = np.zeros((number, len(strength)))
    np.add.at(surplus, (tally.cluster, tally.first), tally.scored - expected)
    moved = surplus @ inverse.T
    variance: _Array = (moved**2).sum(axis=0) * number / (number - 1)
    return variance


def _all_connected(points: _Array) -> bool:
    """Whether of all who played, everybody scored against everybody, directly or through others."""
    played = np.flatnonzero((points + points.T).any(axis=1))
    edges = (points[np.ix_(played, played)] > 0) | np.eye(len(played), dtype=bool)
    for _ in range(len(played).bit_length()):
        edges = (edges.astype(float) @ edges.astype(float)) > 0
    return bool(edges.all())


def _student_975(degrees: _Integers) -> _Array:
    """The 97.5 % point of Student's t, by its expansion round the normal one.

    Abramowitz and Stegun 26.7.5; within 0.001 for the 9 or more degrees it is used with.
    """
    x = _NORMAL_975
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
    quantile: _Array = x + first / degrees + second / degrees**2 + third / degrees**3
    return quantile
