"""What a bot's bytes mean, and what is wrong with the wrong ones."""

from collections.abc import Callable

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from arena.engine import Deal, Position
from arena.referee import Answer, PlayerFault, Question, Termination
from arena.sessions import limits
from arena.sessions.messages import answer_from, hello_from, introduction, request_from, welcome
from arena.v1 import game_pb2
from arena.v1.arena_pb2 import Hello, MoveChosen, PlayRequest, PlayResponse, Ready, Resignation
from arena.wire import move_message

POSITION = Position(Deal.shuffled(b"messages", 0, 2))
MOVES = tuple(POSITION.legal_moves())
QUESTION = Question(POSITION.observe(0), MOVES, (), (None, None), None)
HELLO = Hello(protocol=1, name="me")


def fault_of(payload: bytes) -> PlayerFault:
    with pytest.raises(PlayerFault) as caught:
        request_from(payload)
    return caught.value


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"x" * 65_537, "a message of 65537 bytes, at most 65536 are allowed"),
        (b"\xff\xff\xff", "bytes that are no PlayRequest: b'\\xff\\xff\\xff'"),
        (b"\xff" * 50, "bytes that are no PlayRequest: b'" + r"\xff" * 20 + "'"),
        (b"", "a message without an event"),
        (b"\xf8\x01\x05", "a message without an event"),
    ],
    ids=["oversized", "undecodable", "a long one is shown in part", "empty", "unknown field only"],
)
def test_wrong_bytes_are_a_protocol_error(payload: bytes, reason: str) -> None:
    fault = fault_of(payload)
    assert (fault.termination, fault.reason) == (Termination.PROTOCOL_ERROR, reason)


@pytest.mark.parametrize(
    "request_message",
    [
        PlayRequest(hello=HELLO),
        PlayRequest(ready=Ready()),
        PlayRequest(move_chosen=MoveChosen(note="x" * 60_000)),
    ],
)
def test_a_message_is_read(request_message: PlayRequest) -> None:
    assert request_from(request_message.SerializeToString()) == request_message


def test_unknown_fields_beside_an_event_are_ignored() -> None:
    payload = PlayRequest(ready=Ready(game_id="g")).SerializeToString() + b"\xf8\x01\x05"
    assert request_from(payload).ready.game_id == "g"


def fault_in(read: Callable[[], object]) -> PlayerFault | None:
    """The fault that reading ends with, where it does; nothing else may be raised."""
    try:
        read()
    except PlayerFault as fault:
        return fault
    return None


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_protocol_error(payload: bytes) -> None:
    fault = fault_in(lambda: request_from(payload))
    assert fault is None or fault.termination is Termination.PROTOCOL_ERROR


@pytest.mark.parametrize(
    ("request_message", "reason"),
    [
        (PlayRequest(ready=Ready()), "the first message is 'ready', expected 'hello'"),
        (PlayRequest(hello=Hello()), "Hello speaks protocol 0, expected 1"),
        (PlayRequest(hello=Hello(protocol=2)), "Hello speaks protocol 2, expected 1"),
        (PlayRequest(), "a message without an event"),
    ],
)
def test_a_wrong_hello_is_a_protocol_error(request_message: PlayRequest, reason: str) -> None:
    with pytest.raises(PlayerFault) as caught:
        hello_from(request_message.SerializeToString())
    assert (caught.value.termination, caught.value.reason) == (Termination.PROTOCOL_ERROR, reason)


def test_a_right_hello_is_read() -> None:
    assert hello_from(PlayRequest(hello=HELLO).SerializeToString()) == HELLO


def test_an_introduction_is_short() -> None:
    assert introduction(Hello(name="a", version="1", language="go", sdk="s")) == "a 1 (go, s)"
    long = Hello(name="n" * 900, version="v" * 900, language="l" * 900, sdk="s" * 900)
    assert len(introduction(long)) == 4 * 40 + 6


