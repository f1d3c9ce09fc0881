"""The one error of the ratings: a mistake in what they were given. Anything else is a bug of theirs."""

from collections.abc import Iterable

__all__ = ["RatingError", "listed", "shown"]

_LONGEST = 60
"""Characters of a value in a message."""


class RatingError(ValueError):
    """What was given cannot be rated; the message names the value and what was expected.

    Lower case and without a full stop; readers put `file:line: ` before it.
    """


def shown(value: object) -> str:
    """A value for a message, cut if it is long."""
    try:
        text = repr(value)
    except ValueError:  # a whole number too large to be written
        return "a number of thousands of digits"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def listed(values: Iterable[object]) -> str:
    """Some values for a message, one after the other."""
    text = ", ".join(map(shown, values)) or "none"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
