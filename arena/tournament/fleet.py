"""Bot processes that are kept between games, and each of them as a player in one game.

A process that stays is one that did nothing wrong; one that is at fault is ended and never used again.
Which game is played is not known here, only which games a process may share: none of a deal it has seen.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from arena.bots.launcher import BotProcess, launch
from arena.bots.manifest import Manifest
from arena.referee import Answer, GameEnd, GameStart, PlayerFault, Question, Termination
from arena.sessions import Server, Session

__all__ = ["IDLE_PROCESSES", "BotPlayer", "Fleet", "fleet_for"]

IDLE_PROCESSES = 64
"""Processes that wait for their next game at most; those that waited longest are ended."""

_EXIT_SECONDS = 1.0
"""How long a bot that was told goodbye may take to end by itself."""


@dataclass(frozen=True, eq=False)
class _Bot:
    process: BotProcess
    session: Session
    share: Hashable


class Fleet:
    """Starts bots, keeps those that can play again, and ends all of them."""

    def __init__(self, server: Server, nursery: trio.Nursery, *, connect_us: int, reconnect_us: int) -> None:
        self._server = server
        self._nursery = nursery
        self._connect_us = connect_us
        self._reconnect_us = reconnect_us
        self._idle: OrderedDict[_Bot, None] = OrderedDict()
        self._all: set[_Bot] = set()

    async def take(self, manifest: Manifest, share: Hashable) -> _Bot:
        """A bot that is connected: one that waits with the same `share`, or a new process.

        Raises:
            PlayerFault: NO_SHOW if it cannot be started or does not connect.
        """
        for bot in [bot for bot in self._idle if bot.share == share]:
            del self._idle[bot]
            if bot.session.reusable:
                return bot
            self._nursery.start_soon(self._end, bot, "it broke between games")
        return await self._start(manifest, share)

    async def give_back(self, bot: _Bot, *, clean: bool) -> str:
        """Keep a bot for its next game, or end it; the end of what an ended one printed."""
        if not (clean and bot.session.reusable and bot.share is not None):
            return await self._end(bot, "the game is over")
        self._idle[bot] = None
        while len(self._idle) > IDLE_PROCESSES:
            oldest, _ = self._idle.popitem(last=False)
            self._nursery.start_soon(self._end, oldest, "there is no room to wait")
        return ""

    async def end_all(self, reason: str) -> None:
        """Say goodbye to every bot and end its process."""
        self._idle.clear()
        async with trio.open_nursery() as nursery:
            for bot in tuple(self._all):
                nursery.start_soon(self._end, bot, reason)

    async def stop_all(self) -> None:
        """End every process without a word."""
        for bot in tuple(self._all):
            bot.session.link.cut()
        async with trio.open_nursery() as nursery:
            for bot in tuple(self._all):
                nursery.start_soon(bot.process.stop)

    async def _start(self, manifest: Manifest, share: Hashable) -> _Bot:
        session = self._server.expect(self._reconnect_us)

        def tell(process: BotProcess) -> None:
            session.link.process_ended(process.exit_code, process.tail)

        process = await launch(
            self._nursery, manifest, address=self._server.address, token=session.token, on_exit=tell
        )
        bot = _Bot(process, session, share)
        self._all.add(bot)
        if process.start_error is not None:
            await self._end(bot, "it cannot be started")
            raise PlayerFault(Termination.NO_SHOW, process.start_error)
        await self._connected(bot)
        return bot

    async def _connected(self, bot: _Bot) -> None:
        try:
            await bot.session.connect(self._connect_us)
        except PlayerFault as fault:
            tail = await self._end(bot, fault.reason)
            raise PlayerFault(
                fault.termination, fault.reason, exit_code=fault.exit_code, output_tail=tail
            ) from None

    async def _end(self, bot: _Bot, reason: str) -> str:
        await self._server.dismiss(bot.session, reason)
        if bot.session.link.fault is None:
            with trio.move_on_after(_EXIT_SECONDS):
                await bot.process.exited.wait()
        await bot.process.stop()
        self._all.discard(bot)
        return bot.process.tail


@asynccontextmanager
async def fleet_for(server: Server, *, connect_us: int, reconnect_us: int) -> AsyncIterator[Fleet]:
    """A fleet whose processes live as long as the context at most.

    If the context is left by an error or a cancellation, the processes are ended without a word.
    """
    async with trio.open_nursery() as nursery:
        fleet = Fleet(server, nursery, connect_us=connect_us, reconnect_us=reconnect_us)
        try:
            yield fleet
            await fleet.end_all("the tournament is over")
        finally:
            with trio.CancelScope(shield=True):
                await fleet.stop_all()
        nursery.cancel_scope.cancel()


class BotPlayer:
    """A bot of the fleet as the referee's player in one game."""

    def __init__(self, fleet: Fleet, manifest: Manifest, share: Hashable) -> None:
        self._fleet = fleet
        self._manifest = manifest
        self._share = share
        self._bot: _Bot | None = None

    @property
    def session(self) -> Session | None:
        """The bot's session; `None` where it never connected."""
        return None if self._bot is None else self._bot.session

    async def begin(self, start: GameStart) -> None:
        """Get a bot and wait until it is ready."""
        self._bot = await self._fleet.take(self._manifest, self._share)
        await self._bot.session.begin(start)

    def ask(self, question: Question) -> None:
        """Hand a question to the bot."""
        self._present.ask(question)

    async def answer(self) -> Answer:
        """Wait for the answer to the last question."""
        return await self._present.answer()

    async def broken(self) -> PlayerFault:
        """Wait until the bot breaks."""
        return await self._present.broken()

    def end(self, end: GameEnd) -> None:
        """Tell the bot that the game is over for it."""
        if self._bot is not None:
            self._bot.session.end(end)

    async def leave(self, *, clean: bool) -> str:
        """Give the bot back; what it printed at the end, where its process was ended."""
        bot, self._bot = self._bot, None
        return "" if bot is None else await self._fleet.give_back(bot, clean=clean)

    @property
    def _present(self) -> Session:
        assert self._bot is not None
        return self._bot.session
