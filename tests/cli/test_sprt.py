"""`arena sprt` as a user sees it."""

import json
import shlex
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli import screen
from tests.cli.conftest import Arena, compare, transcript
from tests.tournament.kill_and_resume import GONE_WITHIN_S, GUARD_S, Place, end_processes, wait_for

TEST = ["sprt", "builtin:greedy", "builtin:random", "--elo0", "0", "--elo1", "200", "--seed", "1"]
EVEN = ["sprt", "builtin:greedy", "builtin:greedy", "--elo0", "0", "--elo1", "30", "--seed", "1"]
ONE_BY_ONE = ["--concurrency", "1"]
STABLE = ["ended", "verdict", "llr", "rotations", "rotations_by_points", "score", "elo", "interval"]
"""What does not depend on how many games are played at a time."""

# Plays like anybody; in its second game it waits while there is a gate, so that it is known to be in a game
# when the arena is interrupted.
GATED_BOT = """
import os, pathlib, time

from arena_client import Bot, run


class GatedBot(Bot):
    games = 0

    def game_started(self, game):
        self.games += 1

    def choose_move(self, turn):
        gate = pathlib.Path(os.environ["GATE"])
        while self.games > 1 and gate.exists():
            gate.with_name("waiting").touch()
            time.sleep(0.02)
        return turn.legal_moves[-1]


run(GatedBot())
"""

BROKEN_BOT = """
from arena_client import Bot, run


class BrokenBot(Bot):
    def choose_move(self, turn):
        raise SystemExit("out of ideas")


run(BrokenBot())
"""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path, {"GATE": str(tmp_path / "gate")})
    yield place
    assert end_processes(place) == 0


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, str]:
    """A test with a verdict, and what the command printed."""
    place = Place(tmp_path_factory.mktemp("decided"))
    return place, place.output(*TEST, *ONE_BY_ONE)


