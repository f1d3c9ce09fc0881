"""The table of a tournament: who won what, computed from the results and from nothing else.

All of it is a pure function of the set of results, so it does not depend on the order in which
they arrived, on how many games ran at a time, or on an interruption. It does not know plans,
processes or a store, and it decides nothing about a running game.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from statistics import fmean

import ratings
from arena.tournament.groups import group_numbers

__all__ = [
    "Encounter",
    "GameResult",
    "Standing",
    "crosstable",
    "rated_games",
    "standings",
]

_TWELFTHS = 12
"""One point of score in the unit of the sums, in which half of 1, 1/2 and 1/3 is whole."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game of the schedule ended."""

    game_id: str
    """The game's name for ever."""
    ordinal: int
    """Its place in the schedule that is in force now, from 0."""
    round: int
    """The round, from 1."""
    rotation: str
    """What the game is not independent of: `Pairing.cluster_id` (its rotation, or its deal)."""
    bots: tuple[int, ...]
    """The bots by seat, as indices in entry order."""
    places: tuple[int, ...]
    """The places by seat, from 1, equal ones shared; empty if the game was a NO_CONTEST."""
    prestige: tuple[int, ...]
    """The prestige by seat at the end; empty if nothing was played."""
    termination: str
    """Why it ended, as in the record."""
    faults: tuple[tuple[int, str], ...]
    """Who lost the seat by a fault: the seat and which one, RESIGNED included."""
    rated: bool = True
    """Whether it may move a rating."""

    def faulty(self, seat: int) -> bool:
        """Whether this seat was lost by a fault, or given up."""
        return any(seat == other for other, _ in self.faults)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table."""

    bot: int
    """The bot, as an index in entry order."""
    name: str
    """Its name."""
    played: int
    """Its games, those without a contest and those that are not rated included."""
    won: int
    """Games in which it alone was first."""
    shared: int
    """Games in which it was first together with others."""
    lost: int
    """Games in which others were first."""
    forfeits: int
    """Games in which it lost its seat by a fault, or resigned."""
    score: float
    """The sum over its games of the mean over its opponents of 1, 1/2 or 0."""
    percentage: float
    """The score in per cent of the games played; 0 without games."""
    prestige: float | None
    """Mean prestige over the games that it finished; None if there are none."""
    rating: float
    """The rating of the batch fit, in points round the mean 0 of the bots that can be compared.

    With a `bound` it is only a guess, which leans towards the mean.
    """
    low: float | None
    """The lower end of its 95 % interval; None if the games set no limit."""
    high: float | None
    """The upper end of its 95 % interval; None if the games set no limit."""
    bound: str
    """"" an interval, ">" more than `low`, "<" less than `high`, "?" the games say neither."""
    rank: tuple[int, int]
    """The best and the worst rank, from 1, that the games leave open with 95 %."""
    rotations: int
    """In how many rotations it played rated games; under 50 the interval is a rough one."""
    group: int | None
    """From 0; bots of different groups never met, not even through others; None without rated games."""
    unrated: int
    """How many of its games the rating leaves out."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """What one bot did against another one."""

    points: float
    """1 for every game in which it was placed before the other, 1/2 for every shared place."""
    games: int
    """Games that both were placed in."""


def standings(results: Iterable[GameResult], names: Sequence[str]) -> list[Standing]:
    """The table, best first: by rating, then score, then name; group by group if not all have met.

    Args:
        results: the counting result of every finished game, after `apply_quarantine`.
        names: the name of every bot, in entry order; each of them gets a line.
    """
    results = list(results)
    seats: defaultdict[int, list[_Seat]] = defaultdict(list)
    for result in results:
        for seat, bot in enumerate(result.bots):
            seats[bot].append(_Seat(result, seat))
    rated = _Rated.of(ratings.fit(ratings.Tally.of(rated_games(results, names), names)))
    rows = (_row(bot, name, seats[bot], rated) for bot, name in enumerate(names))
    return sorted(rows, key=_order)


def rated_games(results: Iterable[GameResult], names: Sequence[str]) -> list[ratings.GameResult]:
    """The games that may move a rating, in the order given, as rating models see them.

    Args:
        results: results of a tournament, after `apply_quarantine`.
        names: the name of every bot, in entry order.
    """
    return [
        ratings.GameResult(tuple(names[bot] for bot in result.bots), result.places, rotation=result.rotation)
        for result in results
        if result.rated and result.places
    ]


def crosstable(results: Iterable[GameResult]) -> dict[tuple[int, int], Encounter]:
    """For each ordered pair of bots that met: what the first did against the second."""
    halves: Counter[tuple[int, int]] = Counter()
    games: Counter[tuple[int, int]] = Counter()
    for result in results:
        for first, second, points in _halves(result):
            halves[first, second] += points
            games[first, second] += 1
    return {pair: Encounter(halves[pair] / 2, games[pair]) for pair in sorted(games)}


@dataclass(frozen=True, slots=True)
class _Seat:
    """One bot's part in one game."""

    result: GameResult
    seat: int

    @property
    def first(self) -> bool:
        return bool(self.result.places) and self.result.places[self.seat] == 1

    @property
    def alone(self) -> bool:
        return self.result.places.count(1) == 1

    @property
    def forfeit(self) -> bool:
        return self.result.faulty(self.seat)

    @property
    def twelfths(self) -> int:
        """The score, 0..12: the mean over the opponents of 1, 1/2 and 0."""
        places = self.result.places
        own = places[self.seat]
        halves = sum((own <= place) + (own < place) for place in places) - 1  # all but itself
        return _TWELFTHS // 2 * halves // (len(places) - 1)


