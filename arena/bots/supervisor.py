"""Runs one bot process and ends it with everything that it started.

    python -I -S supervisor.py [--show] TMPDIR FOLDER PROGRAM [ARGUMENT ...]

The program is a bot, or with `--show` the build of one: then it writes to the standard error that the
supervisor was given, and nothing of that is kept.

Responsible for the life of one process and all its descendants. A program of its own, started by
`launcher.py` with `python -I -S`; it imports nothing of the arena and knows nothing of games, and
little enough of the standard library that it is up within milliseconds.

    standard input    held open by the arena; its end, or the word `stop`, ends the bot. It ends by
                      itself when the arena does, however that happens.
    standard output   one JSON object a line:
                      {"event": "started", "pid": 123}
                      {"event": "failed", "reason": "cannot run './bot': Permission denied"}
                      {"event": "exited", "code": 1, "tail": "<base64>", "printed": 9}
                                                        when the bot itself ends; `printed` bytes by then
                      {"event": "left", "processes": 2} when it ended by itself and left some behind
                      {"event": "gone"}                 no process is left and TMPDIR is removed

How nothing is left behind: the supervisor is a child subreaper, so a descendant whose parent ends
becomes its child, whatever session or group it moved to. To end them it signals the process groups
of its own children until it has none. Only those are signalled, because only the number of a child
that is not yet reaped cannot have passed on to a stranger; and by group, because the kernel then
lets no member fork away from the signal.

Limits. If a bot kills its supervisor, the bot's first process dies with it, but what that process
had started lives on. A descendant that runs as another user cannot be signalled; it is tried again
until it ends. A bot that multiplies through ever new sessions can outrun the signals and exhaust the
host: only a limit on the number of processes, as a container or a cgroup sets it, holds against
that. What forks from the arena without an exec holds the control pipe open too, and must
end as well before the arena counts as gone. There is no sandbox here: a bot can do all that its
user can.
"""

# pathlib takes longer to import than all the rest together.
# ruff: noqa: PTH108, PTH114, PTH123, PTH208

import binascii
import ctypes
import errno
import json
import os
import resource
import select
import signal
import sys
import time
from typing import NoReturn

CONTROL, REPORTS, ERRORS = 0, 1, 2  # the numbers of the standard streams
TAIL_BYTES = 64 * 1024
CHUNK_BYTES = 64 * 1024
FINAL_DRAIN_BYTES = 1024 * 1024  # more than a pipe holds by default, less than a flood
GRACE_S = 3.0
LINGER_S = 0.1  # for children that see the end of their parent, and end too
ORPHAN_WAIT_MS = 50  # an orphan of an orphan arrives without a signal, so look again now and then
KILL_WAITS_MS = (1,) * 1000 + (200,)  # at first quick, to win against what forks; then patient

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
OWN_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # meant for the arena, not for us
CHANGED_SIGNALS = (*OWN_SIGNALS, signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ)

_prctl = ctypes.CDLL(None, use_errno=True).prctl


def main() -> None:
    """Run the bot named on the command line until nothing of it is left."""
    shown = sys.argv[1] == "--show"
    folder_for_files, folder, *command = sys.argv[2 if shown else 1 :]
    become_reaper()
    supervisor = Supervisor(shown=shown)
    if supervisor.start(folder, command):
        try:
            supervisor.watch()
            supervisor.linger()
        finally:
            supervisor.end_all()
    supervisor.report(event="gone")
    supervisor.flush()
    remove_folder(folder_for_files)


def become_reaper() -> None:
    """Let orphaned descendants become our children, and let no stray signal end us."""
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in OWN_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if _prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "cannot become a child subreaper")


