"""Which bots are sent out of a tournament because they fail in game after game.

A pure function of the schedule and of the results that are known, in whatever order they arrived.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from arena.tournament.schedule import Schedule
from arena.tournament.standings import GameResult

__all__ = ["QUARANTINE_AFTER", "apply_quarantine", "quarantined"]

QUARANTINE_AFTER = 3
"""So many games in a row with a fault of its own put a bot into quarantine."""


def apply_quarantine(results: Iterable[GameResult], schedule: Schedule) -> list[GameResult]:
    """The results in the order of the schedule, with the games of bots in quarantine replaced.

    However such a game really ended, it is a NO_SHOW of that bot and is not rated: the others share
    the first place, those in quarantine the last; if nobody else was in it, it is a NO_CONTEST.
    """
    results = sorted(results, key=lambda result: result.ordinal)
    first = quarantined(results, schedule)
    return [_excluding(result, _out_of(result, first)) for result in results]


def quarantined(results: Iterable[GameResult], schedule: Schedule) -> dict[int, int]:
    """The bots in quarantine, each with the place in the schedule of the first game it sits out.

    A bot is in quarantine from its next game on after own faults in three consecutive games of its
    schedule; a resignation is no such fault, and a game that another bot sits out is none either.
    Only what is certain is concluded: a game without a result ends a row, and so does one with a
    bot that might turn out to have been in quarantine by then. More results can only add a bot or
    make it start earlier, never take one out.
    """
    known = {result.ordinal: result for result in results}
    faults = Counter(bot for result in known.values() for bot in _at_fault(result))
    if max(faults.values(), default=0) < QUARANTINE_AFTER:
        return {}  # the usual case, without a walk through the schedule
    last = max(known)
    watch = _Watch()
    for ordinal, group in _games(schedule):
        if ordinal > last and not watch.due:
            break
        watch.see(ordinal, group, known.get(ordinal))
    return watch.excluded


class _Watch:
    """Goes once through the schedule, and bounds each bot's faults in a row from both sides.

    What is not known counts as no fault in the one count and as a fault in the other, so that a bot
    is excluded only if it is certain, and is a reason for doubt as soon as it might be.
    """

    def __init__(self) -> None:
        self.excluded: dict[int, int] = {}
        self.due: set[int] = set()  # bots whose next game is the first they sit out
        self._least: Counter[int] = Counter()  # faults in a row, up to now
        self._most: Counter[int] = Counter()
        self._doubtful: set[int] = set()  # bots that may be in quarantine, for all that is known

    def see(self, ordinal: int, group: tuple[int, ...], result: GameResult | None) -> None:
        for bot in self.due.intersection(group):
            self.excluded[bot] = ordinal
            self.due.remove(bot)
        doubtful = self._doubtful.intersection(group)
        excluded = not self.excluded.keys().isdisjoint(group)
        at_fault = set(group) if result is None else _at_fault(result)
        for bot in group:
            if excluded or bot not in at_fault:  # nobody has a fault in a game that is not played
                self._count(bot, 0, 0)
            else:
                certain = result is not None and doubtful <= {bot}
                self._count(bot, self._least[bot] + 1 if certain else 0, self._most[bot] + 1)

    def _count(self, bot: int, least: int, most: int) -> None:
        self._least[bot], self._most[bot] = least, most
        if least == QUARANTINE_AFTER:
            self.due.add(bot)
        if most >= QUARANTINE_AFTER:
            self._doubtful.add(bot)


def _games(schedule: Schedule) -> Iterator[tuple[int, tuple[int, ...]]]:
    for first, group in schedule.rotations():
        for game in range(schedule.players):
            yield first + game, group


def _at_fault(result: GameResult) -> set[int]:
    return {result.bots[seat] for seat, kind in result.faults if kind != "RESIGNED"}


def _out_of(result: GameResult, first: dict[int, int]) -> set[int]:
    """The seats of a game that belong to bots which were in quarantine by then."""
    return {seat for seat, bot in enumerate(result.bots) if bot in first and first[bot] <= result.ordinal}


def _excluding(result: GameResult, out: set[int]) -> GameResult:
    if not out:
        return result
    seats = range(len(result.bots))
    others = len(seats) - len(out)
    return replace(
        result,
        places=tuple(others + 1 if seat in out else 1 for seat in seats) if others else (),
        prestige=(),
        termination="NO_SHOW" if others else "NO_CONTEST",
        faults=tuple((seat, "NO_SHOW") for seat in sorted(out)),
        rated=False,
    )
