"""What a check of a bot found, line by line.

Responsible for the values and for what counts as a failure. How they look on screen is not known here, nor
how anything was found out; details, output and advice may quote the bot.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = ["Check", "Line", "Report", "Verdict"]


class Check(StrEnum):
    """What is looked at, in the order in which it is."""

    START = "start"
    """It starts and says Hello in time."""
    HELLO = "hello"
    """It says who it is, and speaks the protocol."""
    TWO_PLAYERS = "2-players"
    """It plays a game in both seats."""
    THREE_PLAYERS = "3-players"
    """It plays a game in all three seats."""
    FOUR_PLAYERS = "4-players"
    """It plays a game in all four seats."""
    NEXT_GAME = "next-game"
    """It plays one game after another on one stream."""
    NEWER_ARENA = "newer-arena"
    """It ignores the fields and events that a newer arena may send."""
    SAME_GAME = "same-game"
    """It is ready for a game that was void and is played again."""
    TIME = "time"
    """Its answers come in time, and not at the last moment."""
    GOODBYE = "goodbye"
    """It ends by itself after Goodbye, with exit code 0."""
    OUTPUT = "output"
    """It does not print much."""
    WRONG_TOKEN = "wrong-token"
    """It ends by itself and says why when it is not let in."""
    ARENA_GONE = "arena-gone"
    """It ends by itself when the arena is gone."""
    LEFTOVERS = "leftovers"
    """It leaves no process behind."""

    @staticmethod
    def seats(players: int) -> "Check":
        """The check of every seat with so many players, 2 to 4."""
        return (Check.TWO_PLAYERS, Check.THREE_PLAYERS, Check.FOUR_PLAYERS)[players - 2]


class Verdict(StrEnum):
    """What a check came to."""

    PASS = "pass"
    """All is well."""
    HINT = "hint"
    """Not wrong, but worth to know."""
    FAIL = "fail"
    """It will lose games by this, or leave things behind."""
    SKIPPED = "skipped"
    """It could not be tried."""


@dataclass(frozen=True)
class Line:
    """What one check came to."""

    check: Check
    """Which one."""
    verdict: Verdict
    """How it went."""
    detail: str
    """The figure where it went well, else the reason."""
    advice: str = ""
    """What to do, in a sentence; for failures and hints."""
    output: str = ""
    """The end of what a bot that failed had printed."""
    figures: Mapping[str, int] = field(default_factory=dict)
    """What was measured, for machines; times are in microseconds."""


@dataclass(frozen=True)
class Report:
    """All that was found out about a bot."""

    lines: tuple[Line, ...]
    """In the order of `Check`, each of them once."""

    def of(self, check: Check) -> Line:
        """The line of one check."""
        return next(line for line in self.lines if line.check is check)

    def count(self, verdict: Verdict) -> int:
        """How many checks came to this."""
        return sum(line.verdict is verdict for line in self.lines)

    @property
    def failed(self) -> bool:
        """Whether any check failed."""
        return self.count(Verdict.FAIL) > 0
