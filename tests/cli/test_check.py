"""`arena check` as the author of a bot sees it."""

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.check import limits
from arena.check.report import Check
from tests.cli.conftest import Arena, compare, transcript
from tests.cli.games import ESCAPES

GUARD_S = 240
PATIENT = ("--connect-ms", "60000", "--ready-ms", "60000", "--move-ms", "60000")
"""Limits that no working bot exceeds on any machine."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "EXIT_SECONDS", 60.0)


def bot(folder: Path, code: str) -> str:
    """The command line of a bot of a few lines."""
    (folder / "bot.py").write_text(code)
    return shlex.join([sys.executable, "bot.py"])


def normalised(text: str) -> str:
    """Without the times, which differ, and the widths, which follow from them."""
    return re.sub("─+", "───", re.sub(r"[\d.]+ ms", "N ms", re.sub(r"\d+ bytes", "N bytes", text)))


@pytest.mark.slow
def test_a_good_bot_passes(arena: Arena, folder: Path) -> None:
    arguments = ("check", "builtin:greedy", *PATIENT)
    ran = arena(*arguments)
    assert ran.code == 0
    compare("check.txt", normalised(transcript(folder, arguments, replace(ran, err=""))))


@pytest.mark.slow
def test_for_machines_it_is_one_object(arena: Arena) -> None:
    ran = arena("check", "builtin:random", "--json", *PATIENT)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n") == 1
    told = json.loads(ran.out)
    assert told.keys() == {"bot", "content_hash", "failed", "checks"}
    assert (told["bot"], told["failed"]) == ("random", False)
    assert [line["check"] for line in told["checks"]] == list(Check)
    for line in told["checks"]:
        assert line.keys() == {"check", "result", "detail", "advice", "output", "figures"}
        assert (line["result"], line["advice"], line["output"]) == ("pass", "", "")
    figures = {name: value for line in told["checks"] for name, value in line["figures"].items()}
    assert figures.keys() > {"startup_us", "slowest_us", "median_us", "limit_us", "printed_bytes"}


@pytest.mark.slow
def test_a_failure_has_its_reason_what_to_do_and_what_was_printed(arena: Arena, folder: Path) -> None:
    line = bot(folder, "import sys; sys.exit('no brain')")
    arguments = ("check", line)
    ran = arena(*arguments)
    assert ran.code == 1
    text = transcript(folder, arguments, ran).replace(sys.executable, "python")
    compare("check-failed.txt", normalised(text))


@pytest.mark.slow
def test_what_a_bot_prints_drives_no_terminal(arena: Arena, folder: Path) -> None:
    line = bot(folder, f"print({ESCAPES!r}); raise SystemExit(3)")
    shown, told = arena("check", line), arena("check", line, "--json")
    assert (shown.code, told.code) == (1, 1)
    for text in (shown.out, shown.err, told.out):
        assert all(char.isprintable() or char == "\n" for char in text)
    assert json.loads(told.out)["checks"][0]["output"].startswith(ESCAPES[:4])


@pytest.mark.slow
def test_on_a_terminal_no_line_is_longer_than_it(on_screen: Arena, folder: Path) -> None:
    words = "x" * 200
    ran = on_screen("check", bot(folder, f"import sys; sys.exit({words!r})"))
    table = ran.out.partition("\n\n")[0]
    assert max(map(len, table.splitlines())) <= 80


@pytest.mark.parametrize(
    "arguments",
    [
        ["./missing"],
        ["builtin:nope"],
        ["'open"],
        [],
        ["builtin:greedy", "--move-ms", "0"],
        ["builtin:greedy", "--increment-ms", "5"],
        ["builtin:greedy", "builtin:random"],
    ],
)
def test_a_bad_bot_or_limit_is_one_sentence(arena: Arena, arguments: list[str]) -> None:
    ran = arena("check", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("arena: ")
    assert ran.err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_check_and_its_bot(folder: Path, number: int) -> None:
    code = "import os, pathlib, time; pathlib.Path('pid').write_text(str(os.getpid())); time.sleep(600)"
    command = [sys.executable, "-m", "arena", "check", bot(folder, code), "--connect-ms", "600000"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as check:
        pid = wait_for_number(folder / "pid")
        check.send_signal(number)
        _, said = check.communicate(timeout=GUARD_S)
    assert (check.returncode, said) == (130, b"arena: interrupted; the check is not finished\n")
    assert not Path(f"/proc/{pid}").exists()


def wait_for_number(path: Path) -> int:
    deadline = time.monotonic() + GUARD_S
    while time.monotonic() < deadline:
        if path.exists() and path.read_text():
            return int(path.read_text())
        time.sleep(0.05)
    raise AssertionError(f"{path} was never written")
