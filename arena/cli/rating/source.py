"""The games that are to be rated: of a tournament, or of a file with games that the arena did not play."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options import DEFAULT_STORE, chosen, open_store
from arena.errors import ConfigError
from arena.store import Store, TournamentRow
from arena.tournament.quarantine import apply_quarantine
from arena.tournament.results import results_of, schedule_of
from arena.tournament.standings import rated_games
from ratings import GameResult, RatingError, read_csv, read_json_lines

__all__ = ["GamesFile", "RatingSource", "rating_source"]

GamesFile = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Games of a .csv or .jsonl file instead of a store."),
]

_READERS = {".csv": read_csv, ".jsonl": read_json_lines}


@dataclass(frozen=True)
class RatingSource:
    """The rated games of one tournament or file, at least one."""

    name: str
    """What a sentence calls it: `tournament 3`, or the file."""
    id: str | None
    """The id of the tournament; None for a file."""
    number: int | None
    """The number of the tournament in its store; None for a file."""
    games: tuple[GameResult, ...]
    """In the order of the schedule, or of the file."""
    rounds: tuple[int, ...]
    """Of each game the round, from 1; empty for a file."""
    left_out: int
    """How many games with a result are not rated."""
    bots: tuple[str, ...]
    """The names of all bots, also of those without a rated game."""

    @cached_property
    def rated(self) -> frozenset[str]:
        """The names of the bots that have rated games."""
        return frozenset(name for game in self.games for name in game.players)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """After how many games ratings may be looked at: at the ends of rounds, or after any game."""
        last = range(1, len(self.games) + 1)
        if not self.rounds:
            return tuple(last)
        return tuple(now for now in last if self.rounds[now - 1 : now] != self.rounds[now : now + 1])

    def round_after(self, games: int) -> int | None:
        """The round of the last of so many games; None for a file."""
        return self.rounds[games - 1] if self.rounds else None


def rating_source(store: Path, tournament: str | None, file: Path | None) -> RatingSource:
    """The games that a user wants to have rated.

    Raises:
        ConfigError: there are none, or the file is not as it should be.
        StoreError: the store cannot be used.
    """
    if file is None:
        with open_store(store) as opened:
            return _of_tournament(opened, chosen(opened, tournament))
    if tournament is not None or store != DEFAULT_STORE:
        raise ConfigError("--from goes without --store and --tournament")
    return _of_file(file)


def _of_tournament(store: Store, row: TournamentRow) -> RatingSource:
    names = tuple(entrant.name for entrant in row.entrants)
    results = apply_quarantine(results_of(store, row), schedule_of(row))
    name = f"tournament {row.number}"
    if not results:
        raise ConfigError(f"{name} has no games yet; `arena run` plays them")
    rated = [result for result in results if result.rated and result.places]
    if not rated:
        why = "they are untimed, without a result, or of bots in quarantine"
        raise ConfigError(f"no game of {name} is rated: {why}")
    return RatingSource(
        name=name,
        id=row.id,
        number=row.number,
        games=tuple(rated_games(rated, names)),
        rounds=tuple(result.round for result in rated),
        left_out=len(results) - len(rated),
        bots=names,
    )


def _of_file(path: Path) -> RatingSource:
    read = _READERS.get(path.suffix.lower())
    if read is None:
        raise ConfigError(f"--from {str(path)!r}, expected a file that ends in {' or '.join(_READERS)}")
    if path.exists() and not path.is_file():
        raise ConfigError(f"--from {str(path)!r} is a folder or no ordinary file, expected one with games")
    if not path.exists():
        raise ConfigError(f"there is no file {str(path)!r}")
    try:
        games = tuple(read(path))
    except OSError as error:
        raise ConfigError(f"cannot read {str(path)!r}: {str(error.strerror).lower()}") from None
    except RatingError as error:
        raise ConfigError(str(error)) from None
    if not games:
        raise ConfigError(f"{path}: there are no games in it")
    bots = tuple(sorted({name for game in games for name in game.players}))
    return RatingSource(str(path), None, None, games, (), 0, bots)
