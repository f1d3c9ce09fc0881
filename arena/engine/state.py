"""The state of a game: what lies where, and how to ask for it.

Responsible for the fields of a position, their packed form and their copy. Knows neither what may
be played (legality.py) nor what a move does (position.py).
"""

from typing import Final, Self

from arena.engine.deal import Deal
from arena.engine.gems import Tokens, pack, unpack
from arena.engine.moves import Move
from arena.engine.outcome import Ending
from arena.engine.rules import PRESETS, Rules
from arena.engine.tables import BONUSES, CARD_BITS
from arena.errors import GameError

SLOTS: Final[int] = 4
"""Face-up cards of a level."""

UNSEEN: Final[int] = 128
"""Added to the id of a card in hand that was reserved from a deck."""

_OFFICIAL: Final[Rules] = PRESETS["official"]


def _order(players: int, alive: int) -> tuple[int, ...]:
    seats = [seat for seat in range(players) if alive >> seat & 1]
    return tuple([next((other for other in seats if other > seat), seats[0]) for seat in range(players)])


ORDERS: Final[dict[tuple[int, int], tuple[int, ...]]] = {
    (players, alive): _order(players, alive) for players in (2, 3, 4) for alive in range(1, 1 << players)
}
"""For (players, seats in the game as bits): the seat after each. The round ends where that seat is
not a higher one."""


