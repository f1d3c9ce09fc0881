"""What a bot is: one method to write, two to override if wanted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena_client.pb.arena_pb2 import GameEnded, GameStarted, Resignation
from arena_client.pb.game_pb2 import Card, Move, Noble, Observation
from arena_client.pb.record_pb2 import TurnPlayed

__all__ = ["RESIGN", "Bot", "Choice", "Turn"]

RESIGN: Final = Resignation()
"""Return it to give up the game."""

Choice = Move | int | str | Resignation
"""A move out of `legal_moves`, its index there, a move in text notation, or `RESIGN`."""


@dataclass
class Turn:
    """The bot is on turn: what it sees, and what it may do."""

    game: GameStarted
    """The game: names and seats, rules, time control, seed."""
    observation: Observation
    """The table as the bot's seat sees it."""
    legal_moves: list[Move]
    """Every legal move, in the arena's fixed order."""
    turns_played: list[TurnPlayed]
    """What the others played since the bot's own last turn."""
    clocks_us: list[int | None]
    """By seat, what is left of the budget in microseconds; `None` without a budget."""
    allowed_us: int | None
    """How long this turn may take in microseconds; `None`: for ever."""
    cards: Mapping[int, Card]
    """All cards by id."""
    nobles: Mapping[int, Noble]
    """All nobles by id."""
    note: str = ""
    """Set it to keep up to 1 KiB of words with the move in the game's record."""

    @property
    def seat(self) -> int:
        """The bot's own seat, from 0."""
        return self.observation.seat


class Bot:
    """A bot; write `choose_move`."""

    name = ""
    """What it calls itself; the name of its class if empty."""
    version = ""
    """Its version, for people."""

    def choose_move(self, turn: Turn) -> Choice:
        """Choose a move."""
        raise NotImplementedError(f"{type(self).__name__} has no choose_move")

    def game_started(self, game: GameStarted) -> None:
        """Called before a game's first turn; the arena waits for it, but not for ever."""

    def game_ended(self, end: GameEnded) -> None:
        """Called when a game is over for the bot."""
