"""What the tests of real processes share."""

import os
import signal
import uuid
from collections.abc import Iterator

import pytest

from tests.bots.processes import marked


@pytest.fixture
def marker() -> Iterator[str]:
    """A word for the command line of processes, by which whatever is left of them is found."""
    word = f"marker-{uuid.uuid4().hex}"
    yield word
    left = marked(word)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []
