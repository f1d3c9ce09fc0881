"""Which seat effects the games can tell, and why not the other ones.

The effects of the seats in games of n can be told if no change of them is the same as a change of the
players' strengths (a rank check on the design, not on the results), and are finite if every seat
scored against every other, directly or through others.
"""

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array, Counts
from ratings.graph import strong_components
from ratings.newton import solved

__all__ = ["pins", "refusals"]

_NULL = 1e-9
"""An eigenvalue below this part of the largest possible is 0 but for rounding."""

_PART = 1e-6
"""A part of a vector of length 1 that is more than rounding."""


def refusals(counts: Counts, components: NDArray[np.int64]) -> dict[int, str]:
    """By players of a game: why the effects of its seats cannot be told; sizes that can are not there."""
    unknown = _unidentified(counts, components)
    reasons = {}
    for size in sorted({size for size, _ in counts.seats}):
        if size in unknown:
            reasons[size] = "the players changed their seats too little to tell the seats from the players"
        elif not _all_scored(counts, size):
            reasons[size] = "one of the seats never scored against another"
    return reasons


def pins(counts: Counts, components: NDArray[np.int64], prior_draws: float) -> Array:
    """Ones for each two parameters whose difference alone matters: the seats of games of one size.

    Without a prior also the players of one component. Added to the information they make it regular
    and change nothing else.
    """
    sizes = np.array([size for size, _ in counts.seats])
    matrix = np.zeros((counts.players + len(sizes),) * 2)
    matrix[counts.players :, counts.players :] = sizes[:, None] == sizes[None, :]
    if prior_draws == 0:
        matrix[: counts.players, : counts.players] = components[:, None] == components[None, :]
    return matrix


def _unidentified(counts: Counts, components: NDArray[np.int64]) -> set[int]:
    """The sizes of games whose seat effects have a part in a change of parameters that nothing shows."""
    if not counts.seats:
        return set()
    shared, told = counts.unresolved()
    scale = 1 / np.sqrt(np.diag(told))
    if shared.any():  # it is 0 where every player had every seat equally often
        even = counts.information(np.full(counts.played.shape, 0.5))[: counts.players, : counts.players]
        even += components[:, None] == components[None, :]
        told = told - shared.T @ np.stack([_solved(even, column) for column in shared.T], axis=1)
    told = told + pins(counts, components, 1)[counts.players :, counts.players :]
    values, vectors = np.linalg.eigh(told * scale[:, None] * scale[None, :])
    unseen = np.abs(vectors[:, values < _NULL]).max(axis=1, initial=0)
    return {size for (size, _), part in zip(counts.seats, unseen, strict=True) if part > _PART}


def _solved(information: Array, column: Array) -> Array:
    solution = solved(information, column)
    assert solution is not None, "components are pinned"
    return solution


def _all_scored(counts: Counts, size: int) -> bool:
    graph = np.zeros((size, size), bool)
    for kind, scored, played in zip(counts.kinds, counts.scored, counts.played, strict=True):
        if kind[0] == size:
            graph[kind[1], kind[2]] = scored.sum() > 0
            graph[kind[2], kind[1]] = (played - scored).sum() > 0
    return bool((strong_components(graph) == 0).all())
