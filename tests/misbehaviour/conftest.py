"""What the tests of misbehaving bots share."""

import uuid
from collections.abc import Iterator

import pytest

from tests.misbehaviour.tournaments import MARK, end_leftovers


@pytest.fixture(autouse=True)
def nothing_left_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every process that a test starts, and all its descendants, must be gone after it."""
    word = uuid.uuid4().hex
    monkeypatch.setenv(MARK, word)
    yield
    assert end_leftovers(word) == []
