"""Command lines of bots: into words, whether the program is there, and which name they suggest.

Responsible for words and for looking at files. It runs nothing, and knows neither `bot.toml` nor
what else belongs to a bot.
"""

import os
import shlex
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path, PurePath

from arena.bots.names import sanitised

__all__ = ["find_program", "is_file", "split_words", "suggested_name"]

_SCRIPT_SUFFIXES = frozenset({".py", ".js", ".mjs", ".ts", ".jar", ".rb", ".pl", ".lua", ".sh"})
# Words that say nothing about a bot; the folder that they lie in says more.
_MEANINGLESS = frozenset(
    {"", "/", ".", "..", "__main__", "app", "bin", "build", "dist", "index", "main", "release"}
    | {"run", "src", "target"}
)


def split_words(line: str) -> tuple[str, ...]:
    """The words of a command line, quoted as in a shell.

    Raises:
        ValueError: a quotation is not closed.
    """
    return tuple(shlex.split(line))


def find_program(word: str, folder: Path) -> str | None:
    """The program that a word names when it is run in a folder; None where there is none.

    As in a shell, a word with a slash is a path and any other is looked up on PATH.
    """
    if "/" not in word:
        return shutil.which(word)
    path = folder / word
    return str(path) if is_file(path) and os.access(path, os.X_OK) else None


def is_file(path: Path) -> bool:
    """Whether there is such a regular file; a path too long to be one is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def suggested_name(words: Sequence[str], folder: Path) -> str:
    """A name for what a command line runs: `my_bot` for `python my_bot.py --level 3`."""
    module = _module(words)
    script = next((word for word in words[1:] if _is_script(word, folder)), None)
    path = PurePath(module.replace(".", "/")) if module else PurePath(script or words[0])
    parts = [*path.parts[:-1], path.stem]
    telling = (part for part in reversed(parts) if part.lower() not in _MEANINGLESS)
    return sanitised(next(telling, path.stem))


def _module(words: Sequence[str]) -> str | None:
    """What `-m` names, as in `python -m package.module`."""
    return next((after for word, after in pairwise(words) if word == "-m"), None)


def _is_script(word: str, folder: Path) -> bool:
    if word.startswith("-"):
        return False
    return PurePath(word).suffix in _SCRIPT_SUFFIXES or is_file(folder / word)
