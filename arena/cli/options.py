"""Options that several commands have, and what they mean."""

from pathlib import Path
from typing import Annotated

import typer

from arena.errors import ConfigError
from arena.store import Store, TournamentRow

__all__ = ["AsJson", "StorePath", "TournamentName", "chosen"]

StorePath = Annotated[Path, typer.Option("--store", help="The file with the results.")]
TournamentName = Annotated[
    str | None,
    typer.Option("--tournament", help="Number or id of a tournament in the store; the latest if not given."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


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
