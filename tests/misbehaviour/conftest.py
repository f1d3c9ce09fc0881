"""What the tests of misbehaving bots share."""

import uuid
from collections.abc import Iterator

import pytest

from tests.misbehaviour.tournaments import MARK, end_leftovers


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A word in the environment of all that a test starts; every such process must be gone after it."""
    word = uuid.uuid4().hex
    monkeypatch.setenv(MARK, word)
    yield word
    assert end_leftovers(word) == []
