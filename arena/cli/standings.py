"""`arena standings`: the table of a tournament."""

import hashlib
from pathlib import Path
from typing import Any

from arena.cli.options import AsJson, StorePath, TournamentName, chosen
from arena.cli.screen import put, put_json, put_table
from arena.store import Store, TournamentRow, open_to_read
from arena.tournament.quarantine import apply_quarantine
from arena.tournament.results import results_of, schedule_of
from arena.tournament.standings import (
    Encounter,
    GameResult,
    Standing,
    crosstable,
)
from arena.tournament.standings import standings as standings_of

__all__ = ["commitment", "show_standings", "standings"]

_WIDEST_CROSSTABLE = 12
"""Bots above which the crosstable would not fit on a screen; JSON always has it."""


def standings(
    store: StorePath = Path("arena.db"), tournament: TournamentName = None, as_json: AsJson = False
) -> None:
    """Show the standings of a tournament."""
    with open_to_read(store) as opened:
        show_standings(opened, chosen(opened, tournament), as_json=as_json)


def show_standings(store: Store, row: TournamentRow, *, as_json: bool) -> None:
    """Print the table and the crosstable of a tournament."""
    schedule = schedule_of(row)
    results = apply_quarantine(results_of(store, row), schedule)
    table = standings_of(results, schedule.names)
    cross = crosstable(results)
    if as_json:
        put_json(_as_json(row, results, table, cross))
    else:
        _put_tables(row, results, table, cross)


def _put_tables(
    row: TournamentRow,
    results: list[GameResult],
    table: list[Standing],
    cross: dict[tuple[int, int], Encounter],
) -> None:
    total = schedule_of(row).total
    put(f"tournament {row.number} ({row.id}): {len(results)} of {total} games, {_seed_words(row, results)}")
    columns = ["", "<bot", "rating", "95 % interval", "games", "won", "shared", "lost", "forfeits"]
    put_table([*columns, "score", "%", "prestige"], [_row(place, one) for place, one in enumerate(table, 1)])
    if len(table) <= _WIDEST_CROSSTABLE:
        _put_crosstable(table, cross)
    put("Ratings are Elo around a mean of 0 over these bots; the interval takes rotations as independent.")
    if any(one.unrated for one in table):
        put("Some games are not rated: untimed, without a result, or of a bot in quarantine.")


def _seed_words(row: TournamentRow, results: list[GameResult]) -> str:
    if not row.secret:
        return "seed given: reproducible, not secret"
    if len(results) == schedule_of(row).total:
        return f"seed {row.seed.hex()}"
    return f"secret seed with commitment {commitment(row)}"


def commitment(row: TournamentRow) -> str:
    """What is published of a secret seed before the first game: its SHA-256."""
    return hashlib.sha256(row.seed).hexdigest()


def _row(place: int, one: Standing) -> list[str]:
    return [
        str(place),
        one.name,
        f"{one.rating:+.0f}",
        f"{one.low:+.0f} to {one.high:+.0f}",
        str(one.played),
        str(one.won),
        str(one.shared),
        str(one.lost),
        str(one.forfeits),
        _points(one.score),
        f"{one.percentage:.1f}",
        "" if one.prestige is None else f"{one.prestige:.1f}",
    ]


def _put_crosstable(table: list[Standing], cross: dict[tuple[int, int], Encounter]) -> None:
    rows = [
        [str(place), one.name, *(_cell(cross.get((one.bot, other.bot))) for other in table)]
        for place, one in enumerate(table, 1)
    ]
    put_table(["", "<score against", *(str(place) for place in range(1, len(table) + 1))], rows)


def _cell(encounter: Encounter | None) -> str:
    return "" if encounter is None else f"{_points(encounter.points)}/{encounter.games}"


def _points(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _as_json(
    row: TournamentRow,
    results: list[GameResult],
    table: list[Standing],
    cross: dict[tuple[int, int], Encounter],
) -> dict[str, Any]:
    names = [entrant.name for entrant in row.entrants]
    total = schedule_of(row).total
    finished = len(results) == total
    return {
        "tournament": row.number,
        "id": row.id,
        "commitment": commitment(row) if row.secret else None,
        "seed": row.seed.hex() if finished or not row.secret else None,
        "finished": finished,
        "games": {"total": total, "played": len(results)},
        "faults": sum(len(result.faults) for result in results),
        "standings": [_standing_json(place, one) for place, one in enumerate(table, 1)],
        "crosstable": [
            {"bot": names[bot], "against": names[other], "score": one.points, "games": one.games}
            for (bot, other), one in cross.items()
        ],
    }


def _standing_json(place: int, one: Standing) -> dict[str, Any]:
    return {
        "position": place,
        "bot": one.name,
        "rating": round(one.rating, 3),
        "interval": [round(one.low, 3), round(one.high, 3)],
        "games": one.played,
        "won": one.won,
        "shared": one.shared,
        "lost": one.lost,
        "forfeits": one.forfeits,
        "unrated": one.unrated,
        "score": round(one.score, 6),
        "percentage": round(one.percentage, 3),
        "prestige": None if one.prestige is None else round(one.prestige, 3),
    }
