"""Plays the games of a tournament that have no result yet, some at a time, and keeps each at once.

It decides what is played next and what is played again; how a game goes, and what the results mean, is not
known here. Nothing is printed: who runs it is told by calls.
"""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import trio

from arena.bots.manifest import Manifest
from arena.errors import ArenaError, BotError
from arena.referee import PlayerFault, StallMeter, measured_stalls
from arena.sessions import serve
from arena.store import Attempt, Store
from arena.tournament.fleet import IDLE_PROCESSES, Fleet, fleet_for
from arena.tournament.job import Job, no_show_record, play, void_record
from arena.tournament.opening import Tournament
from arena.tournament.quarantine import QUARANTINE_AFTER, quarantined
from arena.tournament.results import to_result
from arena.tournament.schedule import Pairing
from arena.tournament.standings import GameResult
from arena.v1 import record_pb2
from arena.wire import termination_from_value

__all__ = ["Enough", "Listener", "Runner"]

_ATTEMPTS = 3
"""A game that is void so often in one run says that the host cannot play games."""

_SWITCH_SECONDS = 0.0005
"""How long one thread of the interpreter may keep the others, and so a time stamp, waiting."""

Enough: TypeAlias = Callable[[Mapping[int, GameResult], Mapping[int, int]], bool]
"""Whether no further round is needed; asked at the beginning and after every result.

It is given the results by their place in the schedule, and the bots in quarantine as `quarantined` has them.
"""


@dataclass(frozen=True)
class Listener:
    """Who is told what happens."""

    ready: Callable[[], None]
    """Every bot has shown that it can play; the first game comes next."""
    game_over: Callable[[record_pb2.GameRecord], None]
    """A record was kept, also of a void attempt."""
    arena_failed: Callable[[BaseException], None]
    """A game became void by an error of the arena's own."""


