"""What holds in every game: random play under random rules, and hostile input."""

import contextlib
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.engine import Deal, Move, Position, Rules, TieBreak, Tokens
from arena.errors import NotationError
from tests.engine import invariants

RULES = st.builds(
    Rules,
    prestige_to_win=st.integers(1, 60),
    token_limit=st.integers(3, 15),
    reserve_limit=st.integers(0, 5),
    tokens_per_gem=st.integers(1, 7),
    gold=st.integers(0, 7),
    nobles_shown=st.integers(0, 10),
    round_limit=st.integers(1, 60),
    take_fewer=st.booleans(),
    tie_break=st.sampled_from(TieBreak),
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int) -> None:
    for index in range(100):
        rng = random.Random(index)
        invariants.play_game(Position(Deal.shuffled(b"cheap", index, players)), rng, full=False)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_in_full(players: int) -> None:
    rng = random.Random(players)
    invariants.play_game(Position(Deal.shuffled(b"full", 0, players)), rng, full=True)


@pytest.mark.slow
def test_invariants_script() -> None:
    found = invariants.run(cheap=20, full=1)
    assert [counts["games, cheap"] for counts in found.values()] == [20, 20, 20]
    assert [counts["games, full"] for counts in found.values()] == [1, 1, 1]


@settings(max_examples=60, deadline=None)
@given(rules=RULES, players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_any_rules(rules: Rules, players: int, seed: int) -> None:
    position = Position(Deal.shuffled(b"rules", seed, players), rules)
    invariants.play_game(position, random.Random(seed), full=False)


@settings(max_examples=6, deadline=None)
@given(rules=RULES, players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_any_rules_in_full(rules: Rules, players: int, seed: int) -> None:
    position = Position(Deal.shuffled(b"rules", seed, players), rules)
    rng = random.Random(seed)
    for _ in range(30):
        if position.outcome() is None:
            position.play(rng.choice(invariants.full_turn(position, rng)))


@given(text=st.text(max_size=20) | st.from_regex(r"(take|reserve|buy|pass)[:=@>WUGRKJ0-9]*"))
def test_any_text(text: str) -> None:
    with contextlib.suppress(NotationError):
        assert str(Move.parse(text)) == text


COUNTS = st.builds(Tokens, *[st.integers(-2, 40) for _ in range(6)])


@given(taken=COUNTS, given_back=COUNTS, card=st.integers(-5, 300), noble=st.integers(-2, 20))
def test_any_values(taken: Tokens, given_back: Tokens, card: int, noble: int) -> None:
    builds: tuple[Callable[[], Move], ...] = (
        lambda: Move.take(taken, given_back, noble),
        lambda: Move.reserve(card, given_back, noble),
        lambda: Move.reserve_deck(card, given_back, noble),
        lambda: Move.purchase(card, given_back, noble),
        lambda: Move.pass_(noble),
    )
    for build in builds:
        with contextlib.suppress(NotationError):
            move = build()
            assert Move.parse(str(move)) is move
