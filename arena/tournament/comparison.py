"""Two bots beside each other: which is better, how sure that is, and which games say so.

A pure function of a set of games; it knows neither screens nor where the games came from.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import ratings

__all__ = ["FEWEST", "SURE", "CommonOpponent", "Comparison", "Verdict", "compared"]

FEWEST = 20
"""Rotations of each that a verdict takes.

With fewer, how games of one rotation hang together is too little known: above all where the seat decides
much, more than 5 of 100 intervals of equal bots would leave out 0.
"""

SURE = 0.975
"""The likelihood that a verdict takes beside a bound, which takes games as independent.

An interval, which is from Student's t, never leaves out 0 with less.
"""


class Verdict(StrEnum):
    """What there is to be said."""

    FIRST = "first"
    """The first is better."""
    SECOND = "second"
    """The second is better."""
    OPEN = "open"
    """The games do not tell."""
    NEVER_MET = "never met"
    """Not even through others, so that no number of such games would tell."""


@dataclass(frozen=True, slots=True)
class CommonOpponent:
    """Somebody whom both met in games without each other."""

    name: str
    """The bot."""
    first: int
    """Games of the first against it."""
    second: int
    """Games of the second against it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All about two bots."""

    first: str
    """The one."""
    second: str
    """The other."""
    points: float
    """The first's against the second: 1 for each game in which it was placed before it, 1/2 for a tie."""
    games: int
    """The games that both were in."""
    rotations: int
    """How many rotations these are; a game without one counts by itself."""
    common: tuple[CommonOpponent, ...]
    """By name."""
    difference: ratings.Difference
    """Of their ratings, in a fit of all games."""

    @property
    def few(self) -> bool:
        """Whether one of them has too few rotations for a verdict."""
        return self.difference.clusters < FEWEST

    @property
    def verdict(self) -> Verdict:
        """One is better if the interval leaves out 0, or the bound and the likelihood say so.

        With few rotations that is open, whatever they say.
        """
        one = self.difference
        if one.los is None:
            return Verdict.NEVER_MET
        if self.few:
            return Verdict.OPEN
        if one.los >= SURE and one.low is not None and one.low > 0:
            return Verdict.FIRST
        if one.los <= 1 - SURE and one.high is not None and one.high < 0:
            return Verdict.SECOND
        return Verdict.OPEN


def compared(games: Sequence[ratings.GameResult], first: str, second: str) -> Comparison:
    """Compare two bots by some games.

    Args:
        games: all that are to be rated, in any order; not only those of the two.
        first: the one.
        second: the other; both must have played.

    Raises:
        RatingError: one of them is in no game, or both are the same.
    """
    difference = ratings.fit(games).difference(first, second)
    both = [game for game in games if first in game.players and second in game.players]
    named = {game.rotation for game in both} - {""}
    return Comparison(
        first=first,
        second=second,
        points=sum((_points(game, first, second) for game in both), 0.0),
        games=len(both),
        rotations=len(named) + sum(not game.rotation for game in both),
        common=_common(games, first, second),
        difference=difference,
    )


def _points(game: ratings.GameResult, first: str, second: str) -> float:
    own, other = (game.places[game.players.index(name)] for name in (first, second))
    return ((own <= other) + (own < other)) / 2


def _common(games: Sequence[ratings.GameResult], first: str, second: str) -> tuple[CommonOpponent, ...]:
    met = {first: Counter[str](), second: Counter[str]()}
    for game in games:
        present = [name for name in met if name in game.players]
        if len(present) == 1:
            met[present[0]].update(set(game.players) - set(present))
    both = sorted(met[first].keys() & met[second].keys())
    return tuple(CommonOpponent(name, met[first][name], met[second][name]) for name in both)
