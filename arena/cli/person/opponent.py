"""A bot that plays against a person: what it does wrong is told at once, and its time may be limited.

The referee's clocks count for all seats of a game alike, and a person has all the time there is. So the game
is untimed, and the limit of a bot is kept here.
"""

import math
from collections.abc import Callable
from dataclasses import replace

import trio

from arena.bots.manifest import Manifest
from arena.errors import BotError
from arena.referee import Answer, Fault, GameEnd, GameStart, PlayerFault, Question, Termination
from arena.tournament.fleet import BotPlayer, Fleet

__all__ = ["Opponent"]


class Opponent(BotPlayer):
    """A bot as the referee's player in a game against a person.

    Args:
        fleet: where its process comes from.
        bot: what it is.
        move_us: its limit for a move; `None`: for ever.
        stalled_us: total time lost to host stalls so far, in microseconds.
        tell: called with what it did wrong.
    """

    def __init__(
        self,
        fleet: Fleet,
        bot: Manifest,
        move_us: int | None,
        stalled_us: Callable[[], int],
        tell: Callable[[Fault], None],
    ) -> None:
        super().__init__(fleet, bot, None)
        self._name = bot.name
        self._move_us = move_us
        self._allowed_us = math.inf
        self._stalled_us = stalled_us
        self._tell = tell
        self._asked_at, self._stalled_before = 0.0, 0

    async def begin(self, start: GameStart) -> None:
        """Get the bot and wait until it is ready.

        Raises:
            BotError: if it is not: without it there is no game.
        """
        control = replace(start.setup.time_control, move_us=self._move_us)
        if self._move_us is not None:
            self._allowed_us = self._move_us + control.margin_us
        try:
            await super().begin(replace(start, setup=replace(start.setup, time_control=control)))
        except PlayerFault as fault:
            printed = f"; it printed:\n{fault.output_tail.strip()}" if fault.output_tail.strip() else ""
            raise BotError(f"bot {self._name!r} cannot play: {fault.reason}{printed}") from None

    def ask(self, question: Question) -> None:
        """Hand a question to the bot, with the limit that it has."""
        self._asked_at, self._stalled_before = trio.current_time(), self._stalled_us()
        super().ask(question._replace(allowed_us=self._move_us))

    async def answer(self) -> Answer:
        """Wait for the answer, by what the host stalled longer than the limit.

        Raises:
            PlayerFault: also TIMEOUT, if there is none by then.
        """
        extended_us = 0
        while True:
            with trio.move_on_at(self._asked_at + (self._allowed_us + extended_us) / 1e6):
                return await super().answer()
            stalled_us = self._stalled_us() - self._stalled_before
            if stalled_us <= extended_us:
                raise self._late()
            extended_us = stalled_us

    def end(self, end: GameEnd) -> None:
        """Tell the bot that the game is over for it, and the person, if it was its own doing."""
        super().end(end)
        if end.fault is not None:
            self._tell(end.fault)

    def _late(self) -> PlayerFault:
        used_us = round((trio.current_time() - self._asked_at) * 1e6)
        reason = f"no answer within {self._allowed_us / 1000:g} ms, margin included"
        return PlayerFault(Termination.TIMEOUT, reason, elapsed_us=used_us)
