"""One game from deal to outcome: whose turn it is, how long it takes, who is out.

The one place where faults become forfeits. It knows the engine and the clock; how a bot is reached, and
where the result goes, is not known here.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

import trio

from arena.engine import Ending, Position
from arena.errors import IllegalMoveError
from arena.referee.clock import Clock
from arena.referee.faults import Fault, HostStalled, PlayerFault, Termination
from arena.referee.player import Answer, GameEnd, GameSetup, GameStart, Player, Question, TurnPlayed

__all__ = ["PlayedGame", "play_game"]

TRANSIT_US = 2_000
"""For an answer that was read in time and is on its way from the thread that read it."""

_ENDINGS = {
    Ending.NORMAL: Termination.NORMAL,
    Ending.STALEMATE: Termination.STALEMATE,
    Ending.TURN_LIMIT: Termination.TURN_LIMIT,
    Ending.NO_CONTEST: Termination.NO_CONTEST,
}


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over."""

    setup: GameSetup
    """What was played."""
    turns: tuple[TurnPlayed, ...]
    """Every turn in order."""
    faults: tuple[Fault, ...]
    """What bots did wrong, in order."""
    termination: Termination
    """Why it ended."""
    places: tuple[int, ...]
    """By seat; empty where there is no result."""
    prestige: tuple[int, ...]
    """By seat."""
    reason: str
    """In words, where there is more to say."""
    stall_us: int
    """Time the host kept the referee from running meanwhile."""


def _never_stalled() -> int:
    return 0


class _Open(NamedTuple):
    """A question that waits for its answer."""

    seat: int
    question: Question
    allowed_us: int | None
    """Margin included; `None`: for ever."""
    began: float
    """In trio's time."""
    stalled_before_us: int
    extended_us: int = 0
    """By how much the deadline was moved because the host stalled."""

    @property
    def deadline(self) -> float:
        """When to look whether to go on waiting, in trio's time."""
        if self.allowed_us is None:
            return math.inf
        return self.began + (self.allowed_us + self.extended_us + TRANSIT_US) / 1e6


async def play_game(
    setup: GameSetup, players: Sequence[Player], stalled_us: Callable[[], int] = _never_stalled
) -> PlayedGame:
    """Play one game; errors of bots become forfeits, and a stalled host makes the game void.

    Args:
        setup: the game.
        players: by seat, as many as the deal has.
        stalled_us: total time lost to host stalls so far, in microseconds.

    Error handling: whatever else is raised is a bug of the arena, and leaves the players untold.
    """
    return await _Game(setup, players, stalled_us).run()


