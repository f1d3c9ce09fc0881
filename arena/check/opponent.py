"""Who the bot plays against: players inside the arena that choose any legal move.

They have no process and no clock of their own, and know nothing of the bot.
"""

import random

import trio

from arena.referee import Answer, GameEnd, GameStart, PlayerFault, Question

__all__ = ["Opponent"]


class Opponent:
    """A player whose every legal move is equally likely; the same seed plays the same.

    Args:
        seed: decides what it draws.
    """

    def __init__(self, seed: str) -> None:
        self._lots = random.Random(seed)
        self._question: Question | None = None

    async def begin(self, start: GameStart) -> None:
        """It is always ready."""

    def ask(self, question: Question) -> None:
        """Remember the question."""
        self._question = question

    async def answer(self) -> Answer:
        """A legal move, at once."""
        await trio.lowlevel.checkpoint()
        assert self._question is not None
        return Answer(self._lots.choice(self._question.legal_moves), used_us=0)

    async def broken(self) -> PlayerFault:
        """It never breaks."""
        await trio.sleep_forever()
        raise AssertionError

    def end(self, end: GameEnd) -> None:
        """Forget the question."""
        self._question = None
