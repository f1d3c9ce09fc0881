"""The one error of the ratings: a mistake in what they were given. Anything else is a bug of theirs."""

__all__ = ["RatingError"]


class RatingError(ValueError):
    """What was given cannot be rated; the message names the value and what was expected.

    Lower case and without a full stop; readers put `file:line: ` before it.
    """
