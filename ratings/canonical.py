"""An order of the players that depends on what they did and not on their names.

Sums of floats depend on the order of the terms. With the players in this order a fit gives the same
bits whatever they are called. It is found by refining colours: players of one colour that did
different things to the colours of others get different ones.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array, Counts

__all__ = ["Hash", "canonical_order", "mixed"]

Hash: TypeAlias = NDArray[np.uint64]

_ODD = np.uint64(0xDA942042E4DD58B5)

_PARTS = 5040
"""What each number in the counts is a whole multiple of, when divided by it: halves of 1/1 to 1/10."""

_CHOICES = 64
"""How many players that nothing tells apart are told apart one by one; the others all at once."""


def mixed(x: Hash) -> Hash:
    """The numbers scrambled, one to one (SplitMix64: Steele, Lea, Flood 2014, OOPSLA:453)."""
    x = x * np.uint64(0x9E3779B97F4A7C15)
    x += np.uint64(0xD1B54A32D192ED03)
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return x


def canonical_order(counts: Counts) -> NDArray[np.int64]:
    """The players, as indices, in an order made from the counts; the given one decides among equals."""
    colours = _totals(counts)
    if len(np.unique(colours)) < len(colours):
        colours = _told_apart(_edges(counts), colours)
    return np.lexsort((np.arange(counts.players), colours))


def _totals(counts: Counts) -> Hash:
    """Of each player its points and games in every layer and seat, as a number; mostly they differ."""
    colours = np.zeros(counts.players, np.uint64)
    for matrix in (counts.scored, counts.played):
        for axis in (1, 2):
            for sums in _rounded_sums(matrix, axis):
                colours = mixed(colours + sums)
    return colours


def _rounded_sums(matrix: Array, axis: int) -> Hash:
    """[layer, player]: sums that do not depend on the order of the terms, which are parts of 5040."""
    return np.asarray(np.rint(_PARTS * matrix.sum(axis=axis)), np.uint64)


def _told_apart(edges: Hash, colours: Hash) -> Hash:
    """The colours refined until all differ, or until nothing tells the players apart any more."""
    colours = _refined(edges, colours)
    for _ in range(_CHOICES):
        twin = _first_twin(edges, colours)
        if twin is None:
            break
        colours = colours.copy()
        colours[twin] = mixed(colours[twin : twin + 1])[0]
        colours = _refined(edges, colours)
    return colours


def _edges(counts: Counts) -> Hash:
    """[i, j]: what the two did to each other, as a number; 0 if they did not meet."""
    edges = np.zeros((counts.players,) * 2, np.uint64)
    for kind, scored, played in zip(counts.kinds, counts.scored, counts.played, strict=True):
        seed = np.uint64((kind[0] * 64 + kind[1]) * 64 + kind[2])
        units = scored.view(np.uint64) * _ODD + played.view(np.uint64)  # equal numbers have equal bits
        met = np.where(played > 0, mixed(units * _ODD + seed), np.uint64(0))
        edges += met + met.T * _ODD
    return edges


def _refined(edges: Hash, colours: Hash) -> Hash:
    """The colours, refined until nothing changes."""
    number = len(np.unique(colours))
    while number < len(colours):
        following = mixed(colours) + edges @ mixed(colours ^ np.uint64(0x5DEECE66D))
        finer = len(np.unique(following))
        if finer <= number:
            break
        colours, number = following, finer
    return colours


def _first_twin(edges: Hash, colours: Hash) -> int | None:
    """The first player of the lowest colour that several have who played; None if there is none."""
    values, inverse, sizes = np.unique(colours, return_inverse=True, return_counts=True)
    twins = (sizes[inverse] > 1) & edges.any(axis=1)
    if not twins.any():
        return None
    lowest = colours == values[inverse[twins].min()]
    return int(np.argmax(lowest & twins))
