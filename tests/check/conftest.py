"""What the tests of checks share: patience, and that nothing is left of any bot."""

import uuid
from collections.abc import Iterator

import pytest

from arena.check import limits
from tests.misbehaviour.tournaments import MARK, end_leftovers


@pytest.fixture(autouse=True)
def _mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A word in the environment of all that a test starts; every such process must be gone after it."""
    word = uuid.uuid4().hex
    monkeypatch.setenv(MARK, word)
    yield
    assert end_leftovers(word) == []


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long enough for a slow machine."""
    monkeypatch.setattr(limits, "EXIT_SECONDS", 60.0)
    monkeypatch.setattr(limits, "LAST_WORDS_SECONDS", 60.0)


@pytest.fixture
def _impatience(monkeypatch: pytest.MonkeyPatch, _patience: None) -> None:
    """For bots that never do what they are waited for."""
    monkeypatch.setattr(limits, "EXIT_SECONDS", 1.0)
    monkeypatch.setattr(limits, "STARTS", 0)
