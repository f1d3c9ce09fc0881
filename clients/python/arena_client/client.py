"""Connects a bot to the arena and answers until goodbye.

The bot thinks in the thread that called `run`; the gRPC library's own threads read and write meanwhile.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from queue import SimpleQueue

import grpc

from arena_client.address import channel, token
from arena_client.bot import Bot, Choice, Turn
from arena_client.pb.arena_pb2 import (
    GameStarted,
    Hello,
    MoveChosen,
    PlayRequest,
    PlayResponse,
    Ready,
    Resignation,
    TurnStarted,
    Welcome,
)
from arena_client.pb.arena_pb2_grpc import ArenaServiceStub
from arena_client.pb.game_pb2 import Card, Catalogue, Move, Noble

__all__ = ["by_id", "kept", "run", "turn_from"]

PROTOCOL = 1
SDK = "arena_client 0.1.0"
_RETRY_SECONDS = 0.1
_MOST_NOTE_BYTES = 60_000
"""A message may have 64 KiB."""


def run(bot: Bot | type[Bot] | Callable[[Turn], Choice]) -> None:
    """Play until the arena says goodbye; ends the process with code 1 and a sentence if it cannot.

    Args:
        bot: a `Bot`, its class, or a function that chooses a move.
    """
    made = bot() if isinstance(bot, type) else bot
    line, bearer = _dialled()
    with line:
        try:
            _Client(made if isinstance(made, Bot) else _FunctionBot(made), line, bearer).play()
        except grpc.RpcError as error:
            sys.exit(f"the arena ended the connection: {error.code().name}: {error.details()}")


def _dialled() -> tuple[grpc.Channel, str]:
    try:
        return channel(), f"Bearer {token()}"
    except ValueError as error:
        sys.exit(str(error))


class _FunctionBot(Bot):
    def __init__(self, choose_move: Callable[[Turn], Choice]) -> None:
        self.name = choose_move.__name__
        self._choose_move = choose_move

    def choose_move(self, turn: Turn) -> Choice:
        return self._choose_move(turn)


class _Client:
    def __init__(self, bot: Bot, line: grpc.Channel, bearer: str) -> None:
        self._bot = bot
        self._bearer = bearer
        self._stub = ArenaServiceStub(line)  # type: ignore[no-untyped-call]
        self._said: SimpleQueue[PlayRequest | None] = SimpleQueue()
        self._welcome = Welcome()
        self._cards: dict[int, Card] = {}
        self._nobles: dict[int, Noble] = {}
        self._game = GameStarted()
        self._answer: MoveChosen | None = None
        self._lost_at: float | None = None

    def play(self) -> None:
        """Converse on one stream, and on a new one where the arena lets a lost one be replaced."""
        while True:
            try:
                return self._converse()
            except grpc.RpcError as error:
                if not self._may_return(error):
                    raise
                time.sleep(_RETRY_SECONDS)

    def _may_return(self, error: grpc.RpcError) -> bool:
        self._lost_at = self._lost_at or time.monotonic()
        in_time = time.monotonic() - self._lost_at < self._welcome.limits.reconnect_us / 1e6
        return in_time and error.code() is grpc.StatusCode.UNAVAILABLE

    def _converse(self) -> None:
        self._said = SimpleQueue()
        self._say(PlayRequest(hello=self._hello()))
        metadata = [("authorization", self._bearer)]
        responses = self._stub.Play(iter(self._said.get, None), metadata=metadata)
        for response in responses:
            if response.HasField("goodbye"):
                break
            self._hear(response)
        self._leave(responses)

    def _leave(self, responses: Iterator[PlayResponse]) -> None:
        """Nothing more is said after goodbye, and nothing that may still be heard matters."""
        self._said.put(None)
        with suppress(grpc.RpcError):
            for _ in responses:
                pass

    def _hello(self) -> Hello:
        return Hello(
            protocol=PROTOCOL,
            name=self._bot.name or type(self._bot).__name__,
            version=self._bot.version,
            language="python",
            sdk=SDK,
            resume_key=self._welcome.resume_key,
        )

    def _hear(self, response: PlayResponse) -> None:
        """Do what an event asks for; an event that is not known is ignored."""
        match response.WhichOneof("event"):
            case "welcome":
                self._welcomed(response.welcome)
            case "game_started":
                self._started(response.game_started)
            case "turn_started":
                self._asked(response.turn_started)
            case "game_ended":
                self._game = GameStarted()  # the same game may be played again
                self._bot.game_ended(response.game_ended)

    def _welcomed(self, welcome: Welcome) -> None:
        self._welcome, self._lost_at = welcome, None
        self._cards, self._nobles = by_id(welcome.catalogue)

    def _started(self, game: GameStarted) -> None:
        if game.game_id != self._game.game_id:  # else it is said again on a new stream
            self._game = game
            self._bot.game_started(game)
        self._say(PlayRequest(ready=Ready(game_id=game.game_id)))

    def _asked(self, question: TurnStarted) -> None:
        if (
            self._answer is None or question.turn_id != self._answer.turn_id
        ):  # else it is asked again on a new stream
            began = time.monotonic_ns()
            turn = turn_from(question, self._game, self._cards, self._nobles)
            self._answer = _answer_to(question, self._bot.choose_move(turn))
            self._answer.think_us = (time.monotonic_ns() - began) // 1000
            self._answer.note = kept(turn.note, self._welcome.limits.note_bytes)
        self._say(PlayRequest(move_chosen=self._answer))

    def _say(self, request: PlayRequest) -> None:
        self._said.put(request)


def by_id(catalogue: Catalogue) -> tuple[dict[int, Card], dict[int, Noble]]:
    """The cards and the nobles of a catalogue, each by its id."""
    return {card.id: card for card in catalogue.cards}, {noble.id: noble for noble in catalogue.nobles}


def turn_from(
    question: TurnStarted, game: GameStarted, cards: Mapping[int, Card], nobles: Mapping[int, Noble]
) -> Turn:
    """A question as the bot sees it."""
    return Turn(
        game=game,
        observation=question.observation,
        legal_moves=list(question.legal_moves),
        turns_played=list(question.turns_played),
        clocks_us=[clock.left_us if clock.HasField("left_us") else None for clock in question.clocks],
        allowed_us=question.allowed_us if question.HasField("allowed_us") else None,
        cards=cards,
        nobles=nobles,
    )


def kept(note: str, limit: int) -> str:
    """What the arena keeps of a note: valid text up to a number of bytes, which 0 leaves to the client."""
    text = note.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.encode()[: min(limit or _MOST_NOTE_BYTES, _MOST_NOTE_BYTES)].decode(errors="ignore")


def _answer_to(question: TurnStarted, choice: Choice) -> MoveChosen:
    answer = MoveChosen(game_id=question.game_id, turn_id=question.turn_id)
    if isinstance(choice, str):
        answer.notation = choice
    elif isinstance(choice, int):
        answer.index = choice
    elif isinstance(choice, Resignation):
        answer.resignation.SetInParent()
    elif isinstance(choice, Move):
        answer.chosen.CopyFrom(choice)
    else:
        raise TypeError(f"choose_move returned {choice!r}, expected one of turn.legal_moves")
    return answer
