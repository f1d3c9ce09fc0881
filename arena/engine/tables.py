"""Tables that answer what would otherwise be calculated every turn, filled on demand.

Responsible for the lists of moves behind one choice (ways to take, to return, to pay) and for
which cards and nobles a player's tokens and bonuses reach. Knows nothing of positions: all it is
given are packed counts, and all it hands out are tuples, which callers cannot damage.

Every table is bounded: by its keys where those are few, else by `_KEPT`, after which it starts
anew.
"""

from collections.abc import Iterable
from itertools import product
from typing import Final

from arena.engine.cards import CARDS, NOBLES
from arena.engine.gems import (
    GEM_GUARDS,
    GEM_LANES,
    GEM_ONES,
    GOLD_SHIFT,
    LANE,
    LANE_MASK,
    MOST_OF_A_KIND,
    capped,
    excess_over,
    pack,
    selections,
    total,
    unpack,
)
from arena.engine.moves import (
    GAIN_SIZES,
    GAINS,
    PASS,
    RESERVE,
    RESERVE_DECK,
    TAKE,
    Move,
    choosing,
    from_code,
)

_KEPT: Final[int] = 1 << 16

COSTS: Final[list[int]] = [0, *[pack(card.cost) for card in CARDS]]
PRESTIGE: Final[list[int]] = [0, *[card.prestige for card in CARDS]]
LEVELS: Final[list[int]] = [0, *[card.level for card in CARDS]]
BONUSES: Final[list[int]] = [0, *[1 << LANE * card.bonus for card in CARDS]]
NOBLE_PRESTIGE: Final[list[int]] = [0, *[noble.prestige for noble in NOBLES]]
RESERVES: Final[list[Move]] = [from_code(PASS), *[from_code(RESERVE + card.id) for card in CARDS]]
TAKES: Final[list[Move]] = [from_code(code) for code in range(TAKE, len(GAINS))]
# By the set of levels whose decks are not empty (bit 0 for level 1).
DECK_CODES: Final[list[list[int]]] = [
    [RESERVE_DECK + level for level in (1, 2, 3) if decks >> (level - 1) & 1] for decks in range(8)
]
DECK_RESERVES: Final[list[list[Move]]] = [[from_code(code) for code in codes] for codes in DECK_CODES]

# Affordability of all cards at once: one int with a field of five bits for every card. SHORTAGES
# [gem][have] holds what each card's cost lacks in that gem; the five of them added give the gold
# that each card needs. MEANS[gold] has the guard bit over that much gold in every field, so that
# the guard outlives the subtraction exactly where the gold is enough. CARD_BITS[card] is the
# guard of a card's field; a set of cards is a sum of these.
CARD_BITS: Final[list[int]] = [0, *[16 << LANE * (card.id - 1) for card in CARDS]]
_SHORTAGES: Final[list[list[int]]] = [
    [sum(max(0, card.cost[gem] - have) << LANE * (card.id - 1) for card in CARDS) for have in range(32)]
    for gem in range(5)
]
_WHITE, _BLUE, _GREEN, _RED, _BLACK = _SHORTAGES
_MEANS: Final[list[int]] = [
    sum((16 + gold) << LANE * (card.id - 1) for card in CARDS) for gold in range(MOST_OF_A_KIND + 1)
]


def affordable(tokens: int, bonuses: int, cards: int) -> int:
    """Return which of a set of cards these tokens and bonuses can pay for, as a set."""
    have: int = tokens + bonuses
    gold_needed: int = (
        _WHITE[have & LANE_MASK]
        + _BLUE[have >> 5 & LANE_MASK]
        + _GREEN[have >> 10 & LANE_MASK]
        + _RED[have >> 15 & LANE_MASK]
        + _BLACK[have >> 20 & LANE_MASK]
    )
    return (_MEANS[tokens >> GOLD_SHIFT] - gold_needed) & cards


def last_card(cards: int) -> int:
    """Return the highest id in a set of cards that is not empty."""
    return cards.bit_length() // LANE


class Takes:
    """The ways to take tokens from one bank."""

    __slots__ = ("codes", "moves")

    def __init__(self, codes: tuple[int, ...]) -> None:
        self.codes: tuple[int, ...] = codes
        self.moves: tuple[Move, ...] = tuple([from_code(code) for code in codes])


_takes: Final[tuple[dict[int, Takes], dict[int, Takes]]] = ({}, {})
_takes_alike: Final[dict[int, Takes]] = {}


def takes(gems: int, fewer: bool) -> Takes:
    """Return the ways to take from a bank with these gems (lanes without gold).

    `fewer`: whether one or two different gems may be taken though there are more.
    """
    table = _takes[fewer]
    found = table.get(gems)
    if found is None:
        # All that matters of a bank is where it has one and where it has four: 243 answers.
        one = (gems + 15 * GEM_ONES) & GEM_GUARDS
        four = (gems + 12 * GEM_ONES) & GEM_GUARDS
        alike = (one | four >> 1) << 1 | fewer
        if alike not in _takes_alike:
            _takes_alike[alike] = Takes(_take_codes(gems, fewer))
        found = table[gems] = _takes_alike[alike]
    return found


def _take_codes(gems: int, fewer: bool) -> tuple[int, ...]:
    bank = unpack(gems)
    different = min(3, sum(count > 0 for count in bank))
    sizes = range(1, different + 1) if fewer else range(different, different + 1)
    codes: list[int] = []
    for code in range(TAKE, len(GAINS)):
        taken = unpack(GAINS[code])
        if max(taken) == 2:
            allowed = bank[taken.index(2)] >= 4
        else:
            there = all(have >= want for have, want in zip(bank, taken, strict=True))
            allowed = there and sum(taken) in sizes
        if allowed:
            codes.append(code)
    return tuple(codes)


