"""A real server on the loopback interface, and bots that are no library's."""

import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc
import pytest
import trio
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from arena.engine import Deal, Position
from arena.errors import ConfigError
from arena.referee import GameEnd, GameStart, PlayerFault, Question, Termination, TimeControl, play_game
from arena.sessions import Server, Session, limits, serve, server
from arena.v1.arena_pb2 import MoveChosen, PlayRequest
from tests.referee.setups import setup
from tests.sessions.raw_client import (
    HANG_GUARD_S,
    PLAY,
    RawStream,
    asked,
    channel,
    connected,
    first_move,
    play_along,
    ready,
    stale,
    stream,
    welcomed,
)

pytestmark = pytest.mark.slow

T = Termination
GUARD_US = HANG_GUARD_S * 1_000_000
POSITION = Position(Deal.shuffled(b"server", 0, 2))
QUESTION = Question(POSITION.observe(0), tuple(POSITION.legal_moves()), (), (None, None), None)
SETUP = setup(connect_us=GUARD_US, ready_us=GUARD_US, move_us=GUARD_US)
LOST = "the stream was cancelled, the connection was lost, or a message was larger than 4194304 bytes"
NO_TOKEN = "the metadata entry 'authorization' must be 'Bearer ' and the token from ARENA_TOKEN"


@pytest.fixture(autouse=True)
def _waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short where nothing comes, long where a slow machine may need it."""
    monkeypatch.setattr(limits, "PROCESS_SECONDS", 0.05)
    monkeypatch.setattr(limits, "FAREWELL_SECONDS", HANG_GUARD_S)


@asynccontextmanager
async def playing(reconnect_us: int = 0) -> AsyncIterator[tuple[Server, Session, RawStream, bytes]]:
    """A server, and a bot on it that is in a game; with its resume key."""
    with trio.fail_after(HANG_GUARD_S):
        async with serve(sessions=1) as here:
            session = here.expect(reconnect_us)
            with stream(here.address, session.token) as raw:
                welcome = await connected(here, raw, session)
                await begun(session, raw)
                yield here, session, raw, welcome.resume_key


async def begun(session: Session, raw: RawStream) -> None:
    """Begin a game."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(session.begin, GameStart(SETUP, 0))
        response = await raw.hear()
        assert response.game_started.game_id == SETUP.game_id
        raw.say(ready(SETUP.game_id))


async def fault_of(session: Session) -> PlayerFault:
    """What the answer to the open question fails with."""
    with pytest.raises(PlayerFault) as caught:
        await session.answer()
    return caught.value


# who is let in


@pytest.mark.parametrize("token", [None, "", "wrong"])
async def test_a_call_without_the_right_token_is_refused_in_words(token: str | None) -> None:
    async with serve(sessions=1) as here:
        here.expect()
        with stream(here.address, token) as raw:
            assert await raw.status() == (grpc.StatusCode.UNAUTHENTICATED, NO_TOKEN)


async def test_a_bot_that_was_dismissed_is_not_let_in_again() -> None:
    async with serve(sessions=1) as here:
        session = here.expect()
        await here.dismiss(session, "over")
        with stream(here.address, session.token) as raw:
            assert (await raw.status())[0] is grpc.StatusCode.UNAUTHENTICATED


async def test_hello_is_answered_by_welcome() -> None:
    async with serve(sessions=1) as here:
        session = here.expect(reconnect_us=5)
        with stream(here.address, session.token) as raw:
            welcome = await connected(here, raw, session)
        assert (welcome.protocol, welcome.limits.reconnect_us) == (limits.PROTOCOL, 5)
        assert len(welcome.resume_key) == 32
        assert session.introduction == "raw  (, )"


