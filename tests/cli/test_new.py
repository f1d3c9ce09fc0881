"""`arena new` and `arena build`: folders of new bots, and what is said where something is missing."""

import os
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from arena.bots.kits import languages
from arena.bots.manifest import load
from tests.cli.conftest import Arena, compare, transcript

SOURCES = {".cpp", ".go", ".java", ".py", ".rs", ".ts"}

# Each line is a command that a user may type in a folder that has a file `x`.
MISTAKES = [
    "new",
    "new 'a b'",
    "new x",
    "new x/y",
    "new ''",
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
    bot_with(folder / "bad", 'build = "sh -c \'exit 3\'"\nrun = "python bot.py"')
    ran = arena(*shlex.split("build bad"))
    assert (ran.code, ran.err) == (1, "arena: the build of bad failed with exit code 3: sh -c exit 3\n")


def test_a_bot_that_is_not_built_is_told_how(arena: Arena, folder: Path) -> None:
    bot_with(folder / "raw", 'build = "sh -c \'exit 3\'"\nrun = "out/bot"')
    ran = arena(*shlex.split("run raw builtin:random"))
    assert ran.code == 2
    assert ran.err == "arena: raw is not built, there is no 'out/bot': run `arena build raw`\n"


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
