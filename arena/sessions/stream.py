"""One gRPC stream of a bot: a handler thread that speaks and listens in turn, and its trio side.

The thread does what it is told through a queue; every decision is made on the trio side. It reads only when
told to, which is the flow control that makes a flood harmless. What is read comes to the trio side straight
from the transport's own thread, which takes its time stamp. What the bytes mean is not known here.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeAlias

import grpc
import trio

from arena.sessions import limits
from arena.sessions.mailbox import Mailbox

__all__ = ["Closed", "Event", "Failed", "Heard", "Stream"]

_CLOSED = "the bot closed the stream"
_LOST = (  # which of them, the library does not tell
    "the stream was cancelled, the connection was lost, "
    f"or a message was larger than {limits.TRANSPORT_BYTES} bytes"
)


@dataclass(frozen=True)
class Heard:
    """A message of the bot."""

    payload: bytes
    """As it came."""
    asked_ns: int
    """When the last thing said was handed to the transport, by the monotonic clock."""
    heard_ns: int
    """When the message was read."""


@dataclass(frozen=True)
class Closed:
    """Nothing more will be heard."""

    reason: str
    """In words."""


@dataclass(frozen=True)
class Failed:
    """The arena's own side of the stream broke: a bug, and not the bot's."""

    error: Exception
    """What was raised."""


Event: TypeAlias = Heard | Closed | Failed
"""What can happen on a stream."""


@dataclass(frozen=True)
class _Command:
    payload: bytes | None = None
    listen: bool = False
    refusal: tuple[grpc.StatusCode, str] | None = None


class Stream:
    """A stream as the trio side sees it.

    Args:
        on_event: called on the trio side with this stream and what happened; `Closed` may come twice.
    """

    def __init__(
        self, trio_token: trio.lowlevel.TrioToken, on_event: "Callable[[Stream, Event], None]"
    ) -> None:
        self.mailbox: Mailbox[tuple[Stream, Heard]] | None = None
        """Where messages are left instead, once somebody waits for them; set while none is waited for."""
        self._context: grpc.ServicerContext | None = None
        self._trio_token = trio_token
        self._on_event = on_event
        self._commands: SimpleQueue[_Command | None] = SimpleQueue()
        self._ended = threading.Event()
        self.opened_ns = self._asked_ns = time.monotonic_ns()

    # trio side

    def say(self, payload: bytes, *, listen: bool = False) -> None:
        """Send a message, and then wait for one where asked to."""
        self._commands.put(_Command(payload, listen))

    def listen(self) -> None:
        """Wait for one message."""
        self._commands.put(_Command(listen=True))

    def refuse(self, code: grpc.StatusCode, details: str) -> None:
        """End the stream with an error status."""
        self._commands.put(_Command(refusal=(code, details)))

    def close(self) -> None:
        """End the stream with success, once all is said."""
        self._commands.put(None)

    def cancel(self) -> None:
        """End the stream at once."""
        assert self._context is not None
        self._context.cancel()  # type: ignore[no-untyped-call]
        self._commands.put(None)  # after it, or the stream could end as if all had been said

    # handler thread

    def open(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        """Join the call; what is to be sent, as long as the trio side and the call go on.

        Args:
            requests: the bot's messages, each handed to `read` by the transport before.
            context: the call's context.
        """
        self._context = context
        if not context.add_callback(self._call_ended):
            self._call_ended()
        return self._converse(requests, context)

    def _converse(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        while (command := self._commands.get()) is not None:
            if command.refusal is not None:
                context.abort(*command.refusal)
            if command.payload is not None:
                self._asked_ns = time.monotonic_ns()
                yield command.payload
            if command.listen:
                self._wait_for_message(requests)

    def _wait_for_message(self, requests: Iterator[bytes]) -> None:
        try:
            next(requests)
        except StopIteration:
            # the end of the whole call looks like the end of what the bot says, but for a moment
            self._tell(Closed(_LOST if self._ended.wait(limits.HALF_CLOSE_SECONDS) else _CLOSED))
        except grpc.RpcError:
            self._tell(Closed(_LOST))
        except Exception as error:
            self._tell(Failed(error))

    # the transport's thread

    def read(self, payload: bytes) -> bytes:
        """Take a message off the wire; the same bytes, which the iterator of requests then returns.

        Here, and not where the iterator returns: that would be one more thread to wake.
        """
        heard = Heard(payload, self._asked_ns, time.monotonic_ns())
        if self.mailbox is None:
            self._tell(heard)
        else:
            self.mailbox.post((self, heard))
        return payload

    def _call_ended(self) -> None:
        self._ended.set()
        self._commands.put(None)
        self._tell(Closed(_LOST))

    def _tell(self, event: Event) -> None:
        with suppress(trio.RunFinishedError):
            self._trio_token.run_sync_soon(self._on_event, self, event)
