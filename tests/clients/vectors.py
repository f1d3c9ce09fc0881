"""The cases of clients/vectors."""

import base64
import json
from typing import Any

from tests.clients.languages import CLIENTS

__all__ = ["Case", "cases", "decoded"]

Case = dict[str, Any]


def cases(file: str) -> list[Case]:
    """The cases of a file, in its order."""
    found: list[Case] = json.loads((CLIENTS / "vectors" / file).read_text())
    return found


def decoded(text: str) -> bytes:
    """The bytes of a case."""
    return base64.b64decode(text, validate=True)
