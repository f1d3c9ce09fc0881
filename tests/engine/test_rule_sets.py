"""Rule sets: presets as the rule documents have them, and bounds."""

import random
from typing import Any

import pytest

from arena.engine import PRESETS, Deal, Position, Rules, TieBreak, Tokens
from arena.errors import GameError

BOUNDS = [
    ("prestige_to_win", 1, 60),
    ("token_limit", 3, 15),
    ("reserve_limit", 0, 5),
    ("tokens_per_gem", 1, 7),
    ("gold", 0, 7),
    ("nobles_shown", 0, 10),
    ("round_limit", 1, 1000),
]


def rules(**fields: Any) -> Rules:
    """Build a rule set whose types nobody has checked."""
    return Rules(**fields)


@pytest.mark.parametrize(("field", "least", "most"), BOUNDS)
def test_bounds(field: str, least: int, most: int) -> None:
    for value in (least, most):
        rules(**{field: value})
    bad: tuple[Any, ...] = (least - 1, most + 1, True, 1.5, "5", None)
    for value in bad:
        with pytest.raises(GameError, match=rf"^{field} .*expected {least} to {most}$"):
            rules(**{field: value})


@pytest.mark.parametrize("field", ["tokens_per_gem", "gold", "nobles_shown"])
def test_numbers_by_players(field: str) -> None:
    assert getattr(rules(**{field: 5}), field) == (5, 5, 5)
    for value in ((5, 5), (5, 5, 5, 5), (5, 5, 99), [5, 5, 5]):
        with pytest.raises(GameError, match=field):
            rules(**{field: value})


def test_other_fields() -> None:
    for wrong in ({"name": ""}, {"take_fewer": 1}, {"tie_break": "shared"}):
        with pytest.raises(GameError, match=next(iter(wrong))):
            rules(**wrong)


def test_presets() -> None:
    assert list(PRESETS) == ["official", "noble-tiebreak", "scarce-gold"]
    assert PRESETS["official"] == Rules()
    assert Rules.preset("noble-tiebreak").tie_break is TieBreak.NOBLE_PRESTIGE
    assert Rules.preset("scarce-gold").tie_break is TieBreak.SHARED
    assert [Rules.preset("scarce-gold").gold_tokens(n) for n in (2, 3, 4)] == [0, 0, 5]
    with pytest.raises(GameError, match=r"'chess' does not exist: expected one of official"):
        Rules.preset("chess")


def test_official_numbers() -> None:
    official = Rules()
    assert [official.gem_tokens(n) for n in (2, 3, 4)] == [4, 5, 7]
    assert [official.gold_tokens(n) for n in (2, 3, 4)] == [5, 5, 5]
    assert [official.nobles(n) for n in (2, 3, 4)] == [3, 4, 5]
    with pytest.raises(GameError, match="players 5: expected 2 to 4"):
        official.gem_tokens(5)


def test_setup_follows_the_rules() -> None:
    unusual = Rules(tokens_per_gem=6, gold=2, nobles_shown=10)
    position = Position(Deal.shuffled(b"", 0, 3), unusual)
    assert position.bank == Tokens(6, 6, 6, 6, 6, 2)
    assert sorted(position.nobles) == list(range(1, 11))


@pytest.mark.parametrize("extreme", [0, 1])
def test_extreme_rules_play_to_an_end(extreme: int) -> None:
    rng = random.Random(extreme)
    chosen: dict[str, Any] = {field: (least, most)[extreme] for field, least, most in BOUNDS}
    chosen_rules = rules(**chosen, take_fewer=bool(extreme))
    for index in range(4):
        position = Position(Deal.shuffled(b"extreme", index, 2 + index % 3), chosen_rules)
        while position.outcome() is None:
            moves = position.legal_moves()
            assert len(set(moves)) == len(moves)
            move = position.random_move(rng)
            assert move in moves
            position.check(move)
            position.play(move)
