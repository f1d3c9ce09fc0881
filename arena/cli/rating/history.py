"""How ratings came about, as text, as JSON and as a table for machines."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arena.cli.rating.chart import spark_line
from arena.cli.rating.source import RatingSource
from arena.cli.rating.words import points
from arena.cli.screen import put_csv, put_sentence, put_table
from arena.tournament.history import Step, step_at

__all__ = ["history_json", "put_history", "put_history_csv"]

_COLUMNS = ["bot", "games", "round", "played", "live", "rating", "low", "high", "bound", "group"]


def put_history(history: Mapping[str, Sequence[Step]], names: Sequence[str], *, signed: bool = True) -> None:
    """A line for each bot: its rating in the batch fits, one block for each moment, and its live one."""
    at = sorted({step.games for own in history.values() for step in own})
    values = [value for own in history.values() for step in own for value in (step.batch.rating, step.live)]
    low, high = min(values), max(values)
    rows = []
    for name in names:
        steps = [step_at(history[name], games) for games in at]
        batch = [None if step is None else step.batch.rating for step in steps]
        live = [None if step is None else step.live for step in steps]
        lines = [spark_line(each, low, high) for each in (batch, live)]
        last = history[name][-1]
        now = [points(value, signed=signed) for value in (last.batch.rating, last.live)]
        rows.append([name, lines[0], now[0], lines[1], now[1]])
    put_table(["<bot", "<batch", "now", "<live", "now"], rows)
    ends = f"{points(low, signed=signed)} to {points(high, signed=signed)}"
    put_sentence(f"A block is a rating {_moments(at)}; from the lowest to the highest, {ends}.")
    if len({step.group for own in history.values() for step in own if step.games == at[0]}) > 1:
        put_sentence("At first not all bots had met, not even through others: those blocks do not compare.")


def _moments(at: Sequence[int]) -> str:
    return f"after game {at[0]}" if len(at) == 1 else f"at {len(at)} moments, after game {at[0]} to {at[-1]}"


def history_json(
    history: Mapping[str, Sequence[Step]], names: Sequence[str], source: RatingSource
) -> list[dict[str, Any]]:
    """By bot all of its steps."""
    return [{"bot": name, "steps": [_step_json(step, source) for step in history[name]]} for name in names]


def _step_json(step: Step, source: RatingSource) -> dict[str, Any]:
    batch = step.batch
    return {
        "games": step.games,
        "round": source.round_after(step.games),
        "played": step.played,
        "live": round(step.live, 3),
        "rating": round(batch.rating, 3),
        "interval": [None if end is None else round(end, 3) for end in (batch.low, batch.high)],
        "bound": batch.bound,
        "group": step.group + 1,
    }


def put_history_csv(
    history: Mapping[str, Sequence[Step]], names: Sequence[str], source: RatingSource
) -> None:
    """A line for each step of each bot."""
    put_csv(_COLUMNS, list(_csv_rows(history, names, source)))


def _csv_rows(
    history: Mapping[str, Sequence[Step]], names: Sequence[str], source: RatingSource
) -> Iterator[list[Any]]:
    for name in names:
        for step in history[name]:
            row = {"bot": name, **_step_json(step, source)}
            row["low"], row["high"] = row.pop("interval")
            yield [row[column] for column in _COLUMNS]
