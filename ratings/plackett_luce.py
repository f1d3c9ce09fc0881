"""A second model, of whole rankings with ties: Plackett and Luce's, after Davidson and Luce.

It looks at a game as a sequence of choices (see `ratings.choice_likelihood`) where the fit that ranks looks
at pairs. Where both agree, the ratings do not hang on the model. Rankings are taken to be independent of
each other given the strengths, which the clustered errors do without.

The result is a function of the set of games, as that of `ratings.bradley_terry`, and on the same scale.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, sqrt

import numpy as np

from ratings.choice_bounds import ChoiceBounds
from ratings.choice_likelihood import Parameters
from ratings.choice_model import NO_LIMIT, ChoiceModel
from ratings.clusters import Scatter
from ratings.counts import Array, Counts
from ratings.errors import RatingError
from ratings.fit import Fit
from ratings.gauge import Gauge
from ratings.identify import UNLIMITED, pins
from ratings.newton import Model
from ratings.rankings import Rankings
from ratings.results import GameResult
from ratings.solution import Solution, check
from ratings.tally import Tally
from ratings.uncertainty import Uncertainty
from ratings.values import SCALE

__all__ = ["PlackettLuceFit", "fit_plackett_luce"]

_NO_ANCHORS: Mapping[str, float] = {}

_FAR = 20.0
"""Natural units: a seat effect beyond this has no limit, nor has one with such a standard error."""


@dataclass(frozen=True, eq=False)
class PlackettLuceFit(Fit):
    """The result of a fit to whole rankings."""

    ties: Mapping[int, float | None]
    """By number of players tied how readily that happens: delta, in which a worth of 1 is 1.

    None where it happened whenever it could, so that there is no limit.
    """
    log_likelihood: float
    """Of the games, without the virtual draws."""

    def expected_score(
        self, first: str, second: str, size: int = 2, seats: tuple[int, int] | None = None
    ) -> float | None:
        """The expected score of `first` in a game of the two alone, 0..1, a tie counting one half.

        None if they never met. In a game of more it is that of the two if they are the last ones left.

        Raises:
            RatingError: nobody is called that, or a game of that size has no such seats.
        """
        pairwise = super().expected_score(first, second, size, seats)
        delta = self.ties.get(2, 0.0)
        if pairwise is None or delta is None:
            return None if pairwise is None else 0.5
        tie = delta * sqrt(pairwise * (1 - pairwise))
        return (pairwise + tie / 2) / (1 + tie)


def fit_plackett_luce(
    games: Iterable[GameResult],
    *,
    seats: bool = True,
    anchors: Mapping[str, float] = _NO_ANCHORS,
    prior_draws: float = 1.0,
) -> PlackettLuceFit:
    """Rate all players of some games by the model of whole rankings.

    Args:
        games: the games, not a tally of them, which has their pairs alone.
        seats: whether seats may have effects; they do where the games can tell them.
        anchors: the ratings that some players are to have, in points.
        prior_draws: virtual draws of each player; with 0 every component has to be held together.

    Raises:
        RatingError: `games` is a tally, an anchor is unknown, no number or beyond a million points,
            `prior_draws` is not from 0 to a million, or there is no finite rating without virtual draws.
    """
    if isinstance(games, Tally):
        raise RatingError("a tally has the pairs of games and not their rankings, expected the games")
    games = list(games)
    tally = Tally.of(games)
    check(tally, anchors, prior_draws)
    solution = _ChoiceSolution.of_games(games, tally, seats, anchors, prior_draws)
    return PlackettLuceFit(
        ratings=tuple(solution.rating(player) for player in range(len(tally.players))),
        components=solution.components(),
        seat_effects=solution.seat_effects(),
        seat_refusals=solution.refusals,
        clusters=tally.clusters,
        places=solution.rank,
        strengths=solution.strengths,
        uncertainty=solution.uncertainty,
        bounds=solution.bounds,
        ties=solution.ties(),
        log_likelihood=solution.choices.log_likelihood(solution.point),
    )


@dataclass(frozen=True, eq=False)
class _ChoiceSolution(Solution):
    """A fit to rankings; what it has in common with one to pairs is done as there."""

    choices: ChoiceModel
    """What was fitted."""
    point: Array
    """Its parameters: strengths, seat effects, logarithms of deltas, in natural units."""
    pairwise: Solution
    """The fit of the other model, which was made first."""

    @classmethod
    def of_games(
        cls,
        games: list[GameResult],
        tally: Tally,
        seats: bool,
        anchors: Mapping[str, float],
        prior_draws: float,
    ) -> "_ChoiceSolution":
        """Fit the rankings, seat effects being those of the other model that are finite here as well."""
        pairwise = Solution.of(tally, seats, anchors, prior_draws)
        names = [tally.players[player] for player in pairwise.order]
        by_index = {player: anchors[name] for player, name in enumerate(names) if name in anchors}
        rankings = Rankings.of(games, names)
        refused, counts = dict(pairwise.refusals), pairwise.model.counts
        while True:
            model = Model(counts, prior_draws, pins(counts, pairwise.groups, prior_draws))
            choices = ChoiceModel(rankings, _parameters(rankings, counts), prior_draws, model.pins)
            point = choices.likeliest()
            boundless = _boundless(counts, choices, point)
            if not boundless:
                break
            refused |= dict.fromkeys(boundless, UNLIMITED)
            counts = counts.with_seats({size for size, _ in counts.seats} - boundless)
        if point is None:
            raise RatingError("the games have no finite fit without virtual draws, expected some")
        sizes = np.array([size for size, _ in counts.seats], np.int64)
        gauge = Gauge.of(pairwise.groups, pairwise.strong, sizes, by_index)
        return cls(
            tally=tally,
            order=pairwise.order,
            groups=pairwise.groups,
            strong=pairwise.strong,
            refusals=refused,
            model=model,
            parameters=point[: choices.parameters.first_tie],
            gauge=gauge,
            choices=choices,
            point=point,
            pairwise=pairwise,
        )

    @cached_property
    def uncertainty(self) -> Uncertainty:
        """Of strengths and seat effects, in points, whatever the chances of ties are."""
        shown, clusters = len(self.parameters), self.tally.clusters
        inverse = np.linalg.inv(self.choices.slope(self.point).information + self.choices.pinned)
        bread = self.gauge.projected(np.asarray(inverse, np.float64)[:shown])
        by_pairs: Scatter = self.scatter
        effects = shown - self.model.counts.players
        by_choices = Uncertainty(
            fisher=SCALE**2 * self.gauge.projected(bread[:, :shown].T),
            bread=SCALE * bread,
            products=self.choices.scatter(self.point) * (clusters / max(clusters - 1, 1)),
            degrees=np.append(by_pairs.degrees, np.full(effects, clusters - 1.0)),
            clusters=np.append(by_pairs.of_player, np.full(effects, clusters)),
            held=self.strong,
        )
        return self._no_surer_than_pairs(self.wary(by_choices))

    def _no_surer_than_pairs(self, uncertainty: Uncertainty) -> Uncertainty:
        """The same where the model is no surer which side of the mean a player is on than that of pairs.

        So it is for players who are not held together with the others: a ranking of many players, or a
        win where ties are the rule, has so small a chance among equals that a few of them would decide.
        """
        number = self.model.counts.players
        ours, theirs = self.surprises(uncertainty), self.pairwise.surprises(self.pairwise.uncertainty)
        factors = np.ones(len(self.parameters))
        factors[:number] = np.maximum(ours / np.maximum(theirs, 1), 1)
        factors[self.trusted] = 1
        return replace(uncertainty, fisher=uncertainty.fisher * factors * factors[:, None])

    @cached_property
    def bounds(self) -> ChoiceBounds:
        """Of the strengths."""
        by_pairs = super().bounds
        return ChoiceBounds(
            by_pairs.counts,
            by_pairs.graph,
            by_pairs.start,
            by_pairs.doubt,
            by_pairs.stacked,
            rankings=self.choices.rankings,
            parameters=self.choices.parameters,
            point=self.point,
        )

    def ties(self) -> dict[int, float | None]:
        """By number of players tied the delta."""
        logarithms = self.point[len(self.parameters) :].tolist()
        deltas = zip(self.choices.parameters.ties, logarithms, strict=True)
        return {tied: exp(each) if each < NO_LIMIT else None for tied, each in deltas}


def _parameters(rankings: Rankings, counts: Counts) -> Parameters:
    seats = tuple(rankings.seats.index(seat) for seat in counts.seats)
    ties = tuple(sorted({choices.tied for choices in rankings.choices} - {1}))
    return Parameters(len(rankings.players), seats, ties)


def _boundless(counts: Counts, choices: ChoiceModel, point: Array | None) -> set[int]:
    """The sizes of games in which a seat effect has no limit; all of them if there is no fit."""
    if point is None or not counts.seats:
        return {size for size, _ in counts.seats}
    effects = slice(counts.players, choices.parameters.first_tie)
    variances = np.diag(np.linalg.inv(choices.slope(point).information + choices.pinned))[effects]
    far = (np.abs(point[effects]) > _FAR) | (variances > _FAR**2)
    return {size for (size, _), beyond in zip(counts.seats, far.tolist(), strict=True) if beyond}
