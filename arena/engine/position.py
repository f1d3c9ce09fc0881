"""A position: the one mutable value of the engine, and what a turn does to it.

Responsible for what a move changes and for when the game ends (docs/rules.md sections 2 to 6). Knows
nothing of time, bots or protocols, and does not doubt its caller: moves from elsewhere than its own
lists go through `check` first.
"""

import random
from typing import Final

from arena.engine import legality
from arena.engine.gems import GOLD
from arena.engine.moves import RESERVE, RESERVE_DECK, TAKE, Move
from arena.engine.observation import Observation, observe
from arena.engine.outcome import Ending, Outcome, places
from arena.engine.refusal import refusal
from arena.engine.state import ORDERS, SLOTS, UNSEEN, State
from arena.engine.tables import (
    BONUSES,
    CARD_BITS,
    LEVELS,
    NOBLE_PRESTIGE,
    PRESTIGE,
    noble_ids,
    nobles_met,
)
from arena.errors import GameError, IllegalMoveError

_MOST_BONUSES: Final[int] = 7


class Position(State):
    """A game at the start of a turn, or finished; made from a deal, at its first turn.

    Bots search on it: `copy`, `legal_moves` or `random_move`, `play`, `outcome`.
    """

    __slots__ = ()

    def legal_moves(self) -> list[Move]:
        """Return every legal move in a fixed order (legality.py); empty when the game is over.

        The list is the caller's own to change.
        """
        return legality.legal_moves(self)

    def legal_actions(self) -> list[int]:
        """Return the legal actions without their details, as codes for `completions`.

        In the order of `legal_moves`; empty when the game is over.
        """
        return legality.legal_actions(self)

    def completions(self, action: int) -> list[Move]:
        """Return the moves of one of `legal_actions`: all returns or payments, all nobles.

        Over all legal actions, in order, they make up `legal_moves`.
        """
        return legality.completions(self, action)

    def random_move(self, rng: random.Random) -> Move:
        """Draw a legal move: uniformly an action, then returns or payment, then a noble.

        Faster than drawing from `legal_moves`, and another distribution. The game is not over.
        """
        return legality.random_move(self, rng)

    def check(self, move: Move) -> None:
        """Raise IllegalMoveError with the reason in words unless the move is legal."""
        # The list decides; the reasons are worked out apart from it, for people.
        if move not in legality.legal_moves(self):
            raise IllegalMoveError(refusal(self, move) or f"{move}: not legal here")

    def play(self, move: Move) -> None:
        """Play a legal move and go on to the next turn, or end the game.

        Not checked: anything but a legal move of this position leaves it in an undefined state.
        Sets `drawn` and `visited`.
        """
        seat: int = self.seat
        code: int = move.code
        delta: int = move.delta
        self.drawn = 0
        self.visited = 0
        if code >= TAKE:
            self._passed = 0
        elif code > RESERVE:
            self._passed = 0
            if self._bank >= GOLD:
                delta += GOLD
            self._reserve(seat, code)
        elif code:
            self._passed = 0
            self._purchase(seat, code)
        else:
            self._passed |= 1 << seat
        self._tokens[seat] += delta
        self._bank -= delta
        if self._met[seat] & self._nobles:
            self._visit(seat, move.visitor)
        self.turn += 1
        after: int = self._order[seat]
        if after > seat and not self._passed:
            self.seat = after
        else:
            self._end_turn(after)

    def forfeit(self, seat: int) -> None:
        """Take a seat out of the game, on turn or off turn (docs/rules.md section 6).

        On turn, its turn is used up. With one seat left the game ends; that last seat may still
        forfeit, which leaves no result (NO_CONTEST). GameError for a seat that the game does not
        have, that is out already, or when the game ended in any other way. Sets `drawn` and
        `visited` to 0.
        """
        self.check_seat(seat)
        if seat in self._forfeits:
            raise GameError(f"seat {seat!r} has forfeited already")
        if self.ending not in (None, Ending.LAST_SEAT):
            raise GameError(f"seat {seat!r} cannot forfeit: the game is over")
        self._forfeits += (seat,)
        self._alive ^= 1 << seat
        self.drawn = self.visited = 0
        on_turn = seat == self.seat and self.ending is None
        self.turn += on_turn
        if not self._alive:
            self.ending = Ending.NO_CONTEST
            return
        self._order = ORDERS[self.players, self._alive]
        if not self._alive & (self._alive - 1):
            self.ending = Ending.LAST_SEAT
        elif on_turn:
            self._end_turn(self._order[seat])

    def observe(self, seat: int) -> Observation:
        """Return what a seat may know; GameError for a seat that the game does not have."""
        self.check_seat(seat)
        return observe(self, seat)

    def outcome(self) -> Outcome | None:
        """Return how the game ended and the places, or None while it goes on."""
        if self.ending is None:
            return None
        order: tuple[int, ...] = ()
        if self.ending is not Ending.NO_CONTEST:
            order = places(
                self.rules.tie_break,
                self._prestige,
                [len(cards) for cards in self._purchased],
                [sum([NOBLE_PRESTIGE[noble] for noble in nobles]) for nobles in self._visits],
                self._forfeits,
            )
        return Outcome(self.ending, order, tuple(self._prestige))

    def _reserve(self, seat: int, code: int) -> None:
        card: int
        if code > RESERVE_DECK:
            level: int = code - RESERVE_DECK - 1
            card = self._draw(level)
            self._hands[seat] += (card + UNSEEN,)
        else:
            card = code - RESERVE
            self._refill(card)
            self._hands[seat] += (card,)
        self._hand_bits[seat] |= CARD_BITS[card]

    def _purchase(self, seat: int, card: int) -> None:
        if self._hand_bits[seat] & CARD_BITS[card]:
            self._hand_bits[seat] ^= CARD_BITS[card]
            self._hands[seat] = tuple([entry for entry in self._hands[seat] if entry & ~UNSEEN != card])
        else:
            self._refill(card)
        self._purchased[seat] += (card,)
        bonuses: int = self._bonuses[seat]
        bonus: int = BONUSES[card]
        if bonuses // bonus & 31 < _MOST_BONUSES:
            self._bonuses[seat] = bonuses + bonus
            self._met[seat] = nobles_met(bonuses + bonus)
        if PRESTIGE[card]:
            self._score(seat, PRESTIGE[card])

    def _draw(self, level: int) -> int:
        following: int = self._next_card[level]
        deck: tuple[int, ...] = self.deal.decks[level]
        self._next_card[level] = following + 1
        if following + 1 == len(deck):
            self._decks ^= 1 << level
            self._reserves = []
        self.drawn = deck[following]
        return self.drawn

    def _refill(self, card: int) -> None:
        """Take a card out of the market and turn up the next of its level in its slot."""
        level: int = LEVELS[card] - 1
        self._reserves = []
        slot: int = self._market.index(card, SLOTS * level)
        self._market_bits ^= CARD_BITS[card]
        if self._decks >> level & 1:
            drawn: int = self._draw(level)
            self._market[slot] = drawn
            self._market_bits |= CARD_BITS[drawn]
        else:
            self._market[slot] = 0

    def _visit(self, seat: int, chosen: int) -> None:
        noble: int = chosen or noble_ids(self._met[seat] & self._nobles)[0]
        self.visited = noble
        self._nobles ^= 1 << noble
        self._visits[seat] += (noble,)
        self._score(seat, NOBLE_PRESTIGE[noble])

    def _score(self, seat: int, prestige: int) -> None:
        self._prestige[seat] += prestige
        if self._prestige[seat] >= self.rules.prestige_to_win:
            self._final = True

    def _end_turn(self, after: int) -> None:
        """Go on to the next seat, unless a round, a cycle of passes or the game is complete."""
        round_over: bool = after <= self.seat
        if round_over and self._final:
            self.ending = Ending.NORMAL
        elif self._passed & self._alive == self._alive:
            self.ending = Ending.STALEMATE
        elif round_over and self.round >= self.rules.round_limit:
            self.ending = Ending.TURN_LIMIT
        else:
            self.seat = after
            self.round += round_over
