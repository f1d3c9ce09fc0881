"""The protobuf encoding of a few kinds of fields, for the one message that is too hot for the library.

Field numbers are below 16, so that a tag is one byte. See "Encoding" in the protobuf documentation.
"""

from collections.abc import Sequence
from functools import lru_cache

__all__ = ["nested", "number", "numbers"]

_VARINT, _BYTES = 0, 2
_ONE_BYTE = 0x80
"""A number below it is encoded as itself."""


@lru_cache(maxsize=8192)
def number(field: int, value: int) -> bytes:
    """An unsigned number; zero is not encoded, since it is what an absent field means."""
    if value == 0:
        return b""
    if value < _ONE_BYTE:
        return bytes((field << 3 | _VARINT, value))
    return bytes((field << 3 | _VARINT,)) + _varint(value)


def numbers(field: int, values: Sequence[int]) -> bytes:
    """A list of numbers, each below 128, as of cards, decks, nobles and seats."""
    return bytes((field << 3 | _BYTES, len(values), *values)) if values else b""


def nested(field: int, encoded: bytes) -> bytes:
    """A message within a message, or a text."""
    length = len(encoded)
    if length < _ONE_BYTE:
        return bytes((field << 3 | _BYTES, length)) + encoded
    return bytes((field << 3 | _BYTES,)) + _varint(length) + encoded


def _varint(value: int) -> bytes:
    """Groups of seven bits, the lowest first; all but the last have the eighth bit set."""
    groups = bytearray()
    while value >= _ONE_BYTE:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    groups.append(value)
    return bytes(groups)