_after_take: Final[dict[int, tuple[Move, ...]]] = {}
_after_reserve: Final[dict[int, list[tuple[Move, ...]]]] = {}
_losses: Final[dict[int, tuple[int, ...]]] = {}
# By code and tokens given; few enough to keep, and making a move anew costs more than finding it.
_rows: Final[dict[int, dict[int, Move]]] = {}


def take_returns(codes: tuple[int, ...], held: int, room: int) -> list[Move]:
    """Return the moves that take any of `codes` and return what exceeds the limit.

    `held`: tokens before the turn with every count capped at 3 - room (nobody returns more of a
    kind than that, and fewer different keys are then met); `room`: tokens that still fit, 0..2.
    """
    moves: list[Move] = []
    key: int = (held << 2 | room) << 8
    for code in codes:
        found = _after_take.get(key | code)
        if found is None:
            excess = max(0, GAIN_SIZES[code] - room)
            found = _after_take[key | code] = _returning(code, held + GAINS[code], excess)
        moves += found
    return moves


def reserve_returns(kinds: int) -> list[tuple[Move, ...]]:
    """Return, by code, the moves that reserve and return one token.

    `kinds`: what is held after the gold has come, with every count capped at 1.
    """
    found = _after_reserve.get(kinds)
    if found is None:
        codes = range(RESERVE + 1, RESERVE_DECK + 4)
        found = [()] * (RESERVE + 1) + [_returning(code, kinds, 1) for code in codes]
        _after_reserve[kinds] = found
    return found


def _returning(code: int, held: int, excess: int) -> tuple[Move, ...]:
    key = capped(held, excess) << 2 | excess
    losses = _losses.get(key)
    if losses is None:
        losses = tuple([pack(picked) for picked in selections(unpack(held), excess)])
        _losses[key] = losses
    return _moves(code, losses)


def _moves(code: int, losses: Iterable[int]) -> tuple[Move, ...]:
    row = _rows.setdefault(code, {})
    for loss in losses:
        if loss not in row:
            row[loss] = from_code(code, loss)
    return tuple([row[loss] for loss in losses])


_payments: Final[dict[int, tuple[Move, ...]]] = {}


# The two differences that decide how a card can be paid, at once: the upper half of these lanes
# gives cost less bonuses, the lower half cost less bonuses and gems (see excess_over in gems.py).
_HALF: Final[int] = 30
_HALVES: Final[int] = 1 << _HALF | 1
_GUARDS: Final[int] = GEM_GUARDS * _HALVES
_GUARDED_COSTS: Final[list[int]] = [cost * _HALVES | _GUARDS for cost in COSTS]
_GOLD_KEY: Final[int] = 2 * _HALF
_CARD_KEY: Final[int] = 64


def purchases(cards: int, tokens: int, bonuses: int) -> list[Move]:
    """Return the moves that purchase any of a set of affordable cards, one for each exact split.

    Highest card id first; then most gems first: gold stands for the last gems before it stands
    for the first.
    """
    moves: list[Move] = []
    gems: int = tokens & GEM_LANES
    have: int = bonuses * _HALVES + gems
    gold: int = tokens >> GOLD_SHIFT << _GOLD_KEY
    while cards:
        card: int = cards.bit_length() // LANE
        cards ^= CARD_BITS[card]
        difference: int = _GUARDED_COSTS[card] - have
        guards: int = difference & _GUARDS
        key: int = difference & (guards - (guards >> 4)) | gold | card << _CARD_KEY
        found = _payments.get(key)
        if found is None:
            if len(_payments) >= _KEPT:
                _payments.clear()
            need = excess_over(COSTS[card], bonuses)
            usable = need - excess_over(need, gems)
            found = _payments[key] = _splits(card, need, usable, tokens >> GOLD_SHIFT)
        moves += found
    return moves


def _splits(card: int, need: int, usable: int, gold: int) -> tuple[Move, ...]:
    price = total(need)
    ones = [1 << LANE * gem for gem in range(5)]
    steps = [range(usable & LANE_MASK * one, -1, -one) for one in ones]
    losses: list[int] = []
    for gems in map(sum, product(*steps)):
        stands_in = price - total(gems)
        if stands_in <= gold:
            losses.append(gems | stands_in << GOLD_SHIFT)
    return _moves(card, losses)


_nobles_met: Final[dict[int, int]] = {}
_nobles_near: Final[dict[int, int]] = {}
_REQUIREMENTS: Final[list[tuple[int, int]]] = [(1 << noble.id, pack(noble.requirement)) for noble in NOBLES]


def nobles_met(bonuses: int) -> int:
    """Return the nobles whose requirements these bonuses meet; bit n stands for noble n."""
    found = _nobles_met.get(bonuses)
    if found is None:
        found = sum([bit for bit, need in _REQUIREMENTS if not excess_over(need, bonuses)])
        _nobles_met[bonuses] = found
    return found


def nobles_near(bonuses: int) -> int:
    """Return the nobles whose requirements these bonuses meet together with some one more."""
    found = _nobles_near.get(bonuses)
    if found is None:
        found = 0
        for gem in range(5):
            found |= nobles_met(bonuses + (1 << LANE * gem))
        _nobles_near[bonuses] = found
    return found


def noble_ids(nobles: int) -> tuple[int, ...]:
    """Return the ids in a set of nobles, ascending."""
    return tuple([noble.id for noble in NOBLES if nobles >> noble.id & 1])


def choose_noble(moves: Iterable[Move], nobles: int) -> list[Move]:
    """Return every move with every choice out of a set of nobles."""
    ids = noble_ids(nobles)
    return [choosing(move, noble) for move in moves for noble in ids]
