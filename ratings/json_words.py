"""What is wrong with a text that should be JSON, in words that need no programming language.

It knows JSON alone, and not what a value should mean.
"""

import json
from collections import Counter
from typing import Any, NoReturn

__all__ = ["JsonError", "in_json", "parsed"]

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
_LONGEST = 60


class JsonError(ValueError):
    """A text cannot be read as JSON; the message says why, and where."""


def parsed(text: str) -> Any:
    """The value that a text stands for.

    Raises:
        JsonError: it is not JSON, has a key twice, or is more than can be read.
    """
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        reason = next((words for start, words in _REASONS.items() if error.msg.startswith(start)), "")
        line = f"line {error.lineno}, " if "\n" in text else ""
        raise JsonError(f"not JSON: {reason or 'something is wrong'} at {line}column {error.colno}") from None
    except JsonError:
        raise
    except ValueError:
        raise JsonError("a number has too many digits") from None
    except RecursionError:
        raise JsonError("it is nested too deeply") from None


def in_json(value: Any) -> str:
    """A value as JSON writes it, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _refuse(word: str) -> NoReturn:
    raise JsonError(f"not JSON: {word} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key, times in Counter(key for key, _ in pairs).items():
        if times > 1:
            raise JsonError(f"key {in_json(key)} is there twice, expected it once")
    return dict(pairs)
