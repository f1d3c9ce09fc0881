"""`arena ratings`: tables, charts, files and what is wrong with what a user typed."""

import csv
import importlib.util
import io
import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.tournament.schedule import Pairing
from tests.cli.conftest import Arena, compare, transcript
from tests.cli.games import ESCAPES
from tests.cli.rated_games import EVEN, UNTIMED, by_strength, counts_csv, store_with

NAMES = ("ann", "bob", "cid")


def strict(text: str) -> Any:
    """JSON without words that only some readers know."""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    return json.loads(text, parse_constant=refuse)


def upsets(pairing: Pairing) -> list[int]:
    """In every third round the weaker bot wins."""
    places = by_strength(pairing)
    return places if pairing.round % 3 else places[::-1]


def apart(pairing: Pairing) -> list[int] | None:
    """Two groups, and a bot that has not played."""
    return by_strength(pairing) if pairing.group in ((0, 1), (2, 3)) else None


@pytest.fixture
def even(folder: Path) -> Path:
    """A file in which nobody is unbeaten."""
    counts_csv(folder / "even.csv", *EVEN)
    return folder


VIEWS = ["", "--history", "--model plackett-luce", "--model elo", "--anchor ann=1500", "--csv", "--json"]


def test_a_tournament_is_rated_as_it_was(arena: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", NAMES, upsets, rounds=6)
    shown = []
    for view in [*VIEWS, "--json --history", "--csv --history"]:
        arguments = ("ratings", *shlex.split(view))
        ran = arena(*arguments)
        assert (ran.code, ran.err) == (0, "")
        shown.append(transcript(folder, arguments, ran))
    compare("ratings.txt", "\n".join(shown))


def test_games_of_four_unbeaten_bots_and_groups_are_rated_as_they_were(arena: Arena, folder: Path) -> None:
    store_with(folder / "four.db", (*NAMES, "dan"), by_strength, rounds=6, players=4)
    store_with(folder / "apart.db", (*NAMES, "dan", "eve"), apart, rounds=2)
    shown = []
    for command in ("ratings --store four.db", "ratings --store apart.db", "standings --store apart.db"):
        arguments = tuple(shlex.split(command))
        shown.append(transcript(folder, arguments, arena(*arguments)))
    compare("ratings-bounds.txt", "\n".join(shown))


def test_the_terminal_is_not_too_narrow(on_screen: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", NAMES, upsets, rounds=6)
    for view in VIEWS[:5]:
        ran = on_screen("ratings", *shlex.split(view))
        assert ran.code == 0
        assert max(map(len, ran.out.splitlines())) <= 80


def test_the_latest_tournament_or_another_one(arena: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", NAMES[:2], by_strength, rounds=2)
    assert arena("ratings").out.startswith("tournament 1 (4144da851f3536db): 4 rated games in 2 rotations")
    assert arena("ratings", "--tournament", "1") == arena("ratings")


def test_json_has_everything_and_is_strict(arena: Arena, even: Path) -> None:
    shown = strict(arena("ratings", "--from", "even.csv", "--json").out)
    assert shown["source"] == {"name": "even.csv", "tournament": None, "id": None}
    assert (shown["games"], shown["left_out"], shown["rotations"]) == (30, 0, 30)
    assert [one["bot"] for one in shown["ratings"]] == shown["los"]["bots"] == ["ann", "bob", "cid"]
    matrix = shown["los"]["matrix"]
    for one in range(3):
        assert matrix[one][one] is None
        for two in range(one):
            assert matrix[one][two] + matrix[two][one] == pytest.approx(1)
            assert 0 < matrix[one][two] < 0.5  # the order is that of the table
    assert [one["seat"] for one in shown["seats"]] == [0, 1]
    assert sum(one["value"] for one in shown["seats"]) == pytest.approx(0, abs=1e-3)
    assert shown["seats_not_known"] == []


def test_json_says_null_where_nothing_is_known(arena: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", (*NAMES, "dan", "eve"), apart, rounds=2)
    shown = strict(arena("ratings", "--json").out)
    bounds = {one["bot"]: (one["bound"], one["interval"]) for one in shown["ratings"]}
    assert [bounds["ann"][0], bounds["bob"][0]] == [">", "<"]
    assert (bounds["ann"][1][1], bounds["bob"][1][0]) == (None, None)
    assert shown["not_rated"] == ["eve"]
    bots = shown["los"]["bots"]
    assert shown["los"]["matrix"][bots.index("ann")][bots.index("cid")] is None
    live = strict(arena("ratings", "--json", "--model", "elo").out)
    assert live["los"]["matrix"] is None
    assert {(*one["interval"], one["bound"], one["rank"]) for one in live["ratings"]} == {(None,) * 4}


def test_seats_that_cannot_be_told_are_not_guessed(arena: Arena, folder: Path) -> None:
    counts_csv(folder / "fixed.csv", "ann,bob,3,0,2")  # ann always begins
    ran = arena("ratings", "--from", "fixed.csv")
    assert "Seats in games of 2: not known, since the players changed their seats too little" in ran.out
    shown = strict(arena("ratings", "--from", "fixed.csv", "--json").out)
    assert shown["seats"] == []
    assert [one["players"] for one in shown["seats_not_known"]] == [2]


def test_an_anchor_has_the_rating_that_it_is_given(arena: Arena, even: Path) -> None:
    for model in ("bradley-terry", "plackett-luce", "elo"):
        arguments = ["--from", "even.csv", "--json", "--history", "--model", model, "--anchor", "bob=1500"]
        shown = strict(arena("ratings", *arguments).out)
        ratings = {one["bot"]: one["rating"] for one in shown["ratings"]}
        assert ratings["bob"] == 1500
        assert ratings["ann"] > 1500 > ratings["cid"]
        (bob,) = (one for one in shown["history"] if one["bot"] == "bob")
        assert bob["steps"][-1]["live"] == pytest.approx(1500)
        assert {step["rating"] for step in bob["steps"]} == {1500}


@pytest.mark.parametrize("model", ["bradley-terry", "plackett-luce", "elo"])
def test_anchors_that_contradict_each_other_keep_their_mean_and_say_so(
    arena: Arena, folder: Path, model: str
) -> None:
    counts_csv(folder / "level.csv", "ann,bob,10,0,10", "bob,ann,10,0,10")
    anchors = ["--anchor", "ann=1500", "--anchor", "bob=3000"]
    ran = arena("ratings", "--from", "level.csv", "--model", model, *anchors)
    (said,) = (line for line in ran.out.splitlines() if line.startswith("Of several anchors"))
    assert said.startswith(
        "Of several anchors that can be compared only the mean is kept, 2250; "
        "the games alone say how far apart these bots are: "
    )
    for name, at in (("ann", 1500), ("bob", 3000)):
        if model != "elo":
            assert f"{name} is at 2250, not at {at}" in said
        assert re.search(rf"{name} is at 2\d\d\d, not at {at}", said)


def test_anchors_of_different_groups_are_each_kept(arena: Arena, folder: Path) -> None:
    counts_csv(folder / "apart.csv", "ann,bob,3,0,2", "cid,dan,2,0,2")
    anchors = ["--anchor", "ann=1500", "--anchor", "cid=3000"]
    ran = arena("ratings", "--from", "apart.csv", *anchors)
    assert "Anchors: ann 1500, cid 3000.\n" in ran.out
    assert "Of several anchors" not in ran.out


def test_the_history_ends_with_the_ratings(arena: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", NAMES, upsets, rounds=25)
    batch = strict(arena("ratings", "--json", "--history").out)
    live = strict(arena("ratings", "--json", "--model", "elo").out)
    last = {one["bot"]: one["steps"][-1] for one in batch["history"]}
    assert {one["bot"]: one["rating"] for one in batch["ratings"]} == {
        bot: step["rating"] for bot, step in last.items()
    }
    assert {one["bot"]: one["rating"] for one in live["ratings"]} == {
        bot: step["live"] for bot, step in last.items()
    }
    rounds = [step["round"] for step in batch["history"][0]["steps"]]
    assert (len(rounds), rounds[-1]) == (20, 25)
    assert [step["games"] for step in batch["history"][0]["steps"]] == [6 * number for number in rounds]


def test_csv_can_be_read_again(arena: Arena, even: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(arena("ratings", "--from", "even.csv", "--csv").out)))
    shown = strict(arena("ratings", "--from", "even.csv", "--json").out)["ratings"]
    assert [row["bot"] for row in rows] == [one["bot"] for one in shown]
    assert [float(row["low"]) for row in rows] == [one["interval"][0] for one in shown]
    assert [int(row["worst_rank"]) for row in rows] == [one["rank"][1] for one in shown]
    live = arena("ratings", "--from", "even.csv", "--csv", "--model", "elo")
    assert {row["low"] + row["best_rank"] for row in csv.DictReader(io.StringIO(live.out))} == {""}


def test_the_order_of_a_file_moves_live_ratings_alone(arena: Arena, folder: Path) -> None:
    counts_csv(folder / "one.csv", *EVEN)
    counts_csv(folder / "two.csv", *reversed(EVEN))
    for model, same in (("bradley-terry", True), ("plackett-luce", True), ("elo", False)):
        shown = [
            strict(arena("ratings", "--from", file, "--json", "--model", model).out)["ratings"]
            for file in ("one.csv", "two.csv")
        ]
        assert (shown[0] == shown[1]) is same


def test_json_lines_are_read_as_well(arena: Arena, folder: Path) -> None:
    rows = [{"players": ["ann", "bob"], "places": places} for places in ([1, 2], [2, 1], [1, 1])]
    (folder / "games.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    shown = strict(arena("ratings", "--from", "games.jsonl", "--json").out)
    assert [(one["rating"], one["score"]) for one in shown["ratings"]] == [(0, 1.5), (0, 1.5)]
    assert shown["ratings"][0]["interval"][1] > 50  # level is not the same as sure


# files with pictures


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture_is_drawn(arena: Arena, folder: Path, kind: str) -> None:
    store_with(folder / "arena.db", (*NAMES, "dan", "eve"), apart, rounds=2)
    for file in (f"one.{kind}", f"two.{kind}"):
        ran = arena("ratings", "--plot", file)
        assert (ran.code, ran.err) == (0, "")
    drawn = (folder / f"one.{kind}").read_bytes()
    assert drawn.startswith(b"\x89PNG" if kind == "png" else b"<?xml")
    assert drawn == (folder / f"two.{kind}").read_bytes()


def test_a_picture_shows_names_as_they_are(arena: Arena, folder: Path) -> None:
    row = {"players": ["$\\frac{", f"a{ESCAPES}"], "places": [1, 2]}
    (folder / "games.jsonl").write_text(json.dumps(row))
    for model in ("bradley-terry", "elo"):
        ran = arena("ratings", "--from", "games.jsonl", "--plot", "names.svg", "--model", model)
        assert (ran.code, ran.err) == (0, "")


def test_without_the_library_a_sentence_says_what_to_install(
    arena: Arena, even: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec

    def not_found(name: str, package: str | None = None) -> Any:
        return None if name == "matplotlib" else found(name, package)

    monkeypatch.setattr("arena.cli.rating.plot.find_spec", not_found)
    ran = arena("ratings", "--from", "even.csv", "--plot", "ratings.png")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == ("arena: --plot needs matplotlib; `pip install 'splendor-arena[plot]'` installs it\n")
    assert not (even / "ratings.png").exists()


def test_a_picture_that_cannot_be_written_is_a_sentence(arena: Arena, even: Path) -> None:
    ran = arena("ratings", "--from", "even.csv", "--plot", "no/such/folder.png")
    assert ran.code == 1
    assert ran.err == "arena: cannot use 'no/such/folder.png': no such file or directory\n"


def test_the_library_is_loaded_for_pictures_alone(
    arena: Arena, even: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert arena("ratings", "--from", "even.csv").code == 0


# mistakes


MISTAKES = [
    "--json --csv",
    "--model trueskill",
    "--model ''",
    "--from nope.csv",
    "--from notes.txt",
    "--from .",
    "--from even.csv --tournament 1",
    "--from even.csv --store other.db",
    "--from empty.jsonl",
    "--from head.csv",
    "--from columns.csv",
    "--from places.csv",
    "--from ragged.csv",
    "--from twice.jsonl",
    "--from syntax.jsonl",
    "--from nan.jsonl",
    "--from null.jsonl",
    "--from true.jsonl",
    "--from object.jsonl",
    "--from array.jsonl",
    "--from rotation.jsonl",
    "--from number.jsonl",
    "--from deep.jsonl",
    "--from open.jsonl",
    "--from two.jsonl",
    "--from crowd.jsonl",
    "--from lone.csv",
    "--from folder.csv",
    "--from memory.csv",
    "--from even.csv --anchor ann",
    "--from even.csv --anchor =1500",
    "--from even.csv --anchor ann=",
    "--from even.csv --anchor ann=many",
    "--from even.csv --anchor ann=nan",
    "--from even.csv --anchor ann=inf",
    "--from even.csv --anchor ann=1e300",
    "--from even.csv --anchor anne=1500",
    "--from even.csv --anchor zoe=1500",
    "--from even.csv --anchor ann=1500 --anchor ann=1600",
    "--from even.csv --plot ratings.pdf",
    "--from even.csv --plot ratings",
    "--store nope.db",
    "--store new.db",
    "--store untimed.db",
    "--store apart.db --tournament 7",
    "--store apart.db --anchor eve=0",
]


def files() -> Iterator[tuple[str, str]]:
    yield "notes.txt", "results of last year\n"
    yield "empty.jsonl", "\n"
    yield "head.csv", "game,player,place\n"
    yield "columns.csv", "winner,loser\nann,bob\n"
    yield "places.csv", "game,player,place\n1,ann,1\n1,bob,2\n2,ann,1\n2,bob,3\n"
    yield "ragged.csv", "game,player,place\n1,ann,1\n1,bob\n"
    yield "twice.jsonl", '{"players": ["ann", "ann"], "places": [1, 2]}\n'
    yield "syntax.jsonl", '{"players": ["ann", "bob"], "places": [1, 2]}\n{"players"\n'
    yield "nan.jsonl", '{"players": ["ann", "bob"], "places": [1, NaN]}\n'
    yield "null.jsonl", '{"players": null, "places": [1, 2]}\n'
    yield "true.jsonl", '{"players": ["ann", "bob"], "places": [true, 2]}\n'
    yield "object.jsonl", '{"players": {"ann": null}, "places": [1, 2]}\n'
    yield "array.jsonl", "[null, true]\n"
    yield "rotation.jsonl", '{"players": ["ann", "bob"], "places": [1, 2], "rotation": {"deal": 3}}\n'
    yield "number.jsonl", '{"players": ["ann", "bob"], "places": [1, ' + "9" * 5000 + "]}"
    yield "deep.jsonl", "[" * 100_000
    yield "open.jsonl", '{"players": ["ann", "bo\n'
    yield "two.jsonl", '{"players": ["ann", "bob"], "places": [1, 2]} {}\n'
    yield "lone.csv", "game,player,place\n1,ann,1\n"
    yield "crowd.jsonl", json.dumps({"players": list("abcdefghijkl"), "places": list(range(1, 13))})


def test_a_mistake_is_one_sentence(arena: Arena, even: Path) -> None:
    for name, text in files():
        (even / name).write_text(text)
    (even / "folder.csv").mkdir()
    (even / "memory.csv").symlink_to("/proc/self/mem")  # a file that cannot be read, even by root
    store_with(even / "new.db", NAMES, lambda _: None)
    store_with(even / "untimed.db", NAMES, by_strength, time=UNTIMED)
    store_with(even / "apart.db", (*NAMES, "dan", "eve"), apart)
    transcripts = []
    for line in MISTAKES:
        arguments = ("ratings", *shlex.split(line))
        ran = arena(*arguments)
        transcripts.append(transcript(even, arguments, ran))
        assert (ran.code, ran.out) == (2, ""), transcripts[-1]
        assert re.fullmatch("arena: .+\n", ran.err), transcripts[-1]
        assert not re.search(r"\b(None|NoneType|True|False|dict|int|str|Expecting)\b", ran.err)
    compare("ratings-mistakes.txt", "\n".join(transcripts))


@pytest.mark.parametrize("view", VIEWS)
def test_no_name_drives_a_terminal(arena: Arena, folder: Path, view: str) -> None:
    row = {"players": [f"a{ESCAPES}", "b\nc"], "places": [1, 2]}
    (folder / "games.jsonl").write_text(json.dumps(row))
    ran = arena("ratings", "--from", "games.jsonl", *shlex.split(view.replace("ann", "a")))
    assert [char for char in ran.out + ran.err if not char.isprintable() and char != "\n"] == []


def test_a_name_in_an_error_drives_no_terminal(arena: Arena, even: Path) -> None:
    for name in (f"x{ESCAPES}", "x\x9b"):
        ran = arena("ratings", "--from", "even.csv", "--anchor", f"{name}=3")
        assert ran.code == 2
        assert [char for char in ran.err if not char.isprintable()] == ["\n"]
