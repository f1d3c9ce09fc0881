"""Counts of move sequences equal those of an independent engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.engine import Deal, Move, Position, Rules, divide, perft

ENTRIES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "perft.json").read_text(encoding="utf-8")
)
DEEP = 150_000


def _position(entry: dict[str, Any]) -> Position:
    position = Position(Deal.from_json(entry["deal"]), Rules.preset(entry["rules"]))
    for text in entry["played"]:
        move = Move.parse(text)
        position.check(move)
        position.play(move)
    return position


def _counts() -> list[Any]:
    return [
        pytest.param(
            entry,
            int(depth),
            count,
            id=f"{number}-depth{depth}",
            marks=[pytest.mark.slow] if count > DEEP else [],
        )
        for number, entry in enumerate(ENTRIES)
        for depth, count in entry["perft"].items()
    ]


@pytest.mark.parametrize(("entry", "depth", "count"), _counts())
def test_perft(entry: dict[str, Any], depth: int, count: int) -> None:
    assert perft(_position(entry), depth) == count


@pytest.mark.parametrize("entry", ENTRIES, ids=range(len(ENTRIES)))
def test_divide(entry: dict[str, Any]) -> None:
    assert divide(_position(entry), 2) == entry["divide_2"]


def test_depth_zero() -> None:
    assert perft(_position(ENTRIES[0]), 0) == 1
