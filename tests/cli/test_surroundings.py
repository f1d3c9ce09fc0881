"""Where the command is run: in the folder of a bot, without an output, with a full one."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.store import open_to_read

ARENA = f"{sys.executable} -m arena"


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.slow
def test_a_run_in_the_folder_of_a_bot_does_not_change_the_bot(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(f'run = "{sys.executable} -m arena_client.random_bot"')
    command = f"{ARENA} run . builtin:random --rounds 1 --seed 1"
    first, second = shell(command, tmp_path), shell(command, tmp_path)
    assert (first.returncode, second.returncode) == (0, 0)
    assert "tournament 1 " in second.stdout
    assert "is finished" in second.stdout
    with open_to_read(tmp_path / "arena.db") as opened:
        assert len(opened.tournaments()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_is_no_error(closed: str, tmp_path: Path) -> None:
    done = shell(f"{ARENA} perft --depth 1 {closed}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    done = shell(f"{ARENA} perft --depth 1 > /dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr == "arena: no space left on device\n"
