"""`arena ratings`: how strong the bots of a tournament are, or those of a file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import fmean
from typing import Annotated, Any

import typer

from arena.cli.options import DEFAULT_STORE, AsJson, StorePath, TournamentName
from arena.cli.rating.chart import rating_chart
from arena.cli.rating.history import history_json, put_history, put_history_csv
from arena.cli.rating.models import (
    LIVE,
    MODELS,
    Anchors,
    ModelName,
    anchors_of,
    check_model,
    fitted,
    fitter,
)
from arena.cli.rating.plot import PlotFile, check_plot_file, save_plot
from arena.cli.rating.source import GamesFile, RatingSource, rating_source
from arena.cli.rating.words import (
    MANY,
    group_words,
    interval_words,
    points,
    rank_words,
    rating_remarks,
    within,
)
from arena.cli.screen import one_line, put, put_csv, put_json, put_sentence, put_table
from arena.errors import ConfigError
from arena.tournament.history import Step, moments, rating_history
from arena.tournament.rating_table import RatedBot, live_shifts, live_table, rating_table
from ratings import Fit, SeatEffect

__all__ = ["ratings"]

AsCsv = Annotated[bool, typer.Option("--csv", help="Print a table for machines.")]
WithHistory = Annotated[bool, typer.Option("--history", help="Also show how the ratings came about.")]


def ratings(
    store: StorePath = DEFAULT_STORE,
    tournament: TournamentName = None,
    file: GamesFile = None,
    model: ModelName = "bradley-terry",
    anchor: Anchors = None,
    history: WithHistory = False,
    plot: PlotFile = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Rate the bots of a tournament, or those in a file with games.

    The ratings of the batch models are those that rank: they do not depend on the order of the games.
    """
    if as_json and as_csv:
        raise ConfigError("--json and --csv are both given, expected one of them")
    check_model(model)
    if plot is not None:
        check_plot_file(plot)
    source = rating_source(store, tournament, file)
    report = _report(source, model, anchors_of(anchor or [], source), history=history)
    if plot is not None:
        save_plot(plot, f"{source.name}, {MODELS[model]}", report.groups)
    if as_json:
        put_json(_as_json(report))
    elif as_csv:
        _put_csv(report)
    else:
        _put_report(report)


@dataclass(frozen=True)
class _Report:
    """All that is shown."""

    source: RatingSource
    model: str
    anchors: Mapping[str, float]
    fit: Fit
    table: list[RatedBot]
    history: Mapping[str, Sequence[Step]] | None
    """None if nobody asked for it."""

    @property
    def signed(self) -> bool:
        """Whether ratings are round a mean of 0, and so have a sign."""
        return not self.anchors

    @property
    def groups(self) -> list[list[RatedBot]]:
        """The table cut into those who can be compared."""
        return [list(rows) for _, rows in groupby(self.table, key=lambda row: row.group)]

    @property
    def not_rated(self) -> list[str]:
        """The bots without a rated game."""
        return sorted(set(self.source.bots) - self.source.rated)


def _report(source: RatingSource, model: str, anchors: Mapping[str, float], *, history: bool) -> _Report:
    rate = fitter(model, anchors)
    fit = fitted(rate, source)
    if not history and model != LIVE:
        return _Report(source, model, anchors, fit, rating_table(fit), None)
    steps = _anchored(fit, rating_history(source.games, moments(source.ends), rate), anchors)
    live = {name: own[-1].live for name, own in steps.items()}
    table = live_table(fit, live) if model == LIVE else rating_table(fit)
    return _Report(source, model, anchors, fit, table, steps if history else None)


def _anchored(
    fit: Fit, history: Mapping[str, Sequence[Step]], anchors: Mapping[str, float]
) -> dict[str, tuple[Step, ...]]:
    """The history with live ratings that end round the anchors."""
    shifts = live_shifts(fit, {name: own[-1].live for name, own in history.items()}, anchors)
    return {
        name: tuple(replace(step, live=step.live + shifts[name]) for step in own)
        for name, own in history.items()
    }


def _put_report(report: _Report) -> None:
    put_sentence(one_line(_title(report)))
    put()
    _put_table(report)
    for group in report.groups:
        put()
        put("\n".join(rating_chart(group, signed=report.signed)))
    if report.history is not None:
        put()
        put_history(report.history, [one.name for one in report.table], signed=report.signed)
    put()
    for sentence in _remarks(report):
        put_sentence(one_line(sentence))


def _title(report: _Report) -> str:
    source, games = report.source, len(report.source.games)
    name = source.name if source.id is None else f"{source.name} ({source.id})"
    clusters = report.fit.clusters
    counted = f"{games} rated {_plural('game', games)} in {clusters} {_plural('rotation', clusters)}"
    return f"{name}: {counted}, {MODELS[report.model]}"


def _plural(word: str, number: int) -> str:
    return word if number == 1 else f"{word}s"


_COLUMNS = ["", "<bot", "group", "rating", "95 %", "rank", "games", "score", "%", "rotations"]


def _put_table(report: _Report) -> None:
    groups = group_words(report.table)
    rows = [
        [str(place), one.name, group, *_cells(one, signed=report.signed)]
        for place, (one, group) in enumerate(zip(report.table, groups, strict=True), 1)
    ]
    put_table(_COLUMNS, rows)


