"""Random games that must never break an invariant, and how often the odd cases come up.

Run as `python -m tests.engine.invariants --cheap 100000 --full 1000` for the acceptance run: so
many games for each of 2, 3 and 4 players, in two processes. Prints JSON, for every number of
players the games, the turns and in how many games each case of docs/rules.md section 10 occurred; stops
at the first broken invariant.

Cheap games: tokens are conserved, nobody holds more than the limit, the game ends. Full games besides:
staged and complete choice agree, every listed move plays on a copy and its notation round-trips,
fifty mutated moves a turn are refused with a reason unless they are listed, and re-dealing what a
seat cannot see changes no observation.
"""

import argparse
import json
import multiprocessing
import random
from collections import Counter
from typing import Any

from arena.engine import (
    Action,
    Deal,
    Ending,
    Move,
    Position,
    Tokens,
    determinize,
)
from arena.engine.gems import GOLD, LANE_MASK, excess_over, pack
from arena.engine.moves import GAIN_SIZES, GAINS, RESERVE, RESERVE_DECK, TAKE
from arena.engine.observation import EVERYBODY, observe
from arena.engine.refusal import refusal
from arena.engine.tables import BONUSES, COSTS
from arena.errors import IllegalMoveError, NotationError

MUTATIONS = 50
_ACTIONS = tuple(Action)
GEM_MASK = GOLD - 1
LOSS_MASK = (1 << 30) - 1

# Moves whose text has been read back once; that depends on nothing else, so once is enough.
_spelled: set[int] = set()