class Runner:
    """One run of a tournament.

    Args:
        concurrency: games at a time.
        enough: may end the run early; rounds that were begun by then are played to their end.
    """

    def __init__(
        self,
        tournament: Tournament,
        store: Store,
        listener: Listener,
        *,
        concurrency: int,
        enough: Enough | None = None,
    ) -> None:
        self._tournament = tournament
        self._store = store
        self._listener = listener
        self._concurrency = concurrency
        self._is_enough = enough or (lambda _results, _quarantine: False)
        self._enough = False
        self._begun = 0  # the last round of which a game was begun
        self._results: dict[int, GameResult] = {}
        self._tried: Counter[str] = Counter()
        self._quarantine: dict[int, int] = {}
        self._writing = trio.CapacityLimiter(1)
        self._scope = trio.CancelScope()
        self.interrupted = False
        """Whether the run was broken off."""

    def interrupt(self) -> None:
        """Start nothing new, make the running games void, and end."""
        self.interrupted = True
        self._scope.cancel()

    async def run(self) -> None:
        """Play until every game has a result, or those there are suffice, or until interrupted.

        Raises:
            BotError: if a bot cannot be started before the first game.
            ArenaError: if the host cannot play a game, or keep it.
        """
        pairings = self._left()
        if not pairings:
            return
        plan, switch_seconds = self._tournament.plan, sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH_SECONDS)
        gc.freeze()  # a full collection of what is there for good would stop the clocks
        most = plan.players * self._concurrency + IDLE_PROCESSES
        try:
            with measured_stalls() as meter, self._scope:
                async with (
                    serve(
                        sessions=most, connect_us=plan.time.connect_us, stalled_us=meter.stalled_us
                    ) as server,
                    fleet_for(
                        server, connect_us=plan.time.connect_us, reconnect_us=plan.reconnect_us
                    ) as fleet,
                ):
                    await self._preflight(fleet)
                    self._listener.ready()
                    await self._play_all(iter(pairings), fleet, meter)
        finally:
            sys.setswitchinterval(switch_seconds)

    # what is left

    def _left(self) -> list[Pairing]:
        row = self._tournament.row
        known = self._store.results(row)
        self._tried.update(attempt.game_id for attempt in self._store.attempts(row))
        left = []
        for pairing in self._tournament.schedule:
            if pairing.game_id in known:
                self._results[pairing.ordinal] = to_result(pairing, known[pairing.game_id], row)
            else:
                left.append(pairing)
        self._quarantine = quarantined(self._results.values(), self._tournament.schedule)
        self._begun = max((result.round for result in self._results.values()), default=0)
        self._enough = self._is_enough(self._results, self._quarantine)
        return [pairing for pairing in left if self._wanted(pairing)]

    def _wanted(self, pairing: Pairing) -> bool:
        return not self._enough or pairing.round <= self._begun

    # before the first game

    async def _preflight(self, fleet: Fleet) -> None:
        """Start every bot once, so that one that cannot play stops the tournament before it begins."""
        failures: dict[str, str] = {}
        limiter = trio.CapacityLimiter(self._concurrency)
        async with trio.open_nursery() as nursery:
            for bot in self._tournament.bots:
                nursery.start_soon(_try_out, fleet, bot, limiter, failures)
        for bot in self._tournament.bots:
            if bot.name in failures:
                self._store.withdraw(self._tournament.row)
                raise BotError(f"bot {bot.name!r} ({bot.spec}) cannot play: {failures[bot.name]}")

    # games

    async def _play_all(self, pairings: Iterator[Pairing], fleet: Fleet, meter: StallMeter) -> None:
        async with trio.open_nursery() as nursery:
            for _ in range(self._concurrency):
                nursery.start_soon(self._work, pairings, fleet, meter)

    async def _work(self, pairings: Iterator[Pairing], fleet: Fleet, meter: StallMeter) -> None:
        for pairing in pairings:
            if not self._wanted(pairing):
                break
            self._begun = max(self._begun, pairing.round)
            await self._play(pairing, fleet, meter)

    async def _play(self, pairing: Pairing, fleet: Fleet, meter: StallMeter) -> None:
        """Play a game until it counts."""
        for _ in range(_ATTEMPTS):
            record = await self._attempt(pairing, fleet, meter)
            await self._keep(pairing, record)
            if record.outcome.termination != record_pb2.TERMINATION_VOID:
                return
        raise ArenaError(
            f"game {pairing.game_id} was void {_ATTEMPTS} times running: {record.outcome.reason}"
        )

    async def _attempt(self, pairing: Pairing, fleet: Fleet, meter: StallMeter) -> record_pb2.GameRecord:
        job = self._job(pairing)
        absent = [seat for seat, bot in enumerate(pairing.bots) if self._sits_out(bot, pairing.ordinal)]
        if absent:
            return no_show_record(job, absent)
        try:
            return await play(job, fleet, meter.stalled_us)
        except Exception as error:
            self._listener.arena_failed(error)
            return void_record(job, f"the arena failed: {error!r}")
        except BaseException:
            await self._keep(pairing, void_record(job, "the run was interrupted"))
            raise

    def _job(self, pairing: Pairing) -> Job:
        tournament = self._tournament
        return Job(
            pairing=pairing,
            bots=tuple(tournament.bots[bot] for bot in pairing.bots),
            tournament_id=tournament.row.id,
            seed=tournament.row.seed,
            rules=tournament.plan.rules,
            time_control=tournament.plan.time,
            fresh_processes=tournament.plan.same_deals,
            attempt=self._tried[pairing.game_id] + 1,
        )

    async def _keep(self, pairing: Pairing, record: record_pb2.GameRecord) -> None:
        row = self._tournament.row
        with trio.CancelScope(shield=True):  # what was played to its end is kept, even if interrupted
            await trio.to_thread.run_sync(self._store.add, row, record, limiter=self._writing)
        self._tried[pairing.game_id] += 1
        if record.outcome.termination != record_pb2.TERMINATION_VOID:
            self._results[pairing.ordinal] = to_result(pairing, _attempt_of(record), row)
            self._watch_faults(pairing, record)
            self._enough = self._is_enough(self._results, self._quarantine) or self._enough
        self._listener.game_over(record)

    # quarantine

    def _sits_out(self, bot: int, ordinal: int) -> bool:
        return bot in self._quarantine and self._quarantine[bot] <= ordinal

    def _watch_faults(self, pairing: Pairing, record: record_pb2.GameRecord) -> None:
        """Look for bots to put into quarantine, which is worth it only after several faults."""
        suspects = {pairing.bots[fault.seat] for fault in record.faults} - self._quarantine.keys()
        if any(self._faults_of(bot) >= QUARANTINE_AFTER for bot in suspects):
            self._quarantine = quarantined(self._results.values(), self._tournament.schedule)

    def _faults_of(self, bot: int) -> int:
        return sum(result.bots[seat] == bot for result in self._results.values() for seat, _ in result.faults)


async def _try_out(
    fleet: Fleet, bot: Manifest, limiter: trio.CapacityLimiter, failures: dict[str, str]
) -> None:
    async with limiter:
        try:
            started = await fleet.take(bot, (bot.name, 0))
        except PlayerFault as fault:
            failures[bot.name] = _in_words(fault)
        else:
            await fleet.give_back(started, clean=True)


def _in_words(fault: PlayerFault) -> str:
    tail = fault.output_tail.strip()
    if tail:
        return f"{fault.reason}; it printed:\n{tail}"
    hint = "; does it call run(...)?" if fault.exit_code == 0 else ""
    return f"{fault.reason}; it printed nothing{hint}"


def _attempt_of(record: record_pb2.GameRecord) -> Attempt:
    return Attempt(
        game_id=record.game_id,
        attempt=record.attempt,
        termination=termination_from_value(record.outcome.termination),
        places=tuple(record.outcome.places),
        prestige=tuple(record.outcome.prestige),
        faults=tuple((fault.seat, termination_from_value(fault.termination)) for fault in record.faults),
    )
