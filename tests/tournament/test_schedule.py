"""The schedule: every promise about order, seats, deals and names, on small and odd tournaments."""

import hashlib
from collections import Counter
from itertools import combinations
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.schedule import (
    Pairing,
    Schedule,
    bot_seed,
    colexicographic,
    game_id,
    tournament_id,
)

ID = "0123456789abcdef"


def schedule(bots: int, players: int, rounds: int, same_deals: bool = False) -> Schedule:
    names = tuple(f"bot-{number}" for number in range(bots))
    return Schedule(ID, names, players, rounds, same_deals)


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    players = draw(st.integers(2, 4))
    bots = draw(st.integers(players, 7))
    return schedule(bots, players, draw(st.integers(1, 7)), draw(st.booleans()))


def without_ordinal(pairing: Pairing) -> tuple[object, ...]:
    return (pairing.game_id, pairing.round, pairing.group, pairing.bots, pairing.deal_index)


def test_two_players_in_order() -> None:
    pairings = list(schedule(3, 2, 2))
    assert [pairing.bots for pairing in pairings] == [
        *[(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)],
        *[(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)],
    ]
    assert [pairing.ordinal for pairing in pairings] == list(range(12))
    assert [pairing.round for pairing in pairings] == [1] * 6 + [2] * 6
    assert [pairing.game for pairing in pairings] == [0, 1] * 6


def test_three_players_take_turns_behind_each_other() -> None:
    pairings = list(schedule(3, 3, 3))
    assert [pairing.bots for pairing in pairings] == [
        *[(0, 1, 2), (1, 2, 0), (2, 0, 1)],
        *[(0, 2, 1), (2, 1, 0), (1, 0, 2)],
        *[(0, 1, 2), (1, 2, 0), (2, 0, 1)],
    ]


def test_four_players_go_through_all_six_cyclic_orders() -> None:
    orders = [pairing.bots for pairing in schedule(4, 4, 7) if pairing.game == 0]
    assert orders == [
        (0, 1, 2, 3),
        (0, 1, 3, 2),
        (0, 2, 1, 3),
        (0, 2, 3, 1),
        (0, 3, 1, 2),
        (0, 3, 2, 1),
        (0, 1, 2, 3),
    ]


def test_a_pairing_names_its_rotation_and_its_deal() -> None:
    pairings = list(schedule(4, 3, 2))
    assert [pairing.rotation_id for pairing in pairings[9:13]] == ["1:1.2.3"] * 3 + ["2:0.1.2"]
    assert [pairing.deal_index for pairing in pairings[9:13]] == [2**32 + 3] * 3 + [2 * 2**32]
    assert pairings[9].cluster_id == f"deal-{2**32 + 3}"


def test_groups_are_in_colexicographic_order() -> None:
    assert list(colexicographic(5, 3)) == sorted(combinations(range(5), 3), key=lambda group: group[::-1])


@given(schedules())
def test_length_order_and_names(played: Schedule) -> None:
    pairings = list(played)
    assert len(pairings) == len(played) == played.total
    assert [pairing.ordinal for pairing in pairings] == list(range(played.total))
    assert len({pairing.game_id for pairing in pairings}) == played.total
    assert all(len(pairing.game_id) == 16 for pairing in pairings)
    assert list(played) == pairings


@given(schedules())
def test_every_group_meets_in_every_round(played: Schedule) -> None:
    meetings = Counter((pairing.round, pairing.group) for pairing in played)
    groups = list(combinations(range(len(played.names)), played.players))
    assert meetings == {
        (number, group): played.players for number in range(1, played.rounds + 1) for group in groups
    }


@given(schedules())
def test_every_bot_of_a_rotation_sits_in_every_seat(played: Schedule) -> None:
    seats = Counter(
        (pairing.rotation_id, bot, seat) for pairing in played for seat, bot in enumerate(pairing.bots)
    )
    assert set(seats.values()) == {1}
    assert all(set(pairing.bots) == set(pairing.group) for pairing in played)


