"""What `docs/ratings.md` shows is what the commands on it print.

`UPDATE_GOLDEN=1 pytest tests/cli/test_ratings_page.py` writes the outputs on the page anew; read the text
around them again before keeping it.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "ratings.md"
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
HUSHED = {"--json", "--csv"}
"""What a command with one of these prints is not on the page, for it is long."""


def printed(command: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return "" if HUSHED & set(command.split()) else done.stdout


def played(block: re.Match[str], folder: Path) -> str:
    """The block with what its commands print now."""
    if block["file"]:
        (folder / block["file"]).write_text(block["text"])
        return block[0]
    assert block["kind"] == "console", f"a block of kind {block['kind']!r} is not tried"
    commands = [line.removeprefix("$ ") for line in block["text"].splitlines() if line.startswith("$ ")]
    shown = "".join(f"$ {command}\n{printed(command, folder)}" for command in commands)
    return f"```console\n{shown}```"


@pytest.mark.slow
def test_the_page_shows_what_its_commands_print(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown = BLOCK.sub(lambda block: played(block, tmp_path), page)
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(shown, encoding="utf-8")
        page = shown
    assert shown == page
