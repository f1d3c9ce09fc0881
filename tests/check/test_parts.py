"""The parts of a check that need no process: opponents, games, times, a newer arena, the relay, reports."""

import random

import pytest
import trio
from google.protobuf.unknown_fields import UnknownFieldSet

from arena.check.advice import ADVICE, BY_TERMINATION
from arena.check.games import SHORT, Answers, game_setup, play
from arena.check.newer_arena import UNKNOWN_EVENT, with_unknown_fields
from arena.check.opponent import Opponent
from arena.check.relay import relay
from arena.check.report import Check, Line, Report, Verdict
from arena.engine import Deal, Position
from arena.referee import Fault, PlayedGame, Question, Termination, TimeControl, TurnPlayed
from arena.v1.arena_pb2 import PlayResponse
from arena.wire import turn_started

POSITION = Position(Deal.shuffled(b"parts", 0, 2))
QUESTION = Question(POSITION.observe(0), tuple(POSITION.legal_moves()), (), (None, None), None)
CONTROL = TimeControl()


# opponents and games


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_opponents_play_whole_games_that_are_always_the_same(players: int) -> None:
    setup = game_setup("a game", "bot", 0, players, CONTROL)
    games = [await play(setup, Opponent("the bot's place"), 0, lambda: 0) for _ in range(2)]
    assert games[0] == games[1]
    assert not games[0].faults
    assert games[0].places


async def test_every_legal_move_may_be_drawn() -> None:
    opponent, drawn = Opponent("all"), set()
    for _ in range(40 * len(QUESTION.legal_moves)):
        opponent.ask(QUESTION)
        drawn.add((await opponent.answer()).move)
    assert drawn == set(QUESTION.legal_moves)


def test_every_title_is_another_game_with_the_bot_in_its_seat() -> None:
    one, other = (game_setup(title, "bot", 1, 3, CONTROL, SHORT) for title in ("one", "other"))
    assert one.names == ("opponent-0", "bot", "opponent-2")
    assert one.game_id != other.game_id
    assert len(one.game_id) == 16
    assert one.deal != other.deal
    assert {len(seed) for seed in one.bot_seeds} == {32}


async def test_a_short_game_is_over_after_a_few_rounds() -> None:
    setup = game_setup("short", "bot", 0, 2, CONTROL, SHORT)
    game = await play(setup, Opponent("bot"), 0, lambda: 0)
    assert (game.termination, len(game.turns)) == (Termination.TURN_LIMIT, 6)


# time


def played(seat_us: list[int], *faults: Fault) -> PlayedGame:
    """A game with these times of seat 0, and slow turns of seat 1."""
    move = QUESTION.legal_moves[0]
    turns = [TurnPlayed(0, move, 0, 0, 0, used, None) for used in seat_us]
    turns.append(TurnPlayed(1, move, 0, 0, 0, 999_999_999, None))
    setup = game_setup("times", "bot", 0, 2, CONTROL)
    return PlayedGame(setup, tuple(turns), faults, Termination.NORMAL, (1, 2), (0, 0), "", 0)


def test_the_answers_of_the_bot_alone_are_counted() -> None:
    answers = Answers(CONTROL)
    answers.add(played([5000, 1000, 9000]), 0)
    answers.add(played([2000]), 0)
    assert (len(answers), answers.median_us, answers.slowest_us) == (4, 3500, 9000)
    assert answers.limit_us == CONTROL.move_us


def test_the_slowest_answer_is_the_one_that_used_most_of_its_limit() -> None:
    answers = Answers(TimeControl(first_move_us=1_000_000, move_us=100_000))
    answers.add(played([500_000, 90_000]), 0)
    assert (answers.slowest_us, answers.limit_us) == (90_000, 100_000)


def test_an_answer_that_came_too_late_counts_and_other_faults_do_not() -> None:
    answers = Answers(CONTROL)
    crash = Fault(0, Termination.CRASH, 1, "", elapsed_us=8_000_000)
    late = Fault(0, Termination.TIMEOUT, 1, "", elapsed_us=5_100_000)
    answers.add(played([1000], crash), 0)
    assert answers.slowest_us == 1000
    answers.add(played([1000], late), 0)
    assert answers.slowest_us == 5_100_000


# a newer arena


def test_an_unknown_event_is_one_that_this_protocol_does_not_have() -> None:
    response = PlayResponse.FromString(UNKNOWN_EVENT)
    assert response.WhichOneof("event") is None
    assert len(UnknownFieldSet(response)) == 1


def test_unknown_fields_are_in_every_message_and_change_no_known_one() -> None:
    payload = turn_started(QUESTION, "0123456789abcdef", 7, omit_legal_moves=False)
    newer = PlayResponse.FromString(with_unknown_fields(payload))
    turn = newer.turn_started
    places = (newer, turn, turn.observation, turn.observation.bank, turn.observation.players[1])
    for message in (*places, turn.legal_moves[-1], turn.clocks[0]):
        unknown = UnknownFieldSet(message)
        assert {unknown[place].wire_type for place in range(len(unknown))} == {0, 1, 2, 5}
    newer.DiscardUnknownFields()
    assert newer == PlayResponse.FromString(payload)


# the relay


async def test_a_relay_passes_on_until_it_breaks() -> None:
    async def echo(stream: trio.SocketStream) -> None:
        async for chunk in stream:
            await stream.send_all(chunk)

    async with trio.open_nursery() as nursery:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        nursery.start_soon(trio.serve_listeners, echo, listeners)
        port = listeners[0].socket.getsockname()[1]
        with trio.fail_after(60):
            async with relay(f"tcp://127.0.0.1:{port}") as address:
                near = int(address.rpartition(":")[2])
                stream = await trio.open_tcp_stream("127.0.0.1", near)
                nursery.start_soon(_close_at_the_end, stream)
                sent = random.Random(1).randbytes(200_000)
                nursery.start_soon(stream.send_all, sent)
                got = b""
                while len(got) < len(sent):
                    got += await stream.receive_some()
            assert got == sent
            assert await stream.receive_some() == b""
            with pytest.raises(OSError, match="connect"):
                await trio.open_tcp_stream("127.0.0.1", near)
        nursery.cancel_scope.cancel()


async def _close_at_the_end(stream: trio.SocketStream) -> None:
    async with stream:
        await trio.sleep_forever()


# the report


def test_a_report_fails_by_failures_only() -> None:
    harmless = tuple(Line(Check.START, verdict, "") for verdict in Verdict if verdict is not Verdict.FAIL)
    assert not Report(harmless).failed
    assert Report((*harmless, Line(Check.TIME, Verdict.FAIL, ""))).failed
    assert Report(harmless).count(Verdict.HINT) == 1


def test_there_is_advice_for_everything_a_bot_can_do_wrong() -> None:
    seats = {Check.seats(players) for players in (2, 3, 4)}
    assert ADVICE.keys() == set(Check) - seats
    own = {"TIMEOUT", "ILLEGAL_MOVE", "PROTOCOL_ERROR", "CRASH", "DISCONNECT", "RESIGNED", "NO_SHOW"}
    assert own <= BY_TERMINATION.keys()
