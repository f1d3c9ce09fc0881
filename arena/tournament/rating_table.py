"""The bots of a fit in the order of a table, each with all that is known of its strength.

It knows neither screens nor files, nor where the games came from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import fmean

from arena.tournament.groups import group_numbers
from ratings import Fit

__all__ = ["RatedBot", "live_shifts", "live_table", "rating_table"]


@dataclass(frozen=True, slots=True)
class RatedBot:
    """One line of a table of ratings."""

    name: str
    """The bot."""
    rating: float
    """In points; with a `bound` it is only a guess, which leans towards the mean."""
    error: float | None
    """The standard error, in points; None if there is none, as for a live rating."""
    low: float | None
    """The lower end of the 95 % interval; None if there is none."""
    high: float | None
    """The upper end of the 95 % interval; None if there is none."""
    bound: str | None
    """"" an interval, ">" more than `low`, "<" less than `high`, "?" neither; None for a live rating."""
    rank: tuple[int, int] | None
    """The best and the worst rank, from 1, that the games leave open with 95 %; None for a live rating."""
    games: int
    """Its rated games."""
    score: float
    """The sum over its games of the mean over its opponents of 1, 1/2 or 0."""
    rotations: int
    """In how many rotations it played them; under 50 the interval is a rough one."""
    group: int
    """From 0; bots of different groups never met, not even through others."""

    @property
    def percentage(self) -> float:
        """The score in per cent of the games."""
        return 100 * self.score / self.games if self.games else 0.0


def rating_table(fit: Fit) -> list[RatedBot]:
    """The bots, best first: by group, then rating, then score, then name."""
    groups, ranks = group_numbers(fit), fit.rank_intervals()
    rows = (
        RatedBot(
            name=one.name,
            rating=one.rating,
            error=one.error,
            low=one.low,
            high=one.high,
            bound=one.bound,
            rank=ranks[one.name],
            games=one.games,
            score=one.score,
            rotations=one.clusters,
            group=groups[one.name],
        )
        for one in fit.ratings
    )
    return sorted(rows, key=_order)


def live_table(fit: Fit, live: Mapping[str, float]) -> list[RatedBot]:
    """The same with live ratings, which have neither intervals nor ranks; `fit` is of the same games."""
    rows = (
        replace(one, rating=live[one.name], error=None, low=None, high=None, bound=None, rank=None)
        for one in rating_table(fit)
    )
    return sorted(rows, key=_order)


def live_shifts(fit: Fit, live: Mapping[str, float], anchors: Mapping[str, float]) -> dict[str, float]:
    """By name the points to be added to a live rating, so that anchors are on average where they should be.

    All bots of a group have the same, since differences alone matter to live ratings; 0 without an anchor.
    """
    groups = group_numbers(fit)
    shifts: dict[int, float] = {}
    for group in set(groups.values()):
        gaps = [value - live[name] for name, value in anchors.items() if groups[name] == group]
        shifts[group] = fmean(gaps) if gaps else 0.0
    return {name: shifts[group] for name, group in groups.items()}


def _order(row: RatedBot) -> tuple[int, float, float, str]:
    # equal bots may differ in the last digits of the fit, and those must not decide
    return (row.group, -round(row.rating, 6), -row.score, row.name)
