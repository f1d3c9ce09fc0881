"""`arena run`: plays a tournament, or goes on with one."""

from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.bots.command_line import is_file
from arena.bots.manifest import load
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
from arena.cli.options import (
    DEFAULT_STORE,
    AsJson,
    Concurrency,
    Force,
    Preset,
    Seed,
    StorePath,
    rules_of,
    whole_number,
)
from arena.cli.playing import opened
from arena.cli.standings import show_standings
from arena.errors import ConfigError
from arena.tournament import plan_toml
from arena.tournament.plan import Plan, check

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
SameDeals = Annotated[bool, typer.Option("--same-deals", help="One deal a round for all groups.")]
Untimed = Annotated[bool, typer.Option("--untimed", help="No limit on a move; such games are not rated.")]


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
        wanted = replace(wanted, rules=rules_of(rules))
    wanted = replace(wanted, same_deals=wanted.same_deals or same_deals)
    if len(wanted.bots) < wanted.players:
        _look_for(wanted)
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


def _look_for(plan: Plan) -> None:
    """Refuse a wrong name before there are too few bots: it may well have been meant as something else."""
    for spec in plan.bots:
        if spec.strip():
            load(spec, plan.base)


def _run(plan: Plan, path: Path, *, force: bool, as_json: bool) -> None:
    with opened(plan, path, force=force) as playing:
        if not as_json:
            playing.introduce()
        if playing.play(quiet=as_json):
            raise typer.Exit(INTERRUPTED)
        show_standings(playing.store, playing.row, as_json=as_json)
