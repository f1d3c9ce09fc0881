"""Ratings with their intervals as lines of text, and a bot's rating over time as a row of blocks.

It draws numbers; what they mean and where they came from is not known here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import ceil

from rich.cells import cell_len, set_cell_size

from arena.cli.rating.words import points, within
from arena.cli.screen import draws_lines, one_line, screen_width
from arena.tournament.rating_table import RatedBot

__all__ = ["rating_chart", "spark_line"]

_WIDEST = 100
"""Columns; more is no easier to read."""
_LEAST_PLOT = 20
"""Columns for the plot itself, even if the terminal is too narrow for it."""
_LONGEST_NAME = 24
_TICK_COLUMNS = 14
"""About as far apart are the numbers of the axis."""
_LEAST_SPAN = 20.0
"""Points that the axis has at least."""


@dataclass(frozen=True)
class _Signs:
    """What lines are made of."""

    line: str
    low: str
    high: str
    dot: str
    tick: str


_DRAWN = _Signs("─", "├", "┤", "●", "┬")
_PLAIN = _Signs("-", "|", "|", "o", "+")
_BLOCKS, _PLAIN_BLOCKS = "▁▂▃▄▅▆▇█", "_.-:=+*#"


@dataclass(frozen=True)
class _Axis:
    """Points on columns."""

    low: float
    high: float
    columns: int

    @classmethod
    def of(cls, rows: Sequence[RatedBot], columns: int) -> "_Axis":
        """One that has room for all that is known."""
        known = [value for one in rows for value in (one.rating, one.low, one.high) if value is not None]
        low, high = min(known), max(known)
        margin = max(0.04 * (high - low), (_LEAST_SPAN - (high - low)) / 2)
        return cls(low - margin, high + margin, columns)

    def column(self, value: float) -> int:
        return round((value - self.low) / (self.high - self.low) * (self.columns - 1))

    def ticks(self) -> list[float]:
        """Round numbers that are about equally far apart."""
        least = (self.high - self.low) * _TICK_COLUMNS / self.columns
        steps = (base * 10**power for power in range(12) for base in (1, 2, 5))
        step = next((step for step in steps if step >= least), least)
        first = ceil(self.low / step)
        numbers = (step * (first + one) for one in range(self.columns))
        return list(takewhile(lambda value: value <= self.high, numbers))


def rating_chart(rows: Sequence[RatedBot], *, signed: bool = True) -> list[str]:
    """For each bot, at least one, a dot for its rating in a line for its interval; then the axis.

    The line goes to the edge where the games set no bound. All bots must be of one group.
    """
    names = [one_line(one.name) for one in rows]
    longest = min(max(map(cell_len, names)), _LONGEST_NAME)
    axis = _Axis.of(rows, max(min(screen_width(), _WIDEST) - longest - 2, _LEAST_PLOT))
    signs = _DRAWN if draws_lines() else _PLAIN
    lines = [
        f"{set_cell_size(name, longest)}  {_interval(one, axis, signs)}".rstrip()
        for name, one in zip(names, rows, strict=True)
    ]
    return [*lines, *(f"{'':{longest}}  {line}" for line in _axis_lines(axis, signs, signed=signed))]


def _interval(one: RatedBot, axis: _Axis, signs: _Signs) -> str:
    cells = [" "] * axis.columns
    if one.bound is not None:
        first = 0 if one.low is None else axis.column(one.low)
        last = axis.columns - 1 if one.high is None else axis.column(one.high)
        cells[first : last + 1] = signs.line * (last + 1 - first)
        cells[first] = "<" if one.low is None else signs.low
        cells[last] = ">" if one.high is None else signs.high
    cells[axis.column(within(one.rating, one.low, one.high))] = signs.dot
    return "".join(cells)


def _axis_lines(axis: _Axis, signs: _Signs, *, signed: bool) -> list[str]:
    rule, labels = [signs.line] * axis.columns, ""
    for value in axis.ticks():
        column, label = axis.column(value), points(value, signed=signed)
        rule[column] = signs.tick
        start = min(max(column - len(label) // 2, 0), axis.columns - len(label))
        labels = f"{labels:{start}}{label}"
    return ["".join(rule), labels]


def spark_line(values: Sequence[float | None], low: float, high: float) -> str:
    """One block for each value, the higher the larger, a blank for None.

    Args:
        values: what is drawn.
        low: what has the lowest block.
        high: what has the highest block.
    """
    blocks = _BLOCKS if draws_lines() else _PLAIN_BLOCKS
    step = max(high - low, 1e-9) / len(blocks)
    return "".join(
        " " if value is None else blocks[min(max(int((value - low) / step), 0), len(blocks) - 1)]
        for value in values
    )