@pytest.mark.parametrize(
    ("first", "detail"),
    [
        (PlayRequest(hello={"protocol": 9}), "Hello speaks protocol 9, expected 1"),
        (ready("x"), "the first message is 'ready', expected 'hello'"),
        (b"\xff\xff", r"bytes that are no PlayRequest: b'\xff\xff'"),
        (b"x" * 70_000, "a message of 70000 bytes, at most 65536 are allowed"),
    ],
)
async def test_a_wrong_first_message_is_a_no_show_with_the_reason(
    first: PlayRequest | bytes, detail: str
) -> None:
    async with serve(sessions=1) as here:
        session = here.expect()
        with stream(here.address, session.token) as raw:
            raw.say(first)
            assert await raw.status() == (grpc.StatusCode.INVALID_ARGUMENT, detail)
            with pytest.raises(PlayerFault) as caught:
                await session.connect(GUARD_US)
        assert (caught.value.termination, caught.value.reason) == (T.NO_SHOW, detail)


async def test_who_never_says_hello_is_a_no_show() -> None:
    async with serve(sessions=1) as here:
        session = here.expect()
        with stream(here.address, session.token), pytest.raises(PlayerFault) as caught:
            await session.connect(1)
        assert caught.value.termination is T.NO_SHOW
        assert caught.value.reason == "it did not say Hello within 0.001 ms"


async def test_who_is_never_ready_is_a_no_show() -> None:
    async with serve(sessions=1) as here:
        session = here.expect()
        with stream(here.address, session.token) as raw:
            await connected(here, raw, session)
            with pytest.raises(PlayerFault) as caught:
                await session.begin(GameStart(setup(ready_us=1), 0))
        assert caught.value.reason == "it was not ready within 0.001 ms"


