"""How games end: final round, stalemate, turn limit, ties and forfeits (docs/rules.md sections 5, 6)."""

from typing import Any

import pytest

from arena.engine import Deal, Ending, Move, Position, Rules, TieBreak
from arena.errors import GameError, IllegalMoveError
from tests.engine.builders import build, cards_for

FULL = (88, 89, 90)
HANDS = [FULL, (85, 86, 87), (82, 83, 84), (79, 80, 81)]


def play(position: Position, *texts: str) -> None:
    """Check and play moves."""
    for text in texts:
        move = Move.parse(text)
        position.check(move)
        position.play(move)


def scored(*prestige: int, **table: Any) -> Position:
    """Build a position in which the seats have so much prestige."""
    return build([{"prestige": each} for each in prestige], **table)


def blocked(players: int, **table: Any) -> Position:
    """Build a position in which nobody can do anything but pass."""
    return build([{"hand": HANDS[seat]} for seat in range(players)], bank="", **table)


def result(position: Position) -> tuple[Ending, tuple[int, ...]]:
    """Return how the game ended and the places."""
    outcome = position.outcome()
    assert outcome is not None
    return outcome.ending, outcome.places


def test_the_final_round_is_finished() -> None:
    position = build([{"held": "RRRRR", "prestige": 14}, {}, {}])
    play(position, "buy:43=RRRRR")
    assert position.prestige(0) == 16
    assert position.final_round
    play(position, "take:WUG")
    assert position.outcome() is None
    play(position, "take:WUG")
    assert result(position) == (Ending.NORMAL, (1, 2, 2))
    assert (position.turn, position.round, position.seat) == (3, 1, 2)


def test_the_last_seat_ends_it_at_once() -> None:
    position = build([{}, {"held": "RRRRR", "prestige": 13}], on_turn=1, turn=1)
    play(position, "buy:43=RRRRR")
    assert result(position) == (Ending.NORMAL, (2, 1))


def test_a_noble_can_start_the_final_round() -> None:
    position = build([{"purchased": cards_for("RRRRKKKK"), "prestige": 12}, {}], nobles=(1,))
    play(position, "take:WUG")
    assert position.final_round


def test_nothing_is_legal_when_the_game_is_over() -> None:
    position = scored(15, 0, on_turn=1, final_round=True)
    play(position, "take:WUG")
    assert position.legal_moves() == []
    with pytest.raises(IllegalMoveError, match=r"take:WUG: the game is over"):
        position.check(Move.parse("take:WUG"))


def test_another_target() -> None:
    position = build([{"held": "RRRRR"}, {}], rules=Rules(prestige_to_win=2))
    play(position, "buy:43=RRRRR")
    assert position.final_round


TIES: list[tuple[TieBreak, list[dict[str, Any]], tuple[int, ...]]] = [
    (TieBreak.FEWER_CARDS, [{"purchased": (5, 6)}, {"purchased": (7,)}], (2, 1)),
    # Reserved cards do not count.
    (TieBreak.FEWER_CARDS, [{"purchased": (5,)}, {"purchased": (6,), "hand": (7,)}], (1, 1)),
    (TieBreak.NOBLE_PRESTIGE, [{"purchased": (5,)}, {"nobles": (1,), "purchased": (6, 7)}], (2, 1)),
    (TieBreak.NOBLE_PRESTIGE, [{"purchased": (5, 6)}, {"purchased": (7,)}], (1, 1)),
    (TieBreak.SHARED, [{"purchased": (5, 6)}, {"nobles": (1,)}], (1, 1)),
    # The rule orders every place, and a shared place leaves the next one out.
    (TieBreak.FEWER_CARDS, [{"prestige": 9}, {"purchased": (5,)}, {}], (1, 3, 2)),
    (TieBreak.SHARED, [{"prestige": 9}, {}, {}, {"prestige": 1}], (1, 3, 3, 2)),
    (TieBreak.SHARED, [{}, {}, {}, {"prestige": 1}], (2, 2, 2, 1)),
    (TieBreak.SHARED, [{"prestige": 5}, {}, {}, {"prestige": -1}], (1, 2, 2, 4)),
]


