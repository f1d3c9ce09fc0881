"""`arena sprt`: plays one bot against another until it is clear enough which of two differences holds."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, cast, get_args

import typer

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
    number,
    rules_of,
    whole_number,
)
from arena.cli.playing import EarlyEnd, Playing, opened
from arena.cli.screen import put_json
from arena.cli.sprt_report import put_report, ratio_words, report_as_json, report_of
from arena.errors import BotError
from arena.tournament.opening import close_early, open_test
from arena.tournament.plan import MAXIMUM_ROUNDS, Plan, check
from arena.tournament.results import results_of
from arena.tournament.sprt import Ending, Question, SprtTest
from ratings.likelihood_ratio import Model

__all__ = ["sprt"]

_BOT = "builtin:NAME, a folder with a bot.toml, or a command line in quotes."

Bot = Annotated[str, typer.Argument(metavar="A", help=f"The bot in question: {_BOT}")]
Opponent = Annotated[str, typer.Argument(metavar="B", help="The bot that it is compared with.")]
Elo0 = Annotated[float, number("--elo0", "The lower hypothesis: the most that A leads by, in Elo.")]
Elo1 = Annotated[float, number("--elo1", "The upper hypothesis: the least that A leads by, in Elo.")]
Alpha = Annotated[float, number("--alpha", "How often elo1 may be accepted although elo0 is true.")]
Beta = Annotated[float, number("--beta", "How often elo0 may be accepted although elo1 is true.")]
ModelName = Annotated[
    str, typer.Option("--model", metavar="NAME", help=f"What Elo means: {' or '.join(get_args(Model))}.")
]
MaxRounds = Annotated[int, whole_number("--max-rounds", "Rotations to play at most.", 1, MAXIMUM_ROUNDS)]


def sprt(
    bot: Bot,
    opponent: Opponent,
    elo0: Elo0,
    elo1: Elo1,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    model: ModelName = "logistic",
    max_rounds: MaxRounds = 1000,
    rules: Preset = None,
    seed: Seed = None,
    concurrency: Concurrency = None,
    connect_ms: ConnectMs = None,
    ready_ms: ReadyMs = None,
    first_move_ms: FirstMoveMs = None,
    move_ms: MoveMs = None,
    budget_ms: BudgetMs = None,
    increment_ms: IncrementMs = None,
    margin_ms: MarginMs = None,
    store: StorePath = DEFAULT_STORE,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Play two bots until it is clear which one is better.

    A sequential probability ratio test. Each rotation is one deal with both bots in either seat; after each,
    the test asks whether A is better than B by at least elo1, or by at most elo0, and ends as soon as the
    games tell. Run it again on the same store to go on where it stopped, also with another limit. A test that
    has a verdict is shown again if a seed is given, and else followed by a new one. Games always have a time
    limit.
    """
    question = Question(elo0, elo1, alpha, beta, cast(Model, model))
    times = {
        "connect_us": connect_ms,
        "ready_us": ready_ms,
        "first_move_us": first_move_ms,
        "move_us": move_ms,
        "budget_us": budget_ms,
        "increment_us": increment_ms,
        "margin_us": margin_ms,
    }
    plan = Plan((bot, opponent), Path.cwd(), rounds=max_rounds, seed=seed, concurrency=concurrency)
    plan = replace(plan, time=with_limits(plan.time, times))
    if rules is not None:
        plan = replace(plan, rules=rules_of(rules))
    check(plan)
    with opened(plan, store, force=force, find=partial(open_test, question=question)) as playing:
        _test(playing, question, as_json=as_json)


def _test(playing: Playing, question: Question, *, as_json: bool) -> None:
    store, row = playing.store, playing.row
    test = SprtTest(question, playing.tournament.schedule)
    over = test.look({result.ordinal: result for result in results_of(store, row)}, {})
    if not over and not as_json:
        playing.introduce()
    if playing.play(EarlyEnd(test.look, lambda: ratio_words(test.state)), quiet=as_json):
        raise typer.Exit(INTERRUPTED)
    report = report_of(playing.tournament, question, test, results_of(store, row))
    if as_json:
        put_json(report_as_json(report))
    else:
        put_report(report, store)
    close_early(store, playing.tournament)  # not before somebody could read the verdict
    if test.ending is Ending.QUARANTINE:
        raise BotError(f"the test has no verdict: {report.quarantine_words}")
