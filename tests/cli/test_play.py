"""`arena play`: whole games of a person against bots, with what is typed coming through a pipe."""

import re
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from arena.tournament.plan import seed_bytes
from arena.tournament.schedule import tournament_id
from tests.cli.conftest import Arena, Ran
from tests.cli.terminal import GUARD_S, Terminal
from tests.misbehaviour.tournaments import MARK, SCRIPTED_BOT, end_leftovers

FIRST_OF_ALL = "1\n" * 3000
"""Buys what can be bought, or else takes the first tokens of the list, to the end of the game."""
GREEDY, RANDOM = "builtin:greedy", "builtin:random"

Play: TypeAlias = Callable[..., Ran]


@pytest.fixture(autouse=True)
def leftovers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every process that a test starts must be gone after it."""
    word = uuid.uuid4().hex
    monkeypatch.setenv(MARK, word)
    yield
    assert end_leftovers(word) == []


@pytest.fixture
def play(arena: Arena, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Plays with some text as all that is typed."""

    def run(typed: str, *arguments: str) -> Ran:
        source = tmp_path / "typed.txt"
        source.write_text(typed)
        with subprocess.Popen(["cat", str(source)], stdout=subprocess.PIPE, text=True) as pipe:
            assert pipe.stdout is not None
            monkeypatch.setattr(sys, "stdin", pipe.stdout)
            return arena("play", *arguments)

    return run


def scripted(folder: Path, do: str, *arguments: str) -> str:
    """The command line of a bot that misbehaves."""
    marker = folder / "starts"
    marker.mkdir(exist_ok=True)
    return " ".join([sys.executable, str(SCRIPTED_BOT), "--do", do, "--marker", str(marker), *arguments])


# whole games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "seat"), [([GREEDY], "0"), ([RANDOM, GREEDY], "1"), ([RANDOM, RANDOM, RANDOM], "3")]
)
def test_a_game_is_played_to_its_end(play: Play, folder: Path, bots: list[str], seat: str) -> None:
    ran = play(FIRST_OF_ALL, *bots, "--seat", seat, "--seed", "an evening")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"you play in seat {seat} against ")
    assert "the game is over: 15 prestige are reached, and the round is complete\n" in ran.out
    places = re.findall(r"^ +(\d)  (\S+) +\d+ +\d+ +\d+$", ran.out, re.MULTILINE)
    assert len(places) == len(bots) + 1
    assert "you" in [name for _, name in places]
    assert ran.out.endswith("--seed 'an evening' deals the same cards again\n")
    assert [line for line in ran.out.splitlines() if len(line) > 80] == []
    assert "\x1b" not in ran.out
    assert [path.name for path in folder.iterdir()] == ["typed.txt"]


@pytest.mark.slow
def test_every_turn_of_the_others_is_told_once(play: Play) -> None:
    out = play(FIRST_OF_ALL, RANDOM, RANDOM, "--seed", "1").out
    for name in ("random", "random-2"):
        assert len(re.findall(rf"^{name} (take|reserve|buy|passe)s ", out, re.MULTILINE)) == len(
            re.findall(r"^you (take|reserve|buy|pass) ", out, re.MULTILINE)
        )


@pytest.mark.slow
def test_a_seed_gives_the_same_game_again(play: Play) -> None:
    first = play(FIRST_OF_ALL, RANDOM, "--seed", "again")
    assert play(FIRST_OF_ALL, RANDOM, "--seed", "again") == first
    assert play("resign\n", RANDOM, "--seed", "another").out not in first.out


@pytest.mark.slow
def test_the_seed_of_a_game_without_one_deals_its_cards_again(play: Play) -> None:
    first = play("resign\n", RANDOM)
    shown = re.search(r"nothing is stored; --seed (\S+) deals these cards again", first.out)
    assert shown is not None
    assert play("resign\n", RANDOM, "--seed", shown[1]).out == first.out
    assert shown[1] not in play("resign\n", RANDOM).out


