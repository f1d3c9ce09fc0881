"""Builds a bot: runs the command that its `bot.toml` names for that, in its folder.

Responsible for that command and for saying why it failed. What is built, only the command knows.
"""

import re
from pathlib import Path, PurePath

import trio

from arena.bots.command_line import find_program, is_file
from arena.bots.content import content_files
from arena.bots.kits import missing_tools
from arena.bots.launcher import launch_build
from arena.bots.manifest import Manifest
from arena.errors import BotError, ConfigError
from arena.referee import process_ended

__all__ = ["build", "built", "stale"]

_COMPILED = frozenset({".c", ".cc", ".cpp", ".go", ".h", ".hpp", ".java", ".kt", ".rs", ".ts"})
"""Sources of which a program is made; others may well be read as they are."""
_INTERPRETER = re.compile(r"(java|node|nodejs|python)[0-9.]*")
_INTERPRETED = frozenset({".cjs", ".jar", ".js", ".mjs", ".py"})


async def build(bot: Manifest) -> None:
    """Run a bot's build command until nothing of it and of what it has started is left.

    What it prints goes to standard error, as it comes. When the arena ends, or the caller is cancelled, the
    build ends too.

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
    async with trio.open_nursery() as nursery:
        process = await launch_build(nursery, bot)
    if process.start_error is not None:
        raise ConfigError(f"the build of {bot.name} does not start: {process.start_error}")
    if process.exit_code != 0:
        ending = process_ended(process.exit_code)
        raise BotError(f"the build of {bot.name} failed, {ending}: {' '.join(bot.build)}")


def built(bot: Manifest) -> Manifest:
    """The same bot, once it is sure that it needs no building before it runs.

    Raises:
        ConfigError: what it runs is not there, but could be built.
    """
    absent = [word for word in _programs(bot) if not is_file(bot.folder / word)]
    if bot.build and absent:
        raise ConfigError(f"{bot.name} is not built, there is no {absent[0]!r}: run `arena build {bot.spec}`")
    return bot


def stale(bot: Manifest) -> str:
    """What is newer in a bot's folder than the program that plays, in a sentence; empty if nothing is."""
    programs = [bot.folder / word for word in _programs(bot) if is_file(bot.folder / word)]
    made = [program for program in programs if bot.build and _is_compiled(program, bot.folder)]
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


def _programs(bot: Manifest) -> list[str]:
    """The words of a bot's command that a build may have to make: paths below its folder.

    That is the program, where it is not looked up on PATH, and what an interpreter is given to run. All other
    words are the bot's own affair: addresses, files that it writes, texts.
    """
    program, *rest = bot.command
    script = next((word for word in rest if not word.startswith("-")), "")
    words = [program] if "/" in program else []
    if _INTERPRETER.fullmatch(PurePath(program).name) and PurePath(script).suffix in _INTERPRETED:
        words.append(script)
    # a colon is that of an address, or of a list of paths as for `java -cp`
    return [word for word in words if not word.startswith("/") and ":" not in word]


def _is_compiled(program: Path, folder: Path) -> bool:
    """Whether a build has made a program: it lies in the folder, is no link elsewhere and no source."""
    return program.suffix != ".py" and program.resolve().is_relative_to(folder)


def _made_with(program: Path, folder: Path) -> list[Path]:
    """A program and what lies beside it, but for the bot's folder itself."""
    return (
        [program]
        if program.parent == folder
        else [file for file in program.parent.iterdir() if file.is_file()]
    )


def _age(file: Path) -> int:
    return file.stat().st_mtime_ns
