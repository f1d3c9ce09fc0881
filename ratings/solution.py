"""A fit to the pairs of some games, from the counts to the numbers that are shown.

The players are in canonical order inside and by name outside. It knows how the parts of a fit work
together; each of them is done elsewhere. What is shown is careful where clusters are few, and nowhere at
odds with its own bounds: a rating that only the prior has made, which leans towards the others, is moved to
its bound if it would be beyond; then all whom the games put on the far side of the player are moved at least
as far, so that nobody is overtaken.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ratings.bounds import Bounds
from ratings.canonical import canonical_order
from ratings.caution import caution, doubt, games_of_seats, points_apart
from ratings.clusters import Scatter
from ratings.counts import Array, Counts
from ratings.errors import RatingError, shown
from ratings.fit import CONFIDENCE, Rating, SeatEffect, inside, rounded
from ratings.gauge import Gauge
from ratings.graph import components, reached, strong_components
from ratings.identify import pins, refusals
from ratings.newton import Model, Point, inverse
from ratings.tally import Tally
from ratings.uncertainty import Uncertainty
from ratings.values import SCALE, check_number, check_points

__all__ = ["Solution", "check"]

_MOST_DRAWS = 1e6
"""So many virtual draws leave nothing to the games."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A fit with its players in canonical order."""

    tally: Tally
    """What was fitted; its players are by name."""
    order: NDArray[np.int64]
    """The players by name, in canonical order."""
    groups: NDArray[np.int64]
    """[player]: the component."""
    strong: NDArray[np.int64]
    """[player]: the strong component."""
    refusals: Mapping[int, str]
    """By size of the game why its seats have no effects."""
    model: Model
    """What was fitted to the games."""
    parameters: Array
    """Strengths and seat effects in natural units, as the model has them."""
    gauge: Gauge
    """Where the scale begins; targets are in points."""

    @classmethod
    def of(cls, tally: Tally, seats: bool, anchors: Mapping[str, float], prior_draws: float) -> "Solution":
        """Fit the pairs of a tally.

        Raises:
            RatingError: there is no finite rating without virtual draws.
        """
        counts = Counts.of(tally) if seats else Counts.of(tally).with_seats(())
        order = canonical_order(counts)
        counts = counts.select(order)
        graph = counts.outcome.graph
        groups, strong = components(graph), strong_components(graph)
        if prior_draws == 0:
            _check_held(tally, order, groups, strong)
        reasons = refusals(counts, groups)
        counts = counts.with_seats({size for size, _ in counts.seats} - reasons.keys())
        model = Model(counts, prior_draws, pins(counts, groups, prior_draws))
        parameters = model.likeliest
        if parameters is None:
            raise RatingError("the games have no finite fit without virtual draws, expected some")
        names = (tally.players[player] for player in order)
        by_index = {player: anchors[name] for player, name in enumerate(names) if name in anchors}
        sizes = np.array([size for size, _ in counts.seats], np.int64)
        gauge = Gauge.of(groups, strong, sizes, by_index)
        return cls(tally, order, groups, strong, reasons, model, parameters, gauge)

    @cached_property
    def rank(self) -> NDArray[np.int64]:
        """[player by name]: its number in canonical order."""
        rank = np.empty(len(self.order), np.int64)
        rank[self.order] = np.arange(len(self.order))
        return rank

    @cached_property
    def points(self) -> Array:
        """The parameters in rating points, on the scale that is shown."""
        return self.gauge.applied(SCALE * self.parameters)

    @property
    def summit(self) -> Point:
        """Where the likelihood of the pairs is largest."""
        top = self.model.top
        assert top is not None, "the fit was made"
        return top

    @cached_property
    def scatter(self) -> Scatter:
        """The clusters round the fit."""
        return Scatter.of(self.tally, self.order, self.model.counts, self.parameters)

    @cached_property
    def uncertainty(self) -> Uncertainty:
        """Of all parameters, in points."""
        effects, clusters = len(self.model.counts.seats), self.tally.clusters
        scatter = self.scatter  # before the large matrices, since it needs the most memory
        moved = inverse(self.summit.information())
        moved *= SCALE
        bread = self.gauge.projected(moved)
        fisher = self.gauge.projected(bread.T)
        fisher *= SCALE
        products = np.multiply(scatter.products, clusters / max(clusters - 1, 1), out=moved)
        return self.wary(
            Uncertainty(
                fisher=fisher,
                bread=bread,
                products=products,
                degrees=np.append(scatter.degrees, np.full(effects, clusters - 1.0)),
                clusters=np.append(scatter.of_player, np.full(effects, clusters)),
                held=self.strong,
            )
        )

    def wary(self, uncertainty: Uncertainty) -> Uncertainty:
        """The same where the model allows for how few the clusters are."""
        games, seats = np.array(self.summary[0], float), games_of_seats(self.model.counts)
        clusters = uncertainty.clusters
        factors = np.sqrt(caution(clusters, np.append(games, seats) / np.maximum(clusters, 1)))
        if (factors == 1).all():
            return uncertainty
        return replace(uncertainty, fisher=uncertainty.fisher * factors * factors[:, None])

    @cached_property
    def bounds(self) -> Bounds:
        """Of the strengths."""
        counts = self.model.counts
        effects = self.gauge.projected(self.parameters)[counts.players :]
        doubtful = doubt(self.scatter.of_player)
        return Bounds(
            counts.with_effects(effects),
            counts.outcome.graph,
            self.parameters[: counts.players],
            doubtful,
            points_apart(self.tally, self.rank, self.strong, doubtful > 0),
        )

    @cached_property
    def references(self) -> list[NDArray[np.int64]]:
        """By component the players whose mean it is measured from."""
        return [self.gauge.reference(group) for group in range(int(self.groups.max(initial=-1)) + 1)]

    @cached_property
    def errors(self) -> tuple[Array, Array]:
        """The standard error and half the interval of each parameter, in points."""
        return self.uncertainty.of_parameters(self.trusted, CONFIDENCE)

    @cached_property
    def trusted(self) -> NDArray[np.bool_]:
        """[parameter]: whether points in both directions hold it together with what it is measured from."""
        trusted = np.ones(len(self.parameters), bool)
        for group, reference in enumerate(self.references):
            members = np.flatnonzero(self.groups == group)
            one = self.strong[reference] == self.strong[reference[0]]
            trusted[members] = one.all() & (self.strong[members] == self.strong[reference[0]])
        return trusted

    @cached_property
    def summary(self) -> tuple[list[int], list[float]]:
        """Games and scores in canonical order."""
        outcome = self.model.counts.outcome
        games = np.rint(outcome.scored + outcome.lost).astype(np.int64)
        return games.tolist(), outcome.scored.tolist()

    def rating(self, name: int) -> Rating:
        """The row of a player, given by its index by name."""
        player = int(self.rank[name])
        value, error = float(self.strengths[player]), float(self.errors[0][player])
        side, low, high = self._limits[player]
        return Rating(
            name=self.tally.players[name],
            rating=inside(rounded(value), low, high) if side else rounded(value),
            error=None if self.alone[player] else rounded(error),
            low=low,
            high=high,
            bound=side,
            games=self.summary[0][player],
            score=self.summary[1][player],
            clusters=int(self.uncertainty.clusters[player]),
            component=self.component_of_group[int(self.groups[player])],
        )

    @cached_property
    def strengths(self) -> Array:
        """[player]: the ratings that are shown, not rounded."""
        number = len(self.rank)
        graph, fitted, moves = self.bounds.graph, self.points[:number], np.zeros(number)
        for player in self.rank.tolist():
            value, (side, low, high) = float(fitted[player]), self._limits[player]
            way = inside(value, low, high) - value if side else 0.0
            if way:
                beyond = reached(graph.T if way > 0 else graph, np.arange(number) == player)
                farther = np.maximum(moves, way) if way > 0 else np.minimum(moves, way)
                moves = np.where(beyond, farther, moves)
        moved: Array = fitted + moves
        return moved

    def surprises(self, uncertainty: Uncertainty) -> Array:
        """[player]: how many standard errors of the model it is away from what its component begins at."""
        number = len(self.rank)
        away = np.abs(self.points[:number] - self.gauge.targets[self.groups])
        errors = np.sqrt(np.maximum(np.diag(uncertainty.fisher)[:number], 0))
        return np.divide(away, errors, out=np.zeros(number), where=errors > 0)

    @cached_property
    def alone(self) -> list[bool]:
        """[player]: whether it met nobody."""
        alone: list[bool] = (np.bincount(self.groups)[self.groups] == 1).tolist()
        return alone

    def _side(self, player: int, reference: NDArray[np.int64]) -> str:
        if self.alone[player]:
            return "?"
        if self.trusted[player]:
            return ""
        return self.bounds.side(player, reference)

    @cached_property
    def _limits(self) -> list[tuple[str, float | None, float | None]]:
        """[player]: the side of its bound, if it has one, and both ends of what is shown."""
        return [self._limits_of(player) for player in range(len(self.rank))]

    def _limits_of(self, player: int) -> tuple[str, float | None, float | None]:
        reference = self.references[self.groups[player]]
        value, half = float(self.points[player]), float(self.errors[1][player])
        side = self._side(player, reference)
        if side == "":
            return side, rounded(value - half), rounded(value + half)
        if side == "?":
            return side, None, None
        target = float(self.gauge.targets[self.groups[player]])
        bound = rounded(target + SCALE * self.bounds.bound(player, reference))
        return (side, bound, None) if side == ">" else (side, None, bound)

    @cached_property
    def component_of_group(self) -> dict[int, int]:
        """The number of each component in the order of the first names."""
        by_name = self.groups[self.rank].tolist()
        return {group: number for number, group in enumerate(dict.fromkeys(by_name))}

    def components(self) -> tuple[tuple[str, ...], ...]:
        """The names in each component, in the order of the first ones."""
        members: list[list[str]] = [[] for _ in self.component_of_group]
        for name, group in zip(self.tally.players, self.groups[self.rank].tolist(), strict=True):
            members[self.component_of_group[group]].append(name)
        return tuple(tuple(names) for names in members)

    def seat_effects(self) -> tuple[SeatEffect, ...]:
        """The effects that the games can tell."""
        number = self.model.counts.players
        errors, halves = (part[number:].tolist() for part in self.errors)
        return tuple(
            SeatEffect(
                size, seat, rounded(value), rounded(error), rounded(value - half), rounded(value + half)
            )
            for (size, seat), value, error, half in zip(
                self.model.counts.seats, self.points[number:].tolist(), errors, halves, strict=True
            )
        )


def check(tally: Tally, anchors: Mapping[str, float], prior_draws: float) -> None:
    """What cannot be fitted is refused.

    Raises:
        RatingError: an anchor is unknown, no number or beyond a million points, or `prior_draws` is not from
            0 to a million.
    """
    for name, points in anchors.items():
        if name not in tally.players:
            raise RatingError(f"anchor {shown(name)} is not among the players")
        check_points(f"anchor {name!r} at", points)
    check_number("prior_draws", prior_draws, 0, _MOST_DRAWS)


def _check_held(
    tally: Tally, order: NDArray[np.int64], groups: NDArray[np.int64], strong: NDArray[np.int64]
) -> None:
    """Without virtual draws every component has to be a strong one, or a rating would be infinite."""
    for group in range(int(groups.max(initial=-1)) + 1):
        members = np.flatnonzero(groups == group)
        if len(set(strong[members].tolist())) > 1:
            names = sorted(tally.players[player] for player in order[members])
            raise RatingError(f"without virtual draws {', '.join(map(repr, names))} have no finite ratings")
