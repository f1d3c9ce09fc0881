"""A line between the bot and the arena that can be torn.

Responsible for passing bytes on until then. What they mean, and who speaks, is not known here.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

__all__ = ["relay"]

_CHUNK_BYTES = 64 * 1024
_HOST = "127.0.0.1"


@asynccontextmanager
async def relay(address: str) -> AsyncIterator[str]:
    """Another address for the same server, of the form `tcp://host:port` as that is.

    When the context is left, every connection breaks, and no new one can be made.
    """
    host, _, port = address.removeprefix("tcp://").rpartition(":")

    async def connect(near: trio.SocketStream) -> None:
        try:
            async with near, await trio.open_tcp_stream(host, int(port)) as far:
                await _both_ways(near, far)
        except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            pass  # either end may leave as it likes

    listeners = await trio.open_tcp_listeners(0, host=_HOST)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, connect, listeners)
        yield f"tcp://{_HOST}:{listeners[0].socket.getsockname()[1]}"
        nursery.cancel_scope.cancel()


async def _both_ways(one: trio.SocketStream, other: trio.SocketStream) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_pass_on, one, other, nursery.cancel_scope)
        nursery.start_soon(_pass_on, other, one, nursery.cancel_scope)


async def _pass_on(source: trio.SocketStream, sink: trio.SocketStream, scope: trio.CancelScope) -> None:
    while chunk := await source.receive_some(_CHUNK_BYTES):
        await sink.send_all(chunk)
    scope.cancel()
