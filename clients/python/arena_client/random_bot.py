"""A bot that plays any legal move. The seed of the game makes it play the same game again."""

import random

from arena_client import Bot, Turn, run
from arena_client.pb.arena_pb2 import GameStarted
from arena_client.pb.game_pb2 import Move


class RandomBot(Bot):
    """Chooses uniformly from the legal moves."""

    name = "random"
    version = "1"

    def __init__(self) -> None:
        self._lots = random.Random()

    def game_started(self, game: GameStarted) -> None:
        """Draw lots as the arena wants them for this game."""
        self._lots = random.Random(game.bot_seed)

    def choose_move(self, turn: Turn) -> Move:
        """Any legal move."""
        return self._lots.choice(turn.legal_moves)


if __name__ == "__main__":
    run(RandomBot())
