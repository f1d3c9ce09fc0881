"""Lines that a person types, or that come from a pipe or a file instead.

It never holds up the trio loop, and no thread is left waiting for a line. What the lines mean is not known
here.
"""

import os
import stat
from typing import TextIO

import trio

__all__ = ["Keyboard"]

_CHUNK_BYTES = 4096
_LONGEST_BYTES = 64 * 1024
"""What is kept of a line."""


class Keyboard:
    """Standard input, line by line.

    Args:
        stream: where the lines come from; `None` is one that has ended.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.echoes = stream is not None and stream.isatty()
        """Whether what is typed stands on the screen already."""
        self._descriptor = None if stream is None else stream.fileno()
        self._waits = self._descriptor is not None and _can_be_waited_for(self._descriptor)
        self._unread = b""

    async def line(self) -> str | None:
        """The next line, without blanks around it and cut if it is long; `None` once there is no more."""
        line = b""
        while b"\n" not in self._unread:
            line = (line + self._unread)[:_LONGEST_BYTES]
            self._unread = await self._chunk()
            if not self._unread:
                return _text(line) if line else None
        rest, _, self._unread = self._unread.partition(b"\n")
        return _text((line + rest)[:_LONGEST_BYTES])

    async def _chunk(self) -> bytes:
        if self._descriptor is None:
            await trio.lowlevel.checkpoint()
            return b""
        if self._waits:
            await trio.lowlevel.wait_readable(self._descriptor)
        else:  # what is in a file is there at once
            await trio.lowlevel.checkpoint()
        try:
            return os.read(self._descriptor, _CHUNK_BYTES)
        except OSError:  # the terminal is gone
            return b""


def _can_be_waited_for(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    return os.isatty(descriptor) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()
