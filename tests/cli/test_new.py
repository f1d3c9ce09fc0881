"""`arena new` and `arena build`: folders of new bots, and what is said where something is missing."""

import errno
import os
import shlex
import signal
import subprocess
import sys
import tomllib
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.bots import scaffold
from arena.bots.build import built, stale
from arena.bots.kits import languages
from arena.bots.manifest import load
from arena.errors import ConfigError
from tests.cli.conftest import Arena, compare, transcript
from tests.cli.games import ESCAPES
from tests.misbehaviour.tournaments import MARK, end_leftovers

GUARD_S = 240
SOURCES = {".cpp", ".go", ".java", ".py", ".rs", ".ts"}

# Each line is a command that a user may type in a folder that has a file `x`.
MISTAKES = [
    "new",
    "new 'a b'",
    "new x",
    "new x/y",
    "new ''",
    "new a/..",
    "new a/...",
    "new y --language perl",
    "new y --template best",
    "build",
    "build y",
    "build builtin:random",
]


def bot_with(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "bot.toml").write_text(text)


def test_mistakes_are_told_in_a_sentence(arena: Arena, folder: Path) -> None:
    (folder / "x").write_text("")
    for line in MISTAKES:
        assert arena(*shlex.split(line)).code == 2, line
    told = "".join(
        transcript(folder, tuple(shlex.split(line)), arena(*shlex.split(line))) for line in MISTAKES
    )
    compare("new-mistakes.txt", told)
    assert [path.name for path in folder.iterdir()] == ["x"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("d/" * 2000 + "x", "the path of the folder 'x' has "),
        ("x" * 5000, f"'{'x' * 40}...' is no name for a bot, expected 1 to 40 characters"),
        ("y" * 300 + "/x", "cannot make '"),
    ],
)
def test_a_place_that_is_too_long_is_told_in_a_sentence(
    arena: Arena, folder: Path, name: str, told: str
) -> None:
    ran = arena("new", name)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"arena: {told}")
    assert list(folder.iterdir()) == []


