"""The results of games, the one input of every model.

A result says who played, who took which place from which seat, and which rotation the game was part
of. It does not know what was played or why it ended. Files are the business of `ratings.files`.
"""

from dataclasses import dataclass

from ratings.errors import RatingError, listed, shown
from ratings.values import is_text, is_whole

__all__ = ["GameResult"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game ended.

    Raises:
        RatingError: fewer than two players, a player or a seat twice, seats that are not 0..n-1, or
            places that are no competition ranking: each is 1 and the number of players before it.
    """

    players: tuple[str, ...]
    """Who played, two or more, in any order."""
    places: tuple[int, ...]
    """The place of each player, from 1; players on equal terms share the better place: 1, 1, 3."""
    seats: tuple[int, ...] = ()
    """The seat of each player, from 0 for the one who moves first; in the order of `players` if empty."""
    rotation: str = ""
    """Games with the same name here are not independent of each other: one deal, the seats rotated.

    A game without a name is independent of all others.
    """

    def __post_init__(self) -> None:
        if not len(self.seats):
            object.__setattr__(self, "seats", tuple(range(len(self.players))))
        _check_players(self.players)
        _check_places(self.places, len(self.players))
        _check_seats(self.seats, len(self.players))
        if not is_text(self.rotation):
            raise RatingError(f"rotation {shown(self.rotation)}, expected a name, or an empty one")


def _check_players(players: tuple[str, ...]) -> None:
    if isinstance(players, str) or len(players) < 2:
        raise RatingError(f"players {listed(players)}, expected two or more")
    for player in players:
        if not is_text(player) or not player:
            raise RatingError(f"player {shown(player)}, expected a name")
    if len(set(players)) < len(players):
        twice = next(player for player in players if players.count(player) > 1)
        raise RatingError(f"player {shown(twice)} is in a game twice")


def _check_places(places: tuple[int, ...], players: int) -> None:
    if len(places) != players:
        raise RatingError(f"places {listed(places)}, expected one for each of {players} players")
    ranked = sorted(places) if all(map(is_whole, places)) else None
    if ranked is None or any(place != 1 + ranked.index(place) for place in places):
        expected = "places from 1, each behind all who are better, such as 1, 2, 3 or 1, 1, 3"
        raise RatingError(f"places {listed(places)}, expected {expected}")


def _check_seats(seats: tuple[int, ...], players: int) -> None:
    if not all(map(is_whole, seats)) or sorted(seats) != list(range(players)):
        raise RatingError(f"seats {listed(seats)}, expected each of 0 to {players - 1} once")
