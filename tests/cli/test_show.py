"""`arena show` and `arena games`: moves, boards and faults, and nothing of a bot's that drives a terminal."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Arena, compare, transcript
from tests.cli.games import ESCAPES, make_store
from tests.cli.rated_games import store_with


@pytest.fixture
def ids(folder: Path) -> list[str]:
    """The games of a store in the folder."""
    return make_store(folder / "arena.db")


def strict(text: str) -> Any:
    """JSON without the words that are not JSON."""

    def refuse(word: str) -> Any:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def drives_a_terminal(text: str) -> bool:
    return any(unicodedata.category(char) in {"Cc", "Cf"} and char != "\n" for char in text)


COMMANDS = [
    ("games",),
    ("games", "--faults"),
    ("games", "--bot", "two"),
    ("games", "--json"),
    ("show", "1"),
    ("show", "2"),
    ("show", "1", "--attempt", "1"),
    ("show", "1", "--turn", "0"),
    ("show", "1", "--turn", "3"),
    ("standings",),
]
ON_SCREEN = [("games",), ("show", "1"), ("standings",)]


@pytest.mark.usefixtures("ids")
def test_every_view_is_as_it_was(arena: Arena, folder: Path) -> None:
    said = [transcript(folder, arguments, arena(*arguments)) for arguments in COMMANDS]
    compare("views.txt", "\n".join(said))


@pytest.mark.usefixtures("ids")
@pytest.mark.parametrize("arguments", [*COMMANDS, ("show", "1", "--json"), ("games", "--json", "--moves")])
def test_what_a_bot_says_is_shown_but_drives_no_terminal(arena: Arena, arguments: tuple[str, ...]) -> None:
    ran = arena(*arguments)
    assert ran.code == 0
    assert not drives_a_terminal(ran.out)
    assert ran.err == ""


@pytest.mark.usefixtures("ids")
def test_every_view_fits_on_a_screen(on_screen: Arena, folder: Path) -> None:
    said = [transcript(folder, arguments, on_screen(*arguments)) for arguments in ON_SCREEN]
    compare("screen.txt", "\n".join(said))
    lines = [line for text in said for line in text.splitlines()]
    long = [line for line in lines if len(line) > 80]
    assert all(line.startswith(("level ", "fault of ")) for line in long)  # the market, and a bot's words


@pytest.mark.usefixtures("ids")
def test_a_note_is_cut_on_a_screen_only(on_screen: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    notes = [line for line in on_screen("show", "1").out.splitlines() if line.startswith(" " * 12)]
    assert [len(note) for note in notes] == [40, 40, 40]
    assert all(note.endswith("…") for note in notes)


@pytest.mark.usefixtures("ids")
@pytest.mark.parametrize("arguments", [("games",), ("show", "1"), ("standings",)])
def test_no_line_ends_with_blanks(arena: Arena, on_screen: Arena, arguments: tuple[str, ...]) -> None:
    for lines in (arena(*arguments).out.splitlines(), on_screen(*arguments).out.splitlines()):
        assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.usefixtures("ids")
def test_escapes_are_made_visible(arena: Arena) -> None:
    out = arena("show", "1").out
    assert r"\x1b[2J\x1b]0;owned\x07\x9b31m\x08\r\u202e\x00 end" in out
    assert out.count("owned") == 7  # two introductions, three notes, a reason and what was printed


def test_a_game_has_its_moves_its_board_and_its_faults(arena: Arena, ids: list[str]) -> None:
    ran = arena("show", "1")
    assert ran.out.startswith(f"game {ids[0]}, round 1 of the tournament, attempt 2, rules official\n")
    assert "fault of two before turn 3: CRASH: it ended" in ran.out
    assert "it printed:\nfirst line\n" in ran.out
    assert "place 1  one (seat 0), prestige 0\nplace 2  two (seat 1), prestige 0\n" in ran.out
    for name in (ids[0], ids[0][:8], ids[0][:4]):
        assert arena("show", name) == ran


@pytest.mark.usefixtures("ids")
def test_rounds_of_the_tournament_and_of_the_game_are_told_apart(arena: Arena) -> None:
    assert "\nafter the last turn, round 2 of the game, over: LAST_SEAT\n" in arena("show", "1").out
    shown = arena("show", "1", "--turn", "2").out
    assert shown.startswith("before turn 2, round 2 of the game, seat 0 on turn\n")
    assert shown.endswith("\nturn 2: one (seat 0) plays take:WUG\n")


def test_places_are_listed_from_the_first_on(arena: Arena, folder: Path) -> None:
    names, places = ("one", "two", "three"), (3, 1, 1)
    store_with(folder / "arena.db", names, lambda game: [places[bot] for bot in game.bots], players=3)
    for game in ("1", "2", "3"):
        said = [line.split() for line in arena("show", game).out.splitlines() if line.startswith("place ")]
        assert [line[1] for line in said] == ["1", "1", "3"]
        assert said[2][2] == "one"
        assert said[0][4] < said[1][4]  # those who share a place are in the order of the seats


@pytest.mark.usefixtures("ids")
@pytest.mark.parametrize("attempt", ["1", "2"])
def test_the_json_of_a_game_is_strict_and_loses_nothing(arena: Arena, attempt: str) -> None:
    out = arena("show", "1", "--attempt", attempt, "--json").out
    assert out.isascii()
    assert out.count("\n") == 1
    game = strict(out)
    assert game["attempt"] == int(attempt)
    assert game["seats"][0]["introduction"] == f"bot {ESCAPES}"
    if attempt == "2":
        assert [turn["note"] for turn in game["turns"]] == [ESCAPES] * 3
        assert game["faults"][0]["output_tail"] == f"first line\n{ESCAPES}\n"


@pytest.mark.usefixtures("ids")
def test_the_json_of_games_and_standings_is_strict(arena: Arena) -> None:
    games = [strict(line) for line in arena("games", "--json", "--moves").out.splitlines()]
    assert [game["number"] for game in games] == [1, 2]
    assert [len(game["moves"]) for game in games] == [3, 3]
    assert games[0]["faults"] == [{"seat": 1, "kind": "CRASH"}]
    assert strict(arena("standings", "--json").out)["games"] == {"total": 2, "played": 2}


def test_a_void_attempt_has_no_board_and_says_so(arena: Arena, ids: list[str]) -> None:
    ran = arena("show", "1", "--attempt", "1", "--turn", "0")
    assert ran.code == 2
    sentence = f"attempt 1 at game {ids[0]!r} has no board, expected one that was played"
    assert ran.err == f"arena: {sentence}\n"


@pytest.mark.usefixtures("ids")
def test_a_tournament_is_found_by_number_and_by_the_start_of_its_id(arena: Arena) -> None:
    latest = arena("standings")
    for name in ("1", strict(arena("standings", "--json").out)["id"][:4]):
        assert arena("standings", "--tournament", name) == latest
