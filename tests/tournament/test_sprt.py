"""A sequential test on results: a function of them, of whole rotations in the order of the schedule."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.tournament.schedule import Pairing, Schedule
from arena.tournament.sprt import Ending, Question, SprtTest
from arena.tournament.standings import GameResult
from ratings.sprt import Verdict, sprt

QUESTION = Question(0, 300)
WIN, TIE, LOSS, NONE = (1, 2), (1, 1), (2, 1), ()
ENDS = {2: WIN, 1: TIE, 0: LOSS, None: NONE}

Games = Sequence[tuple[int | None, int | None]]
"""For each rotation what the first bot gets in either game, in half points; None without a contest."""


def schedule(rounds: int) -> Schedule:
    return Schedule("0" * 16, ("a", "b"), players=2, rounds=rounds)


def result(pairing: Pairing, half_points: int | None, faulty: int | None = None) -> GameResult:
    """A game with the first bot's half points; `faulty` is a bot that was at fault in it."""
    own = ENDS[half_points]
    seats_of_first = own if pairing.bots[0] == 0 else own[::-1]
    faults = () if faulty is None else ((pairing.bots.index(faulty), "CRASH"),)
    return GameResult(
        pairing.game_id,
        pairing.ordinal,
        pairing.round,
        "",
        pairing.bots,
        seats_of_first,
        (),
        "NORMAL",
        faults,
    )


def results(games: Games, rounds: int | None = None) -> list[GameResult]:
    flat = [half_points for rotation in games for half_points in rotation]
    return [result(*each) for each in zip(schedule(rounds or len(games)), flat, strict=False)]


def looked(
    played: Iterable[GameResult], rounds: int, question: Question = QUESTION, *, at_once: bool = True
) -> SprtTest:
    """A test that is told these results, together or one by one."""
    test, known = SprtTest(question, schedule(rounds)), {}
    for each in played:
        known[each.ordinal] = each
        if not at_once:
            test.look(known, {})
    test.look(known, {})
    return test


def found(test: SprtTest) -> object:
    return test.ending, test.evidence, test.state


WON: Games = [(2, 2)] * 20


def expected(games: Games, question: Question) -> tuple[Ending, int]:
    """The plain way: a test after every rotation; how it ends, and after how many."""
    counts = [0] * 5
    for number, (one, other) in enumerate(games, 1):
        if one is not None and other is not None:
            counts[one + other] += 1
            state = sprt(counts, question.elo0, question.elo1, model=question.model)
            if state.verdict is not Verdict.OPEN:
                return Ending(state.verdict.value), number
    return Ending.LIMIT, len(games)


half_points = st.sampled_from([0, 1, 2, 2, None])
many_games = st.lists(st.tuples(half_points, half_points), min_size=1, max_size=30)
questions = st.sampled_from([QUESTION, Question(-300, 0), Question(0, 100, model="normalized")])


@settings(max_examples=60)
@given(many_games, questions)
def test_the_first_rotation_that_suffices_ends_it(games: Games, question: Question) -> None:
    test = looked(results(games), len(games), question)
    assert (test.ending, test.evidence.rotations) == expected(games, question)


@settings(max_examples=60)
@given(many_games, questions, st.randoms(use_true_random=False))
def test_in_which_order_results_come_is_no_matter(
    games: Games, question: Question, chance: random.Random
) -> None:
    played = results(games)
    in_order = looked(played, len(games), question)
    chance.shuffle(played)
    assert found(looked(played, len(games), question)) == found(in_order)
    assert found(looked(played, len(games), question, at_once=False)) == found(in_order)


@settings(max_examples=60)
@given(many_games, st.integers(0, 60))
def test_going_on_is_the_same_as_not_having_stopped(games: Games, stop: int) -> None:
    played = results(games)
    test = SprtTest(QUESTION, schedule(len(games)))
    test.look({each.ordinal: each for each in played[:stop]}, {})
    test.look({each.ordinal: each for each in played}, {})
    assert found(test) == found(looked(played, len(games)))


def test_later_rotations_change_nothing() -> None:
    ended = looked(results(WON, rounds=50), 50)
    assert ended.ending is Ending.ELO1
    stop = ended.evidence.rotations
    assert 1 < stop < len(WON)
    lost = [*WON[:stop], *[(0, 0)] * 30]
    assert found(looked(results(lost, rounds=50), 50)) == found(ended)


def test_a_rotation_that_is_not_finished_keeps_those_after_it_waiting() -> None:
    played = results(WON, rounds=50)
    test = looked(played[:1] + played[2:], 50)
    assert (test.ending, test.evidence.rotations) == (Ending.OPEN, 0)
    test.look({each.ordinal: each for each in played}, {})
    assert test.ending is Ending.ELO1