def as_json(place: Place, *arguments: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(place.output(*arguments, "--json"))
    return report


def stable(report: dict[str, Any]) -> dict[str, Any]:
    return {key: report[key] for key in STABLE}


def make_bot(folder: Path, name: str, code: str) -> str:
    bot = folder / name
    bot.mkdir()
    (bot / "bot.py").write_text(code)
    (bot / "bot.toml").write_text(f'run = ["{sys.executable}", "bot.py"]\n')
    return str(bot)


def said(place: Place, code: int, *arguments: str) -> str:
    """What a command says on standard error that ends with this code."""
    process = place.start(*arguments)
    _, err = process.communicate(timeout=GUARD_S)
    assert process.returncode == code, err
    return str(err)


# a verdict


@pytest.mark.slow
def test_the_better_bot_is_found_out(decided: tuple[Place, str]) -> None:
    _, printed = decided
    compare("sprt.txt", printed)
    assert (
        "Verdict elo1: greedy is at least 200 Elo better than random, rather than no better. "
        "It took 8 rotations (16 games); if greedy were no better, "
        "about 5 % of such tests at most (alpha 0.05) would end like this.\n"
    ) in printed


@pytest.mark.slow
def test_a_test_that_is_over_is_shown_again_and_plays_nothing(decided: tuple[Place, str]) -> None:
    place, printed = decided
    before = place.records()
    assert place.output(*TEST, *ONE_BY_ONE) == printed
    compare("sprt.json", place.output(*TEST, "--json"))
    assert place.records() == before


@pytest.mark.slow
def test_the_games_are_an_ordinary_tournament_that_is_finished(decided: tuple[Place, str]) -> None:
    place, _ = decided
    report, standings = as_json(place, *TEST), as_json(place, "standings")
    assert standings["finished"]
    assert standings["games"] == {"total": report["games"], "played": report["games"]}
    assert [one["score"] for one in standings["standings"]] == [report["score"], 0]
    assert len(place.output("games", "--json").splitlines()) == report["games"]
    assert place.output("show", "1")


@pytest.mark.slow
def test_how_many_games_are_played_at_a_time_is_no_matter(decided: tuple[Place, str], tmp_path: Path) -> None:
    place, _ = decided
    several = as_json(Place(tmp_path), *TEST, "--concurrency", "4", "--force")
    assert stable(several) == stable(as_json(place, *TEST))
    standings = as_json(Place(tmp_path), "standings")
    assert standings["finished"]  # rotations that were begun when it was over are played to their end
    assert standings["games"]["total"] == several["games"] + 2 * several["later_rotations"]


@pytest.mark.slow
def test_the_worse_bot_is_found_out_as_well(tmp_path: Path) -> None:
    place = Place(tmp_path)
    names = ["builtin:random", "builtin:greedy"]
    report = as_json(place, "sprt", *names, "--elo0", "-200", "--elo1", "0", "--model", "normalized")
    assert (report["ended"], report["verdict"], report["model"]) == ("elo0", "elo0", "normalized")
    assert report["llr"] <= report["bounds"][0]


# no verdict


@pytest.mark.slow
def test_a_limit_without_a_verdict_is_told_and_can_be_extended(tmp_path: Path) -> None:
    place = Place(tmp_path)
    compare("sprt-limit.txt", place.output(*EVEN, "--max-rounds", "2"))
    report = as_json(place, *EVEN, "--max-rounds", "2")
    assert (report["ended"], report["verdict"], report["rotations"]) == ("limit", None, 2)
    before = place.records()
    longer = as_json(place, *EVEN, "--max-rounds", "3")
    assert (longer["tournament"], longer["rotations"], longer["max_rounds"]) == (1, 3, 3)
    after = place.records()
    assert before.items() <= after.items()
    assert len(after) == 6
    shorter = as_json(place, *EVEN, "--max-rounds", "1")
    assert (shorter["tournament"], shorter["rotations"], shorter["max_rounds"]) == (1, 3, 1)
    assert shorter["sentence"].startswith("No verdict: after 3 rotations (6 games) it is open whether ")
    assert place.records() == after


@pytest.mark.slow
def test_another_question_is_asked_of_the_same_games_and_it_is_said(decided: tuple[Place, str]) -> None:
    place, _ = decided
    before = place.records()
    other = [*TEST, "--elo1", "150", "--alpha", "0.1"]
    changed = "another question (elo1 was 200, is 150, alpha was 0.05, is 0.1)"
    assert f"The games were begun for {changed} and are looked at anew; " in place.output(*other)
    report = as_json(place, *other)
    assert (report["tournament"], report["elo1"], report["begun_for"]["elo1"]) == (1, 150, 200)
    assert place.records() == before


@pytest.mark.slow
def test_without_a_seed_it_is_promised_before_and_told_after(tmp_path: Path) -> None:
    place = Place(tmp_path)
    command = ["sprt", "builtin:random", "builtin:random", "--elo0", "0", "--elo1", "30"]
    printed = place.output(*command, "--max-rounds", "1")
    standings = as_json(place, "standings")
    promise = f"tournament 1 ({standings['id']}), SHA-256 of its secret seed: {standings['commitment']}\n"
    assert printed.startswith(promise)
    assert f"tournament 1 ({standings['id']}): seed {standings['seed']}\n" in printed
    shown_again = as_json(place, *command, "--max-rounds", "1")
    longer = as_json(place, *command, "--max-rounds", "2")
    assert [(one["tournament"], one["seed"]) for one in (shown_again, longer)] == [(1, standings["seed"])] * 2
    assert [one["rotations"] for one in (shown_again, longer)] == [1, 2]
    clear = ["sprt", "builtin:greedy", "builtin:random", "--elo0", "-300", "--elo1", "0"]
    assert [as_json(place, *clear)["tournament"] for _ in range(2)] == [2, 3]  # each has a verdict


@pytest.mark.slow
def test_a_verdict_that_could_not_be_printed_is_shown_by_the_next_run(tmp_path: Path) -> None:
    place = Place(tmp_path)
    command = ["sprt", "builtin:greedy", "builtin:random", "--elo0", "0", "--elo1", "300"]
    with Path("/dev/full").open("w") as full:
        process = place.start(*command, "--json", stdout=full)
        process.communicate(timeout=GUARD_S)
    assert process.returncode == 1
    before = place.records()
    assert len(before) >= 2
    report = as_json(place, *command)
    assert (report["tournament"], report["verdict"]) == (1, "elo1")
    assert before.items() <= place.records().items()
    assert as_json(place, *command)["tournament"] == 2


@pytest.mark.slow
def test_a_bot_in_quarantine_fails_the_test(tmp_path: Path) -> None:
    place = Place(tmp_path)
    bot = make_bot(tmp_path, "broken", BROKEN_BOT)
    command = ["sprt", bot, "builtin:random", "--elo0", "0", "--elo1", "30", "--seed", "1"]
    for _ in range(2):
        assert said(place, 1, *command, *ONE_BY_ONE) == (
            "arena: the test has no verdict: "
            "bot 'broken' is in quarantine since game 4, after faults in three games running\n"
        )
    assert Counter(ending for ending, _ in place.records().values()) == {"CRASH": 3, "NO_SHOW": 1}
    process = place.start(*command, "--json", stdout=subprocess.PIPE)
    report = json.loads(process.communicate(timeout=GUARD_S)[0])
    assert (process.returncode, report["ended"], report["verdict"]) == (1, "quarantine", None)
    assert report["faults_by_bot"] == [{"bot": "broken", "faults": 3, "quarantine_since": 4}]


# interruptions


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True], ids=["interrupted", "killed"])
def test_a_test_that_was_broken_off_goes_on_and_finds_the_same(
    place: Place, tmp_path_factory: pytest.TempPathFactory, *, killed: bool
) -> None:
    bots = [make_bot(place.folder, name, GATED_BOT) for name in ("one", "two")]
    command = ["sprt", *bots, "--elo0", "0", "--elo1", "30", "--seed", "1", "--max-rounds", "3"]
    command += ["--move-ms", "600000", *ONE_BY_ONE]
    undisturbed = as_json(Place(tmp_path_factory.mktemp("undisturbed"), place.variables), *command)

    gate = place.folder / "gate"
    gate.touch()
    process = place.start(*command)
    assert wait_for((place.folder / "waiting").exists)
    process.send_signal(signal.SIGKILL if killed else signal.SIGINT)
    _, err = process.communicate(timeout=GUARD_S)
    assert wait_for(lambda: not place.processes(), GONE_WITHIN_S)
    before = {game: kept for game, kept in place.records().items() if kept[0] != "VOID"}
    assert len(before) == 2
    if not killed:
        assert process.returncode == 130
        assert "interrupted after 2 of 6 games, LLR " in err
        assert f"; to go on: arena {shlex.join(command)}" in err

    gate.unlink()
    assert as_json(place, *command) == undisturbed
    after = place.records()
    assert before.items() <= after.items()
    assert Counter(game for _, game, _ in after).most_common(1)[0][1] <= 2
    assert sum(ending != "VOID" for ending, _ in after.values()) == 6


