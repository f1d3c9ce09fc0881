"""On which line of a TOML text a key stands, so that an error can name the place to look at.

Responsible for finding places only. It does not know what a value means and does not judge the
text: what `tomllib` accepts is found, and in a text that it refuses everything before the mistake.
"""

import contextlib
import re
import tomllib
from collections.abc import Sequence
from typing import TypeAlias

__all__ = ["KeyPath", "line_of"]

KeyPath: TypeAlias = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)


def line_of(text: str, key_path: Sequence[str | int]) -> int | None:
    """The line, counted from 1, on which the key at a path is written; None where it is not.

    A path is what one would index the parsed text with: `("bots", 1, "command")` is the key
    `command` of the second `[[bots]]`, or of the second table in `bots = [{...}, {...}]`. A table
    stands on the line of its header, or where a longer header or a dotted key first names it.
    """
    return _Scanner(text).scan().get(tuple(key_path))


class _NotTomlError(Exception):
    """The text stops being TOML here; nothing after this place can be found."""


class _Scanner:
    """Walks once through a text and writes down where every key and every array element begins."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._lines: dict[KeyPath, int] = {}
        self._table_counts: dict[KeyPath, int] = {}

    def scan(self) -> dict[KeyPath, int]:
        # Whoever parses the text reports a mistake; the places before it are still right.
        with contextlib.suppress(_NotTomlError, RecursionError):
            self._document()
        return self._lines

    def _document(self) -> None:
        table: KeyPath = ()
        while not self._at_end():
            if self._take("[["):
                table = self._array_header()
            elif self._take("["):
                table = self._table_header()
            else:
                self._pair(table)

    def _table_header(self) -> KeyPath:
        line = self._line()
        path = self._in_newest_tables(self._keys(), line)
        self._expect("]")
        return path

    def _array_header(self) -> KeyPath:
        line = self._line()
        *outer, last = self._keys()
        path = (*self._in_newest_tables(outer, line), last)
        self._expect("]]")
        index = self._table_counts.get(path, 0)
        self._table_counts[path] = index + 1
        self._found(path, line)
        self._found((*path, index), line)
        return (*path, index)

    def _in_newest_tables(self, keys: Sequence[str], line: int) -> KeyPath:
        """The full path of a header: below an array of tables it means the newest of them."""
        path: KeyPath = ()
        for key in keys:
            path = (*path, key)
            self._found(path, line)
            if path in self._table_counts:
                path = (*path, self._table_counts[path] - 1)
        return path

    def _pair(self, table: KeyPath) -> None:
        line = self._line()
        path = table
        for key in self._keys():
            path = (*path, key)
            self._found(path, line)
        self._expect("=")
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        self._skip_blank()
        if self._take("["):
            self._array(path)
        elif self._take("{"):
            self._inline_table(path)
        elif self._match(_STRING) is None and self._match(_SCALAR) is None:
            raise _NotTomlError

    def _array(self, path: KeyPath) -> None:
        index = 0
        while not self._take("]"):
            self._found((*path, index), self._line())
            self._value((*path, index))
            self._comma_unless_before("]")
            index += 1

    def _inline_table(self, path: KeyPath) -> None:
        while not self._take("}"):
            self._pair(path)
            self._comma_unless_before("}")

    def _comma_unless_before(self, closing: str) -> None:
        self._skip_blank()
        if not self._text.startswith(closing, self._position):
            self._expect(",")

    def _keys(self) -> list[str]:
        keys = [self._key()]
        while self._take("."):
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        self._skip_blank()
        bare = self._match(_BARE_KEY)
        if bare is not None:
            return bare
        quoted = self._match(_STRING)
        if quoted is None:
            raise _NotTomlError
        return _unquoted(quoted)

    def _found(self, path: KeyPath, line: int) -> None:
        self._lines.setdefault(path, line)

    def _line(self) -> int:
        self._skip_blank()
        return self._text.count("\n", 0, self._position) + 1

    def _at_end(self) -> bool:
        self._skip_blank()
        return self._position >= len(self._text)

    def _skip_blank(self) -> None:
        self._match(_BLANK)

    def _take(self, mark: str) -> bool:
        self._skip_blank()
        found = self._text.startswith(mark, self._position)
        if found:
            self._position += len(mark)
        return found

    def _expect(self, mark: str) -> None:
        if not self._take(mark):
            raise _NotTomlError

    def _match(self, pattern: re.Pattern[str]) -> str | None:
        found = pattern.match(self._text, self._position)
        if found is None:
            return None
        self._position = found.end()
        return found.group()


def _unquoted(quoted: str) -> str:
    """The key that a quoted key spells; the escapes are left to the one parser that knows them."""
    try:
        value: str = tomllib.loads(f"key = {quoted}")["key"]
    except tomllib.TOMLDecodeError as error:
        raise _NotTomlError from error
    return value
