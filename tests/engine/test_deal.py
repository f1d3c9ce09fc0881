"""Deals: the JSON form, its checks, and the shuffle that any language can repeat."""

import hashlib
from typing import Any

import pytest

from arena.engine import Deal
from arena.errors import GameError

SEED = bytes(range(32))
VECTOR_DECKS = [
    (22, 20, 28, 5, 23, 4, 29, 7),
    (59, 58, 62, 64, 51, 55, 52, 50),
    (82, 78, 76, 77, 81, 71, 74, 84),
]
VECTOR_NOBLES = (2, 5, 6, 8, 10, 4, 9, 1, 3, 7)


def test_vector() -> None:
    deal = Deal.shuffled(SEED, 1, 2)
    assert [deck[:8] for deck in deal.decks] == VECTOR_DECKS
    assert deal.nobles == VECTOR_NOBLES


def test_layout_written_down_twice() -> None:
    stream = b"".join(
        hashlib.sha256(SEED + (7).to_bytes(8, "big") + k.to_bytes(8, "big")).digest() for k in range(20)
    )
    draws = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    piles = [list(range(1, 41)), list(range(41, 71)), list(range(71, 91)), list(range(1, 11))]
    for pile in piles:
        for last in reversed(range(1, len(pile))):
            size = last + 1
            while draws[0] >= 2**32 - 2**32 % size:
                draws.pop(0)
            swap = draws.pop(0) % size
            pile[last], pile[swap] = pile[swap], pile[last]
    deal = Deal.shuffled(SEED, 7, 3)
    assert [list(deck) for deck in (*deal.decks, deal.nobles)] == piles


def test_players_change_nothing_in_the_order() -> None:
    assert Deal.shuffled(SEED, 0, 2).decks == Deal.shuffled(SEED, 0, 4).decks


def test_deals_differ() -> None:
    assert len({Deal.shuffled(SEED, index, 2) for index in range(50)}) == 50
    assert Deal.shuffled(b"a", 0, 2) != Deal.shuffled(b"b", 0, 2)


@pytest.mark.parametrize("index", [-1, 2**64])
def test_index_bounds(index: int) -> None:
    with pytest.raises(GameError, match="deal index"):
        Deal.shuffled(SEED, index, 2)


def test_round_trip() -> None:
    deal = Deal.shuffled(SEED, 3, 4)
    assert Deal.from_json(deal.to_json()) == deal


def _json(**changes: Any) -> dict[str, Any]:
    return {**Deal.shuffled(SEED, 0, 2).to_json(), **changes}


BAD: list[tuple[Any, str]] = [
    (None, "object"),
    ([], "object"),
    ({}, "object"),
    (_json(extra=1), "object"),
    (_json(players=1), "players 1"),
    (_json(players=5), "players 5"),
    (_json(players=True), "players True"),
    (_json(players="2"), "players '2'"),
    (_json(players=[]), "players"),
    (_json(decks=None), "decks: expected a list"),
    (_json(decks=[[1]]), "expected 3 levels"),
    (_json(decks=[[1], [2], [3]]), "deck 1"),
    (_json(decks=[list(range(1, 41)), list(range(41, 71)), [71] * 20]), "deck 3"),
    (_json(decks=[list(range(1, 41)), list(range(41, 71)), "text"]), "deck 3"),
    (_json(decks=[[True, *range(2, 41)], list(range(41, 71)), list(range(71, 91))]), "deck 1"),
    (_json(nobles=list(range(1, 10))), "nobles"),
    (_json(nobles=[1.0, *range(2, 11)]), "nobles"),
    (_json(nobles=[None] * 10), "nobles"),
]


@pytest.mark.parametrize(("value", "names"), BAD)
def test_refused(value: Any, names: str) -> None:
    with pytest.raises(GameError, match=names):
        Deal.from_json(value)
