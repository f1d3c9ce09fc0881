"""Results and the files that they come from: what is read, and what is said of mistakes."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import GameResult, RatingError, read_csv, read_json_lines, write_csv, write_json_lines
from tests.ratings.references import DATA


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((("a",), (1,)), "players ('a',), expected two or more"),
        ((("a", "a"), (1, 2)), "player 'a' is in a game twice"),
        ((("a", ""), (1, 2)), "player '', expected a name"),
        ((("a", "b"), (1,)), "places (1,), expected one for each of 2 players"),
        ((("a", "b"), (0, 1)), "places (0, 1), expected places from 1, each behind all who are better"),
        ((("a", "b"), (2, 2)), "places (2, 2), expected places from 1"),
        ((("a", "b", "c"), (1, 1, 2)), "places (1, 1, 2), expected places from 1"),
        ((("a", "b"), (1, 2), (0, 0)), "seats (0, 0), expected each of 0 to 1 once"),
        ((("a", "b"), (1, 2), (1, 2)), "seats (1, 2), expected each of 0 to 1 once"),
        ((("a", "b"), (1, 2), (0,)), "seats (0,), expected each of 0 to 1 once"),
    ],
)
def test_a_game_that_cannot_be(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(RatingError, match="^" + re.escape(message)):
        GameResult(*arguments)


def test_seats_are_in_the_order_of_the_players_if_nothing_is_said() -> None:
    assert GameResult(("b", "a", "c"), (1, 1, 3)).seats == (0, 1, 2)


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


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the file is empty, expected a line with the columns"),
        ("a,b\n", 1, "columns 'a,b', expected game,rotation,seat,player,place or white,black,"),
        ("game,player,place\ng,a,1\n", 2, "players ('a',), expected two or more"),
        ("game,player,place\ng,a,1\ng,b,second\n", 3, "place 'second', expected a whole number"),
        ("game,player,place\ng,a,1\ng,b,-2\n", 3, "place '-2', expected a whole number"),
        ("game,player,place\ng,a,1\ng,,2\n", 3, "player is empty"),
        ("game,player,place\ng,a\n", 2, "expected 3 fields"),
        ("game,player,place\ng,a,1,x\n", 2, "expected 3 fields"),
        ("game,player,place\ng,a,1\nh,b,1\nh,c,2\ng,b,3\n", 2, "places (1, 3), expected places from 1"),
        ("game,rotation,player,place\ng,r,a,1\ng,s,b,2\n", 3, "rotation 's', but the game began with 'r'"),
        ("game,seat,player,place\ng,1,a,1\ng,3,b,2\n", 2, "seats (1, 3), expected each of 0 to 1 once"),
        (
            "white,black,white_wins,draws,black_wins\na,b,1,0,x\n",
            2,
            "black_wins 'x', expected a whole number",
        ),
        ("white,black,white_wins,draws,black_wins\na,a,1,0,0\n", 2, "player 'a' is in a game twice"),
        ('game,player,place\ng,"a,1\n', 2, "unexpected end of data"),
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
        ("{", "is no JSON at character 2: Expecting property name"),
        ("[]", "expected an object with players, places, and perhaps seats, rotation"),
        ('{"players": ["a", "b"]}', "expected an object with players, places"),
        ('{"players": ["a", "b"], "places": [1, 2], "x": 1}', "expected an object with players, places"),
        ('{"players": "ab", "places": [1, 2]}', 'players "ab", expected a list of strings'),
        ('{"players": ["a", "b"], "places": [1, NaN]}', "places [1, NaN], expected a list of whole numbers"),
        (
            '{"players": ["a", "b"], "places": [true, 2]}',
            "places [true, 2], expected a list of whole numbers",
        ),
        ('{"players": ["a", "b"], "places": [1, 2], "rotation": 7}', "rotation 7, expected a string"),
        ('{"players": ["a", "b"], "places": [1, 3]}', "places (1, 3), expected places from 1"),
    ],
)
def test_mistakes_in_json_lines(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"players": ["a", "b"], "places": [1, 2]}\n\n' + text + "\n")
    with pytest.raises(RatingError, match="^" + re.escape(f"{path}:3: {message}")):
        read_json_lines(path)


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
