"""Splendor: rules, positions and moves.

Responsible for the game itself: what is legal, what a move does, who won, what a seat may know.
Knows nothing of protocol, time, bots or disks, and imports nothing but the standard library and
`arena.errors`.

    >>> import random
    >>> from arena.engine import Deal, Position
    >>> position = Position(Deal.shuffled(b"an example", 0, players=2))
    >>> while position.outcome() is None:
    ...     position.play(random.choice(position.legal_moves()))
"""

from arena.engine.cards import CARDS, NOBLES, Card, Noble, card, noble
from arena.engine.deal import Deal
from arena.engine.determinize import determinize
from arena.engine.gems import Gem, Tokens
from arena.engine.moves import Action, Move
from arena.engine.observation import Observation, PlayerView, ReservedCard
from arena.engine.outcome import Ending, Outcome
from arena.engine.perft import divide, perft
from arena.engine.position import Position
from arena.engine.render import board
from arena.engine.rules import PRESETS, Rules, TieBreak
from arena.errors import GameError, IllegalMoveError, NotationError

__all__ = [
    "CARDS",
    "NOBLES",
    "PRESETS",
    "Action",
    "Card",
    "Deal",
    "Ending",
    "GameError",
    "Gem",
    "IllegalMoveError",
    "Move",
    "Noble",
    "NotationError",
    "Observation",
    "Outcome",
    "PlayerView",
    "Position",
    "ReservedCard",
    "Rules",
    "TieBreak",
    "Tokens",
    "board",
    "card",
    "determinize",
    "divide",
    "noble",
    "perft",
]
