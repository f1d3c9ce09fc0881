"""The models that a user may choose from, and anchors: ratings that are given to some bots."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Annotated

import typer

from arena.cli.bot_names import known_bot
from arena.cli.rating.source import RatingSource
from arena.errors import ConfigError
from arena.tournament.history import RateGames
from ratings import Fit, GameResult, RatingError, Tally, fit
from ratings.plackett_luce import fit_plackett_luce

__all__ = ["LIVE", "MODELS", "Anchors", "ModelName", "anchors_of", "check_model", "fitted", "fitter"]

LIVE = "elo"
"""The model that goes game by game and has no intervals."""
MODELS = {
    "bradley-terry": "Bradley-Terry",
    "plackett-luce": "Plackett-Luce with ties (Davidson-Luce)",
    LIVE: "live Elo, game by game",
}
"""By name what a sentence calls it."""

ModelName = Annotated[str, typer.Option("--model", metavar="NAME", help=f"How to rate: {', '.join(MODELS)}.")]
Anchors = Annotated[
    list[str] | None,
    typer.Option("--anchor", metavar="BOT=POINTS", help="A rating that is given; may be repeated."),
]

_MOST_POINTS = 1e6


def check_model(name: str) -> str:
    """The name of a model, if it is one.

    Raises:
        ConfigError: it is none.
    """
    if name not in MODELS:
        raise ConfigError(f"--model is {name!r}, expected one of {', '.join(MODELS)}")
    return name


def anchors_of(texts: Sequence[str], source: RatingSource) -> dict[str, float]:
    """By name the ratings that are given.

    Raises:
        ConfigError: a text is not BOT=POINTS, or its bot is unknown, not rated, or there already.
    """
    anchors: dict[str, float] = {}
    for text in texts:
        name, sign, points = text.rpartition("=")
        if not sign or not name:
            raise ConfigError(f"--anchor {text!r}, expected BOT=POINTS, such as greedy=1500")
        known_bot(name, source.bots, source.name)
        if name not in source.rated:
            raise ConfigError(f"--anchor {text!r}: {name!r} has no rated games")
        if name in anchors:
            raise ConfigError(f"--anchor {text!r}: {name!r} has an anchor already")
        anchors[name] = _points(text, points)
    return anchors


def _points(text: str, points: str) -> float:
    try:
        value = float(points)
    except ValueError:
        value = float("nan")
    if not (isfinite(value) and abs(value) <= _MOST_POINTS):
        raise ConfigError(f"--anchor {text!r}, expected a number of points, such as 1500")
    return value


def fitter(model: str, anchors: Mapping[str, float]) -> RateGames:
    """The batch fit of a model; a live one goes with that of Bradley-Terry.

    Anchors that have not played in the games they are given are left out.
    """

    def rate(games: Sequence[GameResult]) -> Fit:
        played = {name for game in games for name in game.players}
        there = {name: value for name, value in anchors.items() if name in played}
        if model == "plackett-luce":
            return fit_plackett_luce(games, anchors=there)
        return fit(Tally.of(games), anchors=there)

    return rate


def fitted(rate: RateGames, source: RatingSource) -> Fit:
    """The fit of all games.

    Raises:
        ConfigError: they cannot be rated.
    """
    try:
        return rate(source.games)
    except RatingError as error:
        raise ConfigError(f"{source.name}: {error}") from None