async def test_a_stream_that_never_says_hello_is_expired(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_EXPIRY_SECONDS", 0.01)
    async with serve(sessions=1, connect_us=1) as here:
        session = here.expect()
        with stream(here.address, session.token) as raw:
            assert (await raw.status())[0] is grpc.StatusCode.CANCELLED


# games


async def test_whole_games_are_played_one_after_the_other() -> None:
    heard: list[list[str]] = [[], []]
    with trio.fail_after(HANG_GUARD_S), ExitStack() as lines:
        async with serve(sessions=2) as here, trio.open_nursery() as nursery:
            sessions = [here.expect() for _ in range(2)]
            for session, said in zip(sessions, heard, strict=True):
                raw = lines.enter_context(stream(here.address, session.token))
                raw.say(PlayRequest(hello={"protocol": 1}))
                nursery.start_soon(play_along, raw, said)
                await session.connect(GUARD_US)
            games = [
                await play_game(setup(deal_index=index, move_us=GUARD_US), sessions) for index in range(2)
            ]
            for session in sessions:
                assert session.reusable
                await here.dismiss(session, "over")
    assert [game.faults for game in games] == [(), ()]
    for seat, said in enumerate(heard):
        expected = ["welcome"]
        for game in games:
            turns = sum(turn.seat == seat for turn in game.turns)
            expected += ["game_started", *["turn_started"] * turns, "game_ended"]
        assert said == [*expected, "goodbye"]


async def test_an_answer_carries_its_time() -> None:
    async with playing() as (_, session, raw, _):
        asked_ns = time.monotonic_ns()
        session.ask(QUESTION)
        question = await asked(raw)
        heard_ns = time.monotonic_ns()
        answered_ns = time.monotonic_ns()
        raw.say(first_move(question))
        answer = await session.answer()
        assert answer.move == QUESTION.legal_moves[0]
        passed_us = (time.monotonic_ns() - asked_ns) // 1000
        assert (answered_ns - heard_ns) // 1000 <= answer.used_us <= passed_us


async def test_stale_answers_are_counted_and_ignored() -> None:
    async with playing() as (_, session, raw, _):
        session.ask(QUESTION)
        question = await asked(raw)
        for _ in range(3):
            raw.say(stale(SETUP.game_id))
        raw.say(PlayRequest(move_chosen=MoveChosen(game_id="other", turn_id=question.turn_id, index=1)))
        raw.say(first_move(question))
        assert (await session.answer()).move == QUESTION.legal_moves[0]
        assert session.stale_answers == 4


async def test_an_answer_given_twice_is_not_taken_for_the_next() -> None:
    async with playing() as (_, session, raw, _):
        session.ask(QUESTION)
        question = await asked(raw)
        raw.say(first_move(question))
        raw.say(first_move(question))
        await session.answer()
        session.ask(QUESTION)
        again = await asked(raw)
        assert again.turn_id != question.turn_id
        raw.say(PlayRequest(move_chosen=MoveChosen(game_id=SETUP.game_id, turn_id=again.turn_id, index=3)))
        assert (await session.answer()).move == QUESTION.legal_moves[3]
        assert session.stale_answers == 1


async def test_too_many_stale_answers_are_a_protocol_error() -> None:
    async with playing() as (_, session, raw, _):
        session.ask(QUESTION)
        await asked(raw)
        for _ in range(1001):
            raw.say(stale(SETUP.game_id))
        fault = await fault_of(session)
        assert fault.termination is T.PROTOCOL_ERROR
        assert fault.reason == "more than 1000 stale answers in a game"


async def test_a_thousand_stale_answers_are_forgiven() -> None:
    async with playing() as (_, session, raw, _):
        session.ask(QUESTION)
        question = await asked(raw)
        for _ in range(1000):
            raw.say(stale(SETUP.game_id))
        raw.say(first_move(question))
        assert (await session.answer()).move == QUESTION.legal_moves[0]
        assert session.stale_answers == 1000


@pytest.mark.parametrize(
    ("said", "termination", "reason"),
    [
        (b"\xff\xff", T.PROTOCOL_ERROR, r"bytes that are no PlayRequest: b'\xff\xff'"),
        (b"", T.PROTOCOL_ERROR, "a message without an event"),
        (
            b"x" * (limits.MESSAGE_BYTES + 1),
            T.PROTOCOL_ERROR,
            "a message of 65537 bytes, at most 65536 are allowed",
        ),
        (
            b"x" * (limits.TRANSPORT_BYTES + 1),
            T.DISCONNECT,
            LOST,
        ),
        (ready("x"), T.PROTOCOL_ERROR, "'ready' where 'move_chosen' was expected"),
    ],
    ids=["undecodable", "empty", "large", "larger than the transport takes", "not an answer"],
)
async def test_what_is_no_answer_ends_the_game_for_the_bot(
    said: PlayRequest | bytes, termination: Termination, reason: str
) -> None:
    async with playing() as (_, session, raw, _):
        session.ask(QUESTION)
        await asked(raw)
        raw.say(said)
        fault = await fault_of(session)
        assert (fault.termination, fault.reason) == (termination, reason)


async def test_a_bot_at_fault_hears_why_before_it_is_cut() -> None:
    async with playing() as (here, session, raw, _):
        fault = PlayerFault(T.TIMEOUT, "too slow").at(0, 0)
        session.end(GameEnd(SETUP.game_id, T.TIMEOUT, (), (0, 0), "too slow", fault))
        assert not session.reusable
        async with trio.open_nursery() as nursery:
            nursery.start_soon(here.dismiss, session, "over")
            ended, goodbye = await raw.hear(), await raw.hear()
            assert (ended.game_ended.fault.reason, goodbye.goodbye.reason) == ("too slow", "over")
            raw.close()
        assert (await raw.status())[0] is grpc.StatusCode.OK


async def test_a_bot_that_does_not_leave_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FAREWELL_SECONDS", 0.05)
    async with playing() as (here, session, raw, _):
        session.ask(QUESTION)
        await here.dismiss(session, "over")
        assert (await raw.status())[0] in (grpc.StatusCode.CANCELLED, grpc.StatusCode.OK)


# lost and second streams


@pytest.mark.parametrize("on_turn", [True, False])
async def test_a_lost_stream_is_a_disconnect(on_turn: bool) -> None:
    async with playing() as (_, session, raw, _):
        if on_turn:
            session.ask(QUESTION)
            await asked(raw)
        raw.cancel()
        fault = await session.broken()
        assert fault.termination is T.DISCONNECT
        assert fault.reason == LOST
        assert (fault.elapsed_us > 0) is on_turn


async def test_a_bot_that_closes_its_stream_on_turn_is_disconnected() -> None:
    async with playing() as (_, session, raw, _):
        session.ask(QUESTION)
        await asked(raw)
        raw.close()
        fault = await fault_of(session)
        assert (fault.termination, fault.reason) == (T.DISCONNECT, "the bot closed the stream")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (0, "its process ended with exit code 0"),
        (1, "its process ended with exit code 1"),
        (-9, "its process was ended by signal 9 (SIGKILL)"),
        (-63, "its process was ended by signal 63"),
    ],
)
async def test_a_lost_stream_of_a_process_that_ended_is_a_crash(code: int, reason: str) -> None:
    async with playing() as (_, session, raw, _):
        raw.cancel()
        session.link.process_ended(code, "last words")
        fault = await session.broken()
        assert (fault.termination, fault.exit_code, fault.output_tail) == (T.CRASH, code, "last words")
        assert fault.reason == reason


