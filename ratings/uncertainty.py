"""How sure a fit is: variances of ratings and of differences, and which of two kinds to believe.

The clustered one (sandwich, CR1) looks at how much the clusters scatter and needs no model of it. Where
there is nothing to look at it means nothing: with fewer than two clusters, where the residuals have
vanished because every cluster ended level, and between players that are not held together by points in
both directions. There the Fisher information speaks, with the virtual draws. All in rating points.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.caution import AGREE_BY_CHANCE
from ratings.counts import Array
from ratings.numerics import student_quantile

__all__ = ["FEW_CLUSTERS", "VANISHED", "Uncertainty"]

FEW_CLUSTERS = 50
"""Fewer clusters than this are too few for a clustered error to be reliable."""

VANISHED = 0.01
"""A clustered variance below this part of the Fisher one: the residuals have vanished."""

_SMALL = 100

_Integers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """The joint distribution of the parameters of a fit, in the gauge that it is shown in."""

    fisher: Array
    """[parameter, parameter]: the covariance from the Fisher information and the prior."""
    bread: Array
    """[parameter, parameter]: what one unit of each surplus moves each parameter."""
    products: Array
    """[parameter, parameter]: the products of the surpluses, CR1; not with fewer than two clusters."""
    degrees: Array
    """[parameter]: the degrees of freedom of the clustered variance."""
    clusters: _Integers
    """[parameter]: in how many clusters it had a part."""
    held: _Integers
    """[player]: players with the same number are held together by points in both directions."""

    @cached_property
    def clustered(self) -> Array:
        """[parameter, parameter]: the clustered covariance."""
        return self.bread @ self.products @ self.bread.T

    def of_parameters(self, trusted: NDArray[np.bool_], confidence: float) -> tuple[Array, Array]:
        """The standard error and half the interval of each parameter.

        `trusted` tells those for which the clustered error means something if it is there at all.
        """
        clustered = _quadratic_forms(self.bread, self.products)
        return self._chosen(clustered, np.diag(self.fisher), self.degrees, self.clusters, trusted, confidence)

    def of_differences(self, confidence: Array | float) -> tuple[Array, Array]:
        """[player, player]: the standard error and half the interval of each difference.

        `confidence` may be one number or one for each of the two dimensions to be broadcast.
        """
        number = len(self.held)
        clustered, fisher = (
            np.diag(matrix)[:number, None] + np.diag(matrix)[None, :number] - 2 * matrix[:number, :number]
            for matrix in (self.clustered, self.fisher)
        )
        return self._chosen(
            clustered,
            fisher,
            np.minimum(self.degrees[:number, None], self.degrees[None, :number]),
            np.minimum(self.clusters[:number, None], self.clusters[None, :number]),
            self.held[:, None] == self.held[None, :],
            confidence,
        )

    def of_difference(self, one: int, two: int, confidence: float) -> tuple[float, float]:
        """The standard error and half the interval of the difference between two players."""
        moved = self.bread[one] - self.bread[two]
        fisher = self.fisher[one, one] + self.fisher[two, two] - 2 * self.fisher[one, two]
        error, half = self._chosen(
            np.array([moved @ self.products @ moved]),
            np.array([fisher]),
            np.minimum(self.degrees[[one]], self.degrees[[two]]),
            np.minimum(self.clusters[[one]], self.clusters[[two]]),
            self.held[[one]] == self.held[[two]],
            confidence,
        )
        return float(error[0]), float(half[0])

    def _chosen(
        self,
        clustered: Array,
        fisher: Array,
        degrees: Array,
        clusters: _Integers,
        trusted: NDArray[np.bool_],
        confidence: Array | float,
    ) -> tuple[Array, Array]:
        model = np.sqrt(np.maximum(fisher, 0))
        seen = np.sqrt(np.maximum(clustered, 0))
        usable = trusted & (clusters > 1) & (clustered > VANISHED * fisher)
        few = usable & (clusters < AGREE_BY_CHANCE)  # so the larger of the two kinds of error counts
        normal = model * _quantiles(confidence, np.full_like(model, np.inf))
        half = np.where(usable, seen * _quantiles(confidence, np.where(usable, degrees, np.inf)), normal)
        error = np.where(usable, seen, model)
        return np.where(few, np.maximum(error, model), error), np.where(few, np.maximum(half, normal), half)


def _quadratic_forms(rows: Array, matrix: Array) -> Array:
    """Of each row x the number x M x, M being symmetric; by halves, so that each product is made once."""
    half = len(matrix) // 2
    if half < _SMALL:
        return np.asarray(np.einsum("ij,ij->i", rows @ matrix, rows), np.float64)
    left, right = rows[:, :half], rows[:, half:]
    across: Array = np.einsum("ij,ij->i", left @ matrix[:half, half:], right)
    return (
        _quadratic_forms(left, matrix[:half, :half])
        + _quadratic_forms(right, matrix[half:, half:])
        + 2 * across
    )


def _quantiles(confidence: Array | float, degrees: Array) -> Array:
    """Of each the two-sided quantile of Student's t; the degrees are rounded down."""
    whole = np.minimum(np.floor(degrees), _ENDLESS)
    level, whole = np.broadcast_arrays(np.asarray(confidence), whole)
    pairs, inverse = np.unique(np.stack([level.ravel(), whole.ravel()]), axis=1, return_inverse=True)
    values = [student_quantile((1 + float(level)) / 2, max(float(df), 1.0)) for level, df in pairs.T]
    return np.array(values)[inverse.ravel()].reshape(whole.shape)


_ENDLESS = 1e9
"""Degrees of freedom at which Student's t is the normal distribution."""
