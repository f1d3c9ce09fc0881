"""How the clients compare: lines of code, and how long the random bot takes to answer.

Run as `python -m benchmarks.clients [ROUNDS]`, with the toolchains of all languages on PATH; prints the rows
of the table in clients/README.md. Every language's bot is made and built as its author would, and all of them
play each other in one tournament, one game at a time.
"""

import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

from arena.bots.kits import kit, languages
from arena.store import open_to_read

_STEPS = 3
_COMMENTS = ("//", "/*", "*", "#", '"""')
_COUNTED = {"bot", "client", "address", "notation", "Bot", "Turn", "Client", "Address", "Notation"}
_SOURCES = {".cpp", ".go", ".h", ".java", ".py", ".rs", ".ts"}


def main(rounds: int) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        times = answer_times(Path(folder), rounds)
    for language in languages():
        answer_ms = median(times[language]) / 1000
        print(f"| [{language}]({language}/README.md) | {lines(language)} | {_STEPS} | {answer_ms:.2f} ms |")


def answer_times(folder: Path, rounds: int) -> dict[str, list[int]]:
    """Wire times in microseconds, by language, of all turns of a tournament of random bots."""
    for language in languages():
        _arena(folder, "new", language, "--language", language, "--template", "random")
        _arena(folder, "build", language)
    words = [*languages(), "--rounds", str(rounds), "--seed", "clients", "--concurrency", "1"]
    _arena(folder, "run", *words, "--store", "clients.db")
    return _times(folder / "clients.db")


def _times(path: Path) -> dict[str, list[int]]:
    found = defaultdict(list)
    with open_to_read(path) as store:
        row = store.tournaments()[-1]
        for attempt in store.attempts(row):
            record = store.record(row, attempt.game_id, attempt.attempt)
            for turn in record.turns:
                found[record.seats[turn.seat].bot].append(turn.wire_us)
    return found


def lines(language: str) -> int:
    """Lines of the client that are neither blank nor comment; the part that an author need not write."""
    files = kit(language).library_files()
    counted = [file for place, file in files.items() if place.stem in _COUNTED and place.suffix in _SOURCES]
    return sum(_is_code(line) for file in counted for line in file.read_text().splitlines())


def _is_code(line: str) -> bool:
    return bool(line.strip()) and not line.strip().startswith(_COMMENTS)


def _arena(folder: Path, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "arena", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