async def test_a_process_that_ends_before_hello_is_a_no_show() -> None:
    async with serve(sessions=1) as here:
        session = here.expect()
        session.link.process_ended(3, "last words")
        with pytest.raises(PlayerFault) as caught:
            await session.connect(GUARD_US)
        assert (caught.value.termination, caught.value.exit_code) == (T.NO_SHOW, 3)
        assert caught.value.output_tail == "last words"


async def test_an_answer_of_a_process_that_ended_still_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROCESS_SECONDS", HANG_GUARD_S)
    async with playing() as (_, session, raw, _):
        session.ask(QUESTION)
        question = await asked(raw)
        raw.say(first_move(question))
        session.link.process_ended(0, "")
        assert (await session.answer()).move == QUESTION.legal_moves[0]


async def test_a_second_stream_is_refused_and_counted_while_the_first_goes_on() -> None:
    async with playing() as (here, session, raw, _):
        session.ask(QUESTION)
        question = await asked(raw)
        with stream(here.address, session.token) as second:
            second.say(PlayRequest(hello={"protocol": 1}))
            code, detail = await second.status()
            assert code is grpc.StatusCode.ALREADY_EXISTS
            assert detail == "a bot with this token is connected already"
        assert session.link.second_connections == 1
        raw.say(first_move(question))
        await session.answer()


async def test_a_second_stream_with_a_wrong_key_is_refused() -> None:
    async with playing(reconnect_us=GUARD_US) as (here, session, _, key):
        with stream(here.address, session.token) as second:
            second.say(PlayRequest(hello={"protocol": 1, "resume_key": key[:-1] + b"\0\0"}))
            assert (await second.status())[0] is grpc.StatusCode.ALREADY_EXISTS


async def test_a_stream_with_the_resume_key_replaces_the_other_and_time_runs_on() -> None:
    async with playing() as (here, session, raw, key):
        session.ask(QUESTION)
        question = await asked(raw)
        first_heard_ns = time.monotonic_ns()
        with stream(here.address, session.token) as second:
            await welcomed(second, key)
            assert (await raw.status())[0] is grpc.StatusCode.CANCELLED
            again = await asked(second)
            assert again == question
            answered_ns = time.monotonic_ns()
            second.say(first_move(again))
            answer = await session.answer()
        assert answer.used_us >= (answered_ns - first_heard_ns) // 1000
        assert session.link.second_connections == 0


