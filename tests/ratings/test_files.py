"""What a file keeps of a name, what is refused before it is lost, and files of other programs."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import GameResult, RatingError, read_csv, read_json_lines, write_csv, write_json_lines

HEAD = "game,player,place\n"
GAME = [GameResult(("a", "b"), (1, 2))]


@given(st.text(min_size=1), st.text())
def test_any_name_is_kept_or_refused(
    tmp_path_factory: pytest.TempPathFactory, name: str, rotation: str
) -> None:
    path = tmp_path_factory.mktemp("names") / "file"
    if any("\ud800" <= each <= "\udfff" for each in name + rotation):
        with pytest.raises(RatingError, match="expected a name"):
            GameResult((name, "other one"), (1, 2), rotation=rotation)
        return
    games = [GameResult((name, "other one"), (1, 2), rotation=rotation)]
    write_json_lines(games, path)
    assert read_json_lines(path) == games
    if name != name.strip() or rotation != rotation.strip():
        with pytest.raises(RatingError, match="expected one that neither begins nor ends with a blank"):
            write_csv(games, path)
        assert read_json_lines(path) == games  # which is still there
    else:
        write_csv(games, path)
        assert read_csv(path) == games


@pytest.mark.parametrize(
    "name",
    ["a,b", 'a"b', '"', "a\nb", "a\rb", "a\r\nb", "\N{SNOWMAN}", "\ufeffa", "a\x00b", "a\u2028b", "0", "'"],
)
def test_names_that_a_csv_file_keeps(tmp_path: Path, name: str) -> None:
    games = [GameResult((name, "b"), (2, 1), (1, 0), name), *GAME]
    write_csv(games, tmp_path / "games.csv")
    assert read_csv(tmp_path / "games.csv") == games


@pytest.mark.parametrize("name", [" a", "a ", "\ta", "a\n", "\u00a0a", "\n", "a\u2028"])
def test_names_that_a_csv_file_would_not_keep(tmp_path: Path, name: str) -> None:
    told = "expected one that neither begins nor ends with a blank, which a CSV file does not keep"
    for what, game in (
        ("player", GameResult((name, "b"), (1, 2))),
        ("rotation", GameResult(("a", "b"), (1, 2), rotation=name)),
    ):
        with pytest.raises(RatingError, match="^" + re.escape(f"{what} {name!r}, {told}") + "$"):
            write_csv([*GAME, game], tmp_path / "games.csv")
    assert not (tmp_path / "games.csv").exists()


def test_half_a_character_is_no_name(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text('{"players": ["a", "\\ud800"], "places": [1, 2]}')
    with pytest.raises(RatingError, match=re.escape(r"games.jsonl:1: player '\ud800', expected a name")):
        read_json_lines(tmp_path / "games.jsonl")


def test_places_from_an_array_are_written(tmp_path: Path) -> None:
    first, second = np.array([1, 2])
    game = GameResult(("a", "b"), (first, second), tuple(np.array([1, 0])))
    for write, read in ((write_csv, read_csv), (write_json_lines, read_json_lines)):
        write([game], tmp_path / "games")
        assert read(tmp_path / "games") == [game]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "1,a,1\n1,b,2",
        "\ufeff" + HEAD + "1,a,1\n1,b,2\n",
        (HEAD + "1,a,1\n1,b,2\n").replace("\n", "\r\n"),
        (HEAD + "1,a,1\n1,b,2\n").replace("\n", "\r"),
        "\n  \n" + HEAD + "\n1,a,1\n \t\n1,b,2\n\n\n",
        HEAD + "1,a,1\n,,\n1,b,2\n,,\n",
        "game, player ,place,,\n1, a ,1,,\n1,b, 2,,\n",
        "game,player,place,note\n1,a,1,\n1,b,2,x\n",
        'game,player,place\n"1","a","1"\n1,b,2\n',
    ],
)
def test_what_other_programs_write(tmp_path: Path, text: str) -> None:
    (tmp_path / "games.csv").write_bytes(text.encode())
    assert read_csv(tmp_path / "games.csv") == GAME


@pytest.mark.parametrize(
    "text",
    [
        '{"players": ["a", "b"], "places": [1, 2]}',
        '\ufeff{"players": ["a", "b"], "places": [1, 2]}\n',
        '\r\n{"players": ["a", "b"], "places": [1, 2]}\r\n\r\n',
        '  {"seats": [0, 1], "places": [1, 2], "players": ["a", "b"], "rotation": ""}  \n \n',
    ],
)
def test_lines_of_json_that_other_programs_write(tmp_path: Path, text: str) -> None:
    (tmp_path / "games.jsonl").write_bytes(text.encode())
    assert read_json_lines(tmp_path / "games.jsonl") == GAME


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("game,player,place,player\n1,a,1,b\n", 1, "column 'player' is there twice, expected it once"),
        ("game, place,player,place \n", 1, "column 'place' is there twice, expected it once"),
        ("\ngame,player,place,game\n", 2, "column 'game' is there twice, expected it once"),
        ("white,black,white_wins,draws,black_wins,white\n", 1, "column 'white' is there twice"),
        ("\n \n", 1, "the file is empty, expected a line with the columns"),
        (HEAD + "\n\n1,a\n", 4, "expected 3 fields, not 2"),
        (HEAD + '1,"a\nb",1\n1,c,x\n', 4, "place 'x', expected a whole number"),
        (HEAD + '1,"a\nb",x\n', 2, "place 'x', expected a whole number"),
        (HEAD + '1,a,1\n1,"a"x,1\n', 3, "',' expected after '\"'"),
        (HEAD + "1,a,1\n1," + "b" * 140_000 + ",2\n", 3, "field larger than field limit"),
        (HEAD + "1,a," + "9" * 400 + "\n", 2, "place '9999999999999999999999999999999999999999', expected"),
    ],
)
def test_mistakes_in_csv(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "games.csv"
    path.write_text(text)
    with pytest.raises(RatingError, match="^" + re.escape(f"{path}:{line}: {message}")):
        read_csv(path)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ('"places": [1, 2], "places": [2, 1]', 'key "places" is there twice, expected it once'),
        ('"places": [1, Infinity]', "places [1, Infinity], expected a list of whole numbers"),
        ('"places": [1, -Infinity]', "places [1, -Infinity], expected a list of whole numbers"),
        ('"places": ["1", "2"]', 'places ["1", "2"], expected a list of whole numbers'),
        ('"places": [1, 2.0]', "places [1, 2.0], expected a list of whole numbers"),
        ('"places": [1, null]', "places [1, null], expected a list of whole numbers"),
        ('"places": null', "places null, expected a list of whole numbers"),
        ('"places": {"a": 1}', 'places {"a": 1}, expected a list of whole numbers'),
        ('"places": [1, 1e400]', "places [1, Infinity], expected a list of whole numbers"),
        ('"places": [1, 1' + "0" * 400 + "]", "number 10000000000000000000..., expected one up to 10000000"),
        ('"places": [1, 1' + "0" * 6000 + "]", "number 10000000000000000000..., expected one up to 10000000"),
        ('"places": [' + "false, " * 99 + "1]", "places [false, false, "),
        ('"places": [1, 2], "seats": []', "seats [], expected one for each of 2 players"),
        ('"places": [1, 2], "seats": [false, true]', "seats [false, true], expected a list of whole numbers"),
        ('"places": [1, 2], "rotation": null', "rotation null, expected a string"),
        ('"places": [1, 2]]', "is no JSON at character 41: Expecting ',' delimiter"),
        ('"places": ' + "[" * 100_000, "lists in lists in lists, expected an object with players"),
    ],
)
def test_mistakes_in_lines_of_json(tmp_path: Path, values: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('\n{"players": ["a", "b"], ' + values + "}\n")
    with pytest.raises(RatingError, match="^" + re.escape(f"{path}:2: {message}")) as caught:
        read_json_lines(path)
    told = str(caught.value).removeprefix(str(path))
    assert len(told) < 160
    assert not re.search(r"None|True|False|\bdict\b|\bint\b|\bstr\b|recursion", told)
