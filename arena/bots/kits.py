"""What the arena carries for who writes a bot: one client library a language, and how to begin with it.

Responsible for finding the kits and reading their `client.toml`. What is made of them, `scaffold.py` knows.
"""

import importlib.util
import shutil
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.errors import ConfigError

__all__ = ["Kit", "kit", "languages", "missing_tools"]

_FILE_NAME = "client.toml"
_PACKAGE = Path(__file__).resolve().parents[1]
_HOMES = (_PACKAGE / "clients", _PACKAGE.parent / "clients")
"""Where they are when the arena is installed, and where in its source tree."""
_IMPORTABLE = "arena_client"


@dataclass(frozen=True)
class Kit:
    """A client library and its template."""

    language: str
    """As users write it."""
    folder: Path
    """Where it is."""
    requires: tuple[str, ...]
    """Programs that building a bot needs on PATH."""
    install: str
    """Where to get them, in words."""
    library: tuple[str, ...]
    """Patterns of the files that a bot's folder gets of it."""
    protos: bool
    """Whether it needs the protocol's own files too."""
    template: Path
    """The folder with what else a new bot's folder gets."""
    bot: str
    """Where the source of the bot goes."""
    sources: dict[str, str]
    """By name of a bot to begin with, its source."""
    replace: tuple[tuple[str, str], ...]
    """Texts that are another in the source when it is in a bot's folder."""

    @property
    def protocol(self) -> Path:
        """The folder with the protocol's own files."""
        return self.folder.parent.parent / "proto"

    def library_files(self) -> dict[Path, Path]:
        """The files of the library: where each goes, and where it is."""
        found = {path.relative_to(self.folder): path for path in self._matches()}
        if _IMPORTABLE in self.library:  # an installed arena has it where it is imported from
            package = _importable()
            found |= {Path(_IMPORTABLE) / path.relative_to(package): path for path in _files(package)}
        if self.protos:
            found |= {Path("proto") / path.relative_to(self.protocol): path for path in self._proto_files()}
        return found

    def _matches(self) -> list[Path]:
        return [
            file for pattern in self.library for path in self.folder.glob(pattern) for file in _files(path)
        ]

    def _proto_files(self) -> list[Path]:
        return sorted(self.protocol.glob("arena/v1/*.proto"))


def languages() -> tuple[str, ...]:
    """The languages there are kits for, in alphabetical order."""
    return tuple(sorted(_kits()))


def kit(language: str) -> Kit:
    """The kit of a language.

    Raises:
        ConfigError: there is none.
    """
    if language not in _kits():
        raise ConfigError(f"there is no client in {language!r}, expected one of {', '.join(languages())}")
    return _kits()[language]


def missing_tools(language: str) -> str:
    """What is not installed that bots in a language are built with, in a sentence; empty if all is there."""
    known = _kits().get(language)
    lacking = [program for program in known.requires if shutil.which(program) is None] if known else []
    if known is None or not lacking:
        return ""
    programs = " and ".join(repr(program) for program in lacking)
    return f"bots in {language} are built with {programs}, not found on PATH; install {known.install}"


@cache
def _kits() -> dict[str, Kit]:
    home = next((home for home in _HOMES if home.is_dir()), _HOMES[0])
    return {file.parent.name: _read(file) for file in home.glob(f"*/{_FILE_NAME}")}


def _read(file: Path) -> Kit:
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    template = table["template"]
    return Kit(
        language=table["language"],
        folder=file.parent,
        requires=tuple(table["requires"]),
        install=table["install"],
        library=tuple(table["library"]),
        protos=table["protos"],
        template=file.parent / template["files"],
        bot=template["bot"],
        sources={name: template[name] for name in ("greedy", "random")},
        replace=tuple((before, after) for before, after in template["replace"]),
    )


def _importable() -> Path:
    found = importlib.util.find_spec(_IMPORTABLE)
    assert found is not None, "the arena carries it"
    assert found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations)))


def _files(path: Path) -> list[Path]:
    """The path itself, or all files below it but for what Python leaves behind."""
    below = path.rglob("*") if path.is_dir() else [path]
    return [file for file in below if file.is_file() and "__pycache__" not in file.parts]
