"""How fast the ratings are, and how often their intervals are right.

Speed is a ratio to public tools on the same games, in processor time on one core, since machines
differ. Run as `python -m benchmarks.ratings`; the tools are in the extra `dev`.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any, TypeAlias

if __name__ == "__main__":
    for _library in ("OMP", "OPENBLAS", "MKL", "RAYON"):  # before numpy is loaded
        os.environ[f"{_library}_NUM_THREADS"] = "1"

import numpy as np
from numpy.typing import NDArray

from ratings import SCALE, Fit, GameResult, Tally, fit
from ratings.elo import Table

Integers: TypeAlias = NDArray[np.int64]
Array: TypeAlias = NDArray[np.float64]

SEAT_EFFECTS = {2: (20.0, -20.0), 3: (30.0, 0.0, -30.0), 4: (40.0, 10.0, -15.0, -35.0)}
"""What the seats are worth in the simulated games, in points."""

_SHARED = 0.5
"""The chance that a player's luck in a game is that of its rotation, else its own."""


@dataclass(frozen=True)
class Games:
    """Games of one size whose truth is known."""

    truth: Array
    """[player]: the rating, with the mean 0."""
    seated: Integers
    """[game, seat]: the player."""
    places: Integers
    """[game, seat]: the place."""
    rotations: Integers
    """[game]: the rotation, each having a game for every seat of its first player."""

    @property
    def names(self) -> list[str]:
        """Of the players."""
        return [f"bot{number:04}" for number in range(len(self.truth))]

    def tally(self) -> Tally:
        """Of the games."""
        return Tally.of_arrays(self.names, self.seated, self.places, self.rotations)


def simulated(truth: Array, groups: Integers, rng: np.random.Generator) -> Games:
    """Rotations of the players in the rows of `groups`, each with one game for every seat.

    The places are by strength with seat and luck of Gumbel's distribution, so that the model holds
    exactly for each pair (Plackett and Luce); the luck of a player in the games of a rotation is
    often the same, so that they are not independent.
    """
    rotations, size = groups.shape
    turned = np.stack([np.roll(groups, turn, axis=1) for turn in range(size)], axis=1)
    luck = rng.gumbel(size=(rotations, 1, size))
    shared = np.stack([np.roll(luck, turn, axis=2)[:, 0] for turn in range(size)], axis=1)
    own = rng.gumbel(size=turned.shape)
    luck = np.where(rng.random(turned.shape) < _SHARED, shared, own)
    strength = (truth[turned] + np.array(SEAT_EFFECTS[size])) / SCALE + luck
    places = (-strength).argsort(axis=2).argsort(axis=2) + 1
    number = np.repeat(np.arange(rotations), size)
    return Games(truth, turned.reshape(-1, size), places.reshape(-1, size), number)


def coverage(size: int, tournaments: int, bots: int = 10, clusters: int = 30) -> dict[str, float]:
    """How often 95 % intervals cover the truth, in per cent.

    Tournaments of `bots`, each of which is in about `clusters` rotations of games of `size`.
    """
    truth = np.linspace(-180.0, 180.0, bots)
    hits: dict[str, list[bool]] = {"ratings": [], "differences": [], "seats": [], "ranks": []}
    for seed in range(tournaments):
        rng = np.random.default_rng([seed, size])
        groups = np.array([rng.permutation(bots)[:size] for _ in range(bots * clusters // size)])
        games = simulated(truth, groups, rng)
        _note(hits, games, fit(games.tally()), size)
    return {name: round(100 * sum(values) / len(values), 2) for name, values in hits.items()}


def _note(hits: dict[str, list[bool]], games: Games, fitted: Fit, size: int) -> None:
    ranks = fitted.rank_intervals()
    for one, name in enumerate(games.names):
        rating = fitted.rating(name)
        hits["ratings"].append(_within(rating.low, float(games.truth[one]), rating.high))
        best, worst = ranks[name]
        hits["ranks"].append(best <= len(games.truth) - one <= worst)  # the last one is the best
        for two in range(one):
            difference = fitted.difference(name, games.names[two])
            hits["differences"].append(
                _within(difference.low, float(games.truth[one] - games.truth[two]), difference.high)
            )
    for effect in fitted.seat_effects:
        hits["seats"].append(_within(effect.low, SEAT_EFFECTS[size][effect.seat], effect.high))


def _within(low: float | None, value: float, high: float | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


def speed(bots: int = 1000, games: int = 1_000_000, runs: int = 5) -> dict[str, float]:
    """Processor time of a rating with seat effects and intervals, as a multiple of other tools'.

    All begin with the same games of two. We are fed the arrays of players, places and rotations;
    `evalica.bradley_terry` is fed the lists of first players, second players and winners that it asks
    for, ready made; `choix.ilsr_pairwise_dense` the matrix of wins, the making of which counts since
    ours does, with its `alpha` at 0 since everybody won something. They give ratings alone.
    """
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 150, bots)
    first = rng.integers(0, bots, games // 2)
    second = (first + rng.integers(1, bots, games // 2)) % bots
    made = simulated(truth - truth.mean(), np.stack([first, second], axis=1), rng)
    tools = _tools(made)
    times: dict[str, list[float]] = {name: [] for name in tools}
    for _ in range(runs):
        for name, tool in tools.items():
            times[name].append(_time(tool))
    seconds = {name: median(values) for name, values in times.items()}
    others = {name: value for name, value in seconds.items() if name != "ours"}
    ratios = {f"of {name}": round(seconds["ours"] / value, 2) for name, value in others.items()}
    return {"seconds": round(seconds["ours"], 3), **ratios}


def _tools(games: Games) -> dict[str, Callable[[], Any]]:
    import choix
    import evalica

    names, seated = games.names, games.seated
    first, second = ([names[player] for player in seated[:, seat]] for seat in (0, 1))
    won = games.places[:, 0] < games.places[:, 1]
    winners = [evalica.Winner.X if one else evalica.Winner.Y for one in won]

    def wins() -> Array:
        cell = np.where(won, seated[:, 0], seated[:, 1]) * len(names) + np.where(
            won, seated[:, 1], seated[:, 0]
        )
        return np.bincount(cell, minlength=len(names) ** 2).reshape(len(names), -1).astype(np.float64)

    return {
        "ours": lambda: fit(games.tally()),
        "evalica": lambda: evalica.bradley_terry(first, second, winners),
        "choix": lambda: choix.ilsr_pairwise_dense(wins()),
    }


def live(games: int = 100_000, size: int = 2, bots: int = 100) -> float:
    """Processor seconds to add games, one by one, to a live table."""
    rng = np.random.default_rng(2)
    names = [f"bot{number:04}" for number in range(bots)]
    results = [
        GameResult(tuple(names[player] for player in rng.permutation(bots)[:size]), tuple(range(1, size + 1)))
        for _ in range(games)
    ]
    table = Table()

    def add() -> None:
        for result in results:
            table.add(result)

    return round(_time(add), 3)


def _time(run: Callable[[], Any]) -> float:
    started = process_time()
    run()
    return process_time() - started


def measure() -> dict[str, Any]:
    """Everything, in a few minutes."""
    return {
        "speed": speed(),
        "live_seconds": {f"{size}p": live(size=size) for size in (2, 3, 4)},
        "coverage": {f"{size}p": coverage(size, 300) for size in (2, 3, 4)},
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
