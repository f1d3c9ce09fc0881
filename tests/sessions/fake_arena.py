"""The arena's end of a conversation, for a client that believes to have dialled in; without sockets."""

from collections.abc import Callable, Iterator, Sequence
from queue import Queue
from typing import Any, Self

import grpc
import pytest
from arena_client import client
from arena_client.pb.arena_pb2 import GameEnded, GameStarted, Goodbye, PlayRequest, PlayResponse, Welcome

from arena import wire
from arena.engine import Position
from arena.referee import Question

HANG_GUARD_S = 30
Talk = Callable[[Iterator[PlayRequest]], Iterator[PlayResponse]]
"""One stream: takes what the bot says and yields what it hears."""


class Lost(grpc.RpcError):
    """The end of a stream that was not the bot's wish."""

    def __init__(self, code: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> None:
        self._code = code

    def code(self) -> grpc.StatusCode:
        """As of a call."""
        return self._code

    def details(self) -> str:
        """As of a call."""
        return "the details"


class FakeArena:
    """A channel whose k-th stream is the k-th of the talks."""

    def __init__(self, talks: Sequence[Talk]) -> None:
        self.metadata: list[Any] = []
        self._talks = iter(talks)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        pass

    def stream_stream(self, path: str, **serializers: Any) -> Any:
        """A stub's way to a method."""
        assert path == "/arena.v1.ArenaService/Play"
        return self._play

    def _play(self, requests: Iterator[PlayRequest], metadata: Any) -> Iterator[PlayResponse]:
        self.metadata.append(metadata)
        return next(self._talks)(requests)


class _Guarded(Queue[Any]):
    """A queue in which nobody waits for ever."""

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        return super().get(block, HANG_GUARD_S if timeout is None else timeout)


def play(monkeypatch: pytest.MonkeyPatch, bot: Any, *talks: Talk) -> FakeArena:
    """Run a bot against these talks."""
    arena = FakeArena(talks)
    monkeypatch.setattr(client, "channel", lambda: arena)
    monkeypatch.setattr(client, "SimpleQueue", _Guarded)
    monkeypatch.setattr(client, "_RETRY_SECONDS", 0)
    client.run(bot)
    return arena


def welcome(reconnect_us: int = 0) -> PlayResponse:
    """The answer to Hello."""
    said = Welcome(protocol=1, resume_key=b"the key")
    said.catalogue.MergeFromString(wire.catalogue().SerializeToString())
    said.limits.reconnect_us = reconnect_us
    return PlayResponse(welcome=said)


def started(game_id: str = "game", bot_seed: bytes = b"seed") -> PlayResponse:
    """A game begins."""
    return PlayResponse(game_started=GameStarted(game_id=game_id, bot_seed=bot_seed))


def asked(position: Position, turn_id: int = 7, clock_us: int | None = None) -> PlayResponse:
    """The seat on turn is asked."""
    question = Question(
        observation=position.observe(position.seat),
        legal_moves=tuple(position.legal_moves()),
        turns_played=(),
        clocks_us=(clock_us, None),
        allowed_us=clock_us,
    )
    return PlayResponse.FromString(wire.turn_started(question, "game", turn_id, omit_legal_moves=False))


def ended(game_id: str = "game") -> PlayResponse:
    """A game is over."""
    return PlayResponse(game_ended=GameEnded(game_id=game_id))


def goodbye() -> PlayResponse:
    """There are no more games."""
    return PlayResponse(goodbye=Goodbye(reason="over"))
