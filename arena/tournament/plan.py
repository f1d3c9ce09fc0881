"""What a tournament is to be: who plays, how often, by which rules and with how much time.

A plan is a value: comparable, hashable, and the same whether it was written as a file or as flags
on the command line. This module says which plans can be played and when two of them give results
that may stand in one table. It reads no file, resolves no bot and starts nothing.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum
from math import comb
from pathlib import Path
from typing import Any

from arena.engine import Rules
from arena.errors import ConfigError
from arena.referee.clock import LONGEST_US, TimeControl
from arena.tournament.schedule import MAXIMUM_GROUPS

__all__ = [
    "MAXIMUM_ROUNDS",
    "PLAYERS",
    "Plan",
    "changes",
    "check",
    "problems",
    "random_seed",
    "seed_bytes",
]

PLAYERS = range(2, 5)
"""How many bots one game can have."""

MAXIMUM_ROUNDS = 1_000_000
"""The most rounds a plan may ask for."""


@dataclass(frozen=True)
class Plan:
    """A tournament as its organiser asked for it; `check` says whether it can be played."""

    bots: tuple[str, ...]
    """The entrants in entry order, as the user wrote them; one written twice enters twice."""

    base: Path = field(default=Path(), compare=False)
    """The folder that relative bots are looked up in."""

    players: int = 2
    """Bots in one game, 2..4."""

    rounds: int = 10
    """How often every group of bots meets for a rotation."""

    rules: Rules = field(default_factory=lambda: Rules.preset("official"))
    """The rule set of every game."""

    time: TimeControl = field(default_factory=TimeControl)
    """The limits of every game."""

    seed: str | None = None
    """The text all chance comes from; None is a secret seed, drawn when the tournament starts."""

    concurrency: int | None = None
    """How many games run at a time; None is as many as there are cores."""

    same_deals: bool = False
    """Whether all groups of a round play one deal."""

    reconnect_us: int = 0
    """How long a bot whose stream broke off may take to come back, in microseconds."""

    def fingerprint(self) -> dict[str, Any]:
        """Everything that has to agree for two results to be comparable, as JSON values.

        The bots, rounds, seed, concurrency and folders are not part of it: there may be more rounds
        or one more bot, and where and how fast a game was played changes nothing in it.
        """
        rules = asdict(self.rules)
        del rules["name"]  # what people call it decides nothing
        return {
            "players": self.players,
            "rules": {key: _json_value(value) for key, value in rules.items()},
            "time": asdict(self.time),
            "same_deals": self.same_deals,
            "reconnect_us": self.reconnect_us,
        }


def check(plan: Plan) -> None:
    """Refuse a plan that cannot be played.

    Raises:
        ConfigError: for the first of its `problems`.
    """
    for _, sentence in problems(plan):
        raise ConfigError(sentence)


def problems(plan: Plan) -> Iterator[tuple[str, str]]:
    """What is wrong with a plan: for each mistake the field it is in and a sentence about it."""
    for name, value, least, most in _ranges(plan):
        if not least <= value <= most:
            yield name, f"{name} is {value!r}, expected {least} to {most}"
    if plan.concurrency is not None and plan.concurrency < 1:
        yield "concurrency", f"concurrency is {plan.concurrency!r}, expected at least 1"
    if plan.seed is not None and not (plan.seed and plan.seed.isprintable()):
        yield "seed", f"seed is {plan.seed!r}, expected a number or a printable text"
    yield from _bot_problems(plan)


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Each difference of two fingerprints in words, as in `move_us was 5000000, is 1000000`."""
    before, after = dict(_leaves(old)), dict(_leaves(new))
    return [
        f"{name} was {_word(before, name)}, is {_word(after, name)}"
        for name in {**after, **before}
        if _word(before, name) != _word(after, name)
    ]


def seed_bytes(seed: str) -> bytes:
    """The 32 bytes of a seed that was given: SHA-256 over its text in UTF-8.

    Who knows the text knows every deal, so such a tournament can be repeated but is not secret.
    """
    return hashlib.sha256(seed.encode()).digest()


def random_seed() -> bytes:
    """32 bytes that nobody can foresee, for a plan without a seed."""
    return secrets.token_bytes(32)


def _ranges(plan: Plan) -> Iterator[tuple[str, int, int, int]]:
    yield "players", plan.players, PLAYERS.start, PLAYERS.stop - 1
    yield "rounds", plan.rounds, 1, MAXIMUM_ROUNDS
    yield "reconnect_us", plan.reconnect_us, 0, LONGEST_US


def _bot_problems(plan: Plan) -> Iterator[tuple[str, str]]:
    if not all(bot.strip() for bot in plan.bots):
        yield "bots", "bots has an empty entry, expected a bot"
    if plan.players not in PLAYERS:
        return  # how many bots are enough cannot be said
    if len(plan.bots) < plan.players:
        yield "bots", f"too few bots: {len(plan.bots)}, expected at least {plan.players}"
    if comb(len(plan.bots), plan.players) >= MAXIMUM_GROUPS:
        yield "bots", f"too many bots: {len(plan.bots)} make more than 2**32 groups a round"


def _json_value(value: Any) -> Any:
    """The value as it comes back from JSON, so that a stored fingerprint equals a fresh one."""
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _leaves(tree: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value)
        else:
            yield key, value


def _word(leaves: Mapping[str, Any], name: str) -> str:
    if name not in leaves:
        return "not there"
    return "none" if leaves[name] is None else json.dumps(leaves[name])
