"""An arena that follows a script, over real gRPC: it says the bytes of a case and compares what it hears."""

import queue
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError

from arena import wire
from arena.v1.arena_pb2 import MoveChosen, PlayRequest, PlayResponse, TurnStarted
from tests.clients.vectors import decoded

__all__ = ["ScriptedArena", "serving"]

TOKEN = "the token"
WAIT_S = 60
_METHOD = "Play"
_SERVICE = "arena.v1.ArenaService"


class ScriptedArena:
    """Follows the steps of one case, over as many streams as it has.

    Args:
        steps: as `session_cases` describes them.
    """

    def __init__(self, steps: list[dict[str, Any]]) -> None:
        self._steps = iter(steps)
        self._question = TurnStarted()
        self._turn = threading.Lock()  # one stream at a time
        self.wrong: list[str] = []
        """What was not as the script says."""
        self.done = threading.Event()
        """The script is over."""

    def play(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        """One stream."""
        heard = _Heard(requests)
        with self._turn:
            if ("authorization", f"Bearer {TOKEN}") not in context.invocation_metadata():
                self.wrong.append(f"metadata {context.invocation_metadata()}")
            for step in self._steps:
                if "says" in step:
                    yield self._said(decoded(step["says"]))
                elif "ends" in step:
                    return self._end(context, step)
                else:
                    self._compare(step, heard)
            self.done.set()

    def _said(self, payload: bytes) -> bytes:
        with suppress(DecodeError):  # some cannot be read, on purpose
            response = PlayResponse.FromString(payload)
            if response.WhichOneof("event") == "turn_started":
                self._question = response.turn_started
        return payload

    def _end(self, context: grpc.ServicerContext, step: dict[str, Any]) -> None:
        following = next(self._steps, None)
        if following is None:
            self.done.set()
        elif following != {"dials_in": True}:
            self.wrong.append(f"the script goes on with {following} after an end")
        if step["ends"] != "OK":
            context.abort(grpc.StatusCode[step["ends"]], step["details"])

    def _compare(self, step: dict[str, Any], heard: "_Heard") -> None:
        request = heard.next()
        expected = step.get("hears")
        if expected is None or request is None:
            if (expected is None) != (request is None):
                self.wrong.append(f"heard {request!r} where {step} was expected")
        elif not _within(expected, self._shown(PlayRequest.FromString(request))):
            self.wrong.append(f"heard {PlayRequest.FromString(request)} where {expected} was expected")

    def _shown(self, request: PlayRequest) -> dict[str, Any]:
        shown: dict[str, Any] = MessageToDict(request, preserving_proto_field_name=True)
        if request.WhichOneof("event") == "move_chosen":
            shown["move_chosen"]["move"] = self._notation(request.move_chosen)
        return shown

    def _notation(self, chosen: MoveChosen) -> str:
        match chosen.WhichOneof("answer"):
            case "chosen":
                return str(wire.move_from_message(chosen.chosen))
            case "index":
                return str(wire.move_from_message(self._question.legal_moves[chosen.index]))
        return chosen.notation


class _Heard:
    """What a bot says, read as it comes, so that nobody waits for ever."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        self._messages: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._read, args=[requests], daemon=True).start()

    def _read(self, requests: Iterator[bytes]) -> None:
        try:
            for request in requests:
                self._messages.put(request)
        except Exception:  # the stream is over; what else it was, the test sees by the script
            pass
        self._messages.put(None)

    def next(self) -> bytes | None:
        """The next message, or nothing at the end."""
        return self._messages.get(timeout=WAIT_S)


def _within(expected: object, found: object) -> bool:
    """Whether all that is expected is there; there may be more."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            key in found and _within(value, found[key]) for key, value in expected.items()
        )
    return expected == found


@contextmanager
def serving(
    arena: ScriptedArena, address: str, credentials: grpc.ServerCredentials | None = None
) -> Iterator[int]:
    """Serve at `unix:PATH` or `127.0.0.1:0`; gives the port."""
    handler = grpc.stream_stream_rpc_method_handler(arena.play, None, None)
    with ThreadPoolExecutor(4) as pool:
        server = grpc.server(pool, options=[("grpc.so_reuseport", 0)])
        server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(_SERVICE, {_METHOD: handler})])
        if credentials is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, credentials)
        server.start()
        try:
            yield port
        finally:
            server.stop(1).wait()
