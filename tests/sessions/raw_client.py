"""A bot without a client library: it says and hears what a test tells it to."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import Any

import grpc
import trio

from arena.sessions import Server, Session
from arena.v1 import arena_pb2
from arena.v1.arena_pb2 import PlayRequest, PlayResponse

PLAY = "/arena.v1.ArenaService/Play"
HANG_GUARD_S = 60
_OPTIONS = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_http_proxy", 0)]


@contextmanager
def channel(address: str) -> Iterator[grpc.Channel]:
    """A connection of its own to where a server listens."""
    scheme, _, rest = address.partition("://")
    options = [*_OPTIONS, ("grpc.default_authority", "localhost")]
    with grpc.insecure_channel(f"unix:{rest}" if scheme == "unix" else rest, options) as line:
        yield line


class RawStream:
    """One stream of a bot."""

    def __init__(self, line: grpc.Channel, token: str | None) -> None:
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        self._call: Any = line.stream_stream(PLAY, None, None)(
            iter(self._said.get, None),
            metadata=() if token is None else (("authorization", f"Bearer {token}"),),
            timeout=HANG_GUARD_S,
        )

    def say(self, request: PlayRequest | bytes) -> None:
        """Send a message, or bytes in place of one."""
        self._said.put(request if isinstance(request, bytes) else request.SerializeToString())

    async def hear(self) -> PlayResponse:
        """The next message; grpc.RpcError or StopAsyncIteration where there is none."""
        payload = await trio.to_thread.run_sync(next, self._call, None)
        if payload is None:
            raise StopAsyncIteration
        return PlayResponse.FromString(payload)

    async def status(self) -> tuple[grpc.StatusCode, str]:
        """How the stream ends, once all is read."""
        with suppress(grpc.RpcError):
            await trio.to_thread.run_sync(list, self._call)
        return self._call.code(), self._call.details()

    def close(self) -> None:
        """Say that nothing more will be said."""
        self._said.put(None)

    def cancel(self) -> None:
        """End the stream at once."""
        self.close()
        self._call.cancel()


@contextmanager
def stream(address: str, token: str | None) -> Iterator[RawStream]:
    """A stream on a connection of its own, ended with the context."""
    with channel(address) as line:
        raw = RawStream(line, token)
        try:
            yield raw
        finally:
            raw.cancel()


def hello(resume_key: bytes = b"", protocol: int = 1) -> PlayRequest:
    """The first message of a stream."""
    return PlayRequest(hello=arena_pb2.Hello(protocol=protocol, name="raw", resume_key=resume_key))


def ready(game_id: str) -> PlayRequest:
    """The answer to GameStarted."""
    return PlayRequest(ready=arena_pb2.Ready(game_id=game_id))


def first_move(question: arena_pb2.TurnStarted) -> PlayRequest:
    """The first of the legal moves."""
    chosen = arena_pb2.MoveChosen(game_id=question.game_id, turn_id=question.turn_id, index=0)
    return PlayRequest(move_chosen=chosen)


def stale(game_id: str) -> PlayRequest:
    """An answer to no question."""
    chosen = arena_pb2.MoveChosen(game_id=game_id, turn_id=secrets.randbits(64), index=0)
    return PlayRequest(move_chosen=chosen)


async def welcomed(raw: RawStream, resume_key: bytes = b"") -> arena_pb2.Welcome:
    """Say Hello and hear Welcome."""
    raw.say(hello(resume_key))
    response = await raw.hear()
    assert response.WhichOneof("event") == "welcome"
    return response.welcome


async def asked(raw: RawStream) -> arena_pb2.TurnStarted:
    """Hear a question."""
    response = await raw.hear()
    assert response.WhichOneof("event") == "turn_started", response
    return response.turn_started


async def play_along(raw: RawStream, heard: list[str]) -> None:
    """Play the first legal move in every turn until goodbye."""
    while True:
        response = await raw.hear()
        heard.append(str(response.WhichOneof("event")))
        match heard[-1]:
            case "game_started":
                raw.say(ready(response.game_started.game_id))
            case "turn_started":
                raw.say(first_move(response.turn_started))
            case "goodbye":
                return raw.close()


async def connected(server: Server, raw: RawStream, session: Session) -> arena_pb2.Welcome:
    """Say Hello and wait until the session knows."""
    welcome = await welcomed(raw)
    await session.connect(HANG_GUARD_S * 1_000_000)
    return welcome