class Supervisor:
    """The bot process, the end of its output, and what is still to be told to the arena."""

    def __init__(self, *, shown: bool) -> None:
        self._shown = shown
        self._main_pid = -1
        self._main_ended = False
        self._stop_asked = False
        self._has_children = True
        self._tail = bytearray()
        self._printed = 0
        self._unsent = bytearray()
        self._output, self._output_writer = os.pipe()
        self._output_open = True
        self._wakeups = watch_children()
        self._poll = select.poll()
        os.set_blocking(self._output, False)
        os.set_blocking(REPORTS, False)  # an arena that does not read must not hold us up
        for descriptor in (CONTROL, self._output, self._wakeups):
            self._poll.register(descriptor, select.POLLIN)

    def start(self, folder: str, command: list[str]) -> bool:
        """Start the bot and report it; False where it could not be started."""
        pid, failure = spawn(folder, command, ERRORS if self._shown else self._output_writer)
        os.close(self._output_writer)
        self._main_pid = pid
        if failure is None:
            self.report(event="started", pid=pid)
            return True
        os.waitpid(pid, 0)
        self.report(event="failed", reason=failure)
        return False

    def watch(self) -> None:
        """Wait until the bot has ended or the arena wants it to."""
        while not self._main_ended and not self._stop_asked:
            self._wait(None)

    def linger(self) -> None:
        """Report what a bot that ended by itself has left behind."""
        deadline = time.monotonic() + LINGER_S
        self._reap()
        while self._has_children and not self._stop_asked and time.monotonic() < deadline:
            self._wait(ORPHAN_WAIT_MS)
            self._reap()
        if self._has_children and not self._stop_asked:
            self.report(event="left", processes=len(children()))

    def end_all(self) -> None:
        """End every descendant: ask with SIGTERM, insist with SIGKILL after 3 s."""
        self._terminate(time.monotonic() + GRACE_S)
        round_number = 0
        while self._has_children:
            try:
                for group in groups_of_children():
                    signal_group(group, signal.SIGKILL)
            except OSError:
                pass  # a host that is short of everything; to give up would leave it so
            self._wait(KILL_WAITS_MS[min(round_number, len(KILL_WAITS_MS) - 1)])
            self._reap()
            round_number += 1

    def _terminate(self, deadline: float) -> None:
        self._reap()
        asked: set[int] = set()
        while self._has_children and time.monotonic() < deadline:
            for group in groups_of_children() - asked:
                asked.add(group)
                signal_group(group, signal.SIGTERM)
            self._wait(ORPHAN_WAIT_MS)

    def _wait(self, timeout_ms: int | None) -> None:
        """Do what there is to do now, or wait for something, at most for the given time."""
        for descriptor, _ in self._poll.poll(timeout_ms):
            if descriptor == CONTROL:
                self._read_control()
            elif descriptor == self._output:
                self._read_output()
            elif descriptor == self._wakeups:
                os.read(self._wakeups, CHUNK_BYTES)
                self._reap()
            else:
                self._send()

    def _read_control(self) -> None:
        said = os.read(CONTROL, CHUNK_BYTES)
        if not said or b"stop" in said:
            self._stop_asked = True
            self._poll.unregister(CONTROL)

    def _read_output(self) -> bool:
        """Keep the end of one chunk of output; False where there is none at present."""
        try:
            chunk = os.read(self._output, CHUNK_BYTES)
        except BlockingIOError:
            return False
        if not chunk and self._output_open:
            self._output_open = False
            self._poll.unregister(self._output)
        self._printed += len(chunk)
        self._tail += chunk
        del self._tail[:-TAIL_BYTES]
        return bool(chunk)

    def _reap(self) -> None:
        """Collect every child that has ended, the bot and orphans alike."""
        pid = 1
        while pid:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self._has_children = False
                return
            if pid == self._main_pid:
                self._report_exit(os.waitstatus_to_exitcode(status))

    def _report_exit(self, code: int) -> None:
        self._main_ended = True
        self._main_pid = -1  # the number may be another's from now on
        for _ in range(FINAL_DRAIN_BYTES // CHUNK_BYTES):
            if not self._read_output():
                break
        tail = binascii.b2a_base64(self._tail, newline=False).decode("ascii")
        self.report(event="exited", code=code, tail=tail, printed=self._printed)

    def report(self, **words: object) -> None:
        """Tell the arena something, now or as soon as it reads."""
        self._unsent += json.dumps(words).encode("ascii") + b"\n"
        self._poll.register(REPORTS, select.POLLOUT)
        self._send()

    def flush(self) -> None:
        """Wait until the arena has read everything or is gone."""
        os.set_blocking(REPORTS, True)
        while self._unsent:
            self._send()

    def _send(self) -> None:
        if not self._unsent:
            return
        try:
            sent = os.write(REPORTS, self._unsent)
        except BlockingIOError:
            return
        except OSError:
            sent = len(self._unsent)  # nobody reads any more
        del self._unsent[:sent]
        if not self._unsent:
            self._poll.unregister(REPORTS)


def watch_children() -> int:
    """A descriptor that becomes readable whenever a child ends."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    return reader


def spawn(folder: str, command: list[str], output: int) -> tuple[int, str | None]:
    """Start a program: its process number, and why it could not be started if it could not."""
    # A pipe that a successful exec closes: its end without a word is the good news.
    reader, writer = os.pipe()
    supervisor = os.getpid()
    pid = os.fork()
    if pid == 0:
        become_bot(supervisor, folder, command, output, writer)
    os.close(writer)
    with open(reader, encoding="utf-8", errors="replace") as words:
        return pid, words.read() or None


def become_bot(supervisor: int, folder: str, command: list[str], output: int, complaints: int) -> NoReturn:
    """Turn this forked process into the bot, or write why not and exit."""
    place = f"cannot enter {folder!r}"
    try:
        prepare(supervisor, output)
        os.chdir(folder)
        place = f"cannot run {command[0]!r}"
        os.execvp(command[0], command)
    except BaseException as error:
        reason = f"{place}: {explain(error, command[0])}"
        os.write(complaints, reason.encode("utf-8", "replace"))
    finally:
        os._exit(127)


def prepare(supervisor: int, output: int) -> None:
    """Give this process its own session, its streams, and the signals a fresh program expects."""
    os.setsid()
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != supervisor:
        os._exit(127)  # it died before it could take us along
    signal.set_wakeup_fd(-1)
    for number in CHANGED_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    # A core file would delay the news of a crash and change the content of the bot's folder.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    os.dup2(os.open(os.devnull, os.O_RDONLY), CONTROL)
    os.dup2(output, REPORTS)
    os.dup2(output, ERRORS)


def explain(error: BaseException, program: str) -> str:
    """Why a program did not start, in words that point at the cause."""
    if not isinstance(error, OSError):
        return repr(error)
    if error.errno == errno.ENOENT and os.path.lexists(program):
        return "the interpreter that its first line names does not exist"
    return error.strerror or repr(error)


def groups_of_children() -> set[int]:
    """The process groups that our children, living or not yet reaped, belong to."""
    groups = set()
    for pid in children():
        try:
            groups.add(os.getpgid(pid))
        except ProcessLookupError:
            continue
    return groups - {os.getpgrp()}


def children() -> list[int]:
    """The processes whose parent we are."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", "rb") as numbers:
            return [int(number) for number in numbers.read().split()]
    except FileNotFoundError:  # a kernel without CONFIG_PROC_CHILDREN
        return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if is_child(pid)]


def is_child(pid: int) -> bool:
    """Whether a process is a child of ours."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            after_the_name = stat.read().rpartition(b")")[2].split()
    except OSError:
        return False
    return int(after_the_name[1]) == os.getpid()


def signal_group(group: int, number: int) -> None:
    """Signal a whole process group; one that is gone or may not be signalled is left alone."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return


def remove_folder(folder: str) -> None:
    """Remove the bot's private folder, also where the bot took the rights to its parts away."""
    import subprocess  # not needed before the end, and slow to import

    if os.path.islink(folder):
        os.unlink(folder)  # the bot put it there; what it points to is not ours
        return
    # the tools of the system do it however deep the bot has nested its folders
    for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
        subprocess.run([*command, "--", folder], stderr=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    main()