@pytest.mark.slow
def test_a_mistake_is_explained_and_costs_nothing(play: Play) -> None:
    typed = "castle\ntake:WW>\nbuy:90=\npass\n\n\x1b[2J\ntake:WUG\nresign"
    ran = play(typed, RANDOM, "--seed", "1")
    assert ran.code == 0
    told = [
        "your move> castle\n'castle' is not a move: expected take:, reserve:, buy: or pass",
        "your move> take:WW>\n'take:WW>' is not canonical: expected 'take:WW'",
        "your move> buy:90=\nbuy:90=: card 90 is neither in the market nor in the own hand\n",
        "your move> pass\npass: a pass is not allowed while a take is possible\n",
        "your move> \ntake 1-15, reserve 16-30; `list` shows all moves, `help` explains\n",
        "your move> \\x1b[2J\n",
        "your move> take:WUG\nyou take a white, a blue and a green (take:WUG)\n",
        "your move> resign\n",
    ]
    places = [ran.out.index(words) for words in told]
    assert places == sorted(places)
    assert "the game is over: nobody but random was left; you: gave up\n" in ran.out


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["", "1\nta"])
def test_the_end_of_the_input_gives_up(play: Play, typed: str) -> None:
    ran = play(typed, RANDOM, "--seed", "1")
    assert ran.code == 0
    assert "the game is over: nobody but random was left; you: the input ended\n" in ran.out
    assert re.search(r"^ +2  you +0 +0 +0  RESIGNED$", ran.out, re.MULTILINE)


@pytest.mark.slow
def test_the_other_bots_play_on_when_a_person_gives_up(play: Play) -> None:
    out = play("quit\n", GREEDY, RANDOM, "--seed", "1").out
    assert "you are out; the other bots play on to the end, and Ctrl-C leaves at once\n" in out
    assert "the game is over: 15 prestige are reached" in out
    assert re.search(r"^ +3  you +0 +0 +0  RESIGNED$", out, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["< typed.txt", "< /dev/null", "<&-"])
def test_what_is_typed_may_come_from_a_file_or_from_nowhere(folder: Path, closed: str) -> None:
    (folder / "typed.txt").write_text("resign\n")
    command = f"{sys.executable} -m arena play {RANDOM} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=GUARD_S, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the game is over: nobody but random was left; you: " in done.stdout


@pytest.mark.slow
def test_what_nobody_sees_is_not_played(folder: Path) -> None:
    command = f"{sys.executable} -m arena play {RANDOM} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=GUARD_S, check=False)
    said = "arena: standard output is closed, expected a terminal to show the game on\n"
    assert (done.returncode, done.stderr) == (2, said)
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_a_long_line_is_one_mistake_and_echoed_in_short(play: Play) -> None:
    ran = play("x" * 200_000 + "\nresign\n", RANDOM, "--seed", "1")
    assert ran.code == 0
    assert f"your move> {'x' * 60}...\n'xxx" in ran.out
    assert ran.out.count("your move> ") == 2
    assert max(map(len, ran.out.splitlines())) <= 80


# bots that break


@pytest.mark.slow
def test_a_bot_that_crashes_is_told_and_the_others_go_on(play: Play, folder: Path) -> None:
    bad = scripted(folder, "crashes-in-turn", "--at-turn", "3")
    ran = play(FIRST_OF_ALL, bad, GREEDY, "--seed", "1")
    assert ran.code == 0
    crash = (
        "scripted_bot is out: CRASH: its process ended with exit code 7\nit printed:\n  index out of range\n"
    )
    assert ran.out.count(crash) == 1
    assert "forfeited\n" in ran.out.partition(crash)[2]
    assert "the game is over: 15 prestige are reached" in ran.out
    assert re.search(r"^ +3  scripted_bot +\d+ +\d+ +\d+  CRASH$", ran.out, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("illegal-move", "ILLEGAL_MOVE: pass: a pass is not allowed while"),
        ("undecodable-bytes", "PROTOCOL_ERROR: "),
        ("resigns", "RESIGNED: "),
    ],
)
def test_a_bot_that_breaks_the_rules_has_lost(play: Play, folder: Path, do: str, told: str) -> None:
    ran = play(FIRST_OF_ALL, scripted(folder, do), "--seed", "1")
    assert ran.code == 0
    assert f"scripted_bot is out: {told}" in ran.out
    assert "the game is over: nobody but you was left; scripted_bot: " in ran.out


