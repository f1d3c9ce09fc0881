"""The line to a bot over streams that are lost and replaced, without sockets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import grpc
import pytest
import trio
from trio.testing import MockClock

from arena.engine import Deal, Position
from arena.referee import PlayerFault, Question, Termination
from arena.sessions.link import Link
from arena.sessions.session import Session
from arena.sessions.stream import Closed, Failed, Heard, Stream
from arena.v1.arena_pb2 import Hello, MoveChosen, PlayRequest, PlayResponse

GRACE_US = 10_000_000
POSITION = Position(Deal.shuffled(bytes(32), 0, 2))


class _Stream:
    """In place of a stream: keeps what it is told to do."""

    def __init__(self, opened_ns: int = 0) -> None:
        self.opened_ns = opened_ns
        self.said: list[bytes] = []
        self.listening = 0
        self.refused: list[grpc.StatusCode] = []
        self.cancelled = False

    def say(self, payload: bytes, *, listen: bool = False) -> None:
        self.said.append(payload)
        self.listening += listen

    def listen(self) -> None:
        self.listening += 1

    def refuse(self, code: grpc.StatusCode, details: str) -> None:
        self.refused.append(code)

    def close(self) -> None:
        pass

    def cancel(self) -> None:
        self.cancelled = True


def hear(link: Link, stream: _Stream, payload: bytes, asked_ns: int = 0, heard_ns: int = 0) -> None:
    """Let a message arrive, if one is waited for."""
    assert stream.listening > 0, "nobody listens"
    stream.listening -= 1
    link.on_event(cast(Stream, stream), Heard(payload, asked_ns, heard_ns))


def attach(link: Link, resume_key: bytes = b"") -> _Stream:
    """A new stream that says Hello."""
    stream: Any = _Stream()
    link.attach(stream)
    hello = Hello(protocol=1, resume_key=resume_key)
    hear(link, stream, PlayRequest(hello=hello).SerializeToString())
    return cast(_Stream, stream)


def lose(link: Link, stream: _Stream) -> None:
    link.on_event(cast(Stream, stream), Closed("lost"))


def key_of(stream: _Stream) -> bytes:
    """The resume key in the Welcome that a stream said."""
    return bytes(PlayResponse.FromString(stream.said[0]).welcome.resume_key)


@asynccontextmanager
async def a_link(reconnect_us: int = GRACE_US) -> AsyncIterator[Link]:
    async with trio.open_nursery() as nursery:
        yield Link(nursery, reconnect_us)
        nursery.cancel_scope.cancel()


async def test_one_message_is_waited_for_after_each_question(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        stream = attach(link)
        assert stream.listening == 0
        link.say(b"question", listen=True)
        assert (stream.said[1:], stream.listening) == ([b"question"], 1)
        hear(link, stream, b"answer", asked_ns=5_000, heard_ns=12_000)
        assert await link.hear() == (b"answer", 7)
        assert link.owes_answer
        link.answered()
        assert not link.owes_answer


async def test_an_open_question_is_said_again_on_a_new_stream(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        first = attach(link)
        link.say(b"question", listen=True)
        second = attach(link, key_of(first))
        assert first.cancelled
        assert (second.said[1:], second.listening) == ([b"question"], 1)


async def test_what_was_answered_is_not_said_again(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        first = attach(link)
        link.say(b"question", listen=True)
        hear(link, first, b"answer")
        await link.hear()
        link.answered()
        link.say(b"news")
        second = attach(link, key_of(first))
        assert (second.said[1:], second.listening) == ([], 0)


async def test_an_answer_heard_just_before_its_stream_is_replaced_counts(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        first = attach(link)
        link.say(b"question", listen=True)
        hear(link, first, b"answer")
        second = attach(link, key_of(first))
        assert (await link.hear())[0] == b"answer"
        link.answered()
        link.say(b"next question", listen=True)
        assert second.listening == 1


async def test_a_stale_answer_heard_just_before_its_stream_is_replaced_is_followed_by_one_more(
    autojump_clock: MockClock,
) -> None:
    async with a_link() as link:
        first = attach(link)
        link.say(b"question", listen=True)
        hear(link, first, b"stale")
        second = attach(link, key_of(first))
        assert (await link.hear())[0] == b"stale"
        link.listen_again()
        assert second.listening == 1


async def test_what_a_replaced_stream_still_says_is_not_heard(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        first = attach(link)
        link.say(b"question", listen=True)
        second = attach(link, key_of(first))
        hear(link, first, b"late")
        hear(link, second, b"answer")
        assert (await link.hear())[0] == b"answer"
        assert link.fault is None


async def test_a_lost_stream_is_blamed_when_its_grace_is_over(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        lose(link, attach(link))
        fault = await link.broken()
        assert (fault.termination, fault.reason) == (Termination.DISCONNECT, "lost")
        assert trio.current_time() >= GRACE_US / 1e6


async def test_a_process_that_ends_cuts_the_grace_short(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        lose(link, attach(link))
        link.process_ended(1, "tail")
        assert (await link.broken()).termination is Termination.CRASH
        assert trio.current_time() < 1


async def test_the_first_fault_stays(autojump_clock: MockClock) -> None:
    async with a_link(0) as link:
        lose(link, attach(link))
        fault = await link.broken()
        link.process_ended(1, "tail")
        await trio.sleep(10)
        assert link.fault is fault


async def test_a_third_stream_is_refused_while_two_live(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        attach(link)
        waiting, third = _Stream(), _Stream()
        link.attach(cast(Stream, waiting))
        link.attach(cast(Stream, third))
        assert (waiting.refused, third.refused) == ([], [grpc.StatusCode.ALREADY_EXISTS])
        assert link.second_connections == 1


async def test_only_streams_without_hello_expire(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        first = attach(link)
        old, young = _Stream(opened_ns=5), _Stream(opened_ns=50)
        link.attach(cast(Stream, old))
        link.expire(10)
        assert (first.cancelled, old.cancelled) == (False, True)
        lose(link, old)
        link.attach(cast(Stream, young))
        link.expire(10)
        assert not young.cancelled


async def test_the_time_that_the_host_stalls_does_not_count_before_the_first_game(
    autojump_clock: MockClock,
) -> None:
    stalls = iter([0, 1_500_000, 1_500_000])
    async with trio.open_nursery() as nursery:
        session = Session("token", Link(nursery, 0), lambda: next(stalls))
        with pytest.raises(PlayerFault) as caught:
            await session.connect(1_000_000)
        nursery.cancel_scope.cancel()
    assert caught.value.termination is Termination.NO_SHOW
    assert trio.current_time() == pytest.approx(2.5)


async def test_what_the_arena_itself_broke_is_no_fault_of_the_bot(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        stream = attach(link)
        link.say(b"question", listen=True)
        link.on_event(cast(Stream, stream), Failed(ZeroDivisionError()))
        with pytest.raises(RuntimeError, match="the arena's side") as caught:
            await link.hear()
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        assert link.fault is None


@pytest.mark.parametrize("answer", [{"resignation": {}}, {"notation": "nonsense"}, {}])
async def test_a_fault_in_an_answer_tells_how_long_the_answer_took(
    answer: dict[str, Any], autojump_clock: MockClock
) -> None:
    async with a_link() as link:
        stream = attach(link)
        session = Session("token", link)
        session.ask(Question(POSITION.observe(0), (), (), (None, None), None))
        asked = PlayResponse.FromString(stream.said[-1]).turn_started
        chosen = MoveChosen(game_id=asked.game_id, turn_id=asked.turn_id, **answer)
        payload = PlayRequest(move_chosen=chosen).SerializeToString()
        hear(link, stream, payload, asked_ns=1_000, heard_ns=8_000)
        with pytest.raises(PlayerFault) as caught:
            await session.answer()
        assert caught.value.elapsed_us == 7


async def test_what_a_bot_is_told_of_a_game_can_be_amended(autojump_clock: MockClock) -> None:
    async with a_link() as link:
        stream = attach(link)
        session = Session("token", link)
        question = Question(POSITION.observe(0), (), (), (None, None), None)
        session.ask(question)
        session.amend = lambda payload: payload + b"\xf8\x01\x05"
        session.ask(question)
        assert [said.endswith(b"\xf8\x01\x05") for said in stream.said[1:]] == [False, True]
