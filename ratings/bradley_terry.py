"""The batch fit that ranks: Bradley-Terry on pairs, a tie counting one half, with seat effects.

A game of n players is its n(n-1)/2 pairs, each of weight 1/(n-1); the expected score of i against j is the
logistic of (r_i + g[n, s_i] - r_j - g[n, s_j]) ln 10 / 400, the effects g of the seats adding up to 0 for
each n. Each player has a virtual draw against a phantom at 0. (Hunter 2004, Ann. Stat. 32:384.)

The result is a function of the set of games: neither their order nor the names matter.
"""

from collections.abc import Iterable, Mapping

from ratings.fit import Fit
from ratings.results import GameResult
from ratings.solution import Solution, check
from ratings.tally import Tally

__all__ = ["fit"]

_NO_ANCHORS: Mapping[str, float] = {}


def fit(
    games: Tally | Iterable[GameResult],
    *,
    seats: bool = True,
    anchors: Mapping[str, float] = _NO_ANCHORS,
    prior_draws: float = 1.0,
) -> Fit:
    """Rate all players of some games.

    A component, the players who met directly or through others, is rated by itself: the mean is 0, over
    those held together by points in both directions if there is one largest such set, so that an
    unbeaten player moves nobody; or the mean of its anchors is what they are anchored at.

    Args:
        games: the games, or their tally, which may have players without games.
        seats: whether seats may have effects; they do where the games can tell them.
        anchors: the ratings that some players are to have, in points.
        prior_draws: virtual draws of each player; with 0 every component has to be held together.

    Raises:
        RatingError: an anchor is unknown, no number or beyond a million points, `prior_draws` is not from 0
            to a million, or there is no finite rating without virtual draws.
    """
    tally = games if isinstance(games, Tally) else Tally.of(games)
    check(tally, anchors, prior_draws)
    solution = Solution.of(tally, seats, anchors, prior_draws)
    return Fit(
        ratings=tuple(solution.rating(player) for player in range(len(tally.players))),
        components=solution.components(),
        seat_effects=solution.seat_effects(),
        seat_refusals=solution.refusals,
        clusters=tally.clusters,
        places=solution.rank,
        strengths=solution.strengths,
        uncertainty=solution.uncertainty,
        bounds=solution.bounds,
    )
