"""What the author of a bot can do about what a check found, in a sentence each.

It knows the protocol and its limits, and no particular bot.
"""

from arena.check.report import Check
from arena.referee import Termination

__all__ = ["ADVICE", "BY_TERMINATION"]

BY_TERMINATION = {
    Termination.TIMEOUT: "Answer every TurnStarted within its allowed_us, and stop thinking before that.",
    Termination.ILLEGAL_MOVE: "Choose one of the legal_moves that came with the question.",
    Termination.PROTOCOL_ERROR: (
        "Answer every TurnStarted with one MoveChosen that has an answer and echoes game_id and turn_id, "
        "and say nothing else."
    ),
    Termination.CRASH: "Find out from what it printed why its process ended, and play on until Goodbye.",
    Termination.DISCONNECT: "Keep the one stream open, for reading and writing, until Goodbye.",
    Termination.RESIGNED: "Play on if you can: who resigns comes last.",
    Termination.NO_SHOW: "Answer every GameStarted at once with Ready and its game_id.",
}
"""By what a bot did wrong in a game."""

ADVICE = {
    Check.START: (
        "Look at what it printed; does it call run(...) of its client? A program without a client connects "
        "to ARENA_ADDRESS with the token in ARENA_TOKEN, and says Hello before anything slow."
    ),
    Check.HELLO: "Say Hello first on the stream, with protocol 1.",
    Check.NEXT_GAME: "Begin every GameStarted with nothing left of the game before it.",
    Check.NEWER_ARENA: "Ignore fields and events that you do not know, and answer only those that you do.",
    Check.SAME_GAME: "Forget a game when GameEnded comes, so that the same game_id can begin again.",
    Check.TIME: "Think shorter, since hosts differ and other bots may run beside it.",
    Check.GOODBYE: (
        "When Goodbye comes, and not before, close the stream and end the process with exit code 0."
    ),
    Check.OUTPUT: "Print less: only the last 64 KiB are kept, and writing takes time.",
    Check.WRONG_TOKEN: (
        "When the stream ends with an error, print its status to standard error "
        "and exit with a code that is not 0."
    ),
    Check.ARENA_GONE: "End the process when the stream breaks, at the latest after reconnect_us of Welcome.",
    Check.LEFTOVERS: "End the processes that the bot started before it ends itself; the arena kills them.",
}
"""By check, where no game tells more."""