def main() -> None:
    """Run the games that the command line asks for and print what came up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cheap", type=int, default=1000)
    parser.add_argument("--full", type=int, default=20)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    print(json.dumps(run(asked.cheap, asked.full, asked.processes), indent=2))


def run(cheap: int, full: int, processes: int = 2) -> dict[str, Any]:
    """Play the games for 2, 3 and 4 players; AssertionError at the first broken invariant."""
    tasks = []
    for players in (2, 3, 4):
        tasks += [(players, start, size, False) for start, size in _parts(cheap, 5000)]
        tasks += [(players, start, size, True) for start, size in _parts(full, 50)]
    results: dict[str, Counter[str]] = {f"{players} players": Counter() for players in (2, 3, 4)}
    if processes == 1:
        for task in tasks:
            results[f"{task[0]} players"] += _play_part(task)
    else:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            for players, found in pool.imap_unordered(_play_named, tasks):
                results[f"{players} players"] += found
    return {name: dict(sorted(found.items())) for name, found in results.items()}


def _parts(games: int, size: int) -> list[tuple[int, int]]:
    return [(start, min(size, games - start)) for start in range(0, games, size)]


Task = tuple[int, int, int, bool]


def _play_named(task: Task) -> tuple[int, Counter[str]]:
    return task[0], _play_part(task)


def _play_part(task: Task) -> Counter[str]:
    players, start, size, full = task
    found: Counter[str] = Counter()
    for index in range(start, start + size):
        rng = random.Random(f"{players} {index} {full}")
        seed = b"full" if full else b"cheap"
        position = Position(Deal.shuffled(seed, index, players))
        cases = play_game(position, rng, full)
        found.update(dict.fromkeys(cases, 1))
        found["games, full" if full else "games, cheap"] += 1
        found["turns"] += position.turn
    return found


def play_game(position: Position, rng: random.Random, full: bool) -> set[str]:
    """Play a game to its end and return the names of the cases that came up in it."""
    everything = position._bank
    limit = position.rules.token_limit
    bound = position.rules.round_limit * position.players
    cases: set[str] = set()
    while position.ending is None:
        # In full games both ways of choosing take turns; cheap games use the faster one.
        moves = full_turn(position, rng) if full else []
        complete = full and rng.random() < 0.5
        move = rng.choice(moves) if complete else position.random_move(rng)
        seat = position.seat
        note_before(position, move, cases)
        position.play(move)
        if position.visited and not 0 < move.code < RESERVE:
            cases.add("a noble on a turn without a purchase")
        assert position._bank + sum(position._tokens) == everything, "tokens are not conserved"
        assert position._tokens[seat] % LANE_MASK <= limit, "more tokens than the limit"
        assert position.turn <= bound, "the game does not end"
    note_after(position, cases)
    return cases


def note_before(position: Position, move: Move, cases: set[str]) -> None:
    """Add the names of the cases that a move about to be played is."""
    code, loss = move.code, move.packed & LOSS_MASK
    if move.visitor:
        cases.add("a choice of noble")
    if code >= TAKE:
        note_take(code, loss, cases)
    elif code > RESERVE:
        if position._bank < GOLD:
            cases.add("reserving with no gold")
        elif loss:
            cases.add("reserving at ten tokens")
        if code > RESERVE_DECK:
            cases.add("a blind reserve")
    elif code:
        note_purchase(position, code, loss, cases)
    else:
        cases.add("no legal action")


def note_take(code: int, loss: int, cases: set[str]) -> None:
    """Add the cases of a take."""
    gain = GAINS[code]
    # A lane of one bit each shows the gems of a take of different gems.
    if GAIN_SIZES[code] < 3 and gain & 0b11110_11110_11110_11110_11110 == 0:
        cases.add("taking with fewer than three gems left")
    if loss >= GOLD:
        cases.add("gold among the returned tokens")
    if loss and any(gain >> lane & 31 and loss >> lane & 31 for lane in range(0, 25, 5)):
        cases.add("returning tokens just taken")


def note_purchase(position: Position, card: int, paid: int, cases: set[str]) -> None:
    """Add the cases of a purchase."""
    bonuses = position._bonuses[position.seat]
    if bonuses // BONUSES[card] & LANE_MASK == 7:
        cases.add("an eighth card of one bonus")
    if paid >= GOLD:
        unpaid = excess_over(excess_over(COSTS[card], bonuses), paid & GEM_MASK)
        kept = (position._tokens[position.seat] & GEM_MASK) - (paid & GEM_MASK)
        if any(unpaid >> lane & 31 and kept >> lane & 31 for lane in range(0, 25, 5)):
            cases.add("paying with gold while holding the gem")


def note_after(position: Position, cases: set[str]) -> None:
    """Add the cases that the end of a game shows."""
    outcome = position.outcome()
    assert outcome is not None
    if 0 in position._market:
        cases.add("a finished deck leaving three cards in a row of four")
    if position.ending is not Ending.NORMAL:
        cases.add(f"ended by {outcome.ending.value}")
    if outcome.places.count(1) > 1:
        cases.add("a shared first place")
    best = max(outcome.prestige)
    if outcome.prestige.count(best) > outcome.places.count(1):
        cases.add("a tie decided by fewer purchased cards")
    if position.ending is Ending.NORMAL:
        target = position.rules.prestige_to_win
        if outcome.prestige[-1] < target:
            cases.add("a round finished after its last seat could no longer win by prestige")


def full_turn(position: Position, rng: random.Random) -> list[Move]:
    """Check everything that holds at the start of a turn; return the legal moves."""
    moves = position.legal_moves()
    listed = set(moves)
    assert moves, "no legal move"
    assert len(listed) == len(moves), "a move is listed twice"
    staged = [move for code in position.legal_actions() for move in position.completions(code)]
    assert staged == moves, "staged and complete choice differ"
    for move in moves:
        check_listed(position, move)
    for _ in range(MUTATIONS):
        check_mutated(position, mutated(rng.choice(moves), rng), listed)
    check_hidden(position, rng)
    return moves


def check_listed(position: Position, move: Move) -> None:
    """A listed move has a notation, no reason against it, and plays."""
    text = str(move) if move.packed not in _spelled else ""
    assert not text or Move.parse(text) is move, f"{text} does not round-trip"
    _spelled.add(move.packed)
    reason = refusal(position, move)
    assert reason is None, f"listed, but: {reason}"
    twin = position.copy()
    twin.play(move)
    everything = position._bank + sum(position._tokens)
    assert twin._bank + sum(twin._tokens) == everything, f"{move} does not conserve tokens"
    assert twin._tokens[position.seat] % LANE_MASK <= position.rules.token_limit, str(move)
    assert twin.turn == position.turn + 1, str(move)


def check_mutated(position: Position, move: Move | None, listed: set[Move]) -> None:
    """A move that is not listed is refused with a reason."""
    if move is None:
        return
    if move in listed:
        position.check(move)
        return
    reason = ""
    try:
        position.check(move)
    except IllegalMoveError as error:
        reason = str(error)
    assert reason, f"{move} is not listed, but allowed"
    assert "not legal here" not in reason, f"{move}: refused without a reason"


def mutated(move: Move, rng: random.Random) -> Move | None:
    """Change one thing in a move; None when no notation expresses the result."""

    def pick(below: int) -> int:
        return int(rng.random() * below)  # half the time of randrange, and this runs a lot

    taken, given = list(move.taken), list(move.returned)
    if move.action is Action.PURCHASE:
        given = list(move.paid)
    card, level, noble = move.card or 1 + pick(90), move.level or 1, move.noble
    action = move.action
    match pick(6):
        case 0:
            given[pick(6)] += 2 * pick(2) - 1
        case 1:
            given[pick(6)] += 1
            given[pick(6)] -= 1
        case 2:
            taken[pick(5)] += 2 * pick(2) - 1
        case 3:
            noble = pick(11) or None
        case 4:
            card, level = 1 + pick(90), 1 + pick(3)
        case _:
            action = _ACTIONS[pick(5)]
    try:
        return _rebuilt(action, card, level, Tokens(*taken), Tokens(*given), noble)
    except NotationError:
        return None


def _rebuilt(action: Action, card: int, level: int, taken: Tokens, given: Tokens, noble: int | None) -> Move:
    match action:
        case Action.TAKE:
            return Move.take(taken, given, noble)
        case Action.RESERVE:
            return Move.reserve(card, given, noble)
        case Action.RESERVE_DECK:
            return Move.reserve_deck(level, given, noble)
        case Action.PURCHASE:
            return Move.purchase(card, given, noble)
        case _:
            return Move.pass_(noble)


def check_hidden(position: Position, rng: random.Random) -> None:
    """Re-dealing what a seat cannot see leaves what it sees, and its moves, as they are."""
    seat = rng.randrange(position.players)
    seen = position.observe(seat)
    other = determinize(seen, rng)
    assert other.observe(seat) == seen, "a re-dealt position looks different"
    assert repr(other.observe(seat)) == repr(seen), "a re-dealt position prints differently"
    assert pack(other.bank) == position._bank
    if seat == position.seat:
        assert other.legal_moves() == position.legal_moves(), "hidden cards change the moves"
    shuffled = determinize(observe(position, EVERYBODY), rng)
    for each in range(position.players):
        assert shuffled.observe(each) == position.observe(each), "a deck's order leaks"


if __name__ == "__main__":
    main()
