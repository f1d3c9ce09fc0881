"""What the pairs of each cluster add up to, and an order of the clusters that is made of their pairs.

It does not know what becomes of the sums.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.canonical import Hash, mixed
from ratings.counts import Array
from ratings.pairs import BLOCK, FIXED, Pairs

__all__ = ["ClusterSums", "Duels"]

_Integers: TypeAlias = NDArray[np.int64]

_BITS = 31
"""Of the number of a player."""


@dataclass(frozen=True, eq=False)
class Duels:
    """Some clusters of two players, who lose what the other one wins."""

    one: _Integers
    """[cluster]: the player with the lower number."""
    two: _Integers
    """[cluster]: the other player."""
    surplus: Array
    """[cluster]: that of the one."""
    of_first: Array
    """[cluster]: that of those who sat first, whoever they were."""


@dataclass(frozen=True, eq=False)
class ClusterSums:
    """Clusters by number."""

    content: Hash
    """[cluster]: a number made of its pairs and how they ended."""
    sums: _Integers
    """[cluster, 4]: the lowest and the highest of its pairs of players, as one number each; the surplus of
    those with the lower number in their pair and that of those who sat first, in parts of 1/FIXED."""

    @classmethod
    def of(cls, clusters: int, blocks: Iterable[Pairs]) -> "ClusterSums":
        """Those of so many clusters, by the pairs that are in them."""
        content, sums = np.zeros(clusters, np.uint64), np.zeros((clusters, 4), np.int64)
        lowest, highest, of_lower, of_first = sums.T
        lowest[:] = np.iinfo(np.int64).max
        for pairs in blocks:
            cluster, first, second = pairs.cluster, pairs.first, pairs.second
            players = np.minimum(first, second) << _BITS | np.maximum(first, second)
            np.minimum.at(lowest, cluster, players)
            np.maximum.at(highest, cluster, players)
            np.add.at(content, cluster, mixed(pairs.content.view(np.uint64)))
            np.add.at(of_lower, cluster, pairs.surplus * (1 - 2 * (first > second)))
            np.add.at(of_first, cluster, pairs.surplus)
        return cls(content, sums)

    @cached_property
    def duel(self) -> NDArray[np.bool_]:
        """[cluster]: whether it has two players only, like most of them in games of two."""
        return np.equal(self.sums[:, 0], self.sums[:, 1])

    @cached_property
    def in_order(self) -> _Integers:
        """The clusters in an order that depends on nothing but what is in them."""
        # most of a content and the index in one number sort faster; those that agree so far rarely differ
        clusters = len(self.content)
        bits = np.uint64(clusters.bit_length())
        both = self.content >> bits << bits
        both |= np.arange(clusters, dtype=np.uint64)
        both.sort()
        order = (both & ((np.uint64(1) << bits) - np.uint64(1))).view(np.int64)
        both >>= bits
        agreeing = np.flatnonzero(both[1:] == both[:-1])
        if (self.content[order[agreeing]] != self.content[order[agreeing + 1]]).any():
            return np.argsort(self.content)
        return order

    def duels(self) -> Iterator[Duels]:
        """The clusters of two players in order, some at a time."""
        order = self.in_order if self.duel.all() else self.in_order[self.duel[self.in_order]]
        for start in range(0, len(order), BLOCK):
            _, players, of_lower, of_first = self.sums.take(order[start : start + BLOCK], axis=0).T
            one, two = players >> _BITS, players & ((1 << _BITS) - 1)
            yield Duels(one, two, of_lower / FIXED, of_first / FIXED)
