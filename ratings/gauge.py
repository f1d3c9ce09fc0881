"""Where the scale of each component begins, since the games tell differences alone.

By parameter: players carry the number of their component, the seats of games of one size a number too.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array

__all__ = ["Gauge"]


@dataclass(frozen=True, eq=False)
class Gauge:
    """Of each group of parameters a weighted mean, and what it is to be."""

    labels: NDArray[np.int64]
    """[parameter]: the group; components of players from 0, in the order of their first players."""
    weights: Array
    """[parameter]: its part in the mean of its group, a group adding up to 1."""
    targets: Array
    """[group]: what the mean is to be."""

    @classmethod
    def of(
        cls,
        components: NDArray[np.int64],
        strong: NDArray[np.int64],
        sizes: NDArray[np.int64],
        anchors: Mapping[int, float],
    ) -> "Gauge":
        """The gauge of a fit.

        Args:
            components: [player]: the component.
            strong: [player]: the strong component.
            sizes: [seat effect]: how many players its games have.
            anchors: what some players are to be, by index.
        """
        groups = int(components.max(initial=-1)) + 1
        chosen, targets = np.zeros(len(components)), np.zeros(groups + len(sizes))
        for group in range(groups):
            members = np.flatnonzero(components == group)
            anchored = [player for player in members.tolist() if player in anchors]
            if anchored:
                targets[group] = sum(anchors[player] for player in anchored) / len(anchored)
            chosen[np.array(anchored, np.int64) if anchored else _main(members, strong)] = 1
        _, seats = np.unique(sizes, return_inverse=True)
        labels = np.concatenate([components, groups + seats])
        weights = np.concatenate([chosen, np.ones(len(sizes))])
        return cls(labels, weights / np.bincount(labels, weights)[labels], targets)

    def applied(self, parameters: Array) -> Array:
        """The parameters, each group moved so that its mean is what it is to be."""
        return parameters - self.means(parameters)[self.labels] + self.targets[self.labels]

    def means(self, rows: Array) -> Array:
        """[group, ...]: the weighted means over the first dimension of `rows`."""
        summing = np.zeros((int(self.labels.max(initial=-1)) + 1, len(self.labels)))
        summing[self.labels, np.arange(len(self.labels))] = self.weights
        means: Array = summing @ rows
        return means

    def projected(self, matrix: Array) -> Array:
        """The rows of a matrix less the mean row of their group."""
        projected: Array = self.means(matrix).take(self.labels, axis=0)
        return np.subtract(matrix, projected, out=projected)

    def reference(self, group: int) -> NDArray[np.int64]:
        """The players whose mean a component is measured from."""
        return np.flatnonzero((self.labels == group) & (self.weights > 0))


def _main(members: NDArray[np.int64], strong: NDArray[np.int64]) -> NDArray[np.int64]:
    """The largest part of a component that points in both directions hold together; else all of it."""
    labels, sizes = np.unique(strong[members], return_counts=True)
    largest = sizes.max()
    if largest == 1 or (sizes == largest).sum() > 1:
        return members
    main: NDArray[np.int64] = members[strong[members] == labels[np.argmax(sizes)]]
    return main
