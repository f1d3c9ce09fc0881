"""A bot that misbehaves on command, by what `--do` names; until then it plays like any other.

It speaks the protocol with bare gRPC and raw bytes, so that it can say what no client library would.
Everything it does is bounded: it floods and hangs for a while, never for ever.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from queue import SimpleQueue

import grpc
from arena_client.address import channel
from arena_client.pb.arena_pb2 import (
    GameStarted,
    Hello,
    MoveChosen,
    PlayRequest,
    PlayResponse,
    Ready,
    Resignation,
    TurnStarted,
)
from google.protobuf.unknown_fields import UnknownFieldSet

PLAY = "/arena.v1.ArenaService/Play"
TOKENLESS = (
    PLAY,
    "/grpc.health.v1.Health/Watch",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
)
LONG_SECONDS = 120.0
"""How long it hangs; nobody waits that long."""
FLOOD_SECONDS = 5.0
STREAMS, STREAMS_PER_CONNECTION = 200, 4
TOKENLESS_CALLS = 20
CROWD_SECONDS = 3.0
MEBIBYTE = 1024 * 1024

ORPHAN = """
import os, pathlib, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
orphan = os.fork()
if orphan > 0:
    pathlib.Path(sys.argv[1], f"orphan-{orphan}").touch()
    os._exit(0)
