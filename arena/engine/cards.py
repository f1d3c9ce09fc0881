"""The 90 development cards and the 10 nobles.

Responsible for the printed facts, read once from the CSV files in `data/`. Knows nothing of where
a card lies in a game.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from arena.engine.gems import Gem, Tokens
from arena.errors import GameError


@dataclass(frozen=True, slots=True)
class Card:
    """One development card."""

    id: int
    """1..90; levels 1, 2 and 3 are 1..40, 41..70 and 71..90."""
    level: int
    """1, 2 or 3: the deck that it belongs to."""
    prestige: int
    """Prestige for its owner, 0..5."""
    bonus: Gem
    """The gem by which later purchases become cheaper."""
    cost: Tokens
    """Price before bonuses; never gold."""


@dataclass(frozen=True, slots=True)
class Noble:
    """One noble tile."""

    id: int
    """1..10."""
    prestige: int
    """Always 3."""
    requirement: Tokens
    """Bonuses that bring the noble's visit; never gold."""


def _rows(name: str) -> Iterator[dict[str, int | str]]:
    text = files("arena.engine").joinpath("data", name).read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        yield {key: value if key == "bonus" else int(value) for key, value in row.items()}


def _gems(row: dict[str, int | str]) -> Tokens:
    return Tokens(*[int(row[gem.name.lower()]) for gem in Gem])


def _card(row: dict[str, int | str]) -> Card:
    bonus = Gem[str(row["bonus"]).upper()]
    return Card(int(row["id"]), int(row["level"]), int(row["prestige"]), bonus, _gems(row))


CARDS: Final[tuple[Card, ...]] = tuple(_card(row) for row in _rows("cards.csv"))
"""All cards in the order of their ids."""

NOBLES: Final[tuple[Noble, ...]] = tuple(
    Noble(int(row["id"]), int(row["prestige"]), _gems(row)) for row in _rows("nobles.csv")
)
"""All nobles in the order of their ids."""

LEVEL_IDS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(each.id for each in CARDS if each.level == level) for level in (1, 2, 3)
)
"""The ids of each level, level 1 first."""


def card(id: int) -> Card:  # noqa: A002 - the word of the notation
    """Return the card with this id; GameError when there is none."""
    if not 1 <= id <= len(CARDS):
        raise GameError(f"card {id!r} does not exist: expected 1 to {len(CARDS)}")
    return CARDS[id - 1]


def noble(id: int) -> Noble:  # noqa: A002
    """Return the noble with this id; GameError when there is none."""
    if not 1 <= id <= len(NOBLES):
        raise GameError(f"noble {id!r} does not exist: expected 1 to {len(NOBLES)}")
    return NOBLES[id - 1]
