"""How real bot processes end, and that nothing of them is left, whoever ends them and how."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from arena.bots import supervisor
from arena.bots.launcher import launch
from tests.bots.processes import (
    HANG_GUARD_S,
    SLIPPERY,
    STUBBORN,
    marked,
    parent_of,
    python,
    run,
    start,
    wait_for,
    wait_until,
)

pytestmark = pytest.mark.slow

ARENA = """
import signal, sys
from pathlib import Path
import trio
from arena.bots.launcher import launch
from arena.bots.manifest import Manifest

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests run in the background


async def main():
    marker, *codes = sys.argv[1:]
    async with trio.open_nursery() as nursery:
        for code in codes:
            command = (sys.executable, "-c", code, marker)
            bot = Manifest("bot", "", "", "", command, (), Path("/"), "bot", "")
            await launch(nursery, bot, address="", token="")
        print("launched", flush=True)

trio.run(main)
"""


async def test_the_exit_is_told_while_a_descendant_keeps_the_output_open(marker: str) -> None:
    child = [sys.executable, "-c", STUBBORN, marker]
    code = f"import subprocess; subprocess.Popen({child!r})"
    told: list[int | None] = []
    async with trio.open_nursery() as nursery:
        manifest = python(code)
        process = await launch(
            nursery, manifest, address="", token="", on_exit=lambda it: told.append(it.exit_code)
        )
        with trio.fail_after(HANG_GUARD_S):
            await process.exited.wait()
        assert told == [process.exit_code] == [0]
        await process.stop()
        assert marked(marker) == []
    assert told == [0]


async def test_a_flood_without_end_is_stopped(marker: str) -> None:
    code = "import os\nwhile True: os.write(1, b'x' * 100_000)"
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python(code, marker))
        await trio.sleep(0.1)
        await process.stop()
    assert process.exit_code == -signal.SIGTERM
    assert process.tail == "x" * 64 * 1024


@pytest.mark.parametrize("code", [STUBBORN, SLIPPERY])
async def test_after_stop_nothing_is_left(code: str, marker: str, tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    tell = code.replace('print("ready", flush=True)', f"open({str(ready)!r}, 'w').close()")
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python(tell, marker))
        await wait_until(ready.exists)
        await process.stop()
        assert marked(marker) == []
        assert process.exited.is_set()


async def test_a_polite_bot_may_tidy_up(marker: str) -> None:
    code = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(5))
print("ready", flush=True)
time.sleep(1000)
"""
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python(code, marker))
        pid = process.pid
        assert pid is not None
        await wait_until(lambda: handles(pid, signal.SIGTERM))
        await process.stop()
        await process.stop()
    assert process.exit_code == 5
    assert process.tail == "ready\n"


def handles(pid: int, number: signal.Signals) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(caught >> (number - 1) & 1)


async def test_stop_may_be_called_by_several_at_once(marker: str) -> None:
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python("import time; time.sleep(1000)", marker))
        async with trio.open_nursery() as stoppers:
            for _ in range(3):
                stoppers.start_soon(process.stop)
        assert process.exit_code == -signal.SIGTERM


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_for_the_arena_ends_neither_supervisor_nor_bot(
    sent: signal.Signals, marker: str
) -> None:
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python("import time; time.sleep(1000)", marker))
        assert process.pid is not None
        parent = parent_of(process.pid)
        os.kill(parent, sent)
        assert len({os.getsid(pid) for pid in (0, parent, process.pid)}) == 3
        with trio.move_on_after(0.2):
            await process.exited.wait()
        assert not process.exited.is_set()
        await process.stop()


async def test_a_bot_that_kills_its_supervisor_dies_with_it(marker: str) -> None:
    code = "import os, time; os.kill(os.getppid(), 9); time.sleep(1000)"
    process = await run(python(code, marker))
    assert process.exit_code is None
    assert process.tail == "arena: the supervisor of this process ended without a report\n"
    await wait_until(lambda: marked(marker) == [])


async def test_what_outlives_a_bot_that_ended_by_itself_is_counted_and_ended(marker: str) -> None:
    code = """
import os, time
for _ in range(2):
    if os.fork() == 0:
        time.sleep(1000)
print("bye")
"""
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python(code, marker))
        await process.gone.wait()
    assert (process.exit_code, process.left_behind, process.printed_bytes) == (0, 2, len("bye\n"))
    assert marked(marker) == []


async def test_what_a_bot_that_was_stopped_leaves_is_not_counted(marker: str) -> None:
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python(STUBBORN, marker))
        await process.stop()
    assert process.left_behind == 0


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_when_the_arena_is_killed(kill: signal.Signals, marker: str) -> None:
    command = [sys.executable, "-c", ARENA, marker, STUBBORN, SLIPPERY, STUBBORN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as arena:
        assert arena.stdout is not None
        assert arena.stdout.readline() == b"launched\n"
        assert len(marked(marker)) > 3
        arena.send_signal(kill)
    wait_for(lambda: marked(marker) == [])


def test_an_arena_that_does_not_read_holds_nothing_up(marker: str, tmp_path: Path) -> None:
    """The tail is longer than a pipe holds, so the supervisor cannot say it; it must act anyway."""
    descendant = f"{marker}-descendant"
    code = f"""
import os, subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", {descendant!r}])
os.write(1, b"x" * 70_000)
"""
    bot_words = [str(tmp_path / "files"), "/", sys.executable, "-c", code, marker]
    command = [sys.executable, "-I", "-S", supervisor.__file__, *bot_words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"{"
        wait_for(lambda: marked(marker) == [process.pid] and marked(descendant) == [])
        assert process.poll() is None
        assert process.stdout.read().endswith(b'{"event": "gone"}\n')
    assert process.returncode == 0


def test_children_are_known_on_a_kernel_that_does_not_list_them() -> None:
    with subprocess.Popen(["sleep", "1000"]) as child:
        assert supervisor.is_child(child.pid)
        assert not supervisor.is_child(os.getpid())
        child.kill()
    assert not supervisor.is_child(child.pid)


async def test_a_cancelled_nursery_ends_its_bots(marker: str) -> None:
    processes = []
    async with trio.open_nursery() as nursery:
        for code in (STUBBORN, "import time; time.sleep(1000)"):
            processes.append(await start(nursery, python(code, marker)))
        nursery.cancel_scope.cancel()
    assert marked(marker) == []
    assert all(process.exited.is_set() for process in processes)
    assert processes[1].exit_code == -signal.SIGTERM


async def test_a_cancelled_launch_leaves_nothing(marker: str) -> None:
    async with trio.open_nursery() as nursery:
        for delay_s in (0, 0.001, 0.01, 0.02, 0.03):
            with trio.move_on_after(delay_s) as scope:
                await start(nursery, python(STUBBORN, marker))
                scope.cancel()
                await trio.lowlevel.checkpoint()
        nursery.cancel_scope.cancel()
    assert marked(marker) == []


async def test_stop_is_not_cut_short_by_a_cancellation(marker: str) -> None:
    async with trio.open_nursery() as nursery:
        process = await start(nursery, python("import time; time.sleep(1000)", marker))
        with trio.CancelScope() as scope:
            scope.cancel()
            await process.stop()
            assert marked(marker) == []
        assert process.exit_code == -signal.SIGTERM