@pytest.mark.parametrize(("rule", "players", "places"), TIES)
def test_ties(rule: TieBreak, players: list[dict[str, Any]], places: tuple[int, ...]) -> None:
    level = [{"prestige": 5, **player} for player in players]
    if any("prestige" in player for player in players):
        level = [{"prestige": 0, **player} for player in players]
    last = len(players) - 1
    position = build(level, rules=Rules(tie_break=rule), on_turn=last, final_round=True)
    play(position, "take:WUG")
    assert result(position) == (Ending.NORMAL, places)


def test_turn_limit() -> None:
    position = scored(2, 3, rules=Rules(round_limit=7), round=7, turn=12)
    play(position, "take:WUG")
    assert position.outcome() is None
    play(position, "take:WUG")
    assert result(position) == (Ending.TURN_LIMIT, (2, 1))
    assert position.round == 7


def test_prestige_comes_before_the_turn_limit() -> None:
    position = scored(15, 3, rules=Rules(round_limit=7), round=7, on_turn=1, final_round=True)
    play(position, "take:WUG")
    assert result(position)[0] is Ending.NORMAL


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stalemate(players: int) -> None:
    position = blocked(players)
    for _ in range(players):
        assert position.outcome() is None
        play(position, "pass")
    assert result(position) == (Ending.STALEMATE, (1,) * players)
    assert position.passed == tuple(range(players))


def test_stalemate_ends_in_the_middle_of_a_round() -> None:
    position = blocked(3, on_turn=1, turn=4, round=2)
    play(position, "pass", "pass", "pass")
    assert result(position)[0] is Ending.STALEMATE
    assert (position.seat, position.round) == (0, 3)


def test_stalemate_comes_after_prestige_and_before_the_turn_limit() -> None:
    last = {"passed": (0,), "on_turn": 1, "round": 7, "rules": Rules(round_limit=7)}
    position = blocked(2, **last)
    play(position, "pass")
    assert result(position)[0] is Ending.STALEMATE
    position = blocked(2, final_round=True, **last)
    play(position, "pass")
    assert result(position)[0] is Ending.NORMAL


def test_a_move_breaks_the_cycle_of_passes() -> None:
    position = build([{"hand": FULL}, {"hand": (5,)}, {"hand": HANDS[2]}], bank="")
    play(position, "pass", "reserve:1", "pass")
    assert position.passed == (2,)
    play(position, "pass")
    assert position.outcome() is None


def test_a_pass_on_which_a_noble_visits_still_counts() -> None:
    # To pass, the seat must be unable to buy anything that its eight bonuses help with.
    position = build(
        [{"hand": FULL}, {"hand": (88, 72, 85), "purchased": cards_for("WWWWUUUU")}],
        bank="",
        market=[[24, 17, 9, 35], [61, 64, 70, 55], [84, 86, 74, 89]],
        nobles=(10,),
        passed=(0,),
        on_turn=1,
    )
    play(position, "pass")
    assert position.visited == 10
    assert result(position) == (Ending.STALEMATE, (2, 1))


def test_forfeit_with_two_players() -> None:
    position = Position(Deal.shuffled(b"", 0, 2))
    position.forfeit(0)
    assert result(position) == (Ending.LAST_SEAT, (2, 1))
    assert position.turn == 1
    assert position.legal_moves() == []


def test_forfeit_on_turn_uses_up_the_turn() -> None:
    position = Position(Deal.shuffled(b"", 0, 3))
    play(position, "take:WUG")
    position.forfeit(1)
    assert (position.seat, position.turn, position.round) == (2, 2, 1)
    play(position, "take:WUG", "take:WUG")
    assert (position.seat, position.round) == (2, 2)
    assert position.observe(0).players[1].forfeited
    assert position.forfeits == (1,)


def test_forfeit_off_turn_leaves_the_turn() -> None:
    position = Position(Deal.shuffled(b"", 0, 3))
    position.forfeit(2)
    assert (position.seat, position.turn) == (0, 0)
    play(position, "take:WUG", "take:WUG")
    assert (position.seat, position.round) == (0, 2)


