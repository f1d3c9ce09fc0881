"""Makes the folder of a new bot, which builds and plays at once.

Responsible for which file goes where. What a language needs, its kit says.
"""

import shutil
from pathlib import Path

from arena.bots.kits import Kit
from arena.bots.names import EXPECTED_NAME, is_name
from arena.errors import ConfigError

__all__ = ["make_bot"]

_LIBRARY = "client"
_NAME = "{{name}}"


def make_bot(folder: Path, kit: Kit, template: str) -> None:
    """Make a bot's folder, which must not be there yet.

    Args:
        folder: its last part is the bot's name.
        kit: of the bot's language.
        template: the bot to begin with, one of `kit.sources`.

    Raises:
        ConfigError: the name is not allowed, there is no such template, or the folder cannot be made.
    """
    if not is_name(folder.name):
        raise ConfigError(f"{folder.name!r} is no name for a bot, expected {EXPECTED_NAME}")
    if template not in kit.sources:
        raise ConfigError(
            f"there is no template {template!r}, expected one of {', '.join(sorted(kit.sources))}"
        )
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise ConfigError(f"{str(folder)!r} is there already, expected the name of a new folder") from None
    except OSError as error:
        raise ConfigError(f"cannot make {str(folder)!r}: {error.strerror}") from None
    _fill(folder, kit, template)


def _fill(folder: Path, kit: Kit, template: str) -> None:
    for place, source in kit.library_files().items():
        _copy(source, folder / _LIBRARY / place)
    for source in sorted(kit.template.rglob("*")):
        if source.is_file():
            text = source.read_text(encoding="utf-8").replace(_NAME, folder.name)
            _write(folder / source.relative_to(kit.template), text)
    _write(folder / kit.bot, _bot_source(kit, template, folder.name))


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
