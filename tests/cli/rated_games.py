"""Stores and files with games whose places a test chooses."""

from collections.abc import Callable, Sequence
from pathlib import Path

from arena.referee import TimeControl
from arena.store import Entrant, open_to_write
from arena.tournament.plan import Plan, seed_bytes
from arena.tournament.schedule import Pairing, Schedule, tournament_id
from arena.v1 import record_pb2

RATED, UNTIMED = TimeControl(), TimeControl(move_us=None)


def by_strength(pairing: Pairing) -> list[int]:
    """The bots are placed in entry order."""
    ranked = sorted(pairing.bots)
    return [ranked.index(bot) + 1 for bot in pairing.bots]


def store_with(
    path: Path,
    names: Sequence[str],
    places: Callable[[Pairing], Sequence[int] | None],
    rounds: int = 1,
    players: int = 2,
    time: TimeControl = RATED,
) -> None:
    """A store with one tournament; `places` tells those of a game, or None if it is not played yet."""
    seed = seed_bytes("crafted")
    plan = Plan(tuple(names), rounds=rounds, players=players, time=time)
    schedule = Schedule(tournament_id(seed), plan.bots, players, rounds)
    with open_to_write(path) as store:
        entrants = [Entrant(name, f"./{name}", "aa") for name in names]
        row = store.add_tournament(
            schedule.tournament_id, seed, plan.fingerprint(), rounds, entrants, secret=False
        )
        for pairing in schedule:
            if (found := places(pairing)) is not None:
                store.add(row, _record(pairing, found, names))


def _record(pairing: Pairing, places: Sequence[int], names: Sequence[str]) -> record_pb2.GameRecord:
    record = record_pb2.GameRecord(game_id=pairing.game_id, round=pairing.round, attempt=1)
    record.seats.extend(record_pb2.SeatRecord(bot=names[bot]) for bot in pairing.bots)
    record.outcome.termination = record_pb2.TERMINATION_NORMAL
    record.outcome.places.extend(places)
    record.outcome.prestige.extend(16 - place for place in places)
    return record


def counts_csv(path: Path, *rows: str) -> None:
    """A file of counted two-player games; a row is such as `ann,bob,3,1,2`."""
    path.write_text("\n".join(["white,black,white_wins,draws,black_wins", *rows, ""]))


EVEN = ("ann,bob,3,0,2", "bob,ann,3,0,2", "ann,cid,4,1,0", "cid,ann,0,1,4", "bob,cid,4,0,1", "cid,bob,2,0,3")
"""Three bots that all won and lost something, in both seats."""
