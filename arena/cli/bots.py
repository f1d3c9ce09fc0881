"""The bots that a command is given: found, built, and with a note where a source is newer than what plays."""

from collections.abc import Collection
from pathlib import Path

from arena.bots.build import built, stale
from arena.bots.manifest import Manifest, load
from arena.cli.screen import say

__all__ = ["ready_bot"]


def ready_bot(spec: str, base: Path, leave_out: Collection[Path] = ()) -> Manifest:
    """The bot that a user means by some words, see `load`.

    Raises:
        ConfigError: they mean nothing, or the bot has to be built first.
    """
    bot = built(load(spec, base, leave_out))
    if note := stale(bot):
        say(f"note: {note}")
    return bot
