"""A move: a whole turn in one immutable value, and its text notation both ways.

Responsible for what can be said. Whether a move is legal in some position is not known here.

A move packs into 42 bits: 30 of tokens given to the bank (returned or paid), 4 of the chosen noble
(0 for none), 8 of the action's code. Codes: 0 pass, 1..90 purchase of that card, 100 + id reserve
of a face-up card, 200 + level reserve from a deck, 210.. the thirty ways to take.
"""

from collections.abc import Iterable
from enum import Enum
from itertools import combinations
from threading import Lock
from typing import Final
from weakref import WeakValueDictionary

from arena.engine.cards import CARDS, NOBLES
from arena.engine.gems import (
    LANE,
    LETTERS,
    MOST_OF_A_KIND,
    Tokens,
    letters,
    pack,
    total,
    unpack,
)
from arena.errors import NotationError

PASS: Final[int] = 0
RESERVE: Final[int] = 100
RESERVE_DECK: Final[int] = 200
TAKE: Final[int] = 210

_NOBLE_SHIFT: Final[int] = 30
_CODE_SHIFT: Final[int] = 34
_LOSS_MASK: Final[int] = (1 << _NOBLE_SHIFT) - 1


_NOTHING: Final[Tokens] = Tokens()


class Action(Enum):
    """What a turn is used for (exactly one of these)."""

    TAKE = "take"
    """Tokens from the bank: different gems, or two of one."""
    RESERVE = "reserve"
    """A face-up card into the hand."""
    RESERVE_DECK = "reserve_deck"
    """The unseen top card of a deck into the hand."""
    PURCHASE = "purchase"
    """A card from the market or the own hand."""
    PASS = "pass"
    """Nothing, because nothing else is legal."""


def _takes() -> list[int]:
    ways = [sum(1 << LANE * gem for gem in gems) for n in (3, 2, 1) for gems in combinations(range(5), n)]
    return ways + [2 << LANE * gem for gem in range(5)]


# Tokens that each code takes from the bank; the gold of a reservation depends on the bank and is
# added when it is played.
GAINS: Final[list[int]] = [0] * TAKE + _takes()
GAIN_SIZES: Final[list[int]] = [total(gain) for gain in GAINS]
_TAKE_CODES: Final[dict[int, int]] = {gain: TAKE + way for way, gain in enumerate(GAINS[TAKE:])}


class Move:
    """A whole turn: action, tokens given, noble chosen. Equal moves are the same object.

    Made by `Move.parse`, the constructors below or `Position.legal_moves`, never by calling the
    class. `packed` is the move in one int; `code`, `delta` (lanes gained less lanes given, gold of
    a reservation apart) and `visitor` (noble id or 0) are parts of it kept ready for the engine.
    """

    __slots__ = ("__weakref__", "code", "delta", "packed", "visitor")

    packed: int
    code: int
    delta: int
    visitor: int

    def __init__(self, packed: int) -> None:
        code = packed >> _CODE_SHIFT
        object.__setattr__(self, "packed", packed)
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "delta", GAINS[code] - (packed & _LOSS_MASK))
        object.__setattr__(self, "visitor", packed >> _NOBLE_SHIFT & 15)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a move cannot be changed: {name!r}")

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return from_packed, (self.packed,)

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __str__(self) -> str:
        suffix = f"@{self.visitor}" if self.visitor else ""
        given = letters(unpack(self.packed & _LOSS_MASK))
        if self.action is Action.PURCHASE:
            return f"buy:{self.code}={given}{suffix}"
        return f"{self._stem()}{'>' if given else ''}{given}{suffix}"

    def _stem(self) -> str:
        match self.action:
            case Action.TAKE:
                return f"take:{letters(self.taken)}"
            case Action.RESERVE:
                return f"reserve:{self.code - RESERVE}"
            case Action.RESERVE_DECK:
                return f"reserve:deck{self.code - RESERVE_DECK}"
            case _:
                return "pass"

    @property
    def action(self) -> Action:
        """What the turn is used for."""
        if self.code >= TAKE:
            return Action.TAKE
        if self.code > RESERVE_DECK:
            return Action.RESERVE_DECK
        if self.code > RESERVE:
            return Action.RESERVE
        return Action.PURCHASE if self.code else Action.PASS

    @property
    def taken(self) -> Tokens:
        """Gems taken from the bank; the gold that comes with a reservation is not counted."""
        return unpack(GAINS[self.code])

    @property
    def card(self) -> int | None:
        """Id of the card reserved face-up or purchased."""
        if self.action is Action.RESERVE:
            return self.code - RESERVE
        return self.code if self.action is Action.PURCHASE else None

    @property
    def level(self) -> int | None:
        """Level of the deck reserved from, 1..3."""
        return self.code - RESERVE_DECK if self.action is Action.RESERVE_DECK else None

    @property
    def paid(self) -> Tokens:
        """Tokens paid for a purchase."""
        return unpack(self.packed & _LOSS_MASK if self.action is Action.PURCHASE else 0)

    @property
    def returned(self) -> Tokens:
        """Tokens returned because more than the limit would be held."""
        return unpack(0 if self.action is Action.PURCHASE else self.packed & _LOSS_MASK)

    @property
    def noble(self) -> int | None:
        """Id of the noble chosen among several that would visit."""
        return self.visitor or None

    @staticmethod
    def parse(text: str) -> "Move":
        """Return the move that a canonical text stands for; NotationError for any other text."""
        return _parse(text)

    @staticmethod
    def take(taken: Tokens, returned: Tokens = _NOTHING, noble: int | None = None) -> "Move":
        """Take one to three different gems or two of one; NotationError for anything else."""
        code = _TAKE_CODES.get(_lanes("taken", taken))
        if code is None:
            raise NotationError(f"taken {_shown(taken)}: expected one to three different gems or two of one")
        return _make(code, _lanes("returned", returned), noble)

    @staticmethod
    def reserve(card: int, returned: Tokens = _NOTHING, noble: int | None = None) -> "Move":
        """Reserve a face-up card; NotationError for an id or count that does not exist."""
        code = RESERVE + _within("card", card, len(CARDS))
        return _make(code, _lanes("returned", returned), noble)

    @staticmethod
    def reserve_deck(level: int, returned: Tokens = _NOTHING, noble: int | None = None) -> "Move":
        """Reserve the top of a deck; NotationError for a level or count that does not exist."""
        code = RESERVE_DECK + _within("level", level, 3)
        return _make(code, _lanes("returned", returned), noble)

    @staticmethod
    def purchase(card: int, paid: Tokens, noble: int | None = None) -> "Move":
        """Purchase a card; NotationError for an id or count that does not exist."""
        return _make(_within("card", card, len(CARDS)), _lanes("paid", paid), noble)

    @staticmethod
    def pass_(noble: int | None = None) -> "Move":
        """Pass; NotationError for a noble that does not exist."""
        return _make(PASS, 0, noble)


