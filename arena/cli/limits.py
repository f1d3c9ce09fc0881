"""Options for the limits of a bot's time, and what they make of a time control."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from arena.cli.options import whole_number
from arena.errors import ConfigError
from arena.referee.clock import LONGEST_US, TimeControl

__all__ = [
    "BudgetMs",
    "ConnectMs",
    "FirstMoveMs",
    "IncrementMs",
    "MarginMs",
    "MoveMs",
    "ReadyMs",
    "with_limits",
]

LONGEST_MS = LONGEST_US // 1000


def _ms(name: str, help: str, usual: str, least: int = 1) -> Any:  # noqa: A002
    return whole_number(name, f"{help}, in milliseconds; {usual} if not given.", least, LONGEST_MS)


def _usual(name: str) -> str:
    limit_us = getattr(TimeControl(), name)
    return "none" if limit_us is None else f"{limit_us // 1000}"


ConnectMs = Annotated[
    int | None, _ms("--connect-ms", "Limit from the start of a bot to its Hello", _usual("connect_us"))
]
ReadyMs = Annotated[
    int | None, _ms("--ready-ms", "Limit from the start of a game to Ready", _usual("ready_us"))
]
FirstMoveMs = Annotated[
    int | None, _ms("--first-move-ms", "Limit for a bot's first move of a game", "as for a move")
]
MoveMs = Annotated[int | None, _ms("--move-ms", "Limit for a move", _usual("move_us"))]
BudgetMs = Annotated[
    int | None, _ms("--budget-ms", "Limit for all moves of a bot in a game", _usual("budget_us"))
]
IncrementMs = Annotated[
    int | None, _ms("--increment-ms", "Added to the budget after each move", _usual("increment_us"), 0)
]
MarginMs = Annotated[
    int | None, _ms("--margin-ms", "Grace on every move for the transport", _usual("margin_us"), 0)
]


def with_limits(
    control: TimeControl, times_ms: Mapping[str, int | None], *, untimed: bool = False
) -> TimeControl:
    """The time control with the limits that a user has given.

    Args:
        control: what holds where nothing is given.
        times_ms: by field of the time control, in milliseconds; `None` is not given.
        untimed: no limit on a move.

    Raises:
        ConfigError: if they contradict each other.
    """
    given: dict[str, Any] = {name: ms * 1000 for name, ms in times_ms.items() if ms is not None}
    if untimed:
        if given.keys() & {"move_us", "first_move_us", "budget_us", "increment_us"}:
            raise ConfigError("--untimed and a time limit for moves are both given, expected one of them")
        given.update(move_us=None, first_move_us=None, budget_us=None, increment_us=0)
    elif given.get("increment_us") and (given.get("budget_us") or control.budget_us) is None:
        raise ConfigError(
            f"--increment-ms is {times_ms['increment_us']}, but there is no budget; add --budget-ms"
        )
    return replace(control, **given)