def test_both_verdicts_and_none() -> None:
    assert looked(results(WON), 20).ending is Ending.ELO1
    assert looked(results([(0, 0)] * 20), 20).ending is Ending.ELO0
    level = looked(results([(2, 0), (0, 2)]), 2)
    assert (level.ending, level.evidence.counts) == (Ending.LIMIT, (0, 0, 2, 0, 0))
    assert looked(results([(2, 0), (0, 2)], rounds=3), 3).ending is Ending.OPEN


def test_more_rounds_open_a_test_that_met_its_limit() -> None:
    short = looked(results(WON[:2]), 2)
    assert short.ending is Ending.LIMIT
    longer = looked(results(WON[:2], rounds=30), 30)
    assert longer.ending is Ending.OPEN
    assert longer.evidence == short.evidence


def test_which_bot_is_in_question_is_told_by_entry_order_and_not_by_seat() -> None:
    test = looked(results([(2, 1)]), 1)
    assert test.evidence.counts == (0, 0, 0, 1, 0)
    assert test.state.score == 0.75


def test_a_forfeit_counts_by_place_and_a_game_without_contest_leaves_its_rotation_out() -> None:
    pairings = list(schedule(2))
    played = [
        result(pairings[0], 2, faulty=1),
        result(pairings[1], 2),
        result(pairings[2], 2),
        result(pairings[3], None),
    ]
    test = looked(played, 2)
    assert test.evidence.counts == (0, 0, 0, 0, 1)
    assert (test.evidence.without_result, test.evidence.rotations) == (1, 2)


# quarantine


def spoilt(faults: Iterable[int], rounds: int, until: int) -> list[GameResult]:
    """The first bot wins all games, the second is at fault in some of them."""
    faulty = set(faults)
    return [
        result(pairing, 2, faulty=1 if pairing.ordinal in faulty else None)
        for pairing in list(schedule(rounds))[:until]
    ]


@pytest.mark.parametrize("faults", [(0, 1, 2), (1, 2, 3), (5, 6, 7)])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_bot_in_quarantine_ends_it_with_the_rotations_before(
    faults: tuple[int, ...], at_once: bool
) -> None:
    test = looked(spoilt(faults, 50, 40), 50, Question(0, 30), at_once=at_once)
    assert test.ending is Ending.QUARANTINE
    assert test.evidence.rotations == (faults[-1] + 1) // 2


def test_the_last_rotation_before_a_quarantine_may_bring_the_verdict() -> None:
    stop = looked(results(WON), 20).evidence.rotations
    last = 2 * stop - 1
    with_verdict = looked(spoilt((last - 2, last - 1, last), 50, 40), 50)
    assert (with_verdict.ending, with_verdict.evidence.rotations) == (Ending.ELO1, stop)
    without = looked(spoilt((last - 3, last - 2, last - 1), 50, 40), 50)
    assert (without.ending, without.evidence.rotations) == (Ending.QUARANTINE, stop - 1)


def test_three_faults_at_the_very_end_put_nobody_out() -> None:
    assert looked(spoilt((1, 2, 3), 2, 4), 2).ending is Ending.LIMIT


def test_no_new_round_is_wanted_once_a_bot_is_out_even_if_an_earlier_game_is_still_played() -> None:
    played = spoilt((2, 3, 4), 50, 5)[1:]
    test = SprtTest(QUESTION, schedule(50))
    known = {each.ordinal: each for each in played}
    assert not test.look(known, {})
    assert test.look(known, {1: 5})
    assert test.ending is Ending.OPEN
    assert test.evidence.rotations == 0


# what can be asked


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"elo1": 0.0}, "expected elo0 below elo1"),
        ({"elo0": float("nan")}, "elo0 nan, expected a number from -1000000"),
        ({"elo1": float("inf")}, "elo1 inf, expected a number from -1000000"),
        ({"elo1": 1e6}, "no rotation can have"),
        ({"alpha": 0.0}, "alpha 0.0, expected a rate from 1e-09 to below 0.5"),
        ({"beta": 1.5}, "beta 1.5, expected a rate from 1e-09 to below 0.5"),
        ({"alpha": 0.5, "beta": 0.5}, "alpha 0.5, expected a rate from"),
        ({"model": "bayesian"}, "model 'bayesian', expected logistic or normalized"),
    ],
)
def test_what_no_test_can_ask_is_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        replace(Question(0, 30), **changes)  # type: ignore[arg-type]
