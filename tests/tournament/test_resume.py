"""A run that is killed or interrupted: nothing stays behind, nothing is lost, and the end is the same."""

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.kill_and_resume import (
    GONE_WITHIN_S,
    GUARD_S,
    Campaign,
    Place,
    end_processes,
    wait_for,
)

pytestmark = pytest.mark.slow

KILLS = 4
"""`python -m tests.tournament.kill_and_resume --kills 20` does more of them."""

CONCURRENCY = min(2, len(os.sched_getaffinity(0)))

# Plays the first legal move. In its second game it waits while there is a gate, so that it is known to be
# in a game when the arena is interrupted.
GATED_BOT = """
import os, pathlib, signal, time

from arena_client import Bot, run

if os.environ.get("STUBBORN"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


class GatedBot(Bot):
    games = 0

    def game_started(self, game):
        self.games += 1

    def choose_move(self, turn):
        gate = pathlib.Path(os.environ["GATE"])
        while self.games > 1 and gate.exists():
            gate.with_name(f"waiting-{os.getpid()}").touch()
            time.sleep(0.02)
        return turn.legal_moves[0]


run(GatedBot())
"""

PLAN = f"""
bots = ["./gated", "./gated"]
rounds = 3
seed = 1
concurrency = {CONCURRENCY}
rules.round_limit = 5
time.move_ms = 600_000
"""
GAMES = 6

Interrupt = Callable[[subprocess.Popen[str]], None]


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    yield place
    assert end_processes(place) == 0


class Gated:
    """A small tournament of bots that wait in their second game until the gate is taken away."""

    def __init__(self, folder: Path, **variables: str) -> None:
        bot = folder / "gated"
        bot.mkdir()
        (bot / "bot.py").write_text(GATED_BOT)
        (bot / "bot.toml").write_text(f'run = ["{sys.executable}", "bot.py"]\n')
        self.gate = folder / "gate"
        self.gate.touch()
        self.place = Place(folder, {"GATE": str(self.gate), **variables})
        plan = folder / "plan.toml"
        plan.write_text(PLAN)
        self.command = ["run", "--plan", str(plan)]

    def start(self, **options: Any) -> subprocess.Popen[str]:
        """Start it, and return when as many games are being played as may be."""
        process = self.place.start(*self.command, **options)
        assert wait_for(lambda: self.waiting >= CONCURRENCY or process.poll() is not None)
        assert process.poll() is None, process.stderr and process.stderr.read()
        return process

    @property
    def waiting(self) -> int:
        """How many bots have come to the gate: one in every running game."""
        return len(list(self.gate.parent.glob("waiting-*")))

    def endings(self) -> Counter[str]:
        """How often each ending is stored."""
        return Counter(ending for ending, _ in self.place.records().values())


@pytest.fixture
def gated(tmp_path: Path) -> Iterator[Gated]:
    gated = Gated(tmp_path)
    yield gated
    assert end_processes(gated.place) == 0


@pytest.fixture
def stubborn(tmp_path: Path) -> Iterator[Gated]:
    gated = Gated(tmp_path, STUBBORN="1")
    yield gated
    assert end_processes(gated.place) == 0


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, Any]]:
    """How the gated tournament ends when nobody interrupts it."""
    gated = Gated(tmp_path_factory.mktemp("undisturbed"))
    gated.gate.unlink()
    gated.place.output(*gated.command)
    return gated.place.final()


def test_kills_at_random_moments_leave_nothing_and_cost_nothing(tmp_path: Path) -> None:
    summary = Campaign(tmp_path, KILLS, rounds=20, chance=random.Random(20)).run()
    assert summary.good, summary
    assert summary.kills == KILLS


def _one(number: signal.Signals) -> Interrupt:
    return lambda process: process.send_signal(number)


def _whole_group(process: subprocess.Popen[str]) -> None:
    os.killpg(process.pid, signal.SIGINT)  # as a terminal's Ctrl-C does


INTERRUPTS = {
    "SIGINT": _one(signal.SIGINT),
    "SIGINT to the group": _whole_group,
    "SIGTERM": _one(signal.SIGTERM),
    "SIGHUP": _one(signal.SIGHUP),
}


@pytest.mark.parametrize("interrupt", INTERRUPTS.values(), ids=INTERRUPTS.keys())
def test_an_interrupted_run_voids_its_games_says_how_to_go_on_and_ends_the_same(
    gated: Gated, interrupt: Interrupt, undisturbed: tuple[str, dict[str, Any]]
) -> None:
    process = gated.start()
    interrupt(process)
    _, said = process.communicate(timeout=GUARD_S)
    assert process.returncode == 130
    endings = gated.endings()
    assert endings["VOID"] == CONCURRENCY
    assert f"interrupted after {endings.total() - CONCURRENCY} of {GAMES} games; to go on: arena run" in said
    assert str(gated.place.store) in said
    assert "Traceback" not in said
    assert gated.place.processes() == []
    assert list(gated.place.temporary.iterdir()) == []

    gated.gate.unlink()
    before = gated.place.records()
    gated.place.output(*gated.command)
    assert before.items() <= gated.place.records().items()
    assert gated.place.final() == undisturbed