# Weak, so that moves made up by hostile bots do not stay for ever.
_interned: Final["WeakValueDictionary[int, Move]"] = WeakValueDictionary()
_interning: Final = Lock()


def from_packed(packed: int) -> Move:
    """Return the one move with this packed form, which must come from a move."""
    with _interning:
        move = _interned.get(packed)
        if move is None:
            move = _interned[packed] = Move(packed)
        return move


def from_code(code: int, loss: int = 0) -> Move:
    """Return the move with this action code that gives these lanes and chooses no noble."""
    return from_packed(code << _CODE_SHIFT | loss)


def choosing(move: Move, noble: int) -> Move:
    """Return the same move with the noble chosen; the move must not choose one already."""
    return from_packed(move.packed | noble << _NOBLE_SHIFT)


def _make(code: int, loss: int, noble: int | None) -> Move:
    visitor = 0 if noble is None else _within("noble", noble, len(NOBLES))
    return from_packed(code << _CODE_SHIFT | visitor << _NOBLE_SHIFT | loss)


def _within(name: str, value: int, most: int) -> int:
    if not 1 <= value <= most:
        raise NotationError(f"{name} {value!r}: expected 1 to {most}")
    return value


def _lanes(name: str, counts: Iterable[int]) -> int:
    # A count beyond its lane would spill into the next one, so the bounds come before packing.
    counts = tuple(counts)
    if len(counts) != len(LETTERS) or any(not 0 <= n <= MOST_OF_A_KIND for n in counts):
        raise NotationError(f"{name} {counts!r}: expected six counts of 0 to {MOST_OF_A_KIND}")
    return pack(counts)


def _shown(counts: Iterable[int]) -> str:
    """Counts for a message: as letters, unless they are more than anybody can hold."""
    counts = tuple(counts)
    few = all(0 <= n <= MOST_OF_A_KIND for n in counts)
    return repr(letters(counts)) if few else repr(counts)


def _parse(text: str) -> Move:
    try:
        move = _read(text)
    except NotationError as error:
        raise NotationError(f"{_short(text)} is not a move: {error}") from None
    # One comparison refuses everything that is readable but not canonical: order, zeros, blanks.
    if str(move) != text:
        raise NotationError(f"{_short(text)} is not canonical: expected {str(move)!r}")
    return move


def _read(text: str) -> Move:
    if not isinstance(text, str):
        raise NotationError("expected a text")
    body, _, noble_text = text.partition("@")
    noble = _number("noble", noble_text) if noble_text else None
    body, _, returned = body.partition(">")
    verb, _, rest = body.partition(":")
    if verb == "take":
        return Move.take(_count(rest), _count(returned), noble)
    if verb == "reserve" and rest.startswith("deck"):
        return Move.reserve_deck(_number("level", rest[4:]), _count(returned), noble)
    if verb == "reserve":
        return Move.reserve(_number("card", rest), _count(returned), noble)
    if verb == "buy":
        card_text, _, paid = rest.partition("=")
        return Move.purchase(_number("card", card_text), _count(paid), noble)
    if body == "pass":
        return Move.pass_(noble)
    raise NotationError("expected take:, reserve:, buy: or pass")


def _short(text: str) -> str:
    shown = repr(text)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def _number(name: str, digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 2):
        raise NotationError(f"{name} {_short(digits)}: expected a number without leading zeros")
    return int(digits)


def _count(text: str) -> Tokens:
    counts = Tokens(*[text.count(letter) for letter in LETTERS])
    if sum(counts) != len(text):
        raise NotationError(f"tokens {_short(text)}: expected letters out of {LETTERS}")
    return counts
