"""Ratings with their intervals as a picture in a file, drawn by matplotlib if that is installed."""

import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli.rating.words import within
from arena.cli.screen import one_line
from arena.errors import ConfigError
from arena.tournament.rating_table import RatedBot

__all__ = ["PlotFile", "check_plot_file", "save_plot"]

PlotFile = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Also draw them into a .png or .svg; needs matplotlib."),
]

_KINDS = (".png", ".svg")
_INCHES_WIDE = 8.0
_INCHES_A_BOT = 0.3
_MOST_INCHES = 300.0
"""What the library can still draw."""
_SALT = "arena"
"""The same ratings give the same file."""


def check_plot_file(path: Path) -> None:
    """Refuse a picture that could not be made, before the work is done.

    Raises:
        ConfigError: the name ends in something else, or matplotlib is missing.
    """
    if path.suffix.lower() not in _KINDS:
        raise ConfigError(f"--plot {str(path)!r}, expected a file that ends in {' or '.join(_KINDS)}")
    if find_spec("matplotlib") is None:
        raise ConfigError("--plot needs matplotlib; `pip install 'splendor-arena[plot]'` installs it")


def save_plot(path: Path, title: str, groups: Sequence[Sequence[RatedBot]]) -> None:
    """Draw each group of bots on an axis of its own, best first.

    Raises:
        OSError: the file cannot be written.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    heights = [len(group) + 2 for group in groups]
    inches = min(_INCHES_A_BOT * (sum(heights) + 2), _MOST_INCHES)
    style: Any = {"svg.hashsalt": _SALT, "axes.unicode_minus": False, "text.parse_math": False}
    with mpl.rc_context(style), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name may have letters that the font lacks
        figure = Figure(figsize=(_INCHES_WIDE, inches), layout="constrained")
        figure.suptitle(one_line(title))
        axes = figure.subplots(len(groups), squeeze=False, height_ratios=heights)
        for axis, group in zip(axes.flat, groups, strict=True):
            _draw(axis, group)
        axes.flat[-1].set_xlabel("rating with its 95 % interval")
        date = {"Date": None} if path.suffix.lower() == ".svg" else {}
        figure.savefig(path, metadata=date)


def _draw(axis: Any, group: Sequence[RatedBot]) -> None:
    axis.set_xlim(*_edges(group))
    for line, one in enumerate(group):
        colour = f"C{line % 10}"
        if one.bound is not None:
            _draw_interval(axis, line, one, colour)
        axis.plot([within(one.rating, one.low, one.high)], [line], marker="o", color=colour)
    axis.set_yticks(range(len(group)), [one_line(one.name) for one in group])
    axis.set_ylim(len(group) - 0.5, -0.5)
    axis.grid(axis="x", alpha=0.3)


def _edges(group: Sequence[RatedBot]) -> tuple[float, float]:
    known = [value for one in group for value in (one.rating, one.low, one.high) if value is not None]
    margin = max(0.05 * (max(known) - min(known)), 10.0)
    return min(known) - margin, max(known) + margin


def _draw_interval(axis: Any, line: int, one: RatedBot, colour: str) -> None:
    """A bar with ends; an arrow to the edge where the games set no bound."""
    left, right = axis.get_xlim()
    low = left if one.low is None else one.low
    high = right if one.high is None else one.high
    axis.plot([low, high], [line, line], color=colour)
    axis.plot([low], [line], marker="<" if one.low is None else "|", color=colour)
    axis.plot([high], [line], marker=">" if one.high is None else "|", color=colour)
