"""The greedy bot: what it prefers, and that it always prefers the same."""

from collections.abc import Sequence

import pytest
from arena_client import Turn
from arena_client.greedy_bot import GreedyBot
from arena_client.pb.arena_pb2 import GameStarted
from arena_client.pb.game_pb2 import Catalogue, Move, Observation

from arena import wire
from arena.engine import Action, Deal, Position
from arena.engine import Move as EngineMove
from tests.referee.setups import positions

CATALOGUE = Catalogue.FromString(wire.catalogue().SerializeToString())


def turn(position: Position, moves: Sequence[EngineMove] | None = None) -> Turn:
    """The question of a position, with another list of moves if given."""
    seen = wire.observation_message(position.observe(position.seat))
    listed = position.legal_moves() if moves is None else moves
    return Turn(
        game=GameStarted(),
        observation=Observation.FromString(seen.SerializeToString()),
        legal_moves=[Move.FromString(wire.move_message(move).SerializeToString()) for move in listed],
        turns_played=[],
        clocks_us=[None] * position.players,
        allowed_us=None,
        cards={card.id: card for card in CATALOGUE.cards},
        nobles={noble.id: noble for noble in CATALOGUE.nobles},
    )


def choice(position: Position, moves: Sequence[EngineMove] | None = None) -> EngineMove:
    return wire.move_from_message(GreedyBot().choose_move(turn(position, moves)))  # type: ignore[arg-type]


def greedy_game(players: int, seed: int) -> list[str]:
    """The moves of a game that only greedy bots play."""
    position, moves = Position(Deal.shuffled(b"greedy", seed, players)), []
    while position.outcome() is None:
        move = choice(position)
        position.check(move)
        position.play(move)
        moves.append(str(move))
    return moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_chooses_legal_moves_and_always_the_same(players: int) -> None:
    first = greedy_game(players, 1)
    assert greedy_game(players, 1) == first
    assert greedy_game(players, 2) != first


def test_one_bot_remembers_nothing_from_turn_to_turn() -> None:
    bot = GreedyBot()
    for position in positions(2, 1):
        assert bot.choose_move(turn(position)) == GreedyBot().choose_move(turn(position))


@pytest.mark.parametrize("players", [2, 4])
def test_it_purchases_whenever_it_can(players: int) -> None:
    seen = 0
    for seed in (1, 3):
        for position in positions(players, seed):
            if any(move.action is Action.PURCHASE for move in position.legal_moves()):
                seen += 1
                assert choice(position).action is Action.PURCHASE
    assert seen > 20


def test_of_equals_it_plays_the_one_that_is_listed_first() -> None:
    ties = 0
    for position in positions(2, 1):
        moves, best = position.legal_moves(), choice(position)
        before = moves[: moves.index(best)]
        after = moves[len(before) + 1 :]
        assert all(choice(position, [move, best]) is best for move in before)
        assert all(choice(position, [best, move]) is best for move in after)
        ties += sum(choice(position, [move, best]) is move for move in after)
    assert ties > 0


def test_the_same_move_twice_is_the_first_of_them() -> None:
    position = Position(Deal.shuffled(b"greedy", 0, 2))
    asked = turn(position)
    asked.legal_moves = [Move.FromString(asked.legal_moves[0].SerializeToString()) for _ in range(3)]
    assert GreedyBot().choose_move(asked) is asked.legal_moves[0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [("buy:{card}=WW", "buy:{card}=WJ"), ("buy:{card}=WJ", "buy:{card}=JJ")],
)
def test_it_keeps_its_gold(better: str, worse: str) -> None:
    position = Position(Deal.shuffled(b"greedy", 0, 2))
    card = position.market[0][0]
    cheap, dear = (EngineMove.parse(notation.format(card=card)) for notation in (better, worse))
    assert choice(position, [dear, cheap]) is cheap


def test_it_prefers_prestige_among_purchases() -> None:
    position = Position(Deal.shuffled(b"greedy", 0, 2))
    low, high = position.market[0][0], position.market[2][0]
    cheap, rich = EngineMove.parse(f"buy:{low}=W"), EngineMove.parse(f"buy:{high}=WWWWWUU")
    assert choice(position, [cheap, rich]) is rich


def test_it_takes_rather_than_reserves_at_the_start() -> None:
    for seed in range(5):
        assert choice(Position(Deal.shuffled(b"start", seed, 2))).action is Action.TAKE


def test_it_passes_where_nothing_else_is_listed() -> None:
    position = Position(Deal.shuffled(b"greedy", 0, 2))
    assert choice(position, [EngineMove.parse("pass")]).action is Action.PASS
