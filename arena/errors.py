"""Every error the arena raises on purpose, and whose fault each one is.

    ArenaError
    ├── GameError          a move, a notation or a deal is wrong; also a ValueError
    │   ├── NotationError      the text is not the notation of anything
    │   └── IllegalMoveError   the move is well formed, the rules forbid it here
    ├── BotError           a bot did something wrong; the referee turns it into a forfeit
    ├── ConfigError        the user asked for something that cannot be: a plan, a flag, a bot's folder
    └── StoreError         the file with the results cannot be used: locked, damaged, of another version

Anything else that is raised is a bug of the arena and is shown with its traceback.
"""

__all__ = [
    "ArenaError",
    "BotError",
    "ConfigError",
    "GameError",
    "IllegalMoveError",
    "NotationError",
    "StoreError",
]


class ArenaError(Exception):
    """The root: an error whose message is meant for a person to read."""


class GameError(ArenaError, ValueError):
    """The caller of the engine is at fault: a value that the game does not have."""


class NotationError(GameError):
    """The caller is at fault: a text that is not the canonical notation of a move or a deal."""


class IllegalMoveError(GameError):
    """The caller is at fault: a move that the rules do not allow in this position."""


class BotError(ArenaError):
    """A bot is at fault."""


class ConfigError(ArenaError):
    """The user is at fault: a plan, a flag or a bot that cannot be used as it is written."""


class StoreError(ArenaError):
    """The store is at fault: locked by another run, damaged, or written by another version."""
