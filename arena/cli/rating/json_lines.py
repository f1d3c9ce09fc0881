"""What is wrong with a line of a file of games in JSON, for a user who wrote it.

`ratings` reads such files and says on which line a mistake is; here it is put in the words of JSON.
"""

from typing import Any

from arena.cli.json_words import NotJsonError, parsed, shown

__all__ = ["line_mistake"]

_KINDS = {"players": (str, "strings"), "places": (int, "whole numbers"), "seats": (int, "whole numbers")}


def line_mistake(line: str) -> str | None:
    """What no line may have, whatever the game was; None if it is something else that is wrong with it."""
    try:
        row = parsed(line)
    except NotJsonError as error:
        return f"not JSON: {error}"
    if not isinstance(row, dict):
        return f"{shown(row)} is no object, expected one with players and places"
    for key, (kind, words) in _KINDS.items():
        if key in row and not _is_list_of(row[key], kind):
            return f"{key} is {shown(row[key])}, expected a list of {words}"
    if not isinstance(row.get("rotation", ""), str):
        return f"rotation is {shown(row['rotation'])}, expected a string"
    return None


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(one) is kind for one in value)  # true is no number
