"""What users get wrong: one sentence that names the value and what was expected, and nothing is stored."""

import hashlib
import json
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Arena, compare, transcript
from tests.cli.games import make_store

TWO = "builtin:random builtin:greedy"

# Each line is a command that a user may type in the folder which `mistaken` makes.
USAGE = [
    # no command line at all
    "frobnicate",
    "run --nope",
    "show",
    "standings --store",
    "show 1 2",
    # bots
    "run builtin:nope builtin:random",
    "run builtin:gredy",
    "run builtin:gredy builtin:random --players 3",
    "run builtin: builtin:random",
    "run ./missing builtin:random",
    "run missing-program builtin:random",
    "run 'missing-program --fast' builtin:random",
    "run 'python \"open' builtin:random",
    "run '' builtin:random",
    "run ' ' builtin:random",
    "run builtin:random",
    "run ./no-toml builtin:random",
    "run ./bad-syntax builtin:random",
    "run ./bad-key builtin:random",
    "run ./bad-type builtin:random",
    "run ./bad-name builtin:random",
    "run ./no-run builtin:random",
    "run ./bad-program builtin:random",
    "run notes.txt builtin:random",
    "run few.toml",
    "run builtin:random ./few.toml",
    # plans
    "run --plan nope.toml",
    "run --plan no-toml",
    "run --plan syntax.toml",
    "run --plan key.toml",
    "run --plan type.toml",
    "run --plan inner-type.toml",
    "run --plan range.toml",
    "run --plan few.toml",
    "run --plan preset.toml",
    "run --plan empty.toml",
    f"run {TWO} --plan key.toml",
    # numbers and words
    f"run {TWO} --players 5",
    f"run {TWO} --players 1",
    f"run {TWO} --players -2",
    f"run {TWO} --players two",
    f"run {TWO} --players 3",
    f"run {TWO} --rounds 0",
    f"run {TWO} --rounds -3",
    f"run {TWO} --rounds 1.5",
    f"run {TWO} --rounds 1000001",
    f"run {TWO} --rounds 999999999999999999999999",
    f"run {TWO} --concurrency 0",
    f"run {TWO} --concurrency -1",
    f"run {TWO} --concurrency 100000",
    f"run {TWO} --move-ms 0",
    f"run {TWO} --move-ms -5",
    f"run {TWO} --move-ms 99999999999999999999",
    f"run {TWO} --margin-ms -1",
    f"run {TWO} --increment-ms 5",
    f"run {TWO} --untimed --move-ms 5",
    f"run {TWO} --rules chess",
    f"run {TWO} --seed ''",
    # what is in a store, if there is one
    "standings --store nope.db",
    "games",
    "show 1",
    "games --store good.db --moves",
    "games --store good.db --bot nobody",
    "games --store good.db --tournament 9",
    "games --store good.db --tournament zz",
    "standings --store good.db --tournament 0",
    "show 99 --store good.db",
    "show 0 --store good.db",
    "show zzzz --store good.db",
    "show '' --store good.db",
    "show 1 --store good.db --turn 9999",
    "show 1 --store good.db --turn -1",
    "show 1 --store good.db --turn last",
    "show 1 --store good.db --attempt 7",
    "show 1 --store good.db --attempt 0",
    # perft
    "perft nope.json",
    "perft no-toml",
    "perft notes.txt",
    "perft object.json",
    "perft number.json",
    "perft no-counts.json",
    "perft no-deal.json",
    "perft bad-deal.json",
    "perft bad-rules.json",
    "perft bad-move.json",
    "perft --depth 0",
    "perft --players 5",
    "perft --rules chess",
]
"""The user is at fault: code 2."""

STORES = [
    f"run {TWO} --store notes.txt",
    f"run {TWO} --store songs.db",
    f"run {TWO} --store no-toml",
    f"run {TWO} --store no/such/folder.db",
    "standings --store notes.txt",
    "standings --store songs.db",
    "standings --store no-toml",
    "standings --store empty.toml",
]
"""The store is at fault: code 1."""


