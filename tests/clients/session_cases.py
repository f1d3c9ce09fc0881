"""Scripted conversations with a bot, as cases: what the arena says byte by byte, and what it must hear.

A case has steps, in order:

    {"hears": {...}}              the arena hears this from the bot; what is not named may be anything,
                                  and `move` is the notation of the chosen move, in whatever form it came
    {"says": BASE64, "json": ...} the arena says these bytes; the JSON beside them is for people
    {"hears_end": true}           the bot closes its side of the stream
    {"ends": STATUS, "details": ...}  the arena ends the stream with this status
    {"dials_in": true}            the bot opens another stream

and then the `exit_code` of the bot's process, with words that its `stderr` has.
"""

import base64
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from arena import wire
from arena.engine import Deal, Position, Rules
from arena.referee import GameEnd, GameStart, Question, Termination
from arena.v1 import arena_pb2
from arena.v1.arena_pb2 import PlayResponse
from tests.clients.greedy import greedy_choice
from tests.referee.setups import setup

__all__ = ["session_cases"]

Step = dict[str, Any]
UNKNOWN_FIELD = b"\xc0\x3e\x01"
"""Field 1000, the number 1."""
UNKNOWN_EVENT = b"\x7a\x03abc"
"""Field 15, where the events of PlayResponse are: three bytes."""
KEY = b"the resume key".ljust(32, b".")
LEFT_OUT = {"welcome", "turn_started"}
"""Events whose JSON is long, and is beside the cases of choose.json."""


def session_cases() -> list[dict[str, Any]]:
    """All of them."""
    return [
        _case("plain", "a game from Hello to Goodbye", [*_greeting(), *_game(), *_farewell()]),
        _case(
            "unknown fields",
            "fields that the bot does not know, in every message and in one within it",
            [*_greeting(UNKNOWN_FIELD), *_game(unknown=UNKNOWN_FIELD), *_farewell(UNKNOWN_FIELD)],
        ),
        _case(
            "unknown events",
            "events that the bot does not know, before, in and after a game",
            [
                *_greeting(),
                _bytes(UNKNOWN_EVENT),
                *_game(between=[_bytes(UNKNOWN_EVENT), _bytes(b"")]),
                _bytes(UNKNOWN_EVENT),
                *_farewell(),
            ],
        ),
        _case(
            "two games",
            "a second game on the same stream",
            [*_greeting(), *_game(), *_game("another game", 3), *_farewell()],
        ),
        _case(
            "played again",
            "the same game again on the same stream, as after a host's failure",
            [*_greeting(), *_game(), *_game(), *_farewell()],
        ),
        _case(
            "turn id zero",
            "the number of the first turn happens to be 0",
            [*_greeting(), *_begin(), *_turn(turn_id=0), *_turn(), *_end(), *_farewell()],
        ),
        _case("no game", "Goodbye without a game", [*_greeting(), *_farewell()]),
        _case("ended", "the stream ends with success and without Goodbye", [*_greeting(), _ends("OK")]),
        _case(
            "ended after all",
            "the stream ends with a complaint, after Goodbye",
            [*_greeting(), *_farewell()[:-1], _ends("INTERNAL", "too late")],
        ),
        _case(
            "refused",
            "the token is not the right one",
            [{"hears": {"hello": {}}}, _ends("UNAUTHENTICATED", "no such bot")],
            1,
            "the arena ended the connection: UNAUTHENTICATED: no such bot",
        ),
        _case(
            "refused at once",
            "the token is not the right one, and Hello is not even read",
            [_ends("UNAUTHENTICATED", "no such bot")],
            1,
            "the arena ended the connection: UNAUTHENTICATED: no such bot",
        ),
        _case(
            "going away",
            "the arena goes away in a game and lets nobody come back",
            [*_greeting(), *_begin(), _ends("UNAVAILABLE", "going away")],
            1,
            "the arena ended the connection: UNAVAILABLE: going away",
        ),
        _case(
            "cancelled",
            "the arena breaks off with another status, although lost streams may come back",
            [*_greeting(reconnect_us=60_000_000), _ends("CANCELLED", "enough")],
            1,
            "the arena ended the connection: CANCELLED: enough",
        ),
        _case(
            "coming back",
            "the stream is lost in a turn, and the question is asked again on a new one",
            [
                *_greeting(reconnect_us=60_000_000),
                *_begin(),
                *_turn(),
                _ends("UNAVAILABLE", "lost"),
                {"dials_in": True},
                {"hears": {"hello": {"protocol": 1, "resume_key": _encoded(KEY)}}},
                _welcome(reconnect_us=60_000_000),
                *_turn(),
                *_turn(turn_id=8),
                *_end(),
                *_farewell(),
            ],
        ),
        _case(
            "coming back for ever",
            "the stream is lost, and may be replaced for as long as a number can say",
            [
                *_greeting(reconnect_us=2**63 - 1),
                _ends("UNAVAILABLE", "lost"),
                {"dials_in": True},
                {"hears": {"hello": {"resume_key": _encoded(KEY)}}},
                _welcome(reconnect_us=2**63 - 1),
                *_game(),
                *_farewell(),
            ],
        ),
        _case(
            "coming back in time",
            "the stream is lost before the first turn, and the game is said again on a new one",
            [
                *_greeting(reconnect_us=60_000_000),
                _started("game", 2),
                {"hears": {"ready": {"game_id": "game"}}},
                _ends("UNAVAILABLE", "lost"),
                {"dials_in": True},
                {"hears": {"hello": {"resume_key": _encoded(KEY)}}},
                _welcome(reconnect_us=60_000_000),
                *_begin(),
                *_turn(),
                *_end(),
                *_farewell(),
            ],
        ),
    ]


