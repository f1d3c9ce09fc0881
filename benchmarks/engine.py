"""How much a turn of random play costs in the engine.

Measures whole games through the public API, complete lists and staged choices, 2 to 4 players. The unit
is one iteration of a plain loop of integer arithmetic, timed before and after every run, so that
figures of a slow, a fast and a busy machine can be compared. Run as `python -m benchmarks.engine`.
"""

import json
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from arena.engine import Deal, Position

_CALIBRATION = 400_000
_RUNS = 7
_SEED = b"benchmark"

Step = Callable[[Position, random.Random], None]


def measure(games: int = 60, runs: int = _RUNS) -> dict[str, float]:
    """Return the median cost of a turn in calibration iterations, by policy and players.

    `games` are played in each of `runs` runs of every kind; the kinds take turns, so that a slow
    minute of the machine meets them all.
    """
    kinds: dict[str, tuple[Step, int]] = {
        f"{name}_{players}p": (step, players)
        for name, step in (("complete", _complete), ("staged", _staged))
        for players in (2, 3, 4)
    }
    for step, players in kinds.values():
        _play(step, players, games, 0)
    costs: dict[str, list[float]] = {name: [] for name in kinds}
    for run in range(runs):
        for name, (step, players) in kinds.items():
            costs[name].append(_cost(step, players, games, run))
    return {name: round(median(values), 1) for name, values in costs.items()}


def _complete(position: Position, rng: random.Random) -> None:
    moves = position.legal_moves()
    position.play(moves[int(rng.random() * len(moves))])


def _staged(position: Position, rng: random.Random) -> None:
    position.play(position.random_move(rng))


def _cost(step: Step, players: int, games: int, run: int) -> float:
    before = _iteration()
    started = perf_counter()
    turns = _play(step, players, games, run)
    elapsed = perf_counter() - started
    return elapsed / turns / ((before + _iteration()) / 2)


def _play(step: Step, players: int, games: int, run: int) -> int:
    rng = random.Random(run)
    turns = 0
    for index in range(games):
        position = Position(Deal.shuffled(_SEED, run * games + index, players))
        while position.ending is None:
            step(position, rng)
        turns += position.turn
    return turns


def _iteration() -> float:
    """Return the seconds that one calibration iteration takes now."""
    x = 1
    started = perf_counter()
    for _ in range(_CALIBRATION):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return (perf_counter() - started) / _CALIBRATION


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
