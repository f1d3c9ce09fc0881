"""Intervals cover the truth as often as they say; `benchmarks/ratings.py` has the large version."""

import pytest

from benchmarks.ratings import coverage


@pytest.mark.parametrize("size", [2, 3, 4])
def test_intervals_cover_the_truth(size: int) -> None:
    covered = coverage(size, 60)
    for kind in ("ratings", "differences"):
        assert 92 <= covered[kind] <= 98
    assert covered["seats"] >= 88  # of at most 240, two standard deviations and a half
    assert covered["ranks"] >= 95
