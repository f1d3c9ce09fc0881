"""What a seat may know, and nothing else.

Responsible for RULES.md section 7: hiding deck orders and other seats' blind reservations. Knows
nothing of how an observation travels.
"""

from dataclasses import dataclass
from typing import Final

from arena.engine.cards import card as card_of
from arena.engine.gems import Tokens
from arena.engine.outcome import Ending
from arena.engine.rules import Rules
from arena.engine.state import UNSEEN, State

EVERYBODY: Final[int] = -1
"""In place of a seat: sees every hand, as an organiser does."""


@dataclass(frozen=True, slots=True)
class ReservedCard:
    """A card in a hand."""

    level: int
    """1..3; everybody sees the back of a card."""
    card: int | None
    """Its id, or None when it came from a deck and the hand is another seat's."""
    unseen: bool
    """Whether it was reserved from a deck, so that only its owner has seen it."""


@dataclass(frozen=True, slots=True)
class PlayerView:
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


@dataclass(frozen=True, slots=True)
class Observation:
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
        seat=seat,
        turn=state.turn,
        round=state.round,
        on_turn=state.seat,
        rules=state.rules,
        bank=state.bank,
        market=state.market,
        deck_sizes=state.deck_sizes,
        nobles=state.nobles,
        players=tuple([_view(state, other, seat) for other in range(state.players)]),
        final_round=state.final_round,
        passed=state.passed,
        forfeits=state.forfeits,
        ending=state.ending,
    )


def _view(state: State, seat: int, observer: int) -> PlayerView:
    knows = observer in (seat, EVERYBODY)
    return PlayerView(
        tokens=state.tokens(seat),
        bonuses=state.bonuses(seat),
        prestige=state.prestige(seat),
        purchased=state.purchased(seat),
        reserved=tuple([_reserved(entry, knows) for entry in state._hands[seat]]),
        nobles=state.visits(seat),
        forfeited=seat in state.forfeits,
    )


def _reserved(entry: int, knows: bool) -> ReservedCard:
    card = entry & ~UNSEEN
    unseen = entry >= UNSEEN
    return ReservedCard(card_of(card).level, None if unseen and not knows else card, unseen)
