"""How much the clusters scatter round a fit: the middle of the sandwich of the clustered errors.

The games of a cluster are not independent of each other, so it is one observation: the surplus of
each parameter, which is its part of the gradient. It does not know names or what a cluster is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.canonical import mixed
from ratings.counts import NO_SEATS, Array, Counts
from ratings.tally import KINDS, WEIGHTS, Tally

__all__ = ["Scatter"]

_Integers: TypeAlias = NDArray[np.int64]

_FIXED = 2.0**40
"""Surpluses are rounded to 1/_FIXED, so that their sums are exact in any order."""

_FEW_PLAYERS = 64
_SMALL_CLUSTER = 8
_CHUNK = 4_000_000


@dataclass(frozen=True, eq=False)
class Scatter:
    """The clusters of a tally round some chances."""

    products: Array
    """[parameter, parameter]: the sum over the clusters of the products of their surpluses."""
    clusters: int
    """How many clusters there are."""
    of_player: _Integers
    """In how many of them each player was."""
    degrees: Array
    """The degrees of freedom of each player's own part, by how even the clusters' parts are.

    Of G clusters at most G - 1, and twice their number where few of them are not level. (The moments of
    a chi-squared variable: Satterthwaite 1946, Biometrics Bull. 2:110.)
    """

    @classmethod
    def of(cls, tally: Tally, order: _Integers, counts: Counts, chances: Array) -> "Scatter":
        """The scatter of the clusters of `tally` round `chances`, which `counts` has in `order`.

        The sums are made in an order of the clusters that depends on their games alone.
        """
        number = counts.players
        rank = np.empty(number, np.int64)
        rank[order] = np.arange(number)
        layers = _layers(counts)
        first, second = rank[tally.first], rank[tally.second]
        cell = (layers * number**2)[tally.kind] + first * number + second
        surplus = tally.halves / 2 - chances.reshape(-1)[cell]
        surplus *= (_FIXED * WEIGHTS)[tally.kind]
        fixed = np.rint(surplus, out=surplus).astype(np.int64)
        clusters = _in_order(tally, cell)
        duels, rest = _split(tally, clusters, first, second, fixed)
        last = [seat if seat == size - 1 else 0 for size, seat in counts.seats]
        by_seat = _by_seat(tally, _signs(counts, layers), fixed, clusters, last)
        products = np.zeros((number + len(by_seat),) * 2)
        products[:number, :number] = duels.products(number) + rest.products(number)
        products[:number, number:] = duels.products_with(by_seat, number) + rest.products_with(
            by_seat, number
        )
        products[number:, :number] = products[:number, number:].T
        products[number:, number:] = by_seat @ by_seat.T
        moments = duels.moments(number) + rest.moments(number)
        return cls(products, tally.clusters, moments[0].astype(np.int64), _degrees(*moments))


@dataclass(frozen=True, eq=False)
class _Members:
    """Every cluster with each of its players, by cluster and player."""

    cluster: _Integers
    player: _Integers
    surplus: Array

    @classmethod
    def of(
        cls, cluster: _Integers, first: _Integers, second: _Integers, fixed: _Integers, number: int
    ) -> "_Members":
        bits = max(number - 1, 1).bit_length()
        key, order = _sorted(np.concatenate([cluster << bits | first, cluster << bits | second]))
        starts = np.flatnonzero(np.diff(key, prepend=-1))
        if not len(starts):
            return cls(key, key, np.zeros(0))
        total = np.add.reduceat(np.concatenate([fixed, -fixed])[order], starts)
        key = key[starts]
        return cls(key >> bits, key & ((1 << bits) - 1), total / _FIXED)

    def products(self, number: int) -> Array:
        """[player, player]: the sum over the clusters."""
        starts = np.flatnonzero(np.diff(self.cluster, prepend=-1))
        sizes = np.diff(starts, append=len(self.cluster))
        total = np.zeros((number, number))
        sparse = sizes <= (_SMALL_CLUSTER if number > _FEW_PLAYERS else 0)
        for size in np.unique(sizes[sparse]):
            members = starts[sizes == size][:, None] + np.arange(size)
            total += _sparse_products(self.player[members], self.surplus[members], number)
        chosen = np.repeat(~sparse, sizes)
        row = (np.cumsum(~sparse) - 1)[np.repeat(np.arange(len(sizes)), sizes)[chosen]]
        return total + _dense_products(row, self.player[chosen], self.surplus[chosen], number)

    def moments(self, number: int) -> Array:
        """[3, player]: the number of clusters, the sums of second and of fourth powers of surpluses."""
        squares = self.surplus**2
        powers = (None, squares, squares**2)
        return np.array([np.bincount(self.player, power, number) for power in powers])

    def products_with(self, by_seat: Array, number: int) -> Array:
        """[player, effect]: the sum over the clusters."""
        total = np.zeros((number, len(by_seat)))
        for effect, column in enumerate(by_seat):
            total[:, effect] = np.bincount(self.player, self.surplus * column[self.cluster], number)
        return total


@dataclass(frozen=True, eq=False)
class _Duels:
    """Clusters of two players, who lose what the other one wins: most of them in games of two."""

    cluster: _Integers
    one: _Integers
    two: _Integers
    surplus: Array
    """Of the one."""

    def products(self, number: int) -> Array:
        """[player, player]: the sum over the clusters."""
        cell = self.one * number + self.two
        total = np.bincount(cell, self.surplus**2, number * number).reshape(number, number)
        both = np.asarray(total + total.T, np.float64)
        return np.diag(both.sum(axis=1)) - both

    def moments(self, number: int) -> Array:
        """[3, player]: as of `_Members`."""
        squares = self.surplus**2
        powers = (None, squares, squares**2)
        return np.array(
            [np.bincount(self.one, power, number) + np.bincount(self.two, power, number) for power in powers]
        )

    def products_with(self, by_seat: Array, number: int) -> Array:
        """[player, effect]: the sum over the clusters."""
        total = np.zeros((number, len(by_seat)))
        for effect, column in enumerate(by_seat):
            part = self.surplus * column[self.cluster]
            total[:, effect] = np.bincount(self.one, part, number) - np.bincount(self.two, part, number)
        return total


def _split(
    tally: Tally, order: _Integers, first: _Integers, second: _Integers, fixed: _Integers
) -> tuple[_Duels, _Members]:
    """The clusters of two players and the other ones, their numbers being places in `order`."""
    cluster, bits = tally.cluster, len(tally.players).bit_length()
    pair = np.minimum(first, second) << bits | np.maximum(first, second)
    pairs = np.zeros(tally.clusters, np.int64)
    pairs[cluster] = pair  # whichever comes last; in a duel it is the only one
    other = cluster[pairs[cluster] != pair]
    duel = np.ones(tally.clusters, bool)
    duel[other] = False
    total = np.bincount(cluster, np.where(first < second, fixed, -fixed), tally.clusters) / _FIXED
    chosen = order[duel[order]] if len(other) else order
    one, two = pairs[chosen] >> bits, pairs[chosen] & ((1 << bits) - 1)
    duels = _Duels(np.flatnonzero(duel[order]), one, two, total[chosen])
    rest = np.flatnonzero(~duel[cluster]) if len(other) else other
    place = np.empty(tally.clusters, np.int64)
    place[order] = np.arange(tally.clusters)
    fields = (place[cluster[rest]], first[rest], second[rest], fixed[rest])
    return duels, _Members.of(*fields, len(tally.players))


def _sorted(key: _Integers) -> tuple[_Integers, _Integers]:
    """The keys, sorted, and the index of each; faster with both in one number, where there is room."""
    bits = len(key).bit_length()
    if int(key.max(initial=0)).bit_length() + bits > 62:
        order = np.argsort(key, kind="stable")
        return key[order], order
    both = np.sort((key << bits) | np.arange(len(key)))
    return both >> bits, both & ((1 << bits) - 1)


def _layers(counts: Counts) -> _Integers:
    """Of each kind of pairs the layer that it is in."""
    number = {kind: layer for layer, kind in enumerate(counts.kinds)}
    return np.array([number.get(kind, number.get(NO_SEATS, 0)) for kind in KINDS], np.int64)


def _in_order(tally: Tally, cell: _Integers) -> _Integers:
    """The clusters in an order that depends on nothing but what is in them."""
    names = np.zeros(tally.clusters, np.uint64)
    np.add.at(names, tally.cluster, mixed((cell * 3 + tally.halves).astype(np.uint64)))
    # most of a name and the index in one number sort faster; names that agree so far are rarely different
    bits = np.uint64(tally.clusters.bit_length())
    both = np.sort(names >> bits << bits | np.arange(tally.clusters, dtype=np.uint64))
    order = (both & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64)
    agreeing = np.flatnonzero(both[1:] >> bits == both[:-1] >> bits)
    if (names[order[agreeing]] != names[order[agreeing + 1]]).any():
        return np.argsort(names)
    return order


def _signs(counts: Counts, layers: _Integers) -> Array:
    """[kind, effect]: how the seats of a pair of that kind count, 1, -1 or 0."""
    return counts.design[layers] if counts.kinds else np.zeros((len(layers), 0))


def _by_seat(tally: Tally, signs: Array, fixed: _Integers, order: _Integers, last: Sequence[int]) -> Array:
    """[effect, cluster]: the surplus of each seat effect, which `signs` has by kind of pair and effect.

    `last` has for each effect how many seats of its games are before it if it is the last one, else 0:
    what the others win it loses.
    """
    surplus = np.zeros((signs.shape[1], tally.clusters))
    for effect, (sign, before) in enumerate(zip(signs.T, last, strict=True)):
        if before:
            surplus[effect] = -surplus[effect - before : effect].sum(axis=0)
        else:
            surplus[effect] = np.bincount(tally.cluster, fixed * sign[tally.kind], tally.clusters)[order]
    return surplus / _FIXED


def _sparse_products(player: _Integers, surplus: Array, number: int) -> Array:
    """Of clusters with the same number of players, [cluster, member]."""
    total = np.zeros(number * number)
    diagonal = np.zeros(number)
    for one in range(player.shape[1]):
        diagonal += np.bincount(player[:, one], surplus[:, one] ** 2, number)
        for two in range(one):  # players are sorted, so this is the lower triangle
            cell = player[:, one] * number + player[:, two]
            total += np.bincount(cell, surplus[:, one] * surplus[:, two], number * number)
    lower = total.reshape(number, number)
    return lower + lower.T + np.diag(diagonal)


def _dense_products(row: _Integers, player: _Integers, surplus: Array, number: int) -> Array:
    """The same by matrices, some clusters at a time."""
    total = np.zeros((number, number))
    rows = int(row.max(initial=-1)) + 1
    size = max(_CHUNK // max(number, 1), 1)
    for begin in range(0, rows, size):
        low, high = np.searchsorted(row, [begin, begin + size])
        table = np.zeros((min(size, rows - begin), number))
        table[row[low:high] - begin, player[low:high]] = surplus[low:high]
        total += table.T @ table
    return total


def _degrees(clusters: Array, second: Array, fourth: Array) -> Array:
    """[player]: the degrees of freedom of a sum of squares, from the moments of its terms."""
    spread = fourth - second**2 / np.maximum(clusters, 1)
    most = np.maximum(clusters - 1, 0)
    even = spread * most <= 2 * second**2
    degrees: Array = np.where(even, most, 2 * second**2 / np.where(even, 1, spread))
    return degrees
