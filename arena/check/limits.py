"""Limits of a check, each with its reason."""

EXIT_SECONDS = 5.0
"""How long a bot may take to end by itself: more than a slow language needs, less than a person waits."""

QUIET_SECONDS = 1.0
"""How long a bot that nothing is asked has to stay: most that end without Goodbye do so at once."""

LAST_WORDS_SECONDS = 1.0
"""How long a bot may take to say why it ends, when the arena has refused its Hello."""

STARTS = 2
"""A bot that is not let in may take as long as so many starts of it besides, since it starts as well."""

PRINTED_BYTES = 64 * 1024
"""What is kept of a bot's output; of more, the beginning is lost."""

ATTEMPTS = 3
"""A game that is void so often says that the host cannot play games."""
