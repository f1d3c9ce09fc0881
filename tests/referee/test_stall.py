"""The meter of host stalls, on a clock that the tests move."""

import threading

import pytest

from arena.referee import StallMeter, measured_stalls, stall


class _Time:
    """In place of the time module."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class _Stop:
    """In place of the event that ends the meter: naps of given lengths, then the end."""

    def __init__(self, clock: _Time, *naps: float) -> None:
        self._clock, self._naps = clock, list(naps)

    def wait(self, seconds: float) -> bool:
        if not self._naps:
            return True
        self._clock.now += self._naps.pop(0)
        return False


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> _Time:
    fake = _Time()
    monkeypatch.setattr(stall, "time", fake)
    return fake


def measured(clock: _Time, monkeypatch: pytest.MonkeyPatch, *naps: float) -> StallMeter:
    meter = StallMeter()
    monkeypatch.setattr(meter, "_stop", _Stop(clock, *naps))
    meter.run()
    return meter


@pytest.mark.parametrize(
    ("naps", "stalled_us"),
    [
        ((), 0),
        ((0.02, 0.02), 0),
        ((0.029, 0.029, 0.029), 0),
        ((0.12,), 100_000),
        ((0.12, 0.02, 0.52), 600_000),
        ((0.01,), 0),
    ],
    ids=["no naps", "on time", "a little late", "one stall", "stalls add up", "early"],
)
def test_naps_that_are_much_too_long_are_stalls(
    clock: _Time, monkeypatch: pytest.MonkeyPatch, naps: tuple[float, ...], stalled_us: int
) -> None:
    assert measured(clock, monkeypatch, *naps).stalled_us() == stalled_us


def test_the_running_stall_counts_at_once(clock: _Time) -> None:
    meter = StallMeter()
    clock.now += 3.02
    assert meter.stalled_us() == 3_000_000


def test_a_stall_is_counted_once(clock: _Time, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = measured(clock, monkeypatch, 1.02)
    assert [meter.stalled_us(), meter.stalled_us()] == [1_000_000, 1_000_000]


def test_a_meter_runs_in_its_own_thread_while_its_context_is_open() -> None:
    def running() -> int:
        return [thread.name for thread in threading.enumerate()].count("stall-meter")

    before = running()
    with measured_stalls() as meter:
        assert running() == before + 1
        assert meter.stalled_us() >= 0
    assert running() == before


def test_the_thread_ends_with_a_context_that_is_left_by_an_error() -> None:
    threads = threading.active_count()
    with pytest.raises(ValueError, match="of the body"), measured_stalls():
        raise ValueError("of the body")
    assert threading.active_count() == threads
