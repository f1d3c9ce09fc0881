"""Write a bot for the Splendor arena.

    from arena_client import Turn, run

    def choose_move(turn: Turn):
        return turn.legal_moves[0]

    if __name__ == "__main__":
        run(choose_move)

The arena sends the legal moves, the cards and the nobles: a bot needs no rules and no data.
"""

from arena_client.bot import RESIGN, Bot, Choice, Turn
from arena_client.client import run
from arena_client.notation import parse, text

__all__ = ["RESIGN", "Bot", "Choice", "Turn", "parse", "run", "text"]
