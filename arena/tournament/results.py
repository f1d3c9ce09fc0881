"""The results of a stored tournament, in the order of its schedule.

Everything that is shown of a tournament comes from here; nothing here depends on when or in which order
games were played.
"""

from arena.store import Attempt, Store, TournamentRow
from arena.tournament.schedule import Pairing, Schedule
from arena.tournament.standings import GameResult

__all__ = ["results_of", "schedule_of", "to_result"]


def schedule_of(row: TournamentRow) -> Schedule:
    """The games of a stored tournament."""
    return Schedule(
        tournament_id=row.id,
        names=tuple(entrant.name for entrant in row.entrants),
        players=row.settings["players"],
        rounds=row.rounds,
        same_deals=row.settings["same_deals"],
    )


def results_of(store: Store, row: TournamentRow) -> list[GameResult]:
    """The result of every game that has one, as it was played, in the order of the schedule."""
    attempts = store.results(row)
    return [
        to_result(pairing, attempts[pairing.game_id], row)
        for pairing in schedule_of(row)
        if pairing.game_id in attempts
    ]


def to_result(pairing: Pairing, attempt: Attempt, row: TournamentRow) -> GameResult:
    """One game as the table sees it; untimed games are not rated."""
    time = row.settings["time"]
    return GameResult(
        game_id=pairing.game_id,
        ordinal=pairing.ordinal,
        round=pairing.round,
        rotation=pairing.cluster_id,
        bots=pairing.bots,
        places=attempt.places,
        prestige=attempt.prestige,
        termination=attempt.termination,
        faults=attempt.faults,
        rated=time["move_us"] is not None or time["budget_us"] is not None,
    )
