"""The reference numbers, and a fit in the gauge that they are in."""

import json
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings import SCALE, GameResult, Tally, expected, read_csv
from ratings.likelihood_ratio import probabilities
from ratings.solution import Solution

DATA = Path(__file__).parent / "data"

Array: TypeAlias = NDArray[np.float64]


def reference(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text())


def games(name: str) -> list[GameResult]:
    return read_csv(DATA / "inputs" / f"{name}.csv")


def rotation_counts(case: dict[str, Any]) -> list[int]:
    """Losses, draws and wins, or the five kinds of pairs; two draws and a win with a loss are one kind."""
    if "W" in case:
        return [case["L"], case["D"], case["W"]]
    if "LL_LD_DD_DW_WW" in case:
        return list(case["LL_LD_DD_DW_WW"])
    worst, worse, split, drawn, better, best = case["LL_LD_WL_DD_WD_WW"]
    return [worst, worse, split + drawn, better, best]


def case_name(case: dict[str, Any]) -> str:
    return f"{'-'.join(map(str, rotation_counts(case)))}:{case['elo0']}:{case['elo1']}"


def bayesian_scores(case: dict[str, Any]) -> tuple[float, float]:
    """Those that both hypotheses mean in Rao and Kupper's model, its ties being as frequent as observed."""
    lost, _, won = probabilities(np.array([rotation_counts(case)], float))[1][0]
    ties = 200 * log10((1 - lost) / lost * (1 - won) / won)
    low, high = (
        (1 + expected(elo - ties) - expected(-elo - ties)) / 2 for elo in (case["elo0"], case["elo1"])
    )
    return low, high


def digits(number: float) -> float:
    """Half a unit of the eighth digit, to which some references are rounded."""
    return 0.5 * 10.0 ** (np.floor(np.log10(abs(number))) - 7) if number else 0.0


@dataclass(frozen=True)
class Fitted:
    """A fit whose scale begins at the phantom if there is one, else at the mean; players by name."""

    players: tuple[str, ...]
    seats: tuple[tuple[int, int], ...]
    values: Array
    """Players and seat effects, in points."""
    model: Array
    """Their covariance from the Fisher information."""
    sandwich: Array
    """Their clustered covariance, without a correction for few clusters (CR0)."""
    likelihood: float
    clusters: int

    def error(self, covariance: Array, name: str) -> float:
        """The standard error of a player."""
        index = self.players.index(name)
        return float(np.sqrt(max(covariance[index, index], 0)))


def fitted(results: list[GameResult], *, seats: bool, prior_draws: float) -> Fitted:
    tally = Tally.of(results)
    solution = Solution.of(tally, seats, {}, prior_draws)
    number = len(tally.players)
    place = np.concatenate([solution.rank, np.arange(number, len(solution.parameters))])
    inverse = np.asarray(np.linalg.inv(solution.summit.information()), np.float64)
    bread, model, values = inverse, inverse, solution.parameters
    if prior_draws == 0:
        bread, values = solution.gauge.projected(inverse), solution.gauge.projected(values)
        model = solution.gauge.projected(bread.T)
    else:  # the seats are known up to a constant all the same
        sizes = np.array([size for size, _ in solution.model.counts.seats])
        centred = np.eye(len(values))
        centred[number:, number:] -= (sizes[:, None] == sizes[None, :]) / sizes[:, None]
        bread, model = centred @ inverse, centred @ inverse @ centred.T
    sandwich = bread @ solution.scatter.products @ bread.T
    cells = np.ix_(place, place)
    return Fitted(
        players=tally.players,
        seats=solution.model.counts.seats,
        values=SCALE * values[place],
        model=SCALE**2 * model[cells],
        sandwich=SCALE**2 * sandwich[cells],
        likelihood=solution.model.counts.likelihood(solution.parameters),
        clusters=tally.clusters,
    )
