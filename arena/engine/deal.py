"""A deal: the order of every deck and of the nobles before the first turn.

Responsible for the JSON form of a deal and for shuffling one out of a seed. Knows nothing of
turns, and the number of players only as a fact to keep.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from arena.engine.cards import LEVEL_IDS, NOBLES
from arena.engine.rules import check_players
from arena.errors import GameError

_BLOCK: Final = struct.Struct(">8I")
# By bound: the first draw that is thrown away, so that what remains is divided evenly.
_LIMITS: Final[list[int]] = [0, *[(1 << 32) // bound * bound for bound in range(1, 41)]]


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffled start; GameError when a deck is not a permutation of its level's ids."""

    players: int
    """2, 3 or 4."""
    decks: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    """Card ids of levels 1, 2 and 3, top card first; the first four start in the market."""
    nobles: tuple[int, ...]
    """All ten noble ids; the first ones are shown, as many as the rules say."""

    def __post_init__(self) -> None:
        check_players(self.players)
        if len(self.decks) != len(LEVEL_IDS):
            raise GameError(f"decks: expected {len(LEVEL_IDS)} levels, got {len(self.decks)}")
        for level, (deck, ids) in enumerate(zip(self.decks, LEVEL_IDS, strict=True), start=1):
            _check_permutation(f"deck {level}", deck, ids)
        _check_permutation("nobles", self.nobles, tuple(noble.id for noble in NOBLES))

    def to_json(self) -> dict[str, object]:
        """Return the deal as docs/notation.md's JSON object."""
        return {
            "players": self.players,
            "decks": [list(deck) for deck in self.decks],
            "nobles": list(self.nobles),
        }

    @staticmethod
    def from_json(value: object) -> "Deal":
        """Return the deal of a JSON object; GameError when it is not exactly one."""
        if not isinstance(value, dict) or value.keys() != {"players", "decks", "nobles"}:
            raise GameError("deal: expected an object with players, decks and nobles only")
        decks = [_ids(f"deck {n}", ids) for n, ids in enumerate(_list("decks", value["decks"]), 1)]
        if len(decks) != len(LEVEL_IDS):
            raise GameError(f"decks: expected {len(LEVEL_IDS)} levels, got {len(decks)}")
        return Deal(value["players"], (decks[0], decks[1], decks[2]), _ids("nobles", value["nobles"]))

    @staticmethod
    def shuffled(seed: bytes, index: int, players: int) -> "Deal":
        """Shuffle deal number `index` (0 to 2**64 - 1) out of a secret seed of any length.

        The layout, so that any language can check a deal once the seed is known:

        - Block k (k = 0, 1, ...) is SHA-256(seed || index || k), both numbers as eight bytes
          big-endian. The blocks follow each other; every four bytes are one draw, big-endian.
        - A number below m: a draw d is thrown away when d >= floor(2**32 / m) * m, otherwise the
          number is d mod m.
        - A pile starts in ascending order of ids. For i from its last place down to 1: draw j
          below i + 1 and swap places i and j.
        - The piles are level 1, 2, 3 and the nobles, in this order, from one stream of draws.

        The number of players changes nothing in the order.
        """
        if not 0 <= index < 1 << 64:
            raise GameError(f"deal index {index!r}: expected 0 to 2**64 - 1")
        draws = _draws(seed, index)
        level_1, level_2, level_3, nobles = (
            _shuffle(ids, draws) for ids in (*LEVEL_IDS, tuple(noble.id for noble in NOBLES))
        )
        return Deal(players, (level_1, level_2, level_3), nobles)


def _draws(seed: bytes, index: int) -> Iterator[int]:
    for counter in count():
        block = seed + index.to_bytes(8, "big") + counter.to_bytes(8, "big")
        yield from _BLOCK.unpack(hashlib.sha256(block).digest())


def _shuffle(ids: Sequence[int], draws: Iterator[int]) -> tuple[int, ...]:
    pile = list(ids)
    for last in range(len(pile) - 1, 0, -1):
        draw = next(draws)
        while draw >= _LIMITS[last + 1]:
            draw = next(draws)
        other = draw % (last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def _check_permutation(name: str, ids: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if tuple(sorted(ids)) != expected:
        raise GameError(f"{name}: expected each of {expected[0]} to {expected[-1]} exactly once")


def _list(name: str, value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise GameError(f"{name}: expected a list, got {type(value).__name__}")
    return list(value)


def _ids(name: str, value: object) -> tuple[int, ...]:
    ids: list[int] = []
    for each in _list(name, value):
        if isinstance(each, bool) or not isinstance(each, int):
            raise GameError(f"{name}: expected whole numbers, got {type(each).__name__}")
        ids.append(each)
    return tuple(ids)
