"""The content hash of a bot: it changes when the files do that the bot consists of.

Responsible for reading files in a fixed order and digesting them. It does not know which files
belong to a bot; the caller says that. Names, sizes and order are part of the digest, times and
rights are not, so that a copy of a folder has the hash of the original.
"""

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

__all__ = ["content_files", "hash_content", "hash_folder"]

_SKIPPED_FOLDER = "__pycache__"
_STORE_FILES = frozenset({"arena.db", "arena.db-shm", "arena.db-wal", "arena.db.lock"})
"""The arena's own, where it was started in the bot's folder."""
_BUILD_FOLDERS = frozenset({"build", "node_modules", "target"})
"""Where build tools keep what they made on the way."""


def hash_content(words: Iterable[str], files: Iterable[tuple[str, Path]]) -> str:
    """The SHA-256, in hex, of some words and some files under the given names.

    Raises:
        OSError: a file cannot be read.
    """
    digest = hashlib.sha256()
    for word in words:
        digest.update(_framed(b"word", os.fsencode(word)))
    for name, path in files:
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").digest()
        digest.update(_framed(b"file", os.fsencode(name), content))
    return digest.hexdigest()


def hash_folder(
    folder: Path,
    *,
    suffix: str = "",
    words: Iterable[str] = (),
    besides: Iterable[tuple[str, Path]] = (),
    leave_out: Collection[Path] = (),
    is_built: bool = False,
) -> str:
    """The SHA-256, in hex, of all regular files below a folder, and of some words and files beside them.

    Hidden folders, `__pycache__` and the arena's own files are skipped, and what build tools leave behind
    where a bot `is_built`; links to files count as the files, links to folders are not followed. A suffix
    leaves only the files with that end, `leave_out` are paths of others.

    Raises:
        OSError: a file or a folder cannot be read.
    """
    skipped = _BUILD_FOLDERS if is_built else frozenset()
    names = [
        name
        for name in _names_below(folder, skipped)
        if name.endswith(suffix) and folder / name not in leave_out
    ]
    return hash_content(words, [*((name, folder / name) for name in sorted(names)), *besides])


def content_files(folder: Path) -> list[Path]:
    """The files of the content of a bot that is built."""
    return [folder / name for name in _names_below(folder, _BUILD_FOLDERS)]


def _names_below(folder: Path, skipped: Collection[str]) -> Iterator[str]:
    for parent, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if not (_is_skipped(name) or name in skipped)]
        for path in (Path(parent, name) for name in names if name not in _STORE_FILES):
            if path.is_file():
                yield path.relative_to(folder).as_posix()


def _is_skipped(folder_name: str) -> bool:
    return folder_name.startswith(".") or folder_name == _SKIPPED_FOLDER


def _raise(error: OSError) -> None:
    raise error


def _framed(*parts: bytes) -> bytes:
    """The parts with their lengths, so that no two different lists of parts look the same."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)
