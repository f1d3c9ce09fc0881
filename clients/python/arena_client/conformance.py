"""Tells whether this client does what all clients do: reads a case a line, writes a result a line.

A case is `ID KIND BASE64`, a result `ID RESULT`; `clients/vectors/README.md` describes the kinds.
"""

import base64
import sys

from arena_client.bot import Turn
from arena_client.client import by_id, turn_from
from arena_client.greedy_bot import GreedyBot
from arena_client.notation import parse, text
from arena_client.pb.arena_pb2 import GameStarted, PlayResponse
from arena_client.pb.game_pb2 import Catalogue, Move


class Conformance:
    """What a case says stays known for the next ones: the catalogue of the last `welcome`."""

    def __init__(self) -> None:
        self._cards, self._nobles = by_id(Catalogue())

    def result(self, kind: str, encoded: str) -> str:
        """The result of one case; whatever is wrong with it must not end the program."""
        try:
            return self._result(kind, base64.b64decode(encoded, validate=True))
        except Exception:
            return "failed"

    def _result(self, kind: str, payload: bytes) -> str:
        match kind:
            case "welcome":
                self._cards, self._nobles = by_id(PlayResponse.FromString(payload).welcome.catalogue)
                return "ok"
            case "choose":
                return text(GreedyBot().choose_move(self._turn(payload)))
            case "format":
                return text(Move.FromString(payload))
            case "parse":
                return _parsed(payload)
        return "unknown"

    def _turn(self, payload: bytes) -> Turn:
        question = PlayResponse.FromString(payload).turn_started
        return turn_from(question, GameStarted(), self._cards, self._nobles)


def _parsed(payload: bytes) -> str:
    try:
        return base64.b64encode(parse(payload.decode()).SerializeToString()).decode()
    except ValueError:
        return "refused"


def main() -> None:
    """Answer until the input ends."""
    conformance = Conformance()
    for line in sys.stdin:
        case_id, kind, payload = [*line.rstrip("\n").split(" "), "", ""][:3]
        print(case_id, conformance.result(kind, payload), flush=True)


if __name__ == "__main__":
    main()
