"""How ratings are put into words: ends of intervals, ranks, likelihoods, and what to keep in mind."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from ratings.uncertainty import FEW_CLUSTERS

__all__ = [
    "MANY",
    "Line",
    "group_words",
    "interval_words",
    "percent",
    "points",
    "rank_words",
    "rating_remarks",
    "within",
]

MANY = 8
"""More names than this are counted."""


class Line(Protocol):
    """What a table knows of a bot, as far as words need it."""

    @property
    def name(self) -> str:
        """The bot."""

    @property
    def bound(self) -> str | None:
        """The kind of its interval; None without one."""

    @property
    def rotations(self) -> int:
        """In how many rotations it played rated games."""

    @property
    def group(self) -> int | None:
        """The bots that it can be compared with, from 0; None without rated games."""


def points(value: float, *, signed: bool = True) -> str:
    """Rating points as they are shown: whole, with a sign unless they are counted from an anchor."""
    if not round(value):
        return "0"
    return f"{value:+.0f}" if signed else f"{value:.0f}"


def within(rating: float, low: float | None, high: float | None) -> float:
    """The rating that is shown: a guess, which leans to the mean, does not go beyond its own bound."""
    rating = rating if low is None else max(rating, low)
    return rating if high is None else min(rating, high)


def interval_words(low: float | None, high: float | None, *, signed: bool = True) -> str:
    """Both ends, the one that the games set, such as >+120, or a question mark if they set none."""
    if low is not None and high is not None:
        return f"{points(low, signed=signed)}..{points(high, signed=signed)}"
    if low is not None:
        return f">{points(low, signed=signed)}"
    return "?" if high is None else f"<{points(high, signed=signed)}"


def rank_words(rank: tuple[int, int]) -> str:
    """The ranks that are open: 2-4, or 1."""
    best, worst = rank
    return str(best) if best == worst else f"{best}-{worst}"


def percent(likelihood: float) -> str:
    """A likelihood in per cent; never 0 or 100, since no number of games makes sure."""
    if likelihood > 0.9995:
        return "more than 99.9 %"
    return "less than 0.1 %" if likelihood < 0.0005 else f"{100 * likelihood:.1f} %"


def group_words(table: Sequence[Line]) -> list[str]:
    """For each line the number of its group, if bots with rated games are in several; else nothing."""
    groups = [one.group for one in table if one.rotations]
    several = len(set(groups)) > 1
    return [str(one.group + 1) if several and one.group is not None else "" for one in table]


def rating_remarks(table: Sequence[Line]) -> Iterator[str]:
    """The sentences under a table of ratings, as far as it needs them."""
    if any(group_words(table)):
        yield (
            "Not all bots have met, not even through others: ratings can be compared inside a group, and not "
            "between two."
        )
    rated = [one for one in table if one.rotations and one.bound is not None]
    if any(one.bound in (">", "<") for one in rated):
        yield (
            "> and < are bounds: such a bot, alone or with its equals, won (>) or lost (<) everything "
            "against the others. The games do not say how far it is from them, and its rating is a guess."
        )
    if any(one.bound == "?" for one in rated):
        yield (
            "A question mark: such a bot, alone or with its equals, won everything against some and lost "
            "everything against the others. The games set no bound, and its rating is a guess."
        )
    few = [one.name for one in rated if one.rotations < FEW_CLUSTERS]
    if few:
        who = _those(few, len(rated))
        yield f"Fewer than {FEW_CLUSTERS} rotations of {who}: intervals and bounds are rough."


def _those(names: list[str], of: int) -> str:
    if len(names) == of:
        return "every bot"
    return ", ".join(names) if len(names) <= MANY else f"{len(names)} of {of} bots"
