"""Runs the arena as a user does, kills it at random moments, resumes it, and compares what is stored.

    python -m tests.tournament.kill_and_resume --kills 20

kills that many runs and prints a summary in JSON; it fails if anything was lost, changed, played again
or left behind, or if the end differs from that of a run that nobody disturbed. The tests share its parts.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

GUARD_S = 120
"""What takes longer than this hangs."""

GONE_WITHIN_S = 10
"""Bots get 3 s to end by themselves, and then no choice."""

_EARLIEST_KILL_S, _LATEST_KILL_S = 0.5, 6.0

# A shell may have started us deaf to signals that a user's terminal would send.
_AS_FROM_A_TERMINAL = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
sys.argv[0] = "arena"
from arena.cli import main
main()
"""

Records: TypeAlias = dict[tuple[int, str, int], tuple[str, bytes]]
"""By tournament, game and attempt: why it ended, and the record's bytes."""


@dataclass(frozen=True)
class Place:
    """A folder of its own for a store, and for the temporary files by which processes are recognised."""

    folder: Path
    """The store is in it."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Added to the environment of the arena and its bots."""

    @property
    def store(self) -> Path:
        """The file with the results."""
        return self.folder / "arena.db"

    @property
    def temporary(self) -> Path:
        """Where the arena and its bots make their temporary files, and nobody else does."""
        path = self.folder / "temporary"
        path.mkdir(exist_ok=True)
        return path

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """Start `arena` in a process group of its own."""
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen(
            [sys.executable, "-c", _AS_FROM_A_TERMINAL, *arguments, "--store", str(self.store)],
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **self.variables, "TMPDIR": str(self.temporary)},
            start_new_session=True,
            **streams,
        )

    def output(self, *arguments: str) -> str:
        """What `arena` prints when nobody disturbs it."""
        process = self.start(*arguments, stdout=subprocess.PIPE)
        out, err = process.communicate(timeout=GUARD_S)
        if process.returncode != 0:
            raise AssertionError(f"arena {' '.join(arguments)}: code {process.returncode}: {err}")
        return out

    def final(self) -> tuple[str, dict[str, Any]]:
        """Every game with its moves, and the standings."""
        standings: dict[str, Any] = json.loads(self.output("standings", "--json"))
        return self.output("games", "--json", "--moves"), standings

    def processes(self) -> list[int]:
        """The living processes that have this place in their environment or on their command line."""
        return [pid for pid in _all_processes() if _mentions(pid, str(self.temporary).encode())]

    def records(self) -> Records:
        """What is stored, read from a copy: recovering the store itself is for the arena to do."""
        with tempfile.TemporaryDirectory() as copy:
            for name in (self.store.name, f"{self.store.name}-wal"):
                if (self.folder / name).exists():
                    shutil.copy(self.folder / name, copy)
            return _read_records(Path(copy) / self.store.name)

    def results_seen(self) -> int:
        """How many games have a result, as a reader beside a running arena sees it."""
        if not self.store.exists():
            return 0
        try:
            with closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as connection:
                query = "SELECT count(DISTINCT game_id) FROM attempts WHERE termination <> 'VOID'"
                return int(connection.execute(query).fetchone()[0])
        except sqlite3.OperationalError:  # the tables are not there yet
            return 0


