"""An arena that is newer than the bot: its messages have fields and events that the bot cannot know.

Responsible for such messages, and for mixing them into a game. What the game is, and how the bot takes it, is
not known here.
"""

from google.protobuf.message import Message

from arena.referee import Answer, GameEnd, GameStart, PlayerFault, Question
from arena.sessions import Session
from arena.v1 import arena_pb2

__all__ = ["UNKNOWN_EVENT", "NewerArena", "with_unknown_fields"]

# Tags of two bytes: the number of the field, far above all known ones, and the kind of its encoding.
_VARINT = b"\xa0\x1f\x96\x01"  # field 500: 150
_FIXED64 = b"\xa9\x1f" + b"\x01" * 8  # field 501
_TEXT = b"\xb2\x1f\x05later"  # field 502
_FIXED32 = b"\xbd\x1f" + b"\x01" * 4  # field 503
_UNKNOWN_FIELDS = _VARINT + _FIXED64 + _TEXT + _FIXED32

UNKNOWN_EVENT = b"\x9a\x1f\x04\x08\x01\x10\x02"
"""A PlayResponse whose only field is a message with number 499."""


def with_unknown_fields(payload: bytes) -> bytes:
    """The PlayResponse in some bytes, with unknown fields in all messages that it consists of."""
    response = arena_pb2.PlayResponse.FromString(payload)
    _add_to(response)
    return response.SerializeToString()


def _add_to(message: Message) -> None:
    for field, value in message.ListFields():
        if isinstance(value, Message):
            _add_to(value)
        elif field.message_type is not None:
            for part in value:
                _add_to(part)
    message.MergeFromString(_UNKNOWN_FIELDS)


class NewerArena:
    """A bot as the referee's player, which hears in this game what it cannot know.

    Args:
        session: the bot's; it is as it was when the game is over.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._usual = session.amend

    async def begin(self, start: GameStart) -> None:
        """Begin the game, with an unknown event before it."""
        self._session.amend = with_unknown_fields
        self._session.link.say(UNKNOWN_EVENT)
        await self._session.begin(start)

    def ask(self, question: Question) -> None:
        """Ask, with an unknown event before the question."""
        self._session.link.say(UNKNOWN_EVENT)
        self._session.ask(question)

    async def answer(self) -> Answer:
        """Wait for the answer."""
        return await self._session.answer()

    async def broken(self) -> PlayerFault:
        """Wait until the bot breaks."""
        return await self._session.broken()

    def end(self, end: GameEnd) -> None:
        """End the game, with an unknown event after it."""
        self._session.end(end)
        self._session.link.say(UNKNOWN_EVENT)
        self._session.amend = self._usual
