"""Measures how long the host kept this process from running.

A late answer proves nothing against a bot while the referee itself stood still. It sees the whole process:
a suspended machine, too few cores and the interpreter lock look the same, and all are the host's fault.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["StallMeter", "measured_stalls"]

_NAP_SECONDS = 0.02
_UNREMARKABLE_US = 10_000
"""Lateness of a nap that any busy host shows."""


class StallMeter:
    """Adds up by how much naps were too long."""

    def __init__(self) -> None:
        self._total_us = 0
        self._nap_began = time.monotonic()
        self._stop = threading.Event()

    def stalled_us(self) -> int:
        """Time lost to stalls since the beginning, the running one included, in microseconds."""
        return self._total_us + _excess_us(time.monotonic() - self._nap_began)

    def run(self) -> None:
        """Measure until `stop`."""
        while not self._stop.wait(_NAP_SECONDS):
            now = time.monotonic()
            self._total_us += _excess_us(now - self._nap_began)
            self._nap_began = now

    def stop(self) -> None:
        """End `run`."""
        self._stop.set()


def _excess_us(nap: float) -> int:
    late = round((nap - _NAP_SECONDS) * 1e6)
    return late if late > _UNREMARKABLE_US else 0


@contextmanager
def measured_stalls() -> Iterator[StallMeter]:
    """A meter that runs in a thread of its own for as long as the context is open."""
    meter = StallMeter()
    thread = threading.Thread(target=meter.run, name="stall-meter", daemon=True)
    thread.start()
    try:
        yield meter
    finally:
        meter.stop()
        thread.join()
