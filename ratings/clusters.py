"""How much the clusters scatter round a fit: the middle of the sandwich of the clustered errors.

The games of a cluster are not independent of each other, so it is one observation: the surplus of
each parameter, which is its part of the gradient. It does not know names or what a cluster is.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.cluster_sums import ClusterSums, Duels
from ratings.counts import Array, Counts, add_transposed
from ratings.members import Members
from ratings.pairs import Pairs
from ratings.tally import Tally

__all__ = ["Scatter"]

_Integers: TypeAlias = NDArray[np.int64]

_DUEL = (2, 0)
"""The first seat of games of two."""


@dataclass(frozen=True, eq=False)
class Scatter:
    """The clusters of a tally round a fit."""

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
    def of(cls, tally: Tally, order: _Integers, counts: Counts, parameters: Array) -> "Scatter":
        """The scatter of `tally` round `parameters` of `counts`, which has the players in `order`.

        The sums are made in an order of the clusters that depends on their games alone.
        """
        sums = ClusterSums.of(tally.clusters, Pairs.blocks(tally, order, counts, parameters))
        products, moments = _of_duels(sums.duels(), counts)
        if not sums.duel.all():
            blocks = Pairs.blocks(tally, order, counts, parameters)
            others = Pairs.joined([block.where(~sums.duel[block.cluster]) for block in blocks])
            members = Members.of(others, sums.in_order, counts)
            products += members.products()
            moments += members.moments()
        return cls(products, tally.clusters, moments[0].astype(np.int64), _degrees(*moments))


def _of_duels(blocks: Iterable[Duels], counts: Counts) -> tuple[Array, Array]:
    """Products and moments, as those of `Members`."""
    products = np.zeros((counts.players + len(counts.seats),) * 2)
    moments, with_first = np.zeros((2, 3, counts.players)), np.zeros((2, counts.players))
    of_first = 0.0
    for duels in blocks:
        squares = duels.surplus**2
        np.add.at(products.reshape(-1), duels.one * len(products) + duels.two, squares)
        for side, player in enumerate((duels.one, duels.two)):
            moments[side, 0] += np.bincount(player, minlength=counts.players)
            np.add.at(moments[side, 1], player, squares)
            np.add.at(moments[side, 2], player, squares**2)
            np.add.at(with_first[side], player, duels.surplus * duels.of_first)
        of_first += float(duels.of_first @ duels.of_first)
    add_transposed(products)
    of_player = products.sum(axis=1)
    np.negative(products, out=products)
    np.einsum("ii->i", products)[:] += of_player
    if _DUEL in counts.seats:
        _add_seats(
            products, counts.players + counts.seats.index(_DUEL), with_first[0] - with_first[1], of_first
        )
    return products, moments.sum(axis=0)


def _add_seats(products: Array, first: int, with_players: Array, square: float) -> None:
    """The products of the first seat with the players and itself; what it wins the second one loses."""
    number = len(with_players)
    for seat, sign in ((first, 1), (first + 1, -1)):
        products[:number, seat] = products[seat, :number] = sign * with_players
        products[seat, first : first + 2] = [sign * square, -sign * square]


def _degrees(clusters: Array, second: Array, fourth: Array) -> Array:
    """[player]: the degrees of freedom of a sum of squares, from the moments of its terms."""
    spread = fourth - second**2 / np.maximum(clusters, 1)
    most = np.maximum(clusters - 1, 0)
    even = spread * most <= 2 * second**2
    degrees: Array = np.where(even, most, 2 * second**2 / np.where(even, 1, spread))
    return degrees
