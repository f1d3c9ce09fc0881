"""The conversation with a bot: games, questions and answers over its line. It is the referee's player.

How the line is kept is not known here, nor what a move does.
"""

import random
import secrets
from collections.abc import Awaitable, Callable

import trio

from arena import wire
from arena.referee import Answer, GameEnd, GameStart, PlayerFault, Question, Termination
from arena.sessions import limits
from arena.sessions.link import Link
from arena.sessions.messages import answer_from, introduction, request_from
from arena.v1 import arena_pb2

__all__ = ["Session"]


class Session:
    """A bot process that dials in, as the referee's player in one game after another.

    Args:
        token: what the bot must bring to be let in.
        link: the line to it.
        stalled_us: total time lost to host stalls so far, in microseconds.
    """

    def __init__(self, token: str, link: Link, stalled_us: Callable[[], int] = lambda: 0) -> None:
        self.token = token
        """What the bot must bring to be let in."""
        self.link = link
        """The line to it."""
        self.stale_answers = 0
        """Answers of the running game to questions that were no longer open."""
        self.amend: Callable[[bytes], bytes] = _as_it_is
        """Applied to all that the bot is told of a game, by who tries out how it takes other messages."""
        self._stalled_us = stalled_us
        self._lots = random.Random(secrets.token_bytes(32))
        self._game_id = ""
        self._turn_id = 0
        self._question: Question | None = None

    @property
    def introduction(self) -> str:
        """Who the bot says it is; empty before its Hello."""
        return "" if self.link.hello is None else introduction(self.link.hello)

    @property
    def reusable(self) -> bool:
        """Whether the bot can play another game: not broken, and owing no answer."""
        return self.link.fault is None and not self.link.owes_answer

    async def connect(self, limit_us: int) -> None:
        """Wait until the bot said Hello.

        Raises:
            PlayerFault: NO_SHOW if it does not.
        """
        await self._show_up(self.link.connected, limit_us, "did not say Hello")

    async def begin(self, start: GameStart) -> None:
        """Tell the bot of a game and wait until it is ready.

        Raises:
            PlayerFault: NO_SHOW if it is not.
        """
        self._game_id, self._question = start.setup.game_id, None
        self.stale_answers = self.link.second_connections = 0
        self._tell(wire.game_started(start).SerializeToString(), listen=True)
        await self._show_up(self._ready, start.setup.time_control.ready_us, "was not ready")

    def ask(self, question: Question) -> None:
        """Hand a question to the bot."""
        assert self.link.hello is not None
        omit = self.link.hello.omit_legal_moves
        self._question, self._turn_id = question, self._lots.getrandbits(64)
        payload = wire.turn_started(question, self._game_id, self._turn_id, omit_legal_moves=omit)
        self._tell(payload, listen=True)

    async def answer(self) -> Answer:
        """Wait for the answer to the last question.

        Raises:
            PlayerFault: if the bot breaks, gives up, or says what the protocol does not allow.
        """
        while True:
            payload, used_us = await self.link.hear()
            try:
                answer = self._answer_in(payload, used_us)
            except PlayerFault as fault:
                fault.elapsed_us = used_us
                raise
            if answer is not None:
                return answer

    def _answer_in(self, payload: bytes, used_us: int) -> Answer | None:
        """The answer in a message; none in one that answers what is no longer asked."""
        assert self._question is not None
        request = request_from(payload)
        chosen = request.move_chosen
        if request.WhichOneof("event") != "move_chosen":
            raise self._unexpected(request, "move_chosen")
        if (chosen.game_id, chosen.turn_id) != (self._game_id, self._turn_id):
            self._ignore_stale()
            return None
        self.link.answered()
        return answer_from(chosen, self._question, used_us)

    async def broken(self) -> PlayerFault:
        """Wait until the bot breaks."""
        return await self.link.broken()

    def end(self, end: GameEnd) -> None:
        """Tell the bot that the game is over for it; with a fault it is never used again."""
        if end.fault is not None:
            self.link.break_off(PlayerFault(end.fault.termination, end.fault.reason))
        self._tell(wire.game_ended(end).SerializeToString())

    async def dismiss(self, reason: str) -> None:
        """Say goodbye and close the line; takes at most `FAREWELL_SECONDS`."""
        goodbye = arena_pb2.PlayResponse(goodbye=arena_pb2.Goodbye(reason=reason))
        await self.link.part(goodbye.SerializeToString())

    def _tell(self, payload: bytes, *, listen: bool = False) -> None:
        self.link.say(self.amend(payload), listen=listen)

    async def _ready(self) -> None:
        while True:
            payload, _ = await self.link.hear()
            request = request_from(payload)
            event = request.WhichOneof("event")
            if event == "ready" and request.ready.game_id == self._game_id:
                return self.link.answered()
            if event == "hello":
                raise self._unexpected(request, "ready")
            self._ignore_stale()

    async def _show_up(self, wait: Callable[[], Awaitable[None]], limit_us: int, failure: str) -> None:
        """Wait for the bot; whatever goes wrong before it is ready is a no-show."""
        try:
            if await self._in_time(wait, limit_us):
                return
            no_show = PlayerFault(Termination.NO_SHOW, f"it {failure} within {limit_us / 1000:g} ms")
        except PlayerFault as fault:
            no_show = PlayerFault(
                Termination.NO_SHOW,
                fault.reason,
                exit_code=fault.exit_code,
                output_tail=fault.output_tail,
            )
        self.link.break_off(no_show)
        raise no_show

    async def _in_time(self, wait: Callable[[], Awaitable[None]], limit_us: int) -> bool:
        """Whether the wait ends within a limit, to which the time is added that the host stalled."""
        began, stalled_before, extended_us = trio.current_time(), self._stalled_us(), 0
        while True:
            with trio.move_on_at(began + (limit_us + extended_us) / 1e6):
                await wait()
                return True
            stalled_us = self._stalled_us() - stalled_before
            if stalled_us <= extended_us:
                return False
            extended_us = stalled_us

    def _ignore_stale(self) -> None:
        self.stale_answers += 1
        if self.stale_answers > limits.STALE_ANSWERS:
            reason = f"more than {limits.STALE_ANSWERS} stale answers in a game"
            raise PlayerFault(Termination.PROTOCOL_ERROR, reason)
        self.link.listen_again()

    def _unexpected(self, request: arena_pb2.PlayRequest, expected: str) -> PlayerFault:
        reason = f"{request.WhichOneof('event')!r} where {expected!r} was expected"
        return PlayerFault(Termination.PROTOCOL_ERROR, reason)


def _as_it_is(payload: bytes) -> bytes:
    return payload
