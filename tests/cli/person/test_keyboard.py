"""Lines as they come from a pipe."""

import os
from collections.abc import Iterator

import pytest
import trio

from arena.cli.person.keyboard import Keyboard


@pytest.fixture
def pipe() -> Iterator[tuple[Keyboard, int]]:
    """A keyboard, and where to type."""
    reader, writer = os.pipe()
    with os.fdopen(reader) as stream:
        yield Keyboard(stream), writer


async def type_all(writer: int, text: bytes) -> None:
    async with trio.lowlevel.FdStream(writer) as stream:
        await stream.send_all(text)


async def lines(keyboard: Keyboard, writer: int, text: bytes) -> list[str]:
    found: list[str] = []
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(type_all, writer, text)
            while (line := await keyboard.line()) is not None:
                found.append(line)
    return found


async def test_lines_come_one_by_one_and_the_last_needs_no_end(pipe: tuple[Keyboard, int]) -> None:
    assert await lines(*pipe, b" one \n\ntwo\xff\nthree") == ["one", "", "two\ufffd", "three"]


async def test_of_a_long_line_the_beginning_is_kept_and_the_next_line_is_whole(
    pipe: tuple[Keyboard, int],
) -> None:
    kept, *rest = await lines(*pipe, b"x" * 300_000 + b"\nnext\n" + b"y" * 100_000)
    assert kept == "x" * 65536
    assert rest == ["next", "y" * 65536]
