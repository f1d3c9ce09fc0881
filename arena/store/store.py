"""Results on disk: one SQLite file, one transaction a game, no result ever changed or deleted.

It keeps and gives back; what results mean is not known here.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf.message import DecodeError

from arena.errors import StoreError
from arena.store import schema
from arena.store.lock import locked
from arena.v1 import record_pb2
from arena.wire import termination_from_value

__all__ = ["Attempt", "Entrant", "Store", "TournamentRow"]


_PATIENCE_SECONDS = 60.0
"""How long somebody else may hold the file before a write fails."""


@dataclass(frozen=True)
class Entrant:
    """A bot that was entered in a tournament."""

    name: str
    """Its name in the tournament."""
    spec: str
    """The words the user gave for it."""
    content_hash: str
    """SHA-256 of its content, in hexadecimal."""


@dataclass(frozen=True)
class TournamentRow:
    """A tournament as it is stored."""

    number: int
    """Its number in this store, from 1."""
    id: str
    """16 hexadecimal digits."""
    seed: bytes
    """32 bytes that all chance comes from."""
    secret: bool
    """Whether the seed was drawn by the arena, and so is told only when all is over."""
    settings: dict[str, Any]
    """What makes results comparable, as JSON."""
    rounds: int
    """Rounds that were asked for."""
    entrants: tuple[Entrant, ...]
    """The bots in entry order."""


@dataclass(frozen=True)
class Attempt:
    """A game that was played, or tried: what a table needs of it."""

    game_id: str
    """16 hexadecimal digits."""
    attempt: int
    """From 1."""
    termination: str
    """Why it ended."""
    places: tuple[int, ...]
    """By seat; empty without a result."""
    prestige: tuple[int, ...]
    """By seat."""
    faults: tuple[tuple[int, str], ...]
    """Seat and termination of each fault, in order."""


class Store:
    """An open store; use it as a context. Calls must not overlap, but may come from any thread."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        """The file."""
        self._connection = connection

    # tournaments

    def tournaments(self) -> list[TournamentRow]:
        """Every tournament, the oldest first."""
        rows = self._rows("SELECT * FROM tournaments ORDER BY number")
        return [self._tournament(row) for row in rows]

    def add_tournament(
        self,
        id: str,  # noqa: A002 - the word that everybody else uses for it
        seed: bytes,
        settings: dict[str, Any],
        rounds: int,
        entrants: Sequence[Entrant],
        *,
        secret: bool,
    ) -> TournamentRow:
        """Begin a tournament."""
        columns = (id, seed, secret, json.dumps(settings, sort_keys=True), rounds, _now_us())
        with self._transaction() as cursor:
            cursor.execute(
                "INSERT INTO tournaments (id, seed, secret, settings, rounds, started_unix_us)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                columns,
            )
            number = cursor.lastrowid
            assert number is not None
            _add_entrants(cursor, number, 0, entrants)
        return self.tournaments()[-1]

    def extend(self, tournament: TournamentRow, rounds: int, entrants: Sequence[Entrant]) -> TournamentRow:
        """Ask for another number of rounds, and enter more bots behind those there are."""
        with self._transaction() as cursor:
            cursor.execute("UPDATE tournaments SET rounds = ? WHERE number = ?", (rounds, tournament.number))
            _add_entrants(cursor, tournament.number, len(tournament.entrants), entrants)
        return next(row for row in self.tournaments() if row.number == tournament.number)

    def withdraw(self, tournament: TournamentRow) -> None:
        """Forget a tournament of which no game was ever tried; any other one stays."""
        untried = "NOT EXISTS (SELECT 1 FROM attempts WHERE tournament = ?)"
        with self._transaction() as cursor:
            number = tournament.number
            cursor.execute(f"DELETE FROM entrants WHERE tournament = ? AND {untried}", (number, number))
            cursor.execute(f"DELETE FROM tournaments WHERE number = ? AND {untried}", (number, number))

    # games

    def add(self, tournament: TournamentRow, record: record_pb2.GameRecord) -> None:
        """Keep an attempt at a game; once this returns, no power cut loses it."""
        if not self.path.exists():
            raise StoreError(f"the store {str(self.path)!r} was taken away while it was written to")
        outcome = record.outcome
        faults = [[fault.seat, termination_from_value(fault.termination)] for fault in record.faults]
        with self._transaction() as cursor:
            cursor.execute(
                "INSERT INTO attempts"
                " (tournament, game_id, attempt, termination, places, prestige, faults, record)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    tournament.number,
                    record.game_id,
                    record.attempt,
                    termination_from_value(outcome.termination),
                    json.dumps(list(outcome.places)),
                    json.dumps(list(outcome.prestige)),
                    json.dumps(faults),
                    record.SerializeToString(deterministic=True),
                ),
            )

    def attempts(self, tournament: TournamentRow) -> list[Attempt]:
        """Every attempt of a tournament, in the order they were added."""
        rows = self._rows(
            "SELECT game_id, attempt, termination, places, prestige, faults FROM attempts"
            " WHERE tournament = ? ORDER BY number",
            tournament.number,
        )
        return [self._attempt(row) for row in rows]

    def results(self, tournament: TournamentRow) -> dict[str, Attempt]:
        """By game id, the first attempt that counts."""
        results: dict[str, Attempt] = {}
        for attempt in self.attempts(tournament):
            if attempt.termination != "VOID":
                results.setdefault(attempt.game_id, attempt)
        return results

    def record(self, tournament: TournamentRow, game_id: str, attempt: int) -> record_pb2.GameRecord:
        """The record of one attempt.

        Raises:
            StoreError: if there is none, or it is damaged.
        """
        rows = self._rows(
            "SELECT record FROM attempts WHERE tournament = ? AND game_id = ? AND attempt = ?",
            tournament.number,
            game_id,
            attempt,
        )
        for row in rows:
            return self._record(row["record"], game_id)
        raise StoreError(f"there is no attempt {attempt!r} at game {game_id!r} in {str(self.path)!r}")

    # small steps

    def _rows(self, query: str, *parameters: object) -> list[sqlite3.Row]:
        with self._translated():
            return self._connection.execute(query, parameters).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        with self._translated(), self._connection, closing(self._connection.cursor()) as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            yield cursor

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter for a message that quotes damage
            raise StoreError(f"cannot use the store {str(self.path)!r}: {error}") from error

    @contextmanager
    def _undamaged(self, what: str) -> Iterator[None]:
        try:
            yield
        except (ValueError, TypeError):
            raise StoreError(f"{what} in {str(self.path)!r} is damaged") from None

    def _attempt(self, row: sqlite3.Row) -> Attempt:
        with self._undamaged(f"the result of game {row['game_id']!r}"):
            return Attempt(
                game_id=row["game_id"],
                attempt=row["attempt"],
                termination=row["termination"],
                places=tuple(json.loads(row["places"])),
                prestige=tuple(json.loads(row["prestige"])),
                faults=tuple((seat, kind) for seat, kind in json.loads(row["faults"])),
            )

    def _record(self, payload: bytes, game_id: str) -> record_pb2.GameRecord:
        with suppress(DecodeError):
            record = record_pb2.GameRecord.FromString(payload)
            if record.game_id == game_id:
                return record
        raise StoreError(f"the record of game {game_id!r} in {str(self.path)!r} is damaged")

    def _tournament(self, row: sqlite3.Row) -> TournamentRow:
        entrants = self._rows(
            "SELECT name, spec, content_hash FROM entrants WHERE tournament = ? ORDER BY position",
            row["number"],
        )
        with self._undamaged(f"tournament {row['number']}"):
            settings = json.loads(row["settings"])
        return TournamentRow(
            number=row["number"],
            id=row["id"],
            seed=row["seed"],
            secret=bool(row["secret"]),
            settings=settings,
            rounds=row["rounds"],
            entrants=tuple(Entrant(*entrant) for entrant in entrants),
        )


@contextmanager
def open_to_write(path: Path) -> Iterator[Store]:
    """The store in a file, made where there is none, for the only writer there is.

    Raises:
        StoreError: if another writer holds it, or the file is no store of this version.
    """
    _refuse_folder(path, "a file")
    with locked(path), closing(_connected(path)) as connection:
        store = Store(connection, path)
        if not _is_new(store):
            _check_version(store)  # before the first change: the file may be anybody's
        with store._translated():
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            if _is_new(store):
                _make_tables(store)
        yield store


@contextmanager
def open_to_read(path: Path) -> Iterator[Store]:
    """The store in a file that must exist; a running tournament is not disturbed.

    Raises:
        StoreError: if there is no such file, or it is no store of this version.
    """
    _refuse_folder(path, "a store of the arena")
    if not path.is_file():
        raise StoreError(f"there is no store {str(path)!r}; `arena run` makes one")
    with closing(_connected(path)) as connection:
        store = Store(connection, path)
        with store._translated():
            connection.execute("PRAGMA query_only = ON")
        if _is_new(store):
            raise StoreError(f"{str(path)!r} is empty, expected a store of the arena; `arena run` makes one")
        _check_version(store)
        yield store


def _refuse_folder(path: Path, expected: str) -> None:
    try:
        folder = path.is_dir()
    except OSError as error:  # a name that is too long
        raise StoreError(f"cannot use the store {str(path)!r}: {error.strerror}") from None
    if folder:
        raise StoreError(f"{str(path)!r} is a folder, expected {expected}")


def _connected(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(
            path, timeout=_PATIENCE_SECONDS, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise StoreError(f"cannot open the store {str(path)!r}: {error}") from None
    connection.row_factory = sqlite3.Row
    return connection


def _is_new(store: Store) -> bool:
    """Whether nobody wrote anything into the file yet."""
    application, tables = store._rows("PRAGMA application_id"), store._rows("SELECT 1 FROM sqlite_master")
    return application[0][0] == 0 and not tables


def _make_tables(store: Store) -> None:
    """Make the tables in an empty file, all or none of them."""
    store._connection.executescript(
        f"BEGIN; PRAGMA application_id = {schema.APPLICATION_ID};"
        f" PRAGMA user_version = {schema.VERSION}; {schema.TABLES} COMMIT;"
    )


def _check_version(store: Store) -> None:
    application = store._rows("PRAGMA application_id")[0][0]
    version = store._rows("PRAGMA user_version")[0][0]
    if application != schema.APPLICATION_ID:
        raise StoreError(f"{str(store.path)!r} belongs to another program, expected a store of the arena")
    if version != schema.VERSION:
        raise StoreError(f"{str(store.path)!r} has version {version!r}, expected {schema.VERSION}")


def _add_entrants(cursor: sqlite3.Cursor, number: int, first: int, entrants: Sequence[Entrant]) -> None:
    rows = [
        (number, position, entrant.name, entrant.spec, entrant.content_hash)
        for position, entrant in enumerate(entrants, first)
    ]
    cursor.executemany("INSERT INTO entrants VALUES (?, ?, ?, ?, ?)", rows)


def _now_us() -> int:
    return time.time_ns() // 1000
