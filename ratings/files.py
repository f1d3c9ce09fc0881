"""Results in files: read from CSV and JSON Lines, written so that reading gives the same results.

What a file would not keep is not written. A mistake in a file is a `RatingError` whose message begins with
`file:line: `. The order of the results is that of the file, which matters to live Elo alone.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ratings.errors import RatingError, shown
from ratings.json_words import JsonError, in_json, parsed
from ratings.results import GameResult

__all__ = ["read_csv", "read_json_lines", "write_csv", "write_json_lines"]

_GAME_COLUMNS = ("game", "player", "place")
_COUNT_COLUMNS = ("white", "black", "white_wins", "draws", "black_wins")
_WRITTEN = ("game", "rotation", "seat", "player", "place")
_OUTCOMES = (("white_wins", (1, 2)), ("draws", (1, 1)), ("black_wins", (2, 1)))
_MOST = 10_000_000
"""Largest number in a file; so many games of two players fit in memory."""
_LONGEST = 20
_KEYS = {"players", "places", "seats", "rotation"}


def read_csv(path: Path | str) -> list[GameResult]:
    """The results in a CSV file with a head, in one of two forms that the head tells apart.

    A line for each player of a game: `game,rotation,seat,player,place`, in any order of the columns.
    `game` is any name; the lines of a game need not be together. `seat` counts from 0 or from 1, and
    without it the lines of a game are in the order of the seats. `rotation` may be empty or left
    out, and may be called `block`. Other columns are ignored, and so are lines with nothing but blanks, and
    blanks round what is in a column.

    Counts of two-player games: `white,black,white_wins,draws,black_wins`, white being the one who
    moves first. Each game is a rotation of its own.

    Raises:
        RatingError: the file is not as described, or a game in it cannot be rated.
        OSError: the file cannot be read.
    """
    lines = _Lines(str(path), csv.reader(io.StringIO(_utf8(Path(path)), newline=""), strict=True))
    head = lines.head()
    if set(_COUNT_COLUMNS) <= set(head):
        return [result for line in lines.below(head) for result in _counted(line)]
    if set(_GAME_COLUMNS) <= set(head):
        return _games(lines.below(head))
    expected = f"{','.join(_WRITTEN)} or {','.join(_COUNT_COLUMNS)}"
    raise RatingError(f"{path}:1: columns {shown(','.join(sorted(head)))}, expected {expected}")


def write_csv(results: Iterable[GameResult], path: Path | str) -> None:
    """Write a line for each player of each game, as `read_csv` reads them; seats count from 0.

    Raises:
        RatingError: a name begins or ends with a blank, which reading takes away; nothing is written then.
        OSError: the file cannot be written.
    """
    lines = [",".join(_WRITTEN)]
    for game, result in enumerate(results):
        rotation = _field("rotation", result.rotation)
        for seat, player, place in zip(result.seats, result.players, result.places, strict=True):
            lines.append(f"{game},{rotation},{seat},{_field('player', player)},{place}")
    Path(path).write_bytes("\n".join([*lines, ""]).encode())


def read_json_lines(path: Path | str) -> list[GameResult]:
    """The results in a file with one JSON object a line; empty lines are skipped.

    `{"players": ["a", "b"], "places": [1, 2], "seats": [0, 1], "rotation": "r1"}`, the last two of
    which may be left out.

    Raises:
        RatingError: a line is not such an object, or its game cannot be rated.
        OSError: the file cannot be read.
    """
    text = _utf8(Path(path))
    return [
        _parsed(line, f"{path}:{number}") for number, line in enumerate(text.split("\n"), 1) if line.strip()
    ]


def write_json_lines(results: Iterable[GameResult], path: Path | str) -> None:
    """Write one JSON object a line, as `read_json_lines` reads them.

    Raises:
        OSError: the file cannot be written.
    """
    fields = ("players", "places", "seats", "rotation")
    rows = [{field: getattr(result, field) for field in fields} for result in results]
    lines = [json.dumps(row, ensure_ascii=False, default=int) for row in rows]
    Path(path).write_bytes("\n".join([*lines, ""]).encode())


def _field(column: str, name: str) -> str:
    """A name as a field of CSV."""
    if name != name.strip():
        expected = "one that neither begins nor ends with a blank, which a CSV file does not keep"
        raise RatingError(f"{column} {shown(name)}, expected {expected}")
    return '"' + name.replace('"', '""') + '"' if set(name) & set('",\r\n') else name


def _utf8(path: Path) -> str:
    """The text of a file, without the mark that some programs begin one with."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RatingError(f"{path}:{line}: is not UTF-8, expected a text") from None


