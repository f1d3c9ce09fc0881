"""Options that several commands have, and what they mean."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from math import isfinite, nan
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.engine import PRESETS, Rules
from arena.errors import ConfigError, GameError
from arena.store import Store, TournamentRow, open_to_read

__all__ = [
    "DEFAULT_STORE",
    "AsJson",
    "Concurrency",
    "Force",
    "Preset",
    "Seed",
    "StorePath",
    "TournamentName",
    "chosen",
    "number",
    "open_store",
    "rules_of",
    "whole_number",
]

DEFAULT_STORE = Path("arena.db")

StorePath = Annotated[Path, typer.Option("--store", metavar="FILE", help="The file with the results.")]
TournamentName = Annotated[
    str | None,
    typer.Option(
        "--tournament",
        metavar="N|ID",
        help="Number or id of a tournament in the store; the latest if not given.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def whole_number(name: str, help: str, least: int | None = None, most: int | None = None) -> Any:  # noqa: A002
    """An option whose value is a whole number, from `least` to `most` where those are given."""
    return typer.Option(name, help=help, metavar="N", parser=_whole_number_parser(name, least, most))


def _whole_number_parser(name: str, least: int | None, most: int | None) -> Callable[[Any], int]:
    """Reads a whole number; what is none is refused in the words of the arena, not of a library."""

    def parse(text: Any) -> int:
        try:
            value = int(text)
        except ValueError:
            raise ConfigError(f"{name} is {text!r}, expected a whole number") from None
        if (least is not None and value < least) or (most is not None and value > most):
            expected = f"at least {least}" if most is None else f"{least} to {most}"
            raise ConfigError(f"{name} is {value}, expected {expected}")
        return value

    return parse


def number(name: str, help: str) -> Any:  # noqa: A002
    """An option whose value is a number."""

    def parse(text: Any) -> float:
        try:
            value = float(text)
        except ValueError:
            value = nan
        if not isfinite(value):
            raise ConfigError(f"{name} is {text!r}, expected a number")
        return value

    return typer.Option(name, help=help, metavar="X", parser=parse)


Preset = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help=f"Rule set: {', '.join(PRESETS)}.")
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Makes the tournament reproducible; without it, secret."),
]
Concurrency = Annotated[int | None, whole_number("--concurrency", "Games at a time; the cores if not given.")]
Force = Annotated[bool, typer.Option("--force", help="Allow more games at a time than there are cores.")]


def rules_of(preset: str) -> Rules:
    """The rule set of that name.

    Raises:
        ConfigError: if there is none.
    """
    try:
        return Rules.preset(preset)
    except GameError as error:
        raise ConfigError(str(error)) from None


def open_store(path: Path) -> AbstractContextManager[Store]:
    """The store that a user wants to look into.

    Raises:
        ConfigError: if there is none.
        StoreError: if it cannot be used.
    """
    if not path.exists():
        raise ConfigError(f"there is no store {str(path)!r}; `arena run` makes one")
    return open_to_read(path)


def chosen(store: Store, name: str | None) -> TournamentRow:
    """The tournament a user means, by number or by the beginning of its id; the latest by default.

    Raises:
        ConfigError: if there is none.
    """
    rows = store.tournaments()
    if not rows:
        raise ConfigError(f"there is no tournament in {str(store.path)!r}; `arena run` plays one")
    if name is None:
        return rows[-1]
    for row in reversed(rows):
        if name == str(row.number) or (len(name) >= 4 and row.id.startswith(name)):
            return row
    raise ConfigError(
        f"there is no tournament {name!r} in {str(store.path)!r}, "
        f"expected 1 to {len(rows)} or the start of an id"
    )
