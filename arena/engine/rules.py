"""Rule sets: every number that an organiser may set, with its bounds, and the presets.

Responsible for which variants exist (docs/rules.md section 8). Knows nothing of a game in progress.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from arena.errors import GameError

FEWEST_PLAYERS: Final[int] = 2
MOST_PLAYERS: Final[int] = 4

PerPlayers = tuple[int, int, int]
"""A number for games of 2, 3 and 4 players."""


class TieBreak(Enum):
    """What decides between seats of equal prestige; still equal, they share the place."""

    FEWER_CARDS = "fewer_cards"
    """Fewer purchased cards is better; reserved cards do not count."""
    NOBLE_PRESTIGE = "noble_prestige"
    """More prestige from nobles is better."""
    SHARED = "shared"
    """Nothing: the place is shared."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set; GameError for a field out of bounds.

    The three fields that depend on the number of players may be given as one number, which then
    holds for 2, 3 and 4 players alike; they are always kept, and read, as three.
    """

    name: str = "official"
    """What people call the rule set; it decides nothing."""
    prestige_to_win: int = 15
    """Prestige that starts the final round, 1..60."""
    token_limit: int = 10
    """Tokens that a player may hold at the end of a turn, 3..15."""
    reserve_limit: int = 3
    """Cards that a player may hold in hand, 0..5."""
    tokens_per_gem: int | PerPlayers = (4, 5, 7)
    """Tokens of each gem for 2, 3 and 4 players, 1..7."""
    gold: int | PerPlayers = (5, 5, 5)
    """Gold tokens for 2, 3 and 4 players, 0..7."""
    nobles_shown: int | PerPlayers = (3, 4, 5)
    """Nobles turned up for 2, 3 and 4 players, 0..10."""
    round_limit: int = 100
    """Rounds after which the game ends, 1..1000."""
    take_fewer: bool = False
    """Whether one or two different gems may be taken when more are there."""
    tie_break: TieBreak = TieBreak.FEWER_CARDS
    """What orders seats of equal prestige, in every place."""

    def __post_init__(self) -> None:
        for field, least, most in _BOUNDS:
            _check(field, getattr(self, field), least, most)
        for field, least, most in _BOUNDS_PER_PLAYERS:
            # The class is frozen; this is the one moment when it may complete itself.
            object.__setattr__(self, field, _three(field, getattr(self, field), least, most))
        if not isinstance(self.name, str) or not self.name:
            raise GameError(f"name {self.name!r}: expected a text that is not empty")
        if not isinstance(self.take_fewer, bool):
            raise GameError(f"take_fewer {self.take_fewer!r}: expected true or false")
        if not isinstance(self.tie_break, TieBreak):
            raise GameError(f"tie_break {self.tie_break!r}: expected a TieBreak")

    @staticmethod
    def preset(name: str) -> "Rules":
        """Return a preset by its name; GameError when there is none."""
        if name not in PRESETS:
            raise GameError(f"rule set {name!r} does not exist: expected one of {', '.join(PRESETS)}")
        return PRESETS[name]

    def gem_tokens(self, players: int) -> int:
        """Return the tokens of each gem in a game of so many players."""
        return _for(self.tokens_per_gem, players)

    def gold_tokens(self, players: int) -> int:
        """Return the gold tokens in a game of so many players."""
        return _for(self.gold, players)

    def nobles(self, players: int) -> int:
        """Return how many nobles are turned up in a game of so many players."""
        return _for(self.nobles_shown, players)


# Bounds also keep the packed counts of the engine inside their lanes: see gems.py before widening.
_BOUNDS: Final = (
    ("prestige_to_win", 1, 60),
    ("token_limit", 3, 15),
    ("reserve_limit", 0, 5),
    ("round_limit", 1, 1000),
)
_BOUNDS_PER_PLAYERS: Final = (("tokens_per_gem", 1, 7), ("gold", 0, 7), ("nobles_shown", 0, 10))


def check_players(players: int) -> int:
    """Return the number of players when the game has rules for it, else GameError."""
    if isinstance(players, bool) or players not in (2, 3, 4):
        raise GameError(f"players {players!r}: expected {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    return players


def _check(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise GameError(f"{field} {value!r}: expected {least} to {most}")
    return value


def _three(field: str, value: object, least: int, most: int) -> tuple[int, ...]:
    if not isinstance(value, tuple):
        value = (value, value, value)
    if len(value) != MOST_PLAYERS - FEWEST_PLAYERS + 1:
        raise GameError(f"{field} {value!r}: expected one number or three (2, 3 and 4 players)")
    return tuple(_check(field, each, least, most) for each in value)


def _for(numbers: int | PerPlayers, players: int) -> int:
    position = check_players(players) - FEWEST_PLAYERS
    return numbers if isinstance(numbers, int) else numbers[position]


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            Rules(),
            Rules(name="noble-tiebreak", tie_break=TieBreak.NOBLE_PRESTIGE),
            Rules(name="scarce-gold", gold=(0, 0, 5), tie_break=TieBreak.SHARED),
        )
    }
)
"""The rule books' own variants by name; `official` is the default everywhere."""
