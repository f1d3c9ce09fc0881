"""`arena run` as a user sees it when a bot cannot play, and when one fails in game after game."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.store import open_to_read
from tests.misbehaviour.tournaments import HANG_GUARD_S, SCRIPTED_BOT

pytestmark = pytest.mark.slow


def arena_run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena", "run", *words, "--store", str(folder / "arena.db")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANG_GUARD_S)


def scripted_line(folder: Path, do: str, *arguments: str) -> str:
    """The command line of a scripted bot, from whose first start on everything goes wrong."""
    counter = folder / do
    counter.mkdir()
    return shlex.join([sys.executable, str(SCRIPTED_BOT), "--do", do, "--marker", str(counter), *arguments])


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        ("exits-at-once", r"its process ended with exit code 3; it printed:\nno configuration found"),
        ("wrong-token", r"its process ended with exit code 1; it printed:\n.*UNAUTHENTICATED: .*"),
        ("forgets-hello", r"the first message is 'ready', expected 'hello'; it printed.*"),
        ("speaks-protocol-2", r"Hello speaks protocol 2, expected 1; it printed.*"),
    ],
    ids=lambda word: word.partition(" ")[0],
)
def test_a_bot_that_fails_in_preflight_is_named_and_nothing_is_played(
    do: str, reason: str, tmp_path: Path
) -> None:
    line = scripted_line(tmp_path, do)
    run = arena_run(tmp_path, "builtin:greedy", line)
    assert_nothing_was_played(run, line, reason, tmp_path)


def test_a_bot_that_never_connects_fails_in_preflight(tmp_path: Path) -> None:
    line = scripted_line(tmp_path, "never-connects")
    run = arena_run(tmp_path, line, line, "--connect-ms", "1000")
    reason = "it did not say Hello within 1000 ms; it printed nothing"
    assert_nothing_was_played(run, line, reason, tmp_path)


def assert_nothing_was_played(
    run: subprocess.CompletedProcess[str], line: str, reason: str, folder: Path
) -> None:
    assert run.returncode == 1
    sentence = re.escape(f"arena: bot 'scripted_bot' ({line}) cannot play: ")
    assert re.fullmatch(sentence + reason + r"\n", run.stderr, re.DOTALL)
    with open_to_read(folder / "arena.db") as store:
        assert store.tournaments() == []


def test_of_two_bots_that_fail_in_preflight_the_first_is_named(tmp_path: Path) -> None:
    lines = [scripted_line(tmp_path, do) for do in ("speaks-protocol-2", "exits-at-once")]
    run = arena_run(tmp_path, *lines)
    assert run.returncode == 1
    assert run.stderr.startswith(f"arena: bot 'scripted_bot' ({lines[0]}) cannot play: Hello speaks")
    assert "Traceback" not in run.stderr


def test_a_program_that_is_not_there_is_refused_before_anything_starts(tmp_path: Path) -> None:
    run = arena_run(tmp_path, "builtin:greedy", "./no-such-bot --fast")
    assert run.returncode == 2
    assert run.stderr.startswith("arena: ")
    assert "no-such-bot" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_bot_that_crashes_in_every_game_does_not_stop_the_run(tmp_path: Path) -> None:
    line = scripted_line(tmp_path, "crashes-in-turn")
    run = arena_run(tmp_path, line, "builtin:greedy", "builtin:random", "--rounds", "2", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    table = json.loads(run.stdout)
    assert table["games"] == {"total": 12, "played": 12}
    assert table["faults"] == 3  # then it sits out
    rows = {row["bot"]: row for row in table["standings"]}
    assert rows["scripted_bot"]["forfeits"] == rows["scripted_bot"]["lost"] == 8
    assert rows["scripted_bot"]["unrated"] == 5
    assert rows["greedy"]["forfeits"] == rows["random"]["forfeits"] == 0
    assert table["standings"][-1]["bot"] == "scripted_bot"