def _cells(one: RatedBot, *, signed: bool) -> list[str]:
    return [
        points(within(one.rating, one.low, one.high), signed=signed),
        "" if one.bound is None else interval_words(one.low, one.high, signed=signed),
        "" if one.rank is None else rank_words(one.rank),
        str(one.games),
        f"{one.score:.2f}".rstrip("0").rstrip("."),
        f"{one.percentage:.1f}",
        str(one.rotations),
    ]


def _remarks(report: _Report) -> Iterator[str]:
    if report.model == LIVE:
        yield "Live Elo depends on the order of the games and has no intervals; it does not rank."
    yield from _seat_words(report.fit)
    if report.anchors:
        given = ", ".join(f"{name} {value:g}" for name, value in report.anchors.items())
        yield f"Anchors: {given}."
        yield from _anchor_words(report)
    yield from rating_remarks(report.table)
    if report.source.left_out:
        games = report.source.left_out
        counted = f"{games} {_plural('game', games)}"
        yield f"{counted} left out: untimed, without a result, or of a bot in quarantine."
    if report.not_rated:
        yield f"Without a rated game: {', '.join(report.not_rated)}."


def _anchor_words(report: _Report) -> Iterator[str]:
    """What becomes of several anchors that can be compared, group by group."""
    for group in report.groups:
        anchored = [one for one in group if one.name in report.anchors]
        if len(anchored) < 2:
            continue
        mean = points(fmean(report.anchors[one.name] for one in anchored), signed=False)
        kept = f"Of several anchors that can be compared only the mean is kept, {mean}"
        yield f"{kept}; the games alone say how far apart these bots are{_moved(anchored, report.anchors)}."


def _moved(anchored: Sequence[RatedBot], anchors: Mapping[str, float]) -> str:
    """Which bots are not where their anchors are."""
    shown = {one.name: points(within(one.rating, one.low, one.high), signed=False) for one in anchored}
    moved = [
        f"{name} is at {at}, not at {points(anchors[name], signed=False)}"
        for name, at in shown.items()
        if at != points(anchors[name], signed=False)
    ]
    if len(moved) > MANY:
        return f", and {len(moved)} of them are not at their anchors"
    return f": {', '.join(moved)}" if moved else ""


def _seat_words(fit: Fit) -> Iterator[str]:
    """What each seat is worth, or why that is not known."""
    for size, effects in groupby(fit.seat_effects, key=lambda effect: effect.players):
        words = (
            f"seat {one.seat} {points(one.value)} ({interval_words(one.low, one.high)})" for one in effects
        )
        yield f"Seats in games of {size}: {', '.join(words)}."
    for size, reason in sorted(fit.seat_refusals.items()):
        yield f"Seats in games of {size}: not known, since {reason}."


def _as_json(report: _Report) -> dict[str, Any]:
    fit, source = report.fit, report.source
    names = [one.name for one in report.table]
    shown = {
        "source": {"name": source.name, "tournament": source.number, "id": source.id},
        "model": report.model,
        "anchors": dict(report.anchors),
        "games": len(source.games),
        "left_out": source.left_out,
        "rotations": fit.clusters,
        "ratings": [_bot_json(place, one) for place, one in enumerate(report.table, 1)],
        "not_rated": report.not_rated,
        "seats": [_seat_json(one) for one in fit.seat_effects],
        "seats_not_known": [
            {"players": size, "reason": reason} for size, reason in sorted(fit.seat_refusals.items())
        ],
        "los": {"bots": names, "matrix": None if report.model == LIVE else _los(fit, names)},
    }
    if report.history is not None:
        shown["history"] = history_json(report.history, names, source)
    return shown


def _bot_json(place: int, one: RatedBot) -> dict[str, Any]:
    return {
        "position": place,
        "bot": one.name,
        "rating": round(one.rating, 3),
        "interval": [None if end is None else round(end, 3) for end in (one.low, one.high)],
        "bound": one.bound,
        "error": None if one.error is None else round(one.error, 3),
        "rank": None if one.rank is None else list(one.rank),
        "games": one.games,
        "score": round(one.score, 6),
        "percentage": round(one.percentage, 3),
        "rotations": one.rotations,
        "group": one.group + 1,
    }


def _seat_json(one: SeatEffect) -> dict[str, Any]:
    return {
        "players": one.players,
        "seat": one.seat,
        "value": round(one.value, 3),
        "error": round(one.error, 3),
        "interval": [round(one.low, 3), round(one.high, 3)],
    }


def _los(fit: Fit, names: Sequence[str]) -> list[list[float | None]]:
    """The likelihood that the bot of the row is better than that of the column, in the order of the table."""
    matrix = fit.los_matrix()
    order = [fit.players.index(name) for name in names]
    return [[matrix[one][two] for two in order] for one in order]


def _put_csv(report: _Report) -> None:
    if report.history is not None:
        put_history_csv(report.history, [one.name for one in report.table], report.source)
        return
    rows = [_bot_json(place, one) for place, one in enumerate(report.table, 1)]
    flat = [_flat(row, "interval", ("low", "high")) for row in rows]
    flat = [_flat(row, "rank", ("best_rank", "worst_rank")) for row in flat]
    put_csv(list(flat[0]), [list(row.values()) for row in flat])


def _flat(row: dict[str, Any], key: str, names: tuple[str, str]) -> dict[str, Any]:
    """The row with two columns in the place of one that holds two values, or None."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        flat.update(zip(names, value or (None, None), strict=True) if name == key else [(name, value)])
    return flat
