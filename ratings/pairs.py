"""The pairs of a tally as a fit sees them: what each got above what was expected of it.

Players have numbers that their names have no part in. It does not know what becomes of a surplus.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.counts import NO_SEATS, Array, Counts, chance
from ratings.tally import KINDS, WEIGHTS, Tally

__all__ = ["BLOCK", "FIXED", "Pairs"]

_Integers: TypeAlias = NDArray[np.int64]

FIXED = 2.0**40
"""Surpluses are whole numbers of 1/FIXED, so that their sums are exact in any order."""

BLOCK = 1 << 15
"""So many numbers and what is made of them stay in the cache."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Some pairs, in no particular order."""

    cluster: _Integers
    """[pair]: the cluster."""
    kind: _Integers
    """[pair]: an index of `KINDS`."""
    first: _Integers
    """[pair]: the player who sat first."""
    second: _Integers
    """[pair]: the other player."""
    content: _Integers
    """[pair]: a number made of its kind, players and result."""
    surplus: _Integers
    """[pair]: what the first got above what was expected, in parts of 1/FIXED."""

    @classmethod
    def blocks(cls, tally: Tally, order: _Integers, counts: Counts, parameters: Array) -> "Iterator[Pairs]":
        """All pairs of a tally, so few at a time that they stay in the cache.

        Expected is what `parameters` of `counts` say, which has the players in `order`.
        """
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        against, behind = counts.odds(parameters)
        number = {kind: layer for layer, kind in enumerate(counts.kinds)}
        layer = np.array([number.get(kind, number.get(NO_SEATS, 0)) for kind in KINDS], np.int64)
        row_of_layer = layer * counts.players
        for start in range(0, len(tally.kind), BLOCK):
            part = slice(start, start + BLOCK)
            kind, halves = tally.kind[part], tally.halves[part]
            first, second = rank[tally.first[part]], rank[tally.second[part]]
            row = row_of_layer[kind]
            surplus = 0.5 * halves - chance(against[first], behind.reshape(-1)[row + second])
            surplus *= (FIXED * WEIGHTS)[kind]
            content = ((row + first) * counts.players + second) * 3 + halves
            fixed = np.rint(surplus).astype(np.int64)
            yield cls(tally.cluster[part], kind, first, second, content, fixed)

    @classmethod
    def joined(cls, blocks: "Sequence[Pairs]") -> "Pairs":
        """The pairs of some blocks, at least one."""
        return cls(*map(np.concatenate, zip(*(block._fields() for block in blocks), strict=True)))

    def where(self, chosen: NDArray[np.bool_]) -> "Pairs":
        """Some of the pairs."""
        return Pairs(*(field[chosen] for field in self._fields()))

    def _fields(self) -> tuple[_Integers, ...]:
        return self.cluster, self.kind, self.first, self.second, self.content, self.surplus
