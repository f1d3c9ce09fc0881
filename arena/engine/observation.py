"""What a seat may know, and nothing else.

Responsible for docs/rules.md section 7: hiding deck orders and other seats' blind reservations. Knows
nothing of how an observation travels.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from arena.engine.cards import card as card_of
from arena.engine.gems import Tokens, unpack
from arena.engine.outcome import Ending
from arena.engine.rules import Rules
from arena.engine.state import UNSEEN, State, true_bonuses

EVERYBODY: Final[int] = -1
"""In place of a seat: sees every hand, as an organiser does."""


class ReservedCard(NamedTuple):
    """A card in a hand."""

    level: int
    """1..3; everybody sees the back of a card."""
    card: int | None
    """Its id, or None when it came from a deck and the hand is another seat's."""
    unseen: bool
    """Whether it was reserved from a deck, so that only its owner has seen it."""


class PlayerView(NamedTuple):
    """What is known of one seat."""

    tokens: Tokens
    """Tokens held."""
    bonuses: Tokens
    """True counts of the bonuses, up to 18 of a gem; never gold."""
    prestige: int
    """From cards and nobles."""
    purchased: tuple[int, ...]
    """Ids of the purchased cards, in that order."""
    reserved: tuple[ReservedCard, ...]
    """The hand, in the order of reservation."""
    nobles: tuple[int, ...]
    """Ids of the nobles that visited, in that order."""
    forfeited: bool
    """Whether the seat has left the game."""


class Observation(NamedTuple):
    """A position as one seat knows it; equal for positions that differ in what it cannot know."""

    seat: int
    """The seat that observes."""
    turn: int
    """Turns used up so far, by all seats together."""
    round: int
    """The round being played, from 1."""
    on_turn: int
    """The seat on turn; when the game is over, the seat that was last."""
    rules: Rules
    """The rule set."""
    bank: Tokens
    """Tokens that nobody holds."""
    market: tuple[tuple[int, ...], ...]
    """Face-up card ids of levels 1, 2 and 3, four each; 0 is an empty slot."""
    deck_sizes: tuple[int, ...]
    """Cards left in the decks of levels 1, 2 and 3."""
    nobles: tuple[int, ...]
    """Ids of the nobles that are shown and have visited nobody."""
    players: tuple[PlayerView, ...]
    """Every seat, the observer's own among them."""
    final_round: bool
    """Whether a seat has reached the prestige to win."""
    passed: tuple[int, ...]
    """Seats in the game that have passed since the last turn that was not a pass."""
    forfeits: tuple[int, ...]
    """Seats that have forfeited, the earliest first."""
    ending: Ending | None
    """Why the game is over; None while it is not."""


def observe(state: State, seat: int) -> Observation:
    """Return what a seat (or EVERYBODY) knows."""
    return Observation(
        seat,
        state.turn,
        state.round,
        state.seat,
        state.rules,
        state.bank,
        state.market,
        state.deck_sizes,
        state.nobles,
        tuple([_view(state, other, seat) for other in range(state.players)]),
        state.final_round,
        state.passed,
        state.forfeits,
        state.ending,
    )


def _view(state: State, seat: int, observer: int) -> PlayerView:
    hand = state._hands[seat]
    return _seen(
        state._tokens[seat],
        state._purchased[seat],
        state._prestige[seat],
        hand,
        observer in (seat, EVERYBODY) or not hand or max(hand) < UNSEEN,
        state._visits[seat],
        seat in state._forfeits,
    )


@lru_cache(maxsize=4096)
def _seen(
    tokens: int,
    purchased: tuple[int, ...],
    prestige: int,
    hand: tuple[int, ...],
    knows: bool,
    visits: tuple[int, ...],
    forfeited: bool,
) -> PlayerView:
    """A seat as who knows its hand, or who does not, sees it; kept, since one seat changes in a turn."""
    return PlayerView(
        unpack(tokens),
        true_bonuses(purchased),
        prestige,
        purchased,
        _hand(hand, knows),
        visits,
        forfeited,
    )


@lru_cache(maxsize=4096)
def _hand(entries: tuple[int, ...], knows: bool) -> tuple[ReservedCard, ...]:
    return tuple([_reserved(entry, knows) for entry in entries])


def _reserved(entry: int, knows: bool) -> ReservedCard:
    card = entry & ~UNSEEN
    unseen = entry >= UNSEEN
    return ReservedCard(card_of(card).level, None if unseen and not knows else card, unseen)
