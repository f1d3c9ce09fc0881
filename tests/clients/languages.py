"""The clients there are, how each is built and how its programs are started."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

__all__ = ["LANGUAGES", "Client", "built"]

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
LANGUAGES = tuple(sorted(file.parent.name for file in CLIENTS.glob("*/client.toml")))
BUILD_SECONDS = 1200
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
"""With `python` being the one that runs the tests."""


@dataclass(frozen=True)
class Client:
    """A client that is built."""

    language: str
    """As in `arena new --language`."""
    folder: Path
    """Where its programs run."""
    programs: Mapping[str, tuple[str, ...]]
    """The commands of `conformance`, `random` and `greedy`."""

    def start(self, program: str, environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        """Start a program with pipes for all it says and hears."""
        return subprocess.Popen(
            self.programs[program],
            cwd=self.folder,
            env={**os.environ, "PATH": PATH, **(environment or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@cache
def built(language: str) -> Client:
    """The client of a language, built once; skips where the toolchain is missing, and fails there in CI."""
    folder = CLIENTS / language
    table = tomllib.loads((folder / "client.toml").read_text())
    missing = [program for program in table["requires"] if shutil.which(program) is None]
    if missing:
        missed = f"{', '.join(missing)} of the {language} client is missing: {table['install']}"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missed)
    for line in table["build"]:
        _run(line, folder)
    programs = {name: _command(table[name], folder) for name in ("conformance", "random", "greedy")}
    return Client(language, folder, programs)


def _run(line: str, folder: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


def _command(words: list[str], folder: Path) -> tuple[str, ...]:
    """The words of a command; a path is one from the client's folder."""
    program = str(folder / words[0]) if "/" in words[0] else shutil.which(words[0], path=PATH)
    assert program is not None, f"there is no {words[0]}"
    return (program, *words[1:])
