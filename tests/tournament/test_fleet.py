"""Bot processes between games: kept for games they may share, never used again after anything else."""

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from arena.bots.manifest import Manifest, load
from arena.referee import PlayerFault, Termination
from arena.sessions import serve
from arena.tournament import fleet as fleet_module
from arena.tournament.fleet import Fleet, fleet_for

pytestmark = pytest.mark.slow

GUARD_S = 60
RANDOM = load("builtin:random", Path("/"))


@asynccontextmanager
async def running_fleet(connect_us: int = 60_000_000) -> AsyncIterator[Fleet]:
    with trio.fail_after(GUARD_S):
        async with (
            serve(sessions=20, connect_us=connect_us) as server,
            fleet_for(server, connect_us=connect_us, reconnect_us=0) as fleet,
        ):
            yield fleet


def python(code: str) -> Manifest:
    return Manifest("bot", "", "", "", (sys.executable, "-c", code), (), Path("/"), "bot", "")


def alive(pid: int | None) -> bool:
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_bot_that_did_nothing_wrong_plays_again_what_it_may_share() -> None:
    async with running_fleet() as fleet:
        first = await fleet.take(RANDOM, ("random", 0))
        assert await fleet.give_back(first, clean=True) == ""
        again = await fleet.take(RANDOM, ("random", 0))
        assert again is first
        other = await fleet.take(RANDOM, ("random", 1))
        busy = await fleet.take(RANDOM, ("random", 0))
        assert len({first.process.pid, other.process.pid, busy.process.pid}) == 3
    assert not any(alive(bot.process.pid) for bot in (first, other, busy))


async def test_a_bot_of_a_broken_game_or_without_a_share_is_never_used_again() -> None:
    async with running_fleet() as fleet:
        unclean = await fleet.take(RANDOM, ("random", 0))
        await fleet.give_back(unclean, clean=False)
        assert not alive(unclean.process.pid)
        fresh = await fleet.take(RANDOM, None)
        await fleet.give_back(fresh, clean=True)
        assert not alive(fresh.process.pid)
        assert await fleet.take(RANDOM, ("random", 0)) is not unclean


async def test_a_bot_that_dies_between_games_is_replaced() -> None:
    async with running_fleet() as fleet:
        first = await fleet.take(RANDOM, ("random", 0))
        await fleet.give_back(first, clean=True)
        assert first.process.pid is not None
        os.kill(first.process.pid, signal.SIGKILL)
        while first.session.reusable:
            await trio.sleep(0.01)
        assert await fleet.take(RANDOM, ("random", 0)) is not first


async def test_of_too_many_idle_bots_the_one_that_waited_longest_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fleet_module, "IDLE_PROCESSES", 1)
    async with running_fleet() as fleet:
        old = await fleet.take(RANDOM, ("random", 0))
        new = await fleet.take(RANDOM, ("random", 1))
        await fleet.give_back(old, clean=True)
        await fleet.give_back(new, clean=True)
        await old.process.exited.wait()
        assert await fleet.take(RANDOM, ("random", 1)) is new


async def test_a_bot_that_cannot_be_started_is_a_no_show_with_the_reason() -> None:
    missing = Manifest("bot", "", "", "", ("/no/such/program",), (), Path("/"), "bot", "")
    async with running_fleet() as fleet:
        with pytest.raises(PlayerFault, match="/no/such/program") as fault:
            await fleet.take(missing, ("bot", 0))
    assert fault.value.termination is Termination.NO_SHOW


async def test_a_bot_that_ends_before_hello_is_a_no_show_with_its_last_words() -> None:
    async with running_fleet() as fleet:
        with pytest.raises(PlayerFault) as fault:
            await fleet.take(python("import sys; print('no brain'); sys.exit(3)"), ("bot", 0))
    assert fault.value.termination is Termination.NO_SHOW
    assert (fault.value.exit_code, fault.value.output_tail) == (3, "no brain\n")


async def test_a_bot_that_never_says_hello_is_a_no_show_and_ended() -> None:
    async with running_fleet(connect_us=500_000) as fleet:
        with pytest.raises(PlayerFault, match="did not say Hello within 500 ms") as fault:
            await fleet.take(python("import time; time.sleep(600)"), ("bot", 0))
        assert fleet._all == set()
    assert fault.value.termination is Termination.NO_SHOW


async def test_a_cancelled_fleet_ends_every_bot() -> None:
    pids: list[int | None] = []
    with trio.CancelScope() as scope:
        async with running_fleet() as fleet:
            idle = await fleet.take(RANDOM, ("random", 0))
            busy = await fleet.take(RANDOM, ("random", 1))
            await fleet.give_back(idle, clean=True)
            pids += [idle.process.pid, busy.process.pid]
            scope.cancel()
            await trio.sleep_forever()
    assert len(pids) == 2
    assert not any(alive(pid) for pid in pids)
