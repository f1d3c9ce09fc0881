"""Makes the folder of a new bot, which builds and plays at once.

Responsible for which file goes where. What a language needs, its kit says.
"""

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

from arena.bots.kits import Kit
from arena.bots.names import EXPECTED_NAME, is_name
from arena.errors import ConfigError

__all__ = ["make_bot"]

_LIBRARY = "client"
_NAME = "{{name}}"
_LONGEST_BYTES = 1024
"""Of a folder's path: what is built below it has longer ones, and Linux allows 4096."""
_SHOWN = 40


def make_bot(folder: Path, kit: Kit, template: str) -> None:
    """Make a bot's folder, which must not be there yet; where that fails, nothing is left of it.

    Args:
        folder: its last part is the bot's name.
        kit: of the bot's language.
        template: the bot to begin with, one of `kit.sources`.

    Raises:
        ConfigError: the name is not allowed, there is no such template, or the folder cannot be made.
    """
    _check_place(folder)
    if template not in kit.sources:
        raise ConfigError(
            f"there is no template {template!r}, expected one of {', '.join(sorted(kit.sources))}"
        )
    place = Path(os.path.realpath(folder.parent)) / folder.name  # `a/../b` makes no `a`
    if os.path.lexists(place):
        raise ConfigError(f"{str(folder)!r} is there already, expected the name of a new folder")
    try:
        _make(place, kit, template)
    except OSError as error:
        raise ConfigError(f"cannot make {str(folder)!r}: {error.strerror}") from None


def _check_place(folder: Path) -> None:
    name, length = folder.name, len(os.fsencode(folder))
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."
    if not is_name(name) or not name.strip("."):
        raise ConfigError(f"{shown!r} is no name for a bot, expected {EXPECTED_NAME}")
    if length > _LONGEST_BYTES:
        raise ConfigError(
            f"the path of the folder {shown!r} has {length} bytes, expected at most {_LONGEST_BYTES}"
        )


def _make(folder: Path, kit: Kit, template: str) -> None:
    """Make a folder beside its place, and move it there once it is complete."""
    absent = [parent for parent in reversed(folder.parents) if not parent.exists()]
    unfinished = folder.with_name(f".new-{secrets.token_hex(8)}")
    made = []
    try:
        for parent in absent:
            parent.mkdir()
            made.append(parent)
        unfinished.mkdir()
        _fill(unfinished, folder.name, kit, template)
        unfinished.rename(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        for parent in reversed(made):
            with suppress(OSError):  # somebody has put something there meanwhile
                parent.rmdir()
        raise


def _fill(folder: Path, name: str, kit: Kit, template: str) -> None:
    for place, source in kit.library_files().items():
        _copy(source, folder / _LIBRARY / place)
    for source in sorted(kit.template.rglob("*")):
        if source.is_file():
            text = source.read_text(encoding="utf-8").replace(_NAME, name)
            _write(folder / source.relative_to(kit.template), text)
    _write(folder / kit.bot, _bot_source(kit, template, name))


def _bot_source(kit: Kit, template: str, name: str) -> str:
    """The source of the bot to begin with, as it is in a bot's folder."""
    source = kit.source(template).read_text(encoding="utf-8")
    for before, after in kit.replace:  # a text that does not occur is another template's
        source = source.replace(before, after)
    return source.replace(f'"{template}"', f'"{name}"')  # what it calls itself


def _copy(source: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, place)


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
