"""The runner: one game that fails harms no other, and neither seed nor seats depend on how it is run."""

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import trio

from arena.bots.manifest import Manifest
from arena.errors import ArenaError
from arena.store import Store, open_to_write
from arena.tournament import runner as runner_module
from arena.tournament.job import Job, void_record
from arena.tournament.opening import Tournament, open_tournament
from arena.tournament.plan import Plan
from arena.tournament.runner import Listener, Runner
from arena.tournament.standings import GameResult
from arena.v1 import record_pb2
from tests.tournament.kill_and_resume import Place

ROUNDS, GAMES = 3, 18
BOTS = tuple(Manifest(name, "", "", "", (name,), (), Path("/"), name, name) for name in "abc")

Played: TypeAlias = record_pb2.GameRecord


async def no_trouble(job: Job) -> None:
    """Let a game be."""


class Bench:
    """A tournament whose games are played by a function of the test; no bot is started."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.tournament: Tournament = open_tournament(
            store, Plan(tuple("abc"), rounds=ROUNDS, seed="1"), BOTS
        )
        self.ids = [pairing.game_id for pairing in self.tournament.schedule]
        self.tried: list[str] = []
        self.kept: list[Played] = []
        self.failures: list[BaseException] = []
        self.ready_after: list[int] = []
        self.trouble: Callable[[Job], Awaitable[None]] = no_trouble
        monkeypatch.setattr(runner_module, "play", self._play)
        monkeypatch.setattr(Runner, "_preflight", _no_preflight)

    async def _play(self, job: Job, fleet: Any, stalled_us: Any) -> Played:
        self.tried.append(job.pairing.game_id)
        await trio.lowlevel.checkpoint()
        await self.trouble(job)
        record = void_record(job, "")
        record.outcome.termination = record_pb2.TERMINATION_NORMAL
        record.outcome.places.extend([1, 2])
        return record

    def _ready(self) -> None:
        self.ready_after.append(len(self.kept))

    def run(self, concurrency: int = 2) -> Runner:
        """Play what is left."""
        runner = self.runner(concurrency)
        trio.run(runner.run)
        return runner

    def runner(self, concurrency: int) -> Runner:
        """One run that is still to begin."""
        listener = Listener(self._ready, self.kept.append, self.failures.append)
        return Runner(self.tournament, self.store, listener, concurrency=concurrency)

    def endings(self) -> Counter[str]:
        """How often each ending is stored."""
        return Counter(one.termination for one in self.store.attempts(self.tournament.row))

    def results(self) -> set[str]:
        """The games that have a result."""
        return set(self.store.results(self.tournament.row))


async def _no_preflight(runner: Runner, fleet: Any) -> None:
    """Start nothing."""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    with open_to_write(tmp_path / "arena.db") as store:
        yield Bench(store, monkeypatch)


@pytest.mark.parametrize("concurrency", [1, 2, 5])
def test_every_game_is_played_once_and_told(bench: Bench, concurrency: int) -> None:
    runner = bench.run(concurrency)
    assert sorted(bench.tried) == sorted(bench.ids)
    assert sorted(record.game_id for record in bench.kept) == sorted(bench.ids)
    assert bench.results() == set(bench.ids)
    assert bench.ready_after == [0]
    assert not runner.interrupted


@pytest.mark.parametrize("concurrency", [1, 2, 5])
def test_when_it_is_enough_the_rounds_that_were_begun_are_played_and_no_more(
    bench: Bench, concurrency: int
) -> None:
    asked: list[int] = []

    def after_the_first(results: Mapping[int, GameResult], quarantine: Mapping[int, int]) -> bool:
        asked.append(len(results))
        return len(results) >= 1

    listener = Listener(bench._ready, bench.kept.append, bench.failures.append)
    runner = Runner(bench.tournament, bench.store, listener, concurrency=concurrency, enough=after_the_first)
    trio.run(runner.run)
    assert bench.results() == set(bench.ids[:6])  # of the three rounds one
    assert asked == [*range(7)]


def test_one_game_at_a_time_is_played_in_the_order_of_the_schedule(bench: Bench) -> None:
    bench.run(concurrency=1)
    assert bench.tried == bench.ids


def failing(game_id: str, times: int) -> Callable[[Job], Awaitable[None]]:
    """A bug of the referee in one game, the first few times it is played."""
    left = [RuntimeError(f"bug {number}") for number in range(times)]

    async def fail(job: Job) -> None:
        if job.pairing.game_id == game_id and left:
            raise left.pop(0)

    return fail


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_bug_in_one_game_voids_that_game_only_and_it_is_played_again(
    bench: Bench, times: int, concurrency: int
) -> None:
    unlucky = bench.ids[4]
    bench.trouble = failing(unlucky, times)
    bench.run(concurrency)
    assert bench.results() == set(bench.ids)
    assert bench.endings() == {"NORMAL": GAMES, "VOID": times}
    assert bench.store.results(bench.tournament.row)[unlucky].attempt == times + 1
    assert Counter(bench.tried) == {**dict.fromkeys(bench.ids, 1), unlucky: times + 1}
    assert [str(failure) for failure in bench.failures] == [f"bug {number}" for number in range(times)]
    record = bench.store.record(bench.tournament.row, unlucky, 1)
    assert record.outcome.reason == "the arena failed: RuntimeError('bug 0')"


def test_a_game_that_is_void_three_times_running_ends_the_run_with_an_error(bench: Bench) -> None:
    unlucky = bench.ids[4]
    bench.trouble = failing(unlucky, 3)
    with pytest.raises(ExceptionGroup) as raised:
        bench.run(concurrency=1)
    error: BaseException = raised.value
    while isinstance(error, ExceptionGroup):
        (error,) = error.exceptions
    assert type(error) is ArenaError
    reason = "the arena failed: RuntimeError('bug 2')"
    assert str(error) == f"game {unlucky} was void 3 times running: {reason}"
    assert bench.results() == set(bench.ids[:4])
    assert len(bench.failures) == 3

    bench.run()  # by now somebody has repaired it
    assert bench.results() == set(bench.ids)
    assert bench.store.results(bench.tournament.row)[unlucky].attempt == 4


def test_a_resumed_run_plays_only_what_is_left(bench: Bench) -> None:
    bench.trouble = failing(bench.ids[10], 3)
    with pytest.raises(ExceptionGroup):
        bench.run(concurrency=1)
    bench.tried.clear()
    bench.run(concurrency=1)
    assert bench.tried == bench.ids[10:]
    assert bench.endings()["NORMAL"] == GAMES
    bench.tried.clear()
    bench.run()
    assert bench.tried == []


@pytest.mark.parametrize("concurrency", [1, 2])
def test_an_interrupt_voids_the_running_games_and_a_resumed_run_plays_them(
    bench: Bench, concurrency: int
) -> None:
    async def interrupt_when_all_hang() -> None:
        runner = bench.runner(concurrency)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(runner.run)
            while len(bench.tried) < 5 + concurrency:
                await trio.lowlevel.checkpoint()
            runner.interrupt()
        assert runner.interrupted

    async def hang_after_five(job: Job) -> None:
        if len(bench.tried) > 5:
            await trio.sleep_forever()

    bench.trouble = hang_after_five
    trio.run(interrupt_when_all_hang)
    assert bench.endings() == {"NORMAL": 5, "VOID": concurrency}
    assert bench.failures == []

    bench.trouble = no_trouble
    bench.run()
    assert bench.results() == set(bench.ids)
    assert len(bench.tried) == GAMES + concurrency


def test_a_bot_that_always_fails_is_sent_out_and_the_others_go_on(bench: Bench) -> None:
    play = bench._play

    async def play_with_faults(job: Job, fleet: Any, stalled_us: Any) -> Played:
        record = await play(job, fleet, stalled_us)
        for seat, bot in enumerate(job.bots):
            if bot.name == "c":
                record.faults.add(seat=seat, termination=record_pb2.TERMINATION_CRASH)
        return record

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner_module, "play", play_with_faults)
        bench.run(concurrency=1)
    assert bench.results() == set(bench.ids)
    assert bench.endings()["NO_SHOW"] == 9  # of its twelve games all but the three it spoilt
    assert len(bench.tried) == GAMES - 9


# real games


def games_of(folder: Path, *arguments: str) -> str:
    folder.mkdir()
    place = Place(folder)
    place.output("run", *arguments)
    return place.output("games", "--json", "--moves")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_however_many_are_played_at_a_time(tmp_path: Path) -> None:
    command = ["builtin:greedy", "builtin:random", "builtin:random", "--seed", "5", "--rounds", "2"]
    one = games_of(tmp_path / "one", *command, "--concurrency", "1")
    two = games_of(tmp_path / "two", *command, "--concurrency", "2", "--force")
    assert one == two
    assert len(one.splitlines()) == 12
    assert len({json.dumps(json.loads(line)["deal"]) for line in one.splitlines()}) == 6


@pytest.mark.slow
@pytest.mark.parametrize(("players", "bots", "rounds"), [(3, 4, 1), (4, 4, 2)])
def test_every_bot_sits_in_every_seat_equally_often(
    tmp_path: Path, players: int, bots: int, rounds: int
) -> None:
    entrants = ["builtin:greedy", *["builtin:random"] * (bots - 1)]
    command = [*entrants, "--players", str(players), "--rounds", str(rounds), "--seed", "3"]
    games = [json.loads(line) for line in games_of(tmp_path / "run", *command).splitlines()]
    seats = Counter((bot, seat) for game in games for seat, bot in enumerate(game["bots"]))
    assert len(seats) == bots * players
    assert set(seats.values()) == {comb(bots - 1, players - 1) * rounds}  # once in each rotation
    for game in games:
        assert game["termination"] in {"NORMAL", "TURN_LIMIT", "STALEMATE"}
        assert len(game["places"]) == players
