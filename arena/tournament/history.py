"""How the ratings of bots came about: at some moments, what was known by then.

A pure function of the games in their order: a tournament's are in the order of its schedule, a ladder's
in the order in which they were played. It does not know rounds, screens or files.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import ratings
from arena.tournament.groups import group_numbers

__all__ = ["MOMENTS", "RateGames", "Step", "moments", "rating_history", "step_at"]

MOMENTS = 20
"""About as many as a reader can take in."""

RateGames: TypeAlias = Callable[[Sequence[ratings.GameResult]], ratings.Fit]
"""A batch fit."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was known of a bot at one moment."""

    games: int
    """How many games there had been by then, those of other bots included."""
    played: int
    """How many of them were its own; at least one."""
    live: float
    """Its live rating: Elo, game by game, with the seat effects of the last moment before."""
    batch: ratings.Rating
    """Its rating in a batch fit of the games until then."""
    group: int
    """From 0; by then it had not met the bots of other groups, not even through others."""


def moments(ends: Sequence[int], most: int = MOMENTS) -> tuple[int, ...]:
    """At most `most` of some numbers of games, evenly spread and with the last one.

    Args:
        ends: numbers of games after which ratings may be looked at, rising, such as the ends of rounds.
        most: how many are wanted, from 1.
    """
    number = min(len(ends), most)
    return tuple(ends[(one + 1) * len(ends) // number - 1] for one in range(number))


def rating_history(
    games: Sequence[ratings.GameResult],
    at: Sequence[int],
    fit: RateGames = ratings.fit,
    start: float = 0.0,
) -> dict[str, tuple[Step, ...]]:
    """By name the steps of every bot, from the first moment on at which it had played.

    Args:
        games: all games, in order.
        at: the moments: after how many of the games, rising, each at least 1.
        fit: makes a batch fit of the first games.
        start: the live rating that everybody begins with, in points.
    """
    steps: dict[str, list[Step]] = {}
    live: dict[str, float] = {}
    played: Counter[str] = Counter()
    effects: dict[tuple[int, int], float] = {}
    for before, now in pairwise((0, *at)):
        for game in games[before:now]:
            played.update(game.players)
            _move(live, game, effects, start)
        fitted = fit(games[:now])
        effects = {(one.players, one.seat): one.value for one in fitted.seat_effects}
        groups = group_numbers(fitted)
        for batch in fitted.ratings:
            name = batch.name
            step = Step(now, played[name], live[name], batch, groups[name])
            steps.setdefault(name, []).append(step)
    return {name: tuple(steps[name]) for name in sorted(steps)}


def _move(
    live: dict[str, float],
    game: ratings.GameResult,
    effects: dict[tuple[int, int], float],
    start: float,
) -> None:
    size = len(game.players)
    before = [live.get(name, start) for name in game.players]
    seats = [effects.get((size, seat), 0.0) for seat in game.seats]
    after = ratings.update(before, game.places, seat_effects=seats)
    live.update(zip(game.players, after, strict=True))


def step_at(steps: Sequence[Step], games: int) -> Step | None:
    """The step at a moment; None if the bot had not played by then."""
    place = bisect_left(steps, games, key=lambda step: step.games)
    return steps[place] if place < len(steps) and steps[place].games == games else None
