"""What shows in games, with good and bad bots as real processes."""

from pathlib import Path
from typing import Any

import pytest

from arena.bots.manifest import Manifest
from arena.check import game_checks as module
from arena.check import limits
from arena.check.game_checks import GAMES, GameChecks
from arena.check.games import SHORT, game_setup
from arena.check.life_checks import goodbye
from arena.check.report import Check, Line, Verdict
from arena.engine import Move
from arena.referee import GameSetup, PlayedGame, Termination, TurnPlayed
from tests.check.benches import GREEDY, bench_for, scripted
from tests.misbehaviour.tournaments import limits as limits_of

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few rounds show as much as a whole game."""

    def short(*arguments: Any) -> GameSetup:
        title, bot, seat, players, control, *_ = arguments
        return game_setup(title, bot, seat, players, control, SHORT)

    monkeypatch.setattr(module, "game_setup", short)


async def lines_of(manifest: Manifest, players: tuple[int, ...] = (2,), **changes: int) -> dict[Check, Line]:
    """What all games of a bot show, or those with some numbers of players."""
    async with bench_for(manifest, **changes) as bench:
        checks = GameChecks(bench, lambda _: None)
        lines = [await checks.every_seat(number) for number in players]
        lines += [checks.next_game(), await checks.newer_arena(), await checks.same_game(), checks.time()]
    return {line.check: line for line in lines}


def verdicts(lines: dict[Check, Line]) -> dict[Check, Verdict]:
    return {check: line.verdict for check, line in lines.items()}


async def test_a_good_bot_passes_them_all_in_one_process() -> None:
    told: list[int] = []
    async with bench_for(GREEDY) as bench:
        checks = GameChecks(bench, told.append)
        lines = [await checks.every_seat(players) for players in (2, 3, 4)]
        lines += [checks.next_game(), await checks.newer_arena(), await checks.same_game(), checks.time()]
    assert {line.verdict for line in lines} == {Verdict.PASS}
    assert told == list(range(1, GAMES + 1))
    assert lines[3].figures == {"games": GAMES}
    assert lines[6].figures["answers"] == 11 * 3
    assert len(bench.processes) == 1


@pytest.mark.parametrize(
    ("do", "detail"),
    [
        ("crashes-in-turn", "seat 0: CRASH: its process ended with exit code 7"),
        ("illegal-move", "seat 0: ILLEGAL_MOVE: "),
        ("no-answer", "seat 0: PROTOCOL_ERROR: MoveChosen without an answer"),
        ("half-closes", "seat 0: DISCONNECT: the bot closed the stream"),
    ],
)
async def test_a_bot_that_fails_in_every_game_fails_and_the_special_games_are_skipped(
    do: str, detail: str, tmp_path: Path
) -> None:
    lines = await lines_of(scripted(tmp_path, do))
    assert lines[Check.TWO_PLAYERS].verdict is Verdict.FAIL
    assert lines[Check.TWO_PLAYERS].detail.startswith(detail)
    assert lines[Check.TWO_PLAYERS].advice
    assert {lines[check].verdict for check in (Check.NEXT_GAME, Check.NEWER_ARENA, Check.SAME_GAME)} == {
        Verdict.SKIPPED
    }
    assert "index out of range" in lines[Check.TWO_PLAYERS].output or do != "crashes-in-turn"


async def test_a_host_that_cannot_play_games_is_no_failure_of_the_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def stalled(setup: GameSetup, *_: object) -> PlayedGame:
        return PlayedGame(setup, (), (), Termination.VOID, (), (0, 0), "the host stalled for 9 ms", 9)

    monkeypatch.setattr(module, "play", stalled)
    monkeypatch.setattr(limits, "ATTEMPTS", 2)
    lines = await lines_of(GREEDY)
    assert set(verdicts(lines).values()) == {Verdict.SKIPPED}
    assert lines[Check.TWO_PLAYERS].detail == "the host stalled for 9 ms"


async def test_a_bot_that_is_not_ready_fails(tmp_path: Path) -> None:
    lines = await lines_of(scripted(tmp_path, "hangs-at-start"), ready_us=500_000)
    assert lines[Check.TWO_PLAYERS].detail == "seat 0: NO_SHOW: it was not ready within 500 ms"
    assert lines[Check.TIME].verdict is Verdict.SKIPPED


async def test_an_answer_after_its_limit_fails_and_counts_as_the_slowest(tmp_path: Path) -> None:
    lines = await lines_of(scripted(tmp_path, "answers-late"), move_us=2_000_000)
    assert lines[Check.TWO_PLAYERS].detail.startswith("seat 0: TIMEOUT: ")
    assert lines[Check.TIME].verdict is Verdict.FAIL
    assert lines[Check.TIME].figures["slowest_us"] >= 2_000_000


@pytest.mark.parametrize(
    ("slowest_us", "verdict"),
    [
        (500_000, Verdict.PASS),
        (500_001, Verdict.HINT),
        (1_000_000, Verdict.HINT),
        (1_000_001, Verdict.FAIL),
    ],
)
async def test_half_of_the_limit_is_worth_a_hint_and_more_than_all_of_it_a_failure(
    slowest_us: int, verdict: Verdict
) -> None:
    setup = game_setup("time", "bot", 0, 2, limits_of(move_us=1_000_000), SHORT)
    turn = TurnPlayed(0, Move.pass_(), 0, 0, 0, slowest_us, None)
    async with bench_for(GREEDY, move_us=1_000_000) as bench:
        checks = GameChecks(bench, lambda _: None)
        game = PlayedGame(setup, (turn,), (), Termination.NORMAL, (1, 2), (0, 0), "", 0)
        checks._answers.add(game, 0)
        assert checks.time().verdict is verdict


async def test_a_bot_that_gives_up_gets_a_hint(tmp_path: Path) -> None:
    lines = await lines_of(scripted(tmp_path, "resigns"))
    assert lines[Check.TWO_PLAYERS].verdict is Verdict.HINT
    assert lines[Check.TWO_PLAYERS].detail == "seat 0: RESIGNED: the bot resigned"


async def test_a_bot_that_cannot_play_a_second_game_is_told_apart_from_one_that_cannot_play_a_seat(
    tmp_path: Path,
) -> None:
    lines = await lines_of(scripted(tmp_path, "crashes-in-turn", "--from-game", "2"), (2, 3))
    assert lines[Check.TWO_PLAYERS].verdict is Verdict.PASS
    assert lines[Check.THREE_PLAYERS].verdict is Verdict.PASS
    assert lines[Check.NEXT_GAME].verdict is Verdict.FAIL
    assert lines[Check.NEXT_GAME].detail == (
        "game 2 on a stream: CRASH: its process ended with exit code 7; on a stream of its own it went well"
    )
    assert "index out of range" in lines[Check.NEXT_GAME].output


@pytest.mark.parametrize(
    "do", ["crashes-after-the-game", "hangs-after-the-game", "crashes-in-turn", "hangs-in-turn"]
)
async def test_a_bot_that_plays_one_game_only_is_blamed_for_the_next_one_and_nothing_else(
    do: str, tmp_path: Path
) -> None:
    first = "1" if "after" in do else "2"
    bot = scripted(tmp_path, do, "--from-game", first, "--at-turn", "1")
    impatient = {"hangs-after-the-game": {"ready_us": 2_000_000}, "hangs-in-turn": {"move_us": 2_000_000}}
    async with bench_for(bot, **impatient.get(do, {})) as bench:
        checks = GameChecks(bench, lambda _: None)
        lines = [await checks.every_seat(2), checks.next_game()]
        lines += [await checks.newer_arena(), await checks.same_game(), await goodbye(bench)]
    assert [line.verdict for line in lines] == [
        Verdict.PASS,
        Verdict.FAIL,
        Verdict.PASS,
        Verdict.SKIPPED,
        Verdict.PASS,
    ]
    assert lines[1].detail.startswith("game 2 on a stream: ")
    assert lines[3].detail == "it plays no second game on a stream, whichever it is"


async def test_a_bot_that_broke_between_two_games_is_told_so(tmp_path: Path) -> None:
    async with bench_for(scripted(tmp_path, "crashes-after-the-game", "--from-game", "2")) as bench:
        checks = GameChecks(bench, lambda _: None)
        await checks.every_seat(2)
        bot = await bench.bot()
        await bot.session.broken()
        lines = [await checks.every_seat(3), checks.next_game()]
    assert [line.verdict for line in lines] == [Verdict.PASS, Verdict.FAIL]
    assert lines[1].detail.startswith("game 3 on a stream: CRASH: its process ended with exit code 7; ")
    assert lines[1].output == "nothing left to do\n"


@pytest.mark.parametrize("do", ["breaks-at-unknown-fields", "breaks-at-unknown-events"])
async def test_a_bot_that_takes_nothing_from_a_newer_arena_fails_there_only(do: str, tmp_path: Path) -> None:
    lines = await lines_of(scripted(tmp_path, do, "--at-turn", "1"))
    assert lines[Check.NEWER_ARENA].detail.endswith(": its process ended with exit code 7")
    assert {check for check, verdict in verdicts(lines).items() if verdict is not Verdict.PASS} == {
        Check.NEWER_ARENA
    }
    assert verdicts(lines)[Check.NEWER_ARENA] is Verdict.FAIL


async def test_a_bot_that_refuses_a_game_it_knows_fails_there_only(tmp_path: Path) -> None:
    lines = await lines_of(scripted(tmp_path, "refuses-a-known-game"), ready_us=2_000_000)
    assert lines[Check.SAME_GAME].detail == "NO_SHOW: it was not ready within 2000 ms"
    assert verdicts(lines)[Check.SAME_GAME] is Verdict.FAIL
    assert lines[Check.NEWER_ARENA].verdict is Verdict.PASS
