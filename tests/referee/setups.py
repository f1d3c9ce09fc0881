"""Games to play, and positions that come up in them."""

import random
from collections.abc import Iterator
from typing import Any

from arena.engine import Action, Deal, Move, Position, Rules
from arena.referee import GameSetup, TimeControl

QUICK = Rules(name="quick", prestige_to_win=3)
"""Over after a few dozen turns."""


def setup(players: int = 2, rules: Rules = QUICK, deal_index: int = 0, **limits: Any) -> GameSetup:
    """A game of bots named bot-0, bot-1, ...; `limits` are those of its time control."""
    return GameSetup(
        game_id="00112233445566aa",
        names=tuple(f"bot-{seat}" for seat in range(players)),
        deal=Deal.shuffled(b"tests", deal_index, players),
        rules=rules,
        time_control=TimeControl(**limits),
        bot_seeds=tuple(bytes([seat]) * 32 for seat in range(players)),
    )


def buys_first(moves: tuple[Move, ...], lots: random.Random) -> Move:
    """Any purchase, or else any move: such games end by prestige."""
    purchases = [move for move in moves if move.action is Action.PURCHASE]
    return lots.choice(purchases or moves)


def positions(players: int, seed: int, rules: Rules | None = None) -> Iterator[Position]:
    """Every position of one random game before its end, each time the same object."""
    lots = random.Random(seed)
    position = Position(Deal.shuffled(b"positions", seed, players), rules or Rules())
    while position.outcome() is None:
        yield position
        moves = tuple(position.legal_moves())
        position.play(buys_first(moves, lots) if seed % 2 else lots.choice(moves))
