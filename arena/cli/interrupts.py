"""Work that a signal ends in order, with all the processes that it has started.

What becomes of what was done until then is known to the command. Tournaments are ended in another way, see
`playing.py`.
"""

import os
import signal
from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio

from arena.cli.exit_codes import INTERRUPTED

__all__ = ["Interrupted", "until_signal"]

T = TypeVar("T")


class Interrupted(Exception):  # noqa: N818 - no error of anybody's
    """A signal has ended the work; what comes of it, in words."""


def until_signal(work: Callable[[], Awaitable[T]], sentence: str) -> T:
    """What some work comes to.

    Raises:
        Interrupted: with the sentence, if SIGINT, SIGTERM or SIGHUP came before.
    """
    done = trio.run(_until_signal, work)
    if not done:
        raise Interrupted(sentence)
    return done[0]


async def _until_signal(work: Callable[[], Awaitable[T]]) -> list[T]:
    done: list[T] = []
    scope = trio.CancelScope()
    async with trio.open_nursery() as nursery:
        await nursery.start(_obey_signals, scope)
        with scope:
            done.append(await work())
        nursery.cancel_scope.cancel()
    return done


async def _obey_signals(scope: trio.CancelScope, *, task_status: trio.TaskStatus[None]) -> None:
    """The first signal ends the work and its processes, the second leaves that to their supervisors."""
    may_be_ignored = (signal.SIGINT, signal.SIGHUP)  # by nohup, or a shell for its background jobs
    heeded = [one for one in may_be_ignored if signal.getsignal(one) is not signal.SIG_IGN]
    with trio.open_signal_receiver(signal.SIGTERM, *heeded) as signals:
        task_status.started()
        async for _ in signals:
            if scope.cancel_called:
                os._exit(INTERRUPTED)
            scope.cancel()