# progress


def test_progress_has_the_ratio_in_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(screen, "_PLAIN_SECONDS", 0.0)
    with screen.progress(20, 0, quiet=False, at_most=True) as counter:
        counter(2, "LLR +0.50 (-2.94..+2.94)")
    assert capsys.readouterr().err.startswith("2 of at most 20 games, LLR +0.50 (-2.94..+2.94), ")


def test_progress_has_the_ratio_on_a_terminal_of_80_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"COLUMNS": "80", "LINES": "24", "TERM": "xterm", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with screen.progress(2000, 0, quiet=False, at_most=True) as counter:
        counter(1234, "LLR +0.50 (-2.94..+2.94)")
    assert "1234/2000 LLR +0.50 (-2.94..+2.94) " in capsys.readouterr().err


# mistakes

TWO = "builtin:random builtin:greedy"
ASKED = "--elo0 0 --elo1 30"
MISTAKES = [
    "sprt",
    "sprt builtin:random",
    f"sprt {TWO}",
    f"sprt {TWO} --elo0 0",
    f"sprt {TWO} builtin:random {ASKED}",
    f"sprt builtin:nope builtin:random {ASKED}",
    f"sprt '' builtin:random {ASKED}",
    f"sprt {TWO} --elo0 30 --elo1 30",
    f"sprt {TWO} --elo0 30 --elo1 0",
    f"sprt {TWO} --elo0 nan --elo1 0",
    f"sprt {TWO} --elo0 0 --elo1 inf",
    f"sprt {TWO} --elo0 0 --elo1 1000000",
    f"sprt {TWO} --elo0 0 --elo1 5000 --model normalized",
    f"sprt {TWO} --elo0 0 --elo1 many",
    f"sprt {TWO} {ASKED} --alpha 0",
    f"sprt {TWO} {ASKED} --alpha 1",
    f"sprt {TWO} {ASKED} --alpha -0.1",
    f"sprt {TWO} {ASKED} --beta 2",
    f"sprt {TWO} {ASKED} --beta 5%",
    f"sprt {TWO} {ASKED} --alpha 0.6 --beta 0.4",
    f"sprt {TWO} {ASKED} --model bayesian",
    f"sprt {TWO} {ASKED} --max-rounds 0",
    f"sprt {TWO} {ASKED} --max-rounds 1.5",
    f"sprt {TWO} {ASKED} --max-rounds 1000001",
    f"sprt {TWO} {ASKED} --rules chess",
    f"sprt {TWO} {ASKED} --seed ''",
    f"sprt {TWO} {ASKED} --concurrency 0",
    f"sprt {TWO} {ASKED} --concurrency 100000",
    f"sprt {TWO} {ASKED} --move-ms 0",
    f"sprt {TWO} {ASKED} --increment-ms 5",
    f"sprt {TWO} {ASKED} --untimed",
    f"sprt {TWO} {ASKED} --players 3",
]


def test_a_mistake_is_one_sentence_and_stores_nothing(arena: Arena, folder: Path) -> None:
    transcripts = []
    for line in MISTAKES:
        arguments = tuple(shlex.split(line))
        ran = arena(*arguments)
        transcripts.append(transcript(folder, arguments, ran))
        assert (ran.code, ran.out) == (2, ""), transcripts[-1]
        assert ran.err.startswith("arena: "), transcripts[-1]
        assert ran.err.count("\n") == 1, transcripts[-1]
        assert list(folder.iterdir()) == [], transcripts[-1]
    compare("sprt-mistakes.txt", "\n".join(transcripts))
