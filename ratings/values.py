"""The scale that all rating models share, and which numbers it takes.

No model is in here.
"""

from math import exp, log
from numbers import Integral, Real

from ratings.errors import RatingError, shown

__all__ = [
    "MOST_POINTS",
    "SCALE",
    "check_level",
    "check_number",
    "check_points",
    "expected",
    "is_text",
    "is_whole",
    "is_within",
]

SCALE = 400 / log(10)
"""Rating points in one natural unit of the logistic: 400 points are odds of ten to one."""

MOST_POINTS = 1e6
"""No rating, seat or step of one is more, up or down."""

_LEAST_LEVEL = 1e-9
"""Levels of intervals nearer to 0 or 1 are beyond what numbers of this size can tell."""


def expected(difference: float) -> float:
    """The expected score, 0..1, of a player who is rated `difference` points above the other."""
    odds = exp(-abs(difference) / SCALE)  # at most 1, so that no difference overflows
    return 1 / (1 + odds) if difference >= 0 else odds / (1 + odds)


def check_number(what: str, value: object, least: float, most: float) -> None:
    """Refuse what is no number in that range.

    Raises:
        RatingError: it is none; the message begins with `what`.
    """
    if not is_within(value, least, most):
        raise RatingError(f"{what} {shown(value)}, expected a number from {least:.15g} to {most:.15g}")


def check_points(what: str, value: object) -> None:
    """Refuse what is no number of points.

    Raises:
        RatingError: it is no number, or too large.
    """
    check_number(what, value, -MOST_POINTS, MOST_POINTS)


def check_level(value: object) -> None:
    """Refuse what is no level of an interval.

    Raises:
        RatingError: it is not between 0 and 1, or hardly so.
    """
    if not is_within(value, _LEAST_LEVEL, 1 - _LEAST_LEVEL):
        raise RatingError(f"level {shown(value)}, expected one between 0 and 1, by {_LEAST_LEVEL} at least")


def is_whole(value: object) -> bool:
    """Whether it is a whole number; True and False are none."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))  # int is fast


def is_text(value: object) -> bool:
    """Whether it is a string that can be written to a file."""
    return isinstance(value, str) and (
        value.isascii() or not any("\ud800" <= each <= "\udfff" for each in value)
    )


def is_within(value: object, least: float, most: float) -> bool:
    """Whether it is a number, and not NaN, in that range."""
    if not isinstance(value, float | int) and not isinstance(value, Real):
        return False
    return not isinstance(value, bool) and bool(least <= value <= most)  # type: ignore[operator]
