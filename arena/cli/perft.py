"""`arena perft`: counts move sequences, to compare engines."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli.options import whole_number
from arena.cli.screen import put, put_table
from arena.engine import Deal, Move, Position, Rules
from arena.engine import divide as divide_of
from arena.engine import perft as perft_of
from arena.errors import ArenaError, ConfigError, GameError
from arena.tournament.plan import seed_bytes
from ratings.json_words import JsonError, parsed

__all__ = ["perft"]

Cases = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="JSON file with deals and the counts they must have; compares every one of them."
    ),
]
Depth = Annotated[int, whole_number("--depth", "Moves in a sequence; with a file, at most.", 1)]
Players = Annotated[int, whole_number("--players", "Players of a shuffled deal, 2 to 4.", 2, 4)]
Preset = Annotated[str, typer.Option("--rules", metavar="NAME", help="Rule set.")]
Seed = Annotated[str, typer.Option("--seed", metavar="TEXT", help="Seed of a shuffled deal.")]
Divide = Annotated[bool, typer.Option("--divide", help="Show the count below each first move.")]


def perft(
    cases: Cases = None,
    depth: Depth = 3,
    players: Players = 2,
    rules: Preset = "official",
    seed: Seed = "1",
    divide: Divide = False,
) -> None:
    """Count the move sequences of a deal, or check a file of counts."""
    if cases is not None:
        _check(cases, depth)
    else:
        _count(depth, players, rules, seed, divide=divide)


def _count(depth: int, players: int, rules: str, seed: str, *, divide: bool) -> None:
    try:
        deal = Deal.shuffled(seed_bytes(seed), 0, players)
        position = Position(deal, Rules.preset(rules))
    except GameError as error:
        raise ConfigError(str(error)) from None
    if divide:
        counts = divide_of(position, depth)
        put_table(
            ["<first move", "sequences"], [(move, str(count)) for move, count in sorted(counts.items())]
        )
        put(f"perft {depth}: {sum(counts.values())}")
    else:
        put(f"perft {depth}: {perft_of(position, depth)}")


def _check(path: Path, depth: int) -> None:
    rows, wrong = [], 0
    for number, case in enumerate(_read(path), 1):
        for level, expected in _counts(case, depth, path, number):
            began = time.perf_counter()
            counted = perft_of(_position(case, path, number), level)
            wrong += counted != expected
            verdict = "ok" if counted == expected else f"WRONG: {counted}"
            rows.append(
                [str(number), str(level), str(expected), verdict, f"{time.perf_counter() - began:.2f}"]
            )
    put_table(["case", "depth", "expected", "<counted", "s"], rows)
    if wrong:
        raise ArenaError(f"{wrong} of {len(rows)} counts in {str(path)!r} are wrong")
    put(f"all {len(rows)} counts agree")


def _read(path: Path) -> list[Any]:
    try:
        cases = parsed(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{str(path)!r} is not UTF-8, expected JSON") from None
    except JsonError as error:
        raise ConfigError(f"{str(path)!r}: {error}") from None
    if not isinstance(cases, list):
        raise ConfigError(f"{str(path)!r} is not a list, expected a list of cases")
    return cases


def _position(case: Any, path: Path, number: int) -> Position:
    """The position of a case: its deal after the moves already played."""
    try:
        position = Position(Deal.from_json(case["deal"]), Rules.preset(case["rules"]))
        for text in case["played"]:
            move = Move.parse(text)
            position.check(move)
            position.play(move)
    except GameError as error:
        raise ConfigError(f"{str(path)!r}, case {number}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ConfigError(
            f"{str(path)!r}, case {number}: expected 'deal', 'rules' and a list of moves 'played'"
        ) from None
    return position


def _counts(case: Any, depth: int, path: Path, number: int) -> list[tuple[int, int]]:
    try:
        return [(int(level), int(count)) for level, count in case["perft"].items() if int(level) <= depth]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ConfigError(f"{str(path)!r}, case {number}: expected 'perft' with counts by depth") from None
