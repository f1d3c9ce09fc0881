"""Time: what a seat is allowed for a turn, and what is left of its budget afterwards.

All times are whole microseconds. It measures nothing itself and knows no player: it is told how long an
answer took.
"""

from dataclasses import dataclass, fields

from arena.errors import ConfigError

__all__ = ["LONGEST_US", "Clock", "TimeControl"]

LONGEST_US = 365 * 24 * 3600 * 1_000_000
"""A year: more than any game may take, and far from the end of an int64."""


@dataclass(frozen=True)
class TimeControl:
    """The limits of a tournament, in microseconds; `None` is no limit.

    Raises:
        ConfigError: if a limit is negative, or too long.
    """

    connect_us: int = 20_000_000
    """From the start of a bot's process to its Hello."""

    ready_us: int = 10_000_000
    """From GameStarted to Ready."""

    first_move_us: int | None = None
    """For a seat's first turn of a game; `None` is the same as `move_us`."""

    move_us: int | None = 5_000_000
    """For one turn."""

    budget_us: int | None = None
    """For all turns of a game together."""

    increment_us: int = 0
    """Added to what is left of the budget after each turn."""

    margin_us: int = 50_000
    """Grace on every turn, for the transport; using it costs budget but never adds to it."""

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name), field.name in _MAY_BE_ZERO)
        if self.increment_us and self.budget_us is None:
            raise ConfigError(f"increment_us is {self.increment_us!r}, but there is no budget_us")

    @property
    def untimed(self) -> bool:
        """Whether a seat may think for ever; such games are not rated."""
        return self.move_us is None and self.budget_us is None


_MAY_BE_ZERO = {"increment_us", "margin_us"}


def _check(name: str, value: int | None, zero: bool) -> None:
    least = 0 if zero else 1
    if value is not None and not least <= value <= LONGEST_US:
        raise ConfigError(f"{name} is {value!r}, expected {least} to {LONGEST_US} microseconds")


@dataclass
class Clock:
    """The clock of one seat in one game.

    Examples:
        >>> clock = Clock(TimeControl(move_us=None, budget_us=50_000, increment_us=100_000, margin_us=0))
        >>> clock.in_time(60_000)
        False
    """

    control: TimeControl
    """The limits it keeps."""

    turns: int = 0
    """How many turns of this seat are over."""

    left_us: int | None = None
    """What is left of the budget; `None` without one."""

    def __post_init__(self) -> None:
        self.left_us = self.control.budget_us

    @property
    def limit_us(self) -> int | None:
        """How long the next answer may take: the lower of move limit and budget; `None`: for ever."""
        move_us, left_us = self._move_us, self.left_us
        if move_us is None or left_us is None:
            return left_us if move_us is None else move_us
        return min(move_us, left_us)

    @property
    def allowed_us(self) -> int | None:
        """The same with the margin, once: an answer after that is late."""
        limit_us = self.limit_us
        return None if limit_us is None else limit_us + self.control.margin_us

    @property
    def _move_us(self) -> int | None:
        first = self.control.first_move_us
        return first if self.turns == 0 and first is not None else self.control.move_us

    def in_time(self, used_us: int) -> bool:
        """Whether an answer after `used_us` is still accepted; the increment never rescues an overrun."""
        allowed = self.allowed_us
        return allowed is None or used_us <= allowed

    def spend(self, used_us: int) -> None:
        """Book a turn that was answered in time."""
        self.turns += 1
        if self.left_us is not None:
            self.left_us = max(0, self.left_us - used_us) + self.control.increment_us
