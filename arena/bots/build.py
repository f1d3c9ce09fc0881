"""Builds a bot: runs the command that its `bot.toml` names for that, in its folder.

Responsible for that command and for saying why it failed. What is built, only the command knows.
"""

import subprocess
from pathlib import Path

from arena.bots.command_line import find_program
from arena.bots.content import content_files
from arena.bots.kits import missing_tools
from arena.bots.manifest import Manifest
from arena.errors import BotError, ConfigError

__all__ = ["build", "built", "stale"]

_COMPILED = frozenset({".c", ".cc", ".cpp", ".go", ".h", ".hpp", ".java", ".kt", ".rs", ".ts"})
"""Sources of which a program is made; others may well be read as they are."""


def build(bot: Manifest) -> None:
    """Run a bot's build command; what it prints goes where the arena's own words go.

    Raises:
        ConfigError: the bot has none, or what its language is built with is not installed.
        BotError: it failed.
    """
    if not bot.build:
        raise ConfigError(f"{bot.name} has no 'build' in its bot.toml, and needs none to run")
    missing = missing_tools(bot.language)
    if not missing and find_program(bot.build[0], bot.folder) is None:
        missing = f"cannot find {bot.build[0]!r}, the build of {bot.name}, expected a program on PATH"
    if missing:
        raise ConfigError(missing)
    try:
        code = subprocess.run(bot.build, cwd=bot.folder, check=False).returncode
    except OSError as error:
        raise ConfigError(f"cannot run {bot.build[0]!r}, the build of {bot.name}: {error.strerror}") from None
    if code:
        raise BotError(f"the build of {bot.name} failed with exit code {code}: {' '.join(bot.build)}")


def built(bot: Manifest) -> Manifest:
    """The same bot, once it is sure that it needs no building before it runs.

    Raises:
        ConfigError: what it runs is not there, but could be built.
    """
    words = [word for word in bot.command if "/" in word and not word.startswith("-")]
    absent = [word for word in words if not (bot.folder / word).exists()]
    if bot.build and absent:
        raise ConfigError(f"{bot.name} is not built, there is no {absent[0]!r}: run `arena build {bot.spec}`")
    return bot


def stale(bot: Manifest) -> str:
    """What is newer in a bot's folder than the program that plays, in a sentence; empty if nothing is."""
    programs = [bot.folder / word for word in bot.command if "/" in word and (bot.folder / word).is_file()]
    made = [program for program in programs if bot.build and _is_below(program, bot.folder)]
    sources = [file for file in content_files(bot.folder) if file.suffix in _COMPILED]
    if not made or not sources:
        return ""
    newest = max(sources, key=_age)
    if _age(newest) <= max(_age(file) for program in made for file in _made_with(program, bot.folder)):
        return ""
    return (
        f"{bot.name} plays as it was built, but {newest.name} was changed since; "
        f"`arena build {bot.spec}` builds it anew"
    )


def _is_below(program: Path, folder: Path) -> bool:
    """Whether a program lies in a folder, and is no link to one elsewhere."""
    return program.resolve().is_relative_to(folder)


def _made_with(program: Path, folder: Path) -> list[Path]:
    """A program and what lies beside it, but for the bot's folder itself."""
    return (
        [program]
        if program.parent == folder
        else [file for file in program.parent.iterdir() if file.is_file()]
    )


def _age(file: Path) -> int:
    return file.stat().st_mtime_ns
