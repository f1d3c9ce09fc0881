"""How often the sequential test errs, and how many games it takes to a verdict.

Simulates rotations of two, three and four players whose games depend on each other: the deal of a rotation
favours some seats and suits some players, and places come from points, so that there are ties. Of the scores
of one player against another it keeps the distribution, tilted until exactly one of the hypotheses holds, and
runs many tests side by side. Run as `python -m benchmarks.sprt`; some minutes.
"""

import json
from dataclasses import dataclass
from math import log, sqrt
from typing import TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ratings.likelihood_ratio import Model, log_likelihood_ratios
from ratings.sprt import sprt
from ratings.sprt_estimate import sprt_estimate

_SEED = 20
_POOL = 200_000
"""Rotations from which the distribution of scores is taken."""
_POINTS = 5.0
"""Points of the game in one natural unit of strength; the fewer, the more ties."""
_FAVOURED_SEATS = 0.5
_SUITED_PLAYERS = 1.0
"""How much deals differ in both, in natural units of strength."""
_ESTIMATES = 500
"""Of about so many stopped tests of a kind the estimate is made."""
_MOST = 20_000
"""Rotations after which a test is given up."""

_Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Runs:
    """What many tests of the same two hypotheses came to."""

    accepted: float
    """The share of tests that accepted the upper hypothesis."""
    games: float
    """The mean number of games to a verdict."""
    open: int
    """How many never came to one."""
    stopped: _Array
    """[test, score]: the counts of those that did."""


def measure(
    runs: int = 2000, elo0: float = 0.0, elo1: float = 30.0, bound: float = 0.05
) -> dict[str, object]:
    """Error rates at both hypotheses and the games to a verdict, by number of players and model.

    `bound` is the nominal rate of both errors; the noise that is allowed for is three standard errors.
    """
    rng = np.random.default_rng(_SEED)
    noise = 3 * sqrt(bound * (1 - bound) / runs)
    figures: dict[str, object] = {"runs": runs, "elo0": elo0, "elo1": elo1, "nominal": bound, "noise": noise}
    for players in (2, 3, 4):
        halves = rotation_halves(players, rng)
        chances = chances_of(halves)
        figures[f"{players}p"] = {
            "ties": round(float((halves == 1).mean()), 3),
            "correlation_of_games": round(_correlation(halves), 3),
            "false_elo1_counting_games": mistaken_independence(halves, elo0, elo1, bound, runs, rng),
        }
        for model in get_args(Model):
            below, above, between = (
                simulate(tilted(chances, players, elo, model), players, elo0, elo1, model, bound, runs, rng)
                for elo in (elo0, elo1, (elo0 + elo1) / 2)
            )
            figures[f"{players}p_{model}"] = {
                "false_elo1": below.accepted,
                "false_elo0": round(1 - above.accepted, 6),
                "games_at_elo0": round(below.games, 1),
                "games_at_elo1": round(above.games, 1),
                "games_between": round(between.games, 1),
                "open": below.open + above.open + between.open,
                "within_noise": max(below.accepted, 1 - above.accepted) <= bound + noise,
            }
            if model == "logistic":
                figures[f"{players}p_estimates"] = quality_of_estimates(above, elo0, elo1, elo1)
    return figures


def rotation_halves(players: int, rng: np.random.Generator, pool: int = _POOL) -> NDArray[np.int_]:
    """What one of equals scored against another, game by game of many rotations, in halves of a point.

    As many games in a rotation as players, each player in each seat once; [rotation, game].
    """
    seats = rng.normal(0, _FAVOURED_SEATS, (pool, players))
    suited = rng.normal(0, _SUITED_PLAYERS, (pool, players))
    halves = np.zeros((pool, players), int)
    for game in range(players):
        luck = rng.gumbel(size=(pool, players))
        points = np.floor(_POINTS * (suited + np.roll(seats, game, axis=1) + luck))
        halves[:, game] = 1 + np.sign(points[:, 0] - points[:, 1])
    return halves


def chances_of(halves: NDArray[np.int_]) -> _Array:
    """How often a rotation of k games has each score 0, 1/2k, ... 1."""
    return np.bincount(halves.sum(axis=1), minlength=2 * halves.shape[1] + 1) / len(halves)


