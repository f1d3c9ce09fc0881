"""What becomes of a game when its bot misbehaves: who is blamed, with which words, and who is not.

Every case is a real tournament of one misbehaving bot and two good ones, with real processes.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.bots.manifest import Manifest
from arena.referee import Termination, TimeControl
from arena.tournament.quarantine import QUARANTINE_AFTER
from arena.v1 import record_pb2
from tests.misbehaviour.scripted_bot import BEFORE_WELCOME
from tests.misbehaviour.tournaments import (
    GREEDY,
    PATIENT,
    RANDOM,
    Played,
    end_leftovers,
    kind,
    limits,
    play,
    scripted,
    termination,
)

pytestmark = pytest.mark.slow

IN_QUARANTINE = "the bot is in quarantine"


@dataclass(frozen=True)
class Case:
    """A way to misbehave and what it comes to."""

    do: str
    termination: Termination
    reason: str
    """A pattern that fits the whole reason."""
    exit_code: int | None = None
    printed: str = ""
    """In the end of the output."""
    time_control: TimeControl = field(default=PATIENT)
    arguments: tuple[str, ...] = ()
    """Of the bot, besides."""
    concurrency: int = 2
    """More where games only wait for the bad bot."""


T = Termination
NO_HELLO = r"it did not say Hello within \d+ ms"
OUT_OF_TIME = r"no answer in time: [\d.]+ ms passed, [\d.]+ ms were allowed, margin included"
LOST = "the stream was cancelled, the connection was lost, or a message was larger than 4194304 bytes"
SLOW_CONNECT = limits(connect_us=8_000_000)
CASES = (
    # never there
    Case("never-connects", T.NO_SHOW, NO_HELLO, time_control=SLOW_CONNECT, concurrency=4),
    Case("talks-http-1", T.NO_SHOW, NO_HELLO, time_control=SLOW_CONNECT, concurrency=4),
    Case("exits-at-once", T.NO_SHOW, "its process ended with exit code 3", 3, "no configuration found"),
    Case("wrong-token", T.NO_SHOW, "its process ended with exit code 1", 1, "UNAUTHENTICATED"),
    Case("forgets-hello", T.NO_SHOW, "the first message is 'ready', expected 'hello'"),
    Case("speaks-protocol-2", T.NO_SHOW, "Hello speaks protocol 2, expected 1"),
    Case(
        "hangs-at-start",
        T.NO_SHOW,
        "it was not ready within 3000 ms",
        time_control=limits(ready_us=3_000_000),
        concurrency=4,
    ),
    # too late
    Case("hangs-in-turn", T.TIMEOUT, OUT_OF_TIME, time_control=limits(move_us=3_000_000), concurrency=4),
    Case("stops-itself", T.TIMEOUT, OUT_OF_TIME, time_control=limits(move_us=3_000_000), concurrency=4),
    Case("answers-late", T.TIMEOUT, OUT_OF_TIME, time_control=limits(move_us=2_000_000), concurrency=4),
    # gone
    Case("crashes-in-turn", T.CRASH, "its process ended with exit code 7", 7, "index out of range"),
    Case("kills-itself", T.CRASH, r"its process was ended by signal 9 \(SIGKILL\)", -9),
    Case("exits-cleanly", T.CRASH, "its process ended with exit code 0", 0),
    Case("floods-stderr-and-crashes", T.CRASH, "its process ended with exit code 7", 7, "x" * 1000),
    Case("half-closes", T.DISCONNECT, "the bot closed the stream"),
    Case("cancels", T.DISCONNECT, LOST),
    Case(
        "crashes-in-turn",
        T.CRASH,
        "its process ended with exit code 7",
        7,
        time_control=limits(move_us=None),
    ),
    # wrong words
    Case("illegal-move", T.ILLEGAL_MOVE, ".*pass.*"),
    Case("index-out-of-range", T.ILLEGAL_MOVE, r"index 4000000000 is outside the list of \d+ legal moves"),
    Case("no-notation", T.ILLEGAL_MOVE, ".*'castle:O-O'.*"),
    Case("no-answer", T.PROTOCOL_ERROR, "MoveChosen without an answer"),
    Case("no-event", T.PROTOCOL_ERROR, "a message without an event"),
    Case("undecodable-bytes", T.PROTOCOL_ERROR, r"bytes that are no PlayRequest: b'\\xff\\xff\\xff\\xff'"),
    Case("ready-again", T.PROTOCOL_ERROR, "'ready' where 'move_chosen' was expected"),
    Case("hello-again", T.PROTOCOL_ERROR, "'hello' where 'move_chosen' was expected"),
    Case("large-message", T.PROTOCOL_ERROR, r"a message of 71\d\d\d bytes, at most 65536 are allowed"),
    Case("huge-message", T.DISCONNECT, LOST, arguments=("--stay",)),
    Case("answers-stale-only", T.PROTOCOL_ERROR, "more than 1000 stale answers in a game"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.do + "-untimed" * case.time_control.untimed)
def test_the_bot_that_misbehaves_is_blamed_and_nobody_else(case: Case, tmp_path: Path) -> None:
    bots = (scripted(tmp_path, case.do, *case.arguments), GREEDY, RANDOM)
    played = play(
        tmp_path,
        bots,
        case.time_control,
        concurrency=case.concurrency,
        fresh_processes=case.do in BEFORE_WELCOME,
    )
    first = played.of("bad")[:QUARANTINE_AFTER]
    for seat, record in first:
        assert_forfeit(record, seat, case)
    for seat, record in played.of("bad")[QUARANTINE_AFTER:]:
        assert record.faults[0].reason == IN_QUARANTINE or assert_forfeit(record, seat, case)
    assert_the_others_are_untouched(played)
    assert [result.termination for result in played.results if 0 in result.bots] == [
        *[case.termination] * QUARANTINE_AFTER,
        T.NO_SHOW,
    ]


def assert_forfeit(record: record_pb2.GameRecord, seat: int, case: Case) -> bool:
    (fault,) = record.faults
    assert (fault.seat, kind(fault), termination(record)) == (seat, case.termination, case.termination)
    assert re.fullmatch(case.reason, fault.reason)
    assert record.outcome.reason == f"bad: {fault.reason}"
    assert list(record.outcome.places) == [2 if place == seat else 1 for place in range(2)]
    assert (fault.exit_code if fault.HasField("exit_code") else None) == case.exit_code
    assert case.printed in fault.output_tail
    assert len(fault.output_tail) <= 64 * 1024
    if case.termination is T.TIMEOUT:
        assert fault.elapsed_us >= (case.time_control.move_us or 0)
    return True


def assert_the_others_are_untouched(played: Played) -> None:
    games = played.without("bad")
    assert games
    for record in games:
        assert termination(record) is T.NORMAL
        assert not record.faults
        assert all(count == record_pb2.SeatCounts() for count in record.counts)


@pytest.mark.parametrize("do", ["answers-twice", "answers-stale-first", "connects-twice", "floods-stderr"])
def test_what_harms_nobody_is_counted_and_the_game_goes_on(do: str, tmp_path: Path) -> None:
    played = play(tmp_path, (scripted(tmp_path, do, "--at-turn", "1"), GREEDY, RANDOM))
    assert_the_others_are_untouched(played)
    for seat, record in played.of("bad"):
        assert termination(record) is T.NORMAL
        assert not record.faults
        own_turns = sum(turn.seat == seat for turn in record.turns)
        count = record.counts[seat]
        assert count.second_connections == (do == "connects-twice")
        assert count.stale_answers in STALE.get(do, lambda _: range(1))(own_turns)
        assert record.counts[1 - seat] == record_pb2.SeatCounts()


STALE = {
    # the last one of a game is heard in the next game of the process, if there is one
    "answers-twice": lambda own_turns: range(own_turns - 1, own_turns + 1),
    "answers-stale-first": lambda own_turns: range(own_turns, own_turns + 1),
}


def test_a_resignation_is_a_forfeit_but_leads_to_no_quarantine(tmp_path: Path) -> None:
    case = Case("resigns", T.RESIGNED, "the bot resigned")
    played = play(tmp_path, (scripted(tmp_path, case.do), GREEDY, RANDOM), rounds=2)
    assert len(played.of("bad")) == 8
    for seat, record in played.of("bad"):
        assert_forfeit(record, seat, case)
    assert_the_others_are_untouched(played)


def test_a_bot_in_quarantine_is_not_started_again(tmp_path: Path) -> None:
    case = Case("crashes-in-turn", T.CRASH, "its process ended with exit code 7", 7)
    played = play(tmp_path, (scripted(tmp_path, case.do), GREEDY, RANDOM), rounds=3)
    games = played.of("bad")
    assert len(games) == 12
    started = [(seat, record) for seat, record in games if record.faults[0].reason != IN_QUARANTINE]
    for seat, record in started:
        assert_forfeit(record, seat, case)
    # pre-flight, the games that put it there, and one that was running by then
    assert len(started) in (QUARANTINE_AFTER, QUARANTINE_AFTER + 1)
    assert played.starts("bad") in (len(started), len(started) + 1)
    for seat, record in games[len(started) :]:
        (fault,) = record.faults
        assert (fault.seat, kind(fault), fault.reason) == (seat, T.NO_SHOW, IN_QUARANTINE)
        assert list(record.outcome.places) == [2 if place == seat else 1 for place in range(2)]
    assert_the_others_are_untouched(played)


def test_descendants_that_ignore_sigterm_are_gone_in_the_end(tmp_path: Path, mark: str) -> None:
    played = play(tmp_path, (scripted(tmp_path, "leaves-an-orphan"), GREEDY, RANDOM))
    assert {termination(record) for _, record in played.records} == {T.NORMAL}
    assert len(list((tmp_path / "bad").glob("orphan-*"))) == played.starts("bad")
    assert end_leftovers(mark) == []


def test_after_a_crash_a_new_process_plays_the_next_game(tmp_path: Path) -> None:
    bots = (scripted(tmp_path, "crashes-in-turn", "--from-game", "2"), GREEDY, RANDOM)
    played = play(tmp_path, bots, rounds=2, concurrency=1)
    ends = [termination(record) for _, record in played.of("bad")]
    assert ends == [T.NORMAL, T.NORMAL, T.CRASH, T.CRASH] * 2
    assert played.starts("bad") == 4
    assert_the_others_are_untouched(played)


def test_a_crash_off_turn_is_noticed_while_the_opponent_thinks(tmp_path: Path) -> None:
    bots = (scripted(tmp_path, "crashes-off-turn", "--at-turn", "1"), thinker(tmp_path))
    played = play(tmp_path, bots, concurrency=2)
    case = Case("crashes-off-turn", T.CRASH, "its process ended with exit code 7", 7, "index out of range")
    for seat, record in played.of("bad"):
        assert_forfeit(record, seat, case)
        assert_off_turn(record, seat)


def test_with_three_players_the_others_play_on_after_a_crash_off_turn(tmp_path: Path) -> None:
    bots = (scripted(tmp_path, "crashes-off-turn", "--at-turn", "1"), thinker(tmp_path), GREEDY)
    played = play(tmp_path, bots, players=3, concurrency=3)
    for seat, record in played.of("bad"):
        assert_off_turn(record, seat)
        assert_played_on(record, seat, T.CRASH)


@pytest.mark.parametrize(
    ("do", "expected"),
    [("exits-at-once", T.NO_SHOW), ("hangs-in-turn", T.TIMEOUT), ("illegal-move", T.ILLEGAL_MOVE)],
)
def test_with_three_players_the_others_play_on(do: str, expected: Termination, tmp_path: Path) -> None:
    bots = (scripted(tmp_path, do), GREEDY, RANDOM)
    played = play(tmp_path, bots, limits(move_us=3_000_000), players=3, concurrency=3, fresh_processes=True)
    for seat, record in played.of("bad"):
        assert_played_on(record, seat, expected)


def test_of_two_that_misbehave_the_one_that_lasts_longer_is_placed_higher(tmp_path: Path) -> None:
    early = scripted(tmp_path, "illegal-move", "--at-turn", "1", name="early")
    late = scripted(tmp_path, "crashes-in-turn", "--at-turn", "3", name="late")
    played = play(tmp_path, (early, late, GREEDY), players=3)
    for _, record in played.records:
        names = [seat.bot for seat in record.seats]
        places = dict(zip(names, record.outcome.places, strict=True))
        assert places == {"greedy": 1, "late": 2, "early": 3}
        assert [(names[fault.seat], kind(fault)) for fault in record.faults] == [
            ("early", T.ILLEGAL_MOVE),
            ("late", T.CRASH),
        ]
        assert record.outcome.reason == "late: its process ended with exit code 7"


def test_a_game_that_nobody_comes_to_is_no_contest(tmp_path: Path) -> None:
    bots = [scripted(tmp_path, "exits-at-once", name=name) for name in ("ann", "bob")]
    played = play(tmp_path, bots, fresh_processes=True)
    for _, record in played.records:
        assert termination(record) is T.NO_CONTEST
        assert [kind(fault) for fault in record.faults] == [T.NO_SHOW, T.NO_SHOW]
        assert not record.outcome.places


def test_silent_streams_and_idle_calls_keep_nobody_else_from_playing(tmp_path: Path) -> None:
    bots = (GREEDY, RANDOM, scripted(tmp_path, "never-says-hello"))
    played = play(tmp_path, bots, SLOW_CONNECT, concurrency=6, fresh_processes=True)
    case = Case("never-says-hello", T.NO_SHOW, NO_HELLO, printed="ALREADY_EXISTS")
    for seat, record in played.of("bad")[:QUARANTINE_AFTER]:
        assert_forfeit(record, seat, case)
    assert_the_others_are_untouched(played)


def thinker(folder: Path) -> Manifest:
    return scripted(folder, "thinks-after", "--at-turn", "1", "--watch", "bad", name="thinker")


def assert_off_turn(record: record_pb2.GameRecord, seat: int) -> None:
    """The bot was not asked when it crashed: its last turn is played, and its next was not its yet."""
    (fault,) = record.faults
    assert fault.elapsed_us == 0
    assert [turn.seat for turn in record.turns[: fault.turn]].count(seat) == 1
    assert fault.turn % len(record.seats) != seat


def assert_played_on(record: record_pb2.GameRecord, seat: int, expected: Termination) -> None:
    (fault,) = record.faults
    assert (fault.seat, kind(fault)) == (seat, expected)
    assert termination(record) is T.NORMAL
    assert record.outcome.places[seat] == 3
    assert sorted(record.outcome.places)[0] == 1
    later = [turn.seat for turn in record.turns[fault.turn :]]
    assert set(later) == set(range(3)) - {seat}
