"""Counting of move sequences, the yardstick between engines.

Responsible for perft (docs/notation.md). Knows nothing of what a move does.
"""

from arena.engine.position import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of move sequences of length `depth`; a finished game has none."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        child = position.copy()
        child.play(move)
        count += perft(child, depth - 1)
    return count


def divide(position: Position, depth: int) -> dict[str, int]:
    """Return perft below each first move, by the move's text; `depth` is at least 1."""
    counts: dict[str, int] = {}
    for move in position.legal_moves():
        child = position.copy()
        child.play(move)
        counts[str(move)] = perft(child, depth - 1)
    return counts
