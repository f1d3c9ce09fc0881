"""Distributions against tables, and against what they are by definition."""

from math import atan, inf, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.numerics import normal_cdf, normal_quantile, student_cdf, student_quantile


@pytest.mark.parametrize(
    ("x", "p"),
    [(0, 0.5), (1, 0.8413447460685429), (-1.959963984540054, 0.025), (-10, 7.619853024160527e-24)],
)
def test_normal_cdf(x: float, p: float) -> None:
    assert normal_cdf(x) == pytest.approx(p, rel=1e-12)


def test_normal_cdf_far_out() -> None:
    assert (normal_cdf(-inf), normal_cdf(-50), normal_cdf(50), normal_cdf(inf)) == (0, normal_cdf(-50), 1, 1)


@given(st.floats(1e-12, 1 - 1e-12))
def test_normal_quantile_is_the_inverse(p: float) -> None:
    assert normal_cdf(normal_quantile(p)) == pytest.approx(p, rel=1e-9)


@pytest.mark.parametrize(
    ("df", "quantile"),
    [
        (1, 12.7062047364),
        (2, 4.30265272991),
        (5, 2.57058183661),
        (9, 2.26215716274),
        (30, 2.04227245630),
        (49, 2.00957523713),
        (100, 1.98397151845),
        (1000, 1.96233908082),
    ],
)
def test_student_quantile(df: float, quantile: float) -> None:
    assert student_quantile(0.975, df) == pytest.approx(quantile, abs=1e-9)


@given(st.floats(-1e6, 1e6))
def test_student_cdf_of_one_and_two_degrees(x: float) -> None:
    assert student_cdf(x, 1) == pytest.approx(0.5 + atan(x) / pi, abs=1e-12)
    assert student_cdf(x, 2) == pytest.approx(0.5 + x / (2 * sqrt(2 + x * x)), abs=1e-12)


@given(st.floats(1e-6, 1 - 1e-6), st.floats(0.5, 1e6))
def test_student_quantile_is_the_inverse(p: float, df: float) -> None:
    assert student_cdf(student_quantile(p, df), df) == pytest.approx(p, rel=1e-6)


@given(st.floats(1e-6, 0.499), st.floats(0.5, 1e6))
def test_student_quantile_is_symmetric_and_wider_than_the_normal_one(p: float, df: float) -> None:
    assert student_quantile(1 - p, df) == pytest.approx(-student_quantile(p, df), rel=1e-6)
    assert student_quantile(p, df) < normal_quantile(p) * (1 - 1e-12)


@pytest.mark.parametrize("p", [0, 1, -0.1, 1.1, float("nan")])
def test_a_quantile_needs_a_probability(p: float) -> None:
    for quantile in (normal_quantile, lambda p: student_quantile(p, 3)):
        with pytest.raises(ValueError, match=r"expected one between 0 and 1"):
            quantile(p)


@pytest.mark.parametrize("df", [0, -1, float("nan")])
def test_student_needs_degrees_of_freedom(df: float) -> None:
    with pytest.raises(ValueError, match=r"expected more than 0"):
        student_cdf(1, df)
