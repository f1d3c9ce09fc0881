"""The gRPC server that bots dial in to.

Sync handlers in a pool of threads, one for each live stream, beside the trio loop that makes all decisions.
"""

import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import grpc
import trio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from arena.errors import ConfigError
from arena.sessions import limits
from arena.sessions.address import server_target
from arena.sessions.gate import REFUSED, Gate, Sessions, token_of
from arena.sessions.link import Link
from arena.sessions.session import Session
from arena.sessions.stream import Stream
from arena.v1 import arena_pb2

__all__ = ["Server", "serve"]

SERVICE = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name
_PLAY = f"/{SERVICE}/Play"
_EXPIRY_SECONDS = 1.0
_STOP_SECONDS = 10.0
_OPTIONS = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", limits.TRANSPORT_BYTES),
    ("grpc.max_concurrent_streams", limits.STREAMS_PER_CONNECTION),
)


class Server:
    """A running server: where it listens, and the sessions it lets in."""

    def __init__(
        self, nursery: trio.Nursery, address: str, sessions: Sessions, stalled_us: Callable[[], int]
    ) -> None:
        self.address = address
        """Where bots dial in, as ARENA_ADDRESS has it."""
        self._nursery = nursery
        self._sessions = sessions
        self._stalled_us = stalled_us

    def expect(self, reconnect_us: int = 0) -> Session:
        """Let one more bot in: a session with a new token."""
        session = Session(secrets.token_urlsafe(32), Link(self._nursery, reconnect_us), self._stalled_us)
        self._sessions.add(session)
        return session

    async def dismiss(self, session: Session, reason: str) -> None:
        """Say goodbye to a bot and let it in no more."""
        self._sessions.discard(session)
        await session.dismiss(reason)


@asynccontextmanager
async def serve(
    address: str = "tcp://127.0.0.1:0",
    *,
    sessions: int,
    connect_us: int = 20_000_000,
    stalled_us: Callable[[], int] = lambda: 0,
) -> AsyncIterator[Server]:
    """Listen until the context is left; then every stream is cancelled.

    Args:
        address: `tcp://host:port` (port 0: a free one) or `unix:///absolute/path`.
        sessions: how many bots may be connected at a time; more are refused.
        connect_us: how long a stream may live without saying Hello.
        stalled_us: total time lost to host stalls so far, in microseconds.

    Raises:
        ConfigError: if the address is of another form, or cannot be listened on.
    """
    known = Sessions()
    width = limits.STREAMS_PER_SESSION * sessions + 2 * limits.OTHER_CALLS
    pool = ThreadPoolExecutor(width, thread_name_prefix="stream")
    server = grpc.server(
        pool,
        interceptors=[Gate(known)],
        options=_OPTIONS,
        maximum_concurrent_rpcs=width - limits.OTHER_CALLS,
    )
    _add_services(server, known)
    listening = _listen(server, address)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_expire, known, connect_us)
        server.start()
        try:
            yield Server(nursery, listening, known, stalled_us)
        finally:
            for session in known.all():
                session.link.cut()
            nursery.cancel_scope.cancel()
            await _stop(server, pool)


def _add_services(server: grpc.Server, known: Sessions) -> None:
    server.add_generic_rpc_handlers([_Play(known, trio.lowlevel.current_trio_token())])
    checks = health.HealthServicer()
    checks.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)


class _Play(grpc.GenericRpcHandler):  # type: ignore[type-arg] # generic in the stubs only
    """The handler of Play: a stream of its own for each call.

    Without serializers: undecodable bytes are ours to judge, not the transport's.
    """

    def __init__(self, known: Sessions, trio_token: trio.lowlevel.TrioToken) -> None:
        self._known = known
        self._trio_token = trio_token

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        """What handles a call, or nothing where it is a call of another service."""
        if details.method != _PLAY:
            return None
        session = self._known.find(token_of(details.invocation_metadata))
        if session is None:
            return REFUSED
        stream = Stream(self._trio_token, session.link.on_event)

        def play(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
            said = stream.open(requests, context)
            self._trio_token.run_sync_soon(session.link.attach, stream)
            return said

        return grpc.stream_stream_rpc_method_handler(play, request_deserializer=stream.read)


def _listen(server: grpc.Server, address: str) -> str:
    target = server_target(address)
    try:
        port = server.add_insecure_port(target)
    except RuntimeError:
        port = 0
    if port == 0:
        raise ConfigError(f"cannot listen on {address!r}: it is in use, or not of this machine")
    return address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"


async def _expire(known: Sessions, connect_us: int) -> None:
    """Cancel streams that never say Hello, so that they hold no thread for ever."""
    while True:
        await trio.sleep(_EXPIRY_SECONDS)
        for session in known.all():
            session.link.expire(time.monotonic_ns() - connect_us * 1000)


async def _stop(server: grpc.Server, pool: ThreadPoolExecutor) -> None:
    """End the server and its threads, or leave them behind where the library hangs."""
    stopped = server.stop(grace=None)
    with trio.move_on_after(_STOP_SECONDS, shield=True):
        await trio.to_thread.run_sync(stopped.wait, abandon_on_cancel=True)
        await trio.to_thread.run_sync(pool.shutdown, abandon_on_cancel=True)
