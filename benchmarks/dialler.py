"""A bot without a client library: a bare stream that parses every question and answers with an index.

Run as `python -m benchmarks.dialler TOKEN` with ARENA_ADDRESS set.
"""

import os
import sys
from queue import SimpleQueue

import grpc

from arena.v1 import arena_pb2

PLAY = "/arena.v1.ArenaService/Play"


def main(token: str) -> None:
    """Answer until goodbye, or until the stream ends."""
    said: SimpleQueue[arena_pb2.PlayRequest] = SimpleQueue()
    said.put(arena_pb2.PlayRequest(hello=arena_pb2.Hello(protocol=1, name="dialler")))
    with grpc.insecure_channel(os.environ["ARENA_ADDRESS"].removeprefix("tcp://")) as channel:
        play = channel.stream_stream(
            PLAY,
            request_serializer=arena_pb2.PlayRequest.SerializeToString,
            response_deserializer=arena_pb2.PlayResponse.FromString,
        )
        for response in play(iter(said.get, None), metadata=(("authorization", f"Bearer {token}"),)):
            answer = reply(response)
            if answer is not None:
                said.put(answer)


def reply(response: arena_pb2.PlayResponse) -> arena_pb2.PlayRequest | None:
    """What a bot says to an event; a move in the middle of the list, so that games come to an end."""
    match response.WhichOneof("event"):
        case "game_started":
            return arena_pb2.PlayRequest(ready=arena_pb2.Ready(game_id=response.game_started.game_id))
        case "turn_started":
            turn = response.turn_started
            chosen = arena_pb2.MoveChosen(game_id=turn.game_id, turn_id=turn.turn_id)
            chosen.index = turn.turn_id % len(turn.legal_moves)
            return arena_pb2.PlayRequest(move_chosen=chosen)
    return None


if __name__ == "__main__":
    main(sys.argv[1])