os.setsid()
time.sleep(120)
"""


class Line:
    """One stream to the arena; what is said on it is bytes, what is heard are messages."""

    def __init__(self, token: str) -> None:
        self._said: SimpleQueue[bytes | None] = SimpleQueue()
        self._channel = channel()
        play = self._channel.stream_stream(PLAY, None, PlayResponse.FromString)
        self.call = play(iter(self._said.get, None), metadata=(("authorization", f"Bearer {token}"),))

    def say(self, payload: bytes) -> None:
        """Send some bytes as a message."""
        self._said.put(payload)

    def half_close(self) -> None:
        """Say that nothing more will be said."""
        self._said.put(None)


@dataclass
class Bot:
    """What the bot knows while it plays."""

    options: argparse.Namespace
    line: Line
    game: GameStarted = field(default_factory=GameStarted)
    games: int = 0
    turns: int = 0
    seen: set[str] = field(default_factory=set)

    def say(self, request: PlayRequest) -> None:
        """Send a message."""
        self.line.say(request.SerializeToString())

    def ready(self) -> None:
        """Tell that the game can begin."""
        self.say(PlayRequest(ready=Ready(game_id=self.game.game_id)))

    def choose(self, answer: MoveChosen) -> None:
        """Send an answer."""
        self.say(PlayRequest(move_chosen=answer))

    def due(self) -> bool:
        """Whether the time to misbehave has come."""
        options = self.options
        return bool(self.games >= options.from_game and self.turns >= options.at_turn)


def main() -> None:
    """Play until goodbye, or until misbehaving is the end."""
    options = arguments()
    do = options.do if started_before(options.marker) >= options.after_starts else "nothing"
    if do in INSTEAD_OF_HELLO:
        INSTEAD_OF_HELLO[do]()
    line = Line("wrong" if do == "wrong-token" else token())
    line.say({**HELLOS, **ODD_HELLOS}.get(do, PlayRequest(hello=hello())).SerializeToString())
    try:
        play(Bot(options, line), do)
    except grpc.RpcError as error:
        if do in SILENT_EXITS:
            os._exit(SILENT_EXITS[do])
        tell(f"the arena ended the stream: {error.code().name}: {error.details()}")
        if options.stay:
            hang()
        sys.exit(1)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--do", default="nothing", choices=behaviours())
    parser.add_argument("--from-game", type=int, default=1, help="first game of the process to do it in")
    parser.add_argument("--at-turn", type=int, default=2, help="first own turn to do it in")
    parser.add_argument("--after-starts", type=int, default=0, help="process starts without doing it")
    parser.add_argument("--marker", type=Path, required=True, help="folder that counts the starts")
    parser.add_argument("--stay", action="store_true", help="live on when the arena ends the stream")
    parser.add_argument("--watch", default="", help="for thinks-after: the name of the bot")
    return parser.parse_args()


def started_before(folder: Path) -> int:
    """How many processes of this bot were started before; counts this one."""
    for number in range(10_000):
        try:
            (folder / f"start-{number}").touch(exist_ok=False)
        except FileExistsError:
            continue
        return number
    raise SystemExit("too many starts")


def play(bot: Bot, do: str) -> None:
    """The conversation as it should be, but for what the bot is to do."""
    for response in bot.line.call:
        match response.WhichOneof("event"):
            case "game_started":
                bot.game, bot.games, bot.turns = response.game_started, bot.games + 1, 0
                INSTEAD_OF_READY.get(do if bot.games >= bot.options.from_game else "", Bot.ready)(bot)
            case "turn_started":
                bot.turns += 1
                respond = INSTEAD_OF_ANSWER.get(do if bot.due() else "", answer_well)
                respond(bot, response.turn_started)
            case "welcome" if do == "exits-on-welcome":
                os._exit(0)
            case "game_ended" if bot.games >= bot.options.from_game:
                AFTER_THE_GAME.get(do, carry_on)(bot)
            case "goodbye":
                AT_GOODBYE.get(do, leave)(bot)
            case None if do == "breaks-at-unknown-events":
                os._exit(7)


# what is said


def token() -> str:
    return os.environ["ARENA_TOKEN"]


def hello(protocol: int = 1) -> Hello:
    return Hello(protocol=protocol, name="scripted", version="1", language="python", sdk="none")


def good_answer(question: TurnStarted) -> MoveChosen:
    """The first purchase, or else the first move."""
    moves = enumerate(question.legal_moves)
    index = next((place for place, move in moves if move.WhichOneof("action") == "purchase"), 0)
    return MoveChosen(game_id=question.game_id, turn_id=question.turn_id, index=index)


def stale_answer(question: TurnStarted) -> MoveChosen:
    stale = good_answer(question)
    stale.turn_id ^= 1
    return stale


def answer_well(bot: Bot, question: TurnStarted) -> None:
    bot.choose(good_answer(question))


# instead of Hello


def hang() -> None:
    time.sleep(LONG_SECONDS)
    os._exit(99)


def exit_at_once() -> None:
    tell("no configuration found")
    os._exit(3)


def crowd_silently() -> None:
    """Open as many streams as allowed, and calls without a token beside them, and say nothing."""
    asyncio.run(_crowd())


async def _crowd() -> None:
    target = os.environ["ARENA_ADDRESS"].removeprefix("tcp://")
    options = [("grpc.use_local_subchannel_pool", 1)]
    identity = (("authorization", f"Bearer {token()}"),)
    wanted: list[tuple[str, tuple[tuple[str, str], ...]]]
    wanted = [(path, ()) for path in TOKENLESS for _ in range(TOKENLESS_CALLS)]
    wanted += [(PLAY, identity)] * STREAMS
    lines = [grpc.aio.insecure_channel(target, options) for _ in range(len(wanted) // STREAMS_PER_CONNECTION)]
    calls = [
        line.stream_stream(path, None, None)(None, metadata=metadata)
        for line, (path, metadata) in zip(cycle(lines), wanted, strict=False)
    ]
    await asyncio.sleep(CROWD_SECONDS)
    ended = Counter([(await call.code()).name for call in calls if call.done()])
    tell(f"{len(calls)} calls, ended by now: {dict(ended)}")
    await asyncio.sleep(LONG_SECONDS)


def talk_http_1() -> None:
    """Speak another protocol to the arena's port, and wait."""
    import socket

    host, _, port = os.environ["ARENA_ADDRESS"].removeprefix("tcp://").rpartition(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: arena\r\n\r\n")
        hang()


# instead of Ready


def hang_at_start(bot: Bot) -> None:
    del bot
    hang()


def refuse_a_known_game(bot: Bot) -> None:
    if bot.game.game_id not in bot.seen:
        bot.ready()
    bot.seen.add(bot.game.game_id)


# instead of the answer


def hang_in_turn(bot: Bot, question: TurnStarted) -> None:
    del bot, question
    hang()


def stop_itself(bot: Bot, question: TurnStarted) -> None:
    del bot, question
    os.kill(os.getpid(), signal.SIGSTOP)


def crash(bot: Bot, question: TurnStarted) -> None:
    del bot, question
    tell("index out of range")
    os._exit(7)


def kill_itself(bot: Bot, question: TurnStarted) -> None:
    del bot, question
    os.kill(os.getpid(), signal.SIGKILL)


def exit_cleanly(bot: Bot, question: TurnStarted) -> None:
    del bot, question
    os._exit(0)


def crash_off_turn(bot: Bot, question: TurnStarted) -> None:
    """Answer, and crash while a bot that `thinks-after` this one is on turn."""
    answer_well(bot, question)
    seen = bot.options.marker.parent / f"{question.game_id}.seen"
    deadline = time.monotonic() + LONG_SECONDS
    while not seen.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    crash(bot, question)


def think_after(bot: Bot, question: TurnStarted) -> None:
    """Tell that a turn of the watched bot was seen, and think; once a game."""
    seen = bot.options.marker.parent / f"{question.game_id}.seen"
    played = [bot.game.names[turn.seat] for turn in question.turns_played]
    if bot.options.watch in played and not seen.exists():
        seen.touch()
        time.sleep(2)
    answer_well(bot, question)


def half_close(bot: Bot, question: TurnStarted) -> None:
    del question
    bot.line.half_close()
    hang()


def cancel(bot: Bot, question: TurnStarted) -> None:
    del question
    bot.line.call.cancel()  # type: ignore[no-untyped-call]
    hang()


def break_at_unknown_fields(bot: Bot, question: TurnStarted) -> None:
    if len(UnknownFieldSet(question)):
        crash(bot, question)
    answer_well(bot, question)


def answer_late(bot: Bot, question: TurnStarted) -> None:
    time.sleep(2 * question.allowed_us / 1e6)
    answer_well(bot, question)


def answer_twice(bot: Bot, question: TurnStarted) -> None:
    answer_well(bot, question)
    answer_well(bot, question)


def answer_stale_first(bot: Bot, question: TurnStarted) -> None:
    bot.choose(stale_answer(question))
    answer_well(bot, question)


def answer_stale_only(bot: Bot, question: TurnStarted) -> None:
    """As fast as it can."""
    payload = PlayRequest(move_chosen=stale_answer(question)).SerializeToString()
    deadline = time.monotonic() + FLOOD_SECONDS
    while time.monotonic() < deadline and bot.line.call.is_active():
        for _ in range(1000):
            bot.line.say(payload)
        time.sleep(0.01)
    hang()


def connect_twice(bot: Bot, question: TurnStarted) -> None:
    """Try to get in a second time, once a game, and crash if that is not refused as it should be."""
    if bot.turns == bot.options.at_turn:
        second = Line(token())
        second.say(PlayRequest(hello=hello()).SerializeToString())
        if second.call.code() is not grpc.StatusCode.ALREADY_EXISTS:
            crash(bot, question)
    answer_well(bot, question)


def flood_standard_error(bot: Bot, question: TurnStarted) -> None:
    """50 MB without a line feed, once a game."""
    if bot.turns == bot.options.at_turn:
        for _ in range(50):
            sys.stderr.buffer.write(b"x" * MEBIBYTE)
    answer_well(bot, question)


def flood_and_crash(bot: Bot, question: TurnStarted) -> None:
    flood_standard_error(bot, question)
    crash(bot, question)


def leave_an_orphan(bot: Bot, question: TurnStarted) -> None:
    """Ignore SIGTERM, and have a descendant in a session of its own that does so too; once a process."""
    if bot.turns == bot.options.at_turn and bot.games == bot.options.from_game:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.run([sys.executable, "-c", ORPHAN, str(bot.options.marker)], check=True)
    answer_well(bot, question)


def saying(make: Callable[[TurnStarted], PlayRequest | bytes]) -> Callable[[Bot, TurnStarted], None]:
    """Say something else than a good answer, then wait to be thrown out."""

    def say(bot: Bot, question: TurnStarted) -> None:
        message = make(question)
        bot.line.say(message if isinstance(message, bytes) else message.SerializeToString())

    return say


def answering(answer: MoveChosen) -> Callable[[Bot, TurnStarted], None]:
    """Echo the turn, but answer something else than a good move."""

    def make(question: TurnStarted) -> PlayRequest:
        echo = MoveChosen(game_id=question.game_id, turn_id=question.turn_id)
        echo.MergeFrom(answer)
        return PlayRequest(move_chosen=echo)

    return saying(make)


def noting(size: int) -> Callable[[Bot, TurnStarted], None]:
    """Send a good answer with a note that makes the message too large."""

    def make(question: TurnStarted) -> PlayRequest:
        answer = good_answer(question)
        answer.note = "x" * size
        return PlayRequest(move_chosen=answer)

    return saying(make)


# after a game


def carry_on(bot: Bot) -> None:
    del bot


def crash_after_the_game(bot: Bot) -> None:
    del bot
    tell("nothing left to do")
    os._exit(7)


def stay(bot: Bot) -> None:
    del bot
    hang()


# at goodbye


def leave(bot: Bot) -> None:
    bot.line.half_close()


def leave_in_anger(bot: Bot) -> None:
    del bot
    tell("and never again")
    os._exit(5)


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


HELLOS: dict[str, PlayRequest] = {
    "speaks-protocol-2": PlayRequest(hello=hello(protocol=2)),
    "forgets-hello": PlayRequest(ready=Ready(game_id="0123456789abcdef")),
}
ODD_HELLOS = {"hides-who-it-is": PlayRequest(hello=Hello(protocol=1, name=" "))}
"""They are no mistakes."""
INSTEAD_OF_HELLO: dict[str, Callable[[], None]] = {
    "never-connects": hang,
    "exits-at-once": exit_at_once,
    "never-says-hello": crowd_silently,
    "talks-http-1": talk_http_1,
}
INSTEAD_OF_READY: dict[str, Callable[[Bot], None]] = {
    "hangs-at-start": hang_at_start,
    "refuses-a-known-game": refuse_a_known_game,
}
INSTEAD_OF_ANSWER: dict[str, Callable[[Bot, TurnStarted], None]] = {
    "hangs-in-turn": hang_in_turn,
    "stops-itself": stop_itself,
    "crashes-in-turn": crash,
    "crashes-off-turn": crash_off_turn,
    "thinks-after": think_after,
    "kills-itself": kill_itself,
    "exits-cleanly": exit_cleanly,
    "half-closes": half_close,
    "cancels": cancel,
    "breaks-at-unknown-fields": break_at_unknown_fields,
    "answers-late": answer_late,
    "answers-twice": answer_twice,
    "answers-stale-first": answer_stale_first,
    "answers-stale-only": answer_stale_only,
    "connects-twice": connect_twice,
    "floods-stderr": flood_standard_error,
    "floods-stderr-and-crashes": flood_and_crash,
    "leaves-an-orphan": leave_an_orphan,
    "resigns": answering(MoveChosen(resignation=Resignation())),
    "illegal-move": answering(MoveChosen(notation="pass")),
    "index-out-of-range": answering(MoveChosen(index=4_000_000_000)),
    "no-notation": answering(MoveChosen(notation="castle:O-O")),
    "no-answer": answering(MoveChosen()),
    "no-event": saying(lambda _: b""),
    "undecodable-bytes": saying(lambda _: b"\xff\xff\xff\xff"),
    "ready-again": saying(lambda question: PlayRequest(ready=Ready(game_id=question.game_id))),
    "hello-again": saying(lambda _: PlayRequest(hello=hello())),
    "large-message": noting(70 * 1024),
    "huge-message": noting(100 * MEBIBYTE),
}
AFTER_THE_GAME: dict[str, Callable[[Bot], None]] = {
    "crashes-after-the-game": crash_after_the_game,
    "hangs-after-the-game": stay,
}
AT_GOODBYE: dict[str, Callable[[Bot], None]] = {
    "stays-after-goodbye": stay,
    "leaves-in-anger": leave_in_anger,
}
SILENT_EXITS = {"exits-0-when-refused": 0, "exits-1-when-refused": 1}
"""Exit codes of bots that say nothing when the arena ends their stream."""
OTHERS = ("breaks-at-unknown-events", "exits-on-welcome")


BEFORE_WELCOME = frozenset({"wrong-token", *HELLOS, *INSTEAD_OF_HELLO})
"""What would fail in pre-flight already, if a bot did it from its first start on."""


def behaviours() -> list[str]:
    ways = (BEFORE_WELCOME, ODD_HELLOS, INSTEAD_OF_READY, INSTEAD_OF_ANSWER, AFTER_THE_GAME, AT_GOODBYE)
    return ["nothing", *(name for names in (*ways, SILENT_EXITS, OTHERS) for name in names)]


if __name__ == "__main__":
    main()
