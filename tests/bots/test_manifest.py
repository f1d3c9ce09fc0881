"""From the words that a user gives for a bot to its manifest, and from mistakes to messages."""

import os
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.bots.manifest import BUILTIN_NAMES, Manifest, distinct_names, load
from arena.bots.names import is_name, sanitised
from arena.errors import ConfigError


def folder_with(base: Path, text: str, name: str = "mybot") -> Path:
    folder = base / name
    folder.mkdir()
    (folder / "bot.toml").write_text(text, encoding="utf-8")
    return folder


def executable(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_a_builtin_runs_with_this_interpreter(name: str, tmp_path: Path) -> None:
    imported = set(sys.modules)
    manifest = load(f"builtin:{name}", tmp_path)
    assert manifest.name == name
    assert manifest.command == (sys.executable, "-m", f"arena_client.{name}_bot")
    assert manifest.folder.is_dir()
    assert not {module for module in sys.modules.keys() - imported if module.startswith("arena_client")}


def test_the_builtins_have_different_hashes(tmp_path: Path) -> None:
    hashes = {load(f"builtin:{name}", tmp_path).content_hash for name in BUILTIN_NAMES}
    assert len(hashes) == len(BUILTIN_NAMES)


def test_a_folder_says_what_it_is(tmp_path: Path) -> None:
    text = """
        name = "wary"
        version = "1.2"
        author = "A. Uthor"
        language = "shell"
        build = ["sh", "-c", "true"]
        run = 'sh bot.sh "two words"'
    """
    folder = folder_with(tmp_path, text)
    for spec in ("mybot", "mybot/bot.toml", str(folder), "./mybot/"):
        manifest = load(spec, tmp_path)
        assert manifest == Manifest(
            name="wary",
            version="1.2",
            author="A. Uthor",
            language="shell",
            command=("sh", "bot.sh", "two words"),
            build=("sh", "-c", "true"),
            folder=folder,
            spec=spec,
            content_hash=manifest.content_hash,
        )


def test_a_folder_without_a_name_lends_its_own(tmp_path: Path) -> None:
    folder_with(tmp_path, "run = ['sh']", "my bot (new)")
    manifest = load("my bot (new)", tmp_path)
    assert manifest.name == "my-bot-new"
    assert (manifest.version, manifest.author, manifest.language) == ("", "", "")


def test_a_program_that_a_build_makes_need_not_be_there_yet(tmp_path: Path) -> None:
    folder_with(tmp_path, 'build = "sh make.sh"\nrun = "./out/bot"')
    assert load("mybot", tmp_path).command == ("./out/bot",)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("sh my_bot.py --x", "my_bot"),
        ("sh -u bots/greedy/main.py", "greedy"),
        ("sh ../up/src/main.js 5", "up"),
        ("sh -jar target/wary-bot-1.0.jar", "wary-bot-1.0"),
        ("sh -m package.wary", "wary"),
        ("sh -m wary.__main__", "wary"),
        ("sh -c 'exit 3'", "sh"),
        ("sh 'my bot.py'", "my-bot"),
        ("sh main.py", "main"),
        ("sh here --level 3", "here"),
        ("./here", "here"),
        ("here", "here"),
        (f"sh {'x' * 60}.py", "x" * 40),
        (f"sh -c {'x' * 6000}", "sh"),
    ],
)
def test_a_command_line_gets_a_telling_name(line: str, name: str, tmp_path: Path) -> None:
    executable(tmp_path / "here")
    manifest = load(line, tmp_path)
    assert manifest.name == name
    assert manifest.folder == tmp_path


def test_a_program_of_the_base_folder_is_found_from_everywhere(tmp_path: Path) -> None:
    program = executable(tmp_path / "here")
    assert load("here -v", tmp_path).command == (str(program), "-v")


