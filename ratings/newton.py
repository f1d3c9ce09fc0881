"""The most likely parameters of a Bradley-Terry model, by damped Newton.

Virtual draws of each player against a phantom at 0 keep it finite. It does not know names, clusters
or where the scale is shown to begin.
"""

from dataclasses import dataclass
from functools import cached_property
from math import pi, sqrt

import numpy as np

from ratings.counts import Array, Counts, logistic

__all__ = ["Model", "Point", "inverse", "solved"]

_STEPS = 200
_LAST_STEP = 1e-9
"""Natural units: Newton squares what is missing, so that a step this short is the last one."""

_LEFT = 0.01
"""So is one after which less than this part of a last step is missing; see `_missing`."""

_LARGE = 200
"""More parameters than this are worth an attempt without elimination."""

_CONJUGATE_STEPS = 40
_RESIDUAL = 1e-10

_ROUGH = 1e-3
"""The part of a step that may be missing after one of the length 1; it goes with the square of the length."""

_LONG = 10.0
"""Natural units: a longer step is no reason to solve for the next one with less care."""

_FLATTEST = 0.75

_OVERSHOT = 0.25
"""The most that may be left of the slope along a step, downwards, before it is halved."""


@dataclass(frozen=True, eq=False)
class Model:
    """Counts with a prior."""

    counts: Counts
    """What was played."""
    prior_draws: float
    """How many virtual draws each player has against the phantom at 0."""
    pins: Array
    """What makes the information regular: ones for each two parameters that only matter together."""

    @cached_property
    def first_pin(self) -> int:
        """The first parameter that has a pin, if there are any; mostly it is that of a seat."""
        return int(np.argmax(self.pins.any(axis=1))) if len(self.pins) else 0

    @property
    def likeliest(self) -> Array | None:
        """The parameters, in natural units; None if there is no finite maximum."""
        top = self.top
        return None if top is None else top.parameters

    @cached_property
    def top(self) -> "Point | None":
        """Where the likelihood is largest; None if there is no finite maximum.

        The likelihood is concave, so the one maximum is found from anywhere.
        """
        here, longest = self.at(self._start()), 1.0
        for _ in range(_STEPS):
            rough = max(_ROUGH * min(longest, _LONG) ** 2, _RESIDUAL)
            step = solved(here.information(), here.gradient, rough)
            if step is None:
                return None
            length, slope = 1.0, float(step @ here.gradient)
            there = self.at(here.parameters + step)
            while (
                float(step @ there.gradient) < -_OVERSHOT * slope and np.abs(step).max() > _LAST_STEP / length
            ):
                length /= 2
                there = self.at(here.parameters + length * step)
            here, last, longest = there, longest, length * float(np.abs(step).max(initial=0))
            if longest <= _LAST_STEP or _missing(last, longest, rough) <= _LEFT * _LAST_STEP:
                return here
        return None

    def _start(self) -> Array:
        """Strengths and seats at which each has about its score against a field like the one there is.

        Against opponents whose strengths scatter normally with the variance s the logit of the score
        is strength / sqrt(1 + pi s / 8). (MacKay 1992, Neural Comput. 4:720.) Between two such players
        the variance of the difference is 2 s.
        """
        counts = self.counts
        logits = _logits(counts.outcome.scored, counts.outcome.lost)
        flattened = min(pi / 8 * float(logits.var()) if len(logits) else 0.0, _FLATTEST)
        scored, played = counts.scored.sum(axis=(1, 2)), counts.played.sum(axis=(1, 2))
        ahead = _logits(scored, played - scored) * sqrt((1 + flattened) / (1 - flattened))
        sizes = np.array([size for size, _ in counts.seats])
        return np.concatenate([logits / sqrt(1 - flattened), counts.design.T @ ahead / sizes])

    def at(self, parameters: Array) -> "Point":
        """The model at some parameters."""
        return Point(self, parameters)


@dataclass(frozen=True, eq=False)
class Point:
    """A model at some parameters."""

    model: Model
    """What it is a point of."""
    parameters: Array
    """Strengths and seat effects, in natural units."""

    @property
    def chances(self) -> Array:
        """[layer, i, j]: the expected score of i against j."""
        return self.model.counts.chances(self.parameters)

    @property
    def gradient(self) -> Array:
        """The first derivatives of the log likelihood, the prior included."""
        return self._derivatives[0]

    def information(self) -> Array:
        """Minus the second derivatives, the prior and the pins included; regular."""
        return self._derivatives[1]

    @cached_property
    def _derivatives(self) -> tuple[Array, Array]:
        model = self.model
        gradient, information = model.counts.derivatives(self.parameters)
        number, begin = model.counts.players, model.first_pin
        alone = logistic(self.parameters[:number])
        gradient[:number] += model.prior_draws * (0.5 - alone)
        np.einsum("ii->i", information[:number, :number])[:] += model.prior_draws * alone * (1 - alone)
        information[begin:, begin:] += model.pins[begin:, begin:]
        return gradient, information


def _missing(last: float, step: float, rough: float) -> float:
    """About what is missing after two steps of these lengths, in natural units.

    What the first one missed, as a part of it, was in proportion to its length, and so it is with the
    second; but that may have been little by chance. `rough` is the part that was not solved for.
    """
    return step * max(step / last**2 * step, step, rough)


def _logits(won: Array, lost: Array) -> Array:
    return np.asarray(np.log((won + 0.5) / (lost + 0.5)), np.float64)


def inverse(matrix: Array) -> Array:
    """The inverse of a positive definite matrix; large ones by halves, which is mostly multiplication."""
    result = np.empty(matrix.shape)
    _invert(matrix, result)
    return result


def _invert(matrix: Array, result: Array) -> None:
    if len(matrix) <= _LARGE:
        result[:] = np.linalg.inv(matrix)
        return
    half = len(matrix) // 2
    beside, across = matrix[:half, half:], result[:half, half:]
    _invert(matrix[:half, :half], result[:half, :half])
    moved = result[:half, :half] @ beside
    _invert(matrix[half:, half:] - beside.T @ moved, result[half:, half:])
    np.matmul(moved, result[half:, half:], out=across)
    result[:half, :half] += across @ moved.T
    np.negative(across, out=across)
    result[half:, :half] = across.T


def solved(matrix: Array, right: Array, rough: float = _RESIDUAL) -> Array | None:
    """The solution of a system with a positive definite matrix; None if it has none.

    Large ones by conjugate gradients, scaled by the diagonal, which few steps solve where most players
    met, until what is missing is about this part of the solution; else by elimination.
    """
    if not right.any():
        return np.zeros_like(right)
    if len(right) > _LARGE:
        diagonal = np.diag(matrix)
        solution, residual = np.zeros_like(right), right
        direction = scaled = residual / diagonal
        most = np.abs(scaled).max()
        for _ in range(_CONJUGATE_STEPS):
            moved = matrix @ direction
            length = float(residual @ scaled) / float(direction @ moved)
            solution, following = solution + length * direction, residual - length * moved
            rescaled = following / diagonal
            if np.abs(rescaled).max() <= rough * most:
                return solution
            turned = float(following @ rescaled) / float(residual @ scaled)
            direction, residual, scaled = rescaled + turned * direction, following, rescaled
    try:
        return np.asarray(np.linalg.solve(matrix, right), np.float64)
    except np.linalg.LinAlgError:
        return None
