"""`arena compare`: which of two bots is better, how sure that is, and which games say so."""

from typing import Annotated, Any

import typer

from arena.cli.bot_names import known_bot
from arena.cli.options import DEFAULT_STORE, AsJson, StorePath, TournamentName
from arena.cli.rating.source import GamesFile, RatingSource, rating_source
from arena.cli.rating.words import interval_words, percent, points
from arena.cli.screen import one_line, put, put_json, put_sentence
from arena.errors import ConfigError
from arena.tournament.comparison import SURE, Comparison, Verdict, compared

__all__ = ["compare"]

First = Annotated[str, typer.Argument(metavar="A", help="A bot.")]
Second = Annotated[str, typer.Argument(metavar="B", help="The bot that it is compared with.")]

_FEW = 50
_EVEN = 0.0005
"""So near to one half that it is shown as 50.0 %."""
_MANY = 8
"""More opponents than this are counted."""


def compare(
    first: First,
    second: Second,
    store: StorePath = DEFAULT_STORE,
    tournament: TournamentName = None,
    file: GamesFile = None,
    as_json: AsJson = False,
) -> None:
    """Tell which of two bots is better.

    All rated games count, also those against others.
    """
    source = rating_source(store, tournament, file)
    for name in (first, second):
        known_bot(name, source.bots, source.name)
        if name not in source.rated:
            raise ConfigError(f"{name!r} has no rated game in {source.name}")
    if first == second:
        raise ConfigError(f"{first!r} twice, expected two bots")
    comparison = compared(source.games, first, second)
    if as_json:
        put_json(_as_json(comparison, source))
    else:
        _put_comparison(comparison, source)


def _put_comparison(one: Comparison, source: RatingSource) -> None:
    put_sentence(one_line(_verdict(one)))
    put()
    for label, words in _facts(one, source):
        put_sentence(one_line(f"{label:12}{words}"))
    if one.difference.los is not None and one.difference.clusters < _FEW:
        put()
        put_sentence(f"Under {_FEW} rotations: the interval is rough.")


def _verdict(one: Comparison) -> str:
    first, second, los = one.first, one.second, one.difference.los
    if los is None:
        return f"{first} and {second} never met, not even through others, so nothing can be said."
    if abs(los - 0.5) < _EVEN:
        return f"Not enough to tell: nothing speaks for {first} rather than {second}."
    if los < 0.5:
        first, second, los = second, first, 1 - los
    if one.verdict is Verdict.OPEN:
        needed = f"it takes {percent(SURE)}, an interval without 0, and more than one rotation"
        return f"Not enough to tell: the likelihood that {first} is better is {percent(los)}; {needed}."
    return f"{first} is better than {second} with {percent(los)}."


def _facts(one: Comparison, source: RatingSource) -> list[tuple[str, str]]:
    difference = one.difference
    facts = [("score", _score(one))]
    if difference.value is not None:
        interval = interval_words(difference.low, difference.high)
        facts.append(("difference", f"{points(difference.value)} ({interval}) in favour of {one.first}"))
    if difference.los is not None:
        facts.append(("likelihood", f"{percent(difference.los)} that {one.first} is better"))
    games = len(source.games)
    rated = "1 rated game" if games == 1 else f"{games} rated games"
    return [*facts, ("games", _origin(one)), ("from", f"{rated} of {source.name}")]


def _score(one: Comparison) -> str:
    if not one.games:
        return "no game against each other"
    return (
        f"{one.points:g} of {one.games} for {one.first} against {one.second} "
        f"({100 * one.points / one.games:.1f} %)"
    )


def _origin(one: Comparison) -> str:
    rotations = "1 rotation" if one.rotations == 1 else f"{one.rotations} rotations"
    direct = f"{one.games} against each other in {rotations}" if one.games else "none against each other"
    if not one.common:
        return f"{direct}; no common opponent in other games"
    names = [each.name for each in one.common]
    who = f"{len(names)} common opponents" if len(names) > _MANY else ", ".join(names)
    games = [sum(each.first for each in one.common), sum(each.second for each in one.common)]
    return f"{direct}; {games[0]} of {one.first} and {games[1]} of {one.second} against {who}"


def _as_json(one: Comparison, source: RatingSource) -> dict[str, Any]:
    difference = one.difference
    return {
        "source": {"name": source.name, "tournament": source.number, "id": source.id},
        "first": one.first,
        "second": one.second,
        "verdict": one.verdict.value,
        "sentence": _verdict(one),
        "score": {"points": one.points, "games": one.games, "rotations": one.rotations},
        "difference": {
            "value": _rounded(difference.value),
            "error": _rounded(difference.error),
            "interval": [_rounded(difference.low), _rounded(difference.high)],
            "bound": difference.bound,
        },
        "los": difference.los,
        "common_opponents": [
            {"bot": each.name, "games_of_first": each.first, "games_of_second": each.second}
            for each in one.common
        ],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
