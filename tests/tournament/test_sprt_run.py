"""A tournament that a sequential test ends: what is played, kept and found, however it is run."""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.bots.manifest import Manifest
from arena.referee.clock import TimeControl
from arena.store import Store, open_to_write
from arena.tournament import runner as runner_module
from arena.tournament.job import Job, void_record
from arena.tournament.opening import Tournament, close_early, first_question, open_test, open_tournament
from arena.tournament.plan import Plan
from arena.tournament.results import results_of, schedule_of
from arena.tournament.runner import Listener, Runner
from arena.tournament.sprt import Ending, Question, SprtTest
from arena.v1 import record_pb2

BOTS = tuple(Manifest(name, "", "", "", (name,), (), Path("/"), name, name) for name in "ab")
QUESTION = Question(0, 100)
PLAN = Plan(("a", "b"), rounds=200, seed="1")

Outcome = Callable[[Job], record_pb2.GameRecord]


def ended(job: Job, winner: str, faulty: str = "") -> record_pb2.GameRecord:
    record = void_record(job, "")
    record.outcome.termination = record_pb2.TERMINATION_NORMAL
    record.outcome.places.extend(1 if bot.name == winner else 2 for bot in job.bots)
    for seat, bot in enumerate(job.bots):
        if bot.name == faulty:
            record.faults.add(seat=seat, termination=record_pb2.TERMINATION_CRASH)
    return record


def better(job: Job) -> record_pb2.GameRecord:
    """The first bot wins three games of four; which ones, the game's id decides."""
    lot = hashlib.sha256(job.pairing.game_id.encode()).digest()[0]
    return ended(job, "b" if lot < 64 else "a")


