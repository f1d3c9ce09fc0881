"""What the referee adds to the transport.

Real games between two bare bots, each a process of its own that dials in, beside a bare grpcio server to
which two such processes dial in: it sends them, in turn, the very bytes of those games and parses what they
answer. Engine, building and reading messages, clocks and the trio loop are in the first figure only; there is
no store and no client library in either. The bare server with all the bytes on one stream is measured too.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from statistics import median
from threading import Barrier, Semaphore
from time import perf_counter
from typing import Any
from unittest.mock import patch

import grpc
import trio

from arena.engine import Deal, Position, Rules
from arena.referee import GameSetup, Question, TimeControl, play_game
from arena.sessions import serve
from arena.sessions.link import Link
from arena.v1 import arena_pb2
from arena.wire import turn_started

_RUNS = 5
_GAMES = 8
_WARM_UP_GAMES = 400
_SWITCH_SECONDS = 0.0005
_TURN_STARTED = bytes([arena_pb2.PlayResponse.TURN_STARTED_FIELD_NUMBER << 3 | 2])


def measure(runs: int = _RUNS, games: int = _GAMES) -> dict[str, Any]:
    """Microseconds a move with the referee and bare, and their ratios: medians of interleaved runs."""
    switch_seconds = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    _warm_up()
    measured = [_run(run, games) for run in range(runs)]
    sys.setswitchinterval(switch_seconds)
    return {
        "referee_us_per_move": round(median(referee for referee, _, _ in measured), 1),
        "bare_us_per_move": round(median(bare for _, bare, _ in measured), 1),
        "ratio": round(median(referee / bare for referee, bare, _ in measured), 3),
        "ratios": [round(referee / bare, 3) for referee, bare, _ in measured],
        "bare_one_stream_us_per_move": round(median(one for _, _, one in measured), 1),
        "ratio_to_one_stream": round(median(referee / one for referee, _, one in measured), 3),
    }


def _warm_up() -> None:
    """Fill the tables of the engine and of the messages, as the first games of a tournament do."""
    lots = random.Random(1)
    for game in range(_WARM_UP_GAMES):
        position = Position(Deal.shuffled(b"warm up", game, 2))
        while position.outcome() is None:
            moves = position.legal_moves()
            seen = position.observe(position.seat)
            turn_started(Question(seen, tuple(moves), (), (), None), "", 0, omit_legal_moves=False)
            position.play(lots.choice(moves))


def _run(run: int, games: int) -> tuple[float, float, float]:
    payloads: list[bytes] = []
    referee = trio.run(_with_referee, run, games, payloads)
    return referee, _bare(payloads, streams=2), _bare(payloads, streams=1)


async def _with_referee(run: int, games: int, payloads: list[bytes]) -> float:
    """Microseconds a move of real games; the bytes that were asked are added to `payloads`."""
    async with serve(sessions=2) as server:
        sessions = [server.expect(), server.expect()]
        with _bots(server.address, [session.token for session in sessions]):
            for session in sessions:
                await session.connect(20_000_000)
            with patch.object(Link, "say", _recording(payloads)):
                began = perf_counter()
                turns = [len((await play_game(_setup(run, game), sessions)).turns) for game in range(games)]
                elapsed = perf_counter() - began
            for session in sessions:
                await session.dismiss("measured")
    return elapsed / sum(turns) * 1e6


def _recording(payloads: list[bytes]) -> Any:
    say = Link.say

    def record(self: Link, payload: bytes, *, listen: bool = False) -> None:
        if listen and payload.startswith(_TURN_STARTED):
            payloads.append(payload)
        say(self, payload, listen=listen)

    return record


def _setup(run: int, game: int) -> GameSetup:
    deal = Deal.shuffled(b"referee benchmark", 1000 * run + game, 2)
    names, seeds = ("one", "two"), (bytes(32), bytes(32))
    return GameSetup(f"{game:016x}", names, deal, Rules.preset("official"), TimeControl(), seeds)


def _bare(payloads: Sequence[bytes], streams: int) -> float:
    """Microseconds for one of the questions over bare streams that take turns, answered and parsed."""
    table = _BareTable(payloads, streams)
    with ThreadPoolExecutor(2 * streams) as pool:
        server = grpc.server(pool)
        handler = grpc.stream_stream_rpc_method_handler(table.play, arena_pb2.PlayRequest.FromString)
        service = grpc.method_handlers_generic_handler("arena.v1.ArenaService", {"Play": handler})
        server.add_generic_rpc_handlers([service])
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        with _bots(f"tcp://127.0.0.1:{port}", ["none"] * streams):
            pass
        server.stop(None).wait()
    return table.seconds / len(payloads) * 1e6


class _BareTable:
    """Streams that are asked in turn, each by its own handler thread, with nothing between."""

    def __init__(self, payloads: Sequence[bytes], streams: int) -> None:
        self._shares = [payloads[seat::streams] for seat in range(streams)]
        self._turns = [Semaphore(0) for _ in range(streams)]
        self._seats = iter(range(streams))
        self._all_here = Barrier(streams)
        self.seconds = 0.0

    def play(self, requests: Iterator[arena_pb2.PlayRequest], _: grpc.ServicerContext) -> Iterator[bytes]:
        next(requests)  # Hello
        seat = next(self._seats)
        own, following = self._turns[seat], self._turns[(seat + 1) % len(self._turns)]
        self._all_here.wait()
        began = perf_counter()
        if seat == 0:
            own.release()
        for payload in self._shares[seat]:
            own.acquire()
            yield payload
            next(requests)
            following.release()
        self.seconds = max(self.seconds, perf_counter() - began)


@contextmanager
def _bots(address: str, tokens: Sequence[str]) -> Iterator[None]:
    """A bot process for each token; waits for them to end."""
    with ExitStack() as processes:
        for token in tokens:
            command = [sys.executable, "-m", "benchmarks.dialler", token]
            environment = {**os.environ, "ARENA_ADDRESS": address}
            process = processes.enter_context(subprocess.Popen(command, env=environment))
            processes.callback(process.wait)
        yield


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
