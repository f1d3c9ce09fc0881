"""The values all rating models share: a game, a rating, and the scale that a rating is on.

No model is in here.
"""

from dataclasses import dataclass
from math import exp, log

__all__ = ["SCALE", "Game", "Rating", "expected"]

SCALE = 400 / log(10)
"""Rating points in one natural unit of the logistic: 400 points are odds of ten to one."""


@dataclass(frozen=True, slots=True)
class Game:
    """One rated game: who took which place."""

    players: tuple[int, ...]
    """The players, as numbers from 0; distinct."""
    places: tuple[int, ...]
    """The place of each, from 1; equal places are a tie."""
    cluster: str
    """Games with the same value are not independent of each other: one rotation, or one deal."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong one player is, and how sure that is."""

    rating: float
    """In points; the players of one fit have the mean 0."""
    low: float
    """The lower end of the 95 % interval."""
    high: float
    """The upper end of the 95 % interval."""


def expected(difference: float) -> float:
    """The expected score, 0..1, of a player who is rated `difference` points above the other."""
    odds = exp(-abs(difference) / SCALE)  # at most 1, so that no difference overflows
    return 1 / (1 + odds) if difference >= 0 else odds / (1 + odds)
