"""Ratings on screen: words, charts and lines."""

import json
from pathlib import Path

import pytest

from arena.cli.rating.chart import rating_chart, spark_line
from arena.cli.rating.words import interval_words, percent, points, rank_words
from arena.tournament.rating_table import RatedBot
from tests.cli.conftest import Arena


def test_words() -> None:
    assert [points(value) for value in (-12.4, -0.4, 0.0, 0.4, 12.6)] == ["-12", "0", "0", "0", "+13"]
    assert [points(value, signed=False) for value in (-12.4, 1500.4)] == ["-12", "1500"]
    assert interval_words(-1.2, 30) == "-1..+30"
    assert [interval_words(20, None), interval_words(None, -20), interval_words(None, None)] == [
        ">+20",
        "<-20",
        "?",
    ]
    assert [rank_words((1, 1)), rank_words((2, 4))] == ["1", "2-4"]
    assert [percent(value) for value in (0.0, 0.0004, 0.5, 0.9994, 0.9996, 1.0)] == [
        "less than 0.1 %",
        "less than 0.1 %",
        "50.0 %",
        "99.9 %",
        "more than 99.9 %",
        "more than 99.9 %",
    ]


def rated(name: str, rating: float, low: float | None, high: float | None, bound: str | None) -> RatedBot:
    return RatedBot(name, rating, None, low, high, bound, None, 1, 0.5, 1, 0)


def test_a_chart_of_equals_has_an_axis() -> None:
    lines = rating_chart([rated("ann", 0, 0, 0, ""), rated("bob", 0, 0, 0, "")])
    assert len(lines) == 4
    assert lines[0].index("●") == lines[1].index("●")


def test_a_chart_reaches_the_edge_where_there_is_no_bound() -> None:
    above, below, open_, live = rating_chart(
        [
            rated("ann", 300, 100, None, ">"),
            rated("bob", -300, None, -100, "<"),
            rated("cid", 0, None, None, "?"),
            rated("dan", 0, None, None, None),
        ]
    )[:4]
    assert (len(above), above[-1]) == (100, ">")
    assert below[5] == "<"
    assert (open_[5], len(open_), open_[-1]) == ("<", 100, ">")
    assert live.split() == ["dan", "●"]


def test_a_long_or_wide_name_leaves_room(on_screen: Arena, folder: Path) -> None:
    row = {"players": ["竜" * 40, "n" * 200], "places": [1, 2]}
    (folder / "games.jsonl").write_text(json.dumps(row))
    chart = on_screen("ratings", "--from", "games.jsonl").out.split("\n\n")[2]
    assert max(map(len, chart.splitlines())) <= 80


def test_a_chart_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.rating.chart.draws_lines", lambda: False)
    assert "".join(rating_chart([rated("ann", 3, -50, 50, "")])).isascii()
    assert spark_line([0, None, 7], 0, 7).isascii()


def test_blocks() -> None:
    assert spark_line([0, 1, 2, 3, 4, 5, 6, 7], 0, 7) == "▁▂▃▄▅▆▇█"
    assert spark_line([3, None, 3], 3, 3) == "▁ ▁"
