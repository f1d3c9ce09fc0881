"""The store: one transaction a game, the first attempt that counts, and sentences for what is no store."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from arena.errors import StoreError
from arena.store import Attempt, Entrant, Store, TournamentRow, open_to_read, open_to_write
from arena.store.schema import APPLICATION_ID, VERSION
from arena.v1 import record_pb2

ENTRANTS = (Entrant("greedy", "builtin:greedy", "aa"), Entrant("random", "builtin:random", "bb"))
SEED = bytes(range(32))
GAME = "00000000000000aa"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_to_write(path) as opened:
        yield opened


@pytest.fixture
def row(store: Store) -> TournamentRow:
    return begin(store)


def begin(store: Store) -> TournamentRow:
    return store.add_tournament("0123456789abcdef", SEED, {"players": 2}, 10, ENTRANTS, secret=True)


def record(
    game_id: str = GAME,
    attempt: int = 1,
    termination: record_pb2.Termination = record_pb2.TERMINATION_NORMAL,
    moves: int = 0,
) -> record_pb2.GameRecord:
    outcome = record_pb2.GameOutcome(termination=termination, places=[2, 1], prestige=[3, 15])
    turns = [record_pb2.TurnPlayed(seat=turn % 2, notation="pass") for turn in range(moves)]
    return record_pb2.GameRecord(game_id=game_id, attempt=attempt, outcome=outcome, turns=turns)


VOID = record_pb2.TERMINATION_VOID
TIMEOUT = record_pb2.TERMINATION_TIMEOUT


# what is kept


def test_a_tournament_comes_back_as_it_was_put_in(store: Store, path: Path) -> None:
    row = begin(store)
    assert row == TournamentRow(1, "0123456789abcdef", SEED, True, {"players": 2}, 10, ENTRANTS)
    with open_to_read(path) as reader:
        assert reader.tournaments() == [row]


def test_tournaments_are_numbered_and_kept_apart(store: Store) -> None:
    first, second = begin(store), begin(store)
    store.add(second, record())
    assert [row.number for row in store.tournaments()] == [1, 2]
    assert store.attempts(first) == []
    assert len(store.attempts(second)) == 1


def test_more_rounds_and_bots_are_added_behind_those_there_are(store: Store, row: TournamentRow) -> None:
    third = Entrant("third", "./third", "cc")
    extended = store.extend(row, 20, [third])
    assert (extended.rounds, extended.entrants) == (20, (*ENTRANTS, third))
    assert store.tournaments() == [extended]


def test_an_attempt_comes_back_as_it_was_put_in(store: Store, row: TournamentRow) -> None:
    kept = record(termination=TIMEOUT)
    kept.faults.add(seat=1, termination=TIMEOUT, reason="slept")
    store.add(row, kept)
    assert store.attempts(row) == [Attempt(GAME, 1, "TIMEOUT", (2, 1), (3, 15), ((1, "TIMEOUT"),))]
    assert store.record(row, GAME, 1) == kept


def test_the_first_attempt_that_counts_is_the_result(store: Store, row: TournamentRow) -> None:
    for attempt, ending in enumerate((VOID, TIMEOUT, record_pb2.TERMINATION_NORMAL, VOID), 1):
        store.add(row, record(attempt=attempt, termination=ending))
    assert [attempt.attempt for attempt in store.attempts(row)] == [1, 2, 3, 4]
    assert store.results(row)[GAME].attempt == 2


def test_a_void_attempt_is_listed_but_is_no_result(store: Store, row: TournamentRow) -> None:
    store.add(row, record(termination=VOID))
    assert [attempt.termination for attempt in store.attempts(row)] == ["VOID"]
    assert store.results(row) == {}


def test_the_same_attempt_twice_is_refused_and_changes_nothing(store: Store, row: TournamentRow) -> None:
    store.add(row, record(moves=1))
    with pytest.raises(StoreError, match="UNIQUE"):
        store.add(row, record(moves=2))
    assert len(store.record(row, GAME, 1).turns) == 1


def test_a_game_is_one_transaction(store: Store, row: TournamentRow, path: Path) -> None:
    statements: list[str] = []
    store._connection.set_trace_callback(statements.append)
    store.add(row, record())
    store._connection.set_trace_callback(None)
    assert [statement.split()[0] for statement in statements] == ["BEGIN", "INSERT", "COMMIT"]
    with open_to_read(path) as reader:  # there at once, for everybody
        assert reader.results(row).keys() == {GAME}


def test_a_tournament_whose_bots_cannot_be_entered_is_not_begun(store: Store) -> None:
    with pytest.raises(StoreError, match="UNIQUE"):
        store.add_tournament("0" * 16, SEED, {}, 1, [ENTRANTS[0], ENTRANTS[0]], secret=False)
    assert store.tournaments() == []


def test_games_are_on_the_disk_before_add_returns(store: Store) -> None:
    (mode,), (synchronous,) = (store._rows(f"PRAGMA {name}")[0] for name in ("journal_mode", "synchronous"))
    assert (mode, synchronous) == ("wal", 2)


def test_a_store_may_be_used_from_another_thread(store: Store, row: TournamentRow) -> None:
    thread = threading.Thread(target=store.add, args=(row, record()))
    thread.start()
    thread.join()
    assert store.results(row).keys() == {GAME}


# what is no store


def refusals(path: Path) -> tuple[str, str]:
    """What a writer and a reader are told about a file."""
    with pytest.raises(StoreError) as writing, open_to_write(path):
        pass
    with pytest.raises(StoreError) as reading, open_to_read(path):
        pass
    return str(writing.value), str(reading.value)


def make_sqlite(path: Path, *statements: str) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path.read_bytes()


def test_a_file_that_is_no_database_is_refused_and_stays_as_it_is(path: Path) -> None:
    path.write_bytes(b"results of last year\n" * 100)
    before = path.read_bytes()
    sentence = f"cannot use the store {str(path)!r}: file is not a database"
    assert refusals(path) == (sentence, sentence)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE songs (name)"],
        ["PRAGMA application_id = 7"],
        ["PRAGMA application_id = 7", "CREATE TABLE songs (name)"],
    ],
)
def test_a_database_of_another_program_is_refused_and_stays_as_it_is(
    path: Path, statements: list[str]
) -> None:
    before = make_sqlite(path, *statements)
    sentence = f"{str(path)!r} belongs to another program, expected a store of the arena"
    assert refusals(path) == (sentence, sentence)
    assert path.read_bytes() == before


def test_a_store_of_another_version_is_refused_and_stays_as_it_is(path: Path) -> None:
    with open_to_write(path):
        pass
    before = make_sqlite(path, "PRAGMA user_version = 99")
    sentence = f"{str(path)!r} has version 99, expected {VERSION}"
    assert refusals(path) == (sentence, sentence)
    assert path.read_bytes() == before


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no" / "arena.db"
    writing, reading = refusals(path)
    assert writing == f"cannot make the store {str(path)!r}: there is no folder {str(path.parent)!r}"
    assert reading == f"there is no store {str(path)!r}; `arena run` makes one"
    assert not path.parent.exists()


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    folder = tmp_path / "arena.db"
    folder.mkdir()
    writing, reading = refusals(folder)
    assert writing == f"{str(folder)!r} is a folder, expected a file"
    assert reading == f"{str(folder)!r} is a folder, expected a store of the arena"
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "arena.db"
    writing, reading = refusals(path)
    assert writing == f"cannot make '{path}.lock': Not a directory"
    assert reading == f"there is no store {str(path)!r}; `arena run` makes one"


def test_a_file_system_without_write_access_is_told() -> None:
    path = Path("/proc/arena.db")  # not even root can make files there
    with pytest.raises(StoreError, match=r"^cannot make (the store )?'/proc/arena\.db"), open_to_write(path):
        pass


def test_a_file_that_nothing_was_written_into_yet_becomes_a_store(path: Path) -> None:
    path.touch()
    sentence = f"{str(path)!r} is empty, expected a store of the arena; `arena run` makes one"
    with pytest.raises(StoreError) as reading, open_to_read(path):
        pass
    assert str(reading.value) == sentence
    with open_to_write(path) as store:
        begin(store)
    with open_to_read(path) as reader:
        assert len(reader.tournaments()) == 1


def test_the_tables_are_made_all_or_none(path: Path) -> None:
    with open_to_write(path) as store:
        tables = {row[0] for row in store._rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {"tournaments", "entrants", "attempts"}
        assert store._rows("PRAGMA application_id")[0][0] == APPLICATION_ID


# damage


def test_a_damaged_record_is_told(store: Store, row: TournamentRow) -> None:
    store.add(row, record())
    for damage in (b"\xff\xff\xff", b"", record("00000000000000bb").SerializeToString()):
        store._connection.execute("UPDATE attempts SET record = ?", (damage,))
        with pytest.raises(StoreError) as told:
            store.record(row, GAME, 1)
        assert str(told.value) == f"the record of game '{GAME}' in {str(store.path)!r} is damaged"


def test_a_record_that_is_not_there_is_told(store: Store, row: TournamentRow) -> None:
    with pytest.raises(StoreError, match=f"there is no attempt 2 at game '{GAME}' in"):
        store.record(row, GAME, 2)


@pytest.mark.parametrize("column", ["places", "prestige", "faults"])
def test_a_damaged_attempt_is_told(store: Store, row: TournamentRow, column: str) -> None:
    store.add(row, record())
    for damage in ("[1,", "5", "null"):
        store._connection.execute(f"UPDATE attempts SET {column} = ?", (damage,))
        with pytest.raises(StoreError) as told:
            store.attempts(row)
        assert str(told.value) == f"the result of game '{GAME}' in {str(store.path)!r} is damaged"


def test_damaged_settings_are_told(store: Store, row: TournamentRow) -> None:
    store._connection.execute("UPDATE tournaments SET settings = 'x'")
    with pytest.raises(StoreError, match=r"tournament 1 in .* is damaged"):
        store.tournaments()


def fill(path: Path, games: range) -> None:
    with open_to_write(path) as store:
        row = store.tournaments()[0] if store.tournaments() else begin(store)
        for number in games:
            store.add(row, record(f"{number:016x}", moves=20))


def read_all(path: Path) -> dict[str, record_pb2.GameRecord]:
    with open_to_read(path) as store:
        row = store.tournaments()[0]
        return {one.game_id: store.record(row, one.game_id, one.attempt) for one in store.attempts(row)}


def test_bytes_changed_anywhere_are_told_or_harmless_and_never_another_error(path: Path) -> None:
    fill(path, range(20))
    content, chance = path.read_bytes(), random.Random(5)
    for _ in range(150):
        damaged = bytearray(content)
        for _ in range(chance.choice((1, 8, 64))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged)
        with suppress(StoreError):
            read_all(path)


def torn_stores(path: Path, cuts: int) -> Iterator[tuple[int, int]]:
    """Stores whose log was cut off at random bytes: where, and how long it was."""
    fill(path, range(5))  # in the file itself, since closing writes the log back
    wal = Path(f"{path}-wal")
    with open_to_write(path) as store:
        for number in range(5, 10):
            store.add(store.tournaments()[0], record(f"{number:016x}", moves=20))
        content, log = path.read_bytes(), wal.read_bytes()
    chance = random.Random(6)
    for _ in range(cuts):
        end = chance.randrange(len(log))
        path.write_bytes(content)
        wal.write_bytes(log[:end])
        Path(f"{path}-shm").unlink(missing_ok=True)
        yield end, len(log)
    assert cuts


def test_a_log_that_is_torn_anywhere_loses_nothing_that_was_written_before(path: Path) -> None:
    before: list[tuple[int, int]] = []
    for end, _ in torn_stores(path, 60):
        games = sorted(int(game, 16) for game in read_all(path))
        assert games == list(range(len(games)))  # nothing in between is missing
        assert len(games) >= 5
        before.append((end, len(games)))
    before.sort()
    assert [kept for _, kept in before] == sorted(kept for _, kept in before)
    assert {kept for _, kept in before} > {5}


def test_a_run_can_go_on_with_a_torn_log(path: Path) -> None:
    for _ in torn_stores(path, 10):
        kept = len(read_all(path))
        fill(path, range(100, 102))
        assert len(read_all(path)) == kept + 2
        path.unlink()
        fill(path, range(5))


# one writer, many readers

HOLDER = """
import sys
from pathlib import Path
from typing import Any
from arena.store import open_to_write
with open_to_write(Path(sys.argv[1])):
    print("open", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the store open for writing."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


@pytest.mark.slow
def test_a_second_writer_is_refused_until_the_first_is_dead(
    path: Path, holder: subprocess.Popen[str]
) -> None:
    for _ in range(2):
        with pytest.raises(StoreError) as told, open_to_write(path):
            pass
        assert str(told.value) == f"{str(path)!r} is in use by another `arena run`; wait for it to end"
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    with open_to_write(path) as store:
        assert begin(store).number == 1


def test_readers_see_each_game_as_soon_as_it_is_kept(store: Store, row: TournamentRow, path: Path) -> None:
    with open_to_read(path) as early:
        assert early.attempts(row) == []
        store.add(row, record())
        assert len(early.attempts(row)) == 1
        with open_to_read(path) as late:
            assert late.results(row).keys() == {GAME}


def test_a_writer_is_not_held_up_by_a_reader_in_the_middle_of_reading(
    store: Store, row: TournamentRow, path: Path
) -> None:
    store.add(row, record())
    with open_to_read(path) as reader:
        reader._connection.execute("BEGIN")
        assert len(reader.attempts(row)) == 1
        store.add(row, record(attempt=2))
        assert len(reader.attempts(row)) == 1  # as it was when reading began
        reader._connection.execute("COMMIT")
        assert len(reader.attempts(row)) == 2


def test_a_reader_cannot_write(store: Store, row: TournamentRow, path: Path) -> None:
    with open_to_read(path) as reader, pytest.raises(StoreError, match="readonly"):
        reader.add(row, record())
    assert store.attempts(row) == []


def test_a_link_to_a_store_in_use_is_in_use(path: Path, store: Store) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    with pytest.raises(StoreError, match="in use by another"), open_to_write(link):
        pass


def test_a_store_that_is_taken_away_is_noticed_at_the_next_game(
    path: Path, store: Store, row: TournamentRow
) -> None:
    store.add(row, record())
    path.unlink()
    with pytest.raises(StoreError, match="was taken away"):
        store.add(row, record("00000000000000bb"))


@pytest.mark.parametrize("opened", [open_to_read, open_to_write])
def test_a_name_that_is_too_long_is_no_store(tmp_path: Path, opened: Callable[..., Any]) -> None:
    with pytest.raises(StoreError, match="File name too long"), opened(tmp_path / ("x" * 300)):
        pass


def test_only_a_tournament_without_attempts_can_be_withdrawn(store: Store) -> None:
    untried, tried = begin(store), begin(store)
    store.add(tried, record())
    for each in (untried, tried):
        store.withdraw(each)
    assert [each.number for each in store.tournaments()] == [tried.number]
