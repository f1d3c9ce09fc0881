"""The scatter of clusters against a plain sum over them, whatever their sizes."""

import random
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from ratings import GameResult, Tally
from ratings.clusters import Scatter
from ratings.counts import Array
from ratings.solution import Solution
from ratings.tally import KINDS, WEIGHTS


def tournament(players: int, sizes: Sequence[int], games_of_cluster: int, seed: int) -> Tally:
    chance = random.Random(seed)
    results = []
    for number in range(600):
        size = chance.choice(sizes)
        names = [f"p{player:03}" for player in chance.sample(range(players), size)]
        places = list(range(1, size + 1))
        chance.shuffle(places)
        rotation = f"{number // games_of_cluster}"
        results.append(GameResult(tuple(names), tuple(places), rotation=rotation))
        results.append(GameResult(tuple(names[::-1]), tuple(places), rotation=rotation))
    return Tally.of(results)


def plain_products(solution: Solution) -> tuple[Array, list[int]]:
    """Pair by pair."""
    tally, counts = solution.tally, solution.model.counts
    number = counts.players
    effect = {seat: number + index for index, seat in enumerate(counts.seats)}
    surplus: defaultdict[int, Array] = defaultdict(lambda: np.zeros(number + len(effect)))
    members: defaultdict[int, set[int]] = defaultdict(set)
    for cluster, kind, first, second, halves in zip(
        tally.cluster, tally.kind, tally.first, tally.second, tally.halves, strict=True
    ):
        one, two = solution.rank[first], solution.rank[second]
        size, *seats = KINDS[kind]
        chance = solution.summit.chances[counts.kinds.index(KINDS[kind]), one, two]
        part = (halves / 2 - chance) * WEIGHTS[kind]
        for index, sign in ((one, 1), (two, -1), (effect[size, seats[0]], 1), (effect[size, seats[1]], -1)):
            surplus[cluster][index] += sign * part
        members[cluster] |= {int(one), int(two)}
    products = np.sum([np.outer(one, one) for one in surplus.values()], axis=0)
    return products, [sum(player in some for some in members.values()) for player in range(number)]


@pytest.mark.parametrize(
    ("players", "sizes", "games_of_cluster"),
    [
        (5, (2,), 1),  # dense, duels alone
        (8, (2, 3, 4), 1),  # dense
        (80, (2,), 1),  # duels alone
        (80, (2, 3, 4), 1),  # small clusters of every size
        (80, (2, 3), 2),  # some of them a few players larger
        (80, (3,), 12),  # clusters of many players
        (5, (2, 3), 600),  # a single cluster
    ],
)
def test_products_are_those_of_every_cluster(
    players: int, sizes: Sequence[int], games_of_cluster: int
) -> None:
    solution = Solution.of(tournament(players, sizes, games_of_cluster, 7), True, {}, 1.0)
    assert not solution.refusals
    products, clusters = plain_products(solution)
    scatter: Scatter = solution.scatter
    assert scatter.products == pytest.approx(products, abs=1e-9)
    assert scatter.of_player.tolist() == clusters


def test_degrees_of_freedom_are_those_of_the_clusters_that_are_not_level() -> None:
    # 30 rotations, two of which say something: twice as many degrees, less what is due to their mean
    level = [GameResult(("a", "b"), (1, 1), rotation=f"{number}") for number in range(28)]
    wins = [GameResult(("a", "b"), (1, 2), rotation="x"), GameResult(("b", "a"), (1, 2), rotation="y")]
    scatter = Solution.of(Tally.of(level + wins), False, {}, 1.0).scatter
    assert scatter.degrees == pytest.approx(4 / (1 - 2 / 30), rel=1e-6)
    even = [GameResult(("a", "b"), (1, 2) if number % 2 else (2, 1)) for number in range(30)]
    assert Solution.of(Tally.of(even), False, {}, 1.0).scatter.degrees == pytest.approx(29)
