"""`arena new`: a folder for a new bot, which builds and plays at once."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from arena.bots.kits import kit, languages, missing_tools
from arena.bots.scaffold import make_bot
from arena.cli.screen import one_line, put, say

__all__ = ["new"]

Folder = Annotated[Path, typer.Argument(metavar="NAME", help="The folder to make; the bot gets its name.")]
Language = Annotated[
    str, typer.Option("--language", metavar="LANGUAGE", help=f"One of {', '.join(languages())}.")
]
Template = Annotated[
    str, typer.Option("--template", metavar="BOT", help="The bot to begin with: random or greedy.")
]


def new(folder: Folder, language: Language = "python", template: Template = "random") -> None:
    """Make a folder for a new bot."""
    make_bot(Path.cwd() / folder, chosen := kit(language), template)
    missing = missing_tools(language)
    if missing:
        say(f"note: {missing}")
    put(one_line(f"made {folder}: the bot is {folder / chosen.bot}"))
    named = one_line(shlex.quote(str(folder)))
    put(f"next: arena build {named} && arena check {named} && arena run {named} builtin:random")
