"""Whole tournaments from the command line, as a user sees them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.tournament.schedule import tournament_id
from tests.cli.conftest import compare
from tests.tournament.kill_and_resume import GUARD_S, Place

pytestmark = pytest.mark.slow

RUN = ["run", "builtin:greedy", "builtin:random", "builtin:random", "--seed", "1", "--rounds", "2"]
VIEWS = {
    "tournament-standings.txt": ["standings"],
    "tournament-standings.json": ["standings", "--json"],
    "tournament-games.txt": ["games"],
    "tournament-games.json": ["games", "--json"],
    "tournament-moves.json": ["games", "--json", "--moves", "--bot", "greedy"],
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, str]:
    """A small tournament with a given seed, and what the run printed."""
    place = Place(tmp_path_factory.mktemp("played"))
    return place, place.output(*RUN)


@pytest.mark.parametrize("name", VIEWS)
def test_a_tournament_with_a_given_seed_is_as_it_was(played: tuple[Place, str], name: str) -> None:
    place, _ = played
    compare(name, place.output(*VIEWS[name]))


def test_a_run_ends_with_the_standings(played: tuple[Place, str]) -> None:
    place, printed = played
    assert printed == place.output("standings")


def test_a_finished_run_with_json_prints_the_standings_and_nothing_else(played: tuple[Place, str]) -> None:
    place, _ = played
    assert place.output(*RUN, "--json") == place.output("standings", "--json")


def test_a_secret_seed_is_committed_to_before_and_revealed_after(tmp_path: Path) -> None:
    place = Place(tmp_path)
    first, *_, rest = place.output("run", "builtin:random", "builtin:random", "--rounds", "1").split("\n", 1)
    standings = json.loads(place.output("standings", "--json"))
    assert first == f"tournament 1 ({standings['id']}), SHA-256 of its secret seed: {standings['commitment']}"
    assert f"seed {standings['seed']}" in rest
    assert tournament_id(bytes.fromhex(standings["seed"])) == standings["id"]


def test_changed_settings_with_the_same_seed_are_told(tmp_path: Path) -> None:
    place = Place(tmp_path)
    command = ["run", "builtin:random", "builtin:random", "--rounds", "1", "--seed", "1"]
    place.output(*command)
    process = place.start(*command, "--move-ms", "4000")
    _, said = process.communicate(timeout=GUARD_S)
    assert process.returncode == 0
    assert said == (
        "arena: tournament 1 has the same seed but is another one: move_us was 5000000, is 4000000\n"
    )
    assert len(place.output("games", "--json", "--tournament", "1").splitlines()) == 2


def test_a_bot_that_cannot_play_stops_everything_and_its_words_drive_no_terminal(tmp_path: Path) -> None:
    bot = tmp_path / "broken"
    bot.mkdir()
    (bot / "bot.py").write_text('print("\\x1b[2Jno module named \\x9b31m brain"); raise SystemExit(3)\n')
    (bot / "bot.toml").write_text(f'run = ["{sys.executable}", "bot.py"]\n')
    place = Place(tmp_path)
    process = place.start("run", str(bot), "builtin:random", stdout=subprocess.PIPE)
    printed, said = process.communicate(timeout=GUARD_S)
    assert process.returncode == 1
    assert printed == ""  # nothing is promised of a tournament that does not take place
    assert said.startswith(f"arena: bot 'broken' ({bot}) cannot play: ")
    assert said.endswith("it printed:\n\\x1b[2Jno module named \\x9b31m brain\n")
    assert place.records() == {}
    assert place.processes() == []


def test_a_bot_that_ends_without_a_word_is_asked_whether_it_calls_run(tmp_path: Path) -> None:
    bot = tmp_path / "silent.py"
    bot.write_text("def choose_move(turn): return turn.legal_moves[0]\n")
    process = Place(tmp_path).start("run", f"{sys.executable} {bot}", "builtin:random")
    _, said = process.communicate(timeout=GUARD_S)
    assert process.returncode == 1
    assert said.endswith("; it printed nothing; does it call run(...)?\n")


@pytest.mark.parametrize("arguments", [["standings"], ["games"], ["show", "1"], ["run", "--help"]])
def test_a_terminal_that_knows_only_ascii_gets_no_traceback(
    played: tuple[Place, str], arguments: list[str]
) -> None:
    place, _ = played
    store = [] if "--help" in arguments else ["--store", str(place.store)]
    ran = subprocess.run(
        [sys.executable, "-m", "arena", *arguments, *store],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        timeout=GUARD_S,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.isascii()
