"""What the tests of the command line share: running it, a folder to run it in, golden files.

`UPDATE_GOLDEN=1 pytest tests/cli` writes the golden files anew; read the difference before keeping it.
"""

import os
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from arena.cli import main

GOLDEN = Path(__file__).with_name("golden")


@dataclass(frozen=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str


Arena: TypeAlias = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which commands are run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def arena(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Arena:
    """Runs `arena` in this process, into a pipe."""
    for name, value in {"COLUMNS": "80", "LINES": "24", "TERM": "dumb", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["arena", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, said.out, said.err)

    return run


@pytest.fixture
def on_screen(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> Arena:
    """The same on a terminal of 80 columns."""

    def run(*arguments: str) -> Ran:
        with monkeypatch.context() as patched:
            patched.setattr(sys.stdout, "isatty", lambda: True)
            return arena(*arguments)

    return run


def transcript(folder: Path, arguments: tuple[str, ...], ran: Ran) -> str:
    """A command and all that it said, without what differs from one machine to the next."""
    said = f"$ {shlex.join(['arena', *arguments])}\n{ran.out}{ran.err}[code {ran.code}]\n"
    said = said.replace(str(folder.resolve()), "FOLDER").replace(str(folder), "FOLDER")
    return re.sub(r"the \d+ cores", "the N cores", said)


def compare(name: str, text: str) -> None:
    """Compare with a golden file, or write it."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
