"""Rating models: how strong each player is, given the places of the games that were played.

They know players by name and games by places; what is played and why it ended is none of their
business. Every model is on one scale, 400 points for odds of ten to one.
"""

from ratings.bradley_terry import fit
from ratings.elo import START, Table, update
from ratings.errors import RatingError
from ratings.files import read_csv, read_json_lines, write_csv, write_json_lines
from ratings.fit import Difference, Fit, Rating, SeatEffect
from ratings.performance import Performance, performance
from ratings.plackett_luce import PlackettLuceFit, fit_plackett_luce
from ratings.results import GameResult
from ratings.rotation_scores import RotationScores
from ratings.sprt import SprtState, Verdict, sprt
from ratings.sprt_estimate import SprtEstimate, sprt_estimate
from ratings.tally import Tally
from ratings.values import SCALE, expected

__all__ = [
    "SCALE",
    "START",
    "Difference",
    "Fit",
    "GameResult",
    "Performance",
    "PlackettLuceFit",
    "Rating",
    "RatingError",
    "RotationScores",
    "SeatEffect",
    "SprtEstimate",
    "SprtState",
    "Table",
    "Tally",
    "Verdict",
    "expected",
    "fit",
    "fit_plackett_luce",
    "performance",
    "read_csv",
    "read_json_lines",
    "sprt",
    "sprt_estimate",
    "update",
    "write_csv",
    "write_json_lines",
]
