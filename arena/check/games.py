"""The games that a bot is tried out in: always the same deals, and the same opponents.

Responsible for what is played and what came of it. Which process plays, and what that proves, is not known
here.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

from arena.check.opponent import Opponent
from arena.engine import Deal, Rules
from arena.referee import GameSetup, PlayedGame, Player, Termination, TimeControl, play_game

__all__ = ["SHORT", "Answers", "game_setup", "play"]

SHORT = replace(Rules(), round_limit=3)
"""The official rules, for as many rounds as it takes to see that a bot answers."""

_SEED = b"arena check"


def game_setup(
    title: str, bot: str, seat: int, players: int, control: TimeControl, rules: Rules | None = None
) -> GameSetup:
    """A game with the bot in one seat; the title makes it another one than all others."""
    game_id = hashlib.sha256(f"arena check {title}".encode()).hexdigest()[:16]
    names = [bot if place == seat else f"opponent-{place}" for place in range(players)]
    seeds = [hashlib.sha256(f"{game_id} {place}".encode()).digest() for place in range(players)]
    deal = Deal.shuffled(_SEED, int(game_id[:6], 16), players)
    return GameSetup(game_id, tuple(names), deal, rules or Rules(), control, tuple(seeds))


async def play(setup: GameSetup, player: Player, seat: int, stalled_us: Callable[[], int]) -> PlayedGame:
    """Play a game to its end."""
    players: list[Player] = [Opponent(f"{setup.game_id} {place}") for place in range(setup.deal.players)]
    players[seat] = player
    return await play_game(setup, players, stalled_us)


@dataclass(frozen=True)
class _Answer:
    used_us: int
    limit_us: int
    """Without the margin."""


class Answers:
    """How long the bot took for its answers, in all games together.

    Args:
        control: the limits; they have one for a move.
    """

    def __init__(self, control: TimeControl) -> None:
        assert control.move_us is not None
        self._move_us = control.move_us
        self._first_us = self._move_us if control.first_move_us is None else control.first_move_us
        self._answers: list[_Answer] = []

    def __len__(self) -> int:
        return len(self._answers)

    def add(self, game: PlayedGame, seat: int) -> None:
        """Take in a game; an answer that came too late, or never, counts with the time it was waited for."""
        used = [turn.wire_us for turn in game.turns if turn.seat == seat]
        used += [fault.elapsed_us for fault in game.faults if fault.termination is Termination.TIMEOUT]
        for number, used_us in enumerate(used):
            self._answers.append(_Answer(used_us, self._move_us if number else self._first_us))

    @property
    def median_us(self) -> int:
        """The median of all; there is one."""
        return round(median(answer.used_us for answer in self._answers))

    @property
    def slowest_us(self) -> int:
        """The answer that used most of its limit."""
        return self._slowest.used_us

    @property
    def limit_us(self) -> int:
        """The limit of that answer, without the margin."""
        return self._slowest.limit_us

    @property
    def _slowest(self) -> _Answer:
        return max(self._answers, key=lambda answer: answer.used_us / answer.limit_us)
