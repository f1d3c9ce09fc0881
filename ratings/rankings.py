"""Games as rankings, sorted and counted: what a model of whole games needs of them.

Equal rankings are kept once, in an order that depends neither on the order of the games nor on that of the
players in a game, so that whatever is summed over them has the same bits. It does not know any model.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.results import GameResult

__all__ = ["Choices", "Rankings"]

_Integers: TypeAlias = NDArray[np.intp]

_BLOCK = 1 << 15


@dataclass(frozen=True)
class Choices:
    """Places of the same kind in many rankings: which of those left took the best place that was left."""

    tied: int
    """How many shared the place."""
    players: _Integers
    """[choice, candidate]: all who were left, those who took the place first; numbers of players."""
    seats: _Integers
    """[choice, candidate]: the seat of each, as a number in `Rankings.seats`."""
    ranking: _Integers
    """[choice]: the ranking it is part of."""

    def blocks(self) -> "Iterator[Choices]":
        """The same, in parts that are small enough for a few matrices for each choice."""
        for start in range(0, len(self.ranking), _BLOCK):
            part = slice(start, start + _BLOCK)
            yield Choices(self.tied, self.players[part], self.seats[part], self.ranking[part])

    def within(self, labels: NDArray[np.int64]) -> "Iterator[Choices]":
        """The same with the candidates alone that have the label of those who took the place.

        Choices of players with negative labels are left out, and those without a rival left.
        """
        own = labels[self.players]
        kept = own == own[:, :1]
        number = np.where(own[:, 0] >= 0, kept.sum(axis=1), 0)
        for left in sorted(set(number[number > 1].tolist())):
            rows = np.flatnonzero(number == left)
            columns = np.argsort(~kept[rows], axis=1, kind="stable")[:, :left]
            players, seats = (
                np.take_along_axis(table[rows], columns, axis=1) for table in (self.players, self.seats)
            )
            yield Choices(self.tied, players, seats, self.ranking[rows])


@dataclass(frozen=True)
class Rankings:
    """All games of a fit."""

    players: tuple[str, ...]
    """Everybody, in the order asked for; a player's number is the position here."""
    seats: tuple[tuple[int, int], ...]
    """The number of players of a game and a seat in it from 0, for all that occur, sorted."""
    number: _Integers
    """[ranking]: how many games ended like that."""
    choices: tuple[Choices, ...]
    """Every place of every ranking, but last ones that nobody else could have taken."""
    cluster: _Integers
    """[entry]: a cluster of games that are not independent of each other, rising from 0."""
    ranking: _Integers
    """[entry]: a ranking that games of the cluster had."""
    times: _Integers
    """[entry]: how many of its games."""

    @classmethod
    def of(cls, results: Iterable[GameResult], players: Sequence[str]) -> "Rankings":
        """Count the games of some players, whose order decides that of everything else."""
        games = list(results)
        numbers = {player: number for number, player in enumerate(players)}
        sizes = sorted({len(game.players) for game in games})
        seats = tuple((size, seat) for size in sizes for seat in range(size))
        tables = [_Table.of([game for game in games if len(game.players) == size], numbers) for size in sizes]
        firsts = np.cumsum([0] + [len(table.rows) for table in tables])
        choices: list[Choices] = []
        for table, first in zip(tables, firsts, strict=False):
            choices += table.choices(int(first), seats.index((table.size, 0)))
        number = np.concatenate([np.zeros(0, np.intp)] + [table.number for table in tables])
        entries = _entries(tables, firsts)
        return cls(tuple(players), seats, number, tuple(choices), *entries)

    def within(self, labels: NDArray[np.int64]) -> "Rankings":
        """The same where players of different labels are out of each other's reach.

        Labels are the same for players tied somewhere; negative ones leave players out.
        """
        choices = tuple(part for kind in self.choices for part in kind.within(labels))
        return replace(self, choices=choices)

    @property
    def clusters(self) -> int:
        """How many rotations, and games without one, there are."""
        return int(self.cluster.max(initial=-1)) + 1


@dataclass(frozen=True)
class _Table:
    """The games of as many players, counted."""

    size: int
    """How many players a game has."""
    rows: _Integers
    """[ranking, 3 * size]: players in the order of their places, their seats, their places."""
    number: _Integers
    """[ranking]: how many games ended like that."""
    rotations: Sequence[str]
    """[game]: the name of the rotation, empty for none."""
    inverse: _Integers
    """[game]: its ranking."""

    @classmethod
    def of(cls, games: Sequence[GameResult], numbers: dict[str, int]) -> "_Table":
        size = len(games[0].players)
        players = np.array([[numbers[player] for player in game.players] for game in games], np.intp)
        seats = np.array([game.seats for game in games], np.intp)
        places = np.array([game.places for game in games], np.intp)
        order = np.lexsort((players, places), axis=1)
        columns = [np.take_along_axis(table, order, axis=1) for table in (players, seats, places)]
        rows, inverse, number = np.unique(
            np.concatenate(columns, axis=1), axis=0, return_inverse=True, return_counts=True
        )
        return cls(size, rows, number, [game.rotation for game in games], inverse.reshape(-1))

    def choices(self, first: int, seat: int) -> list[Choices]:
        """By number of candidates and of those tied; rankings count from `first`, seats from `seat`."""
        players, seats, places = (self.rows[:, i * self.size : (i + 1) * self.size] for i in range(3))
        found = []
        for place in range(self.size - 1):
            tied = (places == place + 1).sum(axis=1)
            for number in sorted(set(tied[tied > 0].tolist())):
                chosen = np.flatnonzero(tied == number)
                left = players[chosen, place:], seats[chosen, place:] + seat
                found.append(Choices(number, *left, chosen + first))
        return found


def _entries(tables: Sequence[_Table], firsts: _Integers) -> tuple[_Integers, _Integers, _Integers]:
    """Clusters, their rankings and how many games each; clusters go by what is in them, not by name."""
    together: defaultdict[str, list[int]] = defaultdict(list)
    alone: list[int] = []
    for table, first in zip(tables, firsts, strict=False):
        for rotation, ranking in zip(table.rotations, (table.inverse + first).tolist(), strict=True):
            (together[rotation] if rotation else alone).append(ranking)
    clusters = sorted([*map(sorted, together.values()), *([ranking] for ranking in alone)])
    pairs = [(number, ranking) for number, rankings in enumerate(clusters) for ranking in rankings]
    entries, times = np.unique(np.array(pairs, np.intp).reshape(-1, 2), axis=0, return_counts=True)
    return entries[:, 0], entries[:, 1], times