def _read_records(path: Path) -> Records:
    if not path.exists():
        return {}
    with closing(sqlite3.connect(path)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            return {}
        query = "SELECT tournament, game_id, attempt, termination, record FROM attempts"
        return {(row[0], row[1], row[2]): (row[3], row[4]) for row in connection.execute(query)}


def _all_processes() -> list[int]:
    found = (int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit())
    return [pid for pid in found if pid != os.getpid()]


def _mentions(pid: int, word: bytes) -> bool:
    for name in ("environ", "cmdline"):
        try:
            if word in Path(f"/proc/{pid}/{name}").read_bytes():
                return True
        except OSError:  # it has ended meanwhile
            return False
    return False


def wait_for(condition: Callable[[], object], limit_s: float = GUARD_S) -> bool:
    """Whether a condition becomes true in time."""
    deadline = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def end_processes(place: Place) -> int:
    """End what was left behind at a place, which is a failure; how many there were."""
    left = place.processes()
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return len(left)


@dataclass
class Summary:
    """What a campaign of kills came to; everything in the second half must be zero."""

    kills: int = 0
    tournaments: int = 0
    games: int = 0
    games_at_kill: list[int] = field(default_factory=list)
    kill_moments_s: list[float] = field(default_factory=list)
    void_attempts: int = 0
    seconds: float = 0.0
    processes_left: int = 0
    records_lost: int = 0
    records_changed: int = 0
    games_played_again: int = 0
    different_endings: int = 0

    @property
    def good(self) -> bool:
        """Whether nothing went wrong."""
        wrong = self.processes_left + self.records_lost + self.records_changed
        return wrong + self.games_played_again + self.different_endings == 0


class Campaign:
    """Plays tournaments with a given seed twice: undisturbed, and killed again and again."""

    def __init__(self, folder: Path, kills: int, rounds: int, chance: random.Random) -> None:
        self._folder = folder
        self._kills = kills
        self._rounds = rounds
        self._chance = chance
        self.summary = Summary()

    def run(self) -> Summary:
        """Kill as often as asked; a tournament that is over before makes room for another."""
        began = time.monotonic()
        while self.summary.kills < self._kills:
            self._tournament(str(self.summary.tournaments))
            self.summary.tournaments += 1
        self.summary.seconds = round(time.monotonic() - began, 1)
        return self.summary

    def _tournament(self, seed: str) -> None:
        calm, killed = self._place(f"{seed}-calm"), self._place(f"{seed}-killed")
        began = time.monotonic()
        calm.output(*self._command(seed))
        latest_s = min(_LATEST_KILL_S, (time.monotonic() - began) / 2)
        before: Records = {}
        while self.summary.kills < self._kills and self._kill_one(killed, seed, latest_s):
            before = self._compare(before, killed.records())
        killed.output(*self._command(seed))
        self._compare(before, killed.records())
        self.summary.games += calm.results_seen()
        self.summary.void_attempts += sum(ending == "VOID" for ending, _ in killed.records().values())
        self.summary.different_endings += calm.final() != killed.final()

    def _place(self, name: str) -> Place:
        (self._folder / name).mkdir()
        return Place(self._folder / name)

    def _command(self, seed: str) -> list[str]:
        return ["run", "builtin:greedy", "builtin:random", "--seed", seed, "--rounds", str(self._rounds)]

    def _kill_one(self, place: Place, seed: str, latest_s: float) -> bool:
        """Start a run and kill it; False if it was over before."""
        moment = self._chance.uniform(_EARLIEST_KILL_S, max(_EARLIEST_KILL_S, latest_s))
        process = place.start(*self._command(seed), stderr=subprocess.DEVNULL)
        time.sleep(moment)
        seen = place.results_seen()
        if process.poll() is not None:
            return False
        process.kill()
        process.wait()
        self.summary.kills += 1
        self.summary.kill_moments_s.append(round(moment, 2))
        wait_for(lambda: not place.processes(), GONE_WITHIN_S)
        self.summary.processes_left += end_processes(place)
        kept = len(_results(place.records()))
        self.summary.records_lost += max(0, seen - kept)
        self.summary.games_at_kill.append(kept)
        return True

    def _compare(self, before: Records, after: Records) -> Records:
        self.summary.records_lost += len(before.keys() - after.keys())
        self.summary.records_changed += sum(after.get(key, value) != value for key, value in before.items())
        self.summary.games_played_again += sum(count - 1 for count in _results(after).values())
        return after


def _results(records: Records) -> Counter[tuple[int, str]]:
    """How many attempts at each game count."""
    return Counter(
        (tournament, game) for (tournament, game, _), (ending, _) in records.items() if ending != "VOID"
    )


def main() -> None:
    """Kill as often as the command line says."""
    parser = argparse.ArgumentParser(description="Kill and resume tournaments, and compare.")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1, help="of the moments at which is killed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        chance = random.Random(arguments.seed)
        summary = Campaign(Path(folder), arguments.kills, arguments.rounds, chance).run()
    print(json.dumps(vars(summary), indent=2))
    sys.exit(0 if summary.good else 1)


if __name__ == "__main__":
    main()
