"""One pairing in, one record out: the unit that can be done here, in another process or elsewhere.

It has no state of its own. What is scheduled, stored or shown is not known here.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio

from arena import wire
from arena.bots.manifest import Manifest
from arena.engine import Deal, Rules
from arena.referee import GameSetup, PlayedGame, Termination, TimeControl, play_game
from arena.tournament.fleet import BotPlayer, Fleet
from arena.tournament.schedule import Pairing, bot_seed
from arena.v1 import record_pb2

__all__ = ["Job", "no_show_record", "play", "void_record"]


@dataclass(frozen=True)
class Job:
    """All that one game needs, whoever plays it."""

    pairing: Pairing
    """Which bots in which seats on which deal."""
    bots: tuple[Manifest, ...]
    """The bots by seat."""
    tournament_id: str
    """16 hexadecimal digits."""
    seed: bytes
    """The tournament's seed."""
    rules: Rules
    """The rule set."""
    time_control: TimeControl
    """The limits."""
    fresh_processes: bool
    """Whether no process may play another game besides, because deals come up more than once."""
    attempt: int
    """From 1."""

    def setup(self) -> GameSetup:
        """The game as the referee wants it."""
        game_id, seats = self.pairing.game_id, range(len(self.bots))
        return GameSetup(
            game_id=game_id,
            names=tuple(bot.name for bot in self.bots),
            deal=Deal.shuffled(self.seed, self.pairing.deal_index, len(self.bots)),
            rules=self.rules,
            time_control=self.time_control,
            bot_seeds=tuple(bot_seed(self.seed, game_id, seat) for seat in seats),
        )


async def play(job: Job, fleet: Fleet, stalled_us: Callable[[], int]) -> record_pb2.GameRecord:
    """Play a game; faults of bots are in its record, and its bots are back in the fleet.

    Error handling: an error of the arena's own is raised; the bots are ended then.
    """
    started_us, began = time.time_ns() // 1000, time.monotonic_ns()
    players = [BotPlayer(fleet, bot, _share(job, bot)) for bot in job.bots]
    clean = False
    try:
        game = await play_game(job.setup(), players, stalled_us)
        record = _record(job, game, players)
        record.started_unix_us = started_us
        record.duration_us = (time.monotonic_ns() - began) // 1000
        clean = (
            game.termination is not Termination.VOID
        )  # it is played again, and no bot may see a deal twice
    finally:
        tails = await _leave(players, clean=clean)
    for fault in record.faults:
        fault.output_tail = fault.output_tail or tails[fault.seat]
    return record


def void_record(job: Job, reason: str) -> record_pb2.GameRecord:
    """The record of an attempt that the host broke off."""
    record = _header(job)
    record.outcome.termination = record_pb2.TERMINATION_VOID
    record.outcome.reason = reason
    return record


def no_show_record(job: Job, absent: Sequence[int]) -> record_pb2.GameRecord:
    """The record of a game that seats in quarantine never come to; nothing is started for it."""
    record, others = _header(job), len(job.bots) - len(absent)
    for seat in absent:
        record.faults.add(
            seat=seat, termination=record_pb2.TERMINATION_NO_SHOW, reason="the bot is in quarantine"
        )
    places = [others + 1 if seat in absent else 1 for seat in range(len(job.bots))]
    record.outcome.termination = (
        record_pb2.TERMINATION_NO_SHOW if others else record_pb2.TERMINATION_NO_CONTEST
    )
    record.outcome.places.extend(places if others else ())
    record.outcome.reason = "a bot is in quarantine"
    return record


def _share(job: Job, bot: Manifest) -> tuple[str, int] | None:
    """Which games a process may share: those of one number in their rotations, so no deal twice."""
    return None if job.fresh_processes else (bot.name, job.pairing.game)


def _record(job: Job, game: PlayedGame, players: Sequence[BotPlayer]) -> record_pb2.GameRecord:
    record = _header(job)
    record.MergeFrom(wire.played_record(game))
    for seat, player in enumerate(players):
        session = player.session
        if session is not None:
            record.seats[seat].introduction = session.introduction
        record.counts.add(
            stale_answers=session.stale_answers if session else 0,
            second_connections=session.link.second_connections if session else 0,
        )
    return record


def _header(job: Job) -> record_pb2.GameRecord:
    return record_pb2.GameRecord(
        game_id=job.pairing.game_id,
        tournament_id=job.tournament_id,
        round=job.pairing.round,
        rotation_game=job.pairing.game,
        attempt=job.attempt,
        seats=[record_pb2.SeatRecord(bot=bot.name, content_hash=bot.content_hash) for bot in job.bots],
    )


async def _leave(players: Sequence[BotPlayer], *, clean: bool) -> dict[int, str]:
    tails: dict[int, str] = {}

    async def leave(seat: int) -> None:
        tails[seat] = await players[seat].leave(clean=clean)

    async with trio.open_nursery() as nursery:
        for seat in range(len(players)):
            nursery.start_soon(leave, seat)
    return tails
