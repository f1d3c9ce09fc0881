"""What a bot is before it runs: its name, its command, its folder, the hash of its content.

Responsible for turning the words a user gives for a bot into a `Manifest`, with a message that says
what was expected where that cannot be done. It starts nothing and imports no bot's code.
"""

import difflib
import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from arena.bots.bot_toml import FILE_NAME, read_bot_file
from arena.bots.command_line import find_program, is_file, split_words, suggested_name
from arena.bots.content import hash_content, hash_folder
from arena.bots.names import numbered, sanitised
from arena.errors import ConfigError

__all__ = ["BUILTIN_NAMES", "Manifest", "distinct_names", "load"]

BUILTIN_NAMES = ("greedy", "random")
_BUILTIN_PREFIX = "builtin:"
_BUILTIN_PACKAGE = "arena_client"
_DISTRIBUTION = "splendor-arena"
_EXPECTED = f"builtin:NAME, a folder with a {FILE_NAME}, or a command line"


@dataclass(frozen=True)
class Manifest:
    """A bot as an entrant: enough to start it, to show it, and to know it again."""

    name: str
    """What it plays under; matches `[A-Za-z0-9._-]{1,40}`."""
    version: str
    """Free text of its author, may be empty."""
    author: str
    """Free text of its author, may be empty."""
    language: str
    """Free text of its author, may be empty."""
    command: tuple[str, ...]
    """The words of the command that runs it."""
    build: tuple[str, ...]
    """The words of the command that builds it; none for a bot that needs no building."""
    folder: Path
    """The absolute path of the folder that both commands run in."""
    spec: str
    """The words that the user gave for it."""
    content_hash: str
    """SHA-256 in hex; changes when the content of the bot does."""


def load(spec: str, base: Path, leave_out: Collection[Path] = ()) -> Manifest:
    """The bot that a user means by some words; relative paths start at `base`.

    Files in `leave_out`, absolute paths, are no content of the bot although they may lie in its folder.

    The words are `builtin:NAME`, a folder with a `bot.toml`, the path of a `bot.toml`, or a command
    line. What a build writes into the folder is part of the content hash, so load again after one.

    Raises:
        ConfigError: they mean nothing, or what they mean cannot be used.
    """
    base = base.resolve()
    if not spec.strip() or "\0" in spec:
        raise ConfigError(f"{spec!r} is no bot, expected {_EXPECTED}")
    if spec.startswith(_BUILTIN_PREFIX):
        return _load_builtin(spec)
    path = base / Path(spec).expanduser() if spec.startswith("~/") else base / spec
    if _is_folder(path):
        return _load_folder(spec, path, leave_out)
    if _is_bot_file(path) or (path.name == FILE_NAME and len(spec.split()) == 1):
        return _load_folder(spec, path.parent, leave_out)
    return _load_command(spec, base)


def distinct_names(manifests: Sequence[Manifest]) -> tuple[Manifest, ...]:
    """The same bots in the same order, those whose name was there before renamed to `name-2` etc.

    A name depends on the bots before it only, so that one more bot at the end renames nobody.
    """
    taken: set[str] = set()
    renamed = []
    for manifest in manifests:
        name = manifest.name if manifest.name not in taken else _free(manifest.name, taken)
        taken.add(name)
        renamed.append(replace(manifest, name=name))
    return tuple(renamed)


def _free(name: str, used: set[str]) -> str:
    """The name with the lowest number, from 2, that makes it a new one."""
    candidates = (numbered(name, number) for number in range(2, len(used) + 3))
    return next(candidate for candidate in candidates if candidate not in used)


def _load_builtin(spec: str) -> Manifest:
    name = spec.removeprefix(_BUILTIN_PREFIX)
    if name not in BUILTIN_NAMES:
        raise ConfigError(f"there is no builtin {name!r}, {_expected_builtin(name)}")
    module = f"{_BUILTIN_PACKAGE}.{name}_bot"
    sources = _package_folder(spec)
    return Manifest(
        name=name,
        version=_own_version(),
        author=_DISTRIBUTION,
        language="python",
        command=(sys.executable, "-m", module),
        build=(),
        # `-m` searches the working directory first, so it must be one without modules in it.
        folder=Path(sys.prefix).resolve(),
        spec=spec,
        content_hash=_hashed(spec, lambda: hash_folder(sources, suffix=".py", words=[module])),
    )


