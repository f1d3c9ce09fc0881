"""Bots of every language, made and built as their authors would, in a folder outside of everything."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.clients.languages import BUILD_SECONDS, PATH, built

__all__ = ["FOLDER", "arena", "make", "new_bot"]

FOLDER = Path(tempfile.mkdtemp(prefix="new-bots-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def arena(*words: str) -> str:
    """Run a command of the arena, which has to succeed; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words],
        cwd=FOLDER,
        env={**os.environ, "PATH": PATH},
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"arena {' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def make(name: str, language: str) -> Path:
    """Make a greedy bot; its folder."""
    client = built(language)
    arena("new", name, "--language", language, "--template", "greedy")
    if language == "rust":  # what the client depends on is compiled already, which takes a minute
        shutil.copytree(client.folder / "target", FOLDER / name / "target", symlinks=True)
    return FOLDER / name


@cache
def new_bot(language: str) -> str:
    """The folder of a greedy bot, made and built once; skips or fails where the toolchain is missing."""
    make(language, language)
    arena("build", language)
    return language
