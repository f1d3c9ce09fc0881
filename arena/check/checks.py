"""All checks of a bot, one after the other.

Responsible for their order, and for which of them can still be tried. What each of them does is not known
here.
"""

from collections.abc import Callable

import trio

from arena.bots.manifest import Manifest
from arena.check import life_checks
from arena.check.bench import Bench
from arena.check.game_checks import GameChecks
from arena.check.report import Check, Line, Report, Verdict
from arena.referee import TimeControl, measured_stalls
from arena.sessions import serve

__all__ = ["check_bot"]

_SESSIONS = 4
"""One that plays, one beside it, and those whose streams are about to end."""


async def check_bot(manifest: Manifest, control: TimeControl, told: Callable[[int], None]) -> Report:
    """Try out a bot; whatever it does is in the report.

    Args:
        manifest: the bot.
        control: the limits that it is to keep, one for a move among them.
        told: called with the number of games that are behind, out of `game_checks.GAMES`.
    """
    with measured_stalls() as meter:
        async with (
            serve(sessions=_SESSIONS, connect_us=control.connect_us, stalled_us=meter.stalled_us) as server,
            trio.open_nursery() as nursery,
        ):
            bench = Bench(nursery, server, manifest, control, meter.stalled_us)
            lines = await _all_lines(bench, told)
            nursery.cancel_scope.cancel()
    return Report(tuple(lines))


async def _all_lines(bench: Bench, told: Callable[[int], None]) -> list[Line]:
    lines = await life_checks.start_and_hello(bench)
    if any(line.verdict is Verdict.FAIL for line in lines):
        untried = [check for check in Check if check not in {line.check for line in lines}]
        return [*lines, *(Line(check, Verdict.SKIPPED, "it does not connect") for check in untried)]
    games = GameChecks(bench, told)
    lines += [await games.every_seat(players) for players in (2, 3, 4)]
    lines += [games.next_game(), await games.newer_arena(), await games.same_game(), games.time()]
    ends = await life_checks.goodbye(bench)
    refused, lost = await life_checks.wrong_token(bench), await life_checks.arena_gone(bench)
    # last, since every process counts
    lines += [ends, life_checks.output(bench), refused, lost, life_checks.leftovers(bench)]
    return lines