def _expected_builtin(name: str) -> str:
    similar = difflib.get_close_matches(name.lower(), BUILTIN_NAMES, n=1)
    if similar:
        return f"did you mean '{_BUILTIN_PREFIX}{similar[0]}'?"
    return f"expected one of {', '.join(_BUILTIN_PREFIX + known for known in BUILTIN_NAMES)}"


def _own_version() -> str:
    try:
        return importlib.metadata.version(_DISTRIBUTION)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _package_folder(spec: str) -> Path:
    """Where the sources of the built-in bots are; found without importing them."""
    found = importlib.util.find_spec(_BUILTIN_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise ConfigError(f"{spec!r} is not installed, expected the package {_BUILTIN_PACKAGE!r}")
    return Path(next(iter(found.submodule_search_locations)))


def _load_folder(spec: str, folder: Path, leave_out: Collection[Path]) -> Manifest:
    folder = folder.resolve()
    if not folder.is_dir():
        raise ConfigError(f"{spec!r} is no bot: there is no folder {str(folder)!r}")
    if not (folder / FILE_NAME).exists():
        raise ConfigError(f"{spec!r} is no bot, expected a file {FILE_NAME} in {str(folder)!r}")
    file = read_bot_file(folder / FILE_NAME)
    return Manifest(
        name=file.name or sanitised(folder.name),
        version=file.version,
        author=file.author,
        language=file.language,
        command=file.run,
        build=file.build,
        folder=folder,
        spec=spec,
        content_hash=_hashed(
            spec,
            lambda: hash_folder(
                folder,
                besides=_files_of(file.run, folder),
                leave_out=leave_out,
                is_built=bool(file.build),
            ),
        ),
    )


def _load_command(spec: str, base: Path) -> Manifest:
    words = _words(spec)
    program = _program(spec, words, base)
    return Manifest(
        name=suggested_name(words, base),
        version="",
        author="",
        language="",
        command=(program, *words[1:]),
        build=(),
        folder=base,
        spec=spec,
        content_hash=_hashed(spec, lambda: hash_content(words, _files_of(words, base))),
    )


def _files_of(words: Sequence[str], base: Path) -> list[tuple[str, Path]]:
    """The files that a command names, wherever they are: a change of one of them is another bot."""
    return [(word, base / word) for word in words if is_file(base / word)]


def _words(spec: str) -> tuple[str, ...]:
    try:
        words = split_words(spec)
    except ValueError as error:
        reason = str(error).lower()
        raise ConfigError(f"{spec!r} is no bot, expected a command line: {reason}") from error
    if not any(words[:1]):
        raise ConfigError(f"{spec!r} is no bot, expected the name of a program")
    return words


def _program(spec: str, words: tuple[str, ...], base: Path) -> str:
    """The first word, as a path if it is that of a file: then it need not be on PATH."""
    word = words[0]
    if "/" not in word and find_program(word, base):
        return word
    program = find_program(f"./{word}" if "/" not in word else word, base)
    if program is None:
        raise ConfigError(_why_no_program(spec, words, base))
    return program


def _why_no_program(spec: str, words: tuple[str, ...], base: Path) -> str:
    word = words[0]
    if is_file(base / word):
        return f"{word!r} is not executable, expected a program, as in 'python {word}'"
    if len(words) == 1:
        return f"{spec!r} is no bot in {str(base)!r}, expected {_EXPECTED}"
    return f"cannot find {word!r} of {spec!r}, expected a program on PATH or an executable file"


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a long command line is no path at all
        return False


def _is_bot_file(path: Path) -> bool:
    return path.name == FILE_NAME and is_file(path)


def _hashed(spec: str, compute: Callable[[], str]) -> str:
    try:
        return compute()
    except OSError as error:
        message = f"cannot read {error.filename!r} of {spec!r}: {error.strerror}"
        raise ConfigError(message) from error
