"""The scale that all rating models share.

No model is in here.
"""

from math import exp, log

__all__ = ["SCALE", "expected"]

SCALE = 400 / log(10)
"""Rating points in one natural unit of the logistic: 400 points are odds of ten to one."""


def expected(difference: float) -> float:
    """The expected score, 0..1, of a player who is rated `difference` points above the other."""
    odds = exp(-abs(difference) / SCALE)  # at most 1, so that no difference overflows
    return 1 / (1 + odds) if difference >= 0 else odds / (1 + odds)
