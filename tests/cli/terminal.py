"""`arena play` beside a test, which reads what is asked and answers it."""

import os
import signal
import subprocess
import sys
import threading

GUARD_S = 240.0
"""What takes longer than this hangs."""


class Terminal:
    """A game that runs beside the test, and is answered as it asks."""

    def __init__(self, *arguments: str) -> None:
        deaf_to_nothing = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
        program = f"{deaf_to_nothing}; from arena.cli import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, "play", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._guard = threading.Timer(GUARD_S, self._process.kill)
        self._guard.start()
        self.shown = ""
        self._past = 0

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self._guard.cancel()
        self._process.kill()
        self._process.communicate()

    def until(self, words: str) -> None:
        """Read on until some words are shown after those of the last time."""
        assert self._process.stdout is not None
        while (place := self.shown.find(words, self._past)) < 0:
            chunk = os.read(self._process.stdout.fileno(), 65536)
            assert chunk, self.shown
            self.shown += chunk.decode()
        self._past = place + len(words)

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def interrupt(self) -> None:
        """Type Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Read to the end; the exit code."""
        assert self._process.stdout is not None
        while chunk := os.read(self._process.stdout.fileno(), 65536):
            self.shown += chunk.decode()
        return self._process.wait()
