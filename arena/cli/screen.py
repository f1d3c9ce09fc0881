"""How things look on screen: tables, progress, and text that came from a bot."""

import csv
import io
import json
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

__all__ = [
    "Counter",
    "cut",
    "draws_lines",
    "one_line",
    "printable",
    "progress",
    "put",
    "put_csv",
    "put_json",
    "put_sentence",
    "put_table",
    "say",
    "screen_width",
    "table_lines",
]

_PLAIN_SECONDS = 10.0
"""How often progress is told where it cannot be drawn."""


class Counter(Protocol):
    """Told after each game how many are done."""

    def __call__(self, done: int, note: str = "") -> None:
        """So many games are done; `note` is what there is to say besides."""


def put(text: str = "") -> None:
    """Lines of the result, on standard output; what its encoding lacks is written as an escape."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)


def put_sentence(text: str) -> None:
    """A line of the result that a terminal breaks between words."""
    lines = textwrap.wrap(text, screen_width(), break_long_words=False, break_on_hyphens=False)
    put("\n".join(lines))


def say(text: str) -> None:
    """A line about the work, on standard error; it may quote a bot."""
    print(printable(text), file=sys.stderr, flush=True)


def put_json(value: Any) -> None:
    """A value for machines, on one line of strict JSON; in ASCII, so that no bot's words drive a terminal."""
    put(json.dumps(value, allow_nan=False))


def put_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table for machines; None is an empty field, and a bot's words drive no terminal here either."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([one_line(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    put(lines.getvalue().removesuffix("\n"))


def put_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table, see `table_lines`."""
    put("\n".join(table_lines(columns, rows)))


def table_lines(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The head of a table, a rule, and a line for each row; a column without any content is left out.

    Columns whose head begins with `<` stand left, the others right.
    """
    cells = [[one_line(cell) for cell in row] for row in rows]
    kept = [place for place in range(len(columns)) if not cells or any(row[place] for row in cells)]
    heads = [column.removeprefix("<") for column in columns]
    lines = [[row[place] for place in kept] for row in [heads, *cells]]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    gap = "  " if sum(widths) + 2 * len(widths) - 2 <= screen_width() else " "
    padded = [map(_padded, line, widths, (columns[place] for place in kept)) for line in lines]
    head, *rest = (gap.join(line).rstrip() for line in padded)
    return [head, _rule() * (sum(widths) + len(gap) * (len(widths) - 1)), *rest]


def _padded(cell: str, width: int, column: str) -> str:
    blank = " " * (width - cell_len(cell))
    return cell + blank if column.startswith("<") else blank + cell


def _rule() -> str:
    return "─" if draws_lines() else "-"


def draws_lines() -> bool:
    """Whether standard output can show more than ASCII, such as lines."""
    return (sys.stdout.encoding or "").lower().startswith("utf")


def screen_width() -> int:
    """How long a line may be: as wide as the terminal, and without a limit where there is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize


def cut(text: str) -> str:
    """As much of a line as the terminal has room for."""
    width = screen_width()
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1)}…"


def printable(text: str) -> str:
    """Text that came from a bot, with whatever could drive a terminal made visible."""
    return "".join(char if char.isprintable() or char == "\n" else _escaped(char) for char in text)


def one_line(text: str) -> str:
    """The same without line breaks."""
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


@contextmanager
def progress(total: int, done: int, *, quiet: bool, at_most: bool = False) -> Iterator[Counter]:
    """Shows how many of `total` games are done, on standard error: drawn on a terminal, else in lines.

    With `at_most` fewer may do, so that the time that is left cannot be told.
    """
    if quiet:
        yield lambda done, note="": None
    elif sys.stderr.isatty():
        with _drawn(at_most=at_most) as bar:
            task = bar.add_task("games", total=total, completed=done, rate=0.0, note="")
            clock = _Rate(total, done)
            yield lambda done, note="": bar.update(task, completed=done, rate=clock.rate(done), note=note)
    else:
        yield _Lines(total, done, at_most=at_most)


def _drawn(*, at_most: bool) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(10 if at_most else 40),
        MofNCompleteColumn(),
        *([TextColumn("{task.fields[note]}")] if at_most else []),
        TextColumn("{task.fields[rate]:.1f} games/s"),
        TimeElapsedColumn() if at_most else TimeRemainingColumn(elapsed_when_finished=True),
        console=Console(stderr=True),
        redirect_stdout=False,  # the result does not go where progress is drawn
        refresh_per_second=4,
    )


class _Rate:
    """Games a second, and the seconds that are left, since it was made."""

    def __init__(self, total: int, done: int) -> None:
        self._total, self._first, self._began = total, done, time.monotonic()

    def rate(self, done: int) -> float:
        return (done - self._first) / max(time.monotonic() - self._began, 1e-9)

    def left_seconds(self, done: int) -> float:
        return (self._total - done) / max(self.rate(done), 1e-9)


class _Lines:
    """Progress in lines, one every few seconds."""

    def __init__(self, total: int, done: int, *, at_most: bool) -> None:
        self._total, self._rate, self._told = total, _Rate(total, done), time.monotonic()
        self._at_most = at_most

    def __call__(self, done: int, note: str = "") -> None:
        now = time.monotonic()
        if now - self._told < _PLAIN_SECONDS:
            return
        self._told = now
        say(self._line(done, self._rate.rate(done), note))

    def _line(self, done: int, rate: float, note: str) -> str:
        if self._at_most:
            return f"{done} of at most {self._total} games, {note}, {rate:.1f} games/s"
        return (
            f"{done} of {self._total} games, {rate:.1f} games/s, {self._rate.left_seconds(done):.0f} s left"
        )
