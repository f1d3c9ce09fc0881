"""Who is let in."""

from typing import Any, cast

import pytest

from arena.sessions import Session
from arena.sessions.gate import Sessions, token_of
from arena.sessions.link import Link


def session(token: str) -> Session:
    return Session(token, cast(Link, None))


def test_a_session_is_found_by_its_token_until_it_is_discarded() -> None:
    sessions, one, other = Sessions(), session("one"), session("other")
    sessions.add(one)
    sessions.add(other)
    assert (sessions.find("one"), sessions.find("other")) == (one, other)
    assert set(sessions.all()) == {one, other}
    sessions.discard(one)
    sessions.discard(one)
    assert (sessions.find("one"), sessions.find("other")) == (None, other)


@pytest.mark.parametrize("token", ["", "o", "ONE", "one ", "one\0", "öne", "x" * 10_000])
def test_no_other_token_finds_a_session(token: str) -> None:
    sessions = Sessions()
    sessions.add(session("one"))
    assert sessions.find(token) is None


@pytest.mark.parametrize(
    ("metadata", "token"),
    [
        ((), ""),
        ((("authorization", "Bearer abc"),), "abc"),
        ((("user-agent", "x"), ("authorization", "Bearer abc")), "abc"),
        ((("authorization", "abc"),), ""),
        ((("authorization", "bearer abc"),), ""),
        ((("authorization", "Basic abc"),), ""),
        ((("authorization", b"Bearer abc"),), ""),
        ((("token", "Bearer abc"),), ""),
    ],
)
def test_the_token_is_read_from_the_metadata(metadata: Any, token: str) -> None:
    assert token_of(metadata) == token
