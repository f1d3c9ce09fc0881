"""The file with the results: tournaments, their entrants, and every attempt at a game."""

from arena.store.store import (
    Attempt,
    Entrant,
    Store,
    TournamentRow,
    open_to_read,
    open_to_write,
)

__all__ = ["Attempt", "Entrant", "Store", "TournamentRow", "open_to_read", "open_to_write"]