class State:
    """What lies where at the start of a turn, or at the end of the game.

    Everything is for reading. The underscored fields are shared by the modules of the engine
    only: tokens and bonuses are packed counts (gems.py; bonuses stop at 7, since nothing costs
    more), and cards, nobles and seats that go by bits are sets. `_reserves` keeps the reservations
    of the market and the decks as they are; it is replaced, never changed, and empty when unknown.
    """

    __slots__ = (
        "_alive",
        "_bank",
        "_bonuses",
        "_decks",
        "_final",
        "_forfeits",
        "_hand_bits",
        "_hands",
        "_market",
        "_market_bits",
        "_met",
        "_next_card",
        "_nobles",
        "_order",
        "_passed",
        "_prestige",
        "_purchased",
        "_reserves",
        "_tokens",
        "_visits",
        "deal",
        "drawn",
        "ending",
        "players",
        "round",
        "rules",
        "seat",
        "turn",
        "visited",
    )

    def __init__(self, deal: Deal, rules: Rules = _OFFICIAL, source: "State | None" = None) -> None:
        # A compiled class can only be built by its constructor, so `copy` comes through here too.
        if source is not None:
            self._become(source)
            return
        players = deal.players
        gems = rules.gem_tokens(players)
        self.deal: Deal = deal
        """The shuffled start; its decks never change, `_next_card` counts what has left them."""
        self.rules: Rules = rules
        """The rule set."""
        self.players: int = players
        """Number of seats, 2 to 4."""
        self.seat: int = 0
        """The seat on turn; when the game is over, the seat that was last."""
        self.turn: int = 0
        """Turns used up so far, by all seats together."""
        self.round: int = 1
        """The round being played, from 1; when the game is over, the last one."""
        self.drawn: int = 0
        """The card that the last move drew from a deck (refill or blind reservation), or 0."""
        self.visited: int = 0
        """The noble that came at the end of the last move, or 0."""
        self.ending: Ending | None = None
        """Why the game is over; None while it is not."""
        self._bank: int = pack((gems, gems, gems, gems, gems, rules.gold_tokens(players)))
        self._nobles: int = sum([1 << noble for noble in deal.nobles[: rules.nobles(players)]])
        self._market: list[int] = [card for deck in deal.decks for card in deck[:SLOTS]]
        self._market_bits: int = sum([CARD_BITS[card] for card in self._market])
        self._next_card: list[int] = [SLOTS, SLOTS, SLOTS]
        self._decks: int = 7
        self._reserves: list[Move] = []
        self._tokens: list[int] = [0] * players
        self._bonuses: list[int] = [0] * players
        self._prestige: list[int] = [0] * players
        self._met: list[int] = [0] * players
        self._hand_bits: list[int] = [0] * players
        self._hands: list[tuple[int, ...]] = [()] * players
        self._purchased: list[tuple[int, ...]] = [()] * players
        self._visits: list[tuple[int, ...]] = [()] * players
        self._final: bool = False
        self._passed: int = 0
        self._alive: int = (1 << players) - 1
        self._order: tuple[int, ...] = ORDERS[players, self._alive]
        self._forfeits: tuple[int, ...] = ()

    def copy(self) -> Self:
        """Return an independent equal; playing on one does not change the other."""
        return self.__class__(self.deal, self.rules, self)

    def _become(self, source: "State") -> None:
        self.deal = source.deal
        self.rules = source.rules
        self.players = source.players
        self.seat = source.seat
        self.turn = source.turn
        self.round = source.round
        self.drawn = source.drawn
        self.visited = source.visited
        self.ending = source.ending
        self._bank = source._bank
        self._nobles = source._nobles
        self._market = source._market[:]
        self._market_bits = source._market_bits
        self._next_card = source._next_card[:]
        self._decks = source._decks
        self._reserves = source._reserves
        self._tokens = source._tokens[:]
        self._bonuses = source._bonuses[:]
        self._prestige = source._prestige[:]
        self._met = source._met[:]
        self._hand_bits = source._hand_bits[:]
        self._hands = source._hands[:]
        self._purchased = source._purchased[:]
        self._visits = source._visits[:]
        self._final = source._final
        self._passed = source._passed
        self._alive = source._alive
        self._order = source._order
        self._forfeits = source._forfeits

    @property
    def bank(self) -> Tokens:
        """Tokens that nobody holds."""
        return unpack(self._bank)

    @property
    def market(self) -> tuple[tuple[int, ...], ...]:
        """The face-up card ids of levels 1, 2 and 3, four each; 0 is an empty slot."""
        cards = self._market
        return (tuple(cards[:SLOTS]), tuple(cards[SLOTS : 2 * SLOTS]), tuple(cards[2 * SLOTS :]))

    @property
    def deck_sizes(self) -> tuple[int, ...]:
        """Cards left in the decks of levels 1, 2 and 3."""
        level1, level2, level3 = self.deal.decks
        next1, next2, next3 = self._next_card
        return (len(level1) - next1, len(level2) - next2, len(level3) - next3)

    @property
    def nobles(self) -> tuple[int, ...]:
        """Ids of the nobles that are shown and have visited nobody, in the order of the deal."""
        return tuple([noble for noble in self.deal.nobles if self._nobles >> noble & 1])

    @property
    def final_round(self) -> bool:
        """Whether a seat has reached the prestige to win."""
        return self._final

    @property
    def passed(self) -> tuple[int, ...]:
        """Seats still in the game that have passed since the last turn that was not a pass."""
        passed = self._passed & self._alive
        if not passed:
            return ()
        return tuple([seat for seat in range(self.players) if passed >> seat & 1])

    @property
    def forfeits(self) -> tuple[int, ...]:
        """Seats that have forfeited, in the order in which they did."""
        return self._forfeits

    def tokens(self, seat: int) -> Tokens:
        """Return the tokens that a seat holds."""
        return unpack(self._tokens[seat])

    def bonuses(self, seat: int) -> Tokens:
        """Return the true count of a seat's bonuses, up to 18 of a gem."""
        return true_bonuses(self._purchased[seat])

    def prestige(self, seat: int) -> int:
        """Return the prestige of a seat, from cards and nobles."""
        return self._prestige[seat]

    def purchased(self, seat: int) -> tuple[int, ...]:
        """Return the ids of the cards that a seat has purchased, in that order."""
        return self._purchased[seat]

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the ids of the cards in a seat's hand, in the order of reservation."""
        return tuple([card & ~UNSEEN for card in self._hands[seat]])

    def visits(self, seat: int) -> tuple[int, ...]:
        """Return the ids of the nobles that have visited a seat, in that order."""
        return self._visits[seat]

    def check_seat(self, seat: int) -> None:
        """Raise GameError unless the game has this seat."""
        if not 0 <= seat < self.players:
            raise GameError(f"seat {seat!r}: expected 0 to {self.players - 1}")


def true_bonuses(purchased: tuple[int, ...]) -> Tokens:
    """Return the bonuses of some cards, which the packed field caps."""
    return unpack(sum([BONUSES[card] for card in purchased]))
