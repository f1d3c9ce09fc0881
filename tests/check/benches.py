"""Bots to check and where they run, without a whole check."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trio

from arena.bots.manifest import Manifest, load
from arena.check.bench import Bench
from arena.sessions import serve
from tests.misbehaviour.tournaments import SCRIPTED_BOT, limits

HANG_GUARD_S = 240.0
GREEDY, RANDOM = (load(f"builtin:{name}", Path("/")) for name in ("greedy", "random"))


def scripted(folder: Path, do: str, *arguments: str) -> Manifest:
    """A bot that misbehaves from its first start on."""
    words = ("--do", do, "--marker", str(folder), *arguments)
    return Manifest("bad", "", "", "", (sys.executable, str(SCRIPTED_BOT), *words), (), folder, do, do)


def python(code: str) -> Manifest:
    """A bot that is a few lines of Python, without a way to the arena."""
    return Manifest("bot", "", "", "", (sys.executable, "-c", code), (), Path("/"), "bot", "")


@asynccontextmanager
async def bench_for(manifest: Manifest, **changes: Any) -> AsyncIterator[Bench]:
    """Where a bot is tried out, with limits that no working bot exceeds but for the changes."""
    control = limits(**changes)
    with trio.fail_after(HANG_GUARD_S):
        async with (
            serve(sessions=4, connect_us=control.connect_us) as server,
            trio.open_nursery() as nursery,
        ):
            yield Bench(nursery, server, manifest, control, lambda: 0)
            nursery.cancel_scope.cancel()
