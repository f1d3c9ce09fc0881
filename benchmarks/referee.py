"""What the referee adds to the transport.

Real games between two bare bots in processes of their own, beside a bare stream server that sends the very
bytes of those games and parses the answers. Engine, building and reading messages, clocks and the trio loop
are in the first figure only; there is no store and no client library in either.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

import grpc
import trio

from arena.engine import Deal, Rules
from arena.referee import GameSetup, TimeControl, play_game
from arena.sessions import serve
from arena.sessions.link import Link
from arena.v1 import arena_pb2

_RUNS = 5
_GAMES = 8
_SWITCH_SECONDS = 0.0005


def measure(runs: int = _RUNS, games: int = _GAMES) -> dict[str, Any]:
    """Microseconds a move with the referee and bare, and their ratio: medians of interleaved runs."""
    switch_seconds = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    pairs = [_pair(run, games) for run in range(-1, runs)][1:]  # the first warms up
    sys.setswitchinterval(switch_seconds)
    return {
        "referee_us_per_move": round(median(referee for referee, _ in pairs), 1),
        "bare_us_per_move": round(median(bare for _, bare in pairs), 1),
        "ratio": round(median(referee / bare for referee, bare in pairs), 3),
        "ratios": [round(referee / bare, 3) for referee, bare in pairs],
    }


def _pair(run: int, games: int) -> tuple[float, float]:
    payloads: list[bytes] = []
    referee = trio.run(_with_referee, run, games, payloads)
    return referee, _bare(payloads)


async def _with_referee(run: int, games: int, payloads: list[bytes]) -> float:
    """Microseconds a move of real games; the bytes that were asked are added to `payloads`."""
    async with serve(sessions=2) as server:
        sessions = [server.expect(), server.expect()]
        with _dialler(server.address, *(session.token for session in sessions)):
            for session in sessions:
                await session.connect(20_000_000)
            with patch.object(Link, "say", _recording(payloads)):
                began = perf_counter()
                turns = 0
                for game in range(games):
                    turns += len((await play_game(_setup(run, game), sessions)).turns)
                elapsed = perf_counter() - began
            for session in sessions:
                await session.dismiss("measured")
    return elapsed / turns * 1e6


def _recording(payloads: list[bytes]) -> Any:
    say = Link.say

    def record(self: Link, payload: bytes, *, listen: bool = False) -> None:
        if listen and payload.startswith(_TURN_STARTED):
            payloads.append(payload)
        say(self, payload, listen=listen)

    return record


_TURN_STARTED = bytes([arena_pb2.PlayResponse.TURN_STARTED_FIELD_NUMBER << 3 | 2])


def _setup(run: int, game: int) -> GameSetup:
    deal = Deal.shuffled(b"referee benchmark", 1000 * run + game + 1000, 2)
    names, seeds = ("one", "two"), (bytes(32), bytes(32))
    return GameSetup(f"{game:016x}", names, deal, Rules.preset("official"), TimeControl(), seeds)


def _bare(payloads: list[bytes]) -> float:
    """Microseconds for one of the same questions over a bare stream, answered and parsed."""
    times: list[float] = []

    def play(requests: Iterator[arena_pb2.PlayRequest], _: grpc.ServicerContext) -> Iterator[bytes]:
        next(requests)  # Hello
        began = perf_counter()
        for payload in payloads:
            yield payload
            next(requests)
        times.append(perf_counter() - began)

    with ThreadPoolExecutor(4) as pool:
        server = grpc.server(pool)
        handler = grpc.stream_stream_rpc_method_handler(play, arena_pb2.PlayRequest.FromString)
        handlers = {"Play": handler}
        server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler("arena.v1.ArenaService", handlers)]
        )
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        with _dialler(f"tcp://127.0.0.1:{port}", "none") as process:
            process.wait()
        server.stop(None).wait()
    return times[0] / len(payloads) * 1e6


@contextmanager
def _dialler(address: str, *tokens: str) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "ARENA_ADDRESS": address}
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.dialler", *tokens], env=environment)
    try:
        yield process
    finally:
        process.wait()


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
