"""A person at the keyboard, as the referee's player.

What was typed wrong is asked for again, so the seat is lost by giving up only. How a game is set up, and who
else plays, is not known here.
"""

import random

import trio

from arena.cli.person.conversation import Conversation, Resigned
from arena.cli.person.keyboard import Keyboard
from arena.cli.person.page import prompt, show
from arena.cli.person.words import turn_in_words
from arena.cli.screen import one_line
from arena.engine import Move, determinize
from arena.referee import Answer, GameEnd, GameStart, PlayerFault, Question, Termination

__all__ = ["Person"]

_ECHOED = 60
"""Characters of a line that are echoed: more than any move has."""


class Person:
    """Asks on the screen and hears from the keyboard."""

    def __init__(self, keyboard: Keyboard) -> None:
        self.heard = 0
        """How many turns of the game the person has been told of, those of their own included."""
        self._keyboard = keyboard
        self._names: tuple[str, ...] = ()
        self._question: Question | None = None
        self._asked_at = 0.0
        self._prompt = ""  # while it stands on the screen

    async def begin(self, start: GameStart) -> None:
        """Be there."""
        await trio.lowlevel.checkpoint()
        self._names = start.setup.names

    def ask(self, question: Question) -> None:
        """Tell what the others played; `answer` goes on from there."""
        self._question, self._asked_at = question, trio.current_time()
        self.heard += len(question.turns_played)
        show()
        for turn in question.turns_played:
            show(turn_in_words(self._names[turn.seat], turn.move, turn.noble, turn.prestige))
        if question.turns_played:
            show()

    async def answer(self) -> Answer:
        """Show the board, and ask until a legal move is named.

        Raises:
            PlayerFault: RESIGNED, if the person gives up or the input ends.
        """
        assert self._question is not None
        conversation = Conversation(self._question, self._names)
        show(conversation.opening)
        try:
            move = await self._converse(conversation)
        except Resigned as resigned:
            raise PlayerFault(Termination.RESIGNED, str(resigned) or "gave up") from None
        self._confirm(move)
        self.heard += 1
        return Answer(move, round((trio.current_time() - self._asked_at) * 1e6))

    async def broken(self) -> PlayerFault:
        """A person does not break."""
        await trio.sleep_forever()
        raise AssertionError

    def end(self, end: GameEnd) -> None:
        """Say that others play on; how the game ends is told by who set it up."""
        if end.fault is not None and len(self._names) > 2:
            show("you are out; the other bots play on to the end, and Ctrl-C leaves at once")

    def tell(self, text: str) -> None:
        """Say something in between, also while an answer is waited for."""
        show(f"\n{text}" if self._prompt else text)
        prompt(self._prompt)

    async def _converse(self, conversation: Conversation) -> Move:
        while True:
            reply = conversation.reply(await self._line(conversation.prompt))
            if isinstance(reply, Move):
                return reply
            show(reply)

    async def _line(self, asking: str) -> str:
        self._prompt = asking
        prompt(asking)
        line: str | None = None
        try:
            line = await self._keyboard.line()
        finally:
            self._prompt = ""
            if line is None or not self._keyboard.echoes:
                show(_echo(line or ""))
        if line is None:
            raise Resigned("the input ended")
        return line

    def _confirm(self, move: Move) -> None:
        """Say what a move does, as far as the person can know it."""
        assert self._question is not None
        seat = self._question.observation.seat
        position = determinize(self._question.observation, random.Random(0))
        position.play(move)
        show(turn_in_words(self._names[seat], move, position.visited, position.prestige(seat)))


def _echo(line: str) -> str:
    return one_line(line if len(line) <= _ECHOED else f"{line[:_ECHOED]}...")
