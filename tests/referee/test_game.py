"""Whole games with scripted players: who wins, who is at fault, who hears what, how long it takes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock

from arena.engine import Position, Rules
from arena.referee import Answer, GameSetup, GameStart, PlayedGame, Termination, TurnPlayed, play_game
from arena.referee.clock import LONGEST_US
from arena.referee.game import TRANSIT_US
from tests.referee.players import (
    THOUGHT_US,
    Act,
    ScriptedPlayer,
    fails,
    fault,
    lingers,
    plays,
    silent,
    with_one,
)
from tests.referee.setups import setup

T = Termination
PLAYERS = [2, 3, 4]
BREAKS = [T.PROTOCOL_ERROR, T.CRASH, T.DISCONNECT]
ALLOWED_US = 5_050_000
"""A move and its margin in the default time control."""
WAITED_S = (ALLOWED_US + TRANSIT_US) / 1e6
"""How long the referee waits for one that never comes."""


async def play(
    game_setup: GameSetup, players: Sequence[ScriptedPlayer], stalled_us: Callable[[], int] = lambda: 0
) -> PlayedGame:
    """Play a game that must end within two years."""
    with trio.fail_after(2 * LONGEST_US / 1e6):
        return await play_game(game_setup, players, stalled_us)


def told_once(players: Sequence[ScriptedPlayer]) -> None:
    assert [len(player.ends) for player in players] == [1] * len(players)


def faults(game: PlayedGame) -> list[tuple[int, Termination]]:
    return [(fault.seat, fault.termination) for fault in game.faults]


# games without a fault


@pytest.mark.parametrize("count", PLAYERS)
async def test_a_game_is_played_to_its_end_and_recorded(count: int, autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer() for _ in range(count)]
    game = await play(setup(count), players)
    position = Position(game.setup.deal, game.setup.rules)
    for turn in game.turns:
        assert turn.seat == position.seat
        position.check(turn.move)
        position.play(turn.move)
        assert (turn.drawn, turn.noble) == (position.drawn, position.visited)
        assert turn.prestige == position.prestige(turn.seat)
        assert (turn.wire_us, turn.think_us, turn.note) == (THOUGHT_US, 7, "a note")
    outcome = position.outcome()
    assert outcome is not None
    assert (game.termination, game.reason, game.faults, game.stall_us) == (T.NORMAL, "", (), 0)
    assert (game.places, game.prestige) == (outcome.places, outcome.prestige)


async def test_every_player_hears_of_its_game_and_its_seat(autojump_clock: MockClock) -> None:
    players, game_setup = [ScriptedPlayer() for _ in range(3)], setup(3)
    await play(game_setup, players)
    assert [player.starts for player in players] == [[GameStart(game_setup, seat)] for seat in range(3)]


@pytest.mark.parametrize("count", PLAYERS)
async def test_every_player_hears_the_end_once(count: int, autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer() for _ in range(count)]
    game = await play(setup(count), players)
    told_once(players)
    for player in players:
        end = player.ends[0]
        assert (end.game_id, end.termination) == (game.setup.game_id, T.NORMAL)
        assert (end.places, end.prestige) == (game.places, game.prestige)
        assert (end.reason, end.fault) == ("", None)


async def test_the_clocks_are_kept_and_shown(autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer() for _ in range(2)]
    game = await play(setup(move_us=None, budget_us=1_000_000, increment_us=300), players)
    clocks = [turn.clock_us for turn in game.turns if turn.seat == 1]
    assert clocks == [1_000_000 - (turn + 1) * (THOUGHT_US - 300) for turn in range(len(clocks))]
    left: list[int | None] = [1_000_000, 1_000_000]
    asked = [0, 0]
    for turn in game.turns:
        question = players[turn.seat].questions[asked[turn.seat]]
        assert question.clocks_us == tuple(left)
        assert question.allowed_us == left[turn.seat]
        asked[turn.seat] += 1
        left[turn.seat] = turn.clock_us


async def test_a_question_tells_what_may_be_used_without_the_margin(autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer() for _ in range(2)]
    await play(setup(first_move_us=9_000_000, move_us=1_000_000), players)
    assert [question.allowed_us for question in players[0].questions[:3]] == [9_000_000, 1_000_000, 1_000_000]
    assert players[0].questions[0].clocks_us == (None, None)


async def test_an_untimed_question_allows_for_ever(autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer() for _ in range(2)]
    await play(setup(move_us=None), players)
    assert {question.allowed_us for question in players[0].questions} == {None}


@pytest.mark.parametrize("count", PLAYERS)
async def test_a_question_carries_the_turns_since_the_seats_own_last_one(
    count: int, autojump_clock: MockClock
) -> None:
    players = [ScriptedPlayer() for _ in range(count)]
    game = await play(setup(count), players)
    for seat, player in enumerate(players):
        own = [number for number, turn in enumerate(game.turns) if turn.seat == seat]
        first, *rest = [question.turns_played for question in player.questions]
        assert first == game.turns[:seat]
        assert rest == [game.turns[begin + 1 : end] for begin, end in pairwise(own)]


async def test_a_question_is_the_position_as_the_seat_sees_it(autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer() for _ in range(2)]
    game = await play(setup(), players)
    position, asked = Position(game.setup.deal, game.setup.rules), [0, 0]
    for turn in game.turns:
        question = players[turn.seat].questions[asked[turn.seat]]
        assert question.observation == position.observe(turn.seat)
        assert question.legal_moves == tuple(position.legal_moves())
        asked[turn.seat] += 1
        position.play(turn.move)


async def test_the_round_limit_ends_a_game(autojump_clock: MockClock) -> None:
    game = await play(
        setup(rules=Rules(prestige_to_win=60, round_limit=3)), [ScriptedPlayer() for _ in range(2)]
    )
    assert (game.termination, len(game.turns)) == (T.TURN_LIMIT, 6)
    assert len(game.places) == 2


# faults on turn


ON_TURN: list[tuple[Termination, Act]] = [
    *((termination, fails(termination)) for termination in [*BREAKS, T.RESIGNED]),
    (T.ILLEGAL_MOVE, plays("pass")),
    (T.TIMEOUT, silent),
    (T.TIMEOUT, plays(used_us=ALLOWED_US + 1)),
]


@pytest.mark.parametrize("count", PLAYERS)
@pytest.mark.parametrize(("termination", "act"), ON_TURN)
async def test_a_fault_on_turn_is_a_forfeit(
    count: int, termination: Termination, act: Act, autojump_clock: MockClock
) -> None:
    players = with_one(count, 1, ScriptedPlayer({1: act}))
    game = await play(setup(count), players)
    assert faults(game) == [(1, termination)]
    assert game.faults[0].turn == count + 1
    assert game.places[1] == count
    assert game.termination is (termination if count == 2 else T.NORMAL)
    assert sum(turn.seat == 1 for turn in game.turns) == 1
    told_once(players)


@pytest.mark.parametrize("count", PLAYERS)
async def test_who_is_at_fault_hears_why_before_the_others_finish(
    count: int, autojump_clock: MockClock
) -> None:
    players = with_one(count, 0, ScriptedPlayer({0: fails(T.CRASH)}))
    game = await play(setup(count), players)
    end = players[0].ends[0]
    assert (end.termination, end.reason, end.places) == (T.CRASH, "it broke", ())
    assert end.fault == game.faults[0]
    assert (end.fault.exit_code, end.fault.output_tail) == (3, "last words")
    for other in players[1:]:
        assert (other.ends[0].fault, other.ends[0].places) == (None, game.places)


async def test_the_game_of_two_names_the_bot_that_ended_it(autojump_clock: MockClock) -> None:
    players = with_one(2, 1, ScriptedPlayer({0: fails(T.RESIGNED)}))
    game = await play(setup(), players)
    assert (game.termination, game.reason) == (T.RESIGNED, "bot-1: it broke")
    assert (players[0].ends[0].termination, players[0].ends[0].reason) == (T.RESIGNED, "bot-1: it broke")
    assert game.places == (1, 2)


async def test_later_faults_have_better_places(autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer({turn: fails(T.CRASH)}) for turn in (2, 0, 1)] + [ScriptedPlayer()]
    game = await play(setup(4), players)
    assert faults(game) == [(1, T.CRASH), (2, T.CRASH), (0, T.CRASH)]
    assert game.places == (2, 4, 3, 1)
    assert (game.termination, game.reason) == (T.CRASH, "bot-0: it broke")


async def test_an_illegal_move_is_explained_in_the_words_of_the_rules(autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer({0: plays("take:WW")}), ScriptedPlayer({0: plays("take:WW", after_us=9)})]
    game = await play(setup(), players)
    [illegal] = game.faults
    assert illegal.reason == "take:WW: needs four white in the bank, it has 2"
    assert illegal.termination is T.ILLEGAL_MOVE
    assert (illegal.seat, illegal.turn, illegal.elapsed_us) == (1, 1, 9)
    assert players[1].ends[0].reason == illegal.reason


async def test_no_move_is_made_for_a_bot_at_fault(autojump_clock: MockClock) -> None:
    players = with_one(3, 0, ScriptedPlayer({1: plays("pass")}))
    game = await play(setup(3), players)
    assert [turn.seat for turn in game.turns[:5]] == [0, 1, 2, 1, 2]


# faults off turn


@pytest.mark.parametrize("count", PLAYERS)
@pytest.mark.parametrize("termination", BREAKS)
async def test_a_fault_off_turn_is_a_forfeit_at_once(
    count: int, termination: Termination, autojump_clock: MockClock
) -> None:
    broken = ScriptedPlayer(breaks=fault(termination), after_s=0.5)
    players = with_one(count, 1, broken)
    players[0]._script = {0: plays(after_us=1_000_000)}
    game = await play(setup(count), players)
    assert faults(game) == [(1, termination)]
    assert game.faults[0].turn == 0
    assert game.places[1] == count
    assert game.termination is (termination if count == 2 else T.NORMAL)
    assert broken.questions == []
    told_once(players)


@pytest.mark.parametrize("count", [3, 4])
async def test_the_seat_on_turn_keeps_its_question_while_others_are_left(
    count: int, autojump_clock: MockClock
) -> None:
    players = with_one(count, 1, ScriptedPlayer(breaks=fault(T.CRASH), after_s=0.5))
    players[0]._script = {0: plays(after_us=1_000_000)}
    game = await play(setup(count), players)
    assert (game.turns[0].seat, game.turns[0].wire_us) == (0, 1_000_000)
    assert game.turns[1].seat == 2
    assert len(players[0].questions) == sum(turn.seat == 0 for turn in game.turns)


async def test_a_seat_that_is_left_alone_need_not_answer(autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer(otherwise=silent), ScriptedPlayer(breaks=fault(T.CRASH), after_s=0.5)]
    game = await play(setup(), players)
    assert trio.current_time() == pytest.approx(0.5)
    assert (game.places, game.termination, game.turns) == ((1, 2), T.CRASH, ())


async def test_the_last_of_three_is_alone_when_both_others_break(autojump_clock: MockClock) -> None:
    players = [
        ScriptedPlayer(otherwise=silent),
        ScriptedPlayer(breaks=fault(T.CRASH), after_s=0.7),
        ScriptedPlayer(breaks=fault(T.DISCONNECT), after_s=0.5),
    ]
    game = await play(setup(3), players)
    assert trio.current_time() == pytest.approx(0.7)
    assert faults(game) == [(2, T.DISCONNECT), (1, T.CRASH)]
    assert game.places == (1, 2, 3)
    told_once(players)


async def test_an_answer_that_crosses_the_end_of_the_game_is_no_fault(autojump_clock: MockClock) -> None:
    players = [
        ScriptedPlayer(otherwise=lingers(500_000)),
        ScriptedPlayer(breaks=fault(T.CRASH), after_s=0.5),
    ]
    game = await play(setup(), players)
    assert faults(game) == [(1, T.CRASH)]
    assert (game.termination, game.places, game.turns) == (T.CRASH, (1, 2), ())
    told_once(players)


async def test_a_stall_that_crosses_the_end_of_the_game_does_not_void_it(autojump_clock: MockClock) -> None:
    players = [
        ScriptedPlayer(otherwise=lingers(ALLOWED_US + 1)),
        ScriptedPlayer(breaks=fault(T.CRASH), after_s=(ALLOWED_US + 1) / 1e6),
    ]
    game = await play(setup(), players, _Stalls(at_s=1, length_s=1))
    assert (game.termination, game.places) == (T.CRASH, (1, 2))


async def test_who_breaks_just_after_its_answer_is_out_before_its_next_turn(
    autojump_clock: MockClock,
) -> None:
    players = [
        ScriptedPlayer({0: lingers(500_000)}, breaks=fault(T.CRASH), after_s=0.5),
        ScriptedPlayer(otherwise=silent),
    ]
    game = await play(setup(move_us=None), players)
    assert faults(game) == [(0, T.CRASH)]
    assert ([turn.seat for turn in game.turns], game.faults[0].turn) == ([0], 1)
    assert trio.current_time() == pytest.approx(0.5)


# no-shows


@pytest.mark.parametrize("count", PLAYERS)
async def test_a_no_show_is_a_forfeit_and_the_others_play(count: int, autojump_clock: MockClock) -> None:
    players = with_one(count, 0, ScriptedPlayer(absent=fault(T.NO_SHOW)))
    game = await play(setup(count), players)
    assert faults(game) == [(0, T.NO_SHOW)]
    assert game.places[0] == count
    assert game.termination is (T.NO_SHOW if count == 2 else T.NORMAL)
    assert bool(game.turns) is (count > 2)
    assert players[0].questions == []
    told_once(players)


@pytest.mark.parametrize("count", PLAYERS)
async def test_a_game_where_nobody_shows_up_is_no_contest(count: int, autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer(absent=fault(T.NO_SHOW)) for _ in range(count)]
    game = await play(setup(count), players)
    assert (game.termination, game.places, game.turns) == (T.NO_CONTEST, (), ())
    assert game.reason == "no seat was left"
    assert faults(game) == [(seat, T.NO_SHOW) for seat in range(count)]
    told_once(players)


async def test_no_shows_are_in_seat_order_whenever_they_were_noticed(autojump_clock: MockClock) -> None:
    class _Late(ScriptedPlayer):
        def __init__(self, seconds: float) -> None:
            super().__init__(absent=fault(T.NO_SHOW))
            self._seconds = seconds

        async def begin(self, start: GameStart) -> None:
            await trio.sleep(self._seconds)
            await super().begin(start)

    players = [_Late(3), _Late(1), ScriptedPlayer(), _Late(2)]
    game = await play(setup(4), players)
    assert faults(game) == [(0, T.NO_SHOW), (1, T.NO_SHOW), (3, T.NO_SHOW)]
    assert game.places == (4, 3, 1, 2)
    assert trio.current_time() == pytest.approx(3)


# time


async def test_a_late_answer_is_a_timeout_with_the_time_that_passed(autojump_clock: MockClock) -> None:
    players = with_one(2, 0, ScriptedPlayer({0: plays(used_us=5_050_001)}))
    game = await play(setup(), players)
    [late] = game.faults
    assert (late.termination, late.elapsed_us) == (T.TIMEOUT, 5_050_001)
    assert late.reason == "no answer in time: 5050.0 ms passed, 5050.0 ms were allowed, margin included"


async def test_the_last_microsecond_of_the_margin_is_in_time(autojump_clock: MockClock) -> None:
    players = with_one(2, 0, ScriptedPlayer({0: plays(used_us=ALLOWED_US)}))
    game = await play(setup(), players)
    assert (game.termination, game.turns[0].wire_us) == (T.NORMAL, ALLOWED_US)


async def test_no_answer_is_a_timeout_when_the_time_is_over(autojump_clock: MockClock) -> None:
    players = with_one(2, 0, ScriptedPlayer({0: silent}))
    game = await play(setup(), players)
    [late] = game.faults
    assert late.termination is T.TIMEOUT
    assert late.elapsed_us >= ALLOWED_US
    assert trio.current_time() == pytest.approx(WAITED_S)


@pytest.mark.parametrize("budget_us", [2_500, 3_500])
async def test_a_budget_runs_out_over_several_turns(budget_us: int, autojump_clock: MockClock) -> None:
    players = with_one(2, 0, ScriptedPlayer())
    game = await play(setup(move_us=None, budget_us=budget_us, margin_us=0), players)
    assert faults(game)[0] == (0, T.TIMEOUT)
    assert game.faults[0].turn == 2 * (budget_us // THOUGHT_US)
    assert game.faults[0].elapsed_us >= 500


@pytest.mark.parametrize("count", PLAYERS)
async def test_a_game_in_which_no_bot_ever_answers_is_bounded(count: int, autojump_clock: MockClock) -> None:
    players = [ScriptedPlayer(otherwise=silent) for _ in range(count)]
    game = await play(setup(count), players)
    assert trio.current_time() == pytest.approx((count - 1) * WAITED_S)
    assert faults(game) == [(seat, T.TIMEOUT) for seat in range(count - 1)]
    assert game.places == (*range(count, 1, -1), 1)
    told_once(players)


async def test_an_untimed_game_waits(autojump_clock: MockClock) -> None:
    year_s = LONGEST_US / 1e6
    players = with_one(2, 0, ScriptedPlayer({0: plays(after_us=LONGEST_US)}))
    game = await play(setup(move_us=None), players)
    assert (game.termination, game.turns[0].wire_us) == (T.NORMAL, LONGEST_US)
    assert trio.current_time() > year_s


@pytest.mark.parametrize("seat", [0, 1])
async def test_an_untimed_game_notices_a_crash_on_turn_and_off_turn(
    seat: int, autojump_clock: MockClock
) -> None:
    broken = ScriptedPlayer(otherwise=silent, breaks=fault(T.CRASH), after_s=100)
    players = [broken if each == seat else ScriptedPlayer({0: silent}) for each in range(2)]
    game = await play(setup(move_us=None), players)
    assert faults(game) == [(seat, T.CRASH)]
    assert trio.current_time() == pytest.approx(100, abs=0.01)


# stalls


class _Stalls:
    """One stall of the host, as the meter tells it."""

    def __init__(self, at_s: float, length_s: float) -> None:
        self._at_s, self._length_s = at_s, length_s

    def __call__(self) -> int:
        return round(max(0.0, min(self._length_s, trio.current_time() - self._at_s)) * 1e6)


async def test_an_answer_that_only_a_stall_made_late_voids_the_game(autojump_clock: MockClock) -> None:
    players = with_one(2, 0, ScriptedPlayer({0: plays(after_us=ALLOWED_US + 500_000)}))
    game = await play(setup(), players, _Stalls(at_s=1, length_s=1))
    assert (game.termination, game.places, game.faults, game.turns) == (T.VOID, (), (), ())
    assert game.reason == "the host stalled for 1000 ms while seat 0 was on turn"
    assert game.stall_us == 1_000_000
    told_once(players)
    assert {player.ends[0].termination for player in players} == {T.VOID}


async def test_an_answer_later_than_a_stall_explains_is_a_timeout(autojump_clock: MockClock) -> None:
    late = plays(after_us=ALLOWED_US + 1, used_us=ALLOWED_US + 1_000_001)
    game = await play(setup(), with_one(2, 0, ScriptedPlayer({0: late})), _Stalls(1, 1))
    assert faults(game) == [(0, T.TIMEOUT)]


async def test_a_silent_bot_gets_the_stall_as_more_time_and_is_a_timeout_then(
    autojump_clock: MockClock,
) -> None:
    players = with_one(2, 0, ScriptedPlayer({0: silent}))
    game = await play(setup(), players, _Stalls(at_s=1, length_s=1))
    assert faults(game) == [(0, T.TIMEOUT)]
    assert trio.current_time() == pytest.approx(WAITED_S + 1)
    assert game.faults[0].elapsed_us == ALLOWED_US + TRANSIT_US + 1_000_000


async def test_a_stall_in_the_added_time_adds_time_again(autojump_clock: MockClock) -> None:
    stalls = [_Stalls(at_s=1, length_s=1), _Stalls(at_s=5.5, length_s=0.25)]
    players = with_one(2, 0, ScriptedPlayer({0: silent}))
    game = await play(setup(), players, lambda: sum(stall() for stall in stalls))
    assert faults(game) == [(0, T.TIMEOUT)]
    assert trio.current_time() == pytest.approx(WAITED_S + 1.25)


async def test_a_stall_during_another_turn_excuses_nothing(autojump_clock: MockClock) -> None:
    players = [
        ScriptedPlayer({0: plays(after_us=2_000_000)}),
        ScriptedPlayer({0: plays(used_us=ALLOWED_US + 1)}),
    ]
    game = await play(setup(), players, _Stalls(at_s=0.5, length_s=1))
    assert faults(game) == [(1, T.TIMEOUT)]


async def test_a_stall_without_a_late_answer_is_only_recorded(autojump_clock: MockClock) -> None:
    players = with_one(2, 0, ScriptedPlayer({0: plays(after_us=2_000_000)}))
    game = await play(setup(), players, _Stalls(at_s=0.5, length_s=1))
    assert (game.termination, game.stall_us) == (T.NORMAL, 1_000_000)


async def test_stalls_before_the_game_are_none_of_its_own(autojump_clock: MockClock) -> None:
    game = await play(setup(), [ScriptedPlayer() for _ in range(2)], lambda: 5_000_000)
    assert game.stall_us == 0


# errors of the arena


async def test_an_error_that_is_not_the_bots_is_not_blamed_on_it(autojump_clock: MockClock) -> None:
    class _Buggy(ScriptedPlayer):
        def ask(self, question: object) -> None:
            raise ZeroDivisionError("of the arena")

    with pytest.RaisesGroup(ZeroDivisionError):
        await play(setup(), with_one(2, 0, _Buggy()))


async def test_the_same_game_is_recorded_the_same(autojump_clock: MockClock) -> None:
    games = [await play(setup(3), [ScriptedPlayer() for _ in range(3)]) for _ in range(2)]
    assert games[0] == games[1]
    changed: tuple[TurnPlayed, ...] = (games[1].turns[0]._replace(note="another"), *games[1].turns[1:])
    assert games[0] != replace(games[1], turns=changed)


async def test_who_breaks_just_after_the_game_ended_has_won_it(autojump_clock: MockClock) -> None:
    async def breaks_late(player: ScriptedPlayer) -> Answer:
        with trio.CancelScope(shield=True):
            await player.think(500_000)
            await trio.lowlevel.checkpoint()
            await trio.lowlevel.checkpoint()
        raise fault(T.CRASH)

    players = [
        ScriptedPlayer(otherwise=breaks_late),
        ScriptedPlayer(breaks=fault(T.DISCONNECT), after_s=0.5),
    ]
    game = await play(setup(), players)
    assert (game.termination, game.places, faults(game)) == (T.DISCONNECT, (1, 2), [(1, T.DISCONNECT)])
    told_once(players)
