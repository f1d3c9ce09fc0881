"""`arena standings`: the table of a tournament."""

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

from arena.cli.faults import BotFaults, faults_by_bot, faults_in_words
from arena.cli.options import DEFAULT_STORE, AsJson, StorePath, TournamentName, chosen, open_store
from arena.cli.rating.words import group_words, interval_words, points, rank_words, rating_remarks, within
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

__all__ = ["commitment", "seed_words", "show_standings", "standings"]


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
    seeded = seed_words(row, finished=len(report.results) == report.total)
    put_sentence(f"tournament {row.number} ({row.id}): {games}, {seeded}")
    put()
    _put_table(table)
    put()
    if report.cross:
        _put_crosstable(table, report.cross)
    _put_remarks(report)
    for sentence in faults_in_words(report.faults, store, row):
        put_sentence(sentence)


def _put_remarks(report: _Report) -> None:
    if any(one.rotations for one in report.table):
        put_sentence(
            "Ratings are Elo, counted from the mean of the bots that both won and lost; "
            "rotations count as independent of each other."
        )
    if report.row.settings["players"] > 2:
        put_sentence("The score of a game is the share of opponents placed below; a shared place is half.")
    if any(one.unrated for one in report.table):
        put_sentence("Some games are not rated: untimed, without a result, or of a bot in quarantine.")
    for sentence in rating_remarks(report.table):
        put_sentence(sentence)


def seed_words(row: TournamentRow, *, finished: bool) -> str:
    """What may be said of the seed: a secret one is told when all is over."""
    if not row.secret:
        return "seed given: reproducible, not secret"
    if finished:
        return f"seed {row.seed.hex()}"
    return f"secret seed with commitment {commitment(row)}"


def commitment(row: TournamentRow) -> str:
    """What is published of a secret seed before the first game: its SHA-256."""
    return hashlib.sha256(row.seed).hexdigest()


_RATED = ["", "<bot", "group", "rating", "95 %", "rank"]
_COUNTED = ["games", "won", "shared", "lost", "forfeits", "unrated", "score", "%", "prestige"]


def _put_table(table: list[Standing]) -> None:
    with_score = any(one.score != one.won for one in table)  # else it would only say the same again
    rows = [
        [str(place), one.name, group, *_rated(one), *_counted(one, with_score=with_score)]
        for place, (one, group) in enumerate(zip(table, group_words(table), strict=True), 1)
    ]
    put_table([*_RATED, *_COUNTED], rows)


def _rated(one: Standing) -> list[str]:
    """The rating with what there is to know of it; nothing for a bot without rated games."""
    if not one.rotations:
        return ["", "", ""]
    rating = within(one.rating, one.low, one.high)
    return [points(rating), interval_words(one.low, one.high), rank_words(one.rank)]


def _counted(one: Standing, *, with_score: bool) -> list[str]:
    return [
        str(one.played),
        str(one.won),
        str(one.shared or ""),
        str(one.lost),
        str(one.forfeits or ""),
        str(one.unrated or ""),
        _score(one.score) if with_score else "",
        f"{one.percentage:.1f}",
        "" if one.prestige is None else f"{one.prestige:.1f}",
    ]


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
    return "-" if encounter is None else f"{_score(encounter.points)}/{encounter.games}"


def _score(score: float) -> str:
    return f"{score:.2f}".rstrip("0").rstrip(".")


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
        "faults": sum(one.faults for one in report.faults),
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
        "rating": round(one.rating, 3) if one.rotations else None,
        "interval": [None if end is None else round(end, 3) for end in (one.low, one.high)],
        "bound": one.bound,
        "rank": list(one.rank),
        "rotations": one.rotations,
        "group": None if one.group is None else one.group + 1,
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
