"""How good a player is at least, or at most, whom the games set no limit on the other side.

One who won everything has no finite most likely rating, but a low one would make the wins unlikely: the
bound is where twice the log likelihood, all other players at their best for it, falls short of its
supremum by the 95 % point. Virtual draws have no part in it. Games count as independent, except where a few
clusters are all there is (see `ratings.caution`), and seat effects are taken as they were fitted.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.caution import EXACT, ONE_SIDED
from ratings.counts import Array, Counts
from ratings.graph import Graph, reached, strong_components
from ratings.landscape import Encounters, Hill, Landscape, Part
from ratings.profile import LargePart, bound_along

__all__ = ["ONE_SIDED", "TWO_SIDED", "Bounds"]

TWO_SIDED = 3.841458820694124
"""The 95 % point of chi-squared with one degree of freedom."""

_LARGE = 200
"""A part of more players is worth a parabola, which is made once."""

_Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Bounds:
    """What is needed to bound any difference."""

    counts: Counts
    """What was played, seat effects known."""
    graph: Graph
    """Who scored against whom."""
    start: Array
    """The strengths of a fit with a prior, in natural units, where the search begins."""
    doubt: Array | None = None
    """[player]: as of `ratings.caution`; None is none."""
    stacked: Array | None = None
    """[player]: the points of a cluster, on average, between players who are apart for ever."""

    def side(self, player: int, others: _Integers) -> str:
        """What the games say of the player against the mean of others.

        "" limits on both sides, ">" a lower one alone, "<" an upper one alone, "?" none.
        """
        rivals = self._strong[others]
        one = np.arange(len(self._order)) == self._strong[player]
        above = bool(reached(self._order, one)[rivals].all())
        below = bool(reached(self._order.T, one)[rivals].all())
        return {(True, True): "", (True, False): ">", (False, True): "<"}.get((above, below), "?")

    def below(self, player: int) -> NDArray[np.bool_]:
        """[player]: whom the player is above for ever.

        Points lead from it to them, directly or through others, and none back.
        """
        own = np.arange(len(self._order)) == self._strong[player]
        below: NDArray[np.bool_] = (reached(self._order, own) & ~own)[self._strong]
        return below

    def bound(self, player: int, others: _Integers, fall: float = ONE_SIDED) -> float:
        """The bound of the player's strength less the mean of the others', in natural units.

        Args:
            player: of a side that is ">" or "<".
            others: whose mean it is compared with.
            fall: how far twice the log likelihood falls from its supremum, but for caution.
        """
        members = self._between(player, others)
        contrast = (members == player) - np.isin(members, others) / len(others)
        sign = 1.0 if self.side(player, others) == ">" else -1.0
        parts, large = self._split(members)
        landscape = Landscape(parts, self._across.among(members, len(self.graph)))
        fall = fall * self._care(player, others, float(landscape.across.played.sum()))
        return bound_along(landscape, contrast, self.start[members], fall, sign, large)

    def _care(self, player: int, others: _Integers, points: float) -> float:
        """How many times as far the log likelihood has to fall because clusters are few.

        `points` are those between players who are apart for ever; no cluster has more of them.
        """
        if self.doubt is None or self.stacked is None:
            return 1.0
        both = [player, *others] if len(others) == 1 else [player]
        doubt, stacked = self.doubt[both], np.clip(self.stacked[both], 1, max(points, 1))
        return float(((1 + (stacked - 1) * doubt) * (1 + (EXACT - 1) * doubt)).max())

    def _between(self, player: int, others: _Integers) -> _Integers:
        """Those who cannot go up or down without limit while the player stays with the others."""
        tied, own, rivals = self._order.copy(), self._strong[player], self._strong[others]
        tied[own, rivals] = tied[rivals, own] = True
        labels = strong_components(tied)[self._strong]
        return np.flatnonzero(labels == labels[player])

    @cached_property
    def _strong(self) -> _Integers:
        """[player]: the number of the part."""
        return strong_components(self.graph)

    @cached_property
    def _order(self) -> Graph:
        """[part, part]: who scored against whom."""
        order = np.zeros((int(self._strong.max(initial=-1)) + 1,) * 2, bool)
        winner, loser = np.nonzero(self.graph)
        order[self._strong[winner], self._strong[loser]] = True
        return order

    @cached_property
    def _pairs(self) -> Encounters:
        return Encounters.of(self.counts)

    @cached_property
    def _across(self) -> Encounters:
        """The pairs of players of different parts."""
        pairs = self._pairs
        return pairs.chosen(self._strong[pairs.first] != self._strong[pairs.second])

    def _hill(self, members: _Integers) -> Hill:
        """The log likelihood of the games among players who are a part."""
        return self._pairs.among(members, len(self.graph))

    def _whole(self, members: _Integers) -> tuple[tuple[_Integers, Part], ...]:
        """The parts of some players, whole ones, by the place of each player among them."""
        labels, sizes = np.unique(self._strong[members], return_counts=True)
        return tuple(
            (np.flatnonzero(self._strong[members] == label), self._part(label))
            for label in labels[sizes > 1].tolist()
        )

    def _split(
        self, members: _Integers
    ) -> tuple[tuple[tuple[_Integers, Part], ...], tuple[_Integers, LargePart] | None]:
        """The same, but the largest by itself if it is a large one."""
        parts = sorted(self._whole(members), key=lambda part: len(part[0]))
        if not parts or len(parts[-1][0]) <= _LARGE:
            return tuple(parts), None
        own, _ = parts.pop()
        return tuple(parts), (own, self._large_part(int(self._strong[members[own[0]]])))

    def _part(self, label: int) -> Part:
        if label not in self._parts:
            own = np.flatnonzero(self._strong == label)
            self._parts[label] = Part.of(self._hill(own), self.start[own])
        return self._parts[label]

    def _large_part(self, label: int) -> LargePart:
        if label not in self._large_parts:
            self._large_parts[label] = LargePart.of(self._part(label))
        return self._large_parts[label]

    @cached_property
    def _parts(self) -> dict[int, Part]:
        """Those that have been asked for, by number."""
        return {}

    @cached_property
    def _large_parts(self) -> dict[int, LargePart]:
        return {}
