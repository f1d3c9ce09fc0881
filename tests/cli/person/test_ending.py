"""What a person is told at the end of a game."""

from dataclasses import replace

import pytest

from arena.cli.person.ending import ending_in_words
from arena.engine import Move, Rules
from arena.referee import Fault, PlayedGame, Termination, TurnPlayed
from tests.referee.setups import setup

TURNS = (
    TurnPlayed(0, Move.parse("buy:17="), 18, 0, 0, 1000, None),
    TurnPlayed(1, Move.parse("reserve:deck2@4"), 55, 4, 3, 1000, None),
    TurnPlayed(0, Move.parse("buy:18="), 19, 3, 3, 1000, None),
)


def game(termination: Termination, rules: str = "official", **changes: object) -> PlayedGame:
    played = PlayedGame(setup(2, Rules.preset(rules)), TURNS, (), termination, (2, 1), (3, 4), "", 0)
    return replace(played, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("termination", "why"),
    [
        (Termination.NORMAL, "15 prestige are reached, and the round is complete"),
        (Termination.STALEMATE, "nobody can do anything any more"),
        (Termination.TURN_LIMIT, "100 rounds are played"),
    ],
)
def test_the_reason_is_told_before_the_places(termination: Termination, why: str) -> None:
    first, _, head, _, *rows = ending_in_words(game(termination)).splitlines()
    assert first == f"the game is over: {why}"
    assert head == "place  player  prestige  cards  nobles"
    assert rows == [
        "    1  bot-1          4      0       1",
        "    2  bot-0          3      2       1",
    ]


def test_a_fault_stands_at_its_seat() -> None:
    fault = Fault(0, Termination.CRASH, 3, "it broke")
    told = ending_in_words(game(Termination.CRASH, faults=(fault,), reason="bot-0: it broke"))
    assert told.startswith("the game is over: nobody but bot-1 was left; bot-0: it broke\n")
    assert told.endswith("    2  bot-0          3      2       1  CRASH")


def test_without_a_result_there_are_no_places() -> None:
    told = ending_in_words(game(Termination.NO_CONTEST, places=(), reason="no seat was left"))
    assert told == "the game is over: no seat was left"


@pytest.mark.parametrize(
    ("rules", "tie"),
    [
        ("official", "of equal prestige, fewer cards purchased are better"),
        ("noble-tiebreak", "of equal prestige, more of it from nobles is better"),
        ("scarce-gold", "equal prestige shares a place"),
    ],
)
def test_what_decides_between_equals_is_told_where_there_are_any(rules: str, tie: str) -> None:
    assert ending_in_words(game(Termination.NORMAL, rules, prestige=(4, 4))).endswith(f"\n\n{tie}")
    assert tie not in ending_in_words(game(Termination.NORMAL, rules))
