"""A store with one tournament of crafted games, among them words of bots that try to drive a terminal."""

from pathlib import Path

from arena import wire
from arena.engine import Deal, Position, Rules
from arena.referee import Fault, GameSetup, PlayedGame, Termination, TimeControl, TurnPlayed
from arena.store import Entrant, open_to_write
from arena.tournament.plan import Plan, seed_bytes
from arena.tournament.schedule import Pairing, Schedule, tournament_id
from arena.v1 import record_pb2

SEED = seed_bytes("1")
NAMES = ("one", "two")

ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m\x08\r\u202e\x00 end"
"""Clears the screen, sets the title, colours, erases, and turns the text around."""


def make_store(path: Path) -> list[str]:
    """Two games that were played to a fault, the first of them void at first; the ids in order."""
    schedule = Schedule(tournament_id(SEED), NAMES, players=2, rounds=1)
    first, second = schedule
    with open_to_write(path) as store:
        entrants = [Entrant(name, f"./{name}", "aa") for name in NAMES]
        plan = Plan(NAMES, rounds=1)
        row = store.add_tournament(
            schedule.tournament_id, SEED, plan.fingerprint(), 1, entrants, secret=False
        )
        store.add(row, _void(first))
        store.add(row, _game(first, 2))
        store.add(row, _game(second, 1))
    return [first.game_id, second.game_id]


def _void(pairing: Pairing) -> record_pb2.GameRecord:
    record = _header(pairing, 1)
    record.outcome.termination = record_pb2.TERMINATION_VOID
    record.outcome.reason = "the run was interrupted"
    return record


def _header(pairing: Pairing, attempt: int) -> record_pb2.GameRecord:
    seats = [record_pb2.SeatRecord(bot=NAMES[bot], introduction=f"bot {ESCAPES}") for bot in pairing.bots]
    return record_pb2.GameRecord(
        game_id=pairing.game_id, tournament_id=tournament_id(SEED), round=1, attempt=attempt, seats=seats
    )


def _game(pairing: Pairing, attempt: int) -> record_pb2.GameRecord:
    record = _header(pairing, attempt)
    record.MergeFrom(wire.played_record(_played(pairing)))
    record.faults[0].output_tail = f"first line\n{ESCAPES}\n"
    return record


def _played(pairing: Pairing) -> PlayedGame:
    """Three turns with a note each; then seat 1 crashes."""
    deal = Deal.shuffled(SEED, pairing.deal_index, 2)
    names = tuple(NAMES[bot] for bot in pairing.bots)
    setup = GameSetup(pairing.game_id, names, deal, Rules(), TimeControl(), (b"", b""))
    position, turns = Position(deal, Rules()), []
    for _ in range(3):
        seat, move = position.seat, next(iter(position.legal_moves()))
        position.play(move)
        prestige = position.prestige(seat)
        turns.append(TurnPlayed(seat, move, position.drawn, 0, prestige, 1500, None, 1000, ESCAPES, True))
    fault = Fault(1, Termination.CRASH, 3, f"it ended {ESCAPES}", exit_code=1)
    reason = f"{names[1]}: it ended {ESCAPES}"
    return PlayedGame(setup, tuple(turns), (fault,), Termination.CRASH, (1, 2), (0, 0), reason, 0)