@dataclass(frozen=True)
class _Line:
    """One line of a CSV file."""

    where: str
    """File and line, for messages."""
    fields: Mapping[str, str]
    """What is in each column."""

    def text(self, column: str) -> str:
        text = self.fields[column].strip()
        if not text:
            raise RatingError(f"{self.where}: {column} is empty")
        return text

    def number(self, column: str) -> int:
        text = self.text(column)
        if not (text.isascii() and text.isdigit()) or len(text) > _LONGEST or int(text) > _MOST:
            raise RatingError(f"{self.where}: {column} {text[:40]!r}, expected a whole number up to {_MOST}")
        return int(text)


@dataclass(frozen=True)
class _Lines:
    """The lines of a CSV file, with their numbers; those with nothing but blanks are skipped."""

    path: str
    reader: Any
    """Of `csv`."""

    def head(self) -> list[str]:
        """The columns."""
        for where, row in self._rows():
            head = [name.strip() for name in row]
            for name, times in Counter(head).items():
                if times > 1 and name:
                    raise RatingError(f"{where}: column {shown(name)} is there twice, expected it once")
            return head
        raise RatingError(f"{self.path}:1: the file is empty, expected a line with the columns")

    def below(self, head: list[str]) -> Iterator[_Line]:
        """The lines below the head."""
        for where, row in self._rows():
            if len(row) != len(head):
                raise RatingError(f"{where}: expected {len(head)} fields, not {len(row)}")
            yield _Line(where, dict(zip(head, row, strict=True)))

    def _rows(self) -> Iterator[tuple[str, list[str]]]:
        """What is left, each row with the file and the line that it begins in."""
        while True:
            where = f"{self.path}:{self.reader.line_num + 1}"
            try:
                row = next(self.reader, None)
            except csv.Error as error:
                raise RatingError(f"{where}: {error}") from None
            if row is None:
                return
            if any(field.strip() for field in row):
                yield where, row


@dataclass
class _Game:
    """What has been read of one game."""

    where: str
    """Its first line."""
    rotation: str
    players: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)

    def add(self, line: _Line, rotation: str) -> None:
        if rotation != self.rotation:
            raise RatingError(
                f"{line.where}: rotation {rotation!r}, but the game began with {self.rotation!r}"
            )
        self.players.append(line.text("player"))
        self.places.append(line.number("place"))
        self.seats.append(line.number("seat") if "seat" in line.fields else len(self.seats))

    def result(self) -> GameResult:
        first = 1 if sorted(self.seats) == list(range(1, len(self.seats) + 1)) else 0
        seats = tuple(seat - first for seat in self.seats)
        return _checked(self.where, tuple(self.players), tuple(self.places), seats, self.rotation)


def _games(lines: Iterable[_Line]) -> list[GameResult]:
    games: dict[str, _Game] = {}
    for line in lines:
        rotation = (line.fields.get("rotation") or line.fields.get("block") or "").strip()
        name = line.text("game")
        if name not in games:
            games[name] = _Game(line.where, rotation)
        games[name].add(line, rotation)
    return [game.result() for game in games.values()]


def _counted(line: _Line) -> Iterator[GameResult]:
    players = (line.text("white"), line.text("black"))
    for column, places in _OUTCOMES:
        count = line.number(column)
        yield from [_checked(line.where, players, places, (0, 1), "")] * count


def _parsed(line: str, where: str) -> GameResult:
    try:
        row = parsed(line)
    except JsonError as error:
        raise RatingError(f"{where}: {error}") from None
    if not isinstance(row, dict) or not {"players", "places"} <= row.keys() <= _KEYS:
        expected = "an object with players, places, and perhaps seats, rotation"
        raise RatingError(f"{where}: {in_json(row)}, expected {expected}")
    rotation = row.get("rotation", "")
    if not isinstance(rotation, str):
        raise RatingError(f"{where}: rotation {in_json(rotation)}, expected a string")
    players = tuple(_listed(row, "players", str, where))
    places = tuple(_listed(row, "places", int, where))
    seats = tuple(_listed(row, "seats", int, where)) if "seats" in row else ()
    if "seats" in row and not seats:
        raise RatingError(f"{where}: seats [], expected one for each of {len(players)} players")
    return _checked(where, players, places, seats, rotation)


def _listed(row: dict[str, Any], key: str, kind: type, where: str) -> list[Any]:
    values = row[key]
    if not isinstance(values, list) or any(type(value) is not kind for value in values):
        words = "strings" if kind is str else "whole numbers"
        raise RatingError(f"{where}: {key} {in_json(values)}, expected a list of {words}")
    return values


def _checked(
    where: str, players: tuple[str, ...], places: tuple[int, ...], seats: tuple[int, ...], rotation: str
) -> GameResult:
    try:
        return GameResult(players, places, seats, rotation)
    except RatingError as error:
        raise RatingError(f"{where}: {error}") from None
