"""What is wrong with a text that should be JSON, in words that need no programming language.

It knows JSON alone, and not what a value should mean.
"""

import json
from typing import Any, NoReturn

__all__ = ["NotJsonError", "parsed", "shown"]

_REASONS = {
    "Expecting value": "a value is missing",
    "Expecting property name": "a name in double quotes is missing",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Illegal trailing comma": "a comma is too many",
    "Unterminated string": "a text has no end",
    "Invalid control character": "a text has a line break or another control character in it",
    "Invalid \\": "a backslash is followed by what it cannot stand before",
    "Extra data": "there is more behind its end",
}
"""By how the parser's own words begin."""
_LONGEST = 40


class NotJsonError(ValueError):
    """A text is not JSON; the message says what is wrong, and where."""


def parsed(text: str) -> Any:
    """The value that a text stands for.

    Raises:
        NotJsonError: it is not JSON, or more than can be read.
    """
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        reason = next((words for start, words in _REASONS.items() if error.msg.startswith(start)), "")
        line = f"line {error.lineno}, " if "\n" in text else ""
        raise NotJsonError(f"{reason or 'something is wrong'} at {line}column {error.colno}") from None
    except NotJsonError:
        raise
    except ValueError:
        raise NotJsonError("a number has too many digits") from None
    except RecursionError:
        raise NotJsonError("it is nested too deeply") from None


def shown(value: Any) -> str:
    """A value as JSON writes it, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _refuse(word: str) -> NoReturn:
    raise NotJsonError(f"{word} is no number of JSON")
