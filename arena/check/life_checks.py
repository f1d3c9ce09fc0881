"""How a bot comes and goes: its start and Hello, Goodbye, a wrong token, an arena that is gone, what is left.

Responsible for the life of its processes. What it plays is not looked at here.
"""

import secrets

import trio

from arena.bots.launcher import BotProcess
from arena.check import limits
from arena.check.advice import ADVICE
from arena.check.bench import Bench, RunningBot, ended_in
from arena.check.relay import relay
from arena.check.report import Check, Line, Verdict
from arena.referee import PlayerFault, Termination
from arena.sessions import Session

__all__ = ["arena_gone", "goodbye", "leftovers", "output", "start_and_hello", "wrong_token"]


async def start_and_hello(bench: Bench) -> list[Line]:
    """The start of a process and its first words; two lines, the second skipped where there are no words."""
    try:
        bot = await bench.bot()
    except PlayerFault as fault:
        return _not_connected(fault)
    detail, figures = _ms(bot.startup_us / 1e6), {"startup_us": bot.startup_us}
    return [Line(Check.START, Verdict.PASS, detail, figures=figures), _hello(bot)]


def _not_connected(fault: PlayerFault) -> list[Line]:
    if fault.termination is Termination.PROTOCOL_ERROR:
        advice = ADVICE[Check.HELLO]
        hello = Line(Check.HELLO, Verdict.FAIL, fault.reason, advice, fault.output_tail)
        return [Line(Check.START, Verdict.PASS, "it has connected"), hello]
    start = Line(Check.START, Verdict.FAIL, fault.reason, ADVICE[Check.START], fault.output_tail)
    return [start, Line(Check.HELLO, Verdict.SKIPPED, "it does not start")]


def _hello(bot: RunningBot) -> Line:
    hello = bot.session.link.hello
    assert hello is not None
    figures = {"protocol": hello.protocol}
    empty = [name for name in ("name", "language", "sdk") if not getattr(hello, name).strip()]
    if empty:
        detail = f"without {', '.join(empty)}"
        advice = f"Fill in {', '.join(empty)}: people read it in the records of the games."
        return Line(Check.HELLO, Verdict.HINT, detail, advice, figures=figures)
    return Line(Check.HELLO, Verdict.PASS, bot.session.introduction, figures=figures)


async def goodbye(bench: Bench) -> Line:
    """The end of a process that did nothing wrong, and not before it is told to."""
    try:
        bot = await bench.bot()
    except PlayerFault as fault:
        return Line(Check.GOODBYE, Verdict.FAIL, fault.reason, ADVICE[Check.START], fault.output_tail)
    if early := await _broken(bot.session, limits.QUIET_SECONDS):
        detail = f"before Goodbye: {early.reason}"
        return Line(Check.GOODBYE, Verdict.FAIL, detail, ADVICE[Check.GOODBYE], await bench.drop())
    began = trio.current_time()
    process = await bench.dismiss()
    took = await ended_in(process, limits.EXIT_SECONDS, began)
    return _ending(Check.GOODBYE, process, took, limits.EXIT_SECONDS, good=process.exit_code == 0)


async def _broken(session: Session, seconds: float) -> PlayerFault | None:
    """Why a bot breaks that is asked nothing, or None if it does not for so long."""
    with trio.move_on_after(seconds):
        return await session.broken()
    return None


async def wrong_token(bench: Bench) -> Line:
    """A process that is not let in."""
    process = await bench.launch(bench.server.address, secrets.token_urlsafe(32))
    seconds = limits.EXIT_SECONDS + limits.STARTS * bench.slowest_startup_us / 1e6
    took = await ended_in(process, seconds)
    line = _ending(Check.WRONG_TOKEN, process, took, seconds, good=process.exit_code != 0)
    if line.verdict is Verdict.PASS and not process.printed_bytes:
        return Line(Check.WRONG_TOKEN, Verdict.FAIL, "it printed nothing", ADVICE[Check.WRONG_TOKEN])
    return line


async def arena_gone(bench: Bench) -> Line:
    """A process whose connection breaks and cannot be made again."""
    async with relay(bench.server.address) as address:
        try:
            bot = await bench.start(address)
        except PlayerFault as fault:
            return Line(Check.ARENA_GONE, Verdict.FAIL, fault.reason, ADVICE[Check.START], fault.output_tail)
    took = await ended_in(bot.process, limits.EXIT_SECONDS)
    await bench.end(bot.process, bot.session)
    return _ending(Check.ARENA_GONE, bot.process, took, limits.EXIT_SECONDS, good=True)


def output(bench: Bench) -> Line:
    """How much one process has printed at most."""
    most = max(process.printed_bytes for process in bench.processes)
    detail, figures = f"{most} bytes of output", {"printed_bytes": most}
    if most > limits.PRINTED_BYTES:
        return Line(Check.OUTPUT, Verdict.HINT, detail, ADVICE[Check.OUTPUT], figures=figures)
    return Line(Check.OUTPUT, Verdict.PASS, detail, figures=figures)


def leftovers(bench: Bench) -> Line:
    """How many processes were left when one ended by itself, at most."""
    most = max(process.left_behind for process in bench.processes)
    figures = {"processes": most}
    if most:
        detail = f"{most} {'process' if most == 1 else 'processes'} left behind"
        return Line(Check.LEFTOVERS, Verdict.HINT, detail, ADVICE[Check.LEFTOVERS], figures=figures)
    return Line(Check.LEFTOVERS, Verdict.PASS, "no process left behind", figures=figures)


def _ending(check: Check, process: BotProcess, took: float | None, limit: float, *, good: bool) -> Line:
    """How a process ended that was to end by itself, with a code that is good or not."""
    if took is None:
        detail = f"it still ran after {limit:.0f} s"
        return Line(check, Verdict.FAIL, detail, ADVICE[check], process.tail)
    detail, figures = f"exit code {process.exit_code} after {_ms(took)}", {"exit_us": round(took * 1e6)}
    if not good:
        return Line(check, Verdict.FAIL, detail, ADVICE[check], process.tail, figures)
    return Line(check, Verdict.PASS, detail, figures=figures)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"