def test_a_forfeited_seat_keeps_its_tokens_and_claims_no_noble() -> None:
    position = build(
        [{}, {"held": "WU", "hand": (5,), "purchased": cards_for("RRRRKKKK")}, {}],
        nobles=(1,),
        on_turn=1,
    )
    before = position.bank
    position.forfeit(1)
    assert position.bank == before
    assert position.tokens(1).white == 1
    assert position.hand(1) == (5,)
    assert (position.visited, position.nobles) == (0, (1,))


def test_the_earlier_forfeit_is_placed_lower() -> None:
    position = scored(3, 9, 1, 8)
    position.forfeit(1)
    position.forfeit(3)
    assert position.outcome() is None
    position.forfeit(0)
    assert result(position) == (Ending.LAST_SEAT, (2, 4, 1, 3))


def test_forfeits_are_placed_below_everybody() -> None:
    position = scored(3, 15, 1, 2, final_round=True, on_turn=2)
    position.forfeit(1)
    play(position, "take:WUG", "take:WUG")
    assert result(position) == (Ending.NORMAL, (1, 4, 3, 2))


def test_a_final_round_stays_triggered_when_its_seat_forfeits() -> None:
    position = build([{"held": "RRRRR", "prestige": 14}, {}, {}])
    play(position, "buy:43=RRRRR")
    position.forfeit(0)
    play(position, "take:WUG", "take:WUG")
    assert result(position) == (Ending.NORMAL, (3, 1, 1))


def test_a_round_ends_after_the_highest_seat_in_the_game() -> None:
    position = scored(15, 0, 0, final_round=True, on_turn=1)
    position.forfeit(2)
    play(position, "take:WUG")
    assert result(position) == (Ending.NORMAL, (1, 2, 3))


def test_a_forfeit_on_turn_can_end_the_final_round() -> None:
    position = scored(15, 0, 0, final_round=True, on_turn=2)
    position.forfeit(2)
    assert result(position) == (Ending.NORMAL, (1, 2, 3))


def test_a_forfeit_on_turn_can_reach_the_turn_limit() -> None:
    position = scored(1, 0, 0, rules=Rules(round_limit=5), round=5, on_turn=2)
    position.forfeit(2)
    assert result(position) == (Ending.TURN_LIMIT, (1, 2, 3))


def test_a_forfeit_does_not_break_a_cycle_of_passes() -> None:
    position = blocked(3)
    play(position, "pass")
    position.forfeit(1)
    assert position.passed == (0,)
    play(position, "pass")
    assert result(position) == (Ending.STALEMATE, (1, 3, 1))


def test_a_forfeit_can_complete_a_cycle_of_passes() -> None:
    position = blocked(3)
    play(position, "pass", "pass")
    position.forfeit(2)
    assert result(position) == (Ending.STALEMATE, (1, 1, 3))


def test_no_contest() -> None:
    position = Position(Deal.shuffled(b"", 0, 3))
    for seat in (0, 2, 1):
        position.forfeit(seat)
    assert result(position) == (Ending.NO_CONTEST, ())


def test_forfeits_that_cannot_be() -> None:
    position = Position(Deal.shuffled(b"", 0, 3))
    with pytest.raises(GameError, match="seat 3: expected 0 to 2"):
        position.forfeit(3)
    with pytest.raises(GameError, match="seat -1"):
        position.forfeit(-1)
    position.forfeit(1)
    with pytest.raises(GameError, match="seat 1 has forfeited already"):
        position.forfeit(1)
    over = scored(15, 0, final_round=True, on_turn=1)
    play(over, "take:WUG")
    with pytest.raises(GameError, match="the game is over"):
        over.forfeit(0)


def test_a_forfeit_clears_what_the_last_move_showed() -> None:
    position = Position(Deal.shuffled(b"", 0, 3))
    play(position, "reserve:deck1")
    assert position.drawn
    position.forfeit(2)
    assert (position.drawn, position.visited) == (0, 0)
