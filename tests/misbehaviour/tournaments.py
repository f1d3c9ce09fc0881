"""Small real tournaments with scripted bots: how to play one, and what came of it."""

import os
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import trio

from arena.bots.manifest import Manifest, load
from arena.referee import Termination, TimeControl
from arena.store import open_to_write
from arena.tournament.opening import Tournament, open_tournament
from arena.tournament.plan import Plan
from arena.tournament.quarantine import apply_quarantine
from arena.tournament.results import results_of
from arena.tournament.runner import Listener, Runner
from arena.tournament.schedule import Pairing
from arena.tournament.standings import GameResult
from arena.v1 import record_pb2
from arena.wire import termination_from_value
from tests.misbehaviour.scripted_bot import BEFORE_WELCOME

SCRIPTED_BOT = Path(__file__).with_name("scripted_bot.py")
MARK = "ARENA_TEST_MARK"
HANG_GUARD_S = 240.0
GONE_GUARD_S = 30.0
PATIENT = TimeControl(connect_us=60_000_000, ready_us=60_000_000, move_us=60_000_000)
"""Limits that no working bot exceeds on any machine."""
GREEDY, RANDOM = (load(f"builtin:{name}", Path("/")) for name in ("greedy", "random"))


@dataclass(frozen=True)
class Played:
    """A tournament that is over."""

    tournament: Tournament
    folder: Path
    records: list[tuple[Pairing, record_pb2.GameRecord]]
    """The counting attempt of every game, in the order of the schedule."""
    results: list[GameResult]
    """What the standings are made of, quarantine applied."""

    def of(self, name: str) -> list[tuple[int, record_pb2.GameRecord]]:
        """The games of a bot in the order of the schedule, each with its seat."""
        place = [bot.name for bot in self.tournament.bots].index(name)
        return [
            (pairing.bots.index(place), record) for pairing, record in self.records if place in pairing.bots
        ]

    def without(self, name: str) -> list[record_pb2.GameRecord]:
        """The games of the others among themselves."""
        return [record for _, record in self.records if name not in [seat.bot for seat in record.seats]]

    def starts(self, name: str) -> int:
        """How often a scripted bot was started."""
        return len(list((self.folder / name).glob("start-*")))


def scripted(folder: Path, do: str, *arguments: str, name: str = "bad") -> Manifest:
    """A scripted bot; one that never gets as far as a game does so from its second start on."""
    after_starts = 1 if do in BEFORE_WELCOME else 0
    counter = folder / name
    counter.mkdir()
    words = ("--do", do, "--marker", str(counter), "--after-starts", str(after_starts), *arguments)
    command = (sys.executable, str(SCRIPTED_BOT), *words)
    return Manifest(name, "", "", "", command, (), folder, do, do)


def play(
    folder: Path,
    bots: Sequence[Manifest],
    time_control: TimeControl = PATIENT,
    *,
    players: int = 2,
    rounds: int = 1,
    concurrency: int = 2,
    fresh_processes: bool = False,
) -> Played:
    """Play a tournament to its end; with `fresh_processes`, pre-flight's own play no game."""
    plan = Plan(
        bots=tuple(bot.spec for bot in bots),
        players=players,
        rounds=rounds,
        time=time_control,
        seed="misbehaviour",
        same_deals=fresh_processes,
    )
    errors: list[BaseException] = []
    listener = Listener(lambda: None, lambda _: None, errors.append)
    with open_to_write(folder / "arena.db") as store:
        tournament = open_tournament(store, plan, bots)
        trio.run(_run, Runner(tournament, store, listener, concurrency=concurrency))
        assert errors == []
        results = store.results(tournament.row)
        records = [
            (pairing, store.record(tournament.row, pairing.game_id, results[pairing.game_id].attempt))
            for pairing in tournament.schedule
        ]
        counted = apply_quarantine(results_of(store, tournament.row), tournament.schedule)
    return Played(tournament, folder, records, counted)


async def _run(runner: Runner) -> None:
    with trio.fail_after(HANG_GUARD_S):
        await runner.run()


def limits(**changes: Any) -> TimeControl:
    """Limits that no working bot exceeds, but for those that the bad bot is to run into."""
    return replace(PATIENT, **changes)


def termination(record: record_pb2.GameRecord) -> Termination:
    return termination_from_value(record.outcome.termination)


def kind(fault: record_pb2.Fault) -> Termination:
    return termination_from_value(fault.termination)


# processes


def marked(word: str) -> list[int]:
    """The living processes with a word in the environment they were started with."""
    names = (folder.name for folder in Path("/proc").iterdir())
    return [pid for pid in map(int, filter(str.isdigit, names)) if _is_marked(pid, word)]


def _is_marked(pid: int, word: str) -> bool:
    try:
        return f"{MARK}={word}".encode() in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def end_leftovers(word: str) -> list[int]:
    """Wait for the marked processes to end; those that do not are killed, and returned."""
    deadline = time.monotonic() + GONE_GUARD_S
    while (left := marked(word)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return left
