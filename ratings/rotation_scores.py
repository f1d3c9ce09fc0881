"""The scores of one player against another, rotation by rotation: what an SPRT looks at.

The games of a rotation are one deal with the seats rotated, so they are not independent of each
other, and only rotations can be counted. With one game a rotation the counts are losses, draws and
wins; with two they are known as the pentanomial. Which game it is and who plays does not matter.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from ratings.errors import RatingError, shown
from ratings.results import GameResult
from ratings.values import is_whole, is_within

__all__ = ["RotationScores"]

_MOST = 10**12
"""Rotations that no computer plays; numbers of this size tell one more from one less."""

_MOST_GAMES = 10**6


@dataclass(frozen=True, slots=True)
class RotationScores:
    """How often each possible score of a rotation came about.

    Raises:
        RatingError: fewer than two scores, scores that do not rise or are not 0..1, none on one side
            of one half, counts that are negative or not as many, or fewer than one game a rotation.
    """

    scores: tuple[float, ...]
    """Every score that a rotation can have, rising, as a share of its points from 0 to 1."""
    counts: tuple[int, ...]
    """How many rotations had it, for each of `scores`."""
    games: int
    """How many games of the two one rotation has."""

    def __post_init__(self) -> None:
        _check_scores(self.scores)
        _check_counts(self.counts, len(self.scores))
        if not is_whole(self.games) or not 1 <= self.games <= _MOST_GAMES:
            raise RatingError(f"{shown(self.games)} games in a rotation, expected one or more")

    @classmethod
    def from_counts(cls, counts: Sequence[int]) -> "RotationScores":
        """From counts of evenly spaced scores: three of them are losses, draws and wins.

        A rotation of k games scores 0, 1/2k, ... 1, so that there are 2k+1 counts, the worst first.

        Raises:
            RatingError: an even number of counts, fewer than three, or a negative one.
        """
        if len(counts) < 3 or len(counts) % 2 == 0:
            raise RatingError(f"{len(counts)} counts, expected 2k+1 for rotations of k games: 3, 5, 7, ...")
        steps = len(counts) - 1
        return cls(tuple(step / steps for step in range(len(counts))), tuple(counts), steps // 2)

    @classmethod
    def between(
        cls, results: Iterable[GameResult], player: str, opponent: str, games: int | None = None
    ) -> "RotationScores":
        """The scores of `player` against `opponent` in all games that both played in.

        A rotation with fewer than `games` games of the two is not finished and left out; without
        `games`, the longest rotation there is tells how many it takes.

        Raises:
            RatingError: the two never met, or a rotation has more than `games` games.
        """
        points = _half_points(results, player, opponent)
        if not points:
            raise RatingError(f"{player!r} and {opponent!r} never met")
        longest = max(len(halves) for halves in points)
        if games is not None and longest > games:
            raise RatingError(f"{longest} games in a rotation, expected {games}")
        games = games or longest
        sums = Counter(sum(halves) for halves in points if len(halves) == games)
        return cls.from_counts([sums[half] for half in range(2 * games + 1)])

    @property
    def rotations(self) -> int:
        """How many there are."""
        return sum(self.counts)

    @property
    def mean(self) -> float | None:
        """The mean score, 0..1; None without rotations."""
        if not self.rotations:
            return None
        pairs = zip(self.scores, self.counts, strict=True)
        return sum(score * count for score, count in pairs) / self.rotations

    @property
    def variance(self) -> float | None:
        """How much the score of a rotation scatters, per rotation; None without rotations."""
        mean = self.mean
        if mean is None:
            return None
        pairs = zip(self.scores, self.counts, strict=True)
        return sum((score - mean) ** 2 * count for score, count in pairs) / self.rotations

    @property
    def standard_error(self) -> float | None:
        """Of the mean; None without rotations and where all had the same score, which says nothing."""
        variance = self.variance
        return sqrt(variance / self.rotations) if variance else None


def _half_points(results: Iterable[GameResult], player: str, opponent: str) -> list[list[int]]:
    """By rotation, and game without one: 2 for each game won, 1 for each tie and 0 for each lost."""
    if player == opponent:
        raise RatingError(f"{player!r} against itself, expected two players")
    alone: list[list[int]] = []
    together: defaultdict[str, list[int]] = defaultdict(list)
    for result in results:
        if player in result.players and opponent in result.players:
            own = result.places[result.players.index(player)]
            other = result.places[result.players.index(opponent)]
            half = 1 + (own < other) - (own > other)
            if result.rotation:
                together[result.rotation].append(half)
            else:
                alone.append([half])
    return alone + list(together.values())


def _check_scores(scores: tuple[float, ...]) -> None:
    if any(not is_within(score, 0, 1) for score in scores):
        raise RatingError(f"scores {shown(scores)}, expected shares from 0 to 1")
    if any(low >= high for low, high in pairwise(scores)):
        raise RatingError(f"scores {scores!r}, expected them to rise")
    if not scores or not scores[0] < 0.5 < scores[-1]:
        raise RatingError(f"scores {scores!r}, expected some below one half and some above")


def _check_counts(counts: tuple[int, ...], scores: int) -> None:
    if len(counts) != scores:
        raise RatingError(f"{len(counts)} counts of {scores} scores, expected as many")
    for count in counts:
        if not is_whole(count) or not 0 <= count <= _MOST:
            raise RatingError(f"count {shown(count)}, expected a whole number, 0 or more, up to {_MOST}")
