"""What the Python client's greedy bot chooses, which is what every client's greedy bot has to choose."""

from arena_client import text
from arena_client.client import by_id, turn_from
from arena_client.greedy_bot import GreedyBot
from arena_client.pb.arena_pb2 import GameStarted, PlayResponse
from arena_client.pb.game_pb2 import Catalogue

from arena import wire

CARDS, NOBLES = by_id(Catalogue.FromString(wire.catalogue().SerializeToString()))


def greedy_choice(payload: bytes) -> str:
    """The move, in notation, for a question as it is sent."""
    question = PlayResponse.FromString(payload).turn_started
    return text(GreedyBot().choose_move(turn_from(question, GameStarted(), CARDS, NOBLES)))
