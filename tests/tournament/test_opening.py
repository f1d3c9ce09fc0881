"""Which tournament a run belongs to: the same plan goes on, a longer one extends, any other is a new one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots.manifest import Manifest
from arena.referee.clock import TimeControl
from arena.store import Store, open_to_write
from arena.tournament.opening import Tournament, open_tournament
from arena.tournament.plan import Plan, seed_bytes
from arena.tournament.results import schedule_of
from arena.tournament.schedule import tournament_id
from arena.v1 import record_pb2


def bot(name: str, content_hash: str = "") -> Manifest:
    return Manifest(name, "", "", "", (name,), (), Path("/"), f"./{name}", content_hash or f"hash of {name}")


BOTS = (bot("a"), bot("b"), bot("c"))
SEEDED = Plan(bots=("./a", "./b", "./c"), rounds=2, seed="7")
SECRET = replace(SEEDED, seed=None)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_to_write(tmp_path / "arena.db") as opened:
        yield opened


def play(store: Store, tournament: Tournament, games: int | None = None) -> None:
    """Give results to the first games of a tournament, or to all."""
    outcome = record_pb2.GameOutcome(termination=record_pb2.TERMINATION_NORMAL, places=[1, 2])
    for pairing in list(tournament.schedule)[:games]:
        store.add(tournament.row, record_pb2.GameRecord(game_id=pairing.game_id, attempt=1, outcome=outcome))


def ids(tournament: Tournament) -> list[str]:
    return [pairing.game_id for pairing in tournament.schedule]


def test_the_first_tournament_is_begun_with_the_given_seed(store: Store) -> None:
    opened = open_tournament(store, SEEDED, BOTS)
    assert (opened.row.number, opened.row.secret, opened.notice) == (1, False, "")
    assert opened.row.seed == seed_bytes("7")
    assert opened.row.id == tournament_id(opened.row.seed)
    assert [entrant.name for entrant in opened.row.entrants] == ["a", "b", "c"]
    assert opened.schedule.total == 12


def test_the_same_plan_goes_on(store: Store) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    play(store, first, 3)
    again = open_tournament(store, SEEDED, BOTS)
    assert again == first
    assert len(store.tournaments()) == 1


@pytest.mark.parametrize("games", [0, 1, 12])
def test_a_seeded_plan_is_the_same_tournament_at_every_stage(store: Store, games: int) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    play(store, first, games)
    assert open_tournament(store, SEEDED, BOTS).row == first.row
    assert len(store.results(first.row)) == games


def test_concurrency_folder_and_wording_do_not_make_another_tournament(store: Store) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    plan = replace(SEEDED, concurrency=7, base=Path("/elsewhere"), bots=("../a", "b", "/c"))
    renamed = replace(plan, rules=replace(plan.rules, name="another name"))
    moved = [replace(one, spec="/elsewhere", folder=Path("/elsewhere")) for one in BOTS]
    assert open_tournament(store, renamed, moved).row == first.row


def test_more_rounds_extend_it_and_keep_every_game(store: Store) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    play(store, first)
    longer = open_tournament(store, replace(SEEDED, rounds=5), BOTS)
    assert (longer.row.number, longer.row.rounds, longer.notice) == (1, 5, "")
    assert ids(longer)[:12] == ids(first)
    assert len(store.results(longer.row)) == 12
    assert longer.schedule.total == 30


def test_a_bot_at_the_end_extends_it_and_keeps_every_game(store: Store) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    play(store, first)
    wider = open_tournament(store, replace(SEEDED, bots=("./a", "./b", "./c", "./d")), (*BOTS, bot("d")))
    assert (wider.row.number, wider.notice) == (1, "")
    assert [entrant.name for entrant in wider.row.entrants] == ["a", "b", "c", "d"]
    assert set(ids(first)) < set(ids(wider))
    assert wider.schedule.total == 24


def test_rounds_and_a_bot_can_be_added_at_once(store: Store) -> None:
    open_tournament(store, SEEDED, BOTS)
    opened = open_tournament(store, replace(SEEDED, rounds=3), (*BOTS, bot("d")))
    assert (opened.row.number, opened.schedule.total) == (1, 36)


CHANGES = {
    "time": (replace(SEEDED, time=TimeControl(move_us=1_000_000)), BOTS, "move_us was 5000000, is 1000000"),
    "rules": (
        replace(SEEDED, rules=replace(SEEDED.rules, token_limit=9)),
        BOTS,
        "token_limit was 10, is 9",
    ),
    "players": (replace(SEEDED, players=3), BOTS, "players was 2, is 3"),
    "deals": (replace(SEEDED, same_deals=True), BOTS, "same_deals was false, is true"),
    "fewer rounds": (replace(SEEDED, rounds=1), BOTS, "rounds was 2, is 1"),
    "content": (SEEDED, (BOTS[0], bot("b", "changed"), BOTS[2]), "the bots were others"),
    "order": (SEEDED, (BOTS[1], BOTS[0], BOTS[2]), "the bots were others"),
    "bot in front": (SEEDED, (bot("d"), *BOTS), "the bots were others"),
    "fewer bots": (SEEDED, BOTS[:2], "the bots were others"),
    "name": (SEEDED, (bot("z", "hash of a"), *BOTS[1:]), "the bots were others"),
}


@pytest.mark.parametrize(("plan", "bots", "difference"), CHANGES.values(), ids=CHANGES.keys())
def test_whatever_else_changes_makes_a_new_tournament_and_is_told(
    store: Store, plan: Plan, bots: tuple[Manifest, ...], difference: str
) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    play(store, first, 5)
    other = open_tournament(store, plan, bots)
    assert other.row.number == 2
    assert other.notice == f"tournament 1 has the same seed but is another one: {difference}"
    assert store.results(other.row) == {}
    assert len(store.results(first.row)) == 5
    assert store.tournaments()[0] == first.row


def test_every_difference_is_told(store: Store) -> None:
    open_tournament(store, SEEDED, BOTS)
    plan = replace(SEEDED, rounds=1, same_deals=True)
    notice = open_tournament(store, plan, BOTS[:2]).notice
    told = "same_deals was false, is true; the bots were others; rounds was 2, is 1"
    assert notice.endswith(f"another one: {told}")


def test_going_back_to_the_first_plan_goes_on_with_the_first_tournament(store: Store) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    open_tournament(store, replace(SEEDED, same_deals=True), BOTS)
    assert open_tournament(store, SEEDED, BOTS).row == first.row
    assert len(store.tournaments()) == 2


def test_another_seed_is_another_tournament_and_nothing_to_tell(store: Store) -> None:
    first = open_tournament(store, SEEDED, BOTS)
    other = open_tournament(store, replace(SEEDED, seed="8"), BOTS)
    assert (other.row.number, other.notice) == (2, "")
    assert set(ids(first)).isdisjoint(ids(other))


# without a seed


def test_without_a_seed_it_is_secret_and_drawn_anew(store: Store) -> None:
    first = open_tournament(store, SECRET, BOTS)
    play(store, first)
    second = open_tournament(store, SECRET, BOTS)
    assert first.row.secret
    assert second.row.secret
    assert first.row.seed != second.row.seed
    assert (second.row.number, second.notice) == (2, "")


@pytest.mark.parametrize("games", [0, 1, 11])
def test_without_a_seed_an_unfinished_one_that_is_the_same_goes_on(store: Store, games: int) -> None:
    first = open_tournament(store, SECRET, BOTS)
    play(store, first, games)
    assert open_tournament(store, SECRET, BOTS).row == first.row


OTHERS = {
    "more rounds": (replace(SECRET, rounds=3), BOTS),
    "another bot": (SECRET, (*BOTS, bot("d"))),
    "another content": (SECRET, (BOTS[0], BOTS[1], bot("c", "changed"))),
    "another time control": (replace(SECRET, time=TimeControl(move_us=1_000_000)), BOTS),
}


@pytest.mark.parametrize(("plan", "bots"), OTHERS.values(), ids=OTHERS.keys())
def test_without_a_seed_nothing_is_extended(store: Store, plan: Plan, bots: tuple[Manifest, ...]) -> None:
    first = open_tournament(store, SECRET, BOTS)
    other = open_tournament(store, plan, bots)
    assert (other.row.number, other.notice) == (2, "")
    assert store.tournaments()[0] == first.row


def test_a_plan_with_a_seed_never_takes_a_secret_tournament_and_the_other_way_round(store: Store) -> None:
    secret = open_tournament(store, SECRET, BOTS)
    seeded = open_tournament(store, SEEDED, BOTS)
    assert (secret.row.number, seeded.row.number) == (1, 2)
    assert open_tournament(store, SECRET, BOTS).row == secret.row


def test_the_schedule_of_a_stored_tournament_is_that_of_the_opened_one(store: Store) -> None:
    opened = open_tournament(store, SEEDED, BOTS)
    assert list(schedule_of(store.tournaments()[0])) == list(opened.schedule)
