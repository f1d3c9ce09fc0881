"""A tournament that is played from the command line: its beginning, its progress, the signals that end it.

What is shown at the end is the business of the commands that play one.
"""

import os
import resource
import shlex
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import trio

from arena.bots.manifest import Manifest, distinct_names
from arena.cli.bots import ready_bot
from arena.cli.exit_codes import INTERRUPTED
from arena.cli.screen import progress, put, put_sentence, say
from arena.cli.standings import commitment
from arena.errors import ConfigError
from arena.store import Store, TournamentRow, open_to_write
from arena.tournament.opening import Tournament, open_tournament
from arena.tournament.plan import Plan
from arena.tournament.runner import Enough, Listener, Runner
from arena.v1 import record_pb2

__all__ = ["EarlyEnd", "Find", "Playing", "opened"]

Find: TypeAlias = Callable[[Store, Plan, Sequence[Manifest]], Tournament]
"""Which tournament in a store a plan and its bots belong to; one is begun if there is none."""


@dataclass(frozen=True)
class EarlyEnd:
    """What may end a tournament before all its games are played."""

    enough: Enough
    """Whether it does."""
    note: Callable[[], str]
    """How far it is from that, in a few words; shown with the progress."""


@dataclass(frozen=True)
class Playing:
    """A tournament that can be played on, in a store that is open."""

    store: Store
    """Where it is."""
    tournament: Tournament
    """What is played."""
    concurrency: int
    """Games at a time."""

    @property
    def row(self) -> TournamentRow:
        """What is stored of it."""
        return self.tournament.row

    @property
    def _done(self) -> int:
        return len(self.store.results(self.row))

    def introduce(self) -> None:
        """Say how it was found, and what there is of it."""
        if self.tournament.notice:
            say(f"arena: {self.tournament.notice}")
        row, done, total = self.row, self._done, self.tournament.schedule.total
        if 0 < done < total:
            put(f"going on with tournament {row.number} ({row.id}): {done} of {total} games are there")
        if done == total:
            put(f"tournament {row.number} ({row.id}) is finished")

    def play(self, early_end: EarlyEnd | None = None, *, quiet: bool) -> bool:
        """Play what is left, and show how it goes unless `quiet`; whether it was interrupted."""
        with _Spectator(self.tournament, self._done, early_end, quiet=quiet) as spectator:
            listener = Listener(spectator.ready, spectator.game_over, _arena_failed)
            enough = early_end.enough if early_end else None
            runner = Runner(
                self.tournament, self.store, listener, concurrency=self.concurrency, enough=enough
            )
            try:
                trio.run(_until_signal, runner, spectator.explain_interrupt)
            except* BrokenPipeError:  # who read along has left, which is a way to stop it
                runner.interrupted = True
                sys.stdout = sys.stderr = None
        if runner.interrupted:
            spectator.explain_interrupt()
        return runner.interrupted


@contextmanager
def opened(plan: Plan, path: Path, *, force: bool, find: Find = open_tournament) -> Iterator[Playing]:
    """The tournament of a plan, in a store that nobody else writes to meanwhile.

    Args:
        plan: one that can be played.
        path: the store, made where there is none.
        force: allow more games at a time than there are cores.
        find: which tournament it is.

    Raises:
        ConfigError: a bot, or the number of games at a time, is not what it must be.
        StoreError: the store cannot be used.
    """
    concurrency = _concurrency(plan, force=force)
    _allow_many_files()
    not_content = _files_of_store(path.absolute())
    bots = distinct_names([ready_bot(spec, plan.base, not_content) for spec in plan.bots])
    with open_to_write(path) as store:
        yield Playing(store, find(store, plan, bots), concurrency)


def _allow_many_files() -> None:
    """Every bot takes several descriptors; shells often allow fewer than the host does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _files_of_store(path: Path) -> set[Path]:
    """What a run writes itself, perhaps into the folder of a bot."""
    real = path.resolve()
    return {real.with_name(real.name + end) for end in ("", "-wal", "-shm", "-journal", ".lock")}


def _concurrency(plan: Plan, *, force: bool) -> int:
    cores = len(os.sched_getaffinity(0))
    wanted = plan.concurrency or cores
    if wanted > cores:
        if not force:
            raise ConfigError(
                f"concurrency is {wanted!r}, expected at most the {cores} cores; --force allows it"
            )
        say(f"arena: warning: {wanted} games at a time on {cores} cores: times of bots are not to be trusted")
    return wanted


class _Spectator:
    """Shows how a tournament goes; as a context, since progress may be drawn."""

    def __init__(self, tournament: Tournament, done: int, early_end: EarlyEnd | None, *, quiet: bool) -> None:
        self._row, self._total = tournament.row, tournament.schedule.total
        self._done, self._quiet = done, quiet
        self._early_end = early_end
        self._display = ExitStack()

    def __enter__(self) -> "_Spectator":
        return self

    def __exit__(self, *_: object) -> None:
        self._display.close()

    def ready(self) -> None:
        """Publish what is promised before the first game, and begin to show progress."""
        row = self._row
        if row.secret and not self._done and not self._quiet:
            put_sentence(f"tournament {row.number} ({row.id}), SHA-256 of its secret seed: {commitment(row)}")
        shown = progress(self._total, self._done, quiet=self._quiet, at_most=self._early_end is not None)
        self._counter = self._display.enter_context(shown)

    def game_over(self, record: record_pb2.GameRecord) -> None:
        self._done += record.outcome.termination != record_pb2.TERMINATION_VOID
        self._counter(self._done, self._note())

    def explain_interrupt(self) -> None:
        """Show no more progress, but how to go on."""
        self._display.close()
        command = shlex.join(["arena", *sys.argv[1:]])
        note = self._note()
        done = f"{self._done} of {self._total} games" + (f", {note}" if note else "")
        say(f"arena: interrupted after {done}; to go on: {command}")

    def _note(self) -> str:
        return self._early_end.note() if self._early_end else ""


def _arena_failed(error: BaseException) -> None:
    say("arena: this is a bug of the arena, please report it; the game is void and played again")
    say("".join(traceback.format_exception(error)))


async def _until_signal(runner: Runner, explain: Callable[[], None]) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_obey_signals, runner, explain)
        await runner.run()
        nursery.cancel_scope.cancel()


async def _obey_signals(runner: Runner, explain: Callable[[], None]) -> None:
    """The first signal ends the run in order, the second at once; the bots' supervisors see to the rest."""
    may_be_ignored = (signal.SIGINT, signal.SIGHUP)  # by nohup, or a shell for its background jobs
    heeded = [one for one in may_be_ignored if signal.getsignal(one) is not signal.SIG_IGN]
    with trio.open_signal_receiver(signal.SIGTERM, *heeded) as signals:
        async for _ in signals:
            if runner.interrupted:
                explain()
                os._exit(INTERRUPTED)
            say("arena: stopping; once more to leave at once")
            runner.interrupt()
