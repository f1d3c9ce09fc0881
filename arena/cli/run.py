"""`arena run`: plays a tournament, or goes on with one."""

import os
import resource
import shlex
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import trio
import typer

from arena.bots.command_line import is_file
from arena.bots.manifest import distinct_names
from arena.cli.bots import ready_bot
from arena.cli.exit_codes import INTERRUPTED
from arena.cli.limits import (
    BudgetMs,
    ConnectMs,
    FirstMoveMs,
    IncrementMs,
    MarginMs,
    MoveMs,
    ReadyMs,
    with_limits,
)
from arena.cli.options import DEFAULT_STORE, AsJson, StorePath, whole_number
from arena.cli.screen import progress, put, put_sentence, say
from arena.cli.standings import commitment, show_standings
from arena.engine import PRESETS, Rules
from arena.errors import ConfigError, GameError
from arena.store import Store, open_to_write
from arena.tournament import plan_toml
from arena.tournament.opening import Tournament, open_tournament
from arena.tournament.plan import Plan, check
from arena.tournament.runner import Listener, Runner
from arena.v1 import record_pb2

__all__ = ["run"]

Bots = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="BOT", help="builtin:NAME, a folder with a bot.toml, or a command line in quotes."
    ),
]
PlanPath = Annotated[Path | None, typer.Option("--plan", metavar="FILE", help="A tournament.toml.")]
Players = Annotated[
    int | None, whole_number("--players", f"Players of a game, 2 to 4; {Plan.players} if not given.")
]
Rounds = Annotated[
    int | None, whole_number("--rounds", f"Rotations of every group of bots; {Plan.rounds} if not given.")
]
Preset = Annotated[
    str | None, typer.Option("--rules", metavar="NAME", help=f"Rule set: {', '.join(PRESETS)}.")
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Makes the tournament reproducible; without it, secret."),
]
Concurrency = Annotated[int | None, whole_number("--concurrency", "Games at a time; the cores if not given.")]
SameDeals = Annotated[bool, typer.Option("--same-deals", help="One deal a round for all groups.")]
Untimed = Annotated[bool, typer.Option("--untimed", help="No limit on a move; such games are not rated.")]
Force = Annotated[bool, typer.Option("--force", help="Allow more games at a time than there are cores.")]


def run(
    bots: Bots = None,
    plan: PlanPath = None,
    players: Players = None,
    rounds: Rounds = None,
    rules: Preset = None,
    seed: Seed = None,
    concurrency: Concurrency = None,
    same_deals: SameDeals = False,
    connect_ms: ConnectMs = None,
    ready_ms: ReadyMs = None,
    first_move_ms: FirstMoveMs = None,
    move_ms: MoveMs = None,
    budget_ms: BudgetMs = None,
    increment_ms: IncrementMs = None,
    margin_ms: MarginMs = None,
    untimed: Untimed = False,
    store: StorePath = DEFAULT_STORE,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play a tournament, or go on with one.

    Run it again on the same store to go on where it stopped. Without bots and without a plan it plays the
    bundled one. An option that is given comes before what the plan says.
    """
    times = {
        "connect_us": connect_ms,
        "ready_us": ready_ms,
        "first_move_us": first_move_ms,
        "move_us": move_ms,
        "budget_us": budget_ms,
        "increment_us": increment_ms,
        "margin_us": margin_ms,
    }
    wanted = _plan(bots or [], plan)
    wanted = replace(wanted, time=with_limits(wanted.time, times, untimed=untimed))
    values: dict[str, Any] = {"players": players, "rounds": rounds, "seed": seed, "concurrency": concurrency}
    wanted = replace(wanted, **{name: value for name, value in values.items() if value is not None})
    if rules is not None:
        wanted = replace(wanted, rules=_rules(rules))
    wanted = replace(wanted, same_deals=wanted.same_deals or same_deals)
    check(wanted)
    _run(wanted, store, force=force, as_json=as_json)


def _plan(bots: list[str], path: Path | None) -> Plan:
    if bots and path is not None:
        raise ConfigError(f"bots and --plan {str(path)!r} are both given, expected one of them")
    for bot in bots:
        if bot.endswith(".toml") and Path(bot).name != "bot.toml" and is_file(Path(bot)):
            raise ConfigError(f"{bot!r} is no bot; if it is a plan, `arena run --plan {bot}` plays it")
    if bots:
        return Plan(bots=tuple(bots), base=Path.cwd())
    if path is not None:
        return plan_toml.load(path)
    with resources.as_file(resources.files("arena.tournament") / "bundled.toml") as bundled:
        return plan_toml.load(bundled)


def _rules(preset: str) -> Rules:
    try:
        return Rules.preset(preset)
    except GameError as error:
        raise ConfigError(str(error)) from None


def _run(plan: Plan, path: Path, *, force: bool, as_json: bool) -> None:
    concurrency = _concurrency(plan, force=force)
    _allow_many_files()
    not_content = _files_of_store(path.absolute())
    bots = distinct_names([ready_bot(spec, plan.base, not_content) for spec in plan.bots])
    with open_to_write(path) as store:
        tournament = open_tournament(store, plan, bots)
        if not as_json:
            _introduce(tournament, store)
        if _play(tournament, store, concurrency, quiet=as_json):
            raise typer.Exit(INTERRUPTED)
        show_standings(store, tournament.row, as_json=as_json)


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


def _introduce(tournament: Tournament, store: Store) -> None:
    row, total = tournament.row, tournament.schedule.total
    done = len(store.results(row))
    if tournament.notice:
        say(f"arena: {tournament.notice}")
    if 0 < done < total:
        put(f"going on with tournament {row.number} ({row.id}): {done} of {total} games are there")
    if done == total:
        put(f"tournament {row.number} ({row.id}) is finished")


def _play(tournament: Tournament, store: Store, concurrency: int, *, quiet: bool) -> bool:
    """Play what is left; whether it was interrupted."""
    with _Spectator(tournament, len(store.results(tournament.row)), quiet=quiet) as spectator:
        listener = Listener(spectator.ready, spectator.game_over, _arena_failed)
        runner = Runner(tournament, store, listener, concurrency=concurrency)
        try:
            trio.run(_until_signal, runner, spectator.explain_interrupt)
        except* BrokenPipeError:  # who read along has left, which is a way to stop it
            runner.interrupted = True
            sys.stdout = sys.stderr = None
    if runner.interrupted:
        spectator.explain_interrupt()
    return runner.interrupted


class _Spectator:
    """Shows how a tournament goes; as a context, since progress may be drawn."""

    def __init__(self, tournament: Tournament, done: int, *, quiet: bool) -> None:
        self._row, self._total = tournament.row, tournament.schedule.total
        self._done, self._quiet = done, quiet
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
        self._counter = self._display.enter_context(progress(self._total, self._done, quiet=self._quiet))

    def game_over(self, record: record_pb2.GameRecord) -> None:
        self._done += record.outcome.termination != record_pb2.TERMINATION_VOID
        self._counter(self._done)

    def explain_interrupt(self) -> None:
        """Show no more progress, but how to go on."""
        self._display.close()
        command = shlex.join(["arena", *sys.argv[1:]])
        say(f"arena: interrupted after {self._done} of {self._total} games; to go on: {command}")


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
