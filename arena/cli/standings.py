"""`arena standings`: the table of a tournament."""

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

from arena.cli.faults import BotFaults, faults_by_bot, faults_in_words
from arena.cli.options import DEFAULT_STORE, AsJson, StorePath, TournamentName, chosen, open_store
from arena.cli.screen import put, put_json, put_sentence, put_table, screen_width, table_lines
from arena.store import Store, TournamentRow
from arena.tournament.quarantine import apply_quarantine, quarantined
from arena.tournament.results import results_of, schedule_of
from arena.tournament.standings import (
    Encounter,
    GameResult,
    Standing,
    crosstable,
)
from arena.tournament.standings import standings as standings_of

__all__ = ["commitment", "show_standings", "standings"]


def standings(
    store: StorePath = DEFAULT_STORE, tournament: TournamentName = None, as_json: AsJson = False
) -> None:
    """Show the standings of a tournament."""
    with open_store(store) as opened:
        show_standings(opened, chosen(opened, tournament), as_json=as_json)


@dataclass(frozen=True)
class _Report:
    """All that is shown of a tournament."""

    row: TournamentRow
    results: list[GameResult]
    total: int
    table: list[Standing]
    cross: dict[tuple[int, int], Encounter]
    faults: list[BotFaults]


def show_standings(store: Store, row: TournamentRow, *, as_json: bool) -> None:
    """Print the table and the crosstable of a tournament, and who was at fault."""
    report = _report(store, row)
    if as_json:
        put_json(_as_json(report))
    else:
        _put_report(report, store)


def _report(store: Store, row: TournamentRow) -> _Report:
    schedule, played = schedule_of(row), results_of(store, row)
    results = apply_quarantine(played, schedule)
    faults = faults_by_bot(results, quarantined(played, schedule), schedule.names)
    table = standings_of(results, schedule.names)
    return _Report(row, results, schedule.total, table, crosstable(results), faults)


def _put_report(report: _Report, store: Store) -> None:
    row, table = report.row, report.table
    games = f"{len(report.results)} of {report.total} games"
    put_sentence(f"tournament {row.number} ({row.id}): {games}, {_seed_words(report)}")
    put()
    _put_table(table)
    put()
    if report.cross:
        _put_crosstable(table, report.cross)
    _put_remarks(report)
    for sentence in faults_in_words(report.faults, store, row):
        put_sentence(sentence)


def _put_remarks(report: _Report) -> None:
    put_sentence("Ratings are Elo around a mean of 0; the interval takes rotations as independent.")
    if report.row.settings["players"] > 2:
        put_sentence("The score of a game is the share of opponents placed below; a shared place is half.")
    if any(one.unrated for one in report.table):
        put_sentence("Some games are not rated: untimed, without a result, or of a bot in quarantine.")


def _seed_words(report: _Report) -> str:
    row = report.row
    if not row.secret:
        return "seed given: reproducible, not secret"
    if len(report.results) == report.total:
        return f"seed {row.seed.hex()}"
    return f"secret seed with commitment {commitment(row)}"


def commitment(row: TournamentRow) -> str:
    """What is published of a secret seed before the first game: its SHA-256."""
    return hashlib.sha256(row.seed).hexdigest()


_COLUMNS = ["", "<bot", "rating", "95 %", "games", "won", "shared", "lost", "forfeits", "unrated"]


def _put_table(table: list[Standing]) -> None:
    with_score = any(one.score != one.won for one in table)  # else it would only say the same again
    rows = [_row(place, one, with_score=with_score) for place, one in enumerate(table, 1)]
    put_table([*_COLUMNS, "score", "%", "prestige"], rows)


def _row(place: int, one: Standing, *, with_score: bool) -> list[str]:
    return [
        str(place),
        one.name,
        f"{one.rating:+.0f}",
        _interval(one),
        str(one.played),
        str(one.won),
        str(one.shared or ""),
        str(one.lost),
        str(one.forfeits or ""),
        str(one.unrated or ""),
        _points(one.score) if with_score else "",
        f"{one.percentage:.1f}",
        "" if one.prestige is None else f"{one.prestige:.1f}",
    ]


def _interval(one: Standing) -> str:
    """Both ends, or the one that the games set, such as >+120."""
    if one.low is not None and one.high is not None:
        return f"{one.low:+.0f}..{one.high:+.0f}"
    if one.low is not None:
        return f">{one.low:+.0f}"
    return "" if one.high is None else f"<{one.high:+.0f}"


def _put_crosstable(table: list[Standing], cross: dict[tuple[int, int], Encounter]) -> None:
    rows = [
        [str(place), one.name, *(_cell(cross.get((one.bot, other.bot))) for other in table)]
        for place, one in enumerate(table, 1)
    ]
    lines = table_lines(["", "<score against", *map(str, range(1, len(table) + 1))], rows)
    if max(map(len, lines)) <= screen_width():
        put("\n".join(lines))
    else:
        put_sentence("The crosstable is too wide for this screen; it is in a pipe or a file, and in --json.")
    put()


def _cell(encounter: Encounter | None) -> str:
    return "-" if encounter is None else f"{_points(encounter.points)}/{encounter.games}"


def _points(points: float) -> str:
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _as_json(report: _Report) -> dict[str, Any]:
    row, results = report.row, report.results
    names = [entrant.name for entrant in row.entrants]
    finished = len(results) == report.total
    return {
        "tournament": row.number,
        "id": row.id,
        "commitment": commitment(row) if row.secret else None,
        "seed": row.seed.hex() if finished or not row.secret else None,
        "finished": finished,
        "games": {"total": report.total, "played": len(results)},
        "faults": sum(len(result.faults) for result in results),
        "faults_by_bot": [asdict(one) for one in report.faults],
        "standings": [_standing_json(place, one) for place, one in enumerate(report.table, 1)],
        "crosstable": [
            {"bot": names[bot], "against": names[other], "score": one.points, "games": one.games}
            for (bot, other), one in report.cross.items()
        ],
    }


def _standing_json(place: int, one: Standing) -> dict[str, Any]:
    return {
        "position": place,
        "bot": one.name,
        "rating": round(one.rating, 3),
        "interval": [None if end is None else round(end, 3) for end in (one.low, one.high)],
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
