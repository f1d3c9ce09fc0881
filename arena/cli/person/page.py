"""How a game looks to the person who plays it: at most 80 columns, gems in colour on a terminal.

It knows text and the screen, and nothing of the game but the letters of its tokens.
"""

import os
import re
import sys
import textwrap

from arena.cli.screen import put, screen_width

__all__ = ["WIDTH", "fitted", "painted", "prompt", "show"]

WIDTH = 80
"""Columns of a line at most."""

_NARROW = 40
"""Below so many columns an indent takes the room that words need."""
_COLOURS = {"W": "1", "U": "94", "G": "32", "R": "31", "K": "90", "J": "33"}
_GEMS = re.compile(r"(?<![A-Za-z])[WUGRKJ]+(?![A-Za-z_-])")


def show(text: str = "") -> None:
    """Write lines as they fit."""
    put(painted(fitted(text)))


def prompt(text: str) -> None:
    """Ask for a line; the answer stands on the same one."""
    print(text, end="", flush=True)


def fitted(text: str) -> str:
    """The same with long lines broken between words; what is broken off stands a little to the right."""
    width = min(WIDTH, screen_width())
    return "\n".join(part for line in text.split("\n") for part in _parts(line, width))


def _parts(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line.rstrip()]
    if width < _NARROW:
        return textwrap.wrap(line.strip(), width, break_on_hyphens=False)
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)


def painted(text: str) -> str:
    """The same with the letters of tokens in the colours of their gems, where they can be shown."""
    return _GEMS.sub(lambda found: "".join(map(_painted, found[0])), text) if _colourful() else text


def _painted(letter: str) -> str:
    return f"\x1b[{_COLOURS[letter]}m{letter}\x1b[0m"


def _colourful() -> bool:
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    return sys.stdout.isatty() and not plain