def tilted(chances: _Array, games: int, elo: float, model: Model) -> _Array:
    """The distribution closest to this one of which a hypothesis is exactly true."""
    scores = np.linspace(0, 1, len(chances))
    low, high = -50.0, 50.0
    while low < (tilt := (low + high) / 2) < high:
        weights = chances * np.exp(tilt * (scores - 0.5))
        weights /= weights.sum()
        if _elo(weights, scores, games, model) < elo:
            low = tilt
        else:
            high = tilt
    return weights


def simulate(
    chances: _Array,
    games: int,
    elo0: float,
    elo1: float,
    model: Model,
    bound: float,
    runs: int,
    rng: np.random.Generator,
) -> Runs:
    """Run tests side by side, rotation by rotation, until the last one has stopped."""
    scores = np.linspace(0, 1, len(chances))
    limit = log((1 - bound) / bound)
    counts = np.zeros((runs, len(chances)))
    stopped = []
    accepted = rotations = 0
    for _ in range(_MOST):
        counts[np.arange(len(counts)), rng.choice(len(chances), len(counts), p=chances)] += 1
        rotations += len(counts)
        ratios = log_likelihood_ratios(counts, scores, games, elo0, elo1, model)
        accepted += int((ratios >= limit).sum())
        stopped.append(counts[np.abs(ratios) >= limit])
        counts = counts[np.abs(ratios) < limit]
        if not len(counts):
            break
    return Runs(accepted / runs, rotations * games / runs, len(counts), np.concatenate(stopped))


def mistaken_independence(
    halves: NDArray[np.int_], elo0: float, elo1: float, bound: float, runs: int, rng: np.random.Generator
) -> float:
    """How often equals are found `elo1` apart if all games of the rotations are counted one by one.

    `elo0` is 0, or the tests would not be of equals.
    """
    limit = log((1 - bound) / bound)
    counts, accepted = np.zeros((runs, 3)), 0
    for _ in range(_MOST):
        drawn = halves[rng.integers(0, len(halves), len(counts))]
        drawn = np.where(rng.random((len(counts), 1)) < 0.5, drawn, 2 - drawn)
        counts += np.stack([(drawn == half).sum(axis=1) for half in range(3)], axis=1)
        ratios = log_likelihood_ratios(counts, np.linspace(0, 1, 3), 1, elo0, elo1, "logistic")
        accepted += int((ratios >= limit).sum())
        counts = counts[np.abs(ratios) < limit]
        if not len(counts):
            break
    return accepted / runs


def quality_of_estimates(runs: Runs, elo0: float, elo1: float, elo: float) -> dict[str, float]:
    """How often the estimate of a stopped test is too high, and its 95 % interval holds the truth."""
    every = max(len(runs.stopped) // _ESTIMATES, 1)  # they are in the order of their ends
    states = [sprt([int(count) for count in row], elo0, elo1) for row in runs.stopped[::every]]
    found = [estimate for estimate in map(sprt_estimate, states) if estimate is not None]
    high = sum(estimate.elo is None or estimate.elo > elo for estimate in found)
    naive = sum(state.elo is None or state.elo > elo for state in states)
    held = sum(
        (estimate.low is None or estimate.low <= elo) and (estimate.high is None or elo <= estimate.high)
        for estimate in found
    )
    return {
        "too_high": round(high / len(found), 3),
        "mean_score_too_high": round(naive / len(found), 3),
        "interval_holds": round(held / len(found), 3),
    }


def _elo(chances: _Array, scores: _Array, games: int, model: Model) -> float:
    """The difference in points that a distribution of rotation scores has."""
    mean = float(chances @ scores)
    if model == "logistic":
        return 400 / log(10) * log(mean / (1 - mean))
    return 800 / log(10) * (mean - 0.5) / sqrt(games * float(chances @ (scores - mean) ** 2))


def _correlation(halves: NDArray[np.int_]) -> float:
    """Between the scores of two games of a rotation."""
    games = halves.shape[1]
    return float((halves.sum(axis=1).var() / (games * halves.var()) - 1) / (games - 1))


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
