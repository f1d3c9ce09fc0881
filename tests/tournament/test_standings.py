"""The table: columns by hand on small cases, quarantine, and independence of every order."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.quarantine import apply_quarantine, quarantined
from arena.tournament.schedule import Pairing, Schedule
from arena.tournament.standings import (
    Encounter,
    GameResult,
    Standing,
    crosstable,
    rated_games,
    standings,
)

NAMES = ("ann", "bob", "cid", "dan")


def schedule(bots: int = 3, players: int = 2, rounds: int = 4) -> Schedule:
    return Schedule("0123456789abcdef", NAMES[:bots], players, rounds)


def result(
    pairing: Pairing,
    places: Sequence[int],
    faults: Sequence[tuple[int, str]] = (),
    termination: str = "NORMAL",
) -> GameResult:
    return GameResult(
        game_id=pairing.game_id,
        ordinal=pairing.ordinal,
        round=pairing.round,
        rotation=pairing.cluster_id,
        bots=pairing.bots,
        places=tuple(places),
        prestige=tuple(16 - place for place in places),
        termination=termination,
        faults=tuple(faults),
    )


def won_by_lower(pairing: Pairing) -> GameResult:
    ranked = sorted(pairing.bots)
    return result(pairing, [ranked.index(bot) + 1 for bot in pairing.bots])


def lost_by_fault(pairing: Pairing, bot: int, kind: str = "CRASH") -> GameResult:
    places = [2 if other == bot else 1 for other in pairing.bots]
    return result(pairing, places, [(pairing.bots.index(bot), kind)], kind)


def played(schedule: Schedule, broken: int, kind: str = "CRASH") -> list[GameResult]:
    """Every game of a schedule in which one bot has a fault in each of its games."""
    return [
        lost_by_fault(pairing, broken, kind) if broken in pairing.bots else won_by_lower(pairing)
        for pairing in schedule
    ]


def by_name(rows: Sequence[Standing]) -> dict[str, Standing]:
    return {row.name: row for row in rows}


def columns(row: Standing) -> tuple[object, ...]:
    return (row.played, row.won, row.shared, row.lost, row.forfeits, row.score)


def game(places: Sequence[int], faults: Sequence[tuple[int, str]] = ()) -> GameResult:
    pairing = next(iter(schedule(len(places), len(places))))
    return result(pairing, places, faults)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2), [(1, 1, 0, 0, 0, 1.0), (1, 0, 0, 1, 0, 0.0)]),
        ((1, 1), [(1, 0, 1, 0, 0, 0.5), (1, 0, 1, 0, 0, 0.5)]),
        ((1, 2, 3), [(1, 1, 0, 0, 0, 1.0), (1, 0, 0, 1, 0, 0.5), (1, 0, 0, 1, 0, 0.0)]),
        ((1, 1, 3), [(1, 0, 1, 0, 0, 0.75), (1, 0, 1, 0, 0, 0.75), (1, 0, 0, 1, 0, 0.0)]),
        ((1, 2, 2), [(1, 1, 0, 0, 0, 1.0), (1, 0, 0, 1, 0, 0.25), (1, 0, 0, 1, 0, 0.25)]),
        (
            (1, 2, 3, 4),
            [
                (1, 1, 0, 0, 0, 1.0),
                (1, 0, 0, 1, 0, 8 / 12),
                (1, 0, 0, 1, 0, 4 / 12),
                (1, 0, 0, 1, 0, 0.0),
            ],
        ),
        ((), []),
    ],
)
def test_one_game(places: tuple[int, ...], expected: list[tuple[object, ...]]) -> None:
    results = [game(places)] if places else []
    rows = by_name(standings(results, NAMES[: len(places)]))
    assert [columns(rows[name]) for name in NAMES[: len(places)]] == expected


def test_no_contest_is_played_without_score() -> None:
    void = replace(game((1, 2)), places=(), prestige=(), faults=((0, "CRASH"), (1, "TIMEOUT")))
    rows = standings([void], NAMES[:2])
    assert [columns(row) for row in rows] == [(1, 0, 0, 0, 1, 0.0)] * 2
    assert [(row.percentage, row.prestige, row.unrated) for row in rows] == [(0.0, None, 1)] * 2
    assert crosstable([void]) == {}


def test_a_forfeit_counts_by_place_but_not_for_prestige() -> None:
    won = game((1, 2))
    gave_up = replace(won, faults=((1, "RESIGNED"),), ordinal=1, prestige=(9, 3))
    ann, bob = standings([won, gave_up], NAMES[:2])
    assert (ann.name, ann.won, ann.forfeits, ann.prestige) == ("ann", 2, 0, 12.0)
    assert (bob.name, bob.lost, bob.forfeits, bob.prestige) == ("bob", 2, 1, 14.0)
    assert (ann.percentage, bob.percentage) == (100.0, 0.0)


def test_unrated_games_score_but_move_no_rating() -> None:
    ann, bob = standings([replace(game((2, 1)), rated=False)], NAMES[:2])
    assert (ann.name, bob.name) == ("bob", "ann")  # equal ratings: the score decides
    assert (ann.rating, bob.rating) == (0.0, 0.0)
    assert (ann.unrated, bob.unrated) == (1, 1)


def test_order_is_rating_then_score_then_name() -> None:
    assert [row.name for row in standings([], ("b", "a", "c"))] == ["a", "b", "c"]
    results = [won_by_lower(pairing) for pairing in schedule()]
    assert [row.name for row in standings(results, NAMES[:3])] == ["ann", "bob", "cid"]


def test_a_bot_without_limit_has_one_end_of_an_interval() -> None:
    # ann always won and cid always lost; nothing limits bob, who did one to each, or dan, who did nothing
    ann, bob, cid, dan = standings([won_by_lower(pairing) for pairing in schedule()], NAMES)
    assert [row.name for row in (ann, bob, cid, dan)] == list(NAMES)
    assert ann.low is not None
    assert 0 < ann.low < ann.rating
    assert cid.high is not None
    assert cid.rating < cid.high < 0
    assert (ann.high, cid.low) == (None, None)
    assert [(row.rating, row.low, row.high) for row in (bob, dan)] == [(0, None, None)] * 2
    assert [row.bound for row in (ann, bob, cid, dan)] == [">", "?", "<", "?"]
    assert [row.group for row in (ann, bob, cid, dan)] == [0, 0, 0, None]
    assert [row.rotations for row in (ann, bob, cid, dan)] == [8, 8, 8, 0]


def test_a_rank_is_an_interval_that_narrows() -> None:
    few = by_name(standings([won_by_lower(pairing) for pairing in schedule(rounds=1)], NAMES[:3]))
    many = by_name(standings([won_by_lower(pairing) for pairing in schedule(rounds=40)], NAMES[:3]))
    assert [few[name].rank for name in NAMES[:3]] == [(1, 3)] * 3
    assert [many[name].rank for name in NAMES[:3]] == [(1, 1), (2, 2), (3, 3)]


def test_bots_that_never_met_stand_group_by_group() -> None:
    met = [pairing for pairing in schedule(4) if pairing.group in ((0, 2), (1, 3))]
    rows = standings([won_by_lower(pairing) for pairing in met], NAMES)
    assert [(row.name, row.group) for row in rows] == [("ann", 0), ("cid", 0), ("bob", 1), ("dan", 1)]
    assert rows[0].rating == rows[2].rating  # which says nothing


def test_rated_games_are_those_with_a_result_that_may_move_a_rating() -> None:
    won, *others = [won_by_lower(pairing) for pairing in schedule()]
    void, friendly = replace(others[0], places=()), replace(others[1], rated=False)
    (rated,) = rated_games([void, won, friendly], NAMES)
    assert (rated.players, rated.places) == (tuple(NAMES[bot] for bot in won.bots), won.places)
    assert (rated.seats, rated.rotation) == ((0, 1), won.rotation)


def test_crosstable() -> None:
    pairings = list(schedule(3, 3))
    results = [result(pairings[0], (1, 2, 2)), result(pairings[1], (1, 1, 3))]
    assert [pairing.bots for pairing in pairings[:2]] == [(0, 1, 2), (1, 2, 0)]
    assert crosstable(results) == {
        (0, 1): Encounter(1.0, 2),
        (0, 2): Encounter(1.0, 2),
        (1, 0): Encounter(1.0, 2),
        (1, 2): Encounter(1.0, 2),
        (2, 0): Encounter(1.0, 2),
        (2, 1): Encounter(1.0, 2),
    }
    assert crosstable(results[:1])[2, 1] == Encounter(0.5, 1)


def test_the_third_fault_in_a_row_puts_into_quarantine() -> None:
    everything = played(schedule(), broken=2)
    # cid plays the games 2 to 5 of every six, and has its third fault in game 4
    assert quarantined(everything, schedule()) == {2: 5}
    assert quarantined(everything[:4], schedule()) == {}
    assert quarantined(everything[:5], schedule()) == {2: 5}


def test_quarantine_reaches_over_the_end_of_a_round() -> None:
    pairings = list(schedule())
    results = [
        lost_by_fault(pairing, 2) if pairing.ordinal in (4, 5, 8) else won_by_lower(pairing)
        for pairing in pairings
    ]
    assert quarantined(results, schedule()) == {2: 9}
    assert quarantined(results[:9], schedule()) == {2: 9}


def test_the_last_game_leaves_nothing_to_sit_out() -> None:
    short = schedule(2, 2, 2)
    pairings = list(short)
    results = [won_by_lower(pairings[0]), *(lost_by_fault(each, 1) for each in pairings[1:])]
    assert quarantined(results, short) == {}


def test_resignations_are_no_reason() -> None:
    assert quarantined(played(schedule(), 2, "RESIGNED"), schedule()) == {}


def test_a_game_without_fault_ends_the_row() -> None:
    results = played(schedule(), broken=2)
    results[4] = won_by_lower(list(schedule())[4])
    assert quarantined(results, schedule()) == {2: 10}


def test_a_hole_ends_the_row() -> None:
    results = played(schedule(), broken=2)
    assert quarantined([*results[:3], *results[4:]], schedule()) == {2: 9}


def test_an_opponent_in_doubt_proves_nothing() -> None:
    """Had bob a fault in the games 0, 1 and 4, then cid had none against him in game 5."""
    results = played(schedule(), broken=2)
    unknown = {0, 1, 4}
    assert quarantined([each for each in results if each.ordinal not in unknown], schedule()) == {}
    unknown = {0, 4}
    assert quarantined([each for each in results if each.ordinal not in unknown], schedule()) == {2: 10}


def test_games_of_a_bot_in_quarantine_are_replaced() -> None:
    games = [won_by_lower(pairing) for pairing in schedule()]
    results = [*played(schedule(), broken=2)[:5], *games[5:]]  # the bot recovers, too late
    after = apply_quarantine(reversed(results), schedule())
    assert after[:5] == results[:5]
    replaced = after[5]
    assert (replaced.bots, replaced.places, replaced.prestige) == ((2, 1), (2, 1), ())
    assert (replaced.termination, replaced.faults) == ("NO_SHOW", ((0, "NO_SHOW"),))
    assert not replaced.rated
    assert after[6:8] == results[6:8]
    assert [each.rated for each in after[8:12]] == [False] * 4


def test_nobody_left_is_no_contest() -> None:
    both = schedule(2, 2, 3)
    faults = ((0, "CRASH"), (1, "CRASH"))
    results = [
        replace(result(pairing, (1, 2), faults, "NO_CONTEST"), places=(), prestige=()) for pairing in both
    ]
    assert quarantined(results, both) == {0: 3, 1: 3}
    last = apply_quarantine(results, both)[-1]
    assert (last.termination, last.places) == ("NO_CONTEST", ())
    assert last.faults == ((0, "NO_SHOW"), (1, "NO_SHOW"))


def test_the_others_share_the_first_place() -> None:
    four = schedule(4, 4, 2)
    results = played(four, broken=3)
    replaced = apply_quarantine(results, four)[4]
    assert sorted(zip(replaced.bots, replaced.places, strict=True)) == [
        (0, 1),
        (1, 1),
        (2, 1),
        (3, 4),
    ]


def test_a_fault_in_a_game_that_another_sits_out_does_not_count() -> None:
    results = played(schedule(), broken=2)
    pairings = list(schedule())
    for ordinal in (5, 10, 11):  # bob crashes instead, in games cid should not have been in
        results[ordinal] = lost_by_fault(pairings[ordinal], 1)
    assert quarantined(results, schedule()) == {2: 5}


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[Schedule, list[GameResult]]:
    players = draw(st.integers(2, 4))
    planned = schedule(draw(st.integers(players, 4)), players, draw(st.integers(1, 6)))
    chance = random.Random(draw(st.integers(0, 2**32)))
    fault_rates = [chance.choice((0.0, 0.1, 0.6, 1.0)) for _ in planned.names]
    return planned, [_chance_result(pairing, chance, fault_rates) for pairing in planned]


def _chance_result(pairing: Pairing, chance: random.Random, fault_rates: Sequence[float]) -> GameResult:
    faults = [
        (seat, chance.choice(("CRASH", "TIMEOUT", "RESIGNED")))
        for seat, bot in enumerate(pairing.bots)
        if chance.random() < fault_rates[bot]
    ]
    points = [chance.randrange(3) - 9 * (seat in dict(faults)) for seat in range(len(pairing.bots))]
    places = [1 + sum(other > own for other in points) for own in points]
    return result(pairing, () if len(faults) == len(points) else places, faults)


@given(tournaments(), st.randoms(use_true_random=False))
def test_the_table_does_not_depend_on_the_order(
    tournament: tuple[Schedule, list[GameResult]], chance: random.Random
) -> None:
    planned, results = tournament
    shuffled = chance.sample(results, len(results))
    assert apply_quarantine(shuffled, planned) == apply_quarantine(results, planned)
    assert standings(shuffled, planned.names) == standings(results, planned.names)
    assert crosstable(shuffled) == crosstable(results)


@given(tournaments(), st.randoms(use_true_random=False))
def test_quarantine_is_never_taken_back(
    tournament: tuple[Schedule, list[GameResult]], chance: random.Random
) -> None:
    planned, results = tournament
    complete = quarantined(results, planned)
    some = chance.sample(results, chance.randint(0, len(results)))
    for bot, first in quarantined(some, planned).items():
        assert complete[bot] <= first


@given(tournaments())
def test_not_playing_excluded_games_changes_nothing(
    tournament: tuple[Schedule, list[GameResult]],
) -> None:
    planned, results = tournament
    after = apply_quarantine(results, planned)
    assert apply_quarantine(after, planned) == after
    seen: list[GameResult] = []
    for each in results:
        out = quarantined(seen, planned)
        if not any(bot in out for bot in each.bots):
            seen.append(each)
    assert quarantined(seen, planned) == quarantined(results, planned)


@given(tournaments())
def test_sums(tournament: tuple[Schedule, list[GameResult]]) -> None:
    planned, results = tournament
    after = apply_quarantine(results, planned)
    rows = standings(after, planned.names)
    placed = [each for each in after if each.places]
    assert sum(row.score for row in rows) == pytest.approx(len(placed) * planned.players / 2)
    assert sum(row.played for row in rows) == len(after) * planned.players
    limited = [row for row in rows if row.low is not None and row.high is not None]
    assert sum(row.rating for row in limited) == pytest.approx(0, abs=1e-6)
    for row in rows:
        games = sum(row.bot in each.bots for each in placed)
        assert row.won + row.shared + row.lost == games
        assert 0 <= row.score <= games
