"""`arena compare`: which of two bots is better, how sure that is, and which games say so."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from arena.cli.bot_names import known_bot
from arena.cli.options import DEFAULT_STORE, AsJson, StorePath, TournamentName
from arena.cli.rating.source import GamesFile, RatingSource, rating_source
from arena.cli.rating.words import MANY, interval_words, percent, points
from arena.cli.screen import one_line, put, put_json, put_sentence
from arena.errors import ConfigError
from arena.tournament.comparison import FEWEST, SURE, Comparison, Verdict, compared
from ratings.uncertainty import FEW_CLUSTERS

__all__ = ["compare"]

First = Annotated[str, typer.Argument(metavar="A", help="A bot.")]
Second = Annotated[str, typer.Argument(metavar="B", help="The bot that it is compared with.")]


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
    remarks = list(_remarks(one))
    if remarks:
        put()
    for sentence in remarks:
        put_sentence(sentence)


def _verdict(one: Comparison) -> str:
    match one.verdict:
        case Verdict.NEVER_MET:
            met = f"{one.first} and {one.second} never met, not even through others"
            return f"{met}, so the games cannot tell which is better."
        case Verdict.OPEN:
            who = f"Not enough to tell which of {one.first} and {one.second} is better"
            return f"{who}: {_missing(one)}."
    better, worse = (one.first, one.second) if one.verdict is Verdict.FIRST else (one.second, one.first)
    rotations = f"after {one.difference.clusters} rotations or more of each"
    lead = f"the 95 % {_kind(one)} of its lead, {_lead(one)}"
    return f"{better} is better than {worse}: {rotations}, {lead}, leaves out 0."


def _missing(one: Comparison) -> str:
    """Why there is no verdict."""
    difference = one.difference
    if one.few:
        return f"too few rotations of each for a verdict, {difference.clusters} of at least {FEWEST}"
    if difference.low is None and difference.high is None:
        return "the games set no bound to the difference"
    if (difference.low or 0) <= 0 <= (difference.high or 0):
        return f"the 95 % {_kind(one)} of the difference, {_lead(one)}, holds 0"
    sure = max(difference.los or 0, 1 - (difference.los or 0))
    return f"beside a bound a verdict takes a likelihood of {percent(SURE)}, and it is {percent(sure)}"


def _lead(one: Comparison) -> str:
    """The interval, or bound, of the difference as the better one sees it."""
    low, high = one.difference.low, one.difference.high
    if one.verdict is Verdict.SECOND:
        low, high = (None if end is None else -end for end in (high, low))
    return interval_words(low, high)


def _kind(one: Comparison) -> str:
    return "bound" if one.difference.bound else "interval"


def _facts(one: Comparison, source: RatingSource) -> list[tuple[str, str]]:
    difference = one.difference
    facts = [("score", _score(one))]
    if difference.value is not None:
        facts.append(("difference", _difference(one, difference.value)))
    if difference.los is not None:
        facts.append(("likelihood", f"{percent(difference.los)} that {one.first} is better"))
    games = len(source.games)
    rated = "1 rated game" if games == 1 else f"{games} rated games"
    return [*facts, ("games", _origin(one)), ("from", f"{rated} of {source.name}")]


def _difference(one: Comparison, value: float) -> str:
    """The rating of the first less that of the second."""
    interval = interval_words(one.difference.low, one.difference.high)
    side = "ahead of" if value > 0 else "behind"
    apart = f"{points(abs(value), signed=False)} points {side}" if round(value) else "level with"
    return f"{points(value)} ({interval}): {one.first} is {apart} {one.second}"


def _remarks(one: Comparison) -> Iterator[str]:
    """What to keep in mind of the numbers."""
    difference = one.difference
    if difference.los is None:
        return
    if difference.bound in (">", "<"):
        sign = difference.bound
        yield f"{sign} is a bound: the games set none on the other side, and the difference is a guess."
    if difference.bound == "?":
        yield "A question mark: the games set no bound, and the difference is a guess."
    if difference.clusters < FEW_CLUSTERS:
        decides = "" if one.few or difference.bound else "; it decides, and not the likelihood"
        who = one_line(f"{one.first} or {one.second}")
        yield f"Fewer than {FEW_CLUSTERS} rotations of {who}: the {_kind(one)} is rough{decides}."
    if one.verdict in (Verdict.FIRST, Verdict.SECOND):
        yield "Of a hundred pairs of equal bots at most about five get such a verdict, which is wrong then."


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
    who = f"{len(names)} common opponents" if len(names) > MANY else ", ".join(names)
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
            "rotations": difference.clusters,
        },
        "los": difference.los,
        "common_opponents": [
            {"bot": each.name, "games_of_first": each.first, "games_of_second": each.second}
            for each in one.common
        ],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
