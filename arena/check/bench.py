"""The processes of the bot that is tried out: one at a time, fresh where the last one broke.

Responsible for starting and ending them, and for what was seen of all of them together. What they are tried
with is not known here.
"""

from collections.abc import Callable
from dataclasses import dataclass

import trio

from arena.bots.launcher import STOP_LIMIT_S, BotProcess, ExitHook, launch
from arena.bots.manifest import Manifest
from arena.check import limits
from arena.referee import PlayerFault, Termination, TimeControl
from arena.sessions import Server, Session

__all__ = ["Bench", "RunningBot", "ended_in"]


@dataclass(eq=False)
class RunningBot:
    """A process of the bot that has said Hello."""

    process: BotProcess
    """The process."""
    session: Session
    """The conversation with it."""
    startup_us: int
    """From its start to its Hello."""
    games: int = 0
    """How many games it has played to their ends."""


class Bench:
    """Where a bot is tried out.

    Args:
        nursery: where its processes live.
        server: where it dials in.
        manifest: the bot.
        control: the limits.
        stalled_us: total time lost to host stalls so far, in microseconds.
    """

    def __init__(
        self,
        nursery: trio.Nursery,
        server: Server,
        manifest: Manifest,
        control: TimeControl,
        stalled_us: Callable[[], int],
    ) -> None:
        self.server = server
        """Where the bot dials in."""
        self.manifest = manifest
        """The bot."""
        self.control = control
        """The limits."""
        self.stalled_us = stalled_us
        """Total time lost to host stalls so far, in microseconds."""
        self.processes: list[BotProcess] = []
        """Every process that was started, in order."""
        self.slowest_startup_us = 0
        """The longest that one of them took to say Hello."""
        self._nursery = nursery
        self._bot: RunningBot | None = None

    @property
    def games(self) -> int:
        """How many games the process that runs has played to their ends."""
        return self._bot.games if self._bot is not None else 0

    @property
    def lost(self) -> PlayerFault | None:
        """What became of the process that has played, if it broke when its game was over."""
        bot = self._bot
        return bot.session.link.fault if bot is not None and bot.games else None

    async def bot(self) -> RunningBot:
        """The bot that runs, or a fresh process of it if none does that can play.

        Raises:
            PlayerFault: NO_SHOW if it cannot be started or does not connect, PROTOCOL_ERROR if it says
                something else than a good Hello; with all that it printed.
        """
        if self._bot is None or not self._bot.session.reusable:
            await self.drop()
            self._bot = await self.start(self.server.address)
        return self._bot

    async def drop(self) -> str:
        """End the bot that runs, if one does; the end of what it printed."""
        bot, self._bot = self._bot, None
        return "" if bot is None else await self.end(bot.process, bot.session)

    async def dismiss(self) -> BotProcess:
        """Say goodbye to the bot that runs; its process, which is to end now."""
        bot, self._bot = self._bot, None
        assert bot is not None
        await self.server.dismiss(bot.session, "the check is over")
        return bot.process

    async def start(self, address: str) -> RunningBot:
        """A fresh process, beside the one that runs, that dials in at an address which leads to the server.

        Raises:
            PlayerFault: as of `bot`.
        """
        session, began = self.server.expect(), trio.current_time()

        def tell(process: BotProcess) -> None:
            session.link.process_ended(process.exit_code, process.tail)

        process = await self.launch(address, session.token, tell)
        if process.start_error is not None:
            await self.end(process, session)
            raise PlayerFault(Termination.NO_SHOW, process.start_error)
        await self._connected(process, session)
        bot = RunningBot(process, session, round((trio.current_time() - began) * 1e6))
        self.slowest_startup_us = max(self.slowest_startup_us, bot.startup_us)
        return bot

    async def launch(self, address: str, token: str, on_exit: ExitHook | None = None) -> BotProcess:
        """A fresh process, whatever comes of it."""
        process = await launch(self._nursery, self.manifest, address=address, token=token, on_exit=on_exit)
        self.processes.append(process)
        return process

    async def _connected(self, process: BotProcess, session: Session) -> None:
        try:
            await session.connect(self.control.connect_us)
        except PlayerFault as fault:
            first = session.link.fault or fault
            if first.termination is Termination.PROTOCOL_ERROR:
                with trio.move_on_after(limits.LAST_WORDS_SECONDS):
                    await process.exited.wait()
            tail = await self.end(process, session)
            raise PlayerFault(
                first.termination, fault.reason, exit_code=fault.exit_code, output_tail=tail
            ) from None

    async def end(self, process: BotProcess, session: Session) -> str:
        """End a process with all its descendants; the end of what it printed."""
        await self.server.dismiss(session, "the check goes on without it")
        await process.stop()
        return process.tail


async def ended_in(process: BotProcess, seconds: float, began: float | None = None) -> float | None:
    """How long the process takes to end by itself, in seconds, or None if too long; then it is gone.

    Args:
        process: one that is to end.
        seconds: for how long to wait.
        began: since when it is to end, in trio's time; now if not given.
    """
    began = trio.current_time() if began is None else began
    with trio.move_on_after(seconds):
        await process.exited.wait()
    took = trio.current_time() - began if process.exited.is_set() else None
    with trio.move_on_after(STOP_LIMIT_S):
        if took is not None:  # without being told to, so that it shows what it leaves behind
            await process.gone.wait()
    await process.stop()
    return took