def test_an_interrupt_ends_bots_that_ignore_sigterm(stubborn: Gated) -> None:
    process = stubborn.start()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=GUARD_S)
    assert process.returncode == 130
    assert stubborn.endings()["VOID"] == CONCURRENCY
    assert stubborn.place.processes() == []


def test_an_interrupt_before_the_first_game_is_one_like_any_other(gated: Gated) -> None:
    process = gated.place.start(*gated.command)
    assert wait_for(gated.place.store.exists)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=GUARD_S)
    assert process.returncode == 130
    assert "Traceback" not in said
    assert gated.place.processes() == []


def test_a_stranger_with_the_same_command_line_is_left_alone(gated: Gated, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "bot.py").write_text("import time; time.sleep(600)")
    with subprocess.Popen([sys.executable, "bot.py"], cwd=elsewhere) as stranger:
        process = gated.start()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=GUARD_S)
        again = gated.place.start(*gated.command)
        again.kill()
        again.communicate(timeout=GUARD_S)
        assert wait_for(lambda: not gated.place.processes(), GONE_WITHIN_S)
        assert stranger.poll() is None
        stranger.kill()


def test_a_second_interrupt_leaves_at_once_and_the_supervisors_end_the_bots(
    stubborn: Gated, undisturbed: tuple[str, dict[str, Any]]
) -> None:
    process = stubborn.start()
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    assert process.stderr.readline() == "arena: stopping; once more to leave at once\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=GUARD_S)
    assert process.returncode == 130
    assert said.startswith("arena: interrupted after ")  # it did not wait for the bots, which take their 3 s
    assert said.count("\n") == 1
    assert wait_for(lambda: not stubborn.place.processes(), GONE_WITHIN_S)

    stubborn.gate.unlink()
    stubborn.place.output(*stubborn.command)
    assert stubborn.place.final() == undisturbed


def test_a_kill_ends_bots_that_ignore_sigterm(stubborn: Gated) -> None:
    process = stubborn.start()
    assert len(stubborn.place.processes()) > 2 * CONCURRENCY
    process.kill()
    process.communicate(timeout=GUARD_S)
    assert wait_for(lambda: not stubborn.place.processes(), GONE_WITHIN_S)
    assert stubborn.endings()["VOID"] == 0


def test_a_run_that_nobody_reads_any_more_is_an_interrupted_one(
    gated: Gated, undisturbed: tuple[str, dict[str, Any]]
) -> None:
    reader, writer = os.pipe()
    process = gated.start(stderr=writer)
    os.close(writer)
    os.close(reader)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=GUARD_S)
    assert process.returncode == 130
    assert gated.endings()["VOID"] == CONCURRENCY
    assert gated.place.processes() == []

    gated.gate.unlink()
    gated.place.output(*gated.command)
    assert gated.place.final() == undisturbed


def test_an_ignored_hangup_stays_ignored_as_nohup_wants(gated: Gated) -> None:
    code = "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); sys.argv[0] = 'arena'; "
    code += "from arena.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *gated.command, "--store", str(gated.place.store)],
        stdout=subprocess.DEVNULL,
        env={**os.environ, **gated.place.variables, "TMPDIR": str(gated.place.temporary)},
        start_new_session=True,
    )
    assert wait_for(lambda: gated.waiting >= CONCURRENCY)
    process.send_signal(signal.SIGHUP)
    gated.gate.unlink()
    assert process.wait(timeout=GUARD_S) == 0
    assert gated.endings() == {"TURN_LIMIT": GAMES}


def test_a_reader_that_leaves_early_gets_no_traceback(place: Place) -> None:
    place.output("run", "builtin:random", "builtin:random", "--seed", "1", "--rounds", "1")
    for arguments in (["games", "--json", "--moves"], ["standings"], ["show", "1"]):
        process = place.start(*arguments, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=GUARD_S) == 1
        process.stderr.close()


def test_a_run_beside_a_living_one_is_refused_and_harms_nothing(gated: Gated) -> None:
    process = gated.start()
    second = gated.place.start(*gated.command)
    _, said = second.communicate(timeout=GUARD_S)
    assert second.returncode == 1
    assert said == f"arena: {str(gated.place.store)!r} is in use by another `arena run`; wait for it to end\n"
    gated.gate.unlink()
    process.communicate(timeout=GUARD_S)
    assert process.returncode == 0
    assert gated.endings() == {"TURN_LIMIT": GAMES}


def test_a_finished_tournament_with_a_given_seed_is_shown_and_not_played_again(place: Place) -> None:
    command = ["run", "builtin:random", "builtin:random", "--seed", "1", "--rounds", "1"]
    place.output(*command)
    before = place.records()
    again = place.output(*command)
    assert "is finished" in again
    assert "2 of 2 games" in again
    assert place.records() == before
