"""Gems, tokens, and tokens packed into one int.

Responsible for counts of the six kinds of token: the public `Tokens`, its letters, and the packed
form that the rest of the engine calculates with. Knows nothing of cards, players or rules.

Packed form ("lanes"): six lanes of five bits, white in the lowest, gold in the highest. A count
is at most 15, so the fifth bit of every lane is free to catch the borrow of a subtraction: that is
how `excess_over` compares five counts at once.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, NamedTuple


class Gem(IntEnum):
    """The five gems in the order in which everything lists them."""

    WHITE = 0
    """Diamond, `W`."""
    BLUE = 1
    """Sapphire, `U`."""
    GREEN = 2
    """Emerald, `G`."""
    RED = 3
    """Ruby, `R`."""
    BLACK = 4
    """Onyx, `K`."""


class Tokens(NamedTuple):
    """True counts of the six kinds of token; also used for costs and bonuses, where gold is 0."""

    white: int = 0
    """Diamonds."""
    blue: int = 0
    """Sapphires."""
    green: int = 0
    """Emeralds."""
    red: int = 0
    """Rubies."""
    black: int = 0
    """Onyxes."""
    gold: int = 0
    """Jokers."""


LETTERS: Final = "WUGRKJ"
MOST_OF_A_KIND: Final[int] = 7
LANE: Final[int] = 5
LANE_MASK: Final[int] = 31
GEM_ONES: Final[int] = sum(1 << LANE * lane for lane in range(5))
GEM_LANES: Final[int] = LANE_MASK * GEM_ONES
GEM_GUARDS: Final[int] = 16 * GEM_ONES
GOLD: Final[int] = 1 << LANE * 5
GOLD_SHIFT: Final[int] = LANE * 5
ALL_ONES: Final[int] = GEM_ONES | GOLD
ALL_GUARDS: Final[int] = 16 * ALL_ONES


def pack(counts: Iterable[int]) -> int:
    """Pack counts in the order of `Tokens`, each at most 15, into lanes."""
    lanes: int = 0
    shift: int = 0
    for count in counts:
        lanes |= count << shift
        shift += LANE
    return lanes


def unpack(lanes: int) -> Tokens:
    """Return the counts that `pack` packed."""
    # Written out, since every question about a position comes through here.
    return Tokens(
        lanes & LANE_MASK,
        lanes >> 5 & LANE_MASK,
        lanes >> 10 & LANE_MASK,
        lanes >> 15 & LANE_MASK,
        lanes >> 20 & LANE_MASK,
        lanes >> 25,
    )


def total(lanes: int) -> int:
    """Return how many tokens the lanes hold together; at most 30.

    A lane is a digit in base 32, and digits sum to the number modulo 31, which cannot tell 31
    from 0. No player, cost or payment comes near; the bank does and must not be asked.
    """
    return lanes % LANE_MASK


def excess_over(lanes: int, less: int) -> int:
    """Return max(0, a - b) for each gem; gold lanes must be empty."""
    difference: int = (lanes | GEM_GUARDS) - less
    guards: int = difference & GEM_GUARDS
    return difference & (guards - (guards >> 4))


def capped(lanes: int, cap: int) -> int:
    """Return min(count, cap) for each of the six kinds; counts and cap at most 15."""
    over: int = (lanes + (15 - cap) * ALL_ONES) & ALL_GUARDS
    mask: int = over - (over >> 4)
    return (lanes & ~mask) | (cap * ALL_ONES & mask)


def letters(counts: Iterable[int]) -> str:
    """Write counts as letters in the order WUGRKJ: two whites and a gold are `WWJ`."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=False))


def selections(counts: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to pick `size` tokens out of `counts`, most of the first kind first."""
    if not counts:
        if size == 0:
            yield ()
        return
    for picked in range(min(counts[0], size), -1, -1):
        for rest in selections(counts[1:], size - picked):
            yield (picked, *rest)
