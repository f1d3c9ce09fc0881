"""Who can be compared with whom: components of the graph of who scored against whom.

A graph is a square matrix of bools, [i, j] being an edge from i to j. It knows no points.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Graph", "components", "reached", "strong_components"]

Graph: TypeAlias = NDArray[np.bool_]
_Set: TypeAlias = NDArray[np.bool_]
_Labels: TypeAlias = NDArray[np.int64]


def reached(graph: Graph, start: _Set, within: _Set | None = None) -> _Set:
    """All that can be reached from any of `start`, itself included, by edges inside `within`."""
    inside = np.ones(len(graph), bool) if within is None else within
    seen = start & inside
    frontier = seen
    while frontier.any():
        frontier = graph[frontier].any(axis=0) & inside & ~seen
        seen = seen | frontier
    return seen


def components(graph: Graph) -> _Labels:
    """For each vertex the number of its component, whatever the direction of the edges.

    Components are numbered in the order of their first vertices.
    """
    both = graph | graph.T
    labels = np.full(len(graph), -1, np.int64)
    for vertex in range(len(graph)):
        if labels[vertex] < 0:
            labels[reached(both, _only(vertex, len(graph)))] = labels.max() + 1
    return labels


def strong_components(graph: Graph) -> _Labels:
    """For each vertex the number of its strong component: all that it reaches and is reached from.

    Their numbers are in the order of their first vertices. Those of one vertex are peeled off first,
    since real tables have many of them; then sets are split by what one vertex reaches and what
    reaches it. (Fleischer, Hendrickson, Pinar 2000, LNCS 1800:505.)
    """
    labels = np.full(len(graph), -1, np.int64)
    waiting = [np.ones(len(graph), bool)]
    while waiting:
        inside = _peeled(graph, waiting.pop(), labels)
        if not inside.any():
            continue
        pivot = _only(int(np.argmax(inside)), len(graph))
        after = reached(graph, pivot, inside)
        before = reached(graph.T, pivot, inside)
        labels[after & before] = labels.max() + 1
        waiting += [after & ~before, before & ~after, inside & ~after & ~before]
    return _in_order(labels)


def _peeled(graph: Graph, inside: _Set, labels: _Labels) -> _Set:
    """What is left of a set after taking away, time and again, all without edges to or from the rest."""
    while inside.any():
        members = np.flatnonzero(inside)
        edges = graph.take(members, axis=0).take(members, axis=1)
        np.fill_diagonal(edges, False)
        single = members[~(edges.any(axis=0) & edges.any(axis=1))]
        if not len(single):
            break
        labels[single] = labels.max() + 1 + np.arange(len(single))
        inside = inside.copy()
        inside[single] = False
    return inside


def _only(vertex: int, number: int) -> _Set:
    chosen = np.zeros(number, bool)
    chosen[vertex] = True
    return chosen


def _in_order(labels: _Labels) -> _Labels:
    """The same partition, its numbers in the order of the first vertices."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse].astype(np.int64)
