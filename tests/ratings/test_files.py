"""Files of games: what they keep, what is refused before it is lost, what other programs write, mistakes."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import GameResult, RatingError, read_csv, read_json_lines, write_csv, write_json_lines
from tests.ratings.references import DATA

HEAD = "game,player,place\n"
GAME = [GameResult(("a", "b"), (1, 2))]


@st.composite
def results(draw: st.DrawFn) -> GameResult:
    name = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1).map(str.strip).filter(bool)
    players = draw(st.lists(name, min_size=2, max_size=4, unique=True))
    marks = draw(st.lists(st.integers(0, 3), min_size=len(players), max_size=len(players)))
    places = tuple(1 + sum(other < mark for other in marks) for mark in marks)
    seats = draw(st.permutations(range(len(players))))
    return GameResult(tuple(players), places, tuple(seats), draw(name | st.just("")))


@pytest.mark.parametrize(
    ("write", "read"), [(write_csv, read_csv), (write_json_lines, read_json_lines)], ids=["csv", "jsonl"]
)
@given(games=st.lists(results(), max_size=5))
def test_what_is_written_is_read_again(
    write: Callable[..., None],
    read: Callable[..., list[GameResult]],
    tmp_path_factory: pytest.TempPathFactory,
    games: list[GameResult],
) -> None:
    path = tmp_path_factory.mktemp("results") / "file"
    write(games, path)
    assert read(path) == games


def test_counts_of_two_player_games(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_text("black,white,white_wins,draws,black_wins\nb,a,2,1,0\n")
    win, draw = GameResult(("a", "b"), (1, 2)), GameResult(("a", "b"), (1, 1))
    assert read_csv(path) == [win, win, draw]


def test_seats_count_from_0_or_1_and_rotations_may_be_blocks(tmp_path: Path) -> None:
    one = read_csv(DATA / "inputs" / "ffa_tiny.csv")
    assert (len(one), one[0]) == (7, GameResult(("a", "b", "c"), (1, 2, 3), (0, 1, 2), "0"))
    path = tmp_path / "games.csv"
    path.write_text("\ufeffplace,player,game,seat\n2,x,g,1\n1,z,h,1\n1,y,g,0\n2,w,h,2\n")
    assert read_csv(path) == [GameResult(("x", "y"), (2, 1), (1, 0)), GameResult(("z", "w"), (1, 2))]


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
        ("", 1, "the file is empty, expected a line with the columns"),
        ("a,b\n", 1, "columns 'a,b', expected game,rotation,seat,player,place or white,black,"),
        ("game,player,place\ng,a,1\n", 2, "players 'a', expected two or more"),
        ("game,player,place\ng,a,1\ng,b,second\n", 3, "place 'second', expected a whole number"),
        ("game,player,place\ng,a,1\ng,b,-2\n", 3, "place '-2', expected a whole number"),
        ("game,player,place\ng,a,1\ng,,2\n", 3, "player is empty"),
        ("game,player,place\ng,a\n", 2, "expected 3 fields"),
        ("game,player,place\ng,a,1,x\n", 2, "expected 3 fields"),
        ("game,player,place\ng,a,1\nh,b,1\nh,c,2\ng,b,3\n", 2, "places 1, 3, expected places from 1"),
        ("game,rotation,player,place\ng,r,a,1\ng,s,b,2\n", 3, "rotation 's', but the game began with 'r'"),
        ("game,seat,player,place\ng,1,a,1\ng,3,b,2\n", 2, "seats 1, 3, expected each of 0 to 1 once"),
        (
            "white,black,white_wins,draws,black_wins\na,b,1,0,x\n",
            2,
            "black_wins 'x', expected a whole number",
        ),
        ("white,black,white_wins,draws,black_wins\na,a,1,0,0\n", 2, "player 'a' is in a game twice"),
        ('game,player,place\ng,"a,1\n', 2, "unexpected end of data"),
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
    ("text", "message"),
    [
        ("{", "not JSON: a name in double quotes is missing at column 2"),
        ("[]", "[], expected an object with players, places, and perhaps seats, rotation"),
        ('{"players": ["a", "b"]}', '{"players": ["a", "b"]}, expected an object with players, places'),
        (
            '{"players": ["a", "b"], "places": [1, 2], "x": 1}',
            '{"players": ["a", "b"], "places": [1, 2], "x": 1}, expected an object with players',
        ),
        ('{"players": "ab", "places": [1, 2]}', 'players "ab", expected a list of strings'),
        ('{"players": ["a", "b"], "places": [1, NaN]}', "not JSON: NaN is no number"),
        (
            '{"players": ["a", "b"], "places": [true, 2]}',
            "places [true, 2], expected a list of whole numbers",
        ),
        ('{"players": ["a", "b"], "places": [1, 2], "rotation": 7}', "rotation 7, expected a string"),
        ('{"players": ["a", "b"], "places": [1, 3]}', "places 1, 3, expected places from 1"),
    ],
)
def test_mistakes_in_json_lines(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"players": ["a", "b"], "places": [1, 2]}\n\n' + text + "\n")
    with pytest.raises(RatingError, match="^" + re.escape(f"{path}:3: {message}")):
        read_json_lines(path)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ('"places": [1, 2], "places": [2, 1]', 'key "places" is there twice, expected it once'),
        ('"places": [1, Infinity]', "not JSON: Infinity is no number"),
        ('"places": [1, -Infinity]', "not JSON: -Infinity is no number"),
        ('"places": ["1", "2"]', 'places ["1", "2"], expected a list of whole numbers'),
        ('"places": [1, 2.0]', "places [1, 2.0], expected a list of whole numbers"),
        ('"places": [1, null]', "places [1, null], expected a list of whole numbers"),
        ('"places": null', "places null, expected a list of whole numbers"),
        ('"places": {"a": 1}', 'places {"a": 1}, expected a list of whole numbers'),
        ('"places": [1, 1e400]', "places [1, Infinity], expected a list of whole numbers"),
        ('"places": [1, 1' + "0" * 400 + "]", "places 1, 1000000000000000000000000"),
        ('"places": [1, 1' + "0" * 6000 + "]", "a number has too many digits"),
        ('"places": [' + "false, " * 99 + "1]", "places [false, false, "),
        ('"places": [1, 2], "seats": []', "seats [], expected one for each of 2 players"),
        ('"places": [1, 2], "seats": [false, true]', "seats [false, true], expected a list of whole numbers"),
        ('"places": [1, 2], "rotation": null', "rotation null, expected a string"),
        ('"places": [1, 2]]', "not JSON: a comma or a closing bracket is missing at column 41"),
        ('"places": ' + "[" * 100_000, "it is nested too deeply"),
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


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.csv", b"game,player,place\n1,x,1\n1,\xff,2\n", ":3: is not UTF-8"),
        ("a.jsonl", b'{"players": ["x"]}\n\xff', ":2: is not UTF-8"),
        ("a.jsonl", b"[" * 100_000, ":1: "),
        ("a.csv", b"game,player,place\n1,x," + b"1" * 5000 + b"\n", ":2: place '1111"),
        (
            "a.csv",
            b"white,black,white_wins,draws,black_wins\na,b,99999999999,0,0\n",
            ":2: white_wins '99999999999'",
        ),
    ],
)
def test_a_file_that_is_out_of_bounds_is_told_by_its_line(
    tmp_path: Path, name: str, content: bytes, told: str
) -> None:
    (tmp_path / name).write_bytes(content)
    read = read_csv if name.endswith("csv") else read_json_lines
    with pytest.raises(RatingError, match=re.escape(f"{tmp_path / name}{told}")):
        read(tmp_path / name)
