"""Which tournament a run belongs to: one that is in the store already, or a new one.

A plan and its bots decide it, never the time of day. What is played is not known here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.bots.manifest import Manifest
from arena.store import Entrant, Store, TournamentRow
from arena.tournament.plan import Plan, changes, random_seed, seed_bytes
from arena.tournament.results import results_of, schedule_of
from arena.tournament.schedule import Schedule, tournament_id
from arena.tournament.sprt import Ending, Question, SprtTest

__all__ = ["Tournament", "close_early", "first_question", "open_test", "open_tournament"]

_QUESTION = "sprt"
"""Among the settings of a tournament that was begun as a sequential test: what it was begun for."""


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
    fewer of both. Without a seed only an unfinished one is taken that is the same in everything, and no test.
    """
    entrants = _entrants(bots)
    for row in store.tournaments()[::-1]:
        if _goes_on(store, row, plan, entrants):
            return Tournament(_extended(store, row, plan, entrants), plan, tuple(bots), "")
    return _begun(store, plan, bots, plan.fingerprint(), fewer_rounds=True)


def open_test(store: Store, plan: Plan, bots: Sequence[Manifest], question: Question) -> Tournament:
    """The tournament of a sequential test: gone on with, whatever its limit and its question, or begun.

    With a given seed a stored one is taken if it has the same settings and the same bots. Without a seed it
    must have been begun as a test, and one that has an answer and is finished is not taken. It has as many
    rounds then as the plan, but none less than were begun.
    """
    entrants = _entrants(bots)
    for row in store.tournaments()[::-1]:
        if _test_goes_on(store, row, plan, entrants):
            limited = _with_rounds(store, row, max(plan.rounds, _rounds_begun(store, row)))
            notice = "; ".join(_about_test(store, row, limited, question))
            return Tournament(limited, plan, tuple(bots), notice)
    settings = {**plan.fingerprint(), _QUESTION: asdict(question)}
    return _begun(store, plan, bots, settings, fewer_rounds=False)


def first_question(row: TournamentRow) -> Question | None:
    """What a tournament was begun for, if that was a sequential test."""
    asked = row.settings.get(_QUESTION)
    return None if asked is None else Question(**asked)


def close_early(store: Store, tournament: Tournament) -> None:
    """Leave out the rounds of which no game has a result, so that a tournament that needs none is finished.

    More rounds can be asked for later, as of any other one.
    """
    begun = _rounds_begun(store, tournament.row)
    if 0 < begun < tournament.row.rounds:
        store.extend(tournament.row, begun, ())


def _begun(
    store: Store, plan: Plan, bots: Sequence[Manifest], settings: dict[str, Any], *, fewer_rounds: bool
) -> Tournament:
    """A new tournament; with `fewer_rounds` they may be what makes it another one than those there are."""
    entrants, rows = _entrants(bots), store.tournaments()[::-1]
    seed = random_seed() if plan.seed is None else seed_bytes(plan.seed)
    same_seed = [row for row in rows if row.seed == seed]
    notice = _difference(same_seed[0], plan, entrants, fewer_rounds=fewer_rounds) if same_seed else ""
    row = store.add_tournament(
        tournament_id(seed), seed, settings, plan.rounds, entrants, secret=plan.seed is None
    )
    return Tournament(row, plan, tuple(bots), notice)


def _entrants(bots: Sequence[Manifest]) -> tuple[Entrant, ...]:
    return tuple(Entrant(bot.name, _as_text(bot.spec), bot.content_hash) for bot in bots)


def _rounds_begun(store: Store, row: TournamentRow) -> int:
    """The last round of which a game has a result; 0 if none has one."""
    return max((result.round for result in results_of(store, row)), default=0)


def _comparable(row: TournamentRow) -> Mapping[str, Any]:
    """The settings without what the games were played for, which changes nothing in them."""
    return {name: value for name, value in row.settings.items() if name != _QUESTION}


def _as_text(words: str) -> str:
    """The words with what is no text, such as bytes of a file's name that are not UTF-8, made visible."""
    return words.encode("utf-8", "backslashreplace").decode()


def _goes_on(store: Store, row: TournamentRow, plan: Plan, entrants: tuple[Entrant, ...]) -> bool:
    if _comparable(row) != plan.fingerprint():
        return False
    if plan.seed is None:
        same = row.secret and row.rounds == plan.rounds and _same(row.entrants, entrants)
        return same and first_question(row) is None and not _is_finished(store, row)
    known = entrants[: len(row.entrants)]
    return row.seed == seed_bytes(plan.seed) and row.rounds <= plan.rounds and _same(row.entrants, known)


def _test_goes_on(store: Store, row: TournamentRow, plan: Plan, entrants: tuple[Entrant, ...]) -> bool:
    if _comparable(row) != plan.fingerprint() or not _same(row.entrants, entrants):
        return False
    if plan.seed is not None:
        return row.seed == seed_bytes(plan.seed)
    question = first_question(row)
    if question is None or not row.secret:
        return False
    return not _is_finished(store, row) or not _has_answer(store, row, question)


def _is_finished(store: Store, row: TournamentRow) -> bool:
    return len(store.results(row)) >= schedule_of(row).total


def _has_answer(store: Store, row: TournamentRow, question: Question) -> bool:
    """Whether more rounds are of no use to the test that the games were played for."""
    test = SprtTest(question, schedule_of(row))
    test.look({result.ordinal: result for result in results_of(store, row)}, {})
    return test.ending not in (Ending.OPEN, Ending.LIMIT)


def _about_test(store: Store, row: TournamentRow, limited: TournamentRow, question: Question) -> list[str]:
    """What the user should know of a test that goes on: as it was, and with another limit."""
    first = first_question(row)
    words = [] if first is None else question.words_after(first)
    words += ["another --seed begins another test"] if words else []
    if row.secret and _is_finished(store, row) and not _is_finished(store, limited):
        words.append(f"tournament {row.number} goes on after its limit; its seed has been told by now")
    return words


def _same(some: Sequence[Entrant], others: Sequence[Entrant]) -> bool:
    """Whether the bots are the same; by which words they were named is no matter."""
    return [_identity(entrant) for entrant in some] == [_identity(entrant) for entrant in others]


def _identity(entrant: Entrant) -> tuple[str, str]:
    return entrant.name, entrant.content_hash


def _extended(store: Store, row: TournamentRow, plan: Plan, entrants: tuple[Entrant, ...]) -> TournamentRow:
    new = entrants[len(row.entrants) :]
    return store.extend(row, plan.rounds, new) if new else _with_rounds(store, row, plan.rounds)


def _with_rounds(store: Store, row: TournamentRow, rounds: int) -> TournamentRow:
    return row if row.rounds == rounds else store.extend(row, rounds, ())


def _difference(row: TournamentRow, plan: Plan, entrants: tuple[Entrant, ...], *, fewer_rounds: bool) -> str:
    """Why a stored tournament with this seed is another one."""
    differences = changes(_comparable(row), plan.fingerprint())
    if not _same(row.entrants, entrants[: len(row.entrants)]):
        differences.append("the bots were others")
    if fewer_rounds and row.rounds > plan.rounds:
        differences.append(f"rounds was {row.rounds}, is {plan.rounds}")
    return f"tournament {row.number} has the same seed but is another one: {'; '.join(differences)}"
