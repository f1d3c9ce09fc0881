"""What a bot's messages mean: bytes in, checked values or a fault out.

It holds no state; which question is open is told to it.
"""

from google.protobuf.message import DecodeError

from arena import wire
from arena.engine import Move
from arena.errors import NotationError
from arena.referee import Answer, PlayerFault, Question, Termination
from arena.sessions import limits
from arena.v1 import arena_pb2

__all__ = ["answer_from", "hello_from", "introduction", "request_from", "welcome"]

_SHORT = 40
"""Longest part of an introduction that is kept, in characters."""


def request_from(payload: bytes) -> arena_pb2.PlayRequest:
    """The message in some bytes of a bot.

    Raises:
        PlayerFault: PROTOCOL_ERROR if there is none.
    """
    if len(payload) > limits.MESSAGE_BYTES:
        raise _wrong(f"a message of {len(payload)} bytes, at most {limits.MESSAGE_BYTES} are allowed")
    try:
        request = arena_pb2.PlayRequest.FromString(payload)
    except DecodeError:
        raise _wrong(f"bytes that are no PlayRequest: {payload[:20]!r}") from None
    if request.WhichOneof("event") is None:
        raise _wrong("a message without an event")
    return request


def hello_from(payload: bytes) -> arena_pb2.Hello:
    """The Hello in the first bytes of a stream.

    Raises:
        PlayerFault: PROTOCOL_ERROR if it is something else, or speaks another protocol.
    """
    request = request_from(payload)
    if request.WhichOneof("event") != "hello":
        raise _wrong(f"the first message is {request.WhichOneof('event')!r}, expected 'hello'")
    if request.hello.protocol != limits.PROTOCOL:
        raise _wrong(f"Hello speaks protocol {request.hello.protocol}, expected {limits.PROTOCOL}")
    return request.hello


def introduction(hello: arena_pb2.Hello) -> str:
    """Who the bot says it is, on one line."""
    parts = (hello.name, hello.version, hello.language, hello.sdk)
    name, version, language, sdk = (_on_one_line(part)[:_SHORT] for part in parts)
    return f"{name} {version} ({language}, {sdk})"


def _on_one_line(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def welcome(resume_key: bytes, reconnect_us: int) -> bytes:
    """The answer to Hello."""
    message = arena_pb2.Welcome(
        protocol=limits.PROTOCOL,
        limits=arena_pb2.Limits(
            message_bytes=limits.MESSAGE_BYTES,
            note_bytes=limits.NOTE_BYTES,
            stale_answers=limits.STALE_ANSWERS,
            reconnect_us=reconnect_us,
        ),
        catalogue=wire.catalogue(),
        resume_key=resume_key,
    )
    return arena_pb2.PlayResponse(welcome=message).SerializeToString()


def answer_from(chosen: arena_pb2.MoveChosen, question: Question, used_us: int) -> Answer:
    """What a bot chose.

    Raises:
        PlayerFault: RESIGNED, ILLEGAL_MOVE for what is no move, PROTOCOL_ERROR for no answer.
    """
    try:
        move = _move_from(chosen, question)
    except NotationError as error:
        raise PlayerFault(Termination.ILLEGAL_MOVE, str(error)) from None
    note = chosen.note
    kept = note.encode()[: limits.NOTE_BYTES].decode(errors="ignore") if note else note
    return Answer(move, used_us, max(0, chosen.think_us), kept, note_cut=kept != note)


def _move_from(chosen: arena_pb2.MoveChosen, question: Question) -> Move:
    match chosen.WhichOneof("answer"):
        case "index":
            return _move_at(chosen.index, question.legal_moves)
        case "chosen":
            return wire.move_from_message(chosen.chosen)
        case "notation":
            return Move.parse(chosen.notation)
        case "resignation":
            raise PlayerFault(Termination.RESIGNED, "the bot resigned")
    raise _wrong("MoveChosen without an answer")


def _move_at(index: int, legal_moves: tuple[Move, ...]) -> Move:
    if index >= len(legal_moves):
        raise NotationError(f"index {index} is outside the list of {len(legal_moves)} legal moves")
    return legal_moves[index]


def _wrong(reason: str) -> PlayerFault:
    return PlayerFault(Termination.PROTOCOL_ERROR, reason)