async def test_a_lost_stream_comes_back_within_its_grace() -> None:
    async with playing(reconnect_us=GUARD_US) as (here, session, raw, key):
        session.ask(QUESTION)
        question = await asked(raw)
        raw.cancel()
        await raw.status()
        with stream(here.address, session.token) as second:
            await welcomed(second, key)
            again = await asked(second)
            assert again == question
            second.say(first_move(again))
            assert (await session.answer()).move == QUESTION.legal_moves[0]
            session.ask(QUESTION)
            second.say(first_move(await asked(second)))
            await session.answer()
        assert session.link.fault is None


async def test_a_stream_lost_while_nothing_is_asked_comes_back_to_silence() -> None:
    async with playing(reconnect_us=GUARD_US) as (here, session, raw, key):
        raw.cancel()
        await raw.status()
        with stream(here.address, session.token) as second:
            await welcomed(second, key)
            session.ask(QUESTION)
            second.say(first_move(await asked(second)))
            await session.answer()


async def test_without_grace_a_lost_stream_cannot_come_back() -> None:
    async with playing() as (here, session, raw, key):
        raw.cancel()
        assert (await session.broken()).termination is T.DISCONNECT
        with stream(here.address, session.token) as second:
            second.say(PlayRequest(hello={"protocol": 1, "resume_key": key}))
            assert (await second.status())[0] is grpc.StatusCode.ALREADY_EXISTS


async def test_a_grace_that_passes_is_a_disconnect() -> None:
    async with playing(reconnect_us=1000) as (_, session, raw, _):
        raw.cancel()
        assert (await session.broken()).termination is T.DISCONNECT


# other calls


async def health(line: grpc.Channel) -> int:
    stub = health_pb2_grpc.HealthStub(line)
    request = health_pb2.HealthCheckRequest(service="arena.v1.ArenaService")

    def check() -> int:
        return int(stub.Check(request, timeout=HANG_GUARD_S).status)

    return await trio.to_thread.run_sync(check)


async def test_the_health_check_says_serving() -> None:
    async with serve(sessions=1) as here:
        with channel(here.address) as line:
            assert await health(line) == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_service() -> None:
    async with serve(sessions=1) as here:
        with channel(here.address) as line:
            stub = reflection_pb2_grpc.ServerReflectionStub(line)
            request = reflection_pb2.ServerReflectionRequest(list_services="")

            def ask() -> list[str]:
                [response] = stub.ServerReflectionInfo(iter([request]), timeout=HANG_GUARD_S)
                return [service.name for service in response.list_services_response.service]

            names = await trio.to_thread.run_sync(ask)
    assert "arena.v1.ArenaService" in names
    assert "grpc.health.v1.Health" in names


def session_by_hand(line: grpc.Channel) -> tuple[grpc.StatusCode, str]:
    """How a session ends that is opened with nothing but what reflection tells, and without a token."""
    known = DescriptorPool(ProtoReflectionDescriptorDatabase(line))
    [method] = known.FindServiceByName("arena.v1.ArenaService").methods
    request = GetMessageClass(method.input_type)(hello={"protocol": 1, "name": "by hand"})
    path = f"/{method.containing_service.full_name}/{method.name}"
    call: Any = line.stream_stream(path, type(request).SerializeToString, None)(
        iter([request]), timeout=HANG_GUARD_S
    )
    with suppress(grpc.RpcError):
        list(call)
    return call.code(), call.details()


async def test_a_session_opened_by_hand_through_reflection_is_refused_with_a_sentence() -> None:
    async with serve(sessions=1) as here:
        with channel(here.address) as line:
            code, details = await trio.to_thread.run_sync(session_by_hand, line)
    assert code is grpc.StatusCode.UNAUTHENTICATED
    assert details == ("the metadata entry 'authorization' must be 'Bearer ' and the token from ARENA_TOKEN")


IDLE = {
    "reflection": "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
    "a health check that is never sent": "/grpc.health.v1.Health/Check",
    "a health watch that is never sent": "/grpc.health.v1.Health/Watch",
}


