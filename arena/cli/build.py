"""`arena build`: runs what a bot's `bot.toml` says builds it."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from arena.bots.build import build as build_bot
from arena.bots.manifest import load
from arena.cli.interrupts import until_signal
from arena.cli.screen import one_line, put

__all__ = ["build"]

Bot = Annotated[str, typer.Argument(metavar="BOT", help="A folder with a bot.toml.")]


def build(bot: Bot) -> None:
    """Build a bot."""
    manifest = load(bot, Path.cwd())
    until_signal(partial(build_bot, manifest), f"interrupted; {manifest.name} is not built")
    put(f"built {one_line(bot)}")