def _case(
    case_id: str, description: str, steps: list[Step], exit_code: int = 0, stderr: str = ""
) -> dict[str, Any]:
    return {
        "id": case_id,
        "kind": "session",
        "description": description,
        "steps": steps,
        "exit_code": exit_code,
        "stderr": stderr,
    }


# parts of conversations


def _greeting(unknown: bytes = b"", reconnect_us: int = 0) -> list[Step]:
    return [{"hears": {"hello": {"protocol": 1}}}, _welcome(unknown, reconnect_us)]


def _game(
    game_id: str = "game", players: int = 2, unknown: bytes = b"", between: list[Step] | None = None
) -> list[Step]:
    return [
        *_begin(game_id, players, unknown),
        *(between or []),
        *_turn(game_id, players, unknown=unknown),
        *(between or []),
        *_turn(game_id, players, turn_id=2**64 - 1, unknown=unknown),
        *_end(game_id, unknown),
    ]


def _begin(game_id: str = "game", players: int = 2, unknown: bytes = b"") -> list[Step]:
    return [_started(game_id, players, unknown), {"hears": {"ready": {"game_id": game_id}}}]


def _turn(game_id: str = "game", players: int = 2, turn_id: int = 7, unknown: bytes = b"") -> list[Step]:
    position = Position(Deal.shuffled(b"session", turn_id % 97, players), Rules())
    question = Question(
        position.observe(position.seat),
        tuple(position.legal_moves()),
        (),
        (None,) * players,
        5_000_000,
    )
    said = PlayResponse.FromString(wire.turn_started(question, game_id, turn_id, omit_legal_moves=False))
    said.turn_started.observation.MergeFromString(unknown)
    said.turn_started.legal_moves[0].MergeFromString(unknown)
    heard = {"game_id": game_id, "turn_id": str(turn_id), "move": greedy_choice(said.SerializeToString())}
    if turn_id == 0:  # a default is not shown
        del heard["turn_id"]
    return [_says(said, unknown), {"hears": {"move_chosen": heard}}]


def _started(game_id: str, players: int, unknown: bytes = b"") -> Step:
    said = wire.game_started(GameStart(setup(players), 0))
    said.game_started.game_id = game_id
    said.game_started.rules.MergeFromString(unknown)
    return _says(said, unknown)


def _end(game_id: str = "game", unknown: bytes = b"") -> list[Step]:
    said = wire.game_ended(GameEnd(game_id, Termination.NORMAL, (1, 2), (15, 9), "", None))
    return [_says(said, unknown)]


def _farewell(unknown: bytes = b"") -> list[Step]:
    said = PlayResponse(goodbye=arena_pb2.Goodbye(reason="over"))
    return [_says(said, unknown), {"hears_end": True}, _ends("OK")]


def _welcome(unknown: bytes = b"", reconnect_us: int = 0) -> Step:
    said = arena_pb2.Welcome(protocol=1, catalogue=wire.catalogue(), resume_key=KEY)
    said.limits.reconnect_us = reconnect_us
    said.limits.MergeFromString(unknown)
    return _says(PlayResponse(welcome=said), unknown)


def _says(message: PlayResponse, unknown: bytes = b"") -> Step:
    event = str(message.WhichOneof("event"))
    within = getattr(message, event)
    within.MergeFromString(unknown)
    shown = {event: "..."} if event in LEFT_OUT else _as_json(message)
    return {"says": _encoded(message.SerializeToString() + unknown), "json": shown}


def _bytes(payload: bytes) -> Step:
    return {"says": _encoded(payload), "json": {}}


def _ends(status: str, details: str = "") -> Step:
    return {"ends": status, "details": details}


def _encoded(payload: bytes) -> str:
    return base64.b64encode(payload).decode()


def _as_json(message: Message) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True)
