"""Who may call: the token of a bot for Play, and a few calls at a time for everything else.

Checked before the handler of the call runs; a refusal itself takes a thread of the pool for a moment.
"""

import hashlib
import hmac
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import grpc

from arena.sessions import limits
from arena.sessions.session import Session

__all__ = ["REFUSED", "Gate", "Sessions", "token_of"]

_PLAY = "/arena.v1.ArenaService/"
_BEARER = "Bearer "


class Sessions:
    """The sessions whose bots may dial in, by token; safe to use from any thread."""

    def __init__(self) -> None:
        self._sessions: dict[bytes, Session] = {}

    def add(self, session: Session) -> None:
        """Let its bot in from now on."""
        self._sessions[_digest(session.token)] = session

    def discard(self, session: Session) -> None:
        """Let its bot in no more."""
        self._sessions.pop(_digest(session.token), None)

    def find(self, token: str) -> Session | None:
        """The session with this token; the time it takes tells nothing about the tokens there are."""
        session = self._sessions.get(_digest(token))
        if session is None or not hmac.compare_digest(session.token.encode(), token.encode()):
            return None
        return session

    def all(self) -> list[Session]:
        """Every session."""
        return list(self._sessions.values())


def token_of(metadata: Sequence[tuple[str, str | bytes]]) -> str:
    """The bearer token in a call's metadata, or nothing."""
    for key, value in metadata:
        if key == "authorization" and isinstance(value, str) and value.startswith(_BEARER):
            return value.removeprefix(_BEARER)
    return ""


class Gate(grpc.ServerInterceptor):  # type: ignore[type-arg] # generic in the stubs only
    """Refuses calls before their handler runs."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._others = threading.BoundedSemaphore(limits.OTHER_CALLS)

    def intercept_service(self, continuation: Any, handler_call_details: Any) -> Any:
        """Pass the call on, or answer with a refusal."""
        if not handler_call_details.method.startswith(_PLAY):
            return _limited(continuation(handler_call_details), self._others)
        if self._sessions.find(token_of(handler_call_details.invocation_metadata)) is None:
            return REFUSED
        return continuation(handler_call_details)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _refuse(requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
    context.abort(
        grpc.StatusCode.UNAUTHENTICATED,
        "the metadata entry 'authorization' must be 'Bearer ' and the token from ARENA_TOKEN",
    )
    yield b""


REFUSED = grpc.stream_stream_rpc_method_handler(_refuse)
"""The handler of a call without the token of a bot that may dial in."""


def _limited(handler: Any, places: threading.BoundedSemaphore) -> Any:
    """The same handler, holding one of the places while its call lives.

    The library would wait for the one request of a unary call first, in a thread and without a place; as
    a stream of requests it is read here, when the place is taken.
    """
    if handler is None:
        return None
    kind = next(kind for kind in _STREAMED if getattr(handler, kind) is not None)
    behaviour = getattr(handler, kind)
    if not handler.request_streaming:
        behaviour = _reading_one(behaviour)
    held = {kind: None, _STREAMED[kind]: _holding(behaviour, places)}
    return handler._replace(request_streaming=True, **held)


_STREAMED = {
    "unary_unary": "stream_unary",
    "unary_stream": "stream_stream",
    "stream_unary": "stream_unary",
    "stream_stream": "stream_stream",
}
"""Kinds of handlers, each with the kind that takes a stream of requests."""


def _reading_one(behaviour: Callable[..., Any]) -> Callable[..., Any]:
    def read(requests: Iterator[Any], context: grpc.ServicerContext) -> Any:
        for request in requests:
            return behaviour(request, context)
        return context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the request is missing")

    return read


def _holding(behaviour: Callable[..., Any], places: threading.BoundedSemaphore) -> Callable[..., Any]:
    def hold(request: Any, context: grpc.ServicerContext) -> Any:
        if not places.acquire(blocking=False):
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many such calls at a time")
        if not context.add_callback(places.release):
            places.release()
        return behaviour(request, context)

    return hold