def idle_calls(address: str, method: str, count: int, lines: ExitStack) -> Iterator[Any]:
    """Calls that say nothing, each on a connection of its own."""
    for _ in range(count):
        silence: SimpleQueue[bytes | None] = SimpleQueue()
        call: Any = lines.enter_context(channel(address)).stream_stream(method, None, None)(
            iter(silence.get, None), timeout=HANG_GUARD_S
        )
        lines.callback(call.cancel)
        lines.callback(silence.put, None)
        yield call


@pytest.mark.parametrize("method", IDLE.values(), ids=list(IDLE))
async def test_idle_calls_without_a_token_are_few_and_do_not_keep_bots_out(method: str) -> None:
    with trio.fail_after(HANG_GUARD_S), ExitStack() as lines:
        async with serve(sessions=1) as here:
            session = here.expect()
            calls = list(idle_calls(here.address, method, 20, lines))
            refused = await ended(calls, 20 - limits.OTHER_CALLS)
            with stream(here.address, session.token) as raw:
                await connected(here, raw, session)
                await begun(session, raw)
    assert {call.code() for call in refused} == {grpc.StatusCode.RESOURCE_EXHAUSTED}


async def ended(calls: list[Any], least: int) -> list[Any]:
    """The calls that are over, once there are enough of them."""
    while True:
        over = [call for call in calls if not call.is_active()]
        if len(over) >= least:
            return over
        await trio.sleep(0.01)


async def test_places_of_other_calls_are_given_back() -> None:
    async with serve(sessions=1) as here:
        with channel(here.address) as line:
            for _ in range(3 * limits.OTHER_CALLS):
                assert await health(line) == health_pb2.HealthCheckResponse.SERVING


async def test_calls_to_methods_that_do_not_exist_are_refused() -> None:
    async with serve(sessions=1) as here:
        with channel(here.address) as line:

            def call() -> Any:
                return line.unary_unary("/arena.v1.Nothing/Nothing", None, None).with_call(
                    b"", timeout=HANG_GUARD_S
                )

            with pytest.raises(grpc.RpcError) as caught:
                await trio.to_thread.run_sync(call)
    assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


# the server itself


async def test_a_free_port_is_told() -> None:
    async with serve("tcp://127.0.0.1:0", sessions=1) as here:
        assert here.address.startswith("tcp://127.0.0.1:")
        assert int(here.address.rpartition(":")[2]) > 0


async def test_a_port_in_use_is_the_users_to_solve() -> None:
    async with serve(sessions=1) as here:
        with pytest.raises(ConfigError, match="cannot listen on"):
            async with serve(here.address, sessions=1):
                raise AssertionError


async def test_a_unix_socket_works(tmp_path: Path) -> None:
    address = f"unix://{tmp_path / 'socket'}"
    async with serve(address, sessions=1) as here:
        assert here.address == address
        session = here.expect()
        with stream(address, session.token) as raw:
            await connected(here, raw, session)
            await begun(session, raw)


@pytest.mark.parametrize("on_turn", [True, False])
async def test_a_server_leaves_no_thread_behind(on_turn: bool) -> None:
    def handlers() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name.startswith("stream")]

    async with playing() as (here, session, raw, _):
        with stream(here.address, session.token):
            if on_turn:
                session.ask(QUESTION)
                await asked(raw)
            assert handlers()
    assert handlers() == []


async def test_leaving_the_server_cancels_every_stream() -> None:
    with ExitStack() as lines:
        async with serve(sessions=1) as here:
            session = here.expect()
            raw = lines.enter_context(stream(here.address, session.token))
            await connected(here, raw, session)
        assert (await raw.status())[0] in (grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE)


def test_play_is_the_method_that_the_protocol_names() -> None:
    assert f"/{server.SERVICE}/Play" == PLAY


def test_the_default_connect_limit_is_the_time_controls() -> None:
    assert TimeControl().connect_us == 20_000_000
