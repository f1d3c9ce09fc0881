"""Rating models: how strong each player is, given the places of the games that were played.

They know players as numbers and games as places; what is played, by whom and why it ended is none
of their business. Every model is on one scale, see `ratings.values`.
"""

from ratings.bradley_terry import rate
from ratings.elo import START, update
from ratings.values import SCALE, Game, Rating, expected

__all__ = ["SCALE", "START", "Game", "Rating", "expected", "rate", "update"]