class Bench:
    """Tests whose games are played by a function; each takes a while that chance decides."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.tried: list[str] = []
        self.running = 0
        self.outcome: Outcome = better
        self.hang_after = 10**6
        self._chance = random.Random(0)
        monkeypatch.setattr(runner_module, "play", self._play)
        monkeypatch.setattr(Runner, "_preflight", _no_preflight)

    async def _play(self, job: Job, fleet: Any, stalled_us: Any) -> record_pb2.GameRecord:
        self.tried.append(job.pairing.game_id)
        if len(self.tried) > self.hang_after:
            self.running += 1
            await trio.sleep_forever()
        for _ in range(self._chance.choice([1, 1, 1, 5, 40])):
            await trio.lowlevel.checkpoint()
        return self.outcome(job)

    def open(self, plan: Plan = PLAN, question: Question = QUESTION) -> Tournament:
        """The tournament of a test."""
        return open_test(self.store, plan, BOTS, question)

    def run(self, concurrency: int = 1, plan: Plan = PLAN, question: Question = QUESTION) -> SprtTest:
        """Play until the test is over, as the command does."""
        tournament = self.open(plan, question)
        test, runner = self.runner(tournament, concurrency, question)
        trio.run(runner.run)
        assert found(self.judged(tournament, question)) == found(test)
        close_early(self.store, tournament)
        return test

    def runner(
        self, tournament: Tournament, concurrency: int, question: Question = QUESTION
    ) -> tuple[SprtTest, Runner]:
        """A test, and a run that it ends; still to begin."""
        test = SprtTest(question, tournament.schedule)
        listener = Listener(lambda: None, lambda record: None, _unexpected)
        return test, Runner(tournament, self.store, listener, concurrency=concurrency, enough=test.look)

    def interrupted_after(self, games: int, plan: Plan = PLAN) -> Tournament:
        """A test that was broken off after so many games; then games can be played again."""
        self.hang_after = games
        tournament = self.open(plan)
        _, runner = self.runner(tournament, 1)

        async def interrupt() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(runner.run)
                while not self.running:
                    await trio.lowlevel.checkpoint()
                runner.interrupt()

        trio.run(interrupt)
        self.hang_after = 10**6
        return tournament

    def judged(self, tournament: Tournament, question: Question = QUESTION) -> SprtTest:
        """What a test finds that is told all that is stored."""
        test = SprtTest(question, tournament.schedule)
        test.look({each.ordinal: each for each in results_of(self.store, tournament.row)}, {})
        return test

    @property
    def stored(self) -> Counter[str]:
        """How often each ending is stored, of the last tournament."""
        return Counter(one.termination for one in self.store.attempts(self.store.tournaments()[-1]))

    @property
    def finished(self) -> bool:
        """Whether all games of the last tournament have a result."""
        row = self.store.tournaments()[-1]
        return len(results_of(self.store, row)) == schedule_of(row).total


async def _no_preflight(runner: Runner, fleet: Any) -> None:
    """Start nothing."""


def _unexpected(error: BaseException) -> None:
    raise error


def found(test: SprtTest) -> object:
    return test.ending, test.evidence, test.state


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    with open_to_write(tmp_path / "arena.db") as store:
        yield Bench(store, monkeypatch)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> SprtTest:
    """What is found with one game at a time."""
    with (
        pytest.MonkeyPatch.context() as patch,
        open_to_write(tmp_path_factory.mktemp("alone") / "arena.db") as store,
    ):
        bench = Bench(store, patch)
        test = bench.run()
        assert len(bench.tried) == 2 * test.evidence.rotations  # not one game more than it took
        return test


def test_one_game_at_a_time_plays_no_game_too_many(alone: SprtTest) -> None:
    assert alone.ending is Ending.ELO1
    assert 5 < alone.evidence.rotations < 100


@pytest.mark.parametrize("concurrency", [2, 3, 8])
def test_what_is_found_does_not_depend_on_how_many_are_played_at_a_time(
    bench: Bench, alone: SprtTest, concurrency: int
) -> None:
    test = bench.run(concurrency)
    assert found(test) == found(alone)
    assert max(Counter(bench.tried).values()) == 1
    assert bench.finished
    rounds = bench.store.tournaments()[-1].rounds
    assert test.evidence.rotations <= rounds
    assert bench.stored == {"NORMAL": 2 * rounds}  # those that were begun are played to their end


def test_a_test_that_is_over_is_found_again_and_plays_nothing(bench: Bench, alone: SprtTest) -> None:
    bench.run(3)
    before, rounds = list(bench.tried), bench.store.tournaments()[-1].rounds
    assert found(bench.run(3)) == found(alone)
    assert bench.tried == before
    assert [row.rounds for row in bench.store.tournaments()] == [rounds]


@pytest.mark.parametrize("concurrency", [1, 2, 5])
@pytest.mark.parametrize("games", [0, 1, 6, 13])
def test_an_interrupted_test_goes_on_and_finds_the_same(
    bench: Bench, alone: SprtTest, concurrency: int, games: int
) -> None:
    bench.hang_after = games
    tournament = bench.open()
    _, runner = bench.runner(tournament, concurrency)

    async def interrupt_when_all_hang() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(runner.run)
            while bench.running < concurrency:
                await trio.lowlevel.checkpoint()
            runner.interrupt()

    trio.run(interrupt_when_all_hang)
    assert bench.stored == Counter({"NORMAL": games, "VOID": concurrency})
    kept = set(bench.store.results(tournament.row))
    bench.tried.clear()
    bench.hang_after = 10**6
    assert found(bench.run(concurrency)) == found(alone)
    assert kept.isdisjoint(bench.tried)
    assert max(Counter(bench.tried).values()) == 1


def test_a_limit_is_extended_and_no_game_is_played_again(bench: Bench, alone: SprtTest) -> None:
    short = bench.run(2, replace(PLAN, rounds=4))
    assert (short.ending, short.evidence.rotations) == (Ending.LIMIT, 4)
    assert bench.finished
    assert found(bench.run(2)) == found(alone)
    assert max(Counter(bench.tried).values()) == 1
    assert len(bench.store.tournaments()) == 1


def test_a_harder_question_goes_on_with_the_same_games(bench: Bench) -> None:
    first = bench.run(2)
    harder = bench.run(2, question=Question(0, 50, alpha=0.01, beta=0.01))
    assert harder.evidence.rotations > first.evidence.rotations
    assert max(Counter(bench.tried).values()) == 1
    assert bench.finished


def test_an_ordinary_tournament_is_a_test_as_well_and_keeps_its_rounds(bench: Bench, alone: SprtTest) -> None:
    plan = replace(PLAN, rounds=150)
    listener = Listener(lambda: None, lambda record: None, _unexpected)
    ordinary = open_tournament(bench.store, plan, BOTS)
    trio.run(Runner(ordinary, bench.store, listener, concurrency=2).run)
    assert len(bench.tried) == 300
    assert found(bench.run(2)) == found(alone)
    assert len(bench.tried) == 300
    assert bench.store.tournaments()[-1].rounds == 150


def test_a_secret_test_that_is_over_is_followed_by_a_new_one(bench: Bench) -> None:
    secret = replace(PLAN, seed=None)
    tournament = bench.interrupted_after(4, secret)
    assert bench.open(secret).row == tournament.row
    bench.run(1, secret)
    assert bench.finished  # so that its seed is told
    assert bench.open(secret).row.number == 2


@pytest.mark.parametrize("seed", ["1", None], ids=["seeded", "secret"])
@pytest.mark.parametrize("rounds", [1, 2, 3, 50, 199, 201, 1000])
def test_another_limit_is_the_same_test_and_keeps_every_game(
    bench: Bench, seed: str | None, rounds: int
) -> None:
    plan = replace(PLAN, seed=seed)
    first = bench.interrupted_after(5, plan)
    again = bench.open(replace(plan, rounds=rounds))
    assert (again.row.number, again.row.id, again.notice) == (1, first.row.id, "")
    assert again.row.rounds == max(rounds, 3)  # three were begun
    assert len(bench.store.results(again.row)) == 5


def test_a_lower_limit_ends_a_test_with_the_rounds_that_were_begun(bench: Bench) -> None:
    bench.outcome = lambda job: ended(job, job.bots[0].name)  # who begins wins, so that nothing is ever clear
    bench.interrupted_after(5)
    test = bench.run(1, replace(PLAN, rounds=2))
    assert (test.ending, test.evidence.rotations) == (Ending.LIMIT, 3)
    assert bench.stored["NORMAL"] == 6
    assert max(Counter(bench.tried).values()) == 2  # the one that was interrupted
    assert bench.finished


def test_a_secret_test_without_a_verdict_goes_on_with_a_higher_limit(bench: Bench) -> None:
    bench.outcome = lambda job: ended(job, job.bots[0].name)
    secret = replace(PLAN, seed=None)
    assert bench.run(1, replace(secret, rounds=3)).ending is Ending.LIMIT
    again = bench.open(replace(secret, rounds=3))
    assert (again.row.number, again.notice) == (1, "")  # it is shown again
    told = "tournament 1 goes on after its limit; its seed has been told by now"
    assert bench.open(replace(secret, rounds=4)).notice == told
    longer = bench.run(1, replace(secret, rounds=5))
    assert (longer.ending, longer.evidence.rotations) == (Ending.LIMIT, 5)
    assert max(Counter(bench.tried).values()) == 1
    assert len(bench.store.tournaments()) == 1


@pytest.mark.parametrize("seed", ["1", None], ids=["seeded", "secret"])
def test_another_question_is_told_with_both_values(bench: Bench, seed: str | None) -> None:
    plan = replace(PLAN, seed=seed)
    first = bench.interrupted_after(5, plan)
    assert first_question(first.row) == QUESTION
    again = bench.open(plan, Question(0, 50, beta=0.1, model="normalized"))
    assert again.row == first.row
    assert again.notice.startswith(
        "the games were begun for another question "
        "(elo1 was 100, is 50, beta was 0.05, is 0.1, model was logistic, is normalized)"
    )
    assert bench.open(plan).notice == ""


def test_a_secret_tournament_that_is_no_test_is_left_alone(bench: Bench) -> None:
    secret = replace(PLAN, seed=None)
    ordinary = open_tournament(bench.store, secret, BOTS)
    assert first_question(ordinary.row) is None
    test = bench.open(secret)
    assert (ordinary.row.number, test.row.number) == (1, 2)
    assert open_tournament(bench.store, secret, BOTS).row == ordinary.row
    assert bench.open(secret).row == test.row


def test_a_test_with_a_seed_is_an_ordinary_tournament_as_well(bench: Bench) -> None:
    bench.run(1)
    rounds = bench.store.tournaments()[-1].rounds
    ordinary = open_tournament(bench.store, replace(PLAN, rounds=rounds), BOTS)
    assert (ordinary.row.number, ordinary.notice) == (1, "")
    other = replace(PLAN, rounds=rounds, time=TimeControl(move_us=1_000_000))
    told = "tournament 1 has the same seed but is another one: move_us was 5000000, is 1000000"
    assert open_tournament(bench.store, other, BOTS).notice == told


@pytest.mark.parametrize("concurrency", [1, 2, 6])
def test_a_bot_that_always_fails_ends_the_test_at_once(bench: Bench, concurrency: int) -> None:
    bench.outcome = lambda job: ended(job, "a", faulty="b")
    test = bench.run(concurrency)
    assert (test.ending, test.evidence.rotations) == (Ending.QUARANTINE, 1)
    assert len(bench.store.attempts(bench.store.tournaments()[-1])) <= 2 * (2 + concurrency)
    assert bench.finished
    before = list(bench.tried)
    assert bench.run(concurrency).ending is Ending.QUARANTINE
    assert bench.tried == before
