"""Clusters of any number of players: the products of their surpluses.

A cluster is the surplus of each of its players and of each seat. It does not know games.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array, Counts
from ratings.pairs import FIXED, Pairs
from ratings.tally import KINDS

__all__ = ["Members"]

_Integers: TypeAlias = NDArray[np.int64]

_FEW_PLAYERS = 64
_SMALL_CLUSTER = 8
_CHUNK = 4_000_000


@dataclass(frozen=True, eq=False)
class Members:
    """Every cluster with each of its players, by cluster and player."""

    players: int
    """How many players there are."""
    cluster: _Integers
    """[member]: the cluster."""
    player: _Integers
    """[member]: the player."""
    surplus: Array
    """[member]: how much more the player scored in the cluster than expected."""
    by_seat: Array
    """[effect, cluster]: the surplus of each seat effect."""

    @classmethod
    def of(cls, pairs: Pairs, order: _Integers, counts: Counts) -> "Members":
        """The clusters of some pairs, numbered in the order given."""
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        cluster = place[pairs.cluster]
        bits = max(counts.players - 1, 1).bit_length()
        key, by_key = _sorted(np.concatenate([cluster << bits | pairs.first, cluster << bits | pairs.second]))
        starts = np.flatnonzero(np.diff(key, prepend=-1))
        total = np.add.reduceat(np.concatenate([pairs.surplus, -pairs.surplus])[by_key], starts)
        key = key[starts]
        by_seat = _by_seat(pairs, cluster, len(order), counts.seats)
        return cls(counts.players, key >> bits, key & ((1 << bits) - 1), total / FIXED, by_seat)

    def products(self) -> Array:
        """[parameter, parameter]: the sum over the clusters."""
        number = self.players
        products = np.empty((number + len(self.by_seat),) * 2)
        products[:number, :number] = self._between()
        for effect, column in enumerate(self.by_seat):
            part = np.bincount(self.player, self.surplus * column[self.cluster], number)
            products[:number, number + effect] = products[number + effect, :number] = part
        products[number:, number:] = self.by_seat @ self.by_seat.T
        return products

    def moments(self) -> Array:
        """[3, player]: the number of clusters, the sums of second and of fourth powers of surpluses."""
        squares = self.surplus**2
        powers = (None, squares, squares**2)
        return np.array([np.bincount(self.player, power, self.players) for power in powers])

    def _between(self) -> Array:
        """[player, player]: the sum over the clusters."""
        number = self.players
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


def _sorted(key: _Integers) -> tuple[_Integers, _Integers]:
    """The keys, sorted, and the index of each; faster with both in one number, where there is room."""
    bits = len(key).bit_length()
    if int(key.max(initial=0)).bit_length() + bits > 62:
        order = np.argsort(key, kind="stable")
        return key[order], order
    both = np.sort((key << bits) | np.arange(len(key)))
    return both >> bits, both & ((1 << bits) - 1)


def _by_seat(pairs: Pairs, cluster: _Integers, clusters: int, seats: tuple[tuple[int, int], ...]) -> Array:
    """[effect, cluster]: the surplus of each seat effect."""
    by_seat = np.zeros((len(seats), clusters))
    for effect, (size, seat) in enumerate(seats):
        if seat == size - 1:  # it loses what the others win
            by_seat[effect] = -by_seat[effect - seat : effect].sum(axis=0)
        else:
            sign = np.array([(kind[0] == size) * ((kind[1] == seat) - (kind[2] == seat)) for kind in KINDS])
            by_seat[effect] = np.bincount(cluster, pairs.surplus * sign[pairs.kind], clusters)
    return by_seat / FIXED


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
