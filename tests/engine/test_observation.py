"""What a seat may know, positions sampled from it, and the board as text."""

import pickle
import random

import pytest

from arena.engine import (
    Deal,
    Ending,
    Move,
    Position,
    ReservedCard,
    Rules,
    Tokens,
    board,
    determinize,
)
from arena.errors import GameError
from tests.engine.builders import build


def played(*texts: str, players: int = 3) -> Position:
    """Play moves from a fixed deal."""
    position = Position(Deal.shuffled(b"observation", 0, players))
    for text in texts:
        move = Move.parse(text)
        position.check(move)
        position.play(move)
    return position


def later(turns: int, players: int, seed: int) -> Position:
    """Play random turns from a random deal."""
    rng = random.Random(seed)
    position = Position(Deal.shuffled(b"later", seed, players))
    while position.turn < turns and position.outcome() is None:
        position.play(position.random_move(rng))
    return position


def test_the_start() -> None:
    position = played()
    seen = position.observe(1)
    assert (seen.seat, seen.on_turn, seen.turn, seen.round) == (1, 0, 0, 1)
    assert seen.bank == Tokens(5, 5, 5, 5, 5, 5)
    assert seen.deck_sizes == (36, 26, 16)
    assert [len(row) for row in seen.market] == [4, 4, 4]
    assert seen.nobles == position.deal.nobles[:4]
    assert (seen.passed, seen.forfeits, seen.ending, seen.final_round) == ((), (), None, False)
    assert seen.rules == Rules()


def test_a_blind_reservation_shows_its_level_only() -> None:
    position = played("reserve:deck2")
    drawn = position.drawn
    assert position.observe(0).players[0].reserved == (ReservedCard(2, drawn, True),)
    for other in (1, 2):
        assert position.observe(other).players[0].reserved == (ReservedCard(2, None, True),)


def test_a_face_up_reservation_is_seen_by_all() -> None:
    position = played()
    card = position.market[2][1]
    position.play(Move.reserve(card))
    for seat in range(3):
        assert position.observe(seat).players[0].reserved == (ReservedCard(3, card, False),)


def test_a_blind_reservation_once_purchased_is_seen_by_all() -> None:
    position = build([{"unseen": (40,), "held": "UUUU"}, {}])
    position.play(Move.parse("buy:40=UUUU"))
    assert position.observe(1).players[0].purchased == (40,)


def test_unknown_seat() -> None:
    for seat in (-1, 3):
        with pytest.raises(GameError, match=f"seat {seat}: expected 0 to 2"):
            played().observe(seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_swapping_what_is_hidden_changes_nothing(players: int) -> None:
    """Two deals that differ only below the market, played alike, look alike byte for byte."""
    first = Deal.shuffled(b"swap", 0, players)
    rng = random.Random(players)
    decks = []
    for deck in first.decks:
        below = list(deck[5:])
        rng.shuffle(below)
        decks.append((*deck[:5], *below))
    shown = Rules().nobles(players)
    second = Deal(
        players,
        (decks[0], decks[1], decks[2]),
        (*first.nobles[:shown], *reversed(first.nobles[shown:])),
    )
    one, two = Position(first), Position(second)
    for text in ("reserve:deck1", "take:WUG"):
        one.play(Move.parse(text))
        two.play(Move.parse(text))
    for seat in range(players):
        assert one.observe(seat) == two.observe(seat)
        assert repr(one.observe(seat)) == repr(two.observe(seat))
        assert pickle.dumps(one.observe(seat)) == pickle.dumps(two.observe(seat))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turns", [0, 5, 40, 120])
def test_determinize_is_faithful(players: int, turns: int) -> None:
    position = later(turns, players, seed=turns)
    for seat in range(players):
        seen = position.observe(seat)
        sampled = determinize(seen, random.Random(1))
        assert sampled.observe(seat) == seen
        assert sampled.outcome() == position.outcome()
        if seat == position.seat:
            assert sampled.legal_moves() == position.legal_moves()


def test_determinize_draws_what_is_hidden() -> None:
    position = played("reserve:deck1", "reserve:deck1")
    seen = position.observe(2)
    samples = [determinize(seen, random.Random(seed)) for seed in range(40)]
    assert len({sample.hand(0) for sample in samples}) > 10
    assert len({sample.deal.decks[0] for sample in samples}) == 40
    assert len({sample.deal.nobles[4:] for sample in samples}) > 10
    assert all(sample.hand(0) != sample.hand(1) for sample in samples)


def test_determinize_keeps_the_own_blind_reservation() -> None:
    position = played("reserve:deck1")
    seen = position.observe(0)
    for seed in range(10):
        assert determinize(seen, random.Random(seed)).hand(0) == position.hand(0)


def test_determinize_keeps_forfeits_and_their_order() -> None:
    position = played(players=4)
    position.forfeit(3)
    position.forfeit(1)
    sampled = determinize(position.observe(0), random.Random(0))
    sampled.forfeit(0)
    position.forfeit(0)
    assert sampled.outcome() == position.outcome()
    assert position.ending is Ending.LAST_SEAT


def test_determinize_plays_on_to_the_end() -> None:
    rng = random.Random(5)
    for seed in range(10):
        position = determinize(later(30, 2 + seed % 3, seed).observe(0), rng)
        while position.outcome() is None:
            move = position.random_move(rng)
            position.check(move)
            position.play(move)


def test_determinize_refuses_cards_that_do_not_add_up() -> None:
    seen = played("reserve:deck1").observe(1)
    wrong = seen._replace(deck_sizes=(36, 26, 16))
    with pytest.raises(GameError, match="deck 1: expected 35 cards, got 36"):
        determinize(wrong, random.Random(0))


def test_copies_are_independent() -> None:
    position = later(25, 3, 8)
    twin = position.copy()
    before = [position.observe(seat) for seat in range(3)]
    twin.play(twin.legal_moves()[0])
    assert [position.observe(seat) for seat in range(3)] == before
    assert type(twin) is Position


def test_positions_can_be_pickled() -> None:
    position = later(25, 3, 9)
    twin = pickle.loads(pickle.dumps(position))
    assert twin.observe(1) == position.observe(1)
    assert twin.legal_moves() == position.legal_moves()


def test_board_of_an_observation() -> None:
    position = build([{"unseen": (40,), "held": "WWJ"}, {"hand": (77,)}], nobles=(1, 9))
    assert board(position.observe(1)).splitlines() == BOARD_OF_SEAT_1


def test_board_of_a_position_shows_everything() -> None:
    position = build([{"unseen": (40,)}, {}])
    assert "40+K1 4U (unseen by others)" in board(position)
    position.forfeit(0)
    assert "over: LAST_SEAT" in board(position)
    assert "forfeited" in board(position)


BOARD_OF_SEAT_1 = """\
round 1, turn 0, seat 0 on turn
bank    WWUUUUGGGGRRRRKKKKJJJJ
nobles  1:RRRRKKKK  9:WWWWKKKK
level 3 71+W3 3U3G5R3K 72+W4 7K       73+W4 3W3R6K   74+W5 3W7K     deck 15
level 2 41+W1 3G2R2K   42+W1 2W3U3R   43+W2 5R       44+W2 5R3K     deck 26
level 1 1+W 2R1K       2+W 1U1G1R1K   3+W 1U2G1R1K   4+W 2U2K       deck 35
>seat 0  0 prestige, 0 cards
   tokens   WWJ
   bonuses  -
   hand     unseen card of level 1
 seat 1  0 prestige, 0 cards
   tokens   -
   bonuses  -
   hand     77+U4 7W
""".splitlines()