def files() -> Iterator[tuple[str, str]]:
    """Mistakes on disk."""
    yield "no-toml/README", "a folder that is no bot"
    yield "bad-syntax/bot.toml", 'name = "x"\nrun = ["python3\n'
    yield "bad-key/bot.toml", 'run = ["python3"]\nnmae = "x"\n'
    yield "bad-type/bot.toml", 'name = 3\nrun = ["python3"]\n'
    yield "bad-name/bot.toml", 'run = ["python3"]\nname = "a name"\n'
    yield "no-run/bot.toml", 'name = "x"\n'
    yield "bad-program/bot.toml", 'name = "x"\nrun = ["./bot", "--fast"]\n'
    yield "notes.txt", "results of last year\n" * 100
    yield "syntax.toml", 'bots = ["a", "b"]\nrounds = = 3\n'
    yield "key.toml", 'bots = ["a", "b"]\n\n[time]\nmove_sm = 3\n'
    yield "type.toml", 'bots = ["a", "b"]\nplayers = "two"\n'
    yield "inner-type.toml", 'bots = [\n  "a",\n  2,\n]\n'
    yield "range.toml", 'bots = ["a", "b"]\nplayers = 5\n'
    yield "few.toml", 'bots = ["a"]\n'
    yield "preset.toml", 'bots = ["a", "b"]\n\n[rules]\npreset = "chess"\n'
    yield "empty.toml", ""
    yield "object.json", "{}"
    yield "number.json", "[3]"
    yield "no-counts.json", "[{}]"
    yield "no-deal.json", '[{"perft": {"1": 1}}]'
    yield "bad-deal.json", '[{"perft": {"1": 1}, "deal": 3, "rules": "official", "played": []}]'
    deal = good_deal()
    yield "bad-rules.json", json.dumps([{"perft": {"1": 1}, "deal": deal, "rules": "chess", "played": []}])
    case = {"perft": {"1": 1}, "deal": deal, "rules": "official", "played": ["jump"]}
    yield "bad-move.json", json.dumps([case])


def good_deal() -> object:
    from arena.engine import Deal

    return Deal.shuffled(bytes(32), 0, 2).to_json()


@pytest.fixture
def mistaken(folder: Path) -> Path:
    """A folder full of mistakes, with one good store."""
    for name, text in files():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    with closing(sqlite3.connect(folder / "songs.db")) as connection:
        connection.execute("CREATE TABLE songs (name)")
        connection.commit()
    make_store(folder / "good.db")
    return folder


def contents(folder: Path) -> dict[str, str]:
    """Every file and what is in it; locks hold nothing."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


@pytest.mark.parametrize(("lines", "code"), [(USAGE, 2), (STORES, 1)], ids=["usage", "stores"])
def test_a_mistake_is_one_sentence_and_stores_nothing(
    arena: Arena, mistaken: Path, lines: list[str], code: int
) -> None:
    before, transcripts = contents(mistaken), []
    for line in lines:
        arguments = tuple(shlex.split(line))
        ran = arena(*arguments)
        transcripts.append(transcript(mistaken, arguments, ran))
        assert (ran.code, ran.out) == (code, ""), transcripts[-1]
        assert ran.err.startswith("arena: "), transcripts[-1]
        assert ran.err.count("\n") == 1, transcripts[-1]
        assert "Traceback" not in ran.err
        assert contents(mistaken) == before, transcripts[-1]
    compare(f"mistakes-{code}.txt", "\n".join(transcripts))


def test_a_wrong_count_fails_the_job(arena: Arena, folder: Path) -> None:
    case = {"deal": good_deal(), "rules": "official", "played": [], "perft": {"1": 5}}
    (folder / "cases.json").write_text(json.dumps([case]))
    ran = arena("perft", "cases.json")
    assert ran.code == 1
    assert ran.err == "arena: 1 of 1 counts in 'cases.json' are wrong\n"
    assert "WRONG: 30" in ran.out or "WRONG" in ran.out
