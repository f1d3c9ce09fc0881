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
        """The next line, without blanks around it; `None` once there is no more."""
        while b"\n" not in self._unread and len(self._unread) < _LONGEST_BYTES:
            chunk = await self._chunk()
            if not chunk:
                rest, self._unread = self._unread, b""
                return _text(rest) if rest else None
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        return _text(line)

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