def test_a_way_through_a_folder_that_is_not_there_makes_none(arena: Arena, folder: Path) -> None:
    assert arena("new", "a/../b").code == 0
    assert [path.name for path in folder.iterdir()] == ["b"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("template", ["greedy", "random"])
def test_a_new_bot_is_a_folder_with_all_it_needs(
    arena: Arena, folder: Path, language: str, template: str
) -> None:
    assert arena(*shlex.split(f"new 7-of.my_bots --language {language} --template {template}")).code == 0
    table = tomllib.loads((folder / "7-of.my_bots" / "bot.toml").read_text())
    assert (table["name"], table["language"], table["version"]) == ("7-of.my_bots", language, "1")
    assert {"author", "build", "run"} <= table.keys()
    texts = {
        path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()
    }
    assert {"7-of.my_bots/README.md", "7-of.my_bots/.gitignore"} <= texts.keys()
    assert any(path.startswith("7-of.my_bots/client/") for path in texts)
    assert [path for path, text in texts.items() if "{{" in text and "/client/" not in path] == []
    assert [path for path in texts if "__pycache__" in path or "node_modules" in path] == []


def test_the_bot_is_in_the_folder_that_was_named(arena: Arena, folder: Path) -> None:
    ran = arena(*shlex.split("new some/where/mine"))
    assert (ran.code, (folder / "some/where/mine/bot.py").is_file()) == (0, True)
    assert "arena build some/where/mine && arena check some/where/mine" in ran.out


def test_where_there_is_no_room_nothing_is_left_behind(
    arena: Arena, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []

    def write(path: Path, text: str) -> None:
        if len(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written.append(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    monkeypatch.setattr(scaffold, "_write", write)
    (folder / "some").mkdir()
    ran = arena("new", "some/where/mine")
    place = str(folder / "some/where/mine")
    assert (ran.code, ran.out, ran.err) == (
        2,
        "",
        f"arena: cannot make {place!r}: No space left on device\n",
    )
    assert list(folder.rglob("*")) == [folder / "some"]


def test_the_name_of_a_folder_drives_no_terminal(arena: Arena, folder: Path) -> None:
    name = f"{ESCAPES.replace(chr(0), '')}/mine"
    made = arena("new", name)
    (folder / name / "bot.toml").write_text('build = "true"\nrun = "./bot"')
    for ran, lines in ((made, 2), (arena("build", name), 1)):
        assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", lines)
        assert all(char.isprintable() or char == "\n" for char in ran.out)


def test_a_missing_toolchain_is_told_when_a_bot_is_made_and_when_it_is_built(
    arena: Arena, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = folder / "tools"
    tools.mkdir()
    (tools / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(tools))
    made = arena(*shlex.split("new mine --language python"))
    assert made.code == 0
    assert "'python3', not found on PATH; install Python" in made.err
    built = arena(*shlex.split("build mine"))
    assert (built.code, built.err.count("\n")) == (2, 1)
    assert "'python3', not found on PATH; install Python" in built.err


def test_a_build_runs_in_the_folder_and_its_failure_is_ours_to_tell(arena: Arena, folder: Path) -> None:
    bot_with(folder / "good", 'build = "sh -c \'echo made > result\'"\nrun = "python bot.py"')
    assert (arena(*shlex.split("build good")).code, (folder / "good/result").read_text()) == (0, "made\n")
    for line, ending in (
        ("exit 3", "ended with exit code 3"),
        ("kill -SEGV $$", "was ended by signal 11 (SIGSEGV)"),
    ):
        (folder / "good/bot.toml").write_text(f'build = ["sh", "-c", "{line}"]\nrun = "python bot.py"')
        ran = arena(*shlex.split("build good"))
        assert ran.code == 1
        assert ran.err == f"arena: the build of good failed, its process {ending}: sh -c {line}\n"
    (folder / "good/build").write_text("#!/no/such/interpreter")
    (folder / "good/build").chmod(0o755)
    (folder / "good/bot.toml").write_text('build = "./build"\nrun = "python bot.py"')
    ran = arena(*shlex.split("build good"))
    assert ran.code == 2
    assert ran.err.startswith("arena: the build of good does not start: cannot run './build': ")


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A word in the environment of all that a test starts; every such process must be gone after it."""
    word = uuid.uuid4().hex
    monkeypatch.setenv(MARK, word)
    yield word
    assert end_leftovers(word) == []


@pytest.mark.slow
@pytest.mark.usefixtures("mark")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_build_ends_with_the_arena_and_so_does_all_that_it_has_started(folder: Path, number: int) -> None:
    bot_with(folder / "bot", 'build = "sh build.sh"\nrun = "./bot"')
    orphan = "setsid sleep 600 &"
    (folder / "bot/build.sh").write_text(f"({orphan})\nsleep 600 &\necho begun\nsleep 600\n")
    command = [sys.executable, "-m", "arena", "build", "bot"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as arena:
        assert arena.stderr is not None
        assert arena.stderr.readline() == b"begun\n"
        arena.send_signal(number)
        out, err = arena.communicate(timeout=GUARD_S)
    interrupted = (130, b"", b"arena: interrupted; bot is not built\n")
    killed = (-signal.SIGKILL, b"", b"")
    assert (arena.returncode, out, err) == (killed if number == signal.SIGKILL else interrupted)


@pytest.mark.slow
@pytest.mark.usefixtures("mark")
def test_what_a_build_leaves_running_ends_when_it_is_done(arena: Arena, folder: Path) -> None:
    bot_with(folder / "bot", 'build = "sh build.sh"\nrun = "./bot"')
    (folder / "bot/build.sh").write_text("(setsid sleep 600 &)\nprintenv > environment\n")
    assert arena("build", "bot").code == 0
    environment = (folder / "bot/environment").read_text()
    assert "ARENA_TOKEN" not in environment


def test_a_bot_that_is_not_built_is_told_how(arena: Arena, folder: Path) -> None:
    bot_with(folder / "raw", 'build = "sh -c \'exit 3\'"\nrun = "out/bot"')
    ran = arena(*shlex.split("run raw builtin:random"))
    assert ran.code == 2
    assert ran.err == "arena: raw is not built, there is no 'out/bot': run `arena build raw`\n"


@pytest.mark.parametrize(
    ("run", "absent"),
    [
        ("./bot --log logs/today.txt", "./bot"),
        ("java -Xmx256m -jar target/bot.jar x.jar", "target/bot.jar"),
        ("node --enable-source-maps main.js", "main.js"),
        ("/usr/bin/python3.11 -u made/bot.py", "made/bot.py"),
        ("java -cp lib/a.jar:lib/b.jar Main", ""),
        ("deno run https://example.org/bot.js", ""),
        ("sh ../x/run.sh --book http://example.org/book --log logs/today.txt", ""),
        ("python -m my_bot --out made/best.py", ""),
        ("sh -c 'exec ./bot'", ""),
        (f"sh x/{'y' * 300} {'/'.join(['z' * 200] * 30)}", ""),
        (f"python {'y' * 300}.py", f"{'y' * 300}.py"),
    ],
)
def test_what_a_build_has_to_make_are_the_program_and_what_an_interpreter_runs(
    folder: Path, run: str, absent: str
) -> None:
    bot = replace(load("builtin:random", folder), folder=folder, build=("make",), spec="bot")
    bot = replace(bot, command=tuple(shlex.split(run)))
    assert stale(bot) == ""
    if not absent:
        assert built(bot) is bot
    else:
        with pytest.raises(ConfigError, match="is not built, there is no") as refused:
            built(bot)
        assert repr(absent) in str(refused.value)


def test_what_a_build_tool_leaves_behind_is_no_content_but_what_runs_is(folder: Path) -> None:
    bot_with(folder / "bot", 'build = "sh -c \'exit 3\'"\nrun = "sh target/bot"')
    (folder / "bot/target").mkdir()
    (folder / "bot/target/bot").write_text("one")
    before = load("bot", folder).content_hash
    for left in ("target/rest", "node_modules", "build"):
        (folder / "bot" / left).mkdir()
        (folder / "bot" / left / "x.o").write_text("x")
    assert load("bot", folder).content_hash == before
    (folder / "bot/target/bot").write_text("two")
    assert load("bot", folder).content_hash != before


def test_a_folder_named_build_is_content_where_nothing_is_built(folder: Path) -> None:
    bot_with(folder / "bot", 'run = "sh bot.sh"')
    before = load("bot", folder).content_hash
    (folder / "bot/build").mkdir()
    (folder / "bot/build/x.py").write_text("x")
    assert load("bot", folder).content_hash != before


def test_a_program_older_than_its_source_plays_with_a_note(arena: Arena, folder: Path) -> None:
    bot_with(folder / "bot", 'build = "sh -c \'exit 3\'"\nrun = "./bot"')
    (folder / "bot/bot").write_text("#!/bin/sh\nexit 3\n")
    (folder / "bot/bot").chmod(0o755)
    (folder / "bot/bot.go").write_text("")
    note = "note: bot plays as it was built, but bot.go was changed since; `arena build bot` builds it anew\n"
    for age, told in ((1, False), (-1, True)):
        times = (folder / "bot/bot").stat().st_mtime - age
        os.utime(folder / "bot/bot.go", (times, times))
        assert (note in arena("run", "bot", "builtin:random").err) is told


def test_an_interpreted_bot_needs_no_building_after_a_change(arena: Arena, folder: Path) -> None:
    bot_with(folder / "bot", 'build = "sh -c \'exit 3\'"\nrun = "sh ./bot.sh"')
    (folder / "bot/bot.sh").write_text("exit 3\n")
    os.utime(folder / "bot/bot.sh", (1, 1))
    (folder / "bot/helper.sh").write_text("")
    assert "note:" not in arena("run", "bot", "builtin:random").err


def test_the_bot_calls_itself_as_its_folder(arena: Arena, folder: Path) -> None:
    for language in languages():
        assert arena("new", f"mine-{language}", "--language", language).code == 0
        sources = [path for path in (folder / f"mine-{language}").rglob("*") if path.suffix in SOURCES]
        assert any(f'"mine-{language}"' in path.read_text() for path in sources), language


@pytest.mark.parametrize(
    ("wrong", "right"), [("Go", "go"), ("c++", "cpp"), ("ts", "typescript"), ("pyton", "python")]
)
def test_a_language_that_is_nearly_right_is_told(arena: Arena, wrong: str, right: str) -> None:
    ran = arena("new", "mine", "--language", wrong)
    assert (ran.code, ran.err) == (2, f"arena: there is no client in {wrong!r}, did you mean {right!r}?\n")


def test_a_store_in_the_folder_of_a_bot_is_no_content(folder: Path) -> None:
    bot_with(folder / "bot", 'run = "sh bot.sh"')
    before = load("bot", folder).content_hash
    (folder / "bot/arena.db").write_text("x")
    (folder / "bot/arena.db-wal").write_text("x")
    assert load("bot", folder).content_hash == before


@pytest.mark.slow
def test_an_installed_arena_carries_all_that_a_new_bot_needs(folder: Path) -> None:
    """The files of the wheel make the same folders as the source tree."""
    root = Path(__file__).resolve().parents[2]
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(root),
    ]
    subprocess.run(pip, check=True)
    [wheel] = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "installed")
    for where, path in (("tree", root), ("wheel", folder / "installed")):
        (folder / where).mkdir()
        for language in languages():
            new = [sys.executable, "-m", "arena", "new", language, "--language", language]
            environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONSAFEPATH": "1"}
            subprocess.run(new, cwd=folder / where, env=environment, check=True, capture_output=True)
    assert contents(folder / "wheel") == contents(folder / "tree")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
