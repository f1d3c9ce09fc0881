"""How a game ended, and the places that follow.

Responsible for the order of the seats once nothing more is played. Knows nothing of faults: to the
engine a seat that failed has forfeited, whatever the reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.engine.rules import TieBreak


class Ending(StrEnum):
    """Why no more turns are played."""

    NORMAL = "NORMAL"
    """The round in which a seat reached the prestige to win is complete."""
    STALEMATE = "STALEMATE"
    """Every seat passed, one after the other."""
    TURN_LIMIT = "TURN_LIMIT"
    """The last round that the rules allow is complete."""
    LAST_SEAT = "LAST_SEAT"
    """All other seats have forfeited."""
    NO_CONTEST = "NO_CONTEST"
    """Every seat has forfeited; there is no result."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game."""

    ending: Ending
    """Why it ended."""
    places: tuple[int, ...]
    """Place of each seat, 1 the best, in the style 1, 2, 2, 4; empty for NO_CONTEST."""
    prestige: tuple[int, ...]
    """Prestige of each seat, also of those that forfeited."""


def places(
    tie_break: TieBreak,
    prestige: Sequence[int],
    purchased: Sequence[int],
    noble_prestige: Sequence[int],
    forfeits: Sequence[int],
) -> tuple[int, ...]:
    """Return the place of each seat (docs/rules.md sections 5 and 6).

    All but `forfeits` are numbers by seat; `forfeits` lists seats, the earliest first.
    """
    seats = range(len(prestige))
    if tie_break is TieBreak.FEWER_CARDS:
        tie = [-purchased[seat] for seat in seats]
    elif tie_break is TieBreak.NOBLE_PRESTIGE:
        tie = list(noble_prestige)
    else:
        tie = [0 for _ in seats]
    # Greater is better. A forfeit is below everything else, and the better the later it came.
    keys = [(len(forfeits), prestige[seat], tie[seat]) for seat in seats]
    for order, seat in enumerate(forfeits):
        keys[seat] = (order, 0, 0)
    return tuple(1 + sum(other > key for other in keys) for key in keys)
