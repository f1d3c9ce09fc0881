"""A fit as it is shown: careful where clusters are few, and nowhere at odds with its own bounds.

The fit itself is that of `ratings.solution`, whatever the model. Here its uncertainty and its bounds learn
how few the clusters are. And a rating that only the prior has made, which leans towards the others, is moved
to its bound if it would be beyond; then all whom the games put on the far side of the player are moved at
least as far, so that nobody is overtaken.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ratings.bounds import Bounds
from ratings.caution import caution, doubt, games_of_seats, points_apart
from ratings.counts import Array
from ratings.fit import Rating, inside, rounded
from ratings.graph import reached
from ratings.solution import Solution
from ratings.tally import Tally
from ratings.uncertainty import Uncertainty

__all__ = ["CautiousSolution"]


@dataclass(frozen=True, eq=False)
class CautiousSolution(Solution):
    """A fit with its players in canonical order, and what is shown of it."""

    @classmethod
    def of(
        cls, tally: Tally, seats: bool, anchors: Mapping[str, float], prior_draws: float
    ) -> "CautiousSolution":
        """Fit the pairs of a tally, as `Solution.of` does."""
        solution = super().of(tally, seats, anchors, prior_draws)
        assert isinstance(solution, cls), "it is made by the class that is asked"
        return solution

    def rating(self, name: int) -> Rating:
        """The row of a player, given by its index by name."""
        row = self._rows[name]
        if row.bound not in ("<", ">"):
            return row
        value = rounded(float(self.strengths[self.rank[name]]))
        return replace(row, rating=inside(value, row.low, row.high))

    @cached_property
    def strengths(self) -> Array:
        """[player]: the ratings, not rounded."""
        moved: Array = self.points[: len(self.rank)] + self._moves
        return moved

    @cached_property
    def _rows(self) -> list[Rating]:
        """By name the ratings, some of which may be beyond their bounds."""
        return [Solution.rating(self, name) for name in range(len(self.rank))]

    @cached_property
    def _moves(self) -> Array:
        """[player]: how far it is moved."""
        graph, moves = self.bounds.graph, np.zeros(len(self.rank))
        for row, player in zip(self._rows, self.rank.tolist(), strict=True):
            one, value = np.arange(len(moves)) == player, float(self.points[player])
            way = inside(value, row.low, row.high) - value if row.bound in ("<", ">") else 0.0
            if way > 0:
                moves = np.where(reached(graph.T, one), np.maximum(moves, way), moves)
            elif way < 0:
                moves = np.where(reached(graph, one), np.minimum(moves, way), moves)
        return moves

    @cached_property
    def uncertainty(self) -> Uncertainty:
        """Of all parameters, in points."""
        return self._wary(super().uncertainty)

    def _wary(self, uncertainty: Uncertainty) -> Uncertainty:
        """The same where the model allows for how few the clusters are."""
        games, seats = np.array(self.summary[0], float), games_of_seats(self.model.counts)
        clusters = uncertainty.clusters
        factors = np.sqrt(caution(clusters, np.append(games, seats) / np.maximum(clusters, 1)))
        if (factors == 1).all():
            return uncertainty
        return replace(uncertainty, fisher=uncertainty.fisher * factors * factors[:, None])

    def surprises(self, uncertainty: Uncertainty) -> Array:
        """[player]: how many standard errors of the model it is away from what its component begins at."""
        number = len(self.rank)
        away = np.abs(self.points[:number] - self.gauge.targets[self.groups])
        errors = np.sqrt(np.maximum(np.diag(uncertainty.fisher)[:number], 0))
        return np.divide(away, errors, out=np.zeros(number), where=errors > 0)

    @cached_property
    def bounds(self) -> Bounds:
        """Of the strengths."""
        doubtful = doubt(self.scatter.of_player)
        stacked = points_apart(self.tally, self.rank, self.strong, doubtful > 0)
        return replace(super().bounds, doubt=doubtful, stacked=stacked)
