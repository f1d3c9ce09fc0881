"""The reference numbers, and a fit in the gauge that they are in."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings import SCALE, GameResult, Tally, read_csv
from ratings.solution import Solution

DATA = Path(__file__).parent / "data"

Array: TypeAlias = NDArray[np.float64]


def reference(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text())


def games(name: str) -> list[GameResult]:
    return read_csv(DATA / "inputs" / f"{name}.csv")


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
