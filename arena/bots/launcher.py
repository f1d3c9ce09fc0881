"""Starts bots, and tells when and how they end.

Responsible for the arena's side of a bot process: its environment, its supervisor, its last words.
It knows nothing of games, of who may connect and of what an address looks like. How the process is
watched and ended with all its descendants is the business of `supervisor.py`, the other side.
"""

import base64
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import trio

from arena.bots.manifest import Manifest

__all__ = ["BotProcess", "ExitHook", "launch", "launch_build"]

STOP_LIMIT_S = 5.0  # the supervisor's 3 s of grace, and time to clean up
_CHUNK_BYTES = 64 * 1024
_NOISE_BYTES = 4 * 1024
_STANDARD_ERROR = 2
_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_PROXY_VARIABLES = frozenset({"http_proxy", "https_proxy", "all_proxy", "grpc_proxy", "no_proxy"})
_NO_REPORT = "arena: the supervisor of this process ended without a report\n"

ExitHook: TypeAlias = Callable[["BotProcess"], None]


async def launch(
    nursery: trio.Nursery,
    manifest: Manifest,
    *,
    address: str,
    token: str,
    on_exit: ExitHook | None = None,
) -> "BotProcess":
    """Start a bot and return once its process runs, or it is known that it cannot.

    A bot that cannot be started is returned all the same, with `start_error` and `exited` set. The
    process lives as long as the nursery at most: when that is cancelled, the bot is stopped first.
    `on_exit` is called once, in the trio thread, when `exited` is set; for a bot that cannot be
    started, before this returns. What it raises ends the nursery.

    Raises:
        OSError: the host is at fault, for example it has no process or descriptor left.
    """
    program = _Program(manifest.folder, manifest.command, _environment(address, token))
    bot: BotProcess = await nursery.start(_supervise, program, on_exit)
    return bot


async def launch_build(nursery: trio.Nursery, manifest: Manifest) -> "BotProcess":
    """Start the build of a bot as `launch` does a bot; it ends as bots do, with all that it has started.

    What it prints goes to the arena's standard error, so that its `tail` is empty. Its environment is the
    arena's own, since builds download things.

    Raises:
        OSError: the host is at fault.
    """
    program = _Program(manifest.folder, manifest.build, os.environ, shown=True)
    build: BotProcess = await nursery.start(_supervise, program, None)
    return build


@dataclass(frozen=True)
class _Program:
    """What is to be run."""

    folder: Path
    command: tuple[str, ...]
    environment: Mapping[str, str]
    shown: bool = False
    """Whether what it prints goes to the arena's standard error, and is not kept."""


