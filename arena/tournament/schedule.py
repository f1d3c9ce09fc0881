"""Which games a tournament consists of, in which order, and the names they have for ever.

A schedule is a pure function of a tournament id, the names of the bots and three numbers: it plays
nothing, remembers nothing and touches no disk. It does not know what a bot is, which games were
already played, or how a deal index becomes a shuffled start.

The order is round by round, within a round the groups in colexicographic order, within a group the
games of its rotation. A group's rank in that order does not depend on how many bots there are, so
more rounds or a new bot at the end leave every game id and every deal as they were; only
`Pairing.ordinal`, the place in the schedule, moves when a bot is added.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice, permutations
from math import comb, factorial

__all__ = [
    "MAXIMUM_GROUPS",
    "Pairing",
    "Schedule",
    "bot_seed",
    "colexicographic",
    "game_id",
    "tournament_id",
]

MAXIMUM_GROUPS = 2**32
"""The groups of one round are fewer than this: a deal index has 32 bits for the rank."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game that is to be played: which bots, in which seats, on which deal."""

    game_id: str
    """16 hexadecimal digits; the game's name for ever, see `game_id`."""
    ordinal: int
    """Its place in the schedule, from 0."""
    round: int
    """The round, from 1."""
    group: tuple[int, ...]
    """The bots that meet, as indices in entry order, ascending."""
    game: int
    """Which game of the rotation this is, 0..n-1."""
    bots: tuple[int, ...]
    """The same bots by seat: `bots[s]` sits in seat s."""
    deal_index: int
    """Which deal is played: round * 2**32 + rank of the group; with shared deals the rank is 0."""

    @property
    def rotation_id(self) -> str:
        """The rotation this game belongs to, as in `3:0.2.5`: the round, then the group."""
        return f"{self.round}:{'.'.join(map(str, self.group))}"

    @property
    def cluster_id(self) -> str:
        """The statistical cluster: the games on one deal, one rotation unless deals are shared."""
        return f"deal-{self.deal_index}"


@dataclass(frozen=True, slots=True)
class Schedule:
    """All games of a tournament, computed while they are iterated over."""

    tournament_id: str
    """16 hexadecimal digits, see `tournament_id`."""
    names: tuple[str, ...]
    """The bots in entry order; distinct, without line breaks, at least `players` of them."""
    players: int
    """Bots in one game, 2..4."""
    rounds: int
    """How often every group meets for a rotation, from 1."""
    same_deals: bool = False
    """Whether all groups of a round play one deal."""

    def __post_init__(self) -> None:
        """Refuse what no plan can ask for; a ValueError here is a mistake of the caller."""
        if len(set(self.names)) != len(self.names):
            raise ValueError(f"bot names {self.names!r} are not distinct")
        if any(len(name.splitlines()) != 1 for name in self.names):
            raise ValueError(f"bot names {self.names!r} must be single lines")
        if not 2 <= self.players <= len(self.names):
            raise ValueError(f"players {self.players!r} is not in 2..{len(self.names)}")
        if self.groups >= MAXIMUM_GROUPS:
            raise ValueError(f"{self.groups} groups in a round, expected fewer than 2**32")

    @property
    def groups(self) -> int:
        """How many groups there are in every round."""
        return comb(len(self.names), self.players)

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.rounds * self.groups * self.players

    def __len__(self) -> int:
        return self.total

    def __iter__(self) -> Iterator[Pairing]:
        ordinals = count()
        for number in range(1, self.rounds + 1):
            for rank, group in enumerate(colexicographic(len(self.names), self.players)):
                yield from self._rotation(number, rank, group, ordinals)

    def rotations(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each rotation in order: the ordinal of its first game, and its group.

        Much cheaper than the pairings themselves, because nothing is hashed.
        """
        firsts = count(0, self.players)
        for _ in range(self.rounds):
            for group in colexicographic(len(self.names), self.players):
                yield next(firsts), group

    def _rotation(
        self, number: int, rank: int, group: tuple[int, ...], ordinals: Iterator[int]
    ) -> Iterator[Pairing]:
        order = _cyclic_order(group, number - 1)
        names = tuple(self.names[bot] for bot in group)
        deal_index = number * 2**32 + (0 if self.same_deals else rank)
        for game, ordinal in zip(range(self.players), ordinals, strict=False):
            name = game_id(self.tournament_id, names, number, game)
            bots = order[game:] + order[:game]
            yield Pairing(name, ordinal, number, group, game, bots, deal_index)


def tournament_id(seed: bytes) -> str:
    """The name of the tournament with this seed: the first 64 bits of SHA-256(seed).

    Returns 16 lower-case hexadecimal digits. They are a prefix of the commitment to a secret seed,
    which is SHA-256(seed) in full, and so tell no more than it does.
    """
    return hashlib.sha256(seed).hexdigest()[:16]


def game_id(tournament: str, names: tuple[str, ...], number: int, game: int) -> str:
    """The name of one game: the first 64 bits of a SHA-256, as 16 lower-case hexadecimal digits.

    What is hashed is UTF-8 text, every line closed by one line feed: `arena game 1`, the tournament
    id, each bot's name in entry order, the round from 1, the game of the rotation from 0. Names
    hold no line breaks, so two different games never hash the same text.
    """
    lines = ("arena game 1", tournament, *names, str(number), str(game))
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:16]


def bot_seed(seed: bytes, game_id: str, seat: int) -> bytes:
    """The 32 bytes that a bot in this seat may draw its lots from, so that a game can be repeated.

    HMAC-SHA-256 with the tournament's seed as the key over the ASCII text `arena bot seed 1`, the
    game id and the seat in decimal, each closed by one line feed. Nothing about the seed, the deal
    or another seat's value can be learned from it.
    """
    message = f"arena bot seed 1\n{game_id}\n{seat}\n".encode()
    return hmac.new(seed, message, hashlib.sha256).digest()


def colexicographic(bots: int, size: int) -> Iterator[tuple[int, ...]]:
    """The ascending groups of `size` out of `bots` indices, ordered by their largest member first.

    The groups without the last bot all come before those with it, which is why a new bot at the end
    moves nobody's rank (the combinatorial number system, Knuth, TAOCP 4A, 7.2.1.3).
    """
    if size == 0:
        yield ()
        return
    for last in range(size - 1, bots):
        for head in colexicographic(last, size - 1):
            yield (*head, last)


def _cyclic_order(group: tuple[int, ...], before: int) -> tuple[int, ...]:
    """The order round the table after `before` rounds: all (n-1)! in turn, the first bot fixed.

    The seats shift within a round, so fixing one bot loses nothing; over (n-1)! rounds every bot
    plays right behind every other one equally often.
    """
    first, *others = group
    wanted = before % factorial(len(others))
    return (first, *next(islice(permutations(others), wanted, None)))
