"""What the arena carries for who writes a bot: one client library a language, and how to begin with it.

Responsible for finding the kits and reading their `client.toml`. What is made of them, `scaffold.py` knows.
"""

import difflib
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
_ALIASES = {"c++": "cpp", "golang": "go", "js": "typescript", "javascript": "typescript", "ts": "typescript"}
"""What users may call a language besides."""


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
    template: Path
    """The folder with what else a new bot's folder gets."""
    bot: str
    """Where the source of the bot goes."""
    sources: dict[str, str]
    """By name of a bot to begin with, its source."""
    replace: tuple[tuple[str, str], ...]
    """Texts that are another in the source when it is in a bot's folder."""

    def library_files(self) -> dict[Path, Path]:
        """The files of the library and of the protocol: where each goes, and where it is."""
        protocol = self.folder.parent.parent
        return {
            **{file.relative_to(home): file for home in self._homes() for file in self._matches(home)},
            **{file.relative_to(protocol): file for file in _files(protocol / "proto/arena/v1")},
        }

    def source(self, template: str) -> Path:
        """The source of a bot to begin with."""
        return next(place for home in self._homes() if (place := home / self.sources[template]).exists())

    def _homes(self) -> list[Path]:
        """Where its files are; an installed arena has some of Python's where they are imported from."""
        return [self.folder, _importable().parent] if self.language == "python" else [self.folder]

    def _matches(self, home: Path) -> list[Path]:
        return [file for pattern in self.library for path in home.glob(pattern) for file in _files(path)]


def languages() -> tuple[str, ...]:
    """The languages there are kits for, in alphabetical order."""
    return tuple(sorted(_kits()))


def kit(language: str) -> Kit:
    """The kit of a language.

    Raises:
        ConfigError: there is none.
    """
    if language not in _kits():
        similar = difflib.get_close_matches(_ALIASES.get(language.lower(), language.lower()), languages(), 1)
        expected = f"did you mean {similar[0]!r}?" if similar else f"expected one of {', '.join(languages())}"
        raise ConfigError(f"there is no client in {language!r}, {expected}")
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
