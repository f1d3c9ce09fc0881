"""How things look on screen: tables, progress, and text that came from a bot."""

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

__all__ = ["Counter", "printable", "progress", "put", "put_json", "put_table", "say"]

_PLAIN_SECONDS = 10.0
"""How often progress is told where it cannot be drawn."""


class Counter(Protocol):
    """Told after each game how many are done."""

    def __call__(self, done: int) -> None:
        """So many games are done."""


def put(text: str = "") -> None:
    """A line of the result, on standard output."""
    print(text, flush=True)


def say(text: str) -> None:
    """A line about the work, on standard error; it may quote a bot."""
    print(printable(text), file=sys.stderr, flush=True)


def put_json(value: Any) -> None:
    """A value for machines, on one line of strict JSON; in ASCII, so that no bot's words drive a terminal."""
    put(json.dumps(value, allow_nan=False))


def put_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> None:
    """A table; columns whose head begins with `<` stand left, the others right."""
    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    for column in columns:
        left = column.startswith("<")
        table.add_column(column.removeprefix("<"), justify="left" if left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    terminal = sys.stdout.isatty()
    console = Console(file=sys.stdout, highlight=False, width=None if terminal else 160)
    console.print(table)


def printable(text: str) -> str:
    """Text that came from a bot, with whatever could drive a terminal made visible."""
    return "".join(char if char.isprintable() or char == "\n" else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


@contextmanager
def progress(total: int, done: int, *, quiet: bool) -> Iterator[Counter]:
    """Shows how many of `total` games are done, on standard error: drawn on a terminal, else in lines."""
    if quiet:
        yield lambda done: None
    elif sys.stderr.isatty():
        with _drawn() as bar:
            task = bar.add_task("games", total=total, completed=done, rate=0.0)
            clock = _Rate(total, done)
            yield lambda done: bar.update(task, completed=done, rate=clock.rate(done))
    else:
        yield _Lines(total, done)


def _drawn() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]:.1f} games/s"),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=Console(stderr=True),
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

    def __init__(self, total: int, done: int) -> None:
        self._total, self._rate, self._told = total, _Rate(total, done), time.monotonic()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if now - self._told < _PLAIN_SECONDS:
            return
        self._told = now
        rate, left = self._rate.rate(done), self._rate.left_seconds(done)
        say(f"{done} of {self._total} games, {rate:.1f} games/s, {left:.0f} s left")
