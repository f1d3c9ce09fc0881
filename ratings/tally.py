"""Many games as a few arrays: the form in which a million of them are rated.

A game of n players is its n(n-1)/2 pairs, each of the weight 1/(n-1). A tally is the set of these
pairs with their clusters; it knows neither models nor in which order the games were played.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.errors import RatingError, listed, shown
from ratings.results import GameResult
from ratings.values import is_text

__all__ = ["KINDS", "LARGEST_GAME", "WEIGHTS", "Tally"]

LARGEST_GAME = 11
"""The most players of one game."""

KINDS: tuple[tuple[int, int, int], ...] = tuple(
    (players, first, second)
    for players in range(2, LARGEST_GAME + 1)
    for first, second in combinations(range(players), 2)
)
"""The kinds of pairs: the players of the game, the seat of the first, the later seat of the second."""

WEIGHTS: NDArray[np.float64] = np.array([1 / (players - 1) for players, _, _ in KINDS])
"""Of each kind what there is to be got, in points."""

Integers: TypeAlias = NDArray[np.int64]

_LARGEST = 2**62

_KIND = {kind: number for number, kind in enumerate(KINDS)}


@dataclass(frozen=True, eq=False)
class Tally:
    """The pairs of some games, in no particular order; `a + b` is the tally of the games of both.

    In a sum, rotations of the same name are one cluster. Those without a name never are.
    """

    players: tuple[str, ...]
    """Their names, sorted; a pair knows them by index."""
    rotations: tuple[str, ...]
    """The names of the first clusters, sorted; the other ones have no name."""
    clusters: int
    """How many clusters there are."""
    cluster: Integers
    """Of each pair the cluster, 0 to `clusters` - 1."""
    kind: Integers
    """Of each pair an index of `KINDS`."""
    first: Integers
    """Of each pair the player who sat first."""
    second: Integers
    """Of each pair the other player."""
    halves: Integers
    """Of each pair what the first got: 0 behind the second, 1 level, 2 before the second."""

    @classmethod
    def of(cls, results: Iterable[GameResult], players: Iterable[str] = ()) -> "Tally":
        """The tally of some games, with `players` in it even if they played none of them.

        Raises:
            RatingError: a game has more than `LARGEST_GAME` players, or is no result of one.
        """
        games = list(results)
        players = list(players)
        _check_results(games)
        _check_names(players)
        names = sorted({name for game in games for name in game.players} | set(players))
        rotations = sorted({game.rotation for game in games} - {""})
        cluster = _cluster_numbers(games, rotations)
        blocks = []
        for size in sorted({len(game.players) for game in games}):
            alike = [number for number, game in enumerate(games) if len(game.players) == size]
            seated, places = _by_seat([games[number] for number in alike], names)
            blocks.append(_pairs(cluster[alike], seated, places))
        clusters = int(cluster.max(initial=len(rotations) - 1)) + 1
        return cls(tuple(names), tuple(rotations), clusters, *_joined(blocks))

    @classmethod
    def of_arrays(
        cls,
        players: Sequence[str],
        seated: NDArray[np.integer[Any]],
        places: NDArray[np.integer[Any]],
        rotations: NDArray[np.integer[Any]] | None = None,
    ) -> "Tally":
        """The tally of games of one size that are in arrays already, without a look at each game.

        Args:
            players: all names, distinct.
            seated: [game, seat]: who sat there, as an index of `players`.
            places: [game, seat]: the place of that player, from 1, as in a `GameResult`.
            rotations: [game]: games with the same whole number are one cluster, in this tally only; each
                game is a cluster of its own without it.

        Raises:
            RatingError: the arrays do not fit each other or are not of whole numbers, a game has a player
                twice, or its places are no competition ranking.
        """
        _check_names(players)
        _check_distinct(players)
        seated, places = _whole("seated", seated), _whole("places", places)
        _check_seated(players, seated, places)
        _check_places(places)
        number = np.arange(len(seated))
        if rotations is not None:
            rotations = _whole("rotations", rotations)
            if rotations.shape != number.shape:
                raise RatingError(f"rotations of shape {rotations.shape}, expected {number.shape}")
            number = _numbered(rotations)
        rank = np.empty(len(players), np.int64)
        rank[np.array(sorted(range(len(players)), key=players.__getitem__), np.int64)] = np.arange(
            len(players)
        )
        pairs = _pairs(number, rank[seated], places)
        return cls(tuple(sorted(players)), (), int(number.max(initial=-1)) + 1, *pairs)

    def __add__(self, other: "Tally") -> "Tally":
        names = tuple(sorted({*self.players, *other.players}))
        rotations = tuple(sorted({*self.rotations, *other.rotations}))
        own = self._renumbered(names, rotations, len(rotations))
        unnamed = self.clusters - len(self.rotations)
        others = other._renumbered(names, rotations, len(rotations) + unnamed)
        clusters = len(rotations) + unnamed + other.clusters - len(other.rotations)
        return Tally(names, rotations, clusters, *_joined([own, others]))

    def _renumbered(self, names: Sequence[str], rotations: Sequence[str], unnamed: int) -> list[Integers]:
        """The fields of the pairs in other numbers; clusters without a name have those from `unnamed`."""
        player = _positions(self.players, names)
        nameless = np.arange(self.clusters - len(self.rotations)) + unnamed
        cluster = np.concatenate([_positions(self.rotations, rotations), nameless])
        return [cluster[self.cluster], self.kind, player[self.first], player[self.second], self.halves]


def _positions(names: Sequence[str], among: Sequence[str]) -> Integers:
    position = {name: number for number, name in enumerate(among)}
    return np.array([position[name] for name in names], np.int64)


def _cluster_numbers(games: Sequence[GameResult], rotations: Sequence[str]) -> Integers:
    number = {name: number for number, name in enumerate(rotations)}
    numbers, unnamed = [], len(rotations)
    for game in games:
        numbers.append(number.get(game.rotation, unnamed))
        unnamed += not game.rotation
    return np.array(numbers, np.int64)


def _by_seat(games: Sequence[GameResult], names: Sequence[str]) -> tuple[Integers, Integers]:
    """Players and places of games of one size, [game, seat]."""
    index = {name: number for number, name in enumerate(names)}
    players = np.array([[index[name] for name in game.players] for game in games], np.int64)
    places = np.array([game.places for game in games], np.int64)
    order = np.argsort(np.array([game.seats for game in games]), axis=1)
    return np.take_along_axis(players, order, 1), np.take_along_axis(places, order, 1)


def _pairs(cluster: Integers, seated: Integers, places: Integers) -> list[Integers]:
    """The five fields of a tally's pairs, each with an entry for each game and two of its seats."""
    size = seated.shape[1]
    if size > LARGEST_GAME:
        raise RatingError(f"a game of {size} players, expected at most {LARGEST_GAME}")
    blocks = []
    for one, two in combinations(range(size), 2):
        kind = np.full(len(cluster), _KIND[size, one, two])
        halves = np.sign(places[:, two] - places[:, one]) + 1
        players = (np.ascontiguousarray(seated[:, seat]) for seat in (one, two))
        blocks.append([cluster, kind, *players, halves])
    return _joined(blocks)


