"""The names that bots play under: which are allowed, and how to make one from something else.

Responsible for single names. It does not know which bots there are; `manifest.py` does.
"""

import re

__all__ = ["EXPECTED_NAME", "NAME_LIMIT", "is_name", "numbered", "sanitised"]

NAME_LIMIT = 40
EXPECTED_NAME = f"1 to {NAME_LIMIT} characters of A-Z, a-z, 0-9, '.', '_' and '-'"
_NAME = re.compile(rf"[A-Za-z0-9._-]{{1,{NAME_LIMIT}}}")
_FORBIDDEN = re.compile(r"[^A-Za-z0-9._-]+")


def is_name(text: str) -> bool:
    """Whether a bot may have this name."""
    return _NAME.fullmatch(text) is not None


def sanitised(text: str) -> str:
    """An allowed name that is as close to a text as may be."""
    return _FORBIDDEN.sub("-", text).strip("-.")[:NAME_LIMIT] or "bot"


def numbered(name: str, number: int) -> str:
    """The name with a number after it, shortened before the number if it has to be."""
    ending = f"-{number}"
    return name[: NAME_LIMIT - len(ending)] + ending
