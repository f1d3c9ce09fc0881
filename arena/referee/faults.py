"""Why a game ended and what a bot did wrong: the table of terminations as values.

It knows no transport; who finds a fault raises `PlayerFault`, and the referee turns it into a forfeit.
"""

import signal
from dataclasses import dataclass
from enum import StrEnum

from arena.errors import BotError

__all__ = ["Fault", "HostStalled", "PlayerFault", "Termination", "process_ended"]


class Termination(StrEnum):
    """Why a game ended, or what a bot did wrong."""

    NORMAL = "NORMAL"
    """By the rules: somebody reached the prestige."""
    STALEMATE = "STALEMATE"
    """Every seat passed in one unbroken cycle."""
    TURN_LIMIT = "TURN_LIMIT"
    """The round limit was reached."""
    TIMEOUT = "TIMEOUT"
    """An answer came too late or not at all."""
    ILLEGAL_MOVE = "ILLEGAL_MOVE"
    """A move that the rules forbid."""
    PROTOCOL_ERROR = "PROTOCOL_ERROR"
    """Bytes or a message that the protocol does not allow."""
    CRASH = "CRASH"
    """The bot's process ended, with any exit code."""
    DISCONNECT = "DISCONNECT"
    """The stream ended while the process lived on."""
    RESIGNED = "RESIGNED"
    """The bot gave up."""
    NO_SHOW = "NO_SHOW"
    """The bot was not there when the game began."""
    NO_CONTEST = "NO_CONTEST"
    """No seat was left; counts as played, without a result."""
    VOID = "VOID"
    """The host failed; does not count and is played again."""


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong in a game."""

    seat: int
    """The bot's seat."""
    termination: Termination
    """What it was."""
    turn: int
    """Turns played before it happened."""
    reason: str
    """In words."""
    elapsed_us: int = 0
    """Time since the open question, where there was one."""
    exit_code: int | None = None
    """Exit code of the bot's process where it ended; minus the signal's number where one ended it."""
    output_tail: str = ""
    """The end of what the bot printed."""


class PlayerFault(BotError):  # noqa: N818 - a fault, in the words of the game
    """The bot behind a player is at fault: it is out of the game."""

    def __init__(
        self,
        termination: Termination,
        reason: str,
        *,
        elapsed_us: int = 0,
        exit_code: int | None = None,
        output_tail: str = "",
    ) -> None:
        super().__init__(f"{termination}: {reason}")
        self.termination = termination
        self.reason = reason
        self.elapsed_us = elapsed_us
        self.exit_code = exit_code
        self.output_tail = output_tail

    def at(self, seat: int, turn: int) -> Fault:
        """The fault as it stands in the game's record."""
        return Fault(
            seat,
            self.termination,
            turn,
            self.reason,
            self.elapsed_us,
            self.exit_code,
            self.output_tail,
        )


def process_ended(exit_code: int | None) -> str:
    """How a process ended, in words; a negative code is the signal that ended it."""
    if exit_code is None or exit_code >= 0:
        return f"its process ended with exit code {exit_code}"
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        return f"its process was ended by signal {-exit_code}"
    return f"its process was ended by signal {-exit_code} ({name})"


class HostStalled(Exception):  # noqa: N818 - no error of anybody's: it voids the game
    """The host kept the referee from running for so long that a late answer proves nothing."""
