"""Players that do as a script says, in the time of trio's clock."""

import math
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import trio

from arena.engine import Move
from arena.referee import Answer, GameEnd, GameStart, PlayerFault, Question, Termination
from tests.referee.setups import buys_first

Act: TypeAlias = Callable[["ScriptedPlayer"], Awaitable[Answer]]

THOUGHT_US = 1_000
"""How long a player thinks unless its script says otherwise."""


def fault(termination: Termination, reason: str = "it broke") -> PlayerFault:
    """What a player breaks with."""
    return PlayerFault(termination, reason, exit_code=3, output_tail="last words")


def plays(notation: str | None = None, after_us: int = THOUGHT_US, used_us: int | None = None) -> Act:
    """Answer with a move, and claim a time on the wire other than the true one if told to."""

    async def act(player: "ScriptedPlayer") -> Answer:
        await player.think(after_us)
        move = player.choose() if notation is None else Move.parse(notation)
        return Answer(move, after_us if used_us is None else used_us, think_us=7, note="a note")

    return act


def fails(termination: Termination, after_us: int = THOUGHT_US) -> Act:
    """Break in place of an answer."""

    async def act(player: "ScriptedPlayer") -> Answer:
        await player.think(after_us)
        player.broke = True
        raise fault(termination)

    return act


def lingers(after_us: int) -> Act:
    """Answer with a move that nothing stops once its time has come, not even a cancellation."""

    async def act(player: "ScriptedPlayer") -> Answer:
        with trio.CancelScope(shield=True):
            await player.think(after_us)
            await trio.lowlevel.checkpoint()
            await trio.lowlevel.checkpoint()
        return Answer(player.choose(), after_us)

    return act


async def silent(player: "ScriptedPlayer") -> Answer:
    """Never answer."""
    await trio.sleep_forever()
    raise AssertionError


class ScriptedPlayer:
    """A player that answers its k-th question as `script[k]` says, by default soon and legally.

    Args:
        script: by own turn, from 0.
        otherwise: for every other turn.
        absent: what `begin` raises.
        breaks: what it breaks with, on turn or off turn, ...
        after_s: ... so long after the game began.
    """

    def __init__(
        self,
        script: Mapping[int, Act] | None = None,
        *,
        otherwise: Act | None = None,
        absent: PlayerFault | None = None,
        breaks: PlayerFault | None = None,
        after_s: float = math.inf,
    ) -> None:
        self.starts: list[GameStart] = []
        self.questions: list[Question] = []
        self.ends: list[GameEnd] = []
        self.broke = False
        self._script = script or {}
        self._otherwise = otherwise or plays()
        self._absent = absent
        self._breaks = breaks
        self._after_s = after_s
        self._breaks_at = math.inf
        self._asked_at = 0.0
        self._lots = random.Random(0)

    async def begin(self, start: GameStart) -> None:
        """Be there, or not."""
        await trio.lowlevel.checkpoint()
        self.starts.append(start)
        self._lots = random.Random(start.setup.bot_seeds[start.seat])
        self._breaks_at = trio.current_time() + self._after_s
        if self._absent is not None:
            raise self._absent

    def ask(self, question: Question) -> None:
        """Keep the question."""
        assert not self.broke, "a player that broke is asked again"
        self.questions.append(question)
        self._asked_at = trio.current_time()

    async def answer(self) -> Answer:
        """Do as the script says."""
        act = self._script.get(len(self.questions) - 1, self._otherwise)
        with trio.move_on_at(self._breaks_at):
            return await act(self)
        assert self._breaks is not None
        raise self._breaks

    async def broken(self) -> PlayerFault:
        """Wait until it breaks, off turn too."""
        await trio.sleep_until(self._breaks_at)
        assert self._breaks is not None
        return self._breaks

    def end(self, end: GameEnd) -> None:
        """Keep the end."""
        self.ends.append(end)

    async def think(self, us: int) -> None:
        """Wait until so long after the last question."""
        await trio.sleep_until(self._asked_at + us / 1e6)

    def choose(self) -> Move:
        """A legal answer to the last question."""
        return buys_first(self.questions[-1].legal_moves, self._lots)


def with_one(count: int, seat: int, player: ScriptedPlayer) -> Sequence[ScriptedPlayer]:
    """So many players, of whom one is special."""
    return [player if each == seat else ScriptedPlayer() for each in range(count)]
