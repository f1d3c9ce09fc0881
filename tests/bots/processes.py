"""Misbehaving bots, and how to start bots and to find out which processes are left."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import trio

from arena.bots.launcher import BotProcess, launch
from arena.bots.manifest import Manifest

HANG_GUARD_S = 60

# Ignores SIGTERM and has a grandchild in a session of its own that does so too.
STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() > 0:
        os._exit(0)
print("ready", flush=True)
while True:
    time.sleep(1)
"""

# Moves to a new process and a new session all the time; as soon as one is seen, it is gone.
SLIPPERY = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
while True:
    if os.fork() > 0:
        os._exit(0)
    os.setsid()
"""


def marked(word: str) -> list[int]:
    """The living processes with a word on their command line, supervisors included."""
    # One that changes its number all the time may be missed once.
    return sorted({pid for _ in range(3) for pid in marked_now(word)})


def marked_now(word: str) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                words = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if word.encode() in words:
                found.append(int(folder.name))
    return found


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HANG_GUARD_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


async def wait_until(condition: Callable[[], bool]) -> None:
    with trio.fail_after(HANG_GUARD_S):
        while not condition():
            await trio.sleep(0.01)


def bot(*command: str, folder: Path = Path("/")) -> Manifest:
    return Manifest("bot", "", "", "", command, (), folder, "bot", "")


def python(code: str, *arguments: str, folder: Path = Path("/")) -> Manifest:
    return bot(sys.executable, "-c", code, *arguments, folder=folder)


async def start(nursery: trio.Nursery, manifest: Manifest) -> BotProcess:
    return await launch(nursery, manifest, address="tcp://127.0.0.1:1", token="secret")


async def run(manifest: Manifest) -> BotProcess:
    """Run a bot that ends by itself."""
    with trio.fail_after(HANG_GUARD_S):
        async with trio.open_nursery() as nursery:
            process = await start(nursery, manifest)
            await process.exited.wait()
            await process.stop()
    return process


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
