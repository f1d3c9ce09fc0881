"""What other threads leave for one task, which wakes for it without a detour.

`TrioToken.run_sync_soon` costs trio two turns of its loop for each message: one to call what was handed
over, one to run the task that waited for it. A task that waits on a socket of its own takes one.
"""

import socket
from collections import deque
from contextlib import suppress
from typing import Generic, TypeVar

import trio

__all__ = ["Mailbox"]

_Item = TypeVar("_Item")
_BYTES = 4096
"""More than ever lie unread in a socket, and a second look would find the rest."""


class Mailbox(Generic[_Item]):
    """Items from any thread, in order, for the one task that waits for them."""

    def __init__(self) -> None:
        self._items: deque[_Item] = deque()
        self._ear, self._bell = socket.socketpair()
        self._ear.setblocking(False)
        self._bell.setblocking(False)

    def __del__(self) -> None:
        # whoever may still ring holds the mailbox, so nobody's descriptor is closed under him
        self._ear.close()
        self._bell.close()

    def post(self, item: _Item) -> None:
        """Leave an item and wake who waits; from any thread."""
        self._items.append(item)
        self.ring()

    def ring(self) -> None:
        """Wake who waits, or the next who does, without an item; from any thread."""
        with suppress(BlockingIOError):  # full of rings that nobody heard yet
            self._bell.send(b"!")

    async def wait(self) -> None:
        """Sleep until something is posted or rung; it may wake for nothing."""
        await trio.lowlevel.wait_readable(self._ear)
        with suppress(BlockingIOError):
            self._ear.recv(_BYTES)

    def take(self) -> list[_Item]:
        """All that was left, the earliest first."""
        taken = []
        while self._items:
            taken.append(self._items.popleft())
        return taken