def _halves(result: GameResult) -> Iterator[tuple[int, int, int]]:
    """Each ordered pair of a game with what the first got against the second: 2, 1 or 0 halves."""
    if not result.places:
        return
    placed = list(zip(result.bots, result.places, strict=True))
    for bot, own in placed:
        for other, place in placed:
            if bot != other:
                yield bot, other, (own <= place) + (own < place)


@dataclass(frozen=True, slots=True)
class _Rated:
    """A fit with what a table needs besides the ratings."""

    fit: ratings.Fit
    ranks: dict[str, tuple[int, int]]
    groups: dict[str, int]

    @classmethod
    def of(cls, fit: ratings.Fit) -> "_Rated":
        return cls(fit, fit.rank_intervals(), group_numbers(fit))


def _row(bot: int, name: str, seats: Sequence[_Seat], rated: _Rated) -> Standing:
    rating = rated.fit.rating(name)
    placed = [seat for seat in seats if seat.result.places]
    score = sum(seat.twelfths for seat in placed) / _TWELFTHS
    return Standing(
        bot=bot,
        name=name,
        played=len(seats),
        won=sum(seat.first and seat.alone for seat in placed),
        shared=sum(seat.first and not seat.alone for seat in placed),
        lost=sum(not seat.first for seat in placed),
        forfeits=sum(seat.forfeit for seat in seats),
        score=score,
        percentage=100 * score / len(seats) if seats else 0.0,
        prestige=_prestige(seats),
        rating=rating.rating,
        low=rating.low,
        high=rating.high,
        bound=rating.bound,
        rank=rated.ranks[name],
        rotations=rating.clusters,
        group=rated.groups[name] if rating.games else None,
        unrated=sum(not (seat.result.rated and seat.result.places) for seat in seats),
    )


def _prestige(seats: Sequence[_Seat]) -> float | None:
    finished = [
        seat.result.prestige[seat.seat] for seat in seats if seat.result.prestige and not seat.forfeit
    ]
    return fmean(finished) if finished else None


def _order(row: Standing) -> tuple[float, float, float, str]:
    group = inf if row.group is None else row.group
    # equal bots may differ in the last digits of the fit, and those must not decide
    return (group, -round(row.rating, 6), -row.score, row.name)
