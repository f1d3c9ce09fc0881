"""A sequential test on a tournament of two bots: when it has seen enough, and what it found.

It looks at whole rotations in the order of the schedule, whatever the order in which their games end, and
stops at the first one with which the evidence suffices. So what it finds is a function of the results, and
results of later rotations change nothing. It does not know who plays the games or what is shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import accumulate
from math import inf

import numpy as np

from arena.errors import ConfigError
from arena.tournament.quarantine import quarantined
from arena.tournament.schedule import Schedule
from arena.tournament.standings import GameResult
from ratings.errors import RatingError
from ratings.likelihood_ratio import Model, log_likelihood_ratios
from ratings.rotation_scores import RotationScores
from ratings.sprt import SprtState, Verdict, sprt

__all__ = ["NOTHING", "Ending", "Evidence", "Question", "SprtTest"]

_GAMES = 2
"""Games of a rotation of two bots."""

_NEAR = 1e-6
"""More than a ratio that is computed among many can differ from the same one computed alone."""


class Ending(StrEnum):
    """Why a test is over, if it is."""

    OPEN = "open"
    """It is not: more rotations are needed."""
    ELO0 = "elo0"
    """The verdict is that the difference is `elo0` or less, rather than `elo1`."""
    ELO1 = "elo1"
    """The verdict is that the difference is `elo1` or more, rather than `elo0`."""
    LIMIT = "limit"
    """All rounds are played, and there is no verdict."""
    QUARANTINE = "quarantine"
    """A bot plays no more, and there is no verdict."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a test has seen of the first bot against the second."""

    counts: tuple[int, ...]
    """How many rotations ended with 0, 1/2, 1, 3/2 and 2 points."""
    without_result: int
    """How many have no such score, because one of their games had no contest."""

    @property
    def rotations(self) -> int:
        """How many rotations that is, from the beginning of the schedule."""
        return sum(self.counts) + self.without_result

    def after(self, rotation: Sequence[GameResult]) -> "Evidence":
        """The same with one more rotation."""
        half_points = _half_points(rotation)
        if half_points is None:
            return Evidence(self.counts, self.without_result + 1)
        counts = list(self.counts)
        counts[half_points] += 1
        return Evidence(tuple(counts), self.without_result)


NOTHING = Evidence((0,) * (2 * _GAMES + 1), 0)
"""What a test has seen at its beginning."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a test asks, and how often it may err; the words are those of `ratings.sprt.sprt`.

    Raises:
        ConfigError: no test can ask that.
    """

    elo0: float
    """The difference under the lower hypothesis, in points."""
    elo1: float
    """The difference under the upper hypothesis, in points; more than `elo0`."""
    alpha: float = 0.05
    """How often `elo1` may be accepted although `elo0` is true."""
    beta: float = 0.05
    """How often `elo0` may be accepted although `elo1` is true."""
    model: Model = "logistic"
    """What the points mean."""

    def __post_init__(self) -> None:
        try:
            self.state(NOTHING)
        except RatingError as error:
            raise ConfigError(str(error)) from None

    def words_after(self, first: "Question") -> list[str]:
        """At most one sentence: that the games were begun for another question."""
        changed = [
            f"{name} was {_shown(old)}, is {_shown(new)}"
            for (name, old), new in zip(asdict(first).items(), asdict(self).values(), strict=True)
            if old != new
        ]
        if not changed:
            return []
        return [
            f"the games were begun for another question ({', '.join(changed)}) and are looked at anew; "
            "the error rates hold only for a question that was chosen before its games were seen"
        ]

    def state(self, evidence: Evidence) -> SprtState:
        """Where a test with this evidence stands, wherever it may have stopped before."""
        return sprt(evidence.counts, self.elo0, self.elo1, alpha=self.alpha, beta=self.beta, model=self.model)

    def first_verdict(self, evidence: Sequence[Evidence]) -> tuple[Evidence, SprtState]:
        """The first evidence with a verdict, or else the last; and where the test stands with it.

        Those of which many ratios computed at once say that they are far from a verdict are not looked at.
        """
        for one in self._near_verdict(evidence[:-1]):
            state = self.state(one)
            if state.verdict is not Verdict.OPEN:
                return one, state
        return evidence[-1], self.state(evidence[-1])

    def _near_verdict(self, evidence: Sequence[Evidence]) -> list[Evidence]:
        if not evidence:
            return []
        counts = np.array([one.counts for one in evidence], float)
        scores = np.array(RotationScores.from_counts(NOTHING.counts).scores)
        ratios = log_likelihood_ratios(counts, scores, _GAMES, self.elo0, self.elo1, self.model)
        bounds = self.state(NOTHING)
        near = (ratios <= bounds.lower + _NEAR) | (ratios >= bounds.upper - _NEAR)
        return [one for one, is_near in zip(evidence, near, strict=True) if is_near]


class SprtTest:
    """One test of the first bot of a tournament against the second, which is told the results as they come.

    Args:
        schedule: the games of two bots.
    """

    def __init__(self, question: Question, schedule: Schedule) -> None:
        self._question = question
        self._schedule = schedule
        self._seen: list[GameResult] = []  # of whole rotations, in the order of the schedule
        self.ending = Ending.OPEN
        """Why it is over, if it is."""
        self.evidence = NOTHING
        """What it has seen; if it is over, up to there."""
        self.state = question.state(NOTHING)
        """Where it stands with that."""

    def look(self, results: Mapping[int, GameResult], quarantine: Mapping[int, int]) -> bool:
        """Look at what is known by now; whether no further round can change what the test finds.

        That is so when it is over, and when a bot is in quarantine, since its games do not count any more.

        Args:
            results: by their place in the schedule, as they were played.
            quarantine: the bots that are out for certain, as `quarantined` has them.
        """
        if self.ending is Ending.OPEN:
            new = self._whole_rotations(results)
            if new:
                self._take(new)
        return self.ending is not Ending.OPEN or bool(quarantine)

    def _whole_rotations(self, results: Mapping[int, GameResult]) -> list[list[GameResult]]:
        """Those that follow those seen, up to the first one that is not finished."""
        new, first = [], len(self._seen)
        while all(ordinal in results for ordinal in range(first, first + _GAMES)):
            new.append([results[ordinal] for ordinal in range(first, first + _GAMES)])
            first += _GAMES
        return new

    def _take(self, rotations: Sequence[Sequence[GameResult]]) -> None:
        new = [result for rotation in rotations for result in rotation]
        self._seen += new
        first_out = self._first_out(new)
        counting = [rotation for rotation in rotations if rotation[-1].ordinal < first_out]
        if counting:
            _, *evidence = accumulate(counting, Evidence.after, initial=self.evidence)
            self.evidence, self.state = self._question.first_verdict(evidence)
        if self.state.verdict is not Verdict.OPEN:
            self.ending = Ending(self.state.verdict.value)
        elif first_out < inf:
            self.ending = Ending.QUARANTINE
        elif len(self._seen) == self._schedule.total:
            self.ending = Ending.LIMIT

    def _first_out(self, new: Iterable[GameResult]) -> float:
        """The place in the schedule of the first game that a bot sits out; infinite if there is none."""
        if not any(result.faults for result in new):
            return inf
        return min(quarantined(self._seen, self._schedule).values(), default=inf)


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _half_points(rotation: Iterable[GameResult]) -> int | None:
    """What the first bot got in a rotation: 2 for each game won, 1 for each tie; None without a result."""
    points = 0
    for result in rotation:
        if not result.places:
            return None
        own, other = (result.places[result.bots.index(bot)] for bot in (0, 1))
        points += (own <= other) + (own < other)
    return points
