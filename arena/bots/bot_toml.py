"""Reads `bot.toml`, the file in which a bot's folder says what the bot is and how it runs.

Responsible for the file's keys and values, and for messages that name file and line. It does not
know how else a user can name a bot; `manifest.py` does.
"""

import difflib
import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path

from arena.bots.command_line import find_program, split_words
from arena.bots.names import EXPECTED_NAME, is_name
from arena.bots.toml_lines import line_of
from arena.errors import ConfigError

__all__ = ["FILE_NAME", "BotFile", "read_bot_file"]

FILE_NAME = "bot.toml"
_LINE_IN_MESSAGE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


@dataclass(frozen=True)
class BotFile:
    """What a `bot.toml` says; every text is empty where the key is not there."""

    run: tuple[str, ...]
    """The words of the command that runs the bot, at least one."""
    build: tuple[str, ...] = ()
    """The words of the command that builds it, or none."""
    name: str = ""
    """The name it wants to play under, an allowed one."""
    version: str = ""
    """Free text."""
    author: str = ""
    """Free text."""
    language: str = ""
    """Free text."""


_KEYS = tuple(field.name for field in fields(BotFile))
_COMMANDS = ("build", "run")


def read_bot_file(path: Path) -> BotFile:
    """Read and check one file.

    Raises:
        ConfigError: it cannot be read, is not TOML, or has a key or a value that does not belong.
    """
    text = _read(path)
    table = _parse(path, text)
    places = {key: _Place(path, text, key) for key in table}
    values = {key: _value(places[key], value) for key, value in table.items()}
    if "run" not in values:
        example = 'run = ["python", "bot.py"]'
        raise ConfigError(f"{path}: there is no key 'run', expected a command, as in {example}")
    file = BotFile(**values)  # type: ignore[arg-type]
    # What a build has still to make need not be there yet.
    if not (file.build and "/" in file.run[0]):
        _check_program(places["run"], file.run[0])
    return file


@dataclass(frozen=True)
class _Place:
    """A key in a file, for messages."""

    path: Path
    """The file."""
    text: str
    """All that is in it."""
    key: str
    """The key, of the outermost table."""

    def __str__(self) -> str:
        line = line_of(self.text, (self.key,))
        return f"{self.path}" if line is None else f"{self.path}:{line}"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot read {str(path)!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{line}: is not UTF-8, expected a TOML text") from error


def _parse(path: Path, text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = _LINE_IN_MESSAGE.search(message)
        line = found.group(1) if found and found.group(1) else text.rstrip().count("\n") + 1
        reason = _LINE_IN_MESSAGE.sub("", message).strip()
        raise ConfigError(f"{path}:{line}: is not valid TOML: {reason}") from error


def _value(place: _Place, value: object) -> str | tuple[str, ...]:
    if place.key not in _KEYS:
        raise ConfigError(f"{place}: unknown key {place.key!r}, {_expected_key(place.key)}")
    if place.key in _COMMANDS:
        return _command(place, value)
    if not isinstance(value, str):
        raise ConfigError(f"{place}: {place.key!r} is {value!r}, expected a string")
    if place.key == "name" and not is_name(value):
        raise ConfigError(f"{place}: 'name' is {value!r}, expected {EXPECTED_NAME}")
    return value


def _expected_key(key: str) -> str:
    similar = difflib.get_close_matches(key, _KEYS, n=1)
    if similar:
        return f"did you mean {similar[0]!r}?"
    return f"expected one of {', '.join(sorted(_KEYS))}"


def _command(place: _Place, value: object) -> tuple[str, ...]:
    words = _split(place, value) if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        expected = "expected a string or a list of strings"
        raise ConfigError(f"{place}: {place.key!r} is {value!r}, {expected}")
    if not any(words[:1]) and (words or place.key == "run"):
        raise ConfigError(f"{place}: {place.key!r} is {value!r}, expected the name of a program")
    if any("\0" in word for word in words):
        raise ConfigError(f"{place}: {place.key!r} is {value!r}, expected no NUL character in it")
    return tuple(words)


def _split(place: _Place, value: str) -> list[str]:
    try:
        return list(split_words(value))
    except ValueError as error:
        reason = str(error).lower()
        raise ConfigError(
            f"{place}: {place.key!r} is {value!r}, expected a command line: {reason}"
        ) from error


def _check_program(place: _Place, word: str) -> None:
    if find_program(word, place.path.parent) is None:
        expected = "an executable file in this folder" if "/" in word else "a program on PATH"
        raise ConfigError(f"{place}: cannot find {word!r} of {place.key!r}, expected {expected}")
