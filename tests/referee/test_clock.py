"""What a seat is allowed, what is left afterwards, and which time controls there are."""

from dataclasses import dataclass
from typing import Any

import pytest

from arena.errors import ConfigError
from arena.referee import Clock, TimeControl
from arena.referee.clock import LONGEST_US

MS = 1_000


@dataclass
class Case:
    """Turns of one seat; all but the last are in time."""

    name: str
    control: TimeControl
    used_us: tuple[int, ...]
    allowed_us: int | None
    """Before the last turn, margin included."""
    in_time: bool
    left_us: int | None = None
    """After the last turn, where it is in time."""


def control(**limits: Any) -> TimeControl:
    """A time control without a limit a move and without a margin, unless given."""
    return TimeControl(**{"move_us": None, "margin_us": 0, **limits})


CASES = [
    Case(
        "increment is no rescue",
        control(budget_us=50 * MS, increment_us=100 * MS),
        (60 * MS,),
        50 * MS,
        in_time=False,
    ),
    Case(
        "inside the margin nothing but the increment is left",
        control(budget_us=50 * MS, increment_us=100 * MS, margin_us=20 * MS),
        (60 * MS,),
        70 * MS,
        in_time=True,
        left_us=100 * MS,
    ),
    Case(
        "the whole margin",
        control(budget_us=50 * MS, margin_us=10 * MS),
        (60 * MS,),
        60 * MS,
        in_time=True,
        left_us=0,
    ),
    Case(
        "a microsecond over the margin",
        control(budget_us=50 * MS, margin_us=10 * MS),
        (60 * MS + 1,),
        60 * MS,
        in_time=False,
    ),
    Case(
        "the margin is granted again each turn, and nothing of it is kept",
        control(budget_us=50 * MS, margin_us=10 * MS),
        (55 * MS, 10 * MS),
        10 * MS,
        in_time=True,
        left_us=0,
    ),
    Case(
        "the increment comes after the turn",
        control(budget_us=50 * MS, increment_us=5 * MS),
        (30 * MS, 25 * MS),
        25 * MS,
        in_time=True,
        left_us=5 * MS,
    ),
    Case(
        "an increment above what is used lets the budget grow",
        control(budget_us=50 * MS, increment_us=5 * MS),
        (MS,),
        50 * MS,
        in_time=True,
        left_us=54 * MS,
    ),
    Case("budget only", control(budget_us=50 * MS), (50 * MS,), 50 * MS, in_time=True, left_us=0),
    Case("an empty budget allows nothing", control(budget_us=MS), (MS, 1), 0, in_time=False),
    Case("move limit only", control(move_us=50 * MS), (50 * MS,), 50 * MS, in_time=True),
    Case("over the move limit", control(move_us=50 * MS), (50 * MS + 1,), 50 * MS, in_time=False),
    Case("a move limit starts anew each turn", control(move_us=MS), (MS, MS, MS), MS, in_time=True),
    Case(
        "both: the move limit is lower",
        control(move_us=10 * MS, budget_us=50 * MS),
        (11 * MS,),
        10 * MS,
        in_time=False,
    ),
    Case(
        "both: what is left is lower",
        control(move_us=10 * MS, budget_us=15 * MS),
        (10 * MS, 6 * MS),
        5 * MS,
        in_time=False,
    ),
    Case(
        "both: the margin is added once",
        control(move_us=10 * MS, budget_us=10 * MS, margin_us=MS),
        (11 * MS,),
        11 * MS,
        in_time=True,
        left_us=0,
    ),
    Case(
        "the first turn has its own limit",
        control(first_move_us=90 * MS, move_us=10 * MS),
        (90 * MS,),
        90 * MS,
        in_time=True,
    ),
    Case(
        "the first turn's limit may be lower",
        control(first_move_us=5 * MS, move_us=10 * MS),
        (6 * MS,),
        5 * MS,
        in_time=False,
    ),
    Case(
        "the first turn's limit is for the first turn only",
        control(first_move_us=90 * MS, move_us=10 * MS),
        (90 * MS, 11 * MS),
        10 * MS,
        in_time=False,
    ),
    Case(
        "a limit for the first turn only",
        control(first_move_us=5 * MS),
        (5 * MS, LONGEST_US),
        None,
        in_time=True,
    ),
    Case("untimed", control(margin_us=50 * MS), (LONGEST_US, LONGEST_US), None, in_time=True),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_clock(case: Case) -> None:
    clock = Clock(case.control)
    *before, last = case.used_us
    for used_us in before:
        assert clock.in_time(used_us)
        clock.spend(used_us)
    assert clock.allowed_us == case.allowed_us
    assert clock.in_time(last) is case.in_time
    if case.in_time:
        clock.spend(last)
        assert clock.left_us == case.left_us


@pytest.mark.parametrize(
    "limits",
    [
        {"move_us": 100 * MS},
        {"move_us": None, "budget_us": 100 * MS},
        {"move_us": None, "budget_us": 100 * MS, "increment_us": 10 * MS},
        {"move_us": 100 * MS, "budget_us": 1000 * MS, "increment_us": 10 * MS},
    ],
)
def test_twice_the_limit_is_too_late_in_every_timed_control(limits: dict[str, Any]) -> None:
    assert not Clock(TimeControl(**limits)).in_time(200 * MS)


@pytest.mark.parametrize(
    ("limits", "untimed"),
    [
        ({}, False),
        ({"move_us": None}, True),
        ({"move_us": None, "budget_us": 1}, False),
        ({"move_us": None, "first_move_us": 1}, True),
    ],
)
def test_untimed_is_without_move_limit_and_without_budget(limits: dict[str, Any], untimed: bool) -> None:
    assert TimeControl(**limits).untimed is untimed


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"move_us": 0}, "move_us is 0, expected 1 to 31536000000000 microseconds"),
        ({"move_us": -5}, "move_us is -5, expected 1 to 31536000000000 microseconds"),
        ({"first_move_us": 0}, "first_move_us is 0, expected 1 to 31536000000000 microseconds"),
        ({"budget_us": 0}, "budget_us is 0, expected 1 to 31536000000000 microseconds"),
        ({"connect_us": 0}, "connect_us is 0, expected 1 to 31536000000000 microseconds"),
        ({"ready_us": 0}, "ready_us is 0, expected 1 to 31536000000000 microseconds"),
        ({"margin_us": -1}, "margin_us is -1, expected 0 to 31536000000000 microseconds"),
        (
            {"budget_us": 1, "increment_us": -1},
            "increment_us is -1, expected 0 to 31536000000000 microseconds",
        ),
        (
            {"move_us": LONGEST_US + 1},
            "move_us is 31536000000001, expected 1 to 31536000000000 microseconds",
        ),
        ({"increment_us": 5}, "increment_us is 5, but there is no budget_us"),
    ],
)
def test_an_impossible_time_control_is_refused(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        TimeControl(**limits)
    assert str(caught.value) == message


def test_the_longest_and_the_shortest_limits_are_possible() -> None:
    TimeControl(move_us=LONGEST_US, budget_us=LONGEST_US, increment_us=LONGEST_US, margin_us=LONGEST_US)
    TimeControl(connect_us=1, ready_us=1, first_move_us=1, move_us=1, budget_us=1, margin_us=0)
