"""`arena compare`: the verdict in a sentence, and the numbers behind it."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Arena, compare, transcript
from tests.cli.games import ESCAPES
from tests.cli.rated_games import EVEN, UNTIMED, by_strength, counts_csv, store_with
from tests.cli.test_ratings import NAMES, apart, strict, upsets


def test_two_bots_are_compared_as_they_were(arena: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", NAMES, upsets, rounds=6)
    store_with(folder / "clear.db", NAMES, by_strength, rounds=60)
    store_with(folder / "apart.db", (*NAMES, "dan", "eve"), apart, rounds=2)
    counts_csv(folder / "even.csv", *EVEN)
    counts_csv(folder / "through.csv", "ann,cid,9,0,2", "cid,bob,8,1,2", "cid,ann,1,0,9")
    counts_csv(folder / "level.csv", "ann,bob,1,0,0", "bob,ann,1,0,0")
    shown = []
    for command in (
        "compare ann bob",
        "compare bob ann",
        "compare ann bob --json",
        "compare ann cid --store clear.db",
        "compare cid ann --store clear.db --tournament 1",
        "compare ann bob --from even.csv",
        "compare ann bob --from through.csv",
        "compare ann bob --from level.csv",
        "compare ann dan --store apart.db",
        "compare ann dan --store apart.db --json",
    ):
        arguments = tuple(shlex.split(command))
        ran = arena(*arguments)
        assert (ran.code, ran.err) == (0, "")
        shown.append(transcript(folder, arguments, ran))
    compare("compare.txt", "\n".join(shown))


def test_one_game_is_not_enough(arena: Arena, folder: Path) -> None:
    counts_csv(folder / "one.csv", "ann,bob,1,0,0")
    shown = strict(arena("compare", "ann", "bob", "--from", "one.csv", "--json").out)
    assert shown["verdict"] == "open"
    assert shown["difference"]["bound"] == ">"
    assert 0.5 < shown["los"] < 0.95


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ann", "bob"),
        ("bob", "ann"),
    ],
)
def test_the_verdict_does_not_depend_on_who_comes_first(
    arena: Arena, folder: Path, first: str, second: str
) -> None:
    lead = "the 95 % interval of its lead, +298..+460, leaves out 0"
    words = f"ann is better than bob: after 200 rotations or more of each, {lead}."
    counts_csv(folder / "clear.csv", "ann,bob,90,0,10", "bob,ann,10,0,90")
    assert arena("compare", first, second, "--from", "clear.csv").out.startswith(f"{words}\n")


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (["ann,bob,19,0,0"], "too few rotations of each for a verdict, 19 of at least 20"),
        (["ann,bob,20,0,1"], "the 95 % interval of the difference, -105..+1050, holds 0"),
    ],
)
def test_why_there_is_no_verdict(arena: Arena, folder: Path, rows: list[str], sentence: str) -> None:
    counts_csv(folder / "games.csv", *rows)
    said = arena("compare", "ann", "bob", "--from", "games.csv").out.splitlines()[0]
    assert said == f"Not enough to tell which of ann and bob is better: {sentence}."


def test_with_few_rotations_it_is_said_what_decides(arena: Arena, folder: Path) -> None:
    decides = (
        "Fewer than 50 rotations of ann or bob: the interval is rough; it decides, and not the likelihood.\n"
    )
    counts_csv(folder / "few.csv", "ann,bob,8,0,3", "bob,ann,3,0,8")
    ran = arena("compare", "ann", "bob", "--from", "few.csv")
    assert "likelihood  97.8 % that ann is better\n" in ran.out
    assert "holds 0.\n" in ran.out
    assert ran.out.endswith(decides)
    counts_csv(folder / "many.csv", "ann,bob,40,0,20")
    assert decides not in arena("compare", "ann", "bob", "--from", "many.csv").out


def test_a_verdict_says_how_often_it_is_wrong(arena: Arena, folder: Path) -> None:
    wrong = "Of a hundred pairs of equal bots at most about five get such a verdict, which is wrong then.\n"
    counts_csv(folder / "clear.csv", "ann,bob,90,0,10", "bob,ann,10,0,90")
    counts_csv(folder / "level.csv", "ann,bob,50,0,50")
    assert arena("compare", "bob", "ann", "--from", "clear.csv").out.endswith(wrong)
    assert wrong not in arena("compare", "bob", "ann", "--from", "level.csv").out


def test_a_terminal_is_wide_enough(on_screen: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", NAMES, upsets, rounds=6)
    ran = on_screen("compare", "ann", "bob")
    assert max(map(len, ran.out.splitlines())) <= 80


MISTAKES = [
    "ann",
    "ann ann",
    "anne bob",
    "ann zoe",
    "ann bob --store nope.db",
    "ann bob --store untimed.db",
    "ann eve --store apart.db",
    "ann bob --from nope.csv",
]


def test_a_mistake_is_one_sentence(arena: Arena, folder: Path) -> None:
    store_with(folder / "arena.db", NAMES, by_strength)
    store_with(folder / "untimed.db", NAMES, by_strength, time=UNTIMED)
    store_with(folder / "apart.db", (*NAMES, "dan", "eve"), apart)
    transcripts = []
    for line in MISTAKES:
        arguments = ("compare", *shlex.split(line))
        ran = arena(*arguments)
        transcripts.append(transcript(folder, arguments, ran))
        assert (ran.code, ran.out) == (2, ""), transcripts[-1]
        assert re.fullmatch("arena: .+\n", ran.err), transcripts[-1]
    compare("compare-mistakes.txt", "\n".join(transcripts))


def test_many_bots_are_not_all_listed(arena: Arena, folder: Path) -> None:
    counts_csv(folder / "many.csv", *(f"bot{number},x,1,0,1" for number in range(40)))
    assert arena("compare", "x", "qqq", "--from", "many.csv").err == (
        "arena: there is no bot 'qqq' in many.csv, expected one of its 41 bots\n"
    )
    assert arena("compare", "x", "bot399", "--from", "many.csv").err == (
        "arena: there is no bot 'bot399' in many.csv, did you mean 'bot39'?\n"
    )


def test_no_name_drives_a_terminal(arena: Arena, folder: Path) -> None:
    names = [f"a{ESCAPES}", f"b{ESCAPES}"]
    (folder / "games.jsonl").write_text(json.dumps({"players": names, "places": [1, 2]}))
    for arguments in ([], ["--json"]):
        ran = arena("compare", *names, "--from", "games.jsonl", *arguments)
        assert ran.code == 0
        assert [char for char in ran.out if not char.isprintable() and char != "\n"] == []
