"""`arena build`: runs what a bot's `bot.toml` says builds it."""

from pathlib import Path
from typing import Annotated

import typer

from arena.bots.build import build as build_bot
from arena.bots.manifest import load
from arena.cli.screen import put

__all__ = ["build"]

Bot = Annotated[str, typer.Argument(metavar="BOT", help="A folder with a bot.toml.")]


def build(bot: Bot) -> None:
    """Build a bot."""
    manifest = load(bot, Path.cwd())
    build_bot(manifest)
    put(f"built {bot}")