def test_welcome_carries_the_limits_and_all_cards() -> None:
    message = PlayResponse.FromString(welcome(b"key", 77)).welcome
    assert (message.protocol, message.resume_key, message.limits.reconnect_us) == (1, b"key", 77)
    assert message.limits.message_bytes == limits.MESSAGE_BYTES
    assert message.limits.note_bytes == limits.NOTE_BYTES
    assert message.limits.stale_answers == limits.STALE_ANSWERS
    assert (len(message.catalogue.cards), len(message.catalogue.nobles)) == (90, 10)


def answer(chosen: MoveChosen) -> Answer:
    return answer_from(chosen, QUESTION, 123)


@pytest.mark.parametrize(
    "chosen",
    [MoveChosen(index=2), MoveChosen(chosen=move_message(MOVES[2])), MoveChosen(notation=str(MOVES[2]))],
    ids=["index", "message", "notation"],
)
def test_a_move_can_be_said_in_three_ways(chosen: MoveChosen) -> None:
    assert answer(chosen) == Answer(MOVES[2], 123)


def test_index_zero_is_an_answer() -> None:
    assert answer(MoveChosen(index=0)).move == MOVES[0]


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        (
            MoveChosen(index=len(MOVES)),
            f"index {len(MOVES)} is outside the list of {len(MOVES)} legal moves",
        ),
        (
            MoveChosen(index=2**32 - 1),
            f"index 4294967295 is outside the list of {len(MOVES)} legal moves",
        ),
        (
            MoveChosen(notation="nonsense"),
            "'nonsense' is not a move: expected take:, reserve:, buy: or pass",
        ),
        (MoveChosen(notation="take:GUW"), "'take:GUW' is not canonical: expected 'take:WUG'"),
        (
            MoveChosen(notation=""),
            "'' is not a move: expected take:, reserve:, buy: or pass",
        ),
        (
            MoveChosen(chosen=game_pb2.Move()),
            "the move has no action, or returns tokens where none can be returned",
        ),
    ],
)
def test_what_is_no_move_is_an_illegal_move(chosen: MoveChosen, reason: str) -> None:
    with pytest.raises(PlayerFault) as caught:
        answer(chosen)
    fault = caught.value
    assert (fault.termination, fault.reason) == (Termination.ILLEGAL_MOVE, reason)


def test_an_index_without_a_list_counts_in_the_list_that_was_left_out() -> None:
    assert answer(MoveChosen(index=len(MOVES) - 1)).move == MOVES[-1]


def test_no_answer_is_a_protocol_error() -> None:
    with pytest.raises(PlayerFault, match="MoveChosen without an answer") as caught:
        answer(MoveChosen(think_us=3))
    assert caught.value.termination is Termination.PROTOCOL_ERROR


def test_a_resignation_is_one() -> None:
    with pytest.raises(PlayerFault) as caught:
        answer(MoveChosen(resignation=Resignation()))
    assert caught.value.termination is Termination.RESIGNED


@pytest.mark.parametrize(("stated", "kept"), [(5, 5), (0, 0), (-1, 0), (-(2**63), 0), (2**63 - 1, 2**63 - 1)])
def test_a_negative_think_time_is_none(stated: int, kept: int) -> None:
    assert answer(MoveChosen(index=0, think_us=stated)).think_us == kept


@pytest.mark.parametrize(
    ("note", "kept", "cut"),
    [
        ("", "", False),
        ("a", "a", False),
        ("a" * 1024, "a" * 1024, False),
        ("a" * 1025, "a" * 1024, True),
        ("é" * 512, "é" * 512, False),
        ("a" + "é" * 512, "a" + "é" * 511, True),
        ("ab" + "😀" * 256, "ab" + "😀" * 255, True),
        ("\0", "\0", False),
    ],
)
def test_a_long_note_is_cut_between_characters_and_marked(note: str, kept: str, cut: bool) -> None:
    said = answer(MoveChosen(index=0, note=note))
    assert (said.note, said.note_cut) == (kept, cut)
    assert len(said.note.encode()) <= limits.NOTE_BYTES


@given(st.binary(max_size=100))
def test_any_answer_is_a_move_or_a_fault(payload: bytes) -> None:
    try:
        chosen = MoveChosen.FromString(payload)
    except DecodeError:
        return
    fault = fault_in(lambda: answer(chosen))
    assert fault is None or fault.reason
