"""What shows in games: every seat, one game after another, a newer arena, the same game again, time.

Responsible for playing them and for telling apart what a failure proves. How a bot comes and goes is not
looked at here.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from arena.check import limits
from arena.check.advice import ADVICE, BY_TERMINATION
from arena.check.bench import Bench, RunningBot
from arena.check.games import SHORT, Answers, game_setup, play
from arena.check.newer_arena import NewerArena
from arena.check.report import Check, Line, Verdict
from arena.referee import GameEnd, GameSetup, GameStart, PlayedGame, PlayerFault, Termination

__all__ = ["GAMES", "GameChecks"]

GAMES = 2 + 3 + 4
"""Games until every seat of 2, 3 and 4 players was played."""

_NOTHING_PLAYED = "it has played no game to its end"
_NO_SECOND_GAME = "it plays no second game on a stream, whichever it is"


@dataclass(frozen=True)
class _Failure:
    termination: Termination
    reason: str
    output: str
    exit_code: int | None = None

    @property
    def advice(self) -> str:
        crashed = self.termination is Termination.NO_SHOW and self.exit_code is not None
        return BY_TERMINATION.get(Termination.CRASH if crashed else self.termination, "")

    def line(self, check: Check, detail: str, advice: str) -> Line:
        if self.termination is Termination.VOID:
            return Line(check, Verdict.SKIPPED, self.reason)
        if self.termination is Termination.RESIGNED:
            return Line(check, Verdict.HINT, detail, self.advice)
        return Line(check, Verdict.FAIL, detail, advice, self.output)

    def __str__(self) -> str:
        return f"{self.termination}: {self.reason}"


class GameChecks:
    """The checks that play games, in the order of its methods.

    Args:
        bench: where the bot runs.
        told: called with the number of games, out of `GAMES`, that are behind.
    """

    def __init__(self, bench: Bench, told: Callable[[int], None]) -> None:
        self._bench = bench
        self._told = told
        self._answers = Answers(bench.control)
        self._played = 0
        self._longest = 0
        self._not_next: tuple[_Failure, int] | None = None

    async def every_seat(self, players: int) -> Line:
        """A game in each seat, until one fails."""
        check, before, resigned = Check.seats(players), len(self._answers), None
        for seat in range(players):
            failure = await self._in_seat(players, seat)
            self._told(players * (players - 1) // 2 + seat)
            if failure is None:
                continue
            line = failure.line(check, f"seat {seat}: {failure}", failure.advice)
            if failure.termination is not Termination.RESIGNED:
                return line
            resigned = resigned or line
        answers = len(self._answers) - before
        figures = {"games": players, "answers": answers}
        done = Line(check, Verdict.PASS, f"{players} games, {answers} answers", figures=figures)
        return resigned or done

    def next_game(self) -> Line:
        """Whether one process could play one game after another, as the seats have shown."""
        if self._not_next is not None:
            failure, games = self._not_next
            detail = f"game {games + 1} on a stream: {failure}; on a stream of its own it went well"
            return failure.line(Check.NEXT_GAME, detail, ADVICE[Check.NEXT_GAME])
        if self._longest < 2:
            return Line(Check.NEXT_GAME, Verdict.SKIPPED, "no process has played two games to their ends")
        detail, figures = f"{self._longest} games on one stream", {"games": self._longest}
        return Line(Check.NEXT_GAME, Verdict.PASS, detail, figures=figures)

    async def newer_arena(self) -> Line:
        """A short game whose messages have what the bot cannot know."""
        setup = self._short_game(Check.NEWER_ARENA)
        return await self._special(
            Check.NEWER_ARENA,
            lambda bot: play(setup, NewerArena(bot.session), 0, self._bench.stalled_us),
            "unknown fields and events ignored",
        )

    async def same_game(self) -> Line:
        """A game that becomes void as soon as the bot is ready, and the same game again, a short one."""
        setup = self._short_game(Check.SAME_GAME)

        async def play_twice(bot: RunningBot) -> PlayedGame:
            await bot.session.begin(GameStart(setup, 0))
            void = "the check plays this game again"
            bot.session.end(GameEnd(setup.game_id, Termination.VOID, (), (0, 0), void))
            return await play(setup, bot.session, 0, self._bench.stalled_us)

        line = await self._special(Check.SAME_GAME, play_twice, "ready a second time, and played")
        if line.verdict is Verdict.FAIL and self._not_next is not None:
            return Line(Check.SAME_GAME, Verdict.SKIPPED, _NO_SECOND_GAME)
        return line

    def time(self) -> Line:
        """The slowest answer of all games, and how slow they are on the whole."""
        answers = self._answers
        if not len(answers):
            return Line(Check.TIME, Verdict.SKIPPED, "it has never answered")
        slowest, limit = answers.slowest_us, answers.limit_us
        verdict = Verdict.FAIL if slowest > limit else Verdict.HINT if slowest > limit / 2 else Verdict.PASS
        words = f"slowest {_ms(slowest)}, median {_ms(answers.median_us)}, limit {limit / 1000:g} ms"
        figures = {"slowest_us": slowest, "median_us": answers.median_us, "limit_us": limit}
        advice = "" if verdict is Verdict.PASS else ADVICE[Check.TIME]
        return Line(Check.TIME, verdict, words, advice, figures={**figures, "answers": len(answers)})

    # seats

    async def _in_seat(self, players: int, seat: int) -> _Failure | None:
        """Play a seat, and if it fails after other games once more alone, to see what is to blame."""
        await self._look_after()
        setup = self._setup(f"{players} players, seat {seat}", players, seat)
        before = self._bench.games
        failure = await self._attempt(self._plain(setup, seat), seat)
        if failure is None or not before:
            return failure
        alone = await self._attempt(self._plain(setup, seat), seat)
        if alone is None:
            self._not_next = failure, before
            await self._bench.drop()  # from now on every game has a process of its own
        return alone

    async def _look_after(self) -> None:
        """See whether the process that has played broke after its game, so that it plays no next one."""
        if fault := self._bench.lost:
            games, output = self._bench.games, await self._bench.drop()
            self._not_next = _Failure(fault.termination, fault.reason, output, fault.exit_code), games

    def _plain(self, setup: GameSetup, seat: int) -> "_Game":
        return lambda bot: play(setup, bot.session, seat, self._bench.stalled_us)

    def _setup(self, title: str, players: int, seat: int) -> GameSetup:
        return game_setup(title, self._bench.manifest.name, seat, players, self._bench.control)

    def _short_game(self, check: Check) -> GameSetup:
        return game_setup(check, self._bench.manifest.name, 0, 2, self._bench.control, SHORT)

    # games

    async def _special(self, check: Check, game: "_Game", well: str) -> Line:
        """A game that is no use where no plain one goes well."""
        if not self._played:
            return Line(check, Verdict.SKIPPED, _NOTHING_PLAYED)
        await self._look_after()
        failure = await self._attempt(game, 0)
        if failure is None:
            return Line(check, Verdict.PASS, well)
        # too late is too late, whatever was asked
        late = failure.termination is Termination.TIMEOUT
        return failure.line(check, str(failure), failure.advice if late else ADVICE[check])

    async def _attempt(self, game: "_Game", seat: int) -> _Failure | None:
        """Play a game until it counts; a bot that fails in it is ended."""
        reason = ""
        for _ in range(limits.ATTEMPTS):
            try:
                bot = await self._bench.bot()
                played = await game(bot)
            except PlayerFault as fault:
                output = await self._bench.drop() or fault.output_tail
                return _Failure(fault.termination, fault.reason, output, fault.exit_code)
            failure = await self._judge(bot, played, seat)
            if failure is None or failure.termination is not Termination.VOID:
                return failure
            reason = failure.reason
        return _Failure(Termination.VOID, reason, "")

    async def _judge(self, bot: RunningBot, game: PlayedGame, seat: int) -> _Failure | None:
        if game.termination is Termination.VOID:
            await self._bench.drop()
            return _Failure(Termination.VOID, game.reason, "")
        self._answers.add(game, seat)
        if game.faults:
            fault = game.faults[0]
            output = await self._bench.drop()
            return _Failure(fault.termination, fault.reason, output, fault.exit_code)
        bot.games += 1
        self._played += 1
        self._longest = max(self._longest, bot.games)
        if self._not_next is not None:
            await self._bench.drop()
        return None


_Game = Callable[[RunningBot], Awaitable[PlayedGame]]


def _ms(us: int) -> str:
    return f"{us / 1000:.1f} ms"
