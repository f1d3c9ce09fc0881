"""`arena check`: tries out a bot before it plays in a tournament."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.bots.manifest import Manifest
from arena.check.checks import check_bot
from arena.check.game_checks import GAMES
from arena.check.report import Check, Line, Report, Verdict
from arena.cli.bots import ready_bot
from arena.cli.exit_codes import FAILED
from arena.cli.interrupts import until_signal
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
from arena.cli.options import AsJson
from arena.cli.screen import cut, one_line, printable, progress, put, put_json, put_sentence, table_lines
from arena.referee import TimeControl

__all__ = ["check"]

Bot = Annotated[
    str,
    typer.Argument(
        metavar="BOT", help="builtin:NAME, a folder with a bot.toml, or a command line in quotes."
    ),
]

_TITLES = {
    Check.START: "start and Hello",
    Check.HELLO: "what Hello says",
    Check.TWO_PLAYERS: "2 players, every seat",
    Check.THREE_PLAYERS: "3 players, every seat",
    Check.FOUR_PLAYERS: "4 players, every seat",
    Check.NEXT_GAME: "next game on the stream",
    Check.NEWER_ARENA: "unknown fields and events",
    Check.SAME_GAME: "same game again",
    Check.TIME: "time for an answer",
    Check.GOODBYE: "end after Goodbye",
    Check.OUTPUT: "output",
    Check.WRONG_TOKEN: "wrong token",
    Check.ARENA_GONE: "arena gone",
    Check.LEFTOVERS: "processes left",
}
_RESULTS = {
    Verdict.PASS: "pass",
    Verdict.HINT: "hint",
    Verdict.FAIL: "FAIL",
    Verdict.SKIPPED: "skipped",
}
_COUNTED = {
    Verdict.PASS: "passed",
    Verdict.FAIL: "failed",
    Verdict.HINT: "to look at",
    Verdict.SKIPPED: "skipped",
}
_OUTPUT_LINES = 20
_OUTPUT_CHARACTERS = 4000


def check(
    bot: Bot,
    connect_ms: ConnectMs = None,
    ready_ms: ReadyMs = None,
    first_move_ms: FirstMoveMs = None,
    move_ms: MoveMs = None,
    budget_ms: BudgetMs = None,
    increment_ms: IncrementMs = None,
    margin_ms: MarginMs = None,
    as_json: AsJson = False,
) -> None:
    """Try out a bot before it plays in a tournament.

    Plays games in every seat against random moves and looks at how the bot comes and goes. The code is 1
    where anything failed.
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
    control, manifest = with_limits(TimeControl(), times), ready_bot(bot, Path.cwd())
    with progress(GAMES, 0, quiet=as_json) as counter:
        work = partial(check_bot, manifest, control, counter)
        report = until_signal(work, "interrupted; the check is not finished")
    if as_json:
        put_json(_for_machines(manifest, report))
    else:
        _show(manifest, report)
    if report.failed:
        raise typer.Exit(FAILED)


def _for_machines(manifest: Manifest, report: Report) -> dict[str, Any]:
    return {
        "bot": manifest.name,
        "content_hash": manifest.content_hash,
        "failed": report.failed,
        "checks": [
            {
                "check": line.check,
                "result": line.verdict,
                "detail": line.detail,
                "advice": line.advice,
                "output": line.output,
                "figures": dict(line.figures),
            }
            for line in report.lines
        ],
    }


def _show(manifest: Manifest, report: Report) -> None:
    rows = [(_TITLES[line.check], _RESULTS[line.verdict], line.detail) for line in report.lines]
    put("\n".join(map(cut, table_lines(["<check", "<result", "<figure or reason"], rows))))
    shown: set[str] = set()
    for line in report.lines:
        if line.verdict in (Verdict.FAIL, Verdict.HINT):
            put()
            _explain(line, shown)
    counts = [(report.count(verdict), words) for verdict, words in _COUNTED.items()]
    put()
    put(f"{manifest.name}: {', '.join(f'{count} {words}' for count, words in counts if count)}")


def _explain(line: Line, shown: set[str]) -> None:
    """What is wrong, what to do, and what the bot printed where that was not shown before."""
    put_sentence(f"{_RESULTS[line.verdict]}: {_TITLES[line.check]}: {one_line(line.detail)}")
    put_sentence(line.advice)
    if line.verdict is Verdict.FAIL and line.output not in shown:
        shown.add(line.output)
        put("\n".join(_printed(line.output)))


def _printed(output: str) -> Iterator[str]:
    """The last lines that a bot printed."""
    lines = printable(output[-_OUTPUT_CHARACTERS:].strip()).splitlines()[-_OUTPUT_LINES:]
    yield "it printed, at the end:" if lines else "it printed nothing"
    yield from (f"  {line}" for line in lines)
