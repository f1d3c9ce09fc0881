"""The few functions of statistics that the ratings need, in plain arithmetic and without a library.

They know nothing of games. All are pure functions of floats and give the same bits everywhere that
the C library does.
"""

from functools import lru_cache
from math import erfc, exp, inf, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist

__all__ = ["normal_cdf", "normal_quantile", "student_cdf", "student_quantile"]

_STANDARD = NormalDist()

_MANY = 200.0
"""Degrees of freedom from which the expansion round the normal quantile is exact to 1e-9 (1e-7 far out)."""

_TINY = 1e-300
_PRECISION = 4e-16
_CLOSE = 1e-11  # Newton doubles the digits, so the next step is exact
_STEPS = 1000


def normal_cdf(x: float) -> float:
    """The probability that a standard normal variable is below `x`; exact in both tails."""
    return erfc(-x / sqrt(2)) / 2


def normal_quantile(p: float) -> float:
    """The `x` with `normal_cdf(x) == p`, for 0 < p < 1 (Wichura 1988, Appl. Stat. 37:477).

    Raises:
        ValueError: `p` is not between 0 and 1.
    """
    _check_probability(p)
    return _STANDARD.inv_cdf(p)


def student_cdf(x: float, df: float) -> float:
    """The probability that Student's t with `df` degrees of freedom is below `x`.

    `df` need not be whole. (Abramowitz and Stegun 26.7.1, by the incomplete beta function.)

    Raises:
        ValueError: `df` is not above 0.
    """
    if not df > 0:
        raise ValueError(f"degrees of freedom {df!r}, expected more than 0")
    square = x * x
    # of the two arguments, which add up to 1, the smaller one is computed without cancellation
    if square < df:
        middle = _incomplete_beta(0.5, df / 2, square / (df + square))
        return 0.5 + middle / 2 if x > 0 else 0.5 - middle / 2
    tail = _incomplete_beta(df / 2, 0.5, df / (df + square)) / 2
    return 1 - tail if x > 0 else tail


@lru_cache(maxsize=4096)
def student_quantile(p: float, df: float) -> float:
    """The `x` with `student_cdf(x, df) == p`, for 0 < p < 1; `df` need not be whole.

    Raises:
        ValueError: `p` is not between 0 and 1, or `df` is not above 0.
    """
    _check_probability(p)
    if p > 0.5:
        return -_lower_quantile(1 - p, df)
    return _lower_quantile(p, df) if p < 0.5 else 0.0


def _lower_quantile(p: float, df: float) -> float:
    """The quantile of a `p` below one half, so that no digit of a small tail is lost."""
    if df >= _MANY:
        return _expanded_quantile(p, df)
    x, low, high = -_scaled(p, df), -inf, 0.0
    for _ in range(_STEPS):
        chance = student_cdf(x, df)
        if chance > p:
            high = min(high, x)
        else:
            low = max(low, x)
        # Newton between the logarithms of both, where the tail is straight; else halve
        following = x * exp(chance * log(p / chance) / (x * _student_density(x, df)))
        if not low < following < high:
            following = (low + high) / 2 if low > -inf else 2 * x
        if abs(following - x) <= _CLOSE * abs(x):
            return following
        x = following
    return x


def _scaled(p: float, df: float) -> float:
    """Where the search begins: the normal quantile, stretched by the spread of t."""
    return -_STANDARD.inv_cdf(p) * (1 + 1 / df)


def _student_density(x: float, df: float) -> float:
    scale = lgamma((df + 1) / 2) - lgamma(df / 2) - log(pi * df) / 2
    return exp(scale - (df + 1) / 2 * log1p(x * x / df))


def _expanded_quantile(p: float, df: float) -> float:
    """Cornish and Fisher's expansion round the normal quantile (Abramowitz and Stegun 26.7.5)."""
    x = _STANDARD.inv_cdf(p)
    first = (x**3 + x) / 4
    second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
    third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
    fourth = (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160
    return x + (first + (second + (third + fourth / df) / df) / df) / df


def _check_probability(p: float) -> None:
    if not 0 < p < 1:
        raise ValueError(f"probability {p!r}, expected one between 0 and 1")


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function (Abramowitz and Stegun 26.5.8, 6.6.3)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)
    if x < (a + 1) / (a + b + 2):  # where the fraction converges fast
        return exp(scale) * _beta_fraction(a, b, x) / a
    return 1 - exp(scale) * _beta_fraction(b, a, 1 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    above = 1.0
    below = value = 1 / (1 + _beta_coefficient(1, a, b, x) or _TINY)
    for step in range(2, _STEPS):
        coefficient = _beta_coefficient(step, a, b, x)
        below = 1 / (1 + coefficient * below or _TINY)
        above = 1 + coefficient / above or _TINY
        value *= above * below
        if abs(above * below - 1) < _PRECISION:
            break
    return value


def _beta_coefficient(step: int, a: float, b: float, x: float) -> float:
    half, odd = divmod(step, 2)
    if odd:
        return -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
    return half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
