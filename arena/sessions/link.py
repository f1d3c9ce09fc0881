"""The line to one bot process: its streams, its Hello, and who is to blame when it breaks.

It survives a replaced stream: what is unanswered is said again. What is said is not known here.
"""

import hmac
import secrets
import time
from collections import deque

import grpc
import trio

from arena.referee import PlayerFault, Termination, process_ended
from arena.sessions import limits
from arena.sessions.mailbox import Mailbox
from arena.sessions.messages import hello_from, welcome
from arena.sessions.stream import Closed, Event, Failed, Heard, Stream
from arena.v1 import arena_pb2

__all__ = ["Link"]


class Link:
    """The line to a bot process, from before it dials in until it is cut.

    Args:
        nursery: where it waits for replacements and for the end of the process; must outlive the link.
        reconnect_us: how long a lost stream may be replaced.
    """

    def __init__(self, nursery: trio.Nursery, reconnect_us: int) -> None:
        self.hello: arena_pb2.Hello | None = None
        self.fault: PlayerFault | None = None
        self.second_connections = 0
        self._nursery = nursery
        self._reconnect_us = reconnect_us
        self._resume_key = secrets.token_bytes(32)
        self._stream: Stream | None = None
        self._streams: set[Stream] = set()
        self._unanswered: bytes | None = None
        self._first_said_ns: int | None = None  # set once the question was said on an earlier stream
        self._said_ns = 0
        self._heard: deque[Heard] = deque()
        self._mailbox: Mailbox[tuple[Stream, Heard]] = Mailbox()
        self._changed = trio.lowlevel.ParkingLot()
        self._broke = trio.Event()  # of its own, so that a message does not wake who waits for the end
        self._process_end: tuple[int | None, str] | None = None
        self._bug: Exception | None = None
        self._settling = False
        self._cut = False

    # talking

    @property
    def owes_answer(self) -> bool:
        """Whether something was said that waits for an answer."""
        return self._unanswered is not None

    def say(self, payload: bytes, *, listen: bool = False) -> None:
        """Send a message; with `listen`, one that waits for an answer."""
        if listen:
            self._unanswered, self._first_said_ns = payload, None
            self._said_ns = time.monotonic_ns()
        if self._stream is not None:
            self._stream.say(payload, listen=listen)

    def listen_again(self) -> None:
        """What was heard was not the answer: wait for another message."""
        if self._stream is not None:
            self._stream.listen()

    def answered(self) -> None:
        """What was heard was the answer."""
        self._unanswered = None

    async def hear(self) -> tuple[bytes, int]:
        """The next message, and how long after the last question it was read, in microseconds.

        Raises:
            PlayerFault: if the line breaks before.
        """
        while not self._heard:
            self._raise_what_broke()
            await self._mailbox.wait()
            self._open_mail()
        heard = self._heard.popleft()
        began_ns = heard.asked_ns if self._first_said_ns is None else self._first_said_ns
        return heard.payload, (heard.heard_ns - began_ns) // 1000

    async def connected(self) -> None:
        """Wait for Hello.

        Raises:
            PlayerFault: if the line breaks before.
        """
        while self.hello is None:
            self._raise_what_broke()
            await self._changed.park()

    def _raise_what_broke(self) -> None:
        if self._bug is not None:
            raise RuntimeError("the arena's side of a stream broke") from self._bug
        if self.fault is not None:
            raise self.fault

    async def broken(self) -> PlayerFault:
        """Wait until the line breaks."""
        await self._broke.wait()
        assert self.fault is not None
        return self.fault

    def break_off(self, fault: PlayerFault) -> None:
        """Blame the bot; the first fault stays."""
        if self.fault is None:
            self.fault = fault
            self._broke.set()
            self._wake()

    async def part(self, farewell: bytes) -> None:
        """Say a last thing, give the bot a moment to hear it, and cut the line."""
        self._cut = True
        if self._stream is not None:
            self._stream.say(farewell)
            self._stream.close()
        with trio.move_on_after(limits.FAREWELL_SECONDS):
            while self._stream is not None:
                await self._changed.park()
        self.cut()

    def cut(self) -> None:
        """Cancel every stream at once."""
        self._cut = True
        for stream in tuple(self._streams):
            stream.cancel()

    # what the process tells

    def process_ended(self, exit_code: int | None, output_tail: str) -> None:
        """The bot's process is over; an answer that is still on its way is waited for shortly."""
        self._process_end = (exit_code, output_tail)
        self._changed.unpark_all()
        if self.hello is None:
            self.break_off(self._blame(""))
        else:
            self._settle("")

    # what the streams tell

    def attach(self, stream: Stream) -> None:
        """A stream of this bot was opened."""
        if self._cut or len(self._streams) >= limits.STREAMS_PER_SESSION:
            self._refuse_second(stream)
        else:
            self._streams.add(stream)
            stream.listen()

    def expire(self, opened_before_ns: int) -> None:
        """Cancel the streams that were opened before a time and never said Hello."""
        for stream in tuple(self._streams - {self._stream}):
            if stream.opened_ns < opened_before_ns:
                stream.cancel()

    def on_event(self, stream: Stream, event: Event) -> None:
        """Something happened on a stream of this bot."""
        self._open_mail()  # what it left was heard before
        if isinstance(event, Failed):
            self._bug = event.error
        elif isinstance(event, Closed):
            self._closed(stream, event)
        else:
            self._message(stream, event)
        self._wake()

    def _open_mail(self) -> None:
        for stream, heard in self._mailbox.take():
            self._message(stream, heard)

    def _message(self, stream: Stream, heard: Heard) -> None:
        if stream is self._stream:
            self._heard.append(heard)
        elif stream in self._streams:
            self._introduced(stream, heard)

    def _wake(self) -> None:
        self._changed.unpark_all()
        self._mailbox.ring()

    def _introduced(self, stream: Stream, heard: Heard) -> None:
        """The first message of a stream is Hello, or the stream is refused."""
        try:
            hello = hello_from(heard.payload)
        except PlayerFault as fault:
            stream.refuse(grpc.StatusCode.INVALID_ARGUMENT, fault.reason)
            if self.hello is None:
                self.break_off(fault)
            return
        if self.hello is None or self._resumes(hello):
            self._accept(stream, hello)
        else:
            self._refuse_second(stream)

    def _resumes(self, hello: arena_pb2.Hello) -> bool:
        in_time = self._stream is not None or self._reconnect_us > 0
        right_key = hmac.compare_digest(hello.resume_key, self._resume_key)
        return right_key and in_time and self.fault is None and not self._cut

    def _accept(self, stream: Stream, hello: arena_pb2.Hello) -> None:
        replaced, self._stream = self._stream, stream
        stream.mailbox = self._mailbox
        resumed, self.hello = self.hello is not None, hello
        if replaced is not None:
            replaced.cancel()
        stream.say(welcome(self._resume_key, self._reconnect_us))
        if resumed and self._unanswered is not None:
            self._first_said_ns = self._said_ns
            # what the old stream still heard is judged first, and asks for more if it is no answer
            stream.say(self._unanswered, listen=not self._heard)

    def _refuse_second(self, stream: Stream) -> None:
        self.second_connections += 1
        stream.refuse(grpc.StatusCode.ALREADY_EXISTS, "a bot with this token is connected already")

    def _closed(self, stream: Stream, closed: Closed) -> None:
        self._streams.discard(stream)
        if stream is self._stream:
            self._stream = None
            self._settle(closed.reason)

    # blame

    def _settle(self, reason: str) -> None:
        if not (self._settling or self._cut or self.fault):
            self._settling = True
            self._nursery.start_soon(self._find_blame, reason)

    async def _find_blame(self, reason: str) -> None:
        """Wait for a replacement of a lost stream, then for whatever else tells the blame."""
        with trio.move_on_after(self._reconnect_us / 1e6):
            while self._process_end is None and self._stream is None:
                await self._changed.park()
        if self._process_end is None and self._stream is not None:
            self._settling = False
            return
        with trio.move_on_after(limits.PROCESS_SECONDS):
            while self._process_end is None or self._stream is not None:
                await self._changed.park()
        self.break_off(self._blame(reason))

    def _blame(self, reason: str) -> PlayerFault:
        waited_us = (time.monotonic_ns() - self._said_ns) // 1000
        elapsed_us = waited_us if self.owes_answer else 0
        if self._process_end is None:
            return PlayerFault(Termination.DISCONNECT, reason, elapsed_us=elapsed_us)
        code, tail = self._process_end
        return PlayerFault(
            Termination.CRASH,
            process_ended(code),
            elapsed_us=elapsed_us,
            exit_code=code,
            output_tail=tail,
        )
