"""The sequential probability ratio test: is one player stronger by `elo1`, or only by `elo0`?

It is looked at after every rotation and stops as soon as the evidence suffices, which takes about half
the games of a test of fixed length. The ratio is the exact generalised one of
`ratings.likelihood_ratio`, so it is the same test for single games, for two games with the seats
exchanged and for rotations of more players. It does not know who plays or where results come from.
(Wald 1945, Ann. Math. Stat. 16:117.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt
from typing import get_args

import numpy as np

from ratings.errors import RatingError, shown
from ratings.likelihood_ratio import Model, log_likelihood_ratios
from ratings.rotation_scores import RotationScores
from ratings.values import SCALE, check_points, expected, is_within

__all__ = ["SprtState", "Verdict", "sprt"]

_FAR = 1000.0
"""Three standard deviations of the score of a game, which nobody needs a test for."""


class Verdict(StrEnum):
    """What the test has to say so far."""

    OPEN = "open"
    """More rotations are needed."""
    ELO0 = "elo0"
    """The difference is `elo0` or less, rather than `elo1`."""
    ELO1 = "elo1"
    """The difference is `elo1` or more, rather than `elo0`."""


_RAREST = 1e-9
"""Rates below are beyond what numbers of this size can tell."""

_CLOSEST = 0.01
"""Points between two hypotheses that a test could tell in this life."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """How far a test has come."""

    rotations: RotationScores
    """What it has seen."""
    elo0: float
    """The lower hypothesis, in points."""
    elo1: float
    """The upper hypothesis, in points."""
    alpha: float
    """How often `elo1` may be accepted although `elo0` is true, 0..1."""
    beta: float
    """How often `elo0` may be accepted although `elo1` is true, 0..1."""
    model: Model
    """What the points of both hypotheses mean."""
    llr: float
    """The log likelihood ratio of `elo1` against `elo0`; 0 at the beginning."""
    lower: float
    """Where `elo0` is accepted."""
    upper: float
    """Where `elo1` is accepted."""
    verdict: Verdict
    """Whether one of the two has been reached, and which."""

    @property
    def games(self) -> int:
        """How many games of the two it has seen."""
        return self.rotations.rotations * self.rotations.games

    @property
    def score(self) -> float | None:
        """The mean score, 0..1; None without rotations."""
        return self.rotations.mean

    @property
    def elo(self) -> float | None:
        """The difference that the mean score stands for, in points; None where that is 0, 1 or nothing.

        A test that stops when it has seen enough exaggerates on average; `ratings.sprt_estimate` does not.
        """
        score = self.rotations.mean
        return None if score is None or not 0 < score < 1 else SCALE * log(score / (1 - score))

    @property
    def normalized_elo(self) -> float | None:
        """The surplus over one half by how much a game scatters, in points of normalized Elo.

        None without rotations and where all had the same score.
        """
        score, variance = self.rotations.mean, self.rotations.variance
        if score is None or not variance:
            return None
        return 2 * SCALE * (score - 0.5) / sqrt(variance * self.rotations.games)


def sprt(
    rotations: RotationScores | Sequence[int],
    elo0: float,
    elo1: float,
    *,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Model = "logistic",
) -> SprtState:
    """Where a test stands after these rotations.

    Args:
        rotations: the scores of the player in question, or how often each of 2k+1 evenly spaced ones came
            about, from all lost to all won: three counts are losses, draws and wins.
        elo0: the difference that the player is not better than under the lower hypothesis, in points.
        elo1: the difference under the upper hypothesis, in points; more than `elo0`.
        alpha: how often `elo1` may be accepted although `elo0` is true.
        beta: how often `elo0` may be accepted although `elo1` is true.
        model: `logistic` points are those of ratings; `normalized` points measure the surplus over one half
            by how much the score of a game scatters, so that a test takes equally long however many
            games end level.

    Raises:
        RatingError: `elo0` is not below `elo1`, a rate is not from 1e-9 to below 0.5, the counts are none or
            beyond 10^12, or a hypothesis is about a score that no rotation can have on average.
    """
    if not isinstance(rotations, RotationScores):
        rotations = RotationScores.from_counts(rotations)
    _check_hypotheses(rotations, elo0, elo1, model)
    lower, upper = _bounds(alpha, beta)
    counts = np.array([rotations.counts], float)
    ratios = log_likelihood_ratios(counts, np.array(rotations.scores), rotations.games, elo0, elo1, model)
    llr = float(ratios[0])
    verdict = Verdict.ELO1 if llr >= upper else Verdict.ELO0 if llr <= lower else Verdict.OPEN
    return SprtState(rotations, elo0, elo1, alpha, beta, model, llr, lower, upper, verdict)


def _bounds(alpha: float, beta: float) -> tuple[float, float]:
    """The ratios at which the test stops."""
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not is_within(rate, _RAREST, 0.5) or rate == 0.5:
            raise RatingError(f"{name} {shown(rate)}, expected a rate from {_RAREST} to below 0.5")
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def _check_hypotheses(rotations: RotationScores, elo0: float, elo1: float, model: Model) -> None:
    if model not in get_args(Model):
        raise RatingError(f"model {shown(model)}, expected {' or '.join(get_args(Model))}")
    check_points("elo0", elo0)
    check_points("elo1", elo1)
    if elo1 - elo0 < _CLOSEST:
        raise RatingError(
            f"elo0 {elo0!r} and elo1 {elo1!r}, expected elo0 below elo1, by {_CLOSEST} at least"
        )
    least, greatest = rotations.scores[0], rotations.scores[-1]
    for elo in (elo0, elo1):
        if model == "logistic" and not least < expected(elo) < greatest:
            raise RatingError(f"elo {elo!r} means a score that no rotation can have on average")
        if model == "normalized" and abs(elo) > _FAR:
            raise RatingError(f"elo {elo!r}, expected at most {_FAR:g} points of normalized elo")
