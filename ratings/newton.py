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
"""So is one after which less than this part of a last step is missing: after a and b, b^3 / a^2 is."""

_LARGE = 200
"""More parameters than this are worth an attempt without elimination."""

_CONJUGATE_STEPS = 40
_RESIDUAL = 1e-10

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
            step = solved(here.information(), here.gradient)
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
            if min(longest, longest**3 / last**2 / _LEFT) <= _LAST_STEP:
                return here
        return None

    def _start(self) -> Array:
        """Strengths at which everybody has about its score against a field like the one there is.

        Against opponents whose strengths scatter normally with the variance s the logit of the score
        is strength / sqrt(1 + pi s / 8). (MacKay 1992, Neural Comput. 4:720.)
        """
        points, played = (
            self.counts.points.sum(axis=1),
            (self.counts.points + self.counts.points.T).sum(axis=1),
        )
        logits = np.log((points + 0.5) / (played - points + 0.5))
        flattened = min(pi / 8 * float(logits.var()) if len(logits) else 0.0, _FLATTEST)
        strengths = logits / sqrt(1 - flattened)
        return np.concatenate([strengths, np.zeros(len(self.pins) - len(strengths))])

    def at(self, parameters: Array) -> "Point":
        """The model at some parameters."""
        return Point(self, parameters, self.counts.chances(parameters))


@dataclass(frozen=True, eq=False)
class Point:
    """A model at some parameters."""

    model: Model
    """What it is a point of."""
    parameters: Array
    """Strengths and seat effects, in natural units."""
    chances: Array
    """[layer, i, j]: the expected score of i against j."""

    @cached_property
    def gradient(self) -> Array:
        """The first derivatives of the log likelihood, the prior included."""
        gradient = self.model.counts.gradient(self.chances)
        number = self.model.counts.players
        gradient[:number] += self.model.prior_draws * (0.5 - logistic(self.parameters[:number]))
        return gradient

    def information(self) -> Array:
        """Minus the second derivatives, the prior and the pins included; regular."""
        information = self.model.counts.information(self.chances)
        number = self.model.counts.players
        alone = logistic(self.parameters[:number])
        prior = self.model.prior_draws * alone * (1 - alone)
        np.einsum("ii->i", information[:number, :number])[:] += prior
        if self.model.pins.any():
            information += self.model.pins
        return information


def inverse(matrix: Array) -> Array:
    """The inverse of a positive definite matrix; large ones by halves, which is mostly multiplication."""
    if len(matrix) <= _LARGE:
        return np.asarray(np.linalg.inv(matrix), np.float64)
    half = len(matrix) // 2
    upper, beside = inverse(matrix[:half, :half]), matrix[:half, half:]
    moved = upper @ beside
    lower = inverse(matrix[half:, half:] - beside.T @ moved)
    across = moved @ lower
    return np.block([[upper + across @ moved.T, -across], [-across.T, lower]])


def solved(matrix: Array, right: Array) -> Array | None:
    """The solution of a system with a positive definite matrix; None if it has none.

    Large ones by conjugate gradients, scaled by the diagonal, which few steps solve where most players
    met; else by elimination.
    """
    if not right.any():
        return np.zeros_like(right)
    if len(right) > _LARGE:
        diagonal = np.diag(matrix)
        solution, residual = np.zeros_like(right), right
        direction = scaled = residual / diagonal
        for _ in range(_CONJUGATE_STEPS):
            moved = matrix @ direction
            length = float(residual @ scaled) / float(direction @ moved)
            solution, following = solution + length * direction, residual - length * moved
            if np.abs(following).max() <= _RESIDUAL * np.abs(right).max():
                return solution
            rescaled = following / diagonal
            turned = float(following @ rescaled) / float(residual @ scaled)
            direction, residual, scaled = rescaled + turned * direction, following, rescaled
    try:
        return np.asarray(np.linalg.solve(matrix, right), np.float64)
    except np.linalg.LinAlgError:
        return None
