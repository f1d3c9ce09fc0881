"""What the referee asks of a player, and the values that go between them.

A player is a bot inside one game. How it is reached, started and ended is not known here.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from arena.engine import Deal, Move, Observation, Rules
from arena.referee.clock import TimeControl
from arena.referee.faults import Fault, PlayerFault, Termination

__all__ = ["Answer", "GameEnd", "GameSetup", "GameStart", "Player", "Question", "TurnPlayed"]


@dataclass(frozen=True)
class GameSetup:
    """All that decides a game besides what its players do."""

    game_id: str
    """16 hexadecimal digits."""
    names: tuple[str, ...]
    """The bots' names by seat."""
    deal: Deal
    """What chance decides."""
    rules: Rules
    """The rule set."""
    time_control: TimeControl
    """The limits."""
    bot_seeds: tuple[bytes, ...]
    """By seat, for bots that draw lots."""


@dataclass(frozen=True)
class GameStart:
    """A game begins, as one seat is told."""

    setup: GameSetup
    """The game; a player tells its bot neither the deal nor the other seats' seeds."""
    seat: int
    """The bot's own seat."""


class TurnPlayed(NamedTuple):
    """A turn as it was played."""

    seat: int
    """Who played it."""
    move: Move
    """The move."""
    drawn: int
    """Id of the card that came from a deck, 0 if none."""
    noble: int
    """Id of the noble that visited, 0 if none."""
    prestige: int
    """The player's prestige afterwards."""
    wire_us: int
    """From question to answer."""
    clock_us: int | None
    """The player's clock afterwards; `None` without a budget."""
    think_us: int = 0
    """The think time that the bot stated."""
    note: str = ""
    """The bot's words."""
    note_cut: bool = False
    """Whether they were longer than is kept."""


class Question(NamedTuple):
    """A seat is on turn."""

    observation: Observation
    """What it sees."""
    legal_moves: tuple[Move, ...]
    """All moves it may choose, in the engine's order."""
    turns_played: tuple[TurnPlayed, ...]
    """What the others played since its own last turn; not masked."""
    clocks_us: tuple[int | None, ...]
    """What is left of each seat's budget."""
    allowed_us: int | None
    """How long the answer may take, without the margin; `None`: for ever."""


class Answer(NamedTuple):
    """What a bot chose."""

    move: Move
    """The move; not known to be legal."""
    used_us: int
    """From the hand-over of the question to the transport until the answer was read."""
    think_us: int = 0
    """The think time that the bot stated."""
    note: str = ""
    """The bot's words, at most 1 KiB."""
    note_cut: bool = False
    """Whether they were longer."""


@dataclass(frozen=True)
class GameEnd:
    """The game is over for a seat."""

    game_id: str
    """16 hexadecimal digits."""
    termination: Termination
    """Why, for this seat."""
    places: tuple[int, ...]
    """By seat; empty while others still play or where there is no result."""
    prestige: tuple[int, ...]
    """By seat."""
    reason: str = ""
    """In words, where there is more to say."""
    fault: Fault | None = None
    """What the bot did wrong, where it did."""


class Player(Protocol):
    """A bot inside one game, as the referee sees it."""

    async def begin(self, start: GameStart) -> None:
        """Tell the bot of the game and wait until it is ready.

        Raises:
            PlayerFault: if it is not there, or not ready in time.
        """

    def ask(self, question: Question) -> None:
        """Hand a question to the bot; `answer` waits for what it says."""

    async def answer(self) -> Answer:
        """Wait for the answer to the last question; may be cancelled and called again.

        Raises:
            PlayerFault: if the bot broke, gave up, or said what the protocol does not allow.
        """

    async def broken(self) -> PlayerFault:
        """Wait until the bot breaks, also while it is not on turn."""

    def end(self, end: GameEnd) -> None:
        """Tell the bot that the game is over for it; does not wait."""