@given(st.integers(2, 4), st.integers(0, 3), st.integers(1, 2))
def test_nobody_plays_behind_one_bot_more_often(players: int, more: int, times: int) -> None:
    played = schedule(players + more, players, times * factorial(players - 1))
    behind = Counter(
        (seat, bot, pairing.bots[seat - 1]) for pairing in played for seat, bot in enumerate(pairing.bots)
    )
    bots = players + more
    assert len(behind) == players * bots * (bots - 1)
    assert len(set(behind.values())) == 1


@given(schedules())
def test_a_rotation_is_one_deal_of_its_own(played: Schedule) -> None:
    deals = {(pairing.rotation_id, pairing.deal_index) for pairing in played}
    assert len(deals) == played.rounds * played.groups
    distinct = len({deal for _, deal in deals})
    assert distinct == (played.rounds if played.same_deals else len(deals))
    assert len({pairing.cluster_id for pairing in played}) == distinct


@given(schedules(), st.integers(1, 4))
def test_more_rounds_only_add(played: Schedule, more: int) -> None:
    longer = schedule(len(played.names), played.players, played.rounds + more, played.same_deals)
    assert list(longer)[: len(played)] == list(played)


@given(schedules())
def test_a_new_bot_at_the_end_changes_no_old_game(played: Schedule) -> None:
    larger = schedule(len(played.names) + 1, played.players, played.rounds, played.same_deals)
    newcomer = len(played.names)
    assert [without_ordinal(pairing) for pairing in larger if newcomer not in pairing.group] == [
        without_ordinal(pairing) for pairing in played
    ]


@given(schedules())
def test_rotations_are_the_pairings_without_their_names(played: Schedule) -> None:
    assert list(played.rotations()) == [
        (pairing.ordinal, pairing.group) for pairing in played if pairing.game == 0
    ]


def test_a_huge_schedule_is_lazy() -> None:
    huge = schedule(200, 4, 1_000_000)
    assert len(huge) == 1_000_000 * comb(200, 4) * 4
    assert next(iter(huge)).bots == (0, 1, 2, 3)


def test_id_vectors() -> None:
    text = "arena game 1\n0123456789abcdef\ngreedy\nrandom\n7\n1\n"
    assert game_id(ID, ("greedy", "random"), 7, 1) == hashlib.sha256(text.encode()).hexdigest()[:16]
    assert game_id(ID, ("greedy", "random"), 7, 1) == "128c908080dfc1ad"
    assert tournament_id(bytes(32)) == "66687aadf862bd77"


def test_bot_seed_vectors() -> None:
    assert (
        bot_seed(bytes(range(32)), ID, 0).hex()
        == "585aeb1c63a7c2e852bdfebccbe2ce261a6ebeb58c69036a92dd488338d4b3cf"
    )
    assert (
        bot_seed(bytes(range(32)), ID, 1).hex()
        == "f0989017e01756ea4e1f69d30da4978a4a7722c7740cf0d08de67a7d8d274db2"
    )


@given(schedules())
def test_no_two_seats_share_a_bot_seed(played: Schedule) -> None:
    seeds = {bot_seed(b"seed", pairing.game_id, seat) for pairing in played for seat in range(played.players)}
    assert len(seeds) == played.total * played.players


@pytest.mark.parametrize(
    ("names", "players"),
    [
        (("a", "a"), 2),
        (("a", "b\nc"), 2),
        (("a", "b", ""), 2),
        (("a", "b"), 3),
        (("a", "b"), 1),
        (tuple(map(str, range(700))), 4),
    ],
)
def test_a_schedule_nobody_can_ask_for(names: tuple[str, ...], players: int) -> None:
    with pytest.raises(ValueError, match=r"not distinct|single lines|not in 2|fewer than"):
        Schedule(ID, names, players, 1)