BROKEN_SPECS = [
    ("", "'' is no bot, expected builtin:NAME, a folder"),
    (" ", "' ' is no bot"),
    ("a\0b", "is no bot"),
    ("builtin:", "there is no builtin '', expected one of builtin:greedy, builtin:random"),
    ("builtin:gredy", "there is no builtin 'gredy', did you mean 'builtin:greedy'?"),
    ("builtin:chess", "there is no builtin 'chess', expected one of builtin:greedy, builtin:random"),
    ("nowhere", "'nowhere' is no bot in '{base}', expected builtin:NAME, a folder"),
    ("no/where", "'no/where' is no bot in '{base}'"),
    ("no/bot.toml", "'no/bot.toml' is no bot: there is no folder '{base}/no'"),
    ("bot.toml", "'bot.toml' is no bot, expected a file bot.toml in '{base}'"),
    ("empty", "'empty' is no bot, expected a file bot.toml in '{base}/empty'"),
    ("no-such-program-here --x", "cannot find 'no-such-program-here' of"),
    ("./gone.sh --x", "cannot find './gone.sh' of"),
    ("plain.py", "'plain.py' is not executable, expected a program, as in 'python plain.py'"),
    ("python 'unclosed", '"python \'unclosed" is no bot, expected a command line: no closing'),
    ("'' x", "expected the name of a program"),
    ("# x", "cannot find '#' of '# x'"),
]


