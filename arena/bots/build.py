"""Builds a bot: runs the command that its `bot.toml` names for that, in its folder.

Responsible for that command and for saying why it failed. What is built, only the command knows.
"""

import subprocess

from arena.bots.kits import missing_tools
from arena.bots.manifest import Manifest
from arena.errors import BotError, ConfigError

__all__ = ["build", "built"]


def build(bot: Manifest) -> None:
    """Run a bot's build command; what it prints goes where the arena's own words go.

    Raises:
        ConfigError: the bot has none, or what its language is built with is not installed.
        BotError: it failed.
    """
    if not bot.build:
        raise ConfigError(f"{bot.name} has no 'build' in its bot.toml, and needs none to run")
    missing = missing_tools(bot.language)
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
