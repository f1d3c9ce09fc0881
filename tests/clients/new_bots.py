"""Bots of every language, made and built as their authors would, in a folder outside of everything."""

import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from tests.clients.languages import BUILD_SECONDS, CLIENTS, PATH, built

__all__ = ["FOLDER", "arena", "new_bot"]

FOLDER = Path(tempfile.mkdtemp(prefix="new-bots-"))


def arena(*words: str) -> str:
    """Run a command of the arena, which has to succeed; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", *words],
        cwd=FOLDER,
        # what other Rust bots are made of is compiled once
        env={**os.environ, "PATH": PATH, "CARGO_TARGET_DIR": str(CLIENTS / "rust" / "target" / "bots")},
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"arena {' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@cache
def new_bot(language: str) -> str:
    """The folder of a greedy bot, made and built once; skips or fails where the toolchain is missing."""
    built(language)
    arena("new", language, "--language", language, "--template", "greedy")
    arena("build", language)
    return language
