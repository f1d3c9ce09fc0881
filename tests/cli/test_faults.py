"""Who was at fault: one sentence a bot, and where to look."""

import json
from collections.abc import Sequence
from pathlib import Path

from arena import wire
from arena.cli.faults import BotFaults, faults_by_bot, faults_in_words
from arena.engine import Deal
from arena.referee import TimeControl
from arena.store import Entrant, open_to_read, open_to_write
from arena.tournament.plan import Plan
from arena.tournament.quarantine import QUARANTINE_AFTER, apply_quarantine, quarantined
from arena.tournament.schedule import Pairing, Schedule
from arena.tournament.standings import GameResult
from arena.v1 import record_pb2
from tests.cli.conftest import Arena
from tests.cli.games import make_store

SCHEDULE = Schedule("0" * 16, ("exc", "fine", "good"), players=2, rounds=2)


def played(faulty: str, kind: str) -> list[GameResult]:
    """All games; one bot loses each of its own by a fault."""
    return [
        GameResult(
            game_id=pairing.game_id,
            ordinal=pairing.ordinal,
            round=pairing.round,
            rotation=pairing.cluster_id,
            bots=pairing.bots,
            places=(1, 2),
            prestige=(15, 3),
            termination=kind,
            faults=tuple((seat, kind) for seat, bot in enumerate(pairing.bots) if names(bot) == faulty),
        )
        for pairing in SCHEDULE
    ]


def names(bot: int) -> str:
    return SCHEDULE.names[bot]


def faults_of(results: list[GameResult]) -> list[BotFaults]:
    quarantine = quarantined(results, SCHEDULE)
    return faults_by_bot(apply_quarantine(results, SCHEDULE), quarantine, SCHEDULE.names)


def test_a_bot_in_quarantine_has_its_own_faults_and_the_games_it_sits_out() -> None:
    # it plays games 1 to 4, 7 to 10: three faults, and then it sits out
    assert faults_of(played("exc", "CRASH")) == [BotFaults("exc", 3, 1, "CRASH", 4, 5)]


def test_a_resignation_is_no_fault() -> None:
    assert faults_of(played("exc", "RESIGNED")) == []


def test_a_resignation_and_a_game_that_is_sat_out_are_no_fault_in_json(arena: Arena, folder: Path) -> None:
    schedule = Schedule("0" * 16, ("exc", "fine"), players=2, rounds=4)
    for name, kind in (("gone.db", "RESIGNED"), ("faulty.db", "CRASH")):
        with open_to_write(folder / name) as store:
            plan = Plan(schedule.names, rounds=4)
            entrants = [Entrant(bot, bot, "aa") for bot in schedule.names]
            row = store.add_tournament("0" * 16, bytes(32), plan.fingerprint(), 4, entrants, secret=False)
            for pairing in schedule:
                store.add(row, _lost_by(0, pairing, schedule.names, deal=True, kind=kind))
    shown = {
        name: json.loads(arena("standings", "--json", "--store", name).out)
        for name in ("gone.db", "faulty.db")
    }
    assert (shown["gone.db"]["faults"], shown["gone.db"]["faults_by_bot"]) == (0, [])
    assert [one["forfeits"] for one in shown["gone.db"]["standings"]] == [0, 8]
    (exc,) = shown["faulty.db"]["faults_by_bot"]
    assert shown["faulty.db"]["faults"] == exc["faults"] == QUARANTINE_AFTER
    assert exc["sat_out"] == 8 - QUARANTINE_AFTER
    listed = {name: arena("games", "--faults", "--json", "--store", name).out for name in shown}
    assert listed["gone.db"] == ""
    assert listed["faulty.db"].count("\n") == QUARANTINE_AFTER


def test_the_sentences_say_where_to_look(folder: Path) -> None:
    faults = [BotFaults("exc", 3, 1, "CRASH", 4, 5), BotFaults("late", 1, 2, "TIMEOUT", None, 0)]
    make_store(folder / "my cup.db")
    with open_to_read(Path("my cup.db")) as store:
        said = list(faults_in_words(faults, store, store.tournaments()[0]))
    assert said == [
        "exc: 3 faults, the first in game 1: CRASH; see arena show 1 --store 'my cup.db'",
        "exc is in quarantine since game 4; its 5 games from there on count as lost but are not rated",
        "late: 1 fault, in game 2: TIMEOUT; see arena show 2 --store 'my cup.db'",
    ]


def test_the_hint_is_a_command_that_works(arena: Arena, folder: Path) -> None:
    make_store(folder / "arena.db")
    line = next(line for line in arena("standings").out.splitlines() if line.startswith("two: 1 fault"))
    hint = line.partition("see arena ")[2].split()
    assert "fault of two" in arena(*hint).out


def test_a_game_that_a_bot_sits_out_looks_the_same_whether_it_was_played_or_not(
    arena: Arena, folder: Path
) -> None:
    schedule = Schedule("0" * 16, ("exc", "fine"), players=2, rounds=2)
    for name in ("played.db", "not.db"):
        with open_to_write(folder / name) as store:
            plan = Plan(schedule.names, rounds=2, time=TimeControl(move_us=None))
            entrants = [Entrant(bot, bot, "aa") for bot in schedule.names]
            row = store.add_tournament("0" * 16, bytes(32), plan.fingerprint(), 2, entrants, secret=False)
            for pairing in schedule:
                deal = name == "played.db" or pairing.ordinal < QUARANTINE_AFTER
                store.add(row, _lost_by(0, pairing, schedule.names, deal=deal))
    shown = [arena("games", "--json", "--moves", "--store", name).out for name in ("played.db", "not.db")]
    assert shown[0] == shown[1]
    assert '"deal": null' in shown[0].splitlines()[QUARANTINE_AFTER]


def _lost_by(
    bot: int, pairing: Pairing, names: Sequence[str], *, deal: bool, kind: str = "CRASH"
) -> record_pb2.GameRecord:
    seat = pairing.bots.index(bot)
    ending = f"TERMINATION_{kind if deal else 'NO_SHOW'}"
    return record_pb2.GameRecord(
        game_id=pairing.game_id,
        attempt=1,
        deal=wire.deal_message(Deal.shuffled(bytes(32), pairing.deal_index, 2)) if deal else None,
        faults=[record_pb2.Fault(seat=seat, termination=ending)],
        outcome=record_pb2.GameOutcome(termination=ending, places=[2, 1] if seat == 0 else [1, 2]),
    )