@pytest.mark.parametrize(("spec", "message"), BROKEN_SPECS)
def test_words_that_mean_no_bot_are_refused(spec: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "plain.py").touch()
    with pytest.raises(ConfigError) as caught:
        load(spec, tmp_path)
    assert message.format(base=tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


BROKEN_FILES = [
    ("", ': there is no key \'run\', expected a command, as in run = ["python", "bot.py"]'),
    ("# hi\nrun = ", ":2: is not valid TOML: "),
    ("run = 'sh'\nx = [1,\n", ":2: is not valid TOML: "),
    ("run = 'sh'\nrun = 'sh'\n\n", ":2: is not valid TOML: "),
    ("run = 'sh'\n\nnmae = 'x'", ":3: unknown key 'nmae', did you mean 'name'?"),
    ("zzz = 1", ":1: unknown key 'zzz', expected one of author, build, language, name, run, v"),
    ("[run]\na = 1", ":1: 'run' is {'a': 1}, expected a string or a list of strings"),
    ("run = ['sh', 1]", ":1: 'run' is ['sh', 1], expected a string or a list of strings"),
    ("run = 'sh'\nversion = 1.0", ":2: 'version' is 1.0, expected a string"),
    ("\nrun = []", ":2: 'run' is [], expected the name of a program"),
    ("\nrun = ' '", ":2: 'run' is ' ', expected the name of a program"),
    ("run = ['']", ":1: 'run' is [''], expected the name of a program"),
    ("run = 'sh'\nbuild = ['', 'x']", ":2: 'build' is ['', 'x'], expected the name of a program"),
    ("run = 'sh \"'", ":1: 'run' is 'sh \"', expected a command line: no closing quotation"),
    ('run = "sh \\u0000"', ":1: 'run' is 'sh \\x00', expected no NUL character in it"),
    ("run = 'no-such-program-here x'", ":1: cannot find 'no-such-program-here' of 'run', expected"),
    ("run = './gone'", ":1: cannot find './gone' of 'run', expected an executable file in this"),
    ("run = './bot.toml'", ":1: cannot find './bot.toml' of 'run', expected an executable file"),
    ("run = 'sh'\nname = ''", ":2: 'name' is '', expected 1 to 40 characters of A-Z"),
    ("run = 'sh'\nname = 'a b'", ":2: 'name' is 'a b', expected 1 to 40 characters of A-Z"),
    ("run = 'sh'\nname = 'Zoë'", ":2: 'name' is 'Zoë', expected 1 to 40 characters of A-Z"),
    (f"run = 'sh'\nname = '{'a' * 41}'", "expected 1 to 40 characters of A-Z"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN_FILES)
def test_a_mistake_in_the_file_is_named_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    folder = folder_with(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load("mybot", tmp_path)
    assert str(caught.value).startswith(str(folder / "bot.toml"))
    assert message in str(caught.value)


def test_a_file_that_is_not_text_is_named_with_the_line(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "")
    (folder / "bot.toml").write_bytes(b"run = 'sh'\nname = '\xff'\n")
    with pytest.raises(ConfigError, match=r"bot\.toml:2: is not UTF-8, expected a TOML text"):
        load("mybot", tmp_path)


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mybot" / "bot.toml").mkdir(parents=True)
    with pytest.raises(ConfigError, match="cannot read"):
        load("mybot", tmp_path)


def test_the_hash_follows_the_content_of_a_folder(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "run = 'sh'")
    seen = {load("mybot", tmp_path).content_hash}
    (folder / "deep").mkdir()
    for name, content in [("a", b""), ("a", b"x"), ("deep/a", b""), (".hidden", b""), ("b", b"x")]:
        (folder / name).write_bytes(content)
        seen.add(load("mybot", tmp_path).content_hash)
    (folder / "b").rename(folder / "c")
    seen.add(load("mybot", tmp_path).content_hash)
    assert len(seen) == 7
    assert all(len(value) == 64 and int(value, 16) >= 0 for value in seen)


def test_the_hash_ignores_what_is_no_content(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "run = 'sh'")
    before = load("mybot", tmp_path).content_hash
    for name in (".git", "__pycache__"):
        (folder / name).mkdir()
        (folder / name / "file").touch()
    os.mkfifo(folder / "a-pipe-that-nobody-writes-to")
    (folder / "dangling").symlink_to("nowhere")
    (folder / "around").symlink_to(folder, target_is_directory=True)
    os.utime(folder / "bot.toml", (0, 0))
    assert load("mybot", tmp_path).content_hash == before


def test_a_copied_folder_has_the_same_hash(tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder_with(tmp_path, "run = 'sh'", name)
    assert load("one", tmp_path).content_hash == load("two", tmp_path).content_hash


def test_the_hash_of_a_command_line_follows_words_and_files(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    seen = {load("sh bot.sh", tmp_path).content_hash}
    for content in ("", "exit 1"):
        script.write_text(content)
        seen.add(load("sh bot.sh", tmp_path).content_hash)
    seen.add(load("sh bot.sh --x", tmp_path).content_hash)
    assert len(seen) == 4
    assert load("sh  'bot.sh'", tmp_path).content_hash in seen


NAMES = st.from_regex(r"[ab]{1,2}(-[23])?|[ab]{38,40}|x{38}-2", fullmatch=True)


def named(name: str) -> Manifest:
    texts = {field.name: "" for field in fields(Manifest)}
    values = {**texts, "name": name, "command": ("sh",), "build": (), "folder": Path("/")}
    return Manifest(**values)  # type: ignore[arg-type]


def distinct(*names: str) -> list[str]:
    return [manifest.name for manifest in distinct_names([named(name) for name in names])]


def test_a_bot_entered_twice_is_numbered() -> None:
    assert distinct("greedy", "random", "greedy", "greedy") == [*("greedy", "random", "greedy-2", "greedy-3")]
    assert distinct("greedy", "greedy", "greedy-2") == ["greedy", "greedy-2", "greedy-2-2"]
    assert distinct("x" * 40, "x" * 40) == ["x" * 40, "x" * 38 + "-2"]


@given(st.lists(NAMES, max_size=12))
def test_names_end_up_distinct_and_allowed(names: list[str]) -> None:
    result = distinct(*names)
    assert len(set(result)) == len(result) == len(names)
    assert all(is_name(name) for name in result)
    assert distinct(*result) == result
    for position, (old, new) in enumerate(zip(names, result, strict=True)):
        assert (new == old) == (old not in names[:position])
        assert new == old or new not in names


def test_only_the_name_changes() -> None:
    first, second = distinct_names([named("a"), named("a")])
    assert replace(second, name="a") == first == named("a")


@given(st.text())
def test_every_text_can_be_made_a_name(text: str) -> None:
    assert is_name(sanitised(text))
    if is_name(text) and text == text.strip("-."):
        assert sanitised(text) == text


def test_a_file_that_a_folders_command_names_belongs_to_the_bot(tmp_path: Path) -> None:
    folder, script = tmp_path / "bot", tmp_path / "script.py"
    folder.mkdir()
    (folder / "bot.toml").write_text('run = "python ../script.py"')
    script.write_text("print(1)")
    before = load("bot", tmp_path).content_hash
    script.write_text("print(2)")
    assert load("bot", tmp_path).content_hash != before


def test_files_to_leave_out_are_no_content_of_a_bot(tmp_path: Path) -> None:
    folder, store = tmp_path / "bot", tmp_path / "bot" / "cup.db"
    folder.mkdir()
    (folder / "bot.toml").write_text('run = "python bot.py"')
    before = load("bot", tmp_path).content_hash
    store.write_text("results")
    assert load("bot", tmp_path).content_hash != before
    assert load("bot", tmp_path, leave_out=[store]).content_hash == before
