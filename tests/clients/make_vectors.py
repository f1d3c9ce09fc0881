"""Write the cases that every client is held to, or check that they are what the arena says.

    python -m tests.clients.make_vectors            write clients/vectors/*.json
    python -m tests.clients.make_vectors --check    write nothing; exit 1 and name the files that differ

The Python client is the reference for what the greedy bot chooses; the engine is it for the notation.
"""

import argparse
import base64
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from arena import wire
from arena.engine import Deal, Move, Position, Rules
from arena.referee import Question
from arena.v1 import arena_pb2
from tests.clients.greedy import greedy_choice
from tests.clients.session_cases import session_cases
from tests.engine.test_notation import REFUSED

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path("clients/vectors")
POSITIONS = 60
"""Of each number of players and rule set."""
GAME = "00112233445566aa"

Case = dict[str, Any]


def main() -> int:
    """Write or check the files; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 on any difference")
    check, differing = parser.parse_args().check, False
    for path, text in generated():
        if check and text != ((ROOT / path).read_text() if (ROOT / path).exists() else ""):
            print(f"{path} is not what the arena says: run python -m tests.clients.make_vectors")
            differing = True
        elif not check:
            (ROOT / path).write_text(text)
    return 1 if differing else 0


def generated() -> Iterator[tuple[Path, str]]:
    """Every file, as its path from the root and its text."""
    yield FOLDER / "choose.json", lines([welcome_case(), *choose_cases()])
    yield FOLDER / "notation.json", lines([*format_cases(), *parse_cases()])
    yield FOLDER / "session.json", lines(session_cases())


def lines(cases: list[Case]) -> str:
    """A JSON list with a case a line, so that a change is one line of a diff."""
    return "[\n" + ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases) + "\n]\n"


def case(case_id: str, kind: str, payload: bytes, shown: object, expected: str) -> Case:
    """A case for the conformance programs."""
    encoded = base64.b64encode(payload).decode()
    return {"id": case_id, "kind": kind, "bytes": encoded, "json": shown, "expected": expected}


def as_json(message: Message) -> dict[str, Any]:
    """The JSON form of a message."""
    return MessageToDict(message, preserving_proto_field_name=True)


# choose


def welcome_case() -> Case:
    """The catalogue, which the cases after it need."""
    response = arena_pb2.PlayResponse(
        welcome=arena_pb2.Welcome(protocol=1, catalogue=wire.catalogue(), resume_key=bytes(32))
    )
    shown = {"welcome": {"protocol": 1, "catalogue": "all cards and nobles"}}
    return case("welcome", "welcome", response.SerializeToString(), shown, "ok")


def choose_cases() -> Iterator[Case]:
    """Positions out of games that greedy and random players play, and what greedy chooses there."""
    for rules_name in ("official", "scarce-gold"):
        for players in (2, 3, 4):
            for number, position in enumerate(positions(players, rules_name)):
                payload = asked(position, turn_id=number + 1)
                shown = as_json(arena_pb2.PlayResponse.FromString(payload))
                case_id = f"{rules_name}-{players}-{number}"
                yield case(case_id, "choose", payload, shown, greedy_choice(payload))


def positions(players: int, rules_name: str) -> Iterator[Position]:
    """Positions from all parts of games; each time the same object."""
    lots = random.Random(f"{rules_name} {players}")
    found = games = 0
    while found < POSITIONS:
        position = Position(Deal.shuffled(b"vectors", games, players), Rules.preset(rules_name))
        games += 1
        while position.outcome() is None and found < POSITIONS:
            moves = position.legal_moves()
            if lots.random() < 1 / 6 and len(moves) <= 120:
                found += 1
                yield position
            position.play(by_habit(moves, lots))


def by_habit(moves: list[Move], lots: random.Random) -> Move:
    """Any purchase, most of the time, so that games come to an end and nobles visit."""
    purchases = [move for move in moves if str(move).startswith("buy")]
    return lots.choice(purchases if purchases and lots.random() < 0.8 else moves)


def asked(position: Position, turn_id: int) -> bytes:
    """A question as it is sent."""
    moves = tuple(position.legal_moves())
    question = Question(position.observe(position.seat), moves, (), (None,) * position.players, 5_000_000)
    return wire.turn_started(question, GAME, turn_id, omit_legal_moves=False)


# notation


def format_cases() -> Iterator[Case]:
    """Messages, and how they are written."""
    for number, move in enumerate(moves_of_every_kind()):
        message = wire.move_message(move)
        yield case(f"format-{number}", "format", message.SerializeToString(), as_json(message), str(move))


def parse_cases() -> Iterator[Case]:
    """Texts, and the messages they stand for; and texts that are none."""
    for number, move in enumerate(moves_of_every_kind()):
        expected = base64.b64encode(wire.move_message(move).SerializeToString()).decode()
        yield case(f"parse-{number}", "parse", str(move).encode(), str(move), expected)
    for number, text in enumerate(REFUSED):
        yield case(f"refuse-{number}", "parse", text.encode(), text, "refused")


def moves_of_every_kind() -> list[Move]:
    """Moves that differ in what is written, not only in the letters."""
    found: dict[str, Move] = {}
    for players in (2, 3, 4):
        for position in positions(players, "official"):
            for move in position.legal_moves():
                found.setdefault(shape(move), move)
    texts = [
        "take:WU",
        "take:K",
        "take:RR>WW@10",
        "buy:17=",
        "buy:63=WWWKJ@7",
        "pass",
        "pass@3",
        "reserve:deck3>J@2",
    ]
    return [*found.values(), *map(Move.parse, texts)]


def shape(move: Move) -> str:
    """What is written but for the card."""
    action, _, rest = str(move).partition("=")
    return f"{action.rstrip('0123456789')}={rest}"


if __name__ == "__main__":
    sys.exit(main())