class _Game:
    def __init__(self, setup: GameSetup, players: Sequence[Player], stalled_us: Callable[[], int]) -> None:
        self._setup = setup
        self._players = players
        self._position = Position(setup.deal, setup.rules)
        self._clocks = [Clock(setup.time_control) for _ in players]
        self._turns: list[TurnPlayed] = []
        self._seen = [0] * len(players)  # by seat: where its next question's turns begin
        self._faults: dict[int, Fault] = {}
        self._open: _Open | None = None
        self._asking = trio.CancelScope()
        self._turn_over = trio.lowlevel.ParkingLot()
        self._stalled_us = stalled_us
        self._stalled_before = stalled_us()

    async def run(self) -> PlayedGame:
        await self._begin()
        async with trio.open_nursery() as nursery:
            for seat in self._seats_in():
                nursery.start_soon(self._watch, seat)
            termination, reason = await self._play_to_end()
            nursery.cancel_scope.cancel()
        return self._finish(self._result(termination, reason))

    async def _play_to_end(self) -> tuple[Termination, str]:
        try:
            await self._play_turns()
        except HostStalled as stall:
            return Termination.VOID, str(stall)
        return self._termination()

    # the start

    async def _begin(self) -> None:
        absent: dict[int, PlayerFault] = {}
        async with trio.open_nursery() as nursery:
            for seat in range(len(self._players)):
                nursery.start_soon(self._begin_seat, seat, absent)
        for seat in sorted(absent):  # in seat order, so that the same absences give the same places
            self._forfeit(seat, absent[seat])

    async def _begin_seat(self, seat: int, absent: dict[int, PlayerFault]) -> None:
        try:
            await self._players[seat].begin(GameStart(self._setup, seat))
        except PlayerFault as fault:
            absent[seat] = fault

    # turns

    async def _play_turns(self) -> None:
        """Turn after turn in one scope, which only a deadline or the end of the game cuts short."""
        while self._position.outcome() is None:
            with trio.CancelScope() as self._asking:
                while self._position.outcome() is None:
                    await self._play_turn(self._open or self._ask(self._position.seat))
            if self._open is not None and self._position.outcome() is None:
                self._deadline_passed(self._open)

    def _ask(self, seat: int) -> "_Open":
        question = Question(
            observation=self._position.observe(seat),
            legal_moves=tuple(self._position.legal_moves()),
            turns_played=tuple(self._turns[self._seen[seat] :]),
            clocks_us=tuple([clock.left_us for clock in self._clocks]),
            allowed_us=self._clocks[seat].limit_us,
        )
        allowed_us = self._clocks[seat].allowed_us
        self._open = _Open(seat, question, allowed_us, trio.current_time(), self._stalled_us())
        self._players[seat].ask(question)
        return self._open

    async def _play_turn(self, turn: "_Open") -> None:
        if turn.deadline < self._asking.deadline:  # an earlier one may fire first, and is set anew then
            self._asking.deadline = turn.deadline
        try:
            answer = await self._players[turn.seat].answer()
            if self._position.outcome() is None:  # else it ended while the answer was on its way
                self._accept(turn, answer)
        except PlayerFault as fault:
            if self._position.outcome() is None:
                self._forfeit(turn.seat, fault)
        self._close_turn()

    def _close_turn(self) -> None:
        self._open = None
        self._turn_over.unpark_all()

    def _accept(self, turn: "_Open", answer: Answer) -> None:
        """Play an answer that is in time and legal."""
        if turn.allowed_us is not None and answer.used_us > turn.allowed_us:
            self._judge_late(turn, answer.used_us)
        if answer.move not in turn.question.legal_moves:
            raise self._illegal(answer)
        self._play(turn.seat, answer)

    def _illegal(self, answer: Answer) -> PlayerFault:
        try:
            self._position.check(answer.move)
        except IllegalMoveError as error:
            return PlayerFault(Termination.ILLEGAL_MOVE, str(error), elapsed_us=answer.used_us)
        raise AssertionError(f"{answer.move} is legal, but was not listed")

    def _judge_late(self, turn: "_Open", used_us: int) -> NoReturn:
        """A late answer is the bot's doing, unless the time that the host stalled would have saved it."""
        assert turn.allowed_us is not None
        stalled_us = self._stalled_us() - turn.stalled_before_us
        if stalled_us and used_us - stalled_us <= turn.allowed_us:
            stalled_ms = stalled_us / 1000
            raise HostStalled(f"the host stalled for {stalled_ms:g} ms while seat {turn.seat} was on turn")
        raise _too_late(used_us, turn.allowed_us)

    def _deadline_passed(self, turn: "_Open") -> None:
        """Nobody answered; wait longer by what the host stalled, and then no longer."""
        if trio.current_time() < turn.deadline:
            return  # it was the deadline of an earlier turn
        assert turn.allowed_us is not None
        used_us = round((trio.current_time() - turn.began) * 1e6)
        stalled_us = self._stalled_us() - turn.stalled_before_us
        if stalled_us > turn.extended_us:
            self._open = turn._replace(extended_us=stalled_us)
        else:
            self._forfeit(turn.seat, _too_late(max(used_us, turn.allowed_us), turn.allowed_us))
            self._close_turn()

    def _play(self, seat: int, answer: Answer) -> None:
        self._position.play(answer.move)
        self._clocks[seat].spend(answer.used_us)
        self._turns.append(
            TurnPlayed(
                seat=seat,
                move=answer.move,
                drawn=self._position.drawn,
                noble=self._position.visited,
                prestige=self._position.prestige(seat),
                wire_us=answer.used_us,
                clock_us=self._clocks[seat].left_us,
                think_us=answer.think_us,
                note=answer.note,
                note_cut=answer.note_cut,
            )
        )
        self._seen[seat] = len(self._turns)

    # faults

    async def _watch(self, seat: int) -> None:
        """Remove the seat when its bot breaks off turn; on turn, `answer` raises or came just before."""
        fault = await self._players[seat].broken()
        while self._open is not None and seat == self._open.seat:
            await self._turn_over.park()
        if self._position.outcome() is None:
            self._forfeit(seat, fault)
            if self._position.outcome() is not None:
                self._asking.cancel()

    def _forfeit(self, seat: int, fault: PlayerFault) -> None:
        if seat in self._faults:
            return
        self._faults[seat] = fault.at(seat, len(self._turns))
        if self._position.outcome() is None:
            self._position.forfeit(seat)
        self._players[seat].end(self._end(seat, fault.termination, (), fault.reason))

    # the end

    def _seats_in(self) -> list[int]:
        return [seat for seat in range(len(self._players)) if seat not in self._faults]

    def _termination(self) -> tuple[Termination, str]:
        """Why the game ended, and who made it end where a fault did."""
        outcome = self._position.outcome()
        assert outcome is not None
        if len(self._faults) == len(self._players):
            return Termination.NO_CONTEST, "no seat was left"
        if outcome.ending is not Ending.LAST_SEAT:
            return _ENDINGS[outcome.ending], ""
        last = list(self._faults.values())[-1]
        return last.termination, f"{self._setup.names[last.seat]}: {last.reason}"

    def _result(self, termination: Termination, reason: str) -> PlayedGame:
        outcome = self._position.outcome()
        counts = outcome is not None and termination is not Termination.NO_CONTEST
        return PlayedGame(
            setup=self._setup,
            turns=tuple(self._turns),
            faults=tuple(self._faults.values()),
            termination=termination,
            places=outcome.places if outcome is not None and counts else (),
            prestige=self._prestige(),
            reason=reason,
            stall_us=self._stalled_us() - self._stalled_before,
        )

    def _finish(self, game: PlayedGame) -> PlayedGame:
        for seat in self._seats_in():
            self._players[seat].end(self._end(seat, game.termination, game.places, game.reason))
        return game

    def _end(self, seat: int, termination: Termination, places: tuple[int, ...], reason: str) -> GameEnd:
        fault = self._faults.get(seat)
        game_id, prestige = self._setup.game_id, self._prestige()
        return GameEnd(game_id, termination, places, prestige, reason, fault)

    def _prestige(self) -> tuple[int, ...]:
        return tuple(self._position.prestige(seat) for seat in range(len(self._players)))


def _too_late(used_us: int, allowed_us: int) -> PlayerFault:
    used_ms, allowed_ms = used_us / 1000, allowed_us / 1000
    reason = f"no answer in time: {used_ms:.1f} ms passed, {allowed_ms:.1f} ms were allowed, margin included"
    return PlayerFault(Termination.TIMEOUT, reason, elapsed_us=used_us)