def _joined(blocks: Sequence[Sequence[Integers]]) -> list[Integers]:
    """Field by field."""
    if len(blocks) == 1:
        return list(blocks[0])
    empty = np.zeros(0, np.int64)
    return [np.concatenate([empty, *(block[field] for block in blocks)]) for field in range(5)]


def _numbered(rotations: Integers) -> Integers:
    """The same clusters with numbers from 0 without gaps."""
    steps = np.diff(rotations, prepend=-1)  # the first one has to be 0
    if steps[:1].all() and not ((steps < 0) | (steps > 1)).any():
        return rotations
    low, high = int(rotations.min(initial=0)), int(rotations.max(initial=0))
    if high - low > 4 * len(rotations) + 1000:
        return np.unique(rotations, return_inverse=True)[1].astype(np.int64)
    there = np.zeros(high - low + 1, bool)
    there[rotations - low] = True
    number: Integers = np.cumsum(there)[rotations - low] - 1
    return number


def _check_results(games: Sequence[GameResult]) -> None:
    for game in games:
        if not isinstance(game, GameResult):
            raise RatingError(f"{shown(game)}, expected the result of a game")


def _check_names(players: Iterable[str]) -> None:
    for player in players:
        if not is_text(player) or not player:
            raise RatingError(f"player {shown(player)}, expected a name")


def _check_distinct(players: Sequence[str]) -> None:
    if len(set(players)) < len(players):
        twice = next(player for player, times in Counter(players).items() if times > 1)
        raise RatingError(f"player {shown(twice)} is there twice, expected distinct players")


def _whole(what: str, numbers: "NDArray[Any]") -> Integers:
    """The numbers as whole ones, which is what they have to be."""
    try:
        array = np.asarray(numbers)
    except ValueError:
        raise RatingError(f"{what} in rows of different lengths, expected an array") from None
    if not np.issubdtype(array.dtype, np.integer) and array.size:
        raise RatingError(f"{what} of type {array.dtype}, expected whole numbers")
    if array.size and array.max() > _LARGEST:
        raise RatingError(f"{what} up to {array.max()}, expected at most {_LARGEST}")
    return array.astype(np.int64, copy=False)


def _check_seated(players: Sequence[str], seated: Integers, places: Integers) -> None:
    if seated.ndim != 2 or seated.shape != places.shape or seated.shape[1] < 2:
        raise RatingError(f"shapes {seated.shape} and {places.shape}, expected twice [game, seat]")
    for index in (seated.min(initial=0), seated.max(initial=0)) if seated.size else ():
        if not 0 <= index < len(players):
            raise RatingError(f"player {index}, expected 0 to {len(players) - 1}")
    for one, two in combinations(range(seated.shape[1]), 2):
        if (seated[:, one] == seated[:, two]).any():
            game = int(np.argmax(seated[:, one] == seated[:, two]))
            raise RatingError(f"player {shown(players[seated[game, one]])} is in game {game} twice")


def _check_places(places: Integers) -> None:
    """As in a `GameResult`: the place of each is 1 and the number of players before it."""
    wrong = np.zeros(len(places), bool)
    for own in places.T:
        wrong |= own != 1 + sum((other < own).astype(np.int8) for other in places.T)
    if wrong.any():
        game = int(np.argmax(wrong))
        expected = "places from 1, each behind all who are better, such as 1, 2, 3 or 1, 1, 3"
        raise RatingError(f"places {listed(places[game].tolist())} of game {game}, expected {expected}")
