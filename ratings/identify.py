"""Which seat effects the games can tell, and why not the other ones.

The effects of the seats in games of n can be told if no change of them is the same as a change of the
players' strengths (a rank check on the design, not on the results), and are finite if every seat
scored against every other, directly or through others, and no change of players and seats together makes
all games likelier for ever.
"""

from collections.abc import Container, Iterator

import numpy as np
from numpy.typing import NDArray

from ratings.counts import Array, Counts
from ratings.graph import strong_components
from ratings.newton import Model, solved

__all__ = ["UNLIMITED", "pins", "refusals"]

UNLIMITED = "the games set no limit to what the seats are worth"
"""Why an effect cannot be told that grows for ever as the prior fades."""

_FADING = 1e-3, 1e-6
"""Two priors, in virtual draws, that are as good as none."""

_GROWN = 1.0
"""An effect that grows by more natural units between them has no limit; others hardly move."""

_NULL = 1e-9
"""An eigenvalue below this part of the largest possible is 0 but for rounding."""

_PART = 1e-6
"""A part of a vector of length 1 that is more than rounding."""

_SOME = 32


def refusals(counts: Counts, components: NDArray[np.int64]) -> dict[int, str]:
    """By players of a game: why the effects of its seats cannot be told; sizes that can are not there."""
    unknown = _unidentified(counts, components)
    reasons = {}
    for size in sorted({size for size, _ in counts.seats}):
        if size in unknown:
            reasons[size] = "the players changed their seats too little to tell the seats from the players"
        elif not _all_scored(counts, size):
            reasons[size] = "one of the seats never scored against another"
    return reasons | dict.fromkeys(_unlimited(counts, components, reasons), UNLIMITED)


def pins(counts: Counts, components: NDArray[np.int64], prior_draws: float) -> Array:
    """Ones for each two parameters whose difference alone matters: the seats of games of one size.

    Without a prior also the players of one component. Added to the information they make it regular
    and change nothing else.
    """
    matrix = np.zeros((counts.players + len(counts.seats),) * 2)
    matrix[counts.players :, counts.players :] = _same_size(counts)
    if prior_draws == 0:
        matrix[: counts.players, : counts.players] = components[:, None] == components[None, :]
    return matrix


def _same_size(counts: Counts) -> NDArray[np.bool_]:
    """[effect, effect]: whether it is one of games of the same size."""
    sizes = np.array([size for size, _ in counts.seats])
    return np.asarray(sizes[:, None] == sizes[None, :])


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
    told = told + _same_size(counts)
    values, vectors = np.linalg.eigh(told * scale[:, None] * scale[None, :])
    unseen = np.abs(vectors[:, values < _NULL]).max(axis=1, initial=0)
    return {size for (size, _), part in zip(counts.seats, unseen, strict=True) if part > _PART}


def _unlimited(counts: Counts, components: NDArray[np.int64], refused: Container[int]) -> Iterator[int]:
    """The sizes of games whose seat effects grow for ever as the prior fades."""
    counts = counts.with_seats({size for size, _ in counts.seats if size not in refused})
    doubtful = {size for size, _ in counts.seats if not _held(counts, size)}
    if not doubtful:
        return
    first, second = (Model(counts, draws, pins(counts, components, draws)).likeliest for draws in _FADING)
    for size in doubtful:
        own = [counts.players + place for place, seat in enumerate(counts.seats) if seat[0] == size]
        if first is None or second is None or max(abs(second[own] - first[own])) > _GROWN:
            yield size


def _held(counts: Counts, size: int) -> bool:
    """Whether two players who both scored in both orders hold the seats together, directly or through others.

    It is enough for a limit, and not the only way to one.
    """
    graph = np.zeros((size, size), bool)
    for kind, scored, played in zip(counts.kinds, counts.scored, counts.played, strict=True):
        if kind[0] == size:
            graph[kind[1], kind[2]] = graph[kind[2], kind[1]] = _mixed_both_ways(scored, played)
    return bool((strong_components(graph) == 0).all())


def _mixed_both_ways(scored: Array, played: Array) -> bool:
    """Whether two players both scored in both orders; mostly the games of some players tell."""
    for start in range(0, len(scored), _SOME):
        rows = slice(start, start + _SOME)
        one, other = scored[rows], scored[:, rows].T
        mixed = (one > 0) & (one < played[rows]) & (other > 0) & (other < played[:, rows].T)
        if mixed.any():
            return True
    return False


def _solved(information: Array, column: Array) -> Array:
    solution = solved(information, column)
    assert solution is not None, "components are pinned"
    return solution


def _all_scored(counts: Counts, size: int) -> bool:
    graph = np.zeros((size, size), bool)
    for kind, scored, played in zip(counts.kinds, counts.scored, counts.played, strict=True):
        if kind[0] == size:
            graph[kind[1], kind[2]] = (scored > 0).any()
            graph[kind[2], kind[1]] = (scored < played).any()
    return bool((strong_components(graph) == 0).all())
