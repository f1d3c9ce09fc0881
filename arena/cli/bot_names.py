"""Names of bots that a user typed, and what to say of one that nobody has."""

from collections.abc import Collection
from difflib import get_close_matches

from arena.errors import ConfigError

__all__ = ["known_bot"]

_MANY = 10
"""More names than this are no help."""


def known_bot(name: str, names: Collection[str], where: str) -> str:
    """The name, if it is one of those.

    Args:
        name: what was typed.
        names: those that there are.
        where: whose bots these are, as in `tournament 3`.

    Raises:
        ConfigError: it is none of them; the message has a similar name, or all if they are few.
    """
    if name in names:
        return name
    similar = get_close_matches(name, names, n=1)
    if similar:
        raise ConfigError(f"there is no bot {name!r} in {where}, did you mean {similar[0]!r}?")
    known = sorted(names)
    if len(known) > _MANY:
        raise ConfigError(f"there is no bot {name!r} in {where}, expected one of its {len(known)} bots")
    raise ConfigError(f"there is no bot {name!r} in {where}, expected one of {', '.join(known)}")
