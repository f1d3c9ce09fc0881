"""Which tournament a run belongs to: one that is in the store already, or a new one.

A plan and its bots decide it, never the time of day. What is played is not known here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.bots.manifest import Manifest
from arena.store import Entrant, Store, TournamentRow
from arena.tournament.plan import Plan, changes, random_seed, seed_bytes
from arena.tournament.results import results_of, schedule_of
from arena.tournament.schedule import Schedule, tournament_id

__all__ = ["Tournament", "close_early", "open_tournament"]


@dataclass(frozen=True)
class Tournament:
    """A tournament that can be played on: what is stored of it, its plan and its bots."""

    row: TournamentRow
    """What is stored of it."""
    plan: Plan
    """How it is played."""
    bots: tuple[Manifest, ...]
    """The bots in entry order, with distinct names."""
    notice: str
    """What the user should know of how it was found, or nothing."""

    @property
    def schedule(self) -> Schedule:
        """Its games."""
        return schedule_of(self.row)


def open_tournament(store: Store, plan: Plan, bots: Sequence[Manifest]) -> Tournament:
    """The tournament of a plan: gone on with, extended, or begun.

    With a given seed a stored one is taken if it has the same settings, and the same bots and rounds or
    fewer of both. Without a seed only an unfinished one is taken that is the same in everything.
    """
    entrants = tuple(Entrant(bot.name, _as_text(bot.spec), bot.content_hash) for bot in bots)
    rows = store.tournaments()[::-1]
    for row in rows:
        if _goes_on(store, row, plan, entrants):
            return Tournament(_extended(store, row, plan, entrants), plan, tuple(bots), "")
    seed = random_seed() if plan.seed is None else seed_bytes(plan.seed)
    notice = next((_difference(row, plan, entrants) for row in rows if row.seed == seed), "")
    row = store.add_tournament(
        tournament_id(seed), seed, plan.fingerprint(), plan.rounds, entrants, secret=plan.seed is None
    )
    return Tournament(row, plan, tuple(bots), notice)


def close_early(store: Store, tournament: Tournament) -> None:
    """Leave out the rounds of which no game has a result, so that a tournament that needs none is finished.

    More rounds can be asked for later, as of any other one.
    """
    begun = max((result.round for result in results_of(store, tournament.row)), default=0)
    if 0 < begun < tournament.row.rounds:
        store.extend(tournament.row, begun, ())


def _as_text(words: str) -> str:
    """The words with what is no text, such as bytes of a file's name that are not UTF-8, made visible."""
    return words.encode("utf-8", "backslashreplace").decode()


def _goes_on(store: Store, row: TournamentRow, plan: Plan, entrants: tuple[Entrant, ...]) -> bool:
    if row.settings != plan.fingerprint():
        return False
    if plan.seed is None:
        same = row.secret and row.rounds == plan.rounds and _same(row.entrants, entrants)
        return same and len(store.results(row)) < schedule_of(row).total
    known = entrants[: len(row.entrants)]
    return row.seed == seed_bytes(plan.seed) and row.rounds <= plan.rounds and _same(row.entrants, known)


def _same(some: Sequence[Entrant], others: Sequence[Entrant]) -> bool:
    """Whether the bots are the same; by which words they were named is no matter."""
    return [_identity(entrant) for entrant in some] == [_identity(entrant) for entrant in others]


def _identity(entrant: Entrant) -> tuple[str, str]:
    return entrant.name, entrant.content_hash


def _extended(store: Store, row: TournamentRow, plan: Plan, entrants: tuple[Entrant, ...]) -> TournamentRow:
    new = entrants[len(row.entrants) :]
    if not new and plan.rounds == row.rounds:
        return row
    return store.extend(row, plan.rounds, new)


def _difference(row: TournamentRow, plan: Plan, entrants: tuple[Entrant, ...]) -> str:
    """Why a stored tournament with this seed is another one."""
    differences = changes(row.settings, plan.fingerprint())
    if not _same(row.entrants, entrants[: len(row.entrants)]):
        differences.append("the bots were others")
    if row.rounds > plan.rounds:
        differences.append(f"rounds was {row.rounds}, is {plan.rounds}")
    return f"tournament {row.number} has the same seed but is another one: {'; '.join(differences)}"