@pytest.mark.slow
def test_a_bot_may_have_a_limit_that_the_person_has_not(play: Play, folder: Path) -> None:
    bad = scripted(folder, "hangs-in-turn", "--at-turn", "1")
    ran = play(FIRST_OF_ALL, bad, "--seed", "1", "--move-ms", "200")
    assert ran.code == 0
    assert "scripted_bot is out: TIMEOUT: no answer within 250 ms, margin included\n" in ran.out


@pytest.mark.slow
@pytest.mark.parametrize("do", ["exits-at-once", "never-starts"])
def test_without_a_bot_there_is_no_game(play: Play, folder: Path, do: str) -> None:
    bot = scripted(folder, do) if do == "exits-at-once" else "./broken"
    (folder / "broken").write_text("#!/no/such/interpreter\n")
    (folder / "broken").chmod(0o755)
    ran = play(FIRST_OF_ALL, bot, GREEDY, "--seed", "1")
    assert ran.code == 1
    assert ran.err.startswith("arena: bot '")
    assert " cannot play: " in ran.err
    assert ("no configuration found" in ran.err) == (do == "exits-at-once")
    assert "your move>" not in ran.out


# while somebody waits


@pytest.mark.slow
def test_ctrl_c_leaves_at_once(folder: Path) -> None:
    with Terminal(GREEDY, RANDOM, "--seed", "1") as terminal:
        terminal.until("your move> ")
        terminal.interrupt()
        assert terminal.end() == 130
    assert terminal.shown.endswith("your move> \narena: interrupted; nothing is stored\n")
    assert list(folder.iterdir()) == []


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_ctrl_c_leaves_while_a_bot_thinks_for_ever(tmp_path: Path) -> None:
    with Terminal(scripted(tmp_path, "hangs-in-turn", "--at-turn", "1"), "--seed", "1") as terminal:
        terminal.until("your move> ")
        terminal.type("1")
        terminal.until("you take ")
        terminal.interrupt()
        assert terminal.end() == 130


@pytest.mark.slow
@pytest.mark.parametrize("others", [[], [GREEDY]])
def test_a_bot_that_breaks_while_a_person_thinks_is_told_at_once(tmp_path: Path, others: list[str]) -> None:
    bad = scripted(tmp_path, "crashes-off-turn", "--at-turn", "1")
    with Terminal(bad, *others, "--seed", "1") as terminal:
        terminal.until("your move> ")
        terminal.type("1")
        terminal.until("your move> ")
        (tmp_path / f"{tournament_id(seed_bytes('1'))}.seen").touch()
        terminal.until("scripted_bot is out: CRASH: its process ended with exit code 7\n")
        if others:
            terminal.until("your move> ")
            terminal.type("quit")
        assert terminal.end() == 0
    winner = "greedy" if others else "you"
    assert f"the game is over: nobody but {winner} was left; " in terminal.shown


# mistakes on the command line


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([GREEDY] * 4, "too many bots: 4, expected 1 to 3"),
        ([GREEDY, "--seat", "2"], "--seat is 2, expected 0 to 1 in a game of 2"),
        ([GREEDY, "--seat", "-1"], "--seat is -1, expected 0 to 3"),
        ([GREEDY, "--seed", ""], "seed is '', expected a number or a printable text"),
        ([GREEDY, "--move-ms", "0"], "--move-ms is 0, expected 1 to 31536000000"),
        (
            [GREEDY, "--rules", "chess"],
            "rule set 'chess' does not exist: expected one of official, noble-tiebreak, scarce-gold",
        ),
        (
            ["builtin:nope"],
            "there is no builtin 'nope', expected one of builtin:greedy, builtin:random",
        ),
        ([], "missing argument 'BOT'; `arena play --help` tells what is expected"),
    ],
)
def test_a_mistake_is_one_sentence(arena: Arena, arguments: list[str], sentence: str) -> None:
    assert arena("play", *arguments) == Ran(2, "", f"arena: {sentence}\n")