class BotProcess:
    """A bot's process, from its start until nothing of it and of its descendants is left."""

    def __init__(
        self,
        supervisor: trio.Process,
        on_exit: ExitHook | None,
        task_status: trio.TaskStatus["BotProcess"],
    ) -> None:
        self.pid: int | None = None
        """The number of the bot's own process; None where it could not be started."""
        self.exited = trio.Event()
        """Set within milliseconds when the bot's own process ends, by itself or by `stop`."""
        self.gone = trio.Event()
        """Set when nothing of it and its descendants is left."""
        self.exit_code: int | None = None
        """As in `subprocess`, negative for a signal; None while it runs or where nobody knows."""
        self.tail = ""
        """The last 64 KiB of standard output and error together; complete once `exited` is set."""
        self.printed_bytes = 0
        """How much it wrote to standard output and error; complete as `tail` is."""
        self.left_behind = 0
        """How many processes of a bot that ended by itself outlived it; complete once `gone` is set."""
        self.start_error: str | None = None
        """Why the process could not be started, in words; None where it could."""
        self._supervisor = supervisor
        self._on_exit = on_exit
        self._task_status = task_status
        self._announced = False
        self._nothing_left = False
        self._patience = trio.CancelScope()
        self._unread = b""
        self._noise = b""

    async def stop(self) -> None:
        """End the process with all its descendants; returns when they are gone, within about 5 s.

        If they are gone but have left very many files, removing those may take longer.

        May be called at any time, more than once and at once by several tasks. It is shielded: a
        cancellation does not cut it short, and is delivered at the caller's next checkpoint.
        """
        with trio.CancelScope(shield=True):
            await self._ask_to_stop()
            await self.gone.wait()

    async def _ask_to_stop(self) -> None:
        limit = trio.current_time() + STOP_LIMIT_S
        self._patience.deadline = min(self._patience.deadline, limit)
        assert self._supervisor.stdin is not None
        await self._supervisor.stdin.aclose()
        self._supervisor.send_signal(signal.SIGCONT)  # its bot may have stopped it

    async def _follow(self) -> None:
        """Pass on what the supervisor reports until it is gone; if cancelled, end it first."""
        try:
            with self._patience:
                await self._read_reports()
        finally:
            with trio.CancelScope(shield=True):
                await self._finish()

    async def _finish(self) -> None:
        assert self._supervisor.stdout is not None
        try:
            await self._ask_to_stop()
            with trio.CancelScope(deadline=self._patience.deadline):
                await self._read_reports()
        finally:
            # One that is not gone by now has a descendant that not even SIGKILL ends. It is not
            # killed, since it goes on trying, and it ends by itself when it succeeds.
            with trio.CancelScope(deadline=self._patience.deadline):
                await self._supervisor.wait()
            if self._nothing_left:  # it removes the bot's files, which takes as long as there are many
                await self._supervisor.wait()
            await self._supervisor.stdout.aclose()
            self.gone.set()
            self._settle()

    async def _read_reports(self) -> None:
        assert self._supervisor.stdout is not None
        while chunk := await self._supervisor.stdout.receive_some(_CHUNK_BYTES):
            *lines, self._unread = (self._unread + chunk).split(b"\n")
            for line in lines:
                self._take_report(line)

    def _take_report(self, line: bytes) -> None:
        if not line.startswith(b'{"event": '):  # the traceback of a supervisor that failed
            self._noise = (self._noise + line + b"\n")[-_NOISE_BYTES:]
            return
        try:
            self._obey(json.loads(line))
        except (ValueError, KeyError, TypeError):  # forged by the bot
            self._noise = (self._noise + line + b"\n")[-_NOISE_BYTES:]

    def _obey(self, report: dict[str, Any]) -> None:
        """Take a report, once of each kind: a bot can write to its supervisor's pipe as well."""
        match report["event"]:
            case "started" if not self._announced:
                self.pid = int(report["pid"])
                self._announce()
            case "failed" if not self._announced:
                self._fail(str(report["reason"]))
            case "exited" if not self.exited.is_set():
                code, tail = int(report["code"]), _text(base64.b64decode(report["tail"]))
                self.printed_bytes = int(report["printed"])
                self.exit_code, self.tail = code, tail
                self._exit()
            case "left":
                self.left_behind = int(report["processes"])
            case "gone":
                self._nothing_left = True

    def _settle(self) -> None:
        """Say what can be said of a process whose supervisor did not say it."""
        if not self._announced:
            self._fail(_NO_REPORT + _text(self._noise))
        elif not self.exited.is_set():
            self.tail = _NO_REPORT + _text(self._noise)
            self._exit()

    def _fail(self, reason: str) -> None:
        self.start_error = reason
        self._announce()
        self._exit()

    def _announce(self) -> None:
        self._announced = True
        self._task_status.started(self)

    def _exit(self) -> None:
        self.exited.set()
        if self._on_exit is not None:
            self._on_exit(self)


async def _supervise(
    program: _Program,
    on_exit: ExitHook | None,
    *,
    task_status: trio.TaskStatus[BotProcess],
) -> None:
    """Run one program from its start to its end, with a folder for its temporary files."""
    folder = tempfile.mkdtemp(prefix="arena-bot-")
    try:
        supervisor = await _open_supervisor(program, folder)
        await BotProcess(supervisor, on_exit, task_status)._follow()
    finally:
        # The supervisor has removed it, unless it was killed or never started.
        if os.path.lexists(folder):
            with trio.CancelScope(shield=True):
                await trio.run_process(["rm", "-rf", "--", folder], check=False, capture_stderr=True)


async def _open_supervisor(program: _Program, folder: str) -> trio.Process:
    arguments = [*(["--show"] if program.shown else []), folder, str(program.folder), *program.command]
    return await trio.lowlevel.open_process(
        [sys.executable, "-I", "-S", str(_SUPERVISOR), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=_STANDARD_ERROR if program.shown else subprocess.STDOUT,
        env={**program.environment, "TMPDIR": folder},
        start_new_session=True,
    )


def _environment(address: str, token: str) -> dict[str, str]:
    """The arena's own environment without what breaks loopback gRPC, and the way to the arena."""
    kept = {name: value for name, value in os.environ.items() if name.lower() not in _PROXY_VARIABLES}
    return {**kept, "ARENA_ADDRESS": address, "ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"}


def _text(output: bytes) -> str:
    return output.decode("utf-8", "backslashreplace")
